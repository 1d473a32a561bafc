/** A file into the hands of whoever plays. */
export function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A match file, called by its game and the time. */
export function downloadMatch(game: string, text: string): void {
  const name = `${game}-${new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, '-')}.json`;
  download(new Blob([text], { type: 'application/json' }), name);
}
