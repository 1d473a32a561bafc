/** A room: the match goes to its table, the shuffle is answered, and nothing is shown that was not committed to. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as hex, hexToBytes as unhex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Table } from '$/client/table.svelte';
import { me } from '$/client/together/me.svelte';
import { Room } from '$/client/together/room.svelte';
import { witnessed } from '$/client/together/witness';
import type { ViewChanged } from '$/generated/messages';
import type { CommitNonce, RevealNonce, RoomChanged, SocketMessage } from '$/generated/protocol';
import { base64 } from '$/host/session';
import { matchOf } from '../game';
import { roomTold, seatTold } from './told';
import { ENTERED, FakeSocket } from './server';

let room: Room;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  localStorage.clear();
  room = new Room('t1', 'invited');
});

afterEach(() => {
  room.close();
  me.forget();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function enter(more: Partial<RoomChanged> = {}): FakeSocket {
  return FakeSocket.last.open().tell(ENTERED, roomTold(more));
}

function lastSaid<Message extends SocketMessage>(socket: FakeSocket): Message {
  return socket.said.at(-1) as Message;
}

const SECRET = 'ab'.repeat(32);

describe('the shuffle', () => {
  function shuffle(socket: FakeSocket, round = 1, commitment = SECRET): CommitNonce {
    socket.tell({ type: 'shuffle_asked', round, commitment, seconds: 10 });
    return lastSaid(socket);
  }

  it('gets a commitment to a nonce of this device’s own, and the nonce once everybody was told of it', () => {
    const socket = enter({ seat: 1, phase: 'shuffling' });
    const said = shuffle(socket);
    expect(said).toMatchObject({ type: 'commit_nonce', round: 1 });
    const commitments = { '0': 'cd'.repeat(32), '1': said.commitment };
    socket.tell({ type: 'nonces_committed', round: 1, commitments, seconds: 10 });
    const shown = lastSaid<RevealNonce>(socket);
    expect(shown).toMatchObject({ type: 'reveal_nonce', round: 1 });
    expect(hex(sha256(unhex(shown.nonce)))).toBe(said.commitment);
    expect(witnessed('t1')?.rounds).toEqual([{ round: 1, commitment: SECRET, nonce: shown.nonce, commitments }]);
    expect(room.isMiscommitted).toBe(false);
  });

  it('keeps its nonce where the commitment told is not the one that was sent, or stands at another seat', () => {
    const socket = enter({ seat: 1, phase: 'shuffling' });
    const { commitment } = shuffle(socket);
    for (const commitments of [{ '0': commitment, '1': 'cd'.repeat(32) }, { '0': commitment }] as {
      [seat: string]: string;
    }[]) {
      room.isMiscommitted = false;
      socket.tell({ type: 'nonces_committed', round: 1, commitments, seconds: 10 });
      expect(socket.said.filter(({ type }) => type === 'reveal_nonce')).toEqual([]);
      expect(room.isMiscommitted).toBe(true);
    }
  });

  it('looks for its commitment after those of the first table, where the second plays the same cards', () => {
    const socket = enter({ seat: 1, leg: 1, phase: 'shuffling' });
    const { commitment } = shuffle(socket);
    const commitments = { '1': 'cd'.repeat(32), '4': commitment };
    socket.tell({ type: 'nonces_committed', round: 1, commitments, seconds: 10 });
    expect(lastSaid(socket)).toMatchObject({ type: 'reveal_nonce', round: 1 });
    expect(room.isMiscommitted).toBe(false);
  });

  it('answers the same to the same question, and otherwise in another round or to another secret', () => {
    const socket = enter({ seat: 1, phase: 'shuffling' });
    const first = shuffle(socket);
    socket.break();
    vi.advanceTimersByTime(1_000);
    const again = enter({ seat: 1, phase: 'shuffling' });
    expect(shuffle(again)).toEqual(first);
    expect(shuffle(again, 2).commitment).not.toBe(first.commitment);
    expect(shuffle(again, 1, 'ef'.repeat(32)).commitment).not.toBe(first.commitment);
  });

  it('is nothing to whoever watches', () => {
    const socket = enter({ seat: null, phase: 'shuffling' });
    socket.tell({ type: 'shuffle_asked', round: 1, commitment: SECRET, seconds: 10 });
    socket.tell({ type: 'nonces_committed', round: 1, commitments: {}, seconds: 10 });
    expect(socket.said).toHaveLength(1);
    expect(room.isMiscommitted).toBe(false);
  });

  it('sends the nonce along with sitting down, by correspondence', async () => {
    localStorage.setItem('outcry.me', '{"token": "mine", "person": "p", "name": "Ada", "colour": 1}');
    window.dispatchEvent(new StorageEvent('storage', { key: 'outcry.me' }));
    room.close();
    room = new Room('t1', null);
    const socket = enter({ settings: { game: 'crypto_cards', seats: 3, days: 2 } });
    await room.sit(2);
    expect(lastSaid(socket)).toMatchObject({ type: 'take_seat', seat: 2, nonce: witnessed('t1')?.brought });
    expect(witnessed('t1')?.brought).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('by correspondence', () => {
  const settings = { game: 'crypto_cards', seats: 3, days: 2 };

  function isSomebody(): void {
    localStorage.setItem('outcry.me', '{"token": "mine", "person": "p", "name": "Ada", "colour": 1}');
    window.dispatchEvent(new StorageEvent('storage', { key: 'outcry.me' }));
    room.close();
    room = new Room('t1', null);
  }

  it('a nonce is added at a seat that one was given at the next table, once', async () => {
    isSomebody();
    const seats = [seatTold({ name: 'Ada' }), seatTold({ name: 'Bob' }), seatTold({ bot: 'easy' })];
    const socket = enter({ settings, seat: 0, seats });
    await vi.waitFor(() => expect(socket.said).toHaveLength(2));
    expect(lastSaid(socket)).toMatchObject({ type: 'take_seat', seat: 0, nonce: witnessed('t1')?.brought });
    socket.tell(roomTold({ settings, seat: 0, seats, watchers: 1 }));
    seats[0] = seatTold({ name: 'Ada', is_ready: true });
    socket.tell(roomTold({ settings, seat: 0, seats }));
    await Promise.resolve();
    expect(socket.said).toHaveLength(2);
  });

  it('a seat with a nonce, and one at a live table, is left as it is', async () => {
    isSomebody();
    const socket = enter({ settings, seat: 0, seats: [seatTold({ name: 'Ada', is_ready: true })] });
    socket.tell(roomTold({ seat: 0, seats: [seatTold({ name: 'Ada' })] }));
    await Promise.resolve();
    expect(socket.said).toHaveLength(1);
  });
});

describe('sitting down', () => {
  it('is offered to whoever the server lets sit, and to nobody else', () => {
    FakeSocket.last.open().tell({ type: 'entered', person: null, may_sit: false }, roomTold());
    expect(room.maySit).toBe(false);
    FakeSocket.last.tell({ type: 'entered', person: null, may_sit: true });
    expect(room.maySit).toBe(true);
  });

  it('that the server does not allow is a refusal in words', async () => {
    const reason = { code: 'too_many_people', parameters: {} };
    vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(JSON.stringify({ reason }), { status: 503 })));
    const socket = enter();
    await room.sit(2);
    expect(room.refusal).toEqual(reason);
    expect(socket.said).toHaveLength(1);
  });
});

describe('a match over the line', () => {
  async function view(number: number, head?: string): Promise<ViewChanged> {
    const match = await matchOf('crypto_cards', 3);
    return {
      type: 'view_changed',
      number,
      entries: 0,
      record: base64(match.view(0)),
      log_from: 0,
      log: [],
      may_undo: false,
      may_ask_undo: false,
      tidies: false,
      thinking: [],
      race: null,
      clocks: [{ seat: 0, left: 30, runs: true }],
      ...(head ? { head } : {}),
    };
  }

  it('is heard by a table that comes late, and played with ids that are never used again', async () => {
    const socket = enter({ seat: 0, phase: 'playing' });
    socket.tell({ type: 'match_opened', game: 'crypto_cards', seats: 3, seat: 0, options: {} }, await view(1, 'h1'));
    const table = new Table((await matchOf('crypto_cards', 3)).game, room.connect, room.nextId);
    expect([table.seat, table.seen?.toAct, table.clocks?.told[0]?.left]).toEqual([0, [0], 30]);
    table.play(5);
    room.ask({ type: 'be_ready', is_ready: true });
    const [played, ready] = socket.said.slice(-2) as { id: number }[];
    expect(ready!.id).toBe(played!.id + 1);
    expect(played!.id).toBeGreaterThan(1e15);
    expect(Number.isSafeInteger(played!.id)).toBe(true);
  });

  it('tells the table what became of its own actions, and the room of the room’s', async () => {
    const socket = enter({ seat: 0, phase: 'playing' });
    const table = new Table((await matchOf('crypto_cards', 3)).game, room.connect, room.nextId);
    table.play(5);
    const { id } = lastSaid<{ id: number } & SocketMessage>(socket);
    room.ask({ type: 'fill_seat', seat: 2, bot: 'easy' });
    const { id: own } = lastSaid<{ id: number } & SocketMessage>(socket);
    socket.tell({ type: 'declined', id: own, reason: { code: 'too_fast', parameters: {} } });
    expect([room.refusal?.code, table.refusal]).toEqual(['too_fast', null]);
    socket.tell({ type: 'declined', id, reason: { code: 'not_your_turn', parameters: {} } });
    expect([room.refusal?.code, table.refusal?.code]).toEqual(['too_fast', 'not_your_turn']);
  });

  it('is entered again with the number of the last view, and keeps the heads that came with views', async () => {
    const socket = enter({ seat: 0, phase: 'playing' });
    socket.tell({ type: 'match_opened', game: 'crypto_cards', seats: 3, seat: 0, options: {} });
    socket.tell(await view(1, 'h1'), await view(2, 'h1'), await view(3, 'h2'));
    socket.break();
    expect(room.line).toBe('gone');
    vi.advanceTimersByTime(1_000);
    const [run] = socket.said.map((said) => (said.type === 'enter' ? said.run : 0));
    expect(run).toBeGreaterThan(0);
    expect(FakeSocket.last.open().said).toEqual([{ type: 'enter', token: null, code: 'invited', last: 3, run }]);
    vi.advanceTimersByTime(1_000);
    expect(witnessed('t1')?.heads).toEqual(['h1', 'h2']);
    expect(witnessed('t1')?.published).toEqual(['00'.repeat(32)]);
  });
});

it('takes lines of chat once, however often they are told', () => {
  const line = (number: number): RoomLine => ({
    number,
    at: 0,
    speaker: 1,
    name: 'Ada',
    colour: 1,
    seat: 0,
    text: 'x',
    phrase: null,
  });
  const socket = enter();
  socket.tell({ type: 'chat_told', lines: [line(1), line(2)] }, { type: 'chat_told', lines: [line(3)] });
  socket.tell({ type: 'chat_told', lines: [line(1), line(2), line(3), line(4)] });
  expect(room.chat.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

type RoomLine = Room['chat'][number];
