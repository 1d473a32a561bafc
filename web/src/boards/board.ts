/** What a board is given, and how a game's board is found. A game without one has the generic table. */
import type { Component } from 'svelte';
import type { Action } from '$/game/actions';
import type { Words } from '$/game/words';
import type { RaceSeen } from '$/client/race';
import type { Seen } from '$/client/table.svelte';

export interface BoardProps {
  /** The moment to draw. */
  seen: Seen;
  /** The moment before it, or null after a jump. */
  before: Seen | null;
  words: Words;
  players: string[];
  /** The reader's seat, which is none of the players' (SPECTATOR) where they only watch. */
  seat: number;
  /** Whether the reader can act here: not in a replay. */
  live: boolean;
  race: RaceSeen | null;
  /** Whose turn it is, to be lit. */
  acting?: number[];
  /** The action that a hint names; what has it as its data-does, or among its data-leads, is marked by the page. */
  advised?: Action | null;
  /** Play a legal action. */
  play(action: Action): void;
  /** Try something by its notation that may not be legal; the answer names the clause. */
  attempt(text: string): void;
}

export interface BoardModule {
  default: Component<BoardProps>;
  /** Whether it is made for just the room that it is given; one that is not scrolls in it. */
  fits?: boolean;
}

/** Every folder beside this file with a Board.svelte is the board of the game of that name. */
const found = import.meta.glob<BoardModule>('./*/Board.svelte');

export function hasBoard(game: string): boolean {
  return `./${game}/Board.svelte` in found;
}

export async function loadBoard(game: string): Promise<BoardModule> {
  const load = found[`./${game}/Board.svelte`];
  return load ? load() : ((await import('./Generic.svelte')) as unknown as BoardModule);
}
