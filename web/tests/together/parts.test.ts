/** What people see of a table at the server: places, who is away, clocks, talk, what can be decided, and the title. */
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockFace, leftOf } from '$/client/clocks';
import { online } from '$/client/online.svelte';
import { settings } from '$/client/settings.svelte';
import { Table } from '$/client/table.svelte';
import { coloursOf } from '$/client/together/colours';
import { lobby } from '$/client/together/lobby.svelte';
import { me } from '$/client/together/me.svelte';
import { Room } from '$/client/together/room.svelte';
import { newTable, seated, usual, withSeats } from '$/client/together/setup';
import { Words } from '$/game/words';
import type { ChatLine, RoomChanged, SocketMessage, YourTable } from '$/generated/protocol';
import AtTable from '$/parts/together/AtTable.svelte';
import Chat from '$/parts/together/Chat.svelte';
import Gathering from '$/parts/together/Gathering.svelte';
import HowPlayed from '$/parts/together/HowPlayed.svelte';
import LineNews from '$/parts/together/LineNews.svelte';
import Onward from '$/parts/together/Onward.svelte';
import Seats from '$/parts/together/Seats.svelte';
import TablePanel from '$/parts/together/TablePanel.svelte';
import TableNews from '$/parts/together/TableNews.svelte';
import { gameOf } from '../game';
import { ENTERED, FakeSocket } from './server';
import { roomTold, seatTold } from './told';

let room: Room;

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  room = new Room('t1', 'invited');
});

