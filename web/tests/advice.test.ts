/** What a hint names, on every board: marked where it can be clicked, click by click, until it is played. */
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadBoard, type BoardProps } from '$/boards/board';
import { marks } from '$/client/advice';
import type { Action } from '$/game/actions';
import { Table } from '$/client/table.svelte';
import type { ClientMessage, HostMessage } from '$/generated/messages';
import { base64 } from '$/host/session';
import { matchOf, playOn, seenOf, wordsOf } from './game';

vi.setConfig({ testTimeout: 20_000 });
afterEach(cleanup);

const OPTIONS: { [game: string]: { [name: string]: number } } = {
  bounce: { spaces: 6, jumps: 2, one_die: 1, finish: 1 },
  cash_or_crash: { doubling: 1 },
  crypto_cards: { buy_back: 1 },
  dead_cat_bounce: { jokers: 4 },
};
function marked(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-advised]')];
}

/** Moments with actions of every verb that random play comes upon, each verb at most three times. */
async function moments(game: string): Promise<{ action: Action; props: BoardProps }[]> {
  const found: { action: Action; props: BoardProps }[] = [];
  for (const key of [1, 2, 3]) {
    const match = await matchOf(game, 3, OPTIONS[game], key);
    playOn(match, 600, () => {
      const seat = match.toAct[0] ?? 0;
      const seen = seenOf(match, seat);
      for (const action of seen.legal.filter((_, place) => place % 3 === found.length % 3)) {
        if (found.filter((each) => each.action.verb === action.verb).length >= 3) continue;
        const props = {
          seen,
          before: null,
          words: wordsOf(match),
          players: match.start.players,
          seat,
          live: true,
          race: null,
          play: vi.fn(),
          attempt: vi.fn(),
        };
        found.push({ action, props });
      }
    });
  }
  return found;
}

describe.each(['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce'])('%s', (game) => {
  it('marks what leads to the action, and nothing once the hint is gone', async () => {
    const { default: Board } = await loadBoard(game);
    const all = await moments(game);
    expect(new Set(all.map(({ action }) => action.verb)).size).toBeGreaterThan(1);
    for (const { action, props } of all) {
      const { container } = render(Board, { ...props, advised: action });
      const stop = marks([action])(container);
      const clicks: string[] = [];
      while (vi.mocked(props.play).mock.calls.length === 0) {
        await vi.waitFor(() => expect(marked(container), `${action.text} after ${clicks.join(', ')}`).not.toEqual([]));
        const next = marked(container)[0]!;
        clicks.push(next.outerHTML.slice(0, 200));
        expect(clicks.length).toBeLessThan(4);
        await fireEvent.click(next);
        await Promise.resolve();
      }
      expect(vi.mocked(props.play).mock.calls.map(([played]) => played.text)).toEqual([action.text]);
      stop?.();
      expect(marked(container)).toEqual([]);
      cleanup();
    }
  });
});

it('is not marked without a hint, and follows the board when it is drawn anew', async () => {
  const stage = document.createElement('div');
  const action: Action = { number: 4, verb: 'lay', parts: {}, text: 'lay 4C' };
  stage.innerHTML =
    '<button data-does="lay 4C"></button><button data-leads="lay 9H;lay 4C"></button>' +
    '<button data-leads="lay 4C" aria-pressed="true"></button>';
  expect(marks([])(stage)).toBeUndefined();
  expect(marked(stage)).toEqual([]);
  const stop = marks([action])(stage);
  expect(marked(stage)).toEqual([...stage.children].slice(0, 2));
  stage.children[0]!.setAttribute('data-does', 'lay 9H');
  stage.append(Object.assign(document.createElement('i'), { innerHTML: '<b data-does="lay 4C"></b>' }));
  await vi.waitFor(() => expect(marked(stage)).toEqual([stage.children[1], stage.querySelector('b')]));
  stop?.();
  expect(marked(stage)).toEqual([]);
});

it('the generic table marks what the action is about, in the reader’s own column', async () => {
  const { default: Generic } = await loadBoard('no_such_game');
  const [found] = (await moments('crypto_cards')).filter(({ action }) => action.verb === 'transfer');
  const { container } = render(Generic, { ...found!.props, advised: found!.action });
  const { words } = found!.props;
  expect(marked(container).map((each) => each.textContent)).toEqual([words.name('card', found!.action.parts.card!)]);
  expect(marked(container)[0]!.closest('td')!.cellIndex).toBe(found!.props.seat + 1);
});

describe('the hint of a table', () => {
  /** A table whose host says what the test wants. */
  async function tableOf(game: string) {
    const match = await matchOf(game, 3);
    const sent: ClientMessage[] = [];
    let hear: (message: HostMessage) => void = () => {};
    let number = 0;
    const table = new Table(match.game, (listener) => {
      hear = listener;
      return { send: (message) => void sent.push(message), close: () => {} };
    });
    hear({ type: 'match_opened', game, seats: 3, seat: 0, options: {} });
    const tell = (): void => {
      const more = {
        entries: number,
        log_from: 0,
        log: [],
        may_undo: false,
        may_ask_undo: false,
        tidies: false,
        thinking: [],
        race: null,
        clocks: null,
      };
      hear({ type: 'view_changed', number: ++number, record: base64(match.view(0)), ...more });
    };
    const answer = (action: number): void =>
      hear({ type: 'hint_given', number, action, wins: 0.5, next_action: null, next_wins: 0 });
    tell();
    return { match, table, tell, answer, asked: () => sent.filter((message) => message.type === 'ask_hint').length };
  }

  it('stands, and is sought on, while others choose at the same time; it goes when the reader has chosen', async () => {
    const { match, table, tell, answer, asked } = await tableOf('cash_or_crash');
    const others = (): void => (match.play(1, seenOf(match, 1).legal[0]!.number), tell());
    table.askHint();
    others();
    expect(table.hint).toBe('sought');
    expect(asked()).toBe(2);
    const [first] = table.seen!.legal;
    answer(first!.number);
    expect(table.advised).toBe(first);
    others();
    expect(table.advised).toBe(first);
    table.play(first!);
    expect(table.advised).toBeNull();
    match.play(0, first!.number);
    tell();
    expect(table.advised).toBeNull();
    expect(asked()).toBe(2);
  });

  it('goes when something is taken back, or the choice is another', async () => {
    const { match, table, tell, answer } = await tableOf('cash_or_crash');
    const advise = (): void => (table.askHint(), answer(table.seen!.legal[0]!.number));
    advise();
    table.takeBack();
    expect(table.advised).toBeNull();
    advise();
    match.play(0, table.seen!.legal[0]!.number);
    tell();
    expect(table.advised).toBeNull();
  });
});
