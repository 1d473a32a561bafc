import { describe, expect, it } from 'vitest';
import { hidden, holdingNow, mustWait, NOBODY_YET, taken, type Holding, type Situation } from '$/host/device/holding';

/** Anna and Ben at seats 0 and 2 of three, in a game that hides hands. */
function at(given: Partial<Situation>): Situation {
  return {
    ...{ people: [0, 2], due: [], racers: [], claim: null },
    ...{ hides: true, isOver: false, isWatched: false, ...given },
  };
}

function shown({ scene, seat, next }: Holding): [string, number | null, number | null] {
  return [scene, seat, next];
}

describe('who holds the device', () => {
  it('is nobody at first: a curtain asks for whoever begins, or all see the table while bots play', () => {
    expect(shown(holdingNow(NOBODY_YET, at({ due: [0] })))).toEqual(['curtain', null, 0]);
    expect(shown(holdingNow(NOBODY_YET, at({ due: [] })))).toEqual(['table', null, null]);
  });

  it('keeps it while bots play, and when another is due until the hand is hidden', () => {
    const anna = holdingNow(taken(NOBODY_YET, 0), at({ due: [0] }));
    expect(shown(anna)).toEqual(['hand', 0, null]);
    const waits = holdingNow(anna, at({ due: [] }));
    expect(shown(waits)).toEqual(['hand', 0, null]);
    const acted = holdingNow(waits, at({ due: [2] }));
    expect(shown(acted)).toEqual(['hand', 0, 2]);
    const curtain = holdingNow(hidden(acted), at({ due: [2] }));
    expect(shown(curtain)).toEqual(['curtain', null, 2]);
    expect(shown(holdingNow(taken(curtain, 2), at({ due: [2] })))).toEqual(['hand', 2, null]);
  });

  it('asks one after another where all choose in secret, and looks again at whoever wants to', () => {
    const all = at({ people: [0, 1, 2], due: [0, 1, 2] });
    const anna = holdingNow(taken(NOBODY_YET, 0), all);
    expect(shown(anna)).toEqual(['hand', 0, null]);
    const chosen = holdingNow(anna, at({ people: [0, 1, 2], due: [1, 2] }));
    expect(chosen.next).toBe(1);
    const curtain = holdingNow(hidden(chosen), at({ people: [0, 1, 2], due: [1, 2] }));
    expect(curtain.next).toBe(1);
    const again = holdingNow(taken(curtain, 0), at({ people: [0, 1, 2], due: [1, 2] }));
    expect(shown(again)).toEqual(['hand', 0, 1]);
    const last = holdingNow(taken(curtain, 2), at({ people: [0, 1, 2], due: [1] }));
    expect(shown(last)).toEqual(['hand', 2, 1]);
  });

  it('changes by itself where nothing is hidden', () => {
    const open = { hides: false };
    const anna = holdingNow(NOBODY_YET, at({ ...open, due: [] }));
    expect(shown(anna)).toEqual(['hand', 0, null]);
    const ben = holdingNow(anna, at({ ...open, due: [2] }));
    expect(shown(ben)).toEqual(['hand', 2, null]);
    expect(shown(holdingNow(ben, at({ ...open, racers: [0, 2] })))).toEqual(['race', 2, null]);
  });

  it('is nobody in a race and once it is over, and whoever stops a race is asked to look alone', () => {
    const anna = holdingNow(taken(NOBODY_YET, 0), at({ due: [0] }));
    const race = holdingNow(anna, at({ racers: [2] }));
    expect(shown(race)).toEqual(['race', null, null]);
    const claimed = holdingNow(race, at({ racers: [2], claim: 2 }));
    expect(shown(claimed)).toEqual(['curtain', null, 2]);
    const ben = holdingNow(taken(claimed, 2), at({ racers: [2], claim: 2 }));
    expect(shown(ben)).toEqual(['hand', 2, null]);
    expect(shown(holdingNow(taken(claimed, 0), at({ racers: [2], claim: 2 })))).toEqual(['curtain', null, 2]);
    expect(shown(holdingNow(ben, at({ racers: [2] })))).toEqual(['race', null, null]);
    const over = holdingNow(ben, at({ isOver: true }));
    expect(shown(over)).toEqual(['over', null, null]);
    expect(shown(holdingNow(taken(over, 0), at({ isOver: true })))).toEqual(['over', 0, null]);
    expect(shown(holdingNow(hidden(taken(over, 0)), at({ isOver: true })))).toEqual(['over', null, null]);
  });

  it('is nobody while another tab plays', () => {
    const anna = holdingNow(taken(NOBODY_YET, 0), at({ due: [0] }));
    expect(shown(holdingNow(anna, at({ due: [0], isWatched: true })))).toEqual(['watching', null, null]);
  });

  it('lets a race wait where the device was in a hand, or nobody has looked yet, and not between two races', () => {
    const anna = taken(NOBODY_YET, 0);
    const race: Holding = { scene: 'race', seat: null, next: null, last: 0 };
    expect([mustWait(anna, true), mustWait(NOBODY_YET, true), mustWait(NOBODY_YET, false)]).toEqual([true, true, true]);
    expect([mustWait(race, true), mustWait(anna, false), mustWait({ ...race, scene: 'table' }, true)]).toEqual([
      ...[false, false, false],
    ]);
  });
});
