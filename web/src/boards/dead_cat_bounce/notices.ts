/** What came of an action: prices, cards that come, melds as they are now, offers as a whole, money, and the end. */
import type { Notices } from '$/boards/board';
import type { Seen } from '$/client/table.svelte';
import { actionOf } from '$/game/actions';
import type { Words } from '$/game/words';
import {
  cardsOf,
  dividendsOf,
  floorOf,
  letterOf,
  placeOf,
  short,
  tokensIn,
  wantedOfHand,
  without,
  type Floor,
} from './floor';

interface Change {
  old: Floor;
  now: Floor;
  before: Seen;
  after: Seen;
  words: Words;
  players: string[];
  you: number;
  /** Who acted. */
  seat: number;
}

export const notices: Notices = (before, after, words, players, you) => {
  const change: Change = {
    old: floorOf(before),
    now: floorOf(after),
    before,
    after,
    words,
    players,
    you,
    seat: before.toAct[0] ?? 0,
  };
  return [...cameOf(change), ...end(change)];
};

function cameOf(change: Change): string[] {
  const { old, now } = change;
  switch (old.phase) {
    case 'trading':
      return traded(change);
    case 'building':
      return built(change);
    case 'composing':
      return composed(change);
    case 'answering':
    case 'choosing':
      return now.offer_by < 0 ? exchanged(change) : [];
    case 'discarding':
      return now.flop.length < old.flop.length ? [cost(change, without(old.flop, now.flop))] : [];
    case 'paying_tax':
      return now.turn !== old.turn || now.ending === 'last_turns' ? taxed(change) : soldOpenly(change);
    default:
      return [];
  }
}

function told(change: Change, seat: number, name: string, parts: { [name: string]: string }): string {
  return change.words.notice(name, seat === change.you, { player: change.players[seat] ?? '', ...parts });
}

function gained({ old, now }: Change, seat: number): number {
  return (now.purses[seat] ?? 0) - (old.purses[seat] ?? 0);
}

function row(cards: string[], words: Words): string {
  return cards.map((card) => short(card, words)).join(' ');
}

/** What some cards have cost whoever acted. */
function cost(change: Change, cards: string[]): string {
  const { words, seat } = change;
  const tokens = -gained(change, seat);
  const names = cards.map((card) => words.name('card', card)).join(', ');
  return tokens
    ? words.notice('paid', false, { tokens: tokensIn(words, tokens), cards: names })
    : words.notice('free', false, { cards: names });
}

/** §4 Bought, looked, put back or sold from the table; §6 taken over. */
function traded(change: Change): string[] {
  const { old, now, words, seat } = change;
  if (now.flop.length < old.flop.length) return [cost(change, without(old.flop, now.flop))];
  if (now.flop.length > old.flop.length) {
    if (now.stack_size !== old.stack_size) return drawn(change);
    return [
      words.notice('paid_back', false, { tokens: tokensIn(words, gained(change, seat)) }),
      ...leftOver(change, seat, []),
    ];
  }
  const owner = old.letters.findIndex(
    (letters, other) => other !== seat && letters.length > (now.letters[other]?.length ?? 0),
  );
  const gone = owner < 0 ? undefined : old.letters[owner]?.find((letter) => !now.letters[owner]?.includes(letter));
  if (gone) {
    const cards = row(cardsOf(old, owner, placeOf(gone)), words);
    return [words.notice('paid', false, { tokens: tokensIn(words, -gained(change, seat)), cards })];
  }
  return soldOpenly(change);
}

/** §4.4 What was left over of a meld of which a card was sold. */
function soldOpenly(change: Change): string[] {
  const { old, now, seat } = change;
  return now.face_up.length > old.face_up.length ? leftOver(change, seat, []) : [];
}

/** §3.2 Cards that came into the flop, and §11.1 the last turns. */
function drawn({ old, now, words }: Change): string[] {
  const cards = now.flop.slice(old.flop.length);
  return [
    ...(cards.length > 0 ? [words.notice('drawn', false, { cards: row(cards, words) })] : []),
    ...(old.last_turns < 0 && now.last_turns >= 0 ? [words.notice('reshuffled', false, {})] : []),
  ];
}

/** §5.8 The meld as it is now, or §5.11 what was left over when a card was taken up or a run cut. */
function built(change: Change): string[] {
  const { old, now, words, seat } = change;
  if (now.phase === 'building') return [];
  const [had, has] = [cardsOf(old, seat, old.focus), cardsOf(now, seat, old.focus)];
  if (has.length > had.length)
    return [words.notice('built', false, { meld: letterOf(old.focus), cards: row(has, words) })];
  return leftOver(change, seat, takenUp(change));
}

/**
 * §5.9 The card that was taken up: the game itself says with which one the table comes to look as it does. Where it
 * could be either of two, neither is left out.
 */
function takenUp({ before, after, now, old, seat }: Change): string[] {
  if (now.taken_up === old.taken_up) return [];
  const { game, record } = before;
  const taking = game
    .legal(record, seat)
    .map((number) => actionOf(game.manifest, number))
    .filter(({ verb }) => verb === 'take');
  const open = ({ melds, spots, doubles, known }: Floor): string => JSON.stringify([melds, spots, doubles, known]);
  const found = taking.filter((action) => {
    const then = record.slice();
    game.apply(then, seat, action.number, new Uint8Array(game.manifest.chance.bytes));
    return open(game.shown(then) as unknown as Floor) === open(floorOf(after));
  });
  return found.length === 1 ? [found[0]?.parts.card ?? ''] : [];
}

