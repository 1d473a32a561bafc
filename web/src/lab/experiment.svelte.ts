/** An experiment that is watched: workers play its blocks, and the figures are shown while they do. */
import type { Setting } from '$/client/setting';
import { templateOf } from '$/game/module';
import type { LabDescription, Manifest } from '$/generated/manifest';
import { BLOCK } from './blocks';
import { Tally, type Figures } from './tally';
import type { Asked, Told } from './worker';

/** So many games of each table are played before one is asked whether to go on. */
export const ENOUGH = 800 * BLOCK;
/** The figures are shown anew after so many milliseconds. */
const SHOW_EVERY = 120;

/** Whoever plays: a worker, or in a test whatever answers like one. */
export interface Player {
  ask(asked: Asked): void;
  close(): void;
}

export type Hire = (hear: (told: Told) => void) => Player;

export class Experiment {
  /** The figures as they stand; after a change those of the rules before, until there are new ones. */
  figures = $state.raw<Figures | null>(null);
  /** How many games of each table have been played. */
  games = $state(0);
  /** The figures after ever more games. */
  history = $state.raw<Figures[]>([]);
  /** How many games of each table are to be played. */
  wanted = $state(ENOUGH);
  isRunning = $state(false);
  isEndless = $state(false);
  /** Games a second, at all tables together. */
  rate = $state(0);

  private settings: Setting[] = [];
  private tally: Tally;
  private run = 0;
  private readonly players: Player[];
  private begun = { at: 0, games: 0 };
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly manifest: Manifest,
    private readonly lab: LabDescription,
    code: WebAssembly.Module,
    hire: Hire,
    workers: number,
  ) {
    this.tally = new Tally(lab, []);
    this.players = Array.from({ length: workers }, () => hire((told) => this.hear(told)));
    for (const player of this.players) player.ask({ type: 'open', lab, code, mostSeats: manifest.seats.most });
  }

  close(): void {
    this.run++;
    clearTimeout(this.timer);
    for (const player of this.players) player.close();
  }

  /** Begin anew with one setting, or with two to compare. */
  begin(settings: Setting[]): void {
    this.settings = settings;
    this.tally = new Tally(
      this.lab,
      settings.map(({ seats }) => seats),
    );
    [this.games, this.wanted, this.rate, this.isEndless] = [0, ENOUGH, 0, false];
    this.goOn();
  }

  /** Stop, as the rules are about to change. */
  leave(): void {
    this.pause();
    this.games = 0;
  }

  pause(): void {
    this.run++;
    this.show();
    this.isRunning = false;
    for (const player of this.players) player.ask({ type: 'stop' });
  }

  /** Play on; where all that was wanted has been played, as much again. */
  goOn(): void {
    const run = ++this.run;
    const { games } = this.tally;
    if (games >= this.wanted) this.wanted += ENOUGH;
    this.tally.drop();
    [this.isRunning, this.begun] = [true, { at: performance.now(), games }];
    const tables = this.settings.map(({ seats, bots, options }) => ({
      template: templateOf(this.manifest, seats, options),
      seats,
      bots,
    }));
    const [next, until, step] = [games / BLOCK, this.wanted / BLOCK, this.players.length];
    this.players.forEach((player, place) =>
      player.ask({ type: 'play', run, tables, first: next + place, step, until }),
    );
  }

  private hear(told: Told): void {
    if (told.run !== this.run) return;
    if (told.type === 'endless') {
      this.pause();
      this.isEndless = true;
      return;
    }
    this.tally.take(told.blocks);
    if (this.tally.games >= this.wanted) this.show();
    else this.timer ??= setTimeout(() => this.show(), SHOW_EVERY);
  }

  /** Show how it stands. */
  private show(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { games } = this.tally;
    if (games === 0) return;
    const seconds = (performance.now() - this.begun.at) / 1000;
    if (this.isRunning) this.rate = ((games - this.begun.games) * this.settings.length) / seconds;
    if (this.isRunning && games >= this.wanted) {
      this.isRunning = false;
      performance.measure('outcry lab', { start: this.begun.at, detail: games - this.begun.games });
    }
    [this.games, this.figures, this.history] = [games, this.tally.figures, [...this.tally.history]];
  }
}
