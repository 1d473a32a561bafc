/** How long bots seem to think, and how quick they are in a race; the same as table/pace.py. */

type Span = readonly [least: number, most: number];

/** Seconds a bot takes for the first action of its turn, at least and at most; and for a further one. */
const THINKS: Span = [1.0, 1.7];
const THINKS_ON: Span = [0.5, 0.9];
/** Seconds where there is nothing to choose. */
export const NO_CHOICE = 0.45;
/** Seconds after which a bot should decide with what it has found, however slow the machine. */
export const LONGEST = 2.5;
/** When a bot acts in a race, at the earliest and at the latest, in parts of the race. */
const MEDIUM: Span = [0.14, 0.92];
const REACTS: { [bot: string]: Span } = { easy: [0.44, 0.92], medium: MEDIUM, hard: [0.1, 0.5] };
/** Nobody is quicker than a person can be, nor acts in the very moment a race opens; seconds. */
const QUICKEST = 0.25;
const AFTER_OPENING = 0.1;
const LEAST_SPAN = 0.1;
/** How finely a time is drawn. */
export const MOMENTS = 1 << 20;

/** How many seconds a bot takes that has a choice, what it really needs included; any part of what is usual. */
export function pause(part: number, goesOn: boolean): number {
  const [least, most] = goesOn ? THINKS_ON : THINKS;
  return least + part * (most - least);
}

/** How many seconds into a race a bot acts, if it may not before it opens. */
export function reaction(bot: string, part: number, pace: number, opens: number): number {
  const [first, last] = REACTS[bot] ?? MEDIUM;
  const early = Math.max(QUICKEST, opens + AFTER_OPENING, first * pace);
  return early + part * Math.max(LEAST_SPAN, last * pace - early);
}
