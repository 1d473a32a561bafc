import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OneAtATime } from '$/client/turns';

describe('moves of others', () => {
  let drawn: string[] = [];
  let turns: OneAtATime<string>;

  beforeEach(() => {
    vi.useFakeTimers();
    drawn = [];
    turns = new OneAtATime<string>(
      (what) => {
        drawn.push(what);
        turns.setOff();
      },
      () => Date.now(),
    );
  });
  afterEach(() => void vi.useRealTimers());

  it('wait until the movement before has ended', () => {
    turns.setOff();
    turns.moves(1000);
    expect(turns.isBusy).toBe(true);
    turns.add('second');
    turns.add('third');
    vi.advanceTimersByTime(990);
    expect(drawn).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(drawn).toEqual(['second']);
    turns.moves(500);
    vi.advanceTimersByTime(490);
    expect(drawn).toEqual(['second']);
    vi.advanceTimersByTime(20);
    expect(drawn).toEqual(['second', 'third']);
    vi.advanceTimersByTime(200);
    expect(turns.isBusy).toBe(false);
  });

  it('come a few seconds late at most', () => {
    turns.moves(3000);
    ['a', 'b', 'c'].forEach((what) => turns.add(what));
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(1000);
      turns.moves(3000);
    }
    expect(drawn).toEqual(['a', 'b', 'c']);
  });

  it('come at once where somebody acts', () => {
    turns.moves(1000);
    turns.add('second');
    turns.add('third');
    turns.flush();
    expect(drawn).toEqual(['second', 'third']);
    vi.advanceTimersByTime(5000);
    expect(drawn).toHaveLength(2);
  });
});
