/**
 * The board of Crypto Cards over the real game: it draws every moment, lights what is legal and nothing else, and keeps
 * secrets.
 */
import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import Board from '$/boards/crypto_cards/Board.svelte';
import { ladderOf, shownIn, type Shown } from '$/boards/crypto_cards/cards';
import { Seen } from '$/client/table.svelte';
import type { Action } from '$/game/actions';
import type { Match } from '$/host/match';
import { dragTo } from '../drag';
import { matchOf, playOn, seenOf, wordsOf } from '../game';

const EVERYTHING = { buy_back: 1, face_sales: 3 };
const PLAYERS = ['Wilhelmina Abcdefghi', 'Bot 1', 'Bot 2', 'Bot 3', 'Bot 4', 'Bot 5'];

afterEach(cleanup);

function drawn(match: Match, seen: Seen, more: { live?: boolean; before?: Seen | null; language?: string } = {}) {
  const play = vi.fn<(action: Action) => void>();
  const attempt = vi.fn<(text: string) => void>();
  const { container } = render(Board, {
    seen,
    before: more.before ?? null,
    words: wordsOf(match, more.language),
    players: PLAYERS.slice(0, Number(seen.state.seats)),
    seat: seen.seat,
    live: more.live ?? true,
    race: null,
    play,
    attempt,
  });
  const lit = [...container.querySelectorAll<HTMLElement>('.can')];
  return { container, lit, play, attempt };
}

/** The moments of a game of random play, as a seat sees them. */
async function moments(
  seats: number,
  options: { [name: string]: number } = {},
  key = 7,
  seat = 0,
): Promise<{ match: Match; seen: Seen[] }> {
  const match = await matchOf('crypto_cards', seats, options, key);
  const seen = [seenOf(match, seat)];
  playOn(match, 400, () => seen.push(seenOf(match, seat)));
  return { match, seen };
}

async function momentWith(
  verb: string,
  options: { [name: string]: number } = {},
): Promise<{ match: Match; seen: Seen }> {
  for (let key = 1; key < 30; key++) {
    const game = await moments(2, options, key);
    const seen = game.seen.find((one) => one.actions(verb).length > 0);
    if (seen) return { match: game.match, seen };
  }
  throw new Error(`no game with ${verb}`);
}

describe('every moment', () => {
  test.each([2, 3, 4, 5, 6])(
    'with %i seats: every card that is open lies in one place, and none that is hidden',
    async (seats) => {
      const reader = seats - 1;
      const match = await matchOf('crypto_cards', seats, EVERYTHING, seats);
      let place = 0;
      playOn(match, 400, () => {
        if (place++ % 11 !== 0 && !match.over) return;
        const seen = seenOf(match, reader);
        const shown = shownIn(seen);
        const { container } = drawn(match, seen, { language: place % 2 ? 'en' : 'de' });
        const pieces = [...container.querySelectorAll<HTMLElement>('[data-piece]:not([data-piece=deck])')].map(
          (piece) => piece.dataset.piece,
        );
        expect(pieces.toSorted()).toEqual(
          [...shown.market, ...shown.jokers, ...shown.portfolios.flat(), ...(shown.hands[reader] ?? [])].toSorted(),
        );
        const secret = Array.from({ length: seats }, (_, seat) => seat)
          .filter((seat) => seat !== reader)
          .flatMap((seat) => shownIn(seenOf(match, seat)).hands[seat] ?? []);
        const names = new Set(
          [...container.querySelectorAll('[aria-label]')].map((element) => element.getAttribute('aria-label')),
        );
        for (const card of secret) {
          expect(pieces).not.toContain(card);
          expect(names).not.toContain(wordsOf(match, place % 2 ? 'en' : 'de').name('card', card));
        }
        expect(container.querySelectorAll('.player')).toHaveLength(seats - 1);
        cleanup();
      });
      expect(match.over).toBe(true);
    },
  );

  /** A moment with just these cards in the markets. */
  async function shownWith(...cards: string[]): Promise<Shown> {
    const match = await matchOf('crypto_cards', 2);
    const record = match.view(0);
    const { offset, names } = match.game.manifest.state.fields.find((field) => field.name === 'market')!;
    const bits = cards.reduce((all, card) => all | (1n << BigInt(names!.indexOf(card))), 0n);
    new DataView(record.buffer, record.byteOffset).setBigUint64(offset, bits, true);
    return shownIn(new Seen(match.game, record, 0));
  }

  test('the ladder climbs from the ace to the ten, with the top and the next marked', async () => {
    const ladder = ladderOf(await shownWith('2D', '5D', 'TC'), 'D');
    expect(ladder.map((rung) => rung.card)).toEqual(['TD', '9D', '8D', '7D', '6D', '5D', '4D', '3D', '2D', 'AD']);
    expect(ladder.filter((rung) => rung.isTop).map((rung) => rung.card)).toEqual(['5D']);
    expect(ladder.filter((rung) => rung.isNext).map((rung) => rung.card)).toEqual(['6D']);
    expect(ladderOf(await shownWith(), 'H').at(-1)).toMatchObject({ card: 'AH', isNext: true, isTop: false });
    expect(ladderOf(await shownWith('TC'), 'C').some((rung) => rung.isNext)).toBe(false);
  });
});

