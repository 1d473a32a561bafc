/** What a client makes of a table where people play who do not know each other: watching, undo by consent, pauses. */
import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { loadBoard } from '$/boards/board';
import Generic from '$/boards/Generic.svelte';
import { leftIn } from '$/client/race';
import { settings } from '$/client/settings.svelte';
import { Table } from '$/client/table.svelte';
import { SPECTATOR } from '$/game/module';
import type { ClientMessage, HostMessage, TableChanged, UndoAsked } from '$/generated/messages';
import { base64 } from '$/host/session';
import UndoAskedPart from '$/parts/UndoAsked.svelte';
import { matchOf, playOn, seenOf, wordsOf } from './game';

afterEach(() => {
  cleanup();
  settings.language = 'en';
});

const PLAYERS = ['Ada', 'Bob', 'Eve'];

function about(more: Partial<TableChanged> = {}): TableChanged {
  const nobody = { people: [0, 1, 2], away: [], bots: {}, paused: false, undo: null };
  return { type: 'table_changed', players: PLAYERS, ...nobody, ...more };
}

async function tableOf(seat: number | null): Promise<{
  table: Table;
  sent: ClientMessage[];
  hear: (message: HostMessage) => void;
  show: (number?: number) => void;
}> {
  const match = await matchOf('crypto_cards', 3);
  const sent: ClientMessage[] = [];
  let hear: (message: HostMessage) => void = () => {};
  const table = new Table(match.game, (listener) => {
    hear = listener;
    return { send: (message) => void sent.push(message), close: () => {} };
  });
  hear({ type: 'match_opened', game: 'crypto_cards', seats: 3, seat, options: {} });
  hear(about());
  const show = (number = 1): void =>
    hear({
      type: 'view_changed',
      number,
      entries: 0,
      record: base64(match.view(seat ?? SPECTATOR)),
      log_from: 0,
      log: [],
      may_undo: false,
      may_ask_undo: true,
      tidies: false,
      thinking: [],
      race: null,
      clocks: null,
    });
  show();
  return { table, sent, hear, show };
}

