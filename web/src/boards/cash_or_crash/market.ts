/** The state of Cash or Crash as its manifest names it, and what a page can read off it by counting. */
import type { Known, Seen } from '$/client/table.svelte';
import type { Words } from '$/game/words';

export const GOODS = ['Gold', 'Oil', 'Wheat'] as const;
export type Good = (typeof GOODS)[number];

export type Market = Known<'cash_or_crash'>;

export function marketOf(seen: Seen): Market {
  return seen.of('cash_or_crash');
}

/** How much of each commodity a player's stake shows. */
export function iconsStaked(market: Market, seat: number): number[] {
  return GOODS.map((good) => market.fact('icons_staked', seat, good));
}

/** The cards of a player in an order that is easy to find one's way in. */
export function sorted(cards: readonly string[]): string[] {
  return [...cards].sort();
}

/** The cards that everyone has: the reader's own, wherever they are. */
export function packOf(market: Market, seat: number): string[] {
  const places = [market.hands, market.staked, market.discards];
  return sorted([...new Set(places.flatMap((place) => place[seat] ?? []))]);
}

/** Whether every commodity of the last challenged bid showed enough. */
export function wasRight(market: Market): boolean {
  return market.fact('was_right') === 1;
}

export function bidText(amount: number, goods: readonly string[], words: Words): string {
  return `${amount} ${goods.map((good) => words.name('commodity', good)).join('+')}`;
}

export function hasTurnedUp(market: Market): boolean {
  return market.turned_up.some((cards) => cards.length > 0);
}

/**
 * Whether the last challenge is what the table shows: from the moment it is decided until the reader, or if they are
 * out or watch everyone, has staked anew.
 */
export function isRevealing(market: Market, seat: number): boolean {
  if (!hasTurnedUp(market) || (market.stake_sizes[seat] ?? 0) !== 0) return false;
  return (
    ['red_zone', 'recovering', 'staking', 'paying', 'taking_back'].includes(market.phase) ||
    !market.stake_sizes.some(Boolean)
  );
}

/** Whether everybody's cards lie open, as in the replay of a finished match. */
export function isOpen(market: Market, seat: number): boolean {
  return [market.hands, market.staked, market.discards].some((place) =>
    place.some((cards, one) => one !== seat && cards.length > 0),
  );
}