describe('whose turn comes next', () => {
  /** The seats that a board marks, and what stands below the jokers. */
  function told(match: Match, seen: Seen): { next: string[]; jokers: string } {
    const { container } = drawn(match, seen);
    const next = [...container.querySelectorAll<HTMLElement>('[data-next]')].map(
      (mark) => mark.closest<HTMLElement>('[data-seat]')!.dataset.seat!,
    );
    const jokers = container.querySelectorAll('.stock')[1]!.querySelector('p span')!.textContent;
    cleanup();
    return { next, jokers };
  }

  test('is not said where it is always the player on the left', async () => {
    const { match, seen } = await moments(3);
    for (const moment of seen.filter((one, place) => place % 5 === 0 || one.over))
      expect(told(match, moment)).toEqual({ next: [], jokers: 'Jokers' });
  });

  test('is marked where the direction turns round, be it the same seat', async () => {
    const { match, seen } = await moments(3, { direction: 1 });
    const order = [0, 1, 2, 2, 1, 0];
    for (const moment of seen.filter((one, place) => place % 3 === 0 && !one.over)) {
      const turn = shownIn(moment).turn_number;
      expect(moment.toAct).toEqual([order[turn % 6]]);
      expect(told(match, moment).next).toEqual([String(order[(turn + 1) % 6])]);
    }
    expect(told(match, seen.at(-1)!).next).toEqual([]);
  });

  test('is marked in the last round, which is called so', async () => {
    const { match, seen } = await moments(3, { crash: 1 });
    const last = seen.filter((one) => shownIn(one).jokers.length === 2 && !one.over);
    expect(last.length).toBeGreaterThan(0);
    for (const moment of last) {
      const seat = shownIn(moment).seat;
      expect(told(match, moment)).toEqual({ next: seat === 2 ? [] : [String(seat + 1)], jokers: 'Last round' });
    }
    expect(seen.at(-1)!.state.ending).toBe('last_round');
  });
});

describe('what is lit', () => {
  test.each([{}, EVERYTHING])('is exactly what is legal, and a click plays it (%o)', async (options) => {
    const { match, seen } = await moments(3, options, 5);
    const words = wordsOf(match);
    for (const moment of seen.filter((one, place) => one.legal.length > 0 && place % 4 === 0)) {
      const { lit, play } = drawn(match, moment);
      expect(lit.map((element) => element.getAttribute('aria-label') ?? element.textContent).toSorted()).toEqual(
        moment.legal.map((action) => words.action(action)).toSorted(),
      );
      for (const element of lit) {
        expect(element.tagName).toBe('BUTTON');
        element.click();
        expect(words.action(play.mock.lastCall![0])).toBe(element.getAttribute('aria-label') ?? element.textContent);
      }
      expect(new Set(play.mock.calls.map(([action]) => action.text))).toEqual(
        new Set(moment.legal.map((action) => action.text)),
      );
      cleanup();
    }
  });

  test('nothing in a replay, and nothing can be clicked', async () => {
    const { match, seen } = await moments(2, EVERYTHING);
    for (const moment of seen.filter((_, place) => place % 5 === 0)) {
      const { container, lit } = drawn(match, moment, { live: false });
      expect(lit).toHaveLength(0);
      expect(container.querySelectorAll('button')).toHaveLength(0);
      cleanup();
    }
  });

  test('nothing while another acts or when it is over', async () => {
    const { match, seen } = await moments(3, EVERYTHING);
    const waiting = [seen.find((one) => !one.toAct.includes(0) && !one.over)!, seen.at(-1)!];
    for (const moment of waiting) {
      const { container } = drawn(match, moment);
      expect(container.querySelectorAll('.can, button')).toHaveLength(0);
      cleanup();
    }
    expect(seen.at(-1)!.over).toBe(true);
  });
});

