/**
 * What a search knows and works with, in the memory of the game's WebAssembly: a tree of decisions, and a workspace in
 * which it imagines what is hidden.
 */
import type { DecisionJudged } from '$/generated/messages';
import type { GameModule } from './module';

type Verdict = DecisionJudged['verdict'];

/** Chances are given in ten-thousandths. */
export const WHOLE = 10_000;

/** What a judgement says in a word, by its number: as `VERDICTS` of Python. */
const VERDICTS: readonly Verdict[] = ['sound', 'costly', 'found', 'lost', 'won', 'open'];

/**
 * An action beside the best alternative: how often either wins, and the standard error of the difference; what it cost,
 * or won beyond the rules of thumb; the chance of winning before it, and its error; in ten-thousandths, as they were
 * summed up. Then the verdict, and how many steps were played for it.
 */
export interface Judgement {
  best: number;
  wins: number;
  winsOfBest: number;
  error: number;
  cost: number;
  credit: number;
  before: number;
  spread: number;
  verdict: Verdict;
  steps: number;
}

/** A step ahead is given as one number, the seat below this one; as MOST_SEATS of Python. */
const MOST_SEATS = 16;

/** A step that was looked at ahead: who did what, and what the seat that looks would know before and after it. */
export interface StepAhead {
  actor: number;
  action: number;
  before: Uint8Array;
  after: Uint8Array;
}

export class Mind {
  private readonly workspace: number;
  /** The address of the tree and the number of its cells. */
  private tree: [number, number] = [0, 0];

  constructor(private readonly game: GameModule) {
    this.workspace = game.room(game.manifest.workspace.bytes);
    this.makeRoom(0);
  }

  forget(): void {
    this.game.call('forget', ...this.tree);
  }

  /** Begin the thoughts of a decision, of so many play-outs; changes the bot's own chance. */
  wake(chance: Uint8Array, playouts: number): void {
    this.makeRoom(playouts);
    const { at } = this.game;
    this.game.call('wake', this.workspace, ...this.tree, playouts, this.game.put(at.chance, chance));
    chance.set(this.game.bytes(at.chance, chance.length));
  }

  /** Grow the tree from what a seat may know; to the end, every play-out is a whole game. */
  think(view: Uint8Array, seat: number, playouts: number, toTheEnd: boolean): void {
    this.see(view);
    this.game.call('think', this.workspace, ...this.tree, seat, playouts, toTheEnd ? 1 : 0);
  }

  /** The action to play; changes the bot's own chance. */
  decide(view: Uint8Array, seat: number, chance: Uint8Array): number {
    const { at } = this.game;
    this.see(view);
    const action = this.game.call('decide', this.workspace, ...this.tree, seat, this.game.put(at.chance, chance));
    chance.set(this.game.bytes(at.chance, chance.length));
    return action;
  }

  /** The action trusted most where the tree was grown last. */
  get best(): number {
    return this.game.call('best_of', ...this.tree);
  }

  /** How often an action wins, from 0 to 1. */
  wins(action: number): number {
    return this.game.call('wins_of', ...this.tree, action) / WHOLE;
  }

  /** How often an action was tried where the tree was grown last. */
  tries(action: number): number {
    return this.game.call('tries_of', ...this.tree, action);
  }

  /** What an action was worth beside the best alternative, all played to the end in the same worlds. */
  judge(view: Uint8Array, seat: number, action: number, steps: number): Judgement {
    this.see(view);
    const best = this.game.call('judge', this.workspace, ...this.tree, seat, action, steps);
    const { judged } = this.game.manifest.workspace;
    const bytes = this.game.bytes(this.workspace + judged, 36).slice();
    const [wins, winsOfBest, error, cost, credit, before, spread, verdict, spent] = new Int32Array(bytes.buffer);
    return {
      ...{ best, wins: wins!, winsOfBest: winsOfBest!, error: error!, cost: cost!, credit: credit! },
      ...{ before: before!, spread: spread!, verdict: VERDICTS[verdict!]!, steps: spent! },
    };
  }

  /** A world that could be, in which several actions of the seat can be looked at, from what it was given to see. */
  suppose(seat: number): void {
    this.game.call('suppose', this.workspace, seat);
  }

  /**
   * An action of the seat in the world that was supposed, or whatever comes next where there is none; null where the
   * game is over, and where the seat has a choice again and somebody else has acted since.
   */
  stepAhead(seat: number, action: number): StepAhead | null {
    const step = this.game.call('step_ahead', this.workspace, seat, action);
    if (step < 0) return null;
    const { state, workspace } = this.game.manifest;
    const [before, after] = [workspace.before, workspace.after].map((place) =>
      this.game.bytes(this.workspace + place, state.bytes).slice(),
    );
    return { actor: step % MOST_SEATS, action: Math.floor(step / MOST_SEATS), before: before!, after: after! };
  }

  /** Play the world to its end by the rules of thumb: what share of the win the seat has, in ten-thousandths. */
  endsWell(seat: number): number {
    return this.game.call('ends_well', this.workspace, seat);
  }

  /** How many points a seat has in the world that was looked at. */
  pointsAhead(seat: number): number {
    const { state, workspace } = this.game.manifest;
    return this.game.points(this.game.bytes(this.workspace + workspace.world, state.bytes).slice(), seat);
  }

  /** What a seat may know, to be looked at ahead. */
  see(view: Uint8Array): void {
    this.game.put(this.workspace + this.game.manifest.workspace.seen, view);
  }

  /** A larger tree, where so many play-outs at a time need one: as `nodes_for` of Python. */
  private makeRoom(playouts: number): void {
    const { cell, nodes: least } = this.game.manifest.tree;
    let nodes = least;
    while (nodes <= playouts + 1) nodes *= 2;
    const cells = 2 * nodes + 1;
    if (cells <= this.tree[1]) return;
    this.tree = [this.game.room(cells * cell), cells];
    this.forget();
  }
}
