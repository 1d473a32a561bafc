/**
 * What came of an action: sales and what they spoil, cards turned, the commission, thefts, garbage, and the market's
 * close.
 */
import type { Notices } from '$/boards/board';
import {
  cardsOf,
  countedFish,
  euros,
  fishOn,
  halfPriceOf,
  marketOf,
  priceOf,
  type Counts,
  type Market,
} from './market';
import type { Words } from '$/game/words';

interface Told {
  old: Market;
  now: Market;
  words: Words;
  players: string[];
  you: number;
}

export const notices: Notices = (before, after, words, players, you) => {
  const told: Told = { old: marketOf(before), now: marketOf(after), words, players, you };
  const { old, now } = told;
  if (after.over)
    return [...turned(told), ...(old.lot_size > 0 ? [words.notice('lot_lost', false, {})] : []), ...closed(told)];
  return [
    ...turned(told),
    ...sold(told),
    ...(now.buyer >= 0 && old.buyer < 0 ? commission(told) : []),
    ...dealtWith(told),
  ];
};

/** What there is more of in some counts than in others. */
function more(some: Counts, others: Counts): string[] {
  return Object.entries(some).flatMap(([card, count]) =>
    Array<string>(Math.max(0, count - (others[card] ?? 0))).fill(card),
  );
}

function together(...parts: Counts[]): Counts {
  const all: Counts = {};
  for (const [card, count] of parts.flatMap((part) => Object.entries(part))) all[card] = (all[card] ?? 0) + count;
  return all;
}

function costOf(garbage: Counts | undefined): number {
  return fishOn(cardsOf(garbage ?? {}));
}

/** §4.1 The cards that were turned; when nobody could ring they are several (§4.5), the last of them last. */
function turned({ old, now, words }: Told): string[] {
  const cards = more(old.deck, now.deck);
  const last = now.turned[0];
  const shown = cards
    .filter((card) => card !== 'END' && card !== 'CLOSE')
    .sort((one, other) => Number(one === last) - Number(other === last));
  return [
    ...(cards.includes('END') ? [words.notice('end_phase', false, {})] : []),
    ...shown.map((card) => words.notice('turned', false, { card: words.name('card', card) })),
  ];
}

/** §3.2 What a place brought, §3.4 and what it has spoiled. */
function sold({ old, now, words, players, you }: Told): string[] {
  if (!old.phase.startsWith('selling')) return [];
  const seller = old.buyer < 0 ? old.auctioneer : old.buyer;
  const places = (old.stands[seller] ?? []).filter(
    (cards, place) => cards.length > 0 && now.stands[seller]?.[place]?.length === 0,
  );
  const spoiled = players.flatMap((player, seat) =>
    more(now.garbage[seat] ?? {}, old.garbage[seat] ?? {}).map((card) =>
      words.notice('spoiled', seat === you, { player, card: words.name('card', card) }),
    ),
  );
  return [
    ...places.map((cards) =>
      words.notice('earned', false, { money: euros(priceOf(fishOn(cards)), words), fish: countedFish(cards, words) }),
    ),
    ...spoiled,
  ];
}

/** §4.8 The auctioneer's commission. */
function commission({ old, now, words, players, you }: Told): string[] {
  if (old.auctioneer === now.buyer) return [];
  return [
    words.notice('commission', old.auctioneer === you, {
      player: players[old.auctioneer] ?? '',
      money: euros(old.lot_size, words),
    }),
  ];
}

/**
 * §5.2 What was stolen, §5.4 what kinds thrown away will cost, and cards that have found nothing to do (§5.2, §5.8).
 */
function dealtWith({ old, now, words, players, you }: Told): string[] {
  const told: string[] = [];
  const [had, has] = [together(old.lot, old.catch), together(now.lot, now.catch)];
  const fewer = (card: string): number => (had[card] ?? 0) - (has[card] ?? 0);
  const stolen = old.phase === 'stealing' ? more(has, had)[0] : undefined;
  if (stolen) {
    const victim = players.findIndex(
      (_, seat) => JSON.stringify(old.stands[seat]) !== JSON.stringify(now.stands[seat]),
    );
    told.push(
      words.notice('stolen', victim === you, { player: players[victim] ?? '', card: words.name('card', stolen) }),
    );
  }
  if (old.phase === 'throwing') {
    const cost = costOf(now.garbage[old.buyer]) - costOf(old.garbage[old.buyer]);
    if (cost > 0) told.push(words.notice('thrown', false, { money: euros(cost, words) }));
  }
  if (fewer('THIEF') > Number(old.phase === 'stealing')) told.push(words.notice('no_theft', false, {}));
  const buyer = old.buyer < 0 ? now.buyer : old.buyer;
  const hadGarbage = [old, now].some((each) => costOf(each.garbage[buyer]) > 0);
  if (fewer('CAN') > 0 && !hadGarbage) told.push(words.notice('no_garbage', false, {}));
  return told;
}

/** §6.3 Everyone sells at half price and §6.4 pays for the garbage. */
function closed({ old, now, words, players, you }: Told): string[] {
  return players.map((player, seat) => {
    const sales = (old.stands[seat] ?? []).reduce((all, cards) => all + halfPriceOf(fishOn(cards)), 0);
    return words.notice('closing', seat === you, {
      player,
      sales: euros(sales, words),
      costs: euros(costOf(now.garbage[seat]), words),
    });
  });
}
