/**
 * The board of Cash or Crash over the real game: what it lights, what a click does, what it tells and what it keeps to
 * itself.
 */
import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import Board from '$/boards/cash_or_crash/Board.svelte';
import { amountOf, firstBid, goodsOf, stepped, toggled } from '$/boards/cash_or_crash/bids';
import { GOODS, marketOf, wasRight } from '$/boards/cash_or_crash/market';
import type { RaceSeen } from '$/client/race';
import type { Seen } from '$/client/table.svelte';
import type { Action } from '$/game/actions';
import type { Match } from '$/host/match';
import { dragTo } from '../drag';
import { matchOf, playOn, seenOf, wordsOf } from '../game';

const CLASSIC = 0;
const ENDURANCE = 1;
const BLITZ = 2;

vi.setConfig({ testTimeout: 20_000 });
afterEach(cleanup);

interface Shown {
  root: HTMLElement;
  played: Action[];
  tried: string[];
  show(seen: Seen): Promise<void>;
}

function shown(
  match: Match,
  seen: Seen,
  more: {
    live?: boolean;
    before?: Seen | null;
    race?: RaceSeen;
  } = {},
): Shown {
  const played: Action[] = [];
  const tried: string[] = [];
  const props = {
    seen,
    before: more.before ?? null,
    words: wordsOf(match),
    players: match.start.players,
    seat: seen.seat,
    live: more.live ?? true,
    race: more.race ?? null,
    play: (action: Action) => void played.push(action),
    attempt: (text: string) => void tried.push(text),
  };
  const { container, rerender } = render(Board, props);
  return { root: container, played, tried, show: (next) => rerender({ ...props, before: seen, seen: next }) };
}

function lit(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.can')];
}

function click(root: HTMLElement, selector: string): void {
  const found = root.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  found.click();
}

/** Play at random until a moment is wanted; false when the match ends before. */
function until(match: Match, wanted: () => boolean, most = 4000): boolean {
  for (let done = 0; done < most && !match.over; done++) {
    if (wanted()) return true;
    playOn(match, 1);
  }
  return wanted();
}

/** A match in which the reader has these verbs to choose from. */
async function matchWith(
  verbs: string[],
  seats: number,
  options: { [name: string]: number } = {},
): Promise<{ match: Match; seen: Seen }> {
  for (let key = 1; key < 40; key++) {
    const match = await matchOf('cash_or_crash', seats, options, key);
    playOn(match, key * 3);
    if (until(match, () => verbs.every((verb) => seenOf(match).actions(verb).length > 0), 600))
      return { match, seen: seenOf(match) };
  }
  throw new Error(`nobody may ${verbs.join(', ')}`);
}

