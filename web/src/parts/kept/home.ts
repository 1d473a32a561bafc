/** What home shows of the matches that are kept, loaded with the games. */
import type { Kept } from '$/client/kept/record';
import { store } from '$/client/kept/store';

export { default as DayMatch } from './DayMatch.svelte';
export { default as YourMatches } from './YourMatches.svelte';

/** How long the games wait for what stands above them, in milliseconds. */
const PATIENCE = 300;

/** The matches that are kept; none where that takes long, or nothing can be kept. */
export function firstLook(): Promise<Kept[]> {
  const late = new Promise<Kept[]>((resolve) => setTimeout(() => resolve([]), PATIENCE));
  return Promise.race([store().then((one) => one.all()), late]).catch(() => []);
}