afterEach(() => {
  cleanup();
  room.close();
  lobby.leave();
  me.forget();
  settings.language = 'en';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** One is at a table of which this is told. */
function enter(more: Partial<RoomChanged> = {}): { about: RoomChanged; socket: FakeSocket } {
  const socket = FakeSocket.last.open().tell(ENTERED, roomTold(more));
  return { about: room.about!, socket };
}

function asked(socket: FakeSocket): Partial<SocketMessage>[] {
  return socket.said.slice(1).map((said) => ({ ...said, id: undefined }));
}

describe('a room before the game', () => {
  it('has a place for everybody, and a free one is taken with one tap', async () => {
    const { about } = enter();
    const sit = vi.fn();
    const { container } = render(Gathering, { room, about, words: null, sit });
    expect([...container.querySelectorAll('[data-seat]')].map((seat) => seat.querySelector('b')?.textContent)).toEqual([
      'Ada',
      'Bot 2',
      'free',
    ]);
    await fireEvent.click(container.querySelector('[data-sit="2"]')!);
    expect(sit).toHaveBeenCalledWith(2);
    expect(container.querySelectorAll('[data-sit]')).toHaveLength(1);
    expect(container.querySelector('[data-start]')).toBeNull();
  });

  it('tells how it is played, and of offers only in a game that has them', async () => {
    const { manifest } = await gameOf('crypto_cards');
    settings.language = 'de';
    const clock = { move: 60, bank: 0, increment: 0, leaves: true };
    const table = { game: 'crypto_cards', seats: 3, clock, answer: 30 };
    const facts = (lapses: boolean): (string | null)[] => {
      cleanup();
      const words = new Words({ ...manifest, lapses }, 'de');
      const { container } = render(HowPlayed, { table, words });
      return [...container.querySelectorAll('li')].map((fact) => fact.textContent);
    };
    expect(facts(false)[0]).toMatch(/pro Zug; danach übernimmt ein Bot den Platz$/);
    expect(facts(false).join()).not.toContain('Angebote');
    expect(facts(true)).toContain('Angebote gelten 30 s');
  });

  it('is begun by its host, once every seat is taken and everyone is ready', async () => {
    const seats = [
      seatTold({ name: 'Ada', is_ready: true, is_here: true }),
      seatTold({ name: 'Bob', is_here: true }),
      seatTold(),
    ];
    const { about, socket } = enter({ is_host: true, seat: 0, seats });
    const { container, rerender } = render(Gathering, { room, about, words: null, sit: () => {} });
    const start = (): HTMLButtonElement => container.querySelector('[data-start]')!;
    expect(start()).toBeDisabled();
    expect(container).toHaveTextContent('Every seat needs a person or a bot');
    await fireEvent.change(container.querySelector('[data-fill="2"]')!, { target: { value: 'hard' } });
    const filled = { ...about, seats: [seats[0]!, seats[1]!, seatTold({ bot: 'hard' })] };
    await rerender({ about: filled });
    expect(container).toHaveTextContent('Not ready yet: Bob.');
    await rerender({ about: { ...filled, seats: filled.seats.map((seat) => ({ ...seat, is_ready: true })) } });
    await fireEvent.click(start());
    expect(asked(socket)).toEqual([{ type: 'fill_seat', seat: 2, bot: 'hard' }, { type: 'start_match' }]);
  });

  it('is begun by its host wherever they sit down, ready as they come', async () => {
    const bob = seatTold({ name: 'Bob', is_ready: true, is_here: true });
    const ada = seatTold({ name: 'Ada', is_here: true });
    const { about, socket } = enter({ is_host: true, seat: 0, seats: [ada, bob, seatTold({ bot: 'easy' })] });
    const { container, rerender } = render(Gathering, { room, about, words: null, sit: () => {} });
    expect(container.querySelector('[data-start]')).toBeEnabled();
    await rerender({ about: { ...about, seat: 2, seats: [seatTold({ bot: 'easy' }), bob, ada] } });
    expect(container.querySelector('[data-start]')).toBeEnabled();
    const ready = { type: 'be_ready', is_ready: true };
    expect(asked(socket)).toEqual([ready, ready]);
  });

  it('by correspondence waits for nobody to be there or to say anything', async () => {
    const about = { days: 2, game: 'crypto_cards', seats: 2 };
    const seats = [seatTold({ name: 'Ada', is_ready: true }), seatTold({ name: 'Bob' })];
    const told = enter({ settings: about, seats, seat: 0, is_host: true });
    const { container, rerender } = render(Gathering, { room, about: told.about, words: null, sit: () => {} });
    expect(container).toHaveTextContent('Still to come: Bob.');
    expect(container.querySelector('[data-seat="1"]')).toHaveTextContent('has not come yet');
    await rerender({ about: { ...told.about, seats: seats.map((seat) => ({ ...seat, is_ready: true })) } });
    expect(container.querySelector('[data-start]')).toBeEnabled();
    expect(container.querySelector('[data-seat="1"] .ready')).toBeVisible();
    await rerender({ about: { ...told.about, is_host: false, seat: 1 } });
    expect(container.querySelector('[data-ready]')).toBeNull();
    expect(asked(told.socket)).toEqual([]);
  });

  it('has its host free the seat of somebody who is away for too long', async () => {
    const seats = [seatTold({ name: 'Ada', is_ready: true }), seatTold({ name: 'Bob', is_late: true }), seatTold()];
    const { about, socket } = enter({ is_host: true, seat: 0, seats });
    const { container, rerender } = render(Gathering, { room, about, words: null, sit: () => {} });
    await fireEvent.click(screen.getByLabelText('Free the seat of Bob, who is away'));
    expect(asked(socket)).toEqual([{ type: 'free_seat', seat: 1 }]);
    await rerender({ about: { ...about, is_host: false } });
    expect(container.querySelector('[data-free]')).toBeNull();
  });

  it('invites to the other table of a duplicate, for those who have its code', () => {
    const { about } = enter({ invite: 'in', twin: 't2', twin_invite: 'there', is_host: true, seat: 0 });
    const { container } = render(Gathering, { room, about, words: null, sit: () => {} });
    expect(container.querySelector('[data-invite-twin] input')).toHaveValue('http://localhost:3000/#/t/t2/there');
    expect(container.querySelector('[data-twin]')).toHaveAttribute('href', '#/t/t2/there');
    cleanup();
    const other = render(Gathering, { room, about: roomTold({ twin: 't2' }), words: null, sit: () => {} });
    expect(other.container.querySelector('[data-twin]')).toBeNull();
  });

  it('shows the links that it has, and none to whoever has none', () => {
    const { about } = enter({ invite: 'in', watch: 'out', seat: 0 });
    const { container } = render(Gathering, { room, about, words: null, sit: () => {} });
    const links = [...container.querySelectorAll<HTMLInputElement>('[data-link] input')].map(({ value }) => value);
    expect(links.sort()).toEqual(['http://localhost:3000/#/t/t1/in', 'http://localhost:3000/#/t/t1/out']);
    cleanup();
    const other = render(Gathering, { room, about: roomTold(), words: null, sit: () => {} });
    expect(other.container.querySelector('[data-link]')).toBeNull();
  });
});

describe('a table in play', () => {
  async function table(): Promise<Table> {
    return new Table(await gameOf('crypto_cards'), room.connect, room.nextId);
  }

  it('shows who is away, for whom a bot plays, and how many watch', async () => {
    const seats = [
      seatTold({ name: 'Ada', is_here: true }),
      seatTold({ name: 'Bob' }),
      seatTold({ name: 'Eve', is_played_for: true }),
    ];
    const { about, socket } = enter({ seats, seat: 0, phase: 'playing', watchers: 2 });
    const at = await table();
    const players = { players: ['Ada', 'Bob', 'Eve'], people: [0, 1, 2], away: [1], bots: {}, paused: false };
    socket.tell({ type: 'table_changed', undo: null, ...players });
    const words = at.words('en', 'you');
    const { container } = render(AtTable, { room, about, table: at, colours: [0, 1, 2], words, sit: () => {} });
    const told = [0, 1, 2].map((seat) => container.querySelector(`[data-at="${seat}"] .told`)?.textContent.trim());
    expect(told.map((each) => each?.replace(/\s+/g, ' '))).toEqual(['Ada', 'Bob away', 'Eve a bot plays for Eve']);
    expect(container).toHaveTextContent('2 spectators');
  });

  it('offers a bot for whoever is late, one’s own seat back, and a vote on ending', async () => {
    const seats = [
      seatTold({ name: 'Ada', is_played_for: true }),
      seatTold({ name: 'Bob', is_late: true }),
      seatTold(),
    ];
    const { about, socket } = enter({ seats, seat: 0, phase: 'playing', abandon: [1] });
    vi.spyOn(me, 'needed').mockResolvedValue('');
    const { container } = render(TableNews, { room, about, sit: (seat) => void room.sit(seat) });
    await fireEvent.click(container.querySelector('[data-let-bot="1"]')!);
    await fireEvent.click(container.querySelector('[data-abandon]')!);
    await fireEvent.click(container.querySelector('[data-take-back]')!);
    await vi.waitFor(() =>
      expect(asked(socket)).toEqual([
        { type: 'let_bot_play', seat: 1 },
        { type: 'abandon_table', agrees: true },
        { type: 'take_seat', seat: 0 },
      ]),
    );
    expect(container).toHaveTextContent('For ending without a result: Bob.');
  });

  it('has the invitation for a seat that is free, and says where a bot may play', async () => {
    const seats = [seatTold({ name: 'Ada', is_here: true }), seatTold({ bot: 'easy' })];
    const { about } = enter({ seats, seat: 0, phase: 'playing', invite: 'in', is_host: true });
    const words = (await table()).words('en', 'you');
    const { container, rerender } = render(TablePanel, { room, about, words });
    expect(container.querySelector('[data-invite]')).toBeNull();
    await rerender({ about: { ...about, seats: [seats[0]!, seatTold()] } });
    expect(container.querySelector('[data-invite] input')).toHaveValue('http://localhost:3000/#/t/t1/in');
  });

  it('tells a seat to be filled by when it plays, in the room and at the table', async () => {
    const seats = [seatTold({ name: 'Ada', is_here: true }), seatTold(), seatTold({ bot: 'easy' })];
    const { about } = enter({ seats, seat: 0, phase: 'gathering', is_host: true });
    const words = (await table()).words('en', 'you');
    const gathering = render(Seats, { room, about, sit: () => {} }).container;
    const labels = [...gathering.querySelectorAll('[data-fill]')].map((each) => each.getAttribute('aria-label'));
    expect(labels).toEqual(['Who sits here: second', 'Who sits here: third']);
    const panel = render(TablePanel, { room, about: { ...about, phase: 'playing' }, words });
    expect(labels.map((label) => panel.getByLabelText(label!, { selector: 'label select' }))).toHaveLength(2);
  });

  it('runs clocks by the time that has passed since they were told', () => {
    const clocks = {
      told: [
        { seat: 0, left: 90, runs: true },
        { seat: 1, left: 12, runs: false },
      ],
      since: 100,
    };
    expect([leftOf(clocks, 0, 130), leftOf(clocks, 0, 500), leftOf(clocks, 1, 130), leftOf(clocks, 2, 130)]).toEqual([
      60,
      0,
      12,
      null,
    ]);
    expect([60, 9.96, 59.2, 3725, 86_400 + 3600].map(clockFace)).toEqual([
      '1:00',
      '10.0',
      '1:00',
      '1:02:05',
      '1 d 1 h',
    ]);
  });
});

describe('chat', () => {
  const line = (more: Partial<ChatLine>): ChatLine => {
    return { number: 1, at: 0, speaker: 1, name: 'Bob', colour: 3, seat: 1, text: null, phrase: null, ...more };
  };

  it('has quick phrases in the reader’s language, and does not show who is muted', async () => {
    settings.language = 'de';
    vi.spyOn(me, 'token', 'get').mockReturnValue('mine');
    const { socket } = enter({ seat: 0 });
    socket.tell({
      type: 'chat_told',
      lines: [line({ phrase: 'thanks' }), line({ number: 2, speaker: 2, name: 'Eve', text: 'hi' })],
    });
    expect(room.unread).toBe(2);
    const { container } = render(Chat, { room });
    const heard = (): string[] => [...container.querySelectorAll('li p')].map((each) => each.textContent);
    expect(heard()).toEqual(['Danke!', 'hi']);
    await vi.waitFor(() => expect(room.unread).toBe(0));
    await fireEvent.click(screen.getByLabelText('Eve stummschalten'));
    expect(heard()).toEqual(['Danke!']);
    await fireEvent.click(screen.getByText('Eve wieder hören'));
    expect(heard()).toEqual(['Danke!', 'hi']);
    await fireEvent.click(container.querySelector('[data-phrase=good_game]')!);
    expect(asked(socket)).toEqual([{ type: 'say_phrase', phrase: 'good_game' }]);
  });
});

it('somebody who is muted stays so after a reload, and under another name', () => {
  const said = { at: 0, colour: 3, seat: 1, text: 'hi', phrase: null };
  const { socket } = enter({ seat: 0 });
  socket.tell({ type: 'chat_told', lines: [{ ...said, number: 1, speaker: 4, name: 'Bob' }] });
  room.mute(4, true);
  room.close();
  room = new Room('t1', null);
  const again = FakeSocket.last.open().tell(ENTERED, roomTold());
  again.tell({ type: 'chat_told', lines: [{ ...said, number: 1, speaker: 4, name: 'Robert' }] });
  expect(room.unread).toBe(0);
  const elsewhere = new Room('t2', null);
  expect(elsewhere.muted).toEqual([]);
  elsewhere.close();
});

it('spectators with a name may speak, those without may read', () => {
  const { socket } = enter();
  socket.tell({ type: 'chat_told', lines: [] });
  expect(render(Chat, { room }).container.querySelector('form')).toBeNull();
  cleanup();
  vi.spyOn(me, 'token', 'get').mockReturnValue('mine');
  expect(render(Chat, { room }).container.querySelector('form')).toBeVisible();
});

describe('after the game', () => {
  it('opens the next table, and shows the same cards in other hands', async () => {
    const scores = [{ name: 'Ada', here: 12, there: 9, who_there: 'Bob' }];
    const { about, socket } = enter({ seat: 0, phase: 'over', scores });
    const { container, rerender } = render(Onward, { room, about, save: () => {} });
    expect(container.querySelector('[data-scores] tbody')).toHaveTextContent('+3');
    expect(container.querySelector('[data-scores] tbody')).toHaveTextContent('Bob');
    await fireEvent.click(container.querySelector('[data-again]')!);
    expect(asked(socket)).toEqual([{ type: 'play_again' }]);
    await rerender({ about: { ...about, next: 't2' } });
    expect(container.querySelector('[data-next]')).toHaveAttribute('href', '#/t/t2');
  });

  it('shows every ring of the bell from the file, and who seems to cheat with pings', () => {
    const rings = [
      { seat: 1, arrived: 1_250_000, half_trip: 60_000, corrected: 1_190_000 },
      { seat: 0, arrived: 1_210_000, half_trip: 5_000, corrected: 1_205_000, pings_late_by: 90_000 },
    ];
    const file = JSON.stringify({ fairness: { notes: { '12': { rings }, '3': { bots: {} } } } });
    const { about } = enter({ seat: 0, phase: 'over' });
    const { container } = render(Onward, { room, about, save: () => {}, file, players: ['Ada', 'Bob'] });
    const rows = [...container.querySelectorAll('[data-rings] tbody tr')].map((row) => row.textContent.trim());
    expect(rows[0]).toBe('Bob1.250 s0.060 s1.190 s ✓');
    expect(rows[1]).toContain('seems to answer pings late on purpose, by 0.090 s');
    cleanup();
    const without = render(Onward, { room, about, save: () => {}, file: '{}', players: [] });
    expect(without.container.querySelector('[data-rings]')).toBeNull();
  });

  it('leads spectators to the next table and to the other one by codes, or not at all', async () => {
    const { about } = enter({ phase: 'over', next: 't2', twin: 't3' });
    const { container, rerender } = render(Onward, { room, about, save: () => {} });
    expect(container.querySelectorAll('a, [data-again]')).toHaveLength(0);
    await rerender({ about: { ...about, next_watch: 'w2', twin_watch: 'w3' } });
    const links = [...container.querySelectorAll('a')].map((each) => each.getAttribute('href'));
    expect(links).toEqual(['#/t/t2/w2', '#/t/t3/w3']);
  });

  it('keeps the file shut as long as there is a secret, and calls bots and the forgotten by words', async () => {
    settings.language = 'de';
    const scores = [{ name: 'easy', here: 1, there: 2, who_there: 'removed' }];
    const { about } = enter({ seat: 0, phase: 'over', scores });
    const { container, rerender } = render(Onward, { room, about, save: () => {} });
    expect(container.querySelector('[data-file]')).toBeDisabled();
    expect(container.querySelector('[data-scores] tbody')).toHaveTextContent(/^Bot \(leicht\).*jemand Vergessenes/);
    await rerender({ about: { ...about, is_secret_kept: false } });
    expect(container.querySelector('[data-file]')).toBeEnabled();
  });
});

describe('the line', () => {
  it('says calmly that it is gone, and why it is closed, with a button', async () => {
    const { socket } = enter();
    const { container } = render(LineNews, { room });
    socket.break();
    await vi.waitFor(() => expect(container.querySelector('[data-line=gone]')).toBeVisible());
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2));
    FakeSocket.last.open().tell(ENTERED);
    await vi.waitFor(() => expect(container.querySelector('[data-line=gone]')).toBeNull());
    const reason = { code: 'seat_taken', parameters: {} };
    FakeSocket.last.tell({ type: 'line_closed', reason, is_final: true });
    await vi.waitFor(() => expect(container).toHaveTextContent('Somebody sits there already.'));
    await fireEvent.click(container.querySelector('[data-come-back]')!);
    expect(FakeSocket.all).toHaveLength(3);
  });
});