/** §5.11 The cards that came into a hand beside those received. */
function leftOver(change: Change, seat: number, received: string[], given: string[] = []): string[] {
  const { old, now, words } = change;
  const cards = without(now.known[seat] ?? [], [...without(old.known[seat] ?? [], given), ...received]);
  return cards.length > 0 ? [told(change, seat, 'left_over', { cards: row(cards, words) })] : [];
}

/** §7.4 The whole offer, once it is sent, or that a counter-offer was dropped. */
function composed(change: Change): string[] {
  const { old, now, words, seat } = change;
  if (now.phase === 'answering') {
    const [gives, wants] = sidesOf(now, words).map((side) => side.join(', ') || words.label('nothing'));
    return [told(change, now.offer_to, 'offered', { gives: gives ?? '', wants: wants ?? '' })];
  }
  return now.offer_by < 0 && old.is_counter ? [told(change, seat, 'dropped', {})] : [];
}

/** §7.2 What the one side of an offer would give, and what the other. */
export function sidesOf(floor: Floor, words: Words): [string[], string[]] {
  const named = (cards: string[]): string[] => cards.map((card) => words.name('card', card));
  const ofTable = (cards: string[]): string[] => named(cards).map((card) => words.label('of_table', { card }));
  const hand = wantedOfHand(floor);
  const gives = [...named(floor.give), ...ofTable(floor.give_shown)];
  const wants = [...named(hand), ...ofTable(without(floor.want, hand))];
  if (floor.want_any > 0)
    wants.push(
      floor.want_any === 1 ? words.label('one_of_choice') : words.label('of_choice', { count: String(floor.want_any) }),
    );
  if (floor.tokens) (floor.tokens > 0 ? gives : wants).push(tokensIn(words, Math.abs(floor.tokens)));
  return [gives, wants];
}

/** §7.6 What was left over of melds when everything changed hands. */
function exchanged(change: Change): string[] {
  const { old, now } = change;
  const { offer_by: by, offer_to: to } = old;
  const named = wantedOfHand(old);
  const moved =
    JSON.stringify([old.known, old.hand_sizes, old.letters, old.melds, old.purses]) !==
    JSON.stringify([now.known, now.hand_sizes, now.letters, now.melds, now.purses]);
  if (!moved) return [];
  const last = old.want_any > old.chosen.length ? lastChosen(old, now, by) : [];
  const ofChoice = [...old.chosen, ...last];
  return [
    ...leftOver(change, by, [...old.want, ...ofChoice], old.give),
    ...leftOver(change, to, [...old.give, ...old.give_shown], [...named, ...ofChoice]),
  ];
}

/**
 * §7.5 The card that was chosen last: known in the hand it has come to, and not of the one who made the offer before.
 */
function lastChosen(old: Floor, now: Floor, by: number): string[] {
  const own = (old.letters[by] ?? []).flatMap((letter) => cardsOf(old, by, placeOf(letter)));
  const come = without(now.known[by] ?? [], [...without(old.known[by] ?? [], old.give), ...old.want, ...old.chosen]);
  const card = without(come, own)[0] ?? come[0];
  return card === undefined ? [] : [card];
}

/** §10.2 The tax, and §3 the housekeeping of whoever is next. */
function taxed(change: Change): string[] {
  const { old, now, words, seat } = change;
  const tokens = old.hand_sizes[seat] ?? 0;
  const tax = tokens > 0 ? [words.notice('tax', false, { tokens: tokensIn(words, tokens) })] : [];
  return change.after.over ? tax : [...tax, ...fees(change, now.turn), ...drawn(change), ...income(change, now.turn)];
}

/** §3.1 Tokens and block jokers that leave the melds. */
function fees(change: Change, seat: number): string[] {
  const { old, now, words } = change;
  const on = (floor: Floor): number => (floor.protection[seat] ?? []).reduce((all, one) => all + one, 0);
  const tokens = on(old) - on(now);
  const count = (old.blocked[seat]?.length ?? 0) - (now.blocked[seat]?.length ?? 0);
  const jokers = count === 1 ? words.label('one_block') : words.label('blocks', { count: String(count) });
  return [
    ...(tokens > 0 ? [told(change, seat, 'fees', { tokens: tokensIn(words, tokens) })] : []),
    ...(count > 0 ? [told(change, seat, 'unblocked', { jokers })] : []),
  ];
}

/** §3.3 Dividends and §3.4 bonuses. */
function income(change: Change, seat: number): string[] {
  const { now, words } = change;
  const tokens = gained(change, seat);
  if (tokens === 0) return [];
  const dividends = dividendsOf(now, seat);
  return [
    told(change, seat, 'income', {
      tokens: tokensIn(words, tokens),
      dividends: String(dividends),
      bonuses: String(tokens - dividends),
    }),
  ];
}

/** §11.2 A royal flush, and what the others collect. */
function end(change: Change): string[] {
  if (change.now.ending !== 'royal_flush' || change.old.ending === 'royal_flush') return [];
  const collected = change.players.flatMap((_, seat) => [
    ...fees(change, seat),
    ...(seat === change.seat ? [] : income(change, seat)),
  ]);
  return [told(change, change.seat, 'flush', {}), ...collected];
}
