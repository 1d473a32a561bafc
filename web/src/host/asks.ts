/** What a table wants to know of bots, and what they answer; the same as table/asks.py. */
import type { Judgement } from '$/game/mind';
import type { GameModule } from '$/game/module';

/** What would be best, and how often it would win. */
export interface Advice {
  action: number;
  wins: number;
}

/**
 * An action beside the best alternative: how often either wins, what it cost, and the chance of winning before it; in
 * ten-thousandths.
 */
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
  | { what: 'judge'; action: number; playouts: number };

/** The number of an action, what is advised, or what was judged: whatever was asked. */
export type Answer = number | Advice | Judged;
