/** Logs as readers are told them, compared. */
import type { LogLine } from '$/generated/messages';

/** How many lines of two logs are the same, from the first on: what is taken back changes a line that was told. */
export function alike(before: readonly LogLine[], after: readonly LogLine[]): number {
  const place = after.findIndex((line, at) => JSON.stringify(before[at]) !== JSON.stringify(line));
  return place < 0 ? after.length : place;
}
