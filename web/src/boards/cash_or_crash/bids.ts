/** Composing a bid: whatever is clicked leads to one of the legal bids, so that what is composed can always be said. */
import type { Action } from '$/game/actions';
import { GOODS, type Market } from './market';

export function amountOf(bid: Action): number {
  return Number(bid.parts.amount);
}

export function goodsOf(bid: Action): string[] {
  return (bid.parts.commodities ?? '').split('+');
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return apart(one, other) === 0;
}

/** In how many commodities two sets differ. */
function apart(one: readonly string[], other: readonly string[]): number {
  return GOODS.filter((good) => one.includes(good) !== other.includes(good)).length;
}

/** The smallest by a measure, the first of equals. */
function least<T>(things: readonly T[], measure: (thing: T) => number): T | undefined {
  return things.reduce<T | undefined>(
    (best, thing) => (best === undefined || measure(thing) < measure(best) ? thing : best),
    undefined,
  );
}

/** Where composing begins: as near to the last bid as may be, and as low. */
export function firstBid(bids: readonly Action[], market: Market): Action | undefined {
  return least(
    bids,
    (bid) =>
      amountOf(bid) * 100 + apart(goodsOf(bid), market.goods) * 10 + (same(goodsOf(bid), market.goods) ? -100_000 : 0),
  );
}

/** The bid of this amount, with the commodities of the one composed so far. */
export function withAmount(bids: readonly Action[], chosen: Action, amount: number): Action | undefined {
  return bids.find((bid) => amountOf(bid) === amount && same(goodsOf(bid), goodsOf(chosen)));
}

/** The next bid above or below with the same commodities. */
export function stepped(bids: readonly Action[], chosen: Action, step: 1 | -1): Action | undefined {
  const alike = bids.filter(
    (bid) => same(goodsOf(bid), goodsOf(chosen)) && (amountOf(bid) - amountOf(chosen)) * step > 0,
  );
  return least(alike, (bid) => Math.abs(amountOf(bid) - amountOf(chosen)));
}

/**
 * The bid that comes of naming a commodity, or of no longer naming it: the sets and the amount change as little as may
 * be.
 */
export function toggled(bids: readonly Action[], chosen: Action, good: string): Action | undefined {
  const named = !goodsOf(chosen).includes(good);
  const fitting = bids.filter((bid) => goodsOf(bid).includes(good) === named);
  return least(
    fitting,
    (bid) => apart(goodsOf(bid), goodsOf(chosen)) * 1000 + Math.abs(amountOf(bid) - amountOf(chosen)),
  );
}
