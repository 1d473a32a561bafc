/** A race as a client sees it: how it stood when the view came, by the client's own clock. */
import type { RaceOpen } from '$/generated/messages';

export type RaceSeen = RaceOpen & { since: number };

export function nowInSeconds(): number {
  return performance.now() / 1000;
}

/** How many seconds are left; in a pause time stands still. */
export function leftIn({ pace, left, since, runs }: RaceSeen, now: number): number {
  return runs ? Math.max(0, Math.min(pace, left - (now - since))) : left;
}
