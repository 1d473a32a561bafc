/**
 * The fish market's board over real games: it draws every moment, lights what is legal and nothing else, and tells what
 * happened.
 */
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BoardProps } from '$/boards/board';
import Board from '$/boards/cash_a_catch/Board.svelte';
import { marketOf } from '$/boards/cash_a_catch/market';
import { Pieces } from '$/boards/cash_a_catch/pieces';
import type { Seen } from '$/client/table.svelte';
import type { Match } from '$/host/match';
import { Race } from '$/host/race';
import { matchOf, playOn, seenOf, wordsOf } from '../game';
import { dragTo } from '../drag';

afterEach(cleanup);

function playersOf(match: Match): string[] {
  return match.start.players;
}

function propsOf(match: Match, seat = 0, more: Partial<BoardProps> = {}) {
  const given: Omit<BoardProps, 'play' | 'attempt'> = {
    seen: seenOf(match, seat),
    before: null,
    words: wordsOf(match),
    players: playersOf(match),
    seat,
    live: true,
    race: null,
  };
  return { ...given, ...more, play: vi.fn<BoardProps['play']>(), attempt: vi.fn<BoardProps['attempt']>() };
}

function draw(props: BoardProps): HTMLElement {
  return render(Board, { props }).container;
}

function lit(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.can')];
}

/**
 * A game played at random until something is so; nobody rings for less than so many cards, so that there is something
 * to deal with.
 */
async function matchWhere(
  seats: number,
  isSo: (seen: Seen, match: Match) => boolean,
  { options = {}, least = 4, seat = 0 } = {},
): Promise<Match> {
  for (let key = 1; key < 60; key++) {
    const match = await matchOf('cash_a_catch', seats, options, key);
    const thought = match.game.chance(new Uint8Array(32).fill(key));
    for (let done = 0; done < 400 && !match.over; done++) {
      if (isSo(seenOf(match, seat), match)) return match;
      const actor = match.toAct[0]!;
      const seen = seenOf(match, actor);
      const hold = marketOf(seen).lot_size < least ? seen.action('hold') : undefined;
      match.play(actor, hold?.number ?? match.game.anyAction(match.view(actor), actor, thought));
    }
  }
  throw new Error('no such moment has come');
}

const inPhase =
  (phase: string, seat = 0) =>
  (seen: Seen) =>
    marketOf(seen).phase === phase && seen.toAct.includes(seat);

/** Everything that clicks on lit things lead to, where a click may light other things first. */
async function reached(props: ReturnType<typeof propsOf>): Promise<string[]> {
  const root = draw(props);
  const found = new Set<string>();
  const clickAll = async (things: HTMLElement[]): Promise<void> => {
    for (const thing of things) {
      props.play.mockClear();
      await fireEvent.click(thing);
      const played = props.play.mock.calls.map(([action]) => action.text);
      played.forEach((text) => found.add(text));
      const places = played.length === 0 ? [...root.querySelectorAll<HTMLElement>('[data-place].can')] : [];
      expect(played.length + places.length).toBeGreaterThan(0);
      if (places.length > 0) await clickAll(places);
    }
  };
  await clickAll(lit(root));
  cleanup();
  return [...found].sort();
}

describe('the market', () => {
  it.each([3, 4, 5])(
    'is drawn at every moment for %i players, and lights nothing for those who cannot act',
    async (seats) => {
      const match = await matchOf('cash_a_catch', seats);
      const props = propsOf(match);
      const { container, rerender } = render(Board, { props });
      let moments = 0;
      const looks: (() => Promise<void>)[] = [];
      playOn(match, 400, (now) => {
        const seen = seenOf(now);
        if (++moments % 6 === 0 || now.over) looks.push(() => rerender({ seen }));
      });
      for (const look of looks) await look();
      expect(container.querySelectorAll('[data-seat]')).toHaveLength(seats);
      const last = seenOf(match);
      await rerender({ seen: last });
      for (const seat of match.seats) {
        const cards = marketOf(last).stands[seat]!.flat();
        expect(container.querySelectorAll(`[data-seat="${seat}"] [data-place] [data-card]`)).toHaveLength(cards.length);
      }
      if (!last.toAct.includes(0)) expect(lit(container)).toHaveLength(0);
    },
  );

  it('names every card that lies on a stand from bottom to top', async () => {
    const match = await matchWhere(4, (seen) =>
      marketOf(seen)
        .stands.flat()
        .some((cards) => cards.length > 3),
    );
    const root = draw(propsOf(match));
    marketOf(seenOf(match)).stands.forEach((stand, seat) =>
      stand.forEach((cards, place) => {
        const shown = root.querySelectorAll<HTMLElement>(
          `[data-seat="${seat}"] [data-place="${['crate1', 'crate2', 'tub'][place]}"] [data-card]`,
        );
        expect([...shown].map((card) => card.dataset.card)).toEqual(cards);
      }),
    );
  });

  it('lights nothing in a replay, and its bell cannot be struck', async () => {
    for (const phase of ['selling', 'bell', 'stealing', 'throwing', 'laying']) {
      const match = await matchWhere(4, inPhase(phase));
      const root = draw(propsOf(match, 0, { live: false }));
      expect(lit(root)).toHaveLength(0);
      expect(root.querySelectorAll('button:not(:disabled)')).toHaveLength(0);
      cleanup();
    }
  });
});

