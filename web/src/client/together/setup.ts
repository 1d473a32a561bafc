/** A table for people as it is set up: what is chosen on the page, and what the server is asked for. */
import type { Level } from '$/client/settings.svelte';
import type { NewTable } from '$/generated/protocol';

export type Timing = 'none' | 'move' | 'bank' | 'days';

export interface Chosen {
  /** Whom each seat is for: oneself, anybody, or a bot of a level. */
  seats: ('you' | 'free' | Level)[];
  isOpen: boolean;
  timing: Timing;
  seconds: number;
  minutes: number;
  increment: number;
  leaves: boolean;
  days: number;
  undo: NonNullable<NewTable['undo']>;
  hints: boolean;
  delay: number;
  answer: number;
  grace: number;
  duplicate: NonNullable<NewTable['duplicate']>;
}

/** What is usual: friends by link, no hurry. */
export function usual(seats: number): Chosen {
  return {
    seats: Array.from({ length: seats }, (_, seat) => (seat === 0 ? 'you' : 'free')),
    isOpen: false,
    timing: 'none',
    seconds: 60,
    minutes: 10,
    increment: 10,
    leaves: false,
    days: 2,
    undo: 'consent',
    hints: false,
    delay: 0,
    answer: 60,
    grace: 60,
    duplicate: 'none',
  };
}

/** As many seats as there are now; one of them is one's own. */
export function withSeats(chosen: Chosen, count: number): Chosen['seats'] {
  const seats = Array.from({ length: count }, (_, seat) => chosen.seats[seat] ?? 'free');
  return seats.includes('you') ? seats : seats.map((each, seat) => (seat === 0 ? 'you' : each));
}

/** Sit somewhere else: whom the seat was for gets one's own. */
export function seated(seats: Chosen['seats'], seat: number, who: Chosen['seats'][number]): Chosen['seats'] {
  const own = seats.indexOf('you');
  if (who === 'you') return seats.map((each, one) => (one === seat ? 'you' : one === own ? 'free' : each));
  return seat === own ? seats : seats.map((each, one) => (one === seat ? who : each));
}

function clockOf({ timing, seconds, minutes, increment, leaves }: Chosen): NewTable['clock'] {
  if (timing === 'move') return { move: seconds, bank: 0, increment: 0, leaves };
  if (timing === 'bank') return { move: 0, bank: minutes * 60, increment, leaves };
  return null;
}

export function newTable(
  game: string,
  chosen: Chosen,
  options: { [name: string]: number },
  pace: number | null,
  haste: number,
): NewTable {
  const { isOpen, timing, days, undo, hints, delay, answer, grace, duplicate } = chosen;
  const bots = chosen.seats.flatMap((who, seat) => (who === 'you' || who === 'free' ? [] : [[String(seat), who]]));
  return {
    game,
    seats: chosen.seats.length,
    options,
    is_open: isOpen,
    bots: Object.fromEntries(bots) as { [seat: string]: string },
    pace,
    haste,
    clock: clockOf(chosen),
    days: timing === 'days' ? days : 0,
    undo,
    hints,
    delay,
    answer,
    grace,
    duplicate,
  };
}
