/** Who holds a device that several people share, and what it shows: whose hand, or what all may know. */

/**
 * A hand (or, where nothing is hidden, the table from somebody's seat); a curtain that says to whom the device goes;
 * the table as all may see it, while bots play; a race, for everybody's keys; the result; or a table that another tab
 * plays.
 */
export type Scene = 'hand' | 'curtain' | 'table' | 'race' | 'over' | 'watching';

export interface Holding {
  scene: Scene;
  /** Whose view is shown; null for what all may know. */
  seat: number | null;
  /** To whom the device goes. */
  next: number | null;
  /** Who had it last. */
  last: number | null;
}

/** How things stand at the table, as far as the device goes. */
export interface Situation {
  /** The seats of this device. */
  people: number[];
  /** Which of them are to act, but in a race. */
  due: number[];
  /** Which of them race. */
  racers: number[];
  /** Who has stopped the race to act. */
  claim: number | null;
  /** Whether anything is hidden from anybody in this game. */
  hides: boolean;
  isOver: boolean;
  isWatched: boolean;
}

/** Before anybody has looked. */
export const NOBODY_YET: Holding = { scene: 'curtain', seat: null, next: null, last: null };

function forAll(scene: Scene, { last }: Holding, next: number | null = null): Holding {
  return { scene, seat: null, next, last };
}

function inHand(seat: number, next: number | null): Holding {
  return { scene: 'hand', seat, next, last: seat };
}

/** The first of these seats after one, in turn. */
function after(last: number | null, seats: number[]): number | null {
  return seats.find((seat) => seat > (last ?? -1)) ?? seats[0] ?? null;
}

/**
 * Who holds it now. A hand that is open stays open until its owner hides it, a race begins or the match is over: so
 * one sees what came of what one did, and may take it back. Where nothing is hidden the seat changes by itself.
 */
export function holdingNow(before: Holding, now: Situation): Holding {
  const { people, due, racers, claim, hides } = now;
  if (now.isWatched) return forAll('watching', before);
  if (now.isOver) return before.scene === 'over' ? before : forAll('over', before);
  if (claim !== null) return !hides || before.seat === claim ? inHand(claim, null) : forAll('curtain', before, claim);
  if (racers.length > 0)
    return hides ? forAll('race', before) : { ...inHand(before.seat ?? racers[0]!, null), scene: 'race' };
  const next = before.seat !== null && due.includes(before.seat) ? null : after(before.last, due);
  if (!hides) return inHand(next ?? before.seat ?? people[0]!, null);
  if (before.scene === 'hand' && before.seat !== null) return inHand(before.seat, next);
  return forAll(next === null ? 'table' : 'curtain', before, next);
}

/** Somebody has taken it; once all is over anybody may look with anybody's eyes. */
export function taken(before: Holding, seat: number): Holding {
  return before.scene === 'over' ? { ...before, seat } : inHand(seat, null);
}

/** Whoever had it has hidden their hand. */
export function hidden(before: Holding): Holding {
  return forAll('curtain', before);
}

/** Whether a race that begins has to wait until the device lies where all can reach it, and all have seen it. */
export function mustWait(before: Holding, hides: boolean): boolean {
  if (before.scene === 'race' || before.scene === 'table') return false;
  return hides || before.seat === null;
}