describe('the board', () => {
  test.each([2, 3, 4, 5, 6, 7, 8])(
    'is drawn at many moments for %i players, and lights what is legal',
    async (seats) => {
      const match = await matchOf('cash_or_crash', seats, {
        variant: seats % 3,
        doubling: seats % 2,
        cards: seats === 5 ? 1 : 0,
      });
      const board = shown(match, seenOf(match));
      let moment = 0;
      for (let done = 0; done < 60 && !match.over; done++) {
        playOn(match, 1);
        if (moment++ % 5 > 0 && seenOf(match).legal.length === 0) continue;
        const seen = seenOf(match);
        await board.show(seen);
        const does = lit(board.root).map((element) => element.dataset.does);
        for (const text of does) expect(seen.action(text ?? '')?.text).toBe(text);
        for (const bid of board.root.querySelectorAll<HTMLElement>('[data-leads]'))
          expect(seen.action(bid.dataset.leads!)).toBeDefined();
        const single = seen.legal.filter((action) => action.verb !== 'bid').map((action) => action.text);
        expect(does.filter((text) => !text!.startsWith('bid')).sort()).toEqual(single.sort());
        expect(does.filter((text) => text!.startsWith('bid'))).toHaveLength(seen.actions('bid').length > 0 ? 1 : 0);
        for (const element of lit(board.root)) expect(element.getAttribute('aria-label')).toBeTruthy();
      }
    },
  );

  test('lights nothing in a replay, and nothing when others act', async () => {
    const { match, seen } = await matchWith(['challenge', 'add'], 3);
    const { root } = shown(match, seen, { live: false });
    expect(lit(root)).toHaveLength(0);
    expect(root.querySelectorAll('button:not(.note)')).toHaveLength(0);
    const other = seenOf(match, 1);
    expect(other.legal).toHaveLength(0);
    expect(lit(shown(match, other).root)).toHaveLength(0);
  });

  test('plays what is clicked', async () => {
    const { match, seen } = await matchWith(['challenge', 'add', 'bid'], 4);
    const { root, played } = shown(match, seen);
    const add = seen.actions('add')[0]!;
    click(root, `[data-does="${add.text}"]`);
    click(root, '[data-does="challenge"]');
    expect(played.map((action) => action.text)).toEqual([add.text, 'challenge']);
  });

  test('swaps in two clicks: a card of the hand, then a discard', async () => {
    const { match, seen } = await matchWith(['swap'], 3);
    const board = shown(match, seen);
    const swap = seen.actions('swap')[0]!;
    expect(board.root.querySelector('[data-does="keep"]')).not.toBeNull();
    click(board.root, `.your_hand [data-does="${swap.text}"]`);
    expect(board.played.at(-1)?.text).toBe(swap.text);
    match.play(0, swap.number);
    await board.show(seenOf(match));
    const put = `take ${swap.parts.card}`;
    click(board.root, `.your_discards [data-does="${put}"]`);
    expect(board.played.at(-1)?.text).toBe(put);
  });

  test('shows a race, and tells its time', async () => {
    const { match, seen } = await matchWith(['hold'], 4, { variant: BLITZ });
    const { root } = shown(match, seen, {
      race: { pace: 8, left: 5, opens: 0, runs: true, since: performance.now() / 1000 },
    });
    expect(root.querySelector('[role=timer]')).toHaveAccessibleName('5 seconds left');
    expect(root.querySelector('[data-does=hold]')).not.toBeNull();
  });

  test.each(['double', 'persist', 'discard'])('offers to %s where stakes are doubled', async (verb) => {
    const { match, seen } = await matchWith([verb], 3, { doubling: 1, variant: CLASSIC });
    const { root, played } = shown(match, seen);
    click(root, `[data-does^="${verb}"]`);
    expect(played[0]?.verb).toBe(verb);
  });

  test('shows none of the cards that others keep to themselves', async () => {
    const match = await matchOf('cash_or_crash', 4);
    const board = shown(match, seenOf(match));
    for (let done = 0; done < 25; done++) {
      playOn(match, 6);
      await board.show(seenOf(match));
      const market = marketOf(seenOf(match));
      for (const seat of [1, 2, 3]) {
        const open = [...board.root.querySelectorAll<HTMLElement>(`[data-seat="${seat}"] [data-card]`)].map(
          (card) => card.dataset.card!,
        );
        expect(open.filter((card) => !market.turned_up[seat]!.includes(card))).toEqual([]);
      }
    }
  });

  test('opens all cards in the replay of a finished match', async () => {
    const match = await matchOf('cash_or_crash', 3);
    playOn(match, 8);
    const seen = seenOf(match);
    Object.assign(seen.state, match.game.shown(match.state));
    const { root } = shown(match, seen, { live: false });
    expect(root.textContent).toContain('Where the cards are');
    expect(root.querySelectorAll('[data-seat="1"] [data-card]').length).toBeGreaterThan(0);
  });
});

