import { expect, test } from 'vitest';
import { daysInARow, gameOf, keyOf, today } from '$/client/kept/days';
import type { Kept } from '$/client/kept/record';
import { counted, grouped, habits, interval, levelOf, streaks, winsOf } from '$/client/kept/statistics';
import type { GameListed } from '$/generated/page';

/** A match that is over, in which these places were reached. */
function over(places: number[], change: Partial<Kept> = {}): Kept {
  const bots = Object.fromEntries(places.slice(1).map((_, bot) => [bot + 1, 'medium']));
  return {
    ...{ id: 'a', game: 'bounce', options: {}, unusual: {}, seats: places.length, players: places.map(String), bots },
    ...{ seat: 0, pace: 0, entries: 3, over: true, opened: 1, changed: 2, kind: 'match' as const },
    ...{ result: { places, points: places, ending: 'done' }, day: null, writer: 'me', gone: null, lessons: null },
    ...change,
  };
}

test('what was dealt here and played to its end against bots counts', () => {
  const others = [
    over([1, 2], { kind: 'file' }),
    over([1, 2], { kind: 'onward' }),
    over([1, 2], { over: false, result: null }),
    over([1, 2], { gone: 5 }),
    over([1, 2, 3], { bots: { 1: 'easy' } }),
    over([1]),
  ];
  expect(counted(others)).toEqual([]);
  expect(counted([over([1, 2]), over([2, 1], { kind: 'day' })])).toHaveLength(2);
});

test('wins are counted, shared ones in part, with what would be chance', () => {
  expect(winsOf([over([1, 2]), over([1, 1]), over([2, 1, 3, 4])])).toEqual({
    matches: 3,
    wins: 1.5,
    fair: (1 / 2 + 1 / 2 + 1 / 4) / 3,
  });
});

test('how sure that is is what Wilson says', () => {
  const known: [wins: number, matches: number, low: number, high: number][] = [
    [0, 0, 0, 1],
    [0, 1, 0, 0.7935],
    [1, 1, 0.2065, 1],
    [3, 10, 0.1078, 0.6032],
    [50, 100, 0.4038, 0.5962],
  ];
  for (const [wins, matches, low, high] of known) {
    const found = interval({ wins, matches, fair: 0.5 });
    expect(found[0]).toBeCloseTo(low, 4);
    expect(found[1]).toBeCloseTo(high, 4);
  }
});

test('streaks are counted in the order of the matches', () => {
  const places = [1, 1, 2, 1, 1, 1, 2, 1];
  const all = places.map((place, number) => over([place, 3 - place], { changed: number }));
  expect(streaks(all.toReversed())).toEqual({ now: 1, most: 3 });
  expect(streaks([])).toEqual({ now: 0, most: 0 });
});

test('matches are grouped by the level of their bots', () => {
  const mixed = over([1, 2, 3], { bots: { 1: 'easy', 2: 'hard' } });
  expect(grouped([over([1, 2]), mixed, over([2, 1])], levelOf).map(([name, { length }]) => [name, length])).toEqual([
    ['medium', 2],
    ['mixed', 1],
  ]);
});

test('usual mistakes are those that cost most, by what was done', () => {
  const lessons = [
    { verb: 'sell', best: 'pass', cost: 0.1 },
    { verb: 'sell', best: 'endorse', cost: 0.3 },
    { verb: 'sell', best: 'sell', cost: 0 },
    { verb: 'pass', best: 'sell', cost: 0.2 },
    { verb: 'buy', best: 'buy', cost: 0 },
  ];
  const found = habits([
    over([1, 2], { lessons }),
    over([1, 2], { lessons: null }),
    over([1, 2], { lessons, gone: 3 }),
  ]);
  expect(found).toEqual([
    { game: 'bounce', verb: 'sell', decisions: 3, costly: 2, cost: 0.4, instead: 'endorse' },
    { game: 'bounce', verb: 'pass', decisions: 1, costly: 1, cost: 0.2, instead: 'sell' },
  ]);
});

test('the key of a day is the hash that the docs name', () => {
  expect(keyOf('2026-11-18', 'crypto_cards')).toBe('b4bc50ba165462e235f1b4b2d8281d3ceef325ea8152a058bb0beb51761c9eac');
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});

test('each game has its day in its turn', () => {
  const games = ['a', 'b', 'c'].map((game) => ({ game })) as GameListed[];
  const days = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((day) => gameOf(day, games)!.game);
  expect(new Set(days.slice(0, 3)).size).toBe(3);
  expect(days[3]).toBe(days[0]);
  expect(gameOf('2026-11-18', [])).toBeUndefined();
});

test('days in a row go up to today, or to yesterday', () => {
  const result = { place: 1, of: 2, points: 3, undone: 0 };
  const days = ['2026-11-14', '2026-11-16', '2026-11-17'].map((day) => ({ day, game: 'bounce', id: day, result }));
  expect(daysInARow(days, '2026-11-17')).toBe(2);
  expect(daysInARow(days, '2026-11-18')).toBe(2);
  expect(daysInARow(days, '2026-11-19')).toBe(0);
  expect(daysInARow([{ ...days[2]!, result: null as never }], '2026-11-17')).toBe(0);
});
