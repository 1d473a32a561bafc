/** Opening a table: what the next page needs to know is told to it; once it has begun, it is kept by its id. */
import type { ClientMessage } from '$/generated/messages';
import type { GameListed } from '$/generated/page';
import { addressOf, drawn, type Kind } from './kept/record';
import { router } from './router.svelte';
import { HASTE, settings, type Level } from './settings.svelte';

export type Opening = Extract<ClientMessage, { type: 'open_match' | 'load_match' }>;

/** What is kept of where a match is from. */
export interface From {
  id: string;
  kind: Kind;
  /** The day whose match it is. */
  day: string | null;
  /** The seats of the people at this device, where there are several. */
  people?: number[];
}

export interface Next extends From {
  game: string;
  message: Opening;
}

let next: Next | null = null;

export function openTable(game: string, message: Opening, from: Partial<From> = {}): void {
  next = { id: drawn(), kind: 'match', day: null, ...from, game, message };
  router.go(addressOf(next));
}

/** The table to open, once. */
export function taken(id: string | null): Next | null {
  const found = next?.id === id ? next : null;
  next = null;
  return found;
}

/** The bots at every seat but one, each as good as was chosen. */
export function botsAround(seats: number, seat: number, offered?: readonly Level[]): { [seat: string]: string } {
  const others = Array.from({ length: seats }, (_, one) => one).filter((one) => one !== seat);
  return Object.fromEntries(others.map((one, bot) => [String(one), settings.levelOf(bot, offered)]));
}

export interface Chosen {
  seats: number;
  seat: number;
  you: string;
  bot: (number: number) => string;
  options: { [name: string]: number };
  pace: number;
  /** The levels that are to be had, where it is more than every game has. */
  levels?: readonly Level[];
}

export function openingOf(game: string, chosen: Chosen): Extract<Opening, { type: 'open_match' }> {
  const others = Array.from({ length: chosen.seats }, (_, seat) => seat).filter((seat) => seat !== chosen.seat);
  const players = Array.from({ length: chosen.seats }, (_, seat) =>
    seat === chosen.seat ? chosen.you : chosen.bot(others.indexOf(seat) + 1),
  );
  return {
    type: 'open_match',
    game,
    seats: chosen.seats,
    seat: chosen.seat,
    players,
    options: chosen.options,
    bots: botsAround(chosen.seats, chosen.seat, chosen.levels),
    pace: chosen.pace,
    haste: HASTE[settings.speed],
  };
}

export function bestSeats(game: GameListed): number {
  return game.seats.best.at(-1) ?? game.seats.most;
}
