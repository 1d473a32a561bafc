/** Opening a table: what the next page needs to know is kept, so that the address alone is enough after a reload. */
import type { ClientMessage } from '$/generated/messages';
import type { GameListed } from '$/generated/page';
import { router } from './router.svelte';
import { forget } from './saved';
import { HASTE, settings } from './settings.svelte';

export type Opening = Extract<ClientMessage, { type: 'open_match' | 'load_match' }>;

let next: { game: string; message: Opening } | null = null;

export function openTable(game: string, message: Opening): void {
  next = { game, message };
  forget();
  if (router.path === '/table') router.path = '/';
  router.go('/table');
  router.path = '/table';
}

/** The table to open, once. */
export function taken(): { game: string; message: Opening } | null {
  const found = next;
  next = null;
  return found;
}

/** The bots at every seat but one, each as good as was chosen. */
export function botsAround(seats: number, seat: number): { [seat: string]: string } {
  const others = Array.from({ length: seats }, (_, one) => one).filter((one) => one !== seat);
  return Object.fromEntries(others.map((one, bot) => [String(one), settings.levelOf(bot)]));
}

export interface Chosen {
  seats: number;
  seat: number;
  you: string;
  bot: (number: number) => string;
  options: { [name: string]: number };
  pace: number;
}

export function openingOf(game: string, chosen: Chosen): Opening {
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
    bots: botsAround(chosen.seats, chosen.seat),
    pace: chosen.pace,
    haste: HASTE[settings.speed],
  };
}

export function bestSeats(game: GameListed): number {
  return game.seats.best.at(-1) ?? game.seats.most;
}