describe('what is lit', () => {
  it.each(['selling', 'bell', 'stealing', 'throwing', 'laying', 'canning', 'selling_catch'])(
    'leads to exactly what is legal: %s',
    async (phase) => {
      const match = await matchWhere(4, inPhase(phase));
      const props = propsOf(match);
      expect(await reached(props)).toEqual(props.seen.legal.map((action) => action.text).sort());
    },
  );

  it('has its own top cards too where a thief may take them', async () => {
    const match = await matchWhere(3, (seen) => inPhase('stealing')(seen) && seen.action('steal 0 tub') !== undefined, {
      options: { thief_own: 1 },
    });
    expect(await reached(propsOf(match))).toContain('steal 0 tub');
  });

  it('is called by the action in words', async () => {
    const match = await matchWhere(4, (seen) => inPhase('selling')(seen) && seen.action('sell tub') !== undefined);
    const root = draw(propsOf(match));
    expect(root.querySelector('[data-mine] [data-place="tub"]')).toHaveAccessibleName('sell the ice tub');
    expect(root.querySelector('.deck.can')).toHaveAccessibleName('open the auction');
  });

  it('asks for a place once a card is chosen, and forgets it when the moment changes', async () => {
    const match = await matchWhere(
      4,
      (seen) =>
        inPhase('laying')(seen) &&
        seen
          .actions('lay')
          .some((one) => seen.actions('lay').filter((other) => other.parts.card === one.parts.card).length > 1),
    );
    const props = propsOf(match);
    const { container, rerender } = render(Board, { props });
    const lay = props.seen
      .actions('lay')
      .find((one) => props.seen.actions('lay').some((other) => other.parts.card === one.parts.card && other !== one))!;
    const card = container.querySelector<HTMLElement>(`.tray [data-card="${lay.parts.card}"]`)!;
    await fireEvent.click(card);
    expect(card).toHaveAttribute('aria-pressed', 'true');
    expect(props.play).not.toHaveBeenCalled();
    const place = container.querySelector<HTMLElement>(`[data-mine] [data-place="${lay.parts.place}"]`)!;
    expect(place).toHaveAccessibleName(props.words.action(lay));
    await fireEvent.click(place);
    expect(props.play).toHaveBeenCalledWith(lay);
    await rerender({ seen: seenOf(match) });
    expect(container.querySelectorAll('[data-place].can, .chosen')).toHaveLength(0);
  });

  it('takes a card that is dragged onto a place, and asks the rules about any other place', async () => {
    const match = await matchWhere(4, inPhase('laying'));
    const props = propsOf(match);
    const root = draw(props);
    const card = root.querySelector<HTMLElement>('.tray .can')!;
    for (const place of ['crate1', 'crate2', 'tub']) {
      const text = `lay ${card.dataset.card} ${place}`;
      dragTo(card, root.querySelector(`[data-mine] [data-place="${place}"]`));
      const action = props.seen.action(text);
      if (action) expect(props.play).toHaveBeenLastCalledWith(action);
      else expect(props.attempt).toHaveBeenLastCalledWith(text);
    }
  });
});

describe('money', () => {
  it.each([
    ['en', '€30'],
    ['de', '30 €'],
  ] as const)('is written as one writes it: %s', async (language, written) => {
    const match = await matchOf('cash_a_catch', 3);
    const root = draw(propsOf(match, 0, { words: wordsOf(match, language) }));
    expect([...root.querySelectorAll('.money')].map((each) => each.textContent.trim())).toEqual([
      written,
      written,
      written,
    ]);
    expect(root.querySelector('.money [role=img]')).toHaveAccessibleName(written);
  });
});

