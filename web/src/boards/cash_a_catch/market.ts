/** The market as the record has it, and what can be counted or looked up in the printed price list. */
import type { Seen } from '$/client/table.svelte';
import type { Words } from '$/game/words';

export type Counts = { [card: string]: number };

export const KINDS: { letter: string; kind: string }[] = [
  { letter: 'E', kind: 'eel' },
  { letter: 'S', kind: 'shark' },
  { letter: 'F', kind: 'flounder' },
  { letter: 'C', kind: 'crawfish' },
  { letter: 'T', kind: 'tuna' },
  { letter: 'L', kind: 'lobster' },
];
export const OCTOPUS = 'O';
export const PLACES = ['crate1', 'crate2', 'tub'] as const;

/** §3.2, §6.3 The price list; more than ten fish bring what ten do. */
const PRICES = [0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30];
const HALF_PRICES = [0, 1, 1, 2, 3, 4, 5, 8, 10, 13, 15];
/** §1.4 How many other cards lie under the end phase, and how many the market close is among. */
const UNDER_END_PHASE = 15;
const UNDER_CLOSE = 5;

export interface Market {
  seats: number;
  phase: string;
  auctioneer: number;
  buyer: number;
  is_end_phase: number;
  takes_left: number;
  lot_size: number;
  catch_size: number;
  deck_size: number;
  money: number[];
  turned: string[];
  deck: Counts;
  lot: Counts;
  catch: Counts;
  discards: Counts;
  garbage: Counts[];
  stands: string[][][];
}

export function marketOf(seen: Seen): Market {
  return seen.state as unknown as Market;
}

export function cardsOf(counts: Counts): string[] {
  return Object.entries(counts).flatMap(([card, count]) => Array<string>(count).fill(card));
}

export function isFish(card: string): boolean {
  return card.length === 2;
}

export function fishOn(cards: string[]): number {
  return cards.filter(isFish).reduce((all, card) => all + Number(card[1]), 0);
}

export function priceOf(fish: number): number {
  return PRICES[Math.min(fish, 10)] ?? 0;
}

export function halfPriceOf(fish: number): number {
  return HALF_PRICES[Math.min(fish, 10)] ?? 0;
}

/** The letter of the kind that lies in a place: octopus where there is nothing else, none where there is nothing. */
export function letterOf(cards: string[]): string {
  return cards.map((card) => card[0] ?? '').find((letter) => letter !== OCTOPUS) ?? (cards.length > 0 ? OCTOPUS : '');
}

/** What several fish of a kind are called. */
export function kindName(letter: string, words: Words): string {
  return words.name('card', `${letter}2`).replace(/^\d+ /, '');
}

/** The fish of a place with the name of their kind: 7 eels. */
export function countedFish(cards: string[], words: Words): string {
  const fish = fishOn(cards);
  const letter = letterOf(cards);
  return fish === 1 ? words.name('card', `${letter}1`) : `${fish} ${kindName(letter, words)}`;
}

export function euros(amount: number, words: Words): string {
  return (amount < 0 ? '−' : '') + words.label('euros', { amount: String(Math.abs(amount)) });
}

/** How far the deck is from the end phase, or that it has come, and with it the close. */
export function deckTold(market: Market, words: Words): string {
  if (!market.is_end_phase) return words.label('end_in', { cards: String(market.deck_size - UNDER_END_PHASE - 1) });
  return words.label(market.deck_size - 1 <= UNDER_CLOSE ? 'may_close' : 'end_phase');
}