describe('steps', () => {
  test('a face in the hand endorses, and then a number of the portfolio is sold', async () => {
    const { match, seen } = await momentWith('endorse');
    const action = seen.actions('endorse')[0]!;
    const { container, play } = drawn(match, seen);
    container.querySelector<HTMLElement>(`.hand [data-piece="${action.parts.card}"]`)!.click();
    expect(play).toHaveBeenCalledExactlyOnceWith(action);
    cleanup();
    const { match: later, seen: after } = await endorsed();
    const next = drawn(later, after);
    expect(next.container.querySelector('.hint')).toHaveTextContent('Now choose the number to sell.');
    expect(next.lit.every((element) => element.closest('.fan.own'))).toBe(true);
    next.lit[0]!.click();
    expect(next.play.mock.lastCall![0].verb).toBe('sell');
  });

  async function endorsed(): Promise<{ match: Match; seen: Seen }> {
    for (let key = 1; key < 30; key++) {
      const { match, seen } = await moments(2, {}, key);
      const found = seen.find((one) => one.state.phase === 'endorsing' && one.legal.length > 0);
      if (found) return { match, seen: found };
    }
    throw new Error('nobody endorses');
  }

  test('the top of a market is bought back', async () => {
    const { match, seen } = await momentWith('buy', { buy_back: 1 });
    const action = seen.actions('buy')[0]!;
    const { container, play } = drawn(match, seen);
    const top = ladderOf(shownIn(seen), action.parts.market!).find((rung) => rung.isTop)!;
    container.querySelector<HTMLElement>(`.market [data-piece="${top.card}"]`)!.click();
    expect(play).toHaveBeenCalledExactlyOnceWith(action);
  });

  test('a card that may not be played now is tried, so that the page can say why', async () => {
    const { match, seen } = await moments(2);
    const moment = seen.find(
      (one) => one.legal.length === 1 && one.action('pass') && shownIn(one).portfolios[0]!.length > 0,
    )!;
    const card = shownIn(moment).portfolios[0]![0]!;
    const { container, play, attempt } = drawn(match, moment);
    container.querySelector<HTMLElement>(`.fan.own [data-piece="${card}"]`)!.click();
    expect(attempt).toHaveBeenCalledExactlyOnceWith(`sell ${card}`);
    expect(play).not.toHaveBeenCalled();
    container.querySelector<HTMLElement>('[data-pass]')!.click();
    expect(play).toHaveBeenCalledExactlyOnceWith(moment.action('pass'));
  });

  test('where a lit card would go is shown on its market', async () => {
    const { match, seen } = await momentWith('sell');
    const card = seen.actions('sell')[0]!.parts.card!;
    const { container } = drawn(match, seen);
    container.querySelector<HTMLElement>(`.fan.own [data-piece="${card}"]`)!.focus();
    await vi.waitFor(() => expect(container.querySelectorAll('.aimed')).toHaveLength(1));
  });
});

describe('a card is dragged', () => {
  const cardIn = (root: HTMLElement, area: string, card: string): HTMLElement =>
    root.querySelector<HTMLElement>(`.${area} [data-piece="${card}"]`)!;

  test('from the portfolio to its market, to be sold', async () => {
    const { match, seen } = await momentWith('sell');
    const { container, play, attempt } = drawn(match, seen);
    const sale = seen.actions('sell')[0]!;
    const { card } = sale.parts;
    dragTo(cardIn(container, 'laid', card!), container.querySelector('[data-drop=portfolio]'));
    dragTo(cardIn(container, 'laid', card!), null);
    expect(play).not.toHaveBeenCalled();
    dragTo(cardIn(container, 'laid', card!), container.querySelector(`[data-drop=${card!.slice(1)}] .ladder`));
    expect(play).toHaveBeenCalledExactlyOnceWith(sale);
    expect(attempt).not.toHaveBeenCalled();
  });

  test.each(['transfer', 'endorse'])(
    'from the hand to the portfolio, to %s it; to a market it asks the rules',
    async (verb) => {
      const { match, seen } = await momentWith(verb);
      const { container, play, attempt } = drawn(match, seen);
      const action = seen.actions(verb)[0]!;
      const { card } = action.parts;
      dragTo(cardIn(container, 'held', card!), container.querySelector(`[data-drop=${card!.slice(1)}]`));
      expect(attempt).toHaveBeenCalledExactlyOnceWith(`sell ${card}`);
      dragTo(cardIn(container, 'held', card!), container.querySelector('[data-drop=portfolio]'));
      expect(play).toHaveBeenCalledExactlyOnceWith(action);
    },
  );

  test('only when it is the reader’s turn', async () => {
    const { match, seen } = await momentWith('transfer');
    const { container, play } = drawn(match, seen, { live: false });
    expect(container.querySelector('.drags')).toBeNull();
    dragTo(
      cardIn(container, 'held', seen.actions('transfer')[0]!.parts.card!),
      container.querySelector('[data-drop=portfolio]'),
    );
    expect(play).not.toHaveBeenCalled();
  });

  test('and the click that a browser makes of it does nothing', async () => {
    const { match, seen } = await momentWith('transfer');
    const { container, play } = drawn(match, seen);
    const card = cardIn(container, 'held', seen.actions('transfer')[0]!.parts.card!);
    dragTo(card, null);
    card.click();
    expect(play).not.toHaveBeenCalled();
    await new Promise((done) => setTimeout(done));
    card.click();
    expect(play).toHaveBeenCalledOnce();
  });
});
