/** An experiment is the same whoever plays it, in whatever order their blocks come, and however often it is stopped. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSetting } from '$/client/setting';
import type { LabDescription, Manifest } from '$/generated/manifest';
import { BLOCK, noSums, type Sums } from '$/lab/blocks';
import { ENOUGH, Experiment, type Player } from '$/lab/experiment.svelte';
import { measuresOf } from '$/lab/measures';
import { Tally } from '$/lab/tally';
import type { Asked, Told } from '$/lab/worker';

function jsonOf(name: string): unknown {
  return JSON.parse(readFileSync(join(process.cwd(), 'public', 'games', name), 'utf8'));
}

const MANIFEST = jsonOf('crypto_cards.json') as Manifest;
const LAB = jsonOf('crypto_cards.lab.json') as LabDescription;
const SETTINGS = ['seats=4', 'seats=3&hand=4'].map((text) => readSetting(MANIFEST, text));

type Playing = Extract<Asked, { type: 'play' }>;

/** Sums that tell blocks apart, and whose order shows in the last digits. */
function block(number: number, seats: number[]): [number, Sums[]] {
  const sums = seats.map((each) => noSums(LAB, each));
  sums.forEach(({ totals, squares }) => {
    totals.forEach((_, place) => (totals[place] = BLOCK / (number + place + 3)));
    squares.forEach((_, place) => (squares[place] = BLOCK / (number + place + 2)));
  });
  return [number, sums];
}

class Answering implements Player {
  readonly asked: Asked[] = [];
  isClosed = false;

  constructor(readonly hear: (told: Told) => void) {}

  ask(asked: Asked): void {
    this.asked.push(asked);
  }

  close(): void {
    this.isClosed = true;
  }

  get task(): Playing {
    return this.asked.at(-1) as Playing;
  }

  /** Tell so many of the blocks that it was asked for. */
  tell(many: number, task = this.task): void {
    const seats = task.tables.map((table) => table.seats);
    const numbers = Array.from({ length: many }, (_, more) => task.first + more * task.step);
    const blocks = numbers.filter((number) => number < task.until).map((number) => block(number, seats));
    this.hear({ type: 'played', run: task.run, blocks });
  }
}

function begun(workers: number): { experiment: Experiment; players: Answering[] } {
  const players: Answering[] = [];
  const code = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  const experiment = new Experiment(
    MANIFEST,
    LAB,
    code,
    (hear) => {
      players.push(new Answering(hear));
      return players.at(-1)!;
    },
    workers,
  );
  experiment.begin(SETTINGS);
  return { experiment, players };
}

describe('an experiment', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('comes to the same with any number of workers, and when it was stopped in between', () => {
    const [alone, several] = [begun(1), begun(3)];
    alone.players[0]!.tell(800);
    for (const player of several.players) player.tell(5);
    several.experiment.pause();
    expect(several.experiment.figures!.games).toBe(15 * BLOCK);
    const late = several.players[2]!.task;
    several.experiment.goOn();
    expect(several.players.map(({ task }) => task.first)).toEqual([15, 16, 17]);
    several.players[0]!.hear({ type: 'played', run: -1, blocks: [block(15, [4, 3])] });
    for (const player of several.players.toReversed()) player.tell(800);
    expect(late.type).toBe('stop');
    expect(several.experiment.figures).toEqual(alone.experiment.figures);
    expect(several.experiment.history).toEqual(alone.experiment.history);
    expect(alone.experiment.figures!.games).toBe(ENOUGH);
    expect(alone.experiment.isRunning).toBe(false);
  });

  it('sums up only what is there without a gap, and plays on as long as one likes', () => {
    const { experiment, players } = begun(2);
    players[1]!.tell(3);
    vi.runAllTimers();
    expect(experiment.figures).toBeNull();
    players[0]!.tell(2);
    vi.runAllTimers();
    expect(experiment.figures!.games).toBe(4 * BLOCK);
    players.forEach((player) => player.tell(400));
    expect(experiment.figures!.games).toBe(ENOUGH);
    experiment.goOn();
    expect(players[0]!.task).toMatchObject({ first: 800, until: 1600 });
    experiment.close();
    expect(players.every(({ isClosed }) => isClosed)).toBe(true);
  });

  it('hears nothing of rules that were left, and says when a game has no end', () => {
    const { experiment, players } = begun(1);
    const before = players[0]!.task;
    experiment.begin(SETTINGS.slice(0, 1));
    players[0]!.tell(9, before);
    vi.runAllTimers();
    expect(experiment.games).toBe(0);
    players[0]!.tell(2);
    vi.runAllTimers();
    expect(experiment.figures!.tables).toHaveLength(1);
    experiment.leave();
    expect([experiment.games, experiment.figures!.games]).toEqual([0, 2 * BLOCK]);
    experiment.begin(SETTINGS);
    players[0]!.hear({ type: 'endless', run: players[0]!.task.run });
    expect(experiment.isEndless).toBe(true);
    expect(experiment.isRunning).toBe(false);
  });
});

describe('figures', () => {
  it('of tables with other numbers of seats are compared where both have them', () => {
    const tally = new Tally(LAB, [4, 3]);
    tally.take([block(0, [4, 3])]);
    const { tables, differences } = tally.figures;
    expect([...tables[0]!.keys()]).toEqual(measuresOf(LAB, 4).map(({ name }) => name));
    expect(tables[0]!.has('wins.3')).toBe(true);
    expect(differences.has('wins.3')).toBe(false);
    expect([...differences.keys()]).toEqual([...tables[1]!.keys()]);
  });

  it('tell nothing of winning where one plays alone', () => {
    const lab = jsonOf('bounce.lab.json') as LabDescription;
    const names = measuresOf(lab, 1).map(({ name }) => name);
    expect(names).not.toContain('wins.0');
    expect(names).not.toContain('ties');
    expect(names).toContain('points.0');
  });
});
