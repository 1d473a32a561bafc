/** What the board of Dead-Cat Bounce draws: the record, melds in their order, and what they are worth. */
import type { Known, Seen } from '$/client/table.svelte';
import type { Words } from '$/game/words';

export type Floor = Known<'dead_cat_bounce'>;

export interface Meld {
  letter: string;
  /** From the lowest to the highest, jokers in their places. */
  cards: string[];
  /** A run's rank below which it would be cut before each card; a set has none. */
  ranks: string[];
  protection: number;
  blocked: boolean;
  /** What its cards cost, with the tokens on it. */
  price: number;
  dividend: number;
  inWork: boolean;
}

export const FLOP = 3;
export const JOKERS = ['block', 'wild', 'thief'];

export function floorOf(seen: Seen): Floor {
  return seen.of('dead_cat_bounce');
}

export function isJoker(card: string): boolean {
  return JOKERS.includes(card);
}

export function placeOf(letter: string): number {
  return letter.charCodeAt(0) - 'A'.charCodeAt(0);
}

export function letterOf(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place);
}

/** The cards of a meld in their places, jokers among them. */
export function cardsOf(floor: Floor, seat: number, place: number): string[] {
  const length = floor.fact('cards_of', seat, place);
  return Array.from({ length }, (_, one) => floor.named('hands', floor.fact('card_in_meld', seat, place, one)) ?? '');
}

export function meldsOf(floor: Floor, seat: number): Meld[] {
  return (floor.letters[seat] ?? []).map((letter) => {
    const place = placeOf(letter);
    const cards = cardsOf(floor, seat, place);
    const protection = floor.protection[seat]?.[place] ?? 0;
    return {
      letter,
      cards,
      ranks: (floor.spots[seat]?.[place] ?? []).map((spot) => (spot === 'low_ace' ? 'A' : spot)),
      protection,
      blocked: floor.blocked[seat]?.includes(letter) ?? false,
      price: floor.fact('takeover_price', seat, place),
      dividend: floor.fact('dividend', seat, place),
      inWork: floor.phase === 'building' && floor.turn === seat && floor.focus === place,
    };
  });
}

/**
 * A row of melds of so many cards: how many there are, how many cards beyond the first of each, and how many of those
 * lie before each. By it melds have their places without being laid out.
 */
export function rowOf(sizes: readonly number[]): { length: number; cards: number; before: number[] } {
  let cards = 0;
  const before = sizes.map((size) => {
    const here = cards;
    cards += size - 1;
    return here;
  });
  return { length: sizes.length, cards, before };
}

/** What is in one bag and not in another. */
export function without(some: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return some.filter((card) => {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}

/** §7.2 The wanted cards that would come out of the other's hand. */
export function wantedOfHand(floor: Floor): string[] {
  return [...new Set(floor.want)].flatMap((card) => Array<string>(floor.fact('wanted_in_hand', card)).fill(card));
}

export interface Piece {
  card: string;
  /** Unique on the table, and the same from moment to moment as long as there is only one such card in sight. */
  id: string;
}

/** Where the top of the discard pile lies: a card that is not counted among those in play. */
export const DISCARDED = 'top';

/**
 * Pieces by where they lie: equal cards are told apart by their places, so that no piece flies from where another lay.
 */
export function piecesOf(floor: Floor): (zone: string, cards: readonly string[]) => Piece[] {
  const counts = new Map<string, number>();
  const melds = floor.letters.flatMap((letters, seat) =>
    letters.flatMap((letter) => cardsOf(floor, seat, placeOf(letter))),
  );
  for (const card of [...floor.flop, ...floor.hands.flat(), ...melds]) counts.set(card, (counts.get(card) ?? 0) + 1);
  return (zone, cards) => {
    const here = new Map<string, number>();
    return cards.map((card) => {
      const copy = here.get(card) ?? 0;
      here.set(card, copy + 1);
      return { card, id: (counts.get(card) ?? 0) > (zone === DISCARDED ? 0 : 1) ? `${card} ${zone} ${copy}` : card };
    });
  };
}

/** A rank as the reader's language writes it: a card's name without the mark of its suit. */
export function rankIn(words: Words, card: string): string {
  return words.name('card', card).slice(0, -1);
}

/** A card in a row of others; a joker by its kind alone. */
export function short(card: string, words: Words): string {
  return isJoker(card) ? words.label(card) : words.name('card', card);
}

export function tokensIn(words: Words, count: number): string {
  return words.thing('tokens', String(count));
}

/** A number with a true minus. */
export function signed(number: number): string {
  return String(number).replace('-', '−');
}

/** The four steps of a turn; melding and offers belong to the step that they interrupt. */
export const STEPS = ['trade', 'protect', 'discard', 'tax'];
const STEP_OF: { [phase: string]: number } = {
  trading: 0,
  protecting: 1,
  discarding: 2,
  laying_down: 3,
  paying_tax: 3,
};

export function stepOf(floor: Floor): number {
  return STEP_OF[floor.phase] ?? STEP_OF[floor.resume] ?? 0;
}
