/** The store of matches: what is written is there, one tab writes, what is deleted comes back or goes for good. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formerOf } from '$/client/kept/former';
import { drawn, type Kept } from '$/client/kept/record';
import { Store, WAY_BACK } from '$/client/kept/store';

let one: Store;

beforeEach(async () => {
  one = await Store.open(drawn());
});
afterEach(() => one.close());

function match(change: Partial<Kept> = {}): Kept {
  return {
    ...{ id: 'a', game: 'bounce', options: {}, unusual: {}, seats: 2, players: ['You', 'Bot 1'] },
    ...{ bots: { 1: 'medium' }, seat: 0, pace: 0, entries: 3, over: false, result: null, opened: 1, changed: 2 },
    ...{ kind: 'match' as const, day: null, writer: 'me', gone: null, lessons: null },
    ...change,
  };
}

test('several matches are kept, the last that changed first', async () => {
  await one.write(match(), 'first');
  await one.write(match({ id: 'b', changed: 5 }), 'second');
  expect((await one.all()).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(await one.find('a')).toEqual({ match: match(), file: 'first' });
  expect(await one.find('c')).toBeNull();
});

test('whoever does not write a match changes nothing', async () => {
  await one.write(match(), 'mine');
  await one.claim('a', 'other');
  expect(await one.write(match({ entries: 4 }), 'mine again')).toBe(false);
  expect(await one.find('a')).toEqual({ match: match({ writer: 'other' }), file: 'mine' });
  expect(await one.write(match({ entries: 4, writer: 'other' }), 'theirs')).toBe(true);
  expect((await one.find('a'))?.file).toBe('theirs');
});

test('two who write at once are served one after the other, and the loser is told', async () => {
  await one.write(match(), 'mine');
  const [, late] = await Promise.all([one.claim('a', 'other'), one.write(match({ entries: 9 }), 'late')]);
  expect(late).toBe(false);
  expect((await one.find('a'))?.file).toBe('mine');
});

test('what is deleted comes back for a day, then it is gone for good', async () => {
  await one.write(match(), 'file');
  await one.remove('a', 1000);
  expect((await one.all(1000 + WAY_BACK)).map(({ gone }) => gone)).toEqual([1000]);
  await one.bringBack('a');
  expect((await one.all(1001 + WAY_BACK)).map(({ gone }) => gone)).toEqual([null]);
  await one.remove('a', 1000);
  expect(await one.all(1001 + WAY_BACK)).toEqual([]);
  expect(await one.find('a')).toBeNull();
});

test('what a review found stays when the match is opened again', async () => {
  const lessons = [{ verb: 'sell', best: 'pass', cost: 0.1 }];
  await one.write(match({ lessons }), 'file');
  await one.write(match(), 'file');
  expect((await one.find('a'))?.match.lessons).toEqual(lessons);
});

test('the first match of a day counts, with its result, and once', async () => {
  expect(await one.beginDay('2026-11-18', 'bounce', 'none')).toBe('none');
  expect(await one.beginDay('2026-11-18', 'bounce', 'a')).toBe('a');
  await one.write(match({ day: '2026-11-18' }), '');
  expect(await one.beginDay('2026-11-18', 'bounce', 'b')).toBe('a');
  const result = { points: [3, 7], places: [2, 1], ending: 'done' };
  const file = '    {"seat": 0, "action": 1, "text": "roll"},\n    {"seat": 0, "undo": 1},\n';
  for (const id of ['b', 'a']) {
    await one.write(match({ id, day: '2026-11-18', over: true, result }), file);
    const day = await one.day('2026-11-18', 'bounce');
    expect(day?.result).toEqual(id === 'a' ? { place: 2, of: 2, points: 3, undone: 1 } : null);
  }
});

test('what a former version kept is read, and anything else is nothing', () => {
  const stands = { points: [0, 0], places: [1, 1], ending: null };
  const file = JSON.stringify({ seats: 2, players: ['You', 'Bo'], commitment: 'c'.repeat(64), log: [1, 2], stands });
  const kept = { game: 'bounce', file, seat: 0, bots: {}, pace: 0, over: false };
  expect(formerOf(JSON.stringify(kept), 5)?.match).toMatchObject({ id: 'c'.repeat(18), entries: 2, changed: 5 });
  for (const text of [null, '', '{', '{}', '{"file": "{}"}']) expect(formerOf(text, 5)).toBeNull();
});
