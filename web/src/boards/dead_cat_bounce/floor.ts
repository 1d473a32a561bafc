/**
 * What the board of Dead-Cat Bounce draws: the record's fields with their types, melds in their order, and plain
 * counting for price tags.
 */
import type { Seen } from '$/client/table.svelte';
import type { Words } from '$/game/words';

export interface Floor {
  phase: string;
  resume: string;
  ending: string;
  turn: number;
  last_turns: number;
  purses: number[];
  hand_sizes: number[];
  hands: string[][];
  known: string[][];
  stack_size: number;
  flop: string[];
  face_up: string[];
  sold_sizes: number[];
  letters: string[][];
  melds: string[][][];
  doubles: string[][][];
  spots: string[][][];
  thieves: string[][][];
  protection: number[][];
  blocked: string[][];
  taken_up: number;
  focus: number;
  is_begun: number;
  offer_by: number;
  offer_to: number;
  is_counter: number;
  give: string[];
  give_shown: string[];
  want: string[];
  want_any: number;
  tokens: number;
  chosen: string[];
  /** What the offer that is answered by a counter-offer gave from the hand. */
  first_give: string[];
  mixed_runs: string;
}

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
const PRICES: { [rank: string]: number } = { A: 5, 2: 2, J: 2, Q: 3, K: 4 };
const JOKER_PRICE = 2;

export function floorOf(seen: Seen): Floor {
  return seen.state as unknown as Floor;
}

export function isJoker(card: string): boolean {
  return JOKERS.includes(card);
}

/** §1.3 */
export function priceOf(card: string): number {
  return isJoker(card) ? JOKER_PRICE : (PRICES[card.slice(0, 1)] ?? 1);
}

export function placeOf(letter: string): number {
  return letter.charCodeAt(0) - 'A'.charCodeAt(0);
}

export function letterOf(place: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + place);
}

/**
 * The cards of a meld: a run from its lowest spot to its highest, jokers where no card stands; another meld in the
 * order of the pack.
 */
export function cardsOf(floor: Floor, seat: number, place: number): string[] {
  const of = (grid: string[][][]): string[] => grid[seat]?.[place] ?? [];
  const [cards, spots, doubles, thieves] = [of(floor.melds), of(floor.spots), of(floor.doubles), of(floor.thieves)];
  if (spots.length === 0) return cards.flatMap((card) => (doubles.includes(card.slice(1)) ? [card, card] : [card]));
  const byRank = new Map(cards.map((card) => [card.slice(0, 1), card]));
  return spots.map((spot) => byRank.get(rankAt(spot)) ?? (thieves.includes(spot) ? 'thief' : 'wild'));
}

function rankAt(spot: string): string {
  return spot === 'low_ace' ? 'A' : spot;
}

/** §3.3 What a meld pays: counted from its cards, as they stand. */
export function dividendOf(floor: Floor, seat: number, place: number): number {
  const cards = cardsOf(floor, seat, place).filter((card) => !isJoker(card));
  const prices = cards.map(priceOf);
  if (cards.length === 1) return cards[0]?.startsWith('2') ? 2 : 1;
  const isMixedRun = floor.mixed_runs === 'on' && (floor.spots[seat]?.[place]?.length ?? 0) > 0;
  return (isMixedRun ? (prices[0] ?? 0) : Math.max(...prices)) + cards.length - 1;
}

export function dividendsOf(floor: Floor, seat: number): number {
  return (floor.letters[seat] ?? []).reduce((all, letter) => all + dividendOf(floor, seat, placeOf(letter)), 0);
}

export function meldsOf(floor: Floor, seat: number): Meld[] {
  return (floor.letters[seat] ?? []).map((letter) => {
    const place = placeOf(letter);
    const cards = cardsOf(floor, seat, place);
    const protection = floor.protection[seat]?.[place] ?? 0;
    const worth = cards.reduce((all, card) => all + (isJoker(card) ? 0 : priceOf(card)), 0);
    return {
      letter,
      cards,
      ranks: (floor.spots[seat]?.[place] ?? []).map(rankAt),
      protection,
      blocked: floor.blocked[seat]?.includes(letter) ?? false,
      price: worth + protection,
      dividend: dividendOf(floor, seat, place),
      inWork: floor.phase === 'building' && floor.turn === seat && floor.focus === place,
    };
  });
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

/**
 * §7.2 The wanted cards that would come out of the other's hand: those just offered from there, and those that do not
 * lie on the table.
 */
export function wantedOfHand(floor: Floor): string[] {
  const table = (floor.letters[floor.offer_to] ?? []).flatMap((letter) =>
    cardsOf(floor, floor.offer_to, placeOf(letter)),
  );
  const others = without(floor.want, floor.first_give);
  return [...without(floor.want, others), ...without(others, table)];
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
  return count === 1 ? words.label('one_token') : words.label('tokens', { count: String(count) });
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
