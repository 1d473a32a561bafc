/** A line to the server: it comes back by itself, and what was not answered is said again under the same id. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerLine, type LineState } from '$/client/together/line';
import type { ReasonGiven } from '$/generated/messages';
import type { ServerMessage } from '$/generated/protocol';
import { ENTERED, FakeSocket } from './server';

let line: ServerLine;
let states: LineState[];
let reasons: (ReasonGiven | null)[];
let heard: ServerMessage[];
let last = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  [states, reasons, heard, last] = [[], [], [], 0];
  line = new ServerLine('tables/t1', {
    greet: () => ({ type: 'enter', token: 'secret', code: null, last }),
    hear: (message) => heard.push(message),
    changed: (state, reason) => {
      states.push(state);
      reasons.push(reason);
    },
  });
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PLAY = (id: number): { type: 'play_action'; id: number; action: number } => ({
  type: 'play_action',
  id,
  action: 3,
});

describe('a line', () => {
  it('is called at the address of the page, and says first who one is', () => {
    expect(FakeSocket.last.url).toBe('ws://localhost:3000/ws/tables/t1');
    FakeSocket.last.open();
    expect(FakeSocket.last.said).toEqual([{ type: 'enter', token: 'secret', code: null, last: 0 }]);
    FakeSocket.last.tell(ENTERED);
    expect([states, heard]).toEqual([['there'], [ENTERED]]);
  });

  it('comes back after pauses that grow, and says how far one had heard', () => {
    FakeSocket.last.open().tell(ENTERED);
    last = 7;
    FakeSocket.last.break();
    expect(states.at(-1)).toBe('gone');
    const waits: number[] = [];
    for (let tries = 0; tries < 8; tries++) {
      const before = FakeSocket.all.length;
      let waited = 0;
      while (FakeSocket.all.length === before) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
      FakeSocket.last.break();
    }
    expect(waits[0]).toBeLessThan(600);
    expect(waits[2]).toBeGreaterThan(waits[0]!);
    expect(Math.max(...waits)).toBeLessThan(20_000);
    expect(waits[7]).toBeGreaterThan(4_000);
    vi.advanceTimersByTime(20_000);
    FakeSocket.last.open();
    expect(FakeSocket.last.said).toEqual([{ type: 'enter', token: 'secret', code: null, last: 7 }]);
  });

  it('says again what was not answered, once, in order and with the same id; what was answered it does not', () => {
    const first = FakeSocket.last.open().tell(ENTERED);
    line.send(PLAY(11));
    line.send(PLAY(12));
    line.send({ type: 'show_moment', entries: 3 });
    first.tell({ type: 'accepted', id: 11 });
    first.break();
    line.send(PLAY(13));
    line.send({ type: 'show_moment', entries: 4 });
    vi.advanceTimersByTime(1_000);
    const second = FakeSocket.last.open();
    expect(second.said).toHaveLength(1);
    second.tell(ENTERED);
    expect(second.said.slice(1)).toEqual([PLAY(12), PLAY(13)]);
    second.tell(ENTERED, { type: 'accepted', id: 12 });
    second.tell({ type: 'declined', id: 13, reason: { code: 'not_your_turn', parameters: {} } });
    expect(second.said).toHaveLength(3);
    second.break();
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.last.open().tell(ENTERED).said).toHaveLength(1);
  });

  it('stays closed where coming back makes no sense, and comes back when asked', () => {
    FakeSocket.last.open().tell(ENTERED);
    const reason = { code: 'elsewhere', parameters: {} };
    FakeSocket.last.tell({ type: 'line_closed', reason, is_final: true });
    FakeSocket.last.break();
    vi.advanceTimersByTime(100_000);
    expect([FakeSocket.all.length, states.at(-1), reasons.at(-1)]).toEqual([1, 'closed', reason]);
    line.again();
    FakeSocket.last.open().tell(ENTERED);
    expect([FakeSocket.all.length, states.at(-1)]).toEqual([2, 'there']);
  });

  it('tries at once when the net is there again', () => {
    FakeSocket.last.open().tell(ENTERED);
    for (let tries = 0; tries < 6; tries++) {
      FakeSocket.last.break();
      vi.advanceTimersByTime(20_000);
    }
    FakeSocket.last.break();
    const before = FakeSocket.all.length;
    window.dispatchEvent(new Event('online'));
    expect(FakeSocket.all.length).toBe(before + 1);
  });

  it('lets a call that was not taken yet end only then, and says nothing on it', () => {
    const before = FakeSocket.last;
    line.close();
    before.open();
    expect([before.isOpen, before.said]).toEqual([false, []]);
  });

  it('does not trust a line that was there before the machine slept', () => {
    const before = FakeSocket.last.open().tell(ENTERED);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(5_000);
    expect(before.isOpen).toBe(false);
    expect(FakeSocket.last).not.toBe(before);
  });
});
