/** A match file into the hands of whoever plays. */
export function downloadMatch(game: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${game}-${new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
