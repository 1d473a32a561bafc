/** A match in an address: its file, deflated, in letters that an address may have. Nothing of it goes to a server. */
import { LARGEST_FILE } from '$/game/limits';
import { Mistake } from '$/game/reasons';
import { through, TooMuch } from './streams';

/** Longer addresses are cut off by some messengers. */
export const LONG = 8000;

/** The text of a match file as a part of an address. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text that a part of an address holds; what is none, or too large, is refused. */
export async function unpacked(part: string): Promise<string> {
  try {
    const letters = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream('deflate-raw'), LARGEST_FILE);
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch (error) {
    if (error instanceof TooMuch) throw new Mistake('file_too_large', { most: LARGEST_FILE / 2 ** 20 });
    throw new Mistake('link_not_whole');
  }
}

/** The address under which anybody can look at a match, from the reader's seat. */
export async function linkTo(text: string, seat: number): Promise<string> {
  return new URL(`#/m/${seat}/${await packed(text)}`, document.baseURI).href;
}
