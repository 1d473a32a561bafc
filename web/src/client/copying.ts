/** Copy a text: of a field, which is selected, or else of its own. */
export async function copy(text: string, field?: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  field?.select();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a safe connection there is no clipboard of this kind; the text is selected, and the old way works.
    document.execCommand('copy');
  }
}
