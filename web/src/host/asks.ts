/** What a table wants to know of bots, and what they answer; the same as table/asks.py. */
import { type Judgement, WHOLE } from '$/game/mind';
import type { GameModule } from '$/game/module';
import type { Outlook } from './outlook';

/**
 * What would be best, and how often it would win; the same of the next best, if another was tried; and why (`Outlook`).
 */
export interface Advice extends Outlook {
  action: number;
  wins: number;
  next_action: number | null;
  next_wins: number;
}

/** An action beside the best alternative. */
export type Judged = Judgement;

/**
 * Something that the table wants to know of a bot: what to play, what to advise, or what a decision was worth.
 *
 * A bot is given a view and a chance of its own, and chooses by `until`; what is judged is an action. Matches at one
 * table are numbered: what a bot remembers of one is nothing to the next.
 */
export type Ask = {
  number: number;
  match: number;
  game: GameModule;
  seat: number;
  view: Uint8Array;
  chance: Uint8Array;
} & Wish;

export type Wish =
  | { what: 'choose'; bot: string; until: number }
  | { what: 'advise' }
  | { what: 'judge'; action: number; steps: number };

/** The number of an action, what is advised, or what was judged: whatever was asked. */
export type Answer = number | Advice | Judged;

/** A decision may take several shares of the steps that are left, and a part of the whole at most. */
const SHARES = 3;
const PARTS = 10;
/** Verdicts of decisions whose errors count. */
const TELLING: readonly string[] = ['costly', 'found', 'open'];

/** How many steps the next of so many decisions may take of those that are left. */
export function stepsFor(whole: number, left: number, decisions: number): number {
  return Math.max(Math.min(Math.floor((SHARES * left) / decisions), Math.floor(whole / PARTS)), 0);
}

/** What brought about a result beside the chance at first: one's own play, and luck; and the margin of both. */
export function split(result: number, judged: Judged[]): { play: number; luck: number; margin: number } {
  const [first] = judged;
  if (!first) return { play: 0, luck: 0, margin: 0 };
  const play = judged.reduce((sum, { credit, cost }) => sum + credit - cost, 0);
  const squares = judged
    .filter(({ verdict }) => TELLING.includes(verdict))
    .reduce((sum, { error }) => sum + error * error, first.spread * first.spread);
  const luck = result - (first.before + play) / WHOLE;
  return { play: play / WHOLE, luck, margin: (2 * Math.sqrt(squares)) / WHOLE };
}