describe('the bell', () => {
  const space = (): KeyboardEvent => new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });

  it('rings by the space bar, unless somebody writes or another button has the focus', async () => {
    const match = await matchWhere(4, inPhase('bell'));
    const props = propsOf(match, 0, {
      race: { pace: 8, left: 8, opens: 0, runs: true, since: performance.now() / 1000 },
    });
    const root = draw(props);
    const field = root.appendChild(document.createElement('input'));
    field.dispatchEvent(space());
    root.appendChild(document.createElement('button')).dispatchEvent(space());
    expect(props.play).not.toHaveBeenCalled();
    document.body.dispatchEvent(space());
    expect(props.play).toHaveBeenCalledExactlyOnceWith(props.seen.action('ring'));
    expect(root.querySelector('.deck.can')).toBeNull();
  });

  it('opens a moment later for the auctioneer of three, and then buys', async () => {
    const match = await matchWhere(
      3,
      (seen) =>
        marketOf(seen).phase === 'bell' &&
        marketOf(seen).auctioneer === 0 &&
        seen.legal.length === 0 &&
        marketOf(seen).money[0]! >= 10,
    );
    const race = Race.open(match, 8, 100)!;
    const opens = race.opensFor(0);
    const open = { pace: 8, left: 8, opens, runs: true, since: performance.now() / 1000 };
    const props = propsOf(match, 0, { race: open });
    const { container, rerender } = render(Board, { props });
    await tick();
    expect(lit(container)).toHaveLength(0);
    await fireEvent.click(container.querySelector('[data-bell]')!);
    expect(props.attempt).not.toHaveBeenCalled();
    await rerender({ race: { ...open, left: 8 - opens - 0.1 } });
    await tick();
    expect(lit(container).map((thing) => thing.matches('[data-bell]'))).toEqual([true]);
    await fireEvent.click(container.querySelector('[data-bell]')!);
    expect(props.attempt).toHaveBeenCalledExactlyOnceWith('ring');
  });

  it('is dark, says why, and asks the rules if it is struck all the same', async () => {
    const auctioneer = await matchWhere(
      4,
      (seen) => marketOf(seen).phase === 'bell' && marketOf(seen).auctioneer === 0,
    );
    const poor = await matchWhere(
      5,
      (seen) => marketOf(seen).phase === 'bell' && marketOf(seen).auctioneer !== 0 && marketOf(seen).money[0]! < 10,
    );
    for (const [match, sentence] of [
      [auctioneer, 'you may not ring'],
      [poor, 'it takes €10'],
    ] as const) {
      const props = propsOf(match);
      const root = draw(props);
      expect(lit(root)).toHaveLength(0);
      expect(root.querySelector('.prompt')).toHaveTextContent(sentence);
      await fireEvent.click(root.querySelector('[data-bell]')!);
      expect(props.attempt).toHaveBeenCalledWith('ring');
      cleanup();
    }
  });

  it('never shows who has held', async () => {
    const match = await matchWhere(5, inPhase('bell', 2), { seat: 2 });
    const before = draw(propsOf(match, 2)).innerHTML;
    cleanup();
    const other = match.toAct.find((seat) => seat !== 2)!;
    match.play(other, seenOf(match, other).action('hold')!.number);
    expect(draw(propsOf(match, 2)).innerHTML).toBe(before);
  });
});

describe('the cards', () => {
  it('keep their numbers when they move, and no two have the same', async () => {
    const match = await matchOf('cash_a_catch', 4);
    const followed = new Pieces();
    let lying = followed.follow(seenOf(match));
    playOn(match, 300, (now) => {
      const seen = seenOf(now);
      const before = lying;
      lying = followed.follow(seen);
      const zones = [
        'lot',
        'catch',
        'discards',
        ...now.seats.flatMap((seat) => ['crate1', 'crate2', 'tub', 'garbage'].map((place) => `${seat} ${place}`)),
      ];
      const numbers = zones.flatMap((zone) => lying.in(zone).map((piece) => piece.number));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(numbers.length).toBe(104 - marketOf(seen).deck_size);
      for (const piece of zones.flatMap((zone) => before.in(zone))) expect(numbers).toContain(piece.number);
      expect(lying.next).toBe(numbers.length + 1);
    });
  });
});
