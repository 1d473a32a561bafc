/** The market as the record has it, and how it is called. */
import type { Known, Seen } from '$/client/table.svelte';
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

export type Market = Known<'cash_a_catch'>;

export function marketOf(seen: Seen): Market {
  return seen.of('cash_a_catch');
}

export function cardsOf(counts: Counts): string[] {
  return Object.entries(counts).flatMap(([card, count]) => Array<string>(count).fill(card));
}

export function isFish(card: string): boolean {
  return card.length === 2;
}

/**
 * The letter of the kind that lies in a place: octopus where there is nothing else, none where there is nothing.
 */
export function letterIn(market: Market, seat: number, place: string): string {
  if (market.fact('fish_in', seat, place) === 0) return '';
  return KINDS[market.fact('kind_in', seat, place)]?.letter ?? OCTOPUS;
}

/** What several fish of a kind are called. */
export function kindName(letter: string, words: Words): string {
  return words.name('card', `${letter}2`).replace(/^\d+ /, '');
}

/** So many fish with the name of their kind: 7 eels. */
export function fishTold(fish: number, letter: string, words: Words): string {
  return fish === 1 ? words.name('card', `${letter}1`) : `${fish} ${kindName(letter, words)}`;
}

export function euros(amount: number, words: Words): string {
  return (amount < 0 ? '−' : '') + words.label('euros', { amount: String(Math.abs(amount)) });
}

/** How far the deck is from the end phase, or that it has come, and with it the close. */
export function deckTold(market: Market, words: Words): string {
  if (!market.is_end_phase) return words.label('end_in', { cards: String(market.fact('cards_to_end_phase')) });
  return words.label(market.fact('may_close') ? 'may_close' : 'end_phase');
}
