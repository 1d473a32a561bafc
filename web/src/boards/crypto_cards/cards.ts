/** What the board of Crypto Cards draws: the record's fields with their types, and cards put in order. */
import type { Known, Seen } from '$/client/table.svelte';
import type { Action } from '$/game/actions';
import type { Words } from '$/game/words';

export type Shown = Known<'crypto_cards'>;

export const SUITS = ['C', 'D', 'H', 'S'];
export const JOKERS = ['X1', 'X2'];
const NUMBERS = [...'A23456789T'];
const FACES = [...'JQK'];

export function shownIn(seen: Seen): Shown {
  return seen.of('crypto_cards');
}

export function suitOf(card: string): string {
  return card.slice(1);
}

export function isFace(card: string): boolean {
  return FACES.includes(card.slice(0, 1));
}

/** The cards of each suit that is there; a record's sets are in the order of the pack. */
export function bySuit(cards: string[]): { suit: string; cards: string[] }[] {
  return SUITS.map((suit) => ({ suit, cards: cards.filter((card) => suitOf(card) === suit) })).filter(
    (group) => group.cards.length > 0,
  );
}

export interface Rung {
  card: string;
  sold: boolean;
  isTop: boolean;
  isNext: boolean;
}

/** The ladder of a market from the ten down to the ace. */
export function ladderOf(shown: Shown, suit: string): Rung[] {
  const top = shown.named('market', shown.fact('top_card', suit));
  const next = shown.named('market', shown.fact('next_card', suit));
  return NUMBERS.map((rank) => rank + suit)
    .map((card) => ({ card, sold: shown.market.includes(card), isTop: card === top, isNext: card === next }))
    .reverse();
}

/** A rank as the reader's language writes it: a card's name without the mark of its suit. */
export function rankIn(words: Words, card: string): string {
  return words.name('card', card).slice(0, -1);
}

/**
 * Whose turn comes next, where that need not be the player on the left: the direction turns round, or the last round is
 * being played. Else, and where nobody's comes, -1.
 */
export function nextTold(shown: Shown): number {
  const told = shown.direction === 'turning' || shown.fact('is_last_round') === 1;
  return told ? shown.fact('next_in_turn') : -1;
}

/** What the reader can do now, in a sentence or two, told from the legal actions alone. */
export function hint(seen: Seen, words: Words): string {
  const can = (verb: string): boolean => seen.actions(verb).length > 0;
  if (can('transfer')) return words.label('then_transfer');
  if (shownIn(seen).phase === 'endorsing') return words.label(can('pass') ? 'sell_more' : 'then_sell');
  if (can('sell') && !can('pass')) return words.label('must_sell');
  const ways = [can('sell') && 'may_sell', can('endorse') && 'may_endorse', can('buy') && 'may_buy'].filter(
    (way) => way !== false,
  );
  return (ways.length > 0 ? ways : ['only_pass']).map((way) => words.label(way)).join(' ');
}

/** What a click on a card does: the legal action, or what a person tries with it. */
export interface Touch {
  action: Action | undefined;
  tried: string;
}

/** Where a card is dropped that is not to go to a market: the reader's own portfolio. */
export const PORTFOLIO = 'portfolio';

/**
 * What it means to drop a card of the hand or of the portfolio on a market, or a card of the hand on the portfolio;
 * nothing elsewhere.
 */
export function dropped(seen: Seen, card: string, held: boolean, place: string): Touch | null {
  if (place === suitOf(card)) return { action: seen.action(`sell ${card}`), tried: `sell ${card}` };
  if (place !== PORTFOLIO || !held) return null;
  const action = seen.action(`transfer ${card}`) ?? seen.action(`endorse ${card}`);
  return { action, tried: `${isFace(card) ? 'endorse' : 'transfer'} ${card}` };
}