describe('composing a bid', () => {
  let match: Match;
  let seen: Seen;
  beforeAll(async () => {
    match = await matchOf('cash_or_crash', 3);
    until(match, () => {
      const now = seenOf(match);
      return (
        now.actions('bid').length > 12 && marketOf(now).goods.length === 1 && now.actions('challenge').length === 1
      );
    });
    seen = seenOf(match);
  });

  test('begins with the lowest raise', () => {
    const market = marketOf(seen);
    const bid = firstBid(seen.actions('bid'), market)!;
    expect([amountOf(bid), goodsOf(bid)]).toEqual([market.amount + 1, market.goods]);
  });

  test('takes commodities and the amount in two clicks, and then says it', async () => {
    const market = marketOf(seen);
    const { root, played } = shown(match, seen);
    const off = root.querySelector<HTMLElement>('.good[aria-pressed=false]')!;
    off.click();
    await tick();
    root.querySelector<HTMLElement>('.step.up')!.click();
    await tick();
    click(root, '.bid.can');
    expect(goodsOf(played[0]!)).toHaveLength(2);
    expect(amountOf(played[0]!)).toBe(market.amount + 2);
    const rung = root.querySelectorAll<HTMLElement>('.rung.may')[3]!;
    rung.click();
    await tick();
    click(root, '.bid.can');
    expect(played[1]!.text).toBe(rung.dataset.leads);
  });

  test('keeps a commodity that the last bid names, and asks why a rung cannot be said', () => {
    const { root, tried } = shown(match, seen);
    const market = marketOf(seen);
    expect(root.querySelector('.good.fixed')).toBeDisabled();
    root.querySelector<HTMLElement>('.rung.last')!.click();
    expect(tried).toEqual([`bid ${market.amount} ${market.goods.join('+')}`]);
  });

  test('is kept while others hold, and begins anew with another bid', async () => {
    const { match: race, seen: open } = await matchWith(['hold', 'bid'], 4, { variant: BLITZ });
    const board = shown(race, open);
    const first = board.root.querySelector<HTMLElement>('.bid.can')!.dataset.does;
    board.root.querySelector<HTMLElement>('.step.up')!.click();
    await tick();
    const second = board.root.querySelector<HTMLElement>('.bid.can')!.dataset.does;
    expect(second).not.toBe(first);
    const hold = open.action('hold')!;
    race.play(
      race.toAct.find((seat) => seat !== 0)!,
      hold.number,
    );
    await board.show(seenOf(race));
    expect(board.root.querySelector<HTMLElement>('.bid.can')!.dataset.does).toBe(second);
    race.play(
      race.toAct.find((seat) => seat !== 0)!,
      open.actions('bid')[1]!.number,
    );
    const raised = seenOf(race);
    await board.show(raised);
    expect(board.root.querySelector<HTMLElement>('.bid.can')!.dataset.does).toBe(
      firstBid(raised.actions('bid'), marketOf(raised))!.text,
    );
  });

  test('always comes to a legal bid, whatever is toggled', async () => {
    for (const variant of [CLASSIC, ENDURANCE, BLITZ]) {
      const game = await matchOf('cash_or_crash', 3, { variant }, 11);
      playOn(game, 120, () => {
        const now = seenOf(game);
        const bids = now.actions('bid');
        let bid = firstBid(bids, marketOf(now));
        for (const good of ['Oil', 'Wheat', 'Gold', 'Oil', 'Gold']) {
          if (bid) bid = toggled(bids, stepped(bids, bid, 1) ?? bid, good) ?? bid;
          if (bid) expect(now.action(bid.text)).toBeDefined();
        }
      });
    }
  });
});

describe('the reveal', () => {
  test('counts what was turned up against the bid, and is told', async () => {
    const match = await matchOf('cash_or_crash', 4);
    let before = seenOf(match);
    until(match, () => {
      const turned = marketOf(seenOf(match)).round_number > 1;
      if (!turned) before = seenOf(match);
      return turned;
    });
    const after = seenOf(match);
    const market = marketOf(after);
    const cards = market.turned_up.flat().join('');
    expect(market.counts).toEqual(GOODS.map((good) => cards.split(good[0]!).length - 1));
    const { root } = shown(match, after, { before });
    const reveal = root.querySelector('.centre .reveal')!;
    expect(reveal.querySelector('.stamp')).toHaveTextContent(wasRight(market) ? 'Cash!' : 'Crash!');
    expect([...reveal.querySelectorAll('.count b')].map((count) => Number(count.textContent))).toEqual(market.counts);
  });
});

describe('a card is dragged', () => {
  test.each([
    ['stake', {}, 'stake'],
    ['add', {}, 'stake'],
    ['swap', { variant: BLITZ }, 'discards'],
    ['take', { variant: BLITZ }, 'hand'],
  ])('to %s it', async (verb, options, place) => {
    const { match, seen } = await matchWith([verb], 3, options);
    const { root, played } = shown(match, seen);
    const action = seen.actions(verb)[0]!;
    const card = root.querySelector<HTMLElement>(`.own [data-does="${action.text}"]`)!;
    const drop = document.createElement('div');
    drop.dataset.drop = place;
    if (place !== 'discards') expect(root.querySelector(`[data-drop=${place}]`)).not.toBeNull();
    dragTo(card, root.querySelector(`.seat:not(.own)`));
    dragTo(card, root.querySelector(`[data-drop=${place === 'stake' ? 'hand' : 'stake'}]`));
    expect(played).toEqual([]);
    dragTo(card, drop);
    expect(played).toEqual([action]);
  });
});