it('the title counts the tables that wait, but not the one that is shown', () => {
  const yours = (table: string, turn: boolean): YourTable => {
    return { table, game: 'bounce', phase: 'playing', players: [], is_your_turn: turn, due: null, since: 0 };
  };
  lobby.enter();
  FakeSocket.last
    .open()
    .tell({ type: 'yours_changed', tables: [yours('t1', true), yours('t2', true), yours('t3', false)] });
  expect(online.titled('Open Outcry')).toBe('(2) Open Outcry');
  lobby.show('t1');
  expect(online.titled('Open Outcry')).toBe('(1) Open Outcry');
  lobby.show(null);
  lobby.leave();
  expect(online.titled('Open Outcry')).toBe('Open Outcry');
});

describe('setting up', () => {
  it('asks for what was chosen, and for nothing that was not', () => {
    const chosen = { ...usual(3), seats: withSeats(usual(3), 4), timing: 'bank' as const, minutes: 5, increment: 3 };
    chosen.seats = seated(seated(chosen.seats, 2, 'hard'), 1, 'you');
    expect(chosen.seats).toEqual(['free', 'you', 'hard', 'free']);
    expect(newTable('bounce', chosen, { dice: 2 }, null, 1)).toMatchObject({
      seats: 4,
      bots: { '2': 'hard' },
      clock: { move: 0, bank: 300, increment: 3, leaves: false },
      days: 0,
      is_open: false,
    });
    expect(newTable('bounce', { ...chosen, timing: 'days' }, {}, null, 1)).toMatchObject({ clock: null, days: 2 });
  });

  it('gives no two seats the same colour', () => {
    const ada = { name: 'Ada', colour: 1 };
    expect(coloursOf([{ name: null, colour: 0 }, ada, ada, { name: null, colour: 0 }])).toEqual([0, 1, 2, 3]);
  });
});

describe('a page without a server', () => {
  it.each([
    ['nothing is there', new Response('not here', { status: 404 })],
    ['every address is a page', new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } })],
    ['it is something else', new Response('{"tables": []}')],
  ])('is as it was: %s', async (_, answer) => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(answer));
    expect(await online.look()).toBe(false);
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new Error('offline')));
    expect(await online.look()).toBe(false);
  });

  it('knows a server by its list of tables', async () => {
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('[]')));
    expect(await online.look()).toBe(true);
  });
});