describe.each(['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce'])('%s', (game) => {
  it('is shown to whoever watches, at every step, with nothing to do', async () => {
    const { default: Board } = await loadBoard(game);
    const match = await matchOf(game, 3);
    const props = {
      before: null,
      words: wordsOf(match),
      players: PLAYERS,
      seat: SPECTATOR,
      live: true,
      race: null,
      play: () => {},
      attempt: () => {},
    };
    let step = 0;
    playOn(match, 240, () => {
      if (step++ % 20 > 0 && !match.over) return;
      const seen = seenOf(match, SPECTATOR);
      expect(seen.legal).toEqual([]);
      for (const shown of [Board, Generic]) {
        const { container } = render(shown, { ...props, seen });
        const text = container.textContent;
        for (const name of shown === Generic ? PLAYERS : []) expect(text).toContain(name);
        expect(text).not.toMatch(/undefined|NaN|\[object/);
        expect(container.querySelectorAll('[data-does]:not(:disabled)')).toHaveLength(0);
        cleanup();
      }
    });
  });
});

describe('a table', () => {
  it('has its names from the table, and a seat only for whoever sits', async () => {
    const { table, hear } = await tableOf(null);
    expect(table.players).toEqual(PLAYERS);
    expect([table.seat, table.myTurn, table.mayAskHint]).toEqual([SPECTATOR, false, false]);
    hear(about({ players: ['Ada', 'Bert', 'Eve'], paused: true }));
    expect([table.players[1], table.paused]).toEqual(['Bert', true]);
  });

  it('takes back by right, and asks the others where it may not', async () => {
    const { table, sent, hear } = await tableOf(0);
    table.takeBack();
    expect(sent.at(-1)).toEqual({ type: 'take_back', id: 1 });
    hear({ type: 'declined', id: 1, reason: { code: 'needs_consent', parameters: {} } });
    expect(table.refusal?.code).toBe('needs_consent');
    expect(table.isShared).toBe(true);
    table.askUndo();
    expect(table.refusal).toBeNull();
    expect(sent.at(-1)).toEqual({ type: 'ask_undo', id: 2 });
    hear(about({ people: [0], bots: { '1': 'easy', '2': 'easy' } }));
    expect(table.isShared).toBe(false);
  });

  it('pauses and goes on', async () => {
    const { table, sent } = await tableOf(0);
    table.pause(true);
    table.pause(false);
    expect(sent).toEqual([
      { type: 'pause_match', id: 1, paused: true },
      { type: 'pause_match', id: 2, paused: false },
    ]);
  });
});

describe('a wish to take something back', () => {
  async function shown(seat: number | null, undo: UndoAsked): Promise<{ root: HTMLElement; sent: ClientMessage[] }> {
    const { table, sent, hear } = await tableOf(seat);
    hear(about({ undo }));
    return { root: render(UndoAskedPart, { table, undo: table.about.undo! }).container, sent };
  }

  it('is put to the others, who agree or do not', async () => {
    const { root, sent } = await shown(1, { seat: 0, agreed: [] });
    expect(root).toHaveTextContent('Ada would like to take back their last action, with what came since.');
    await fireEvent.click(root.querySelector('[data-agree]')!);
    await fireEvent.click(root.querySelector('[data-disagree]')!);
    expect(sent).toEqual([
      { type: 'answer_undo', id: 1, agrees: true },
      { type: 'answer_undo', id: 2, agrees: false },
    ]);
  });

  it('shows who has agreed and who has not, to whoever asked and whoever has answered', async () => {
    for (const seat of [0, 2]) {
      const { root } = await shown(seat, { seat: 0, agreed: [2] });
      expect(root.querySelector('[data-agree]')).toBeNull();
      expect(root).toHaveTextContent('Agreed: Eve. Still to answer: Bob.');
      cleanup();
    }
    settings.language = 'de';
    const { root } = await shown(0, { seat: 0, agreed: [2] });
    expect(root).toHaveTextContent('Einverstanden: Eve. Noch ohne Antwort: Bob.');
  });

  it('asks nothing of whoever watches', async () => {
    const { root } = await shown(null, { seat: 0, agreed: [] });
    expect(root).toHaveTextContent('Ada would like');
    expect(root.querySelector('button')).toBeNull();
  });
});

it('the time of a race stands still in a pause', () => {
  const race = { pace: 8, left: 5, opens: 0, since: 100 };
  expect(leftIn({ ...race, runs: true }, 102)).toBe(3);
  expect(leftIn({ ...race, runs: true }, 200)).toBe(0);
  expect(leftIn({ ...race, runs: false }, 200)).toBe(5);
});

describe('what comes while pieces move', () => {
  it('waits, but not the answer to what one did, and not when one does something', async () => {
    const { table, show } = await tableOf(0);
    table.isPaced = () => true;
    show(2);
    const second = table.seen;
    table.moves(1000);
    show(3);
    expect(table.seen).toBe(second);
    table.play(table.seen!.legal[0]!);
    expect(table.seen).not.toBe(second);
    const third = table.seen;
    table.moves(1000);
    show(4);
    expect(table.seen).not.toBe(third);
    const fourth = table.seen;
    table.moves(1000);
    show(5);
    expect(table.seen).toBe(fourth);
  });
});

it('what is pressed twice is played once', async () => {
  const { table, sent, hear, show } = await tableOf(0);
  const action = table.seen!.legal[0]!;
  table.play(action);
  table.play(action);
  expect(sent.filter(({ type }) => type === 'play_action')).toHaveLength(1);
  hear({ type: 'declined', id: 1, reason: { code: 'not_your_turn', parameters: {} } });
  table.play(action);
  show(2);
  table.play(action);
  expect(sent.filter(({ type }) => type === 'play_action')).toHaveLength(3);
});
