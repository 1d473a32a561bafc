/**
 * What a search knows and works with, in the memory of the game's WebAssembly: a tree of decisions, and a workspace in
 * which it imagines what is hidden.
 */
import type { GameModule } from './module';

/** Chances are given in ten-thousandths. */
export const WHOLE = 10_000;

/**
 * An action beside the best alternative: how often either wins, what it cost, and the chance of winning before it; in
 * ten-thousandths, as the search sums them up.
 */
export interface Judgement {
  best: number;
  wins: number;
  winsOfBest: number;
  cost: number;
  before: number;
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

  /** What an action was worth beside the best alternative, both played to the end of the game in the same worlds. */
  judge(view: Uint8Array, seat: number, action: number, playouts: number): Judgement {
    this.see(view);
    const best = this.game.call('judge', this.workspace, ...this.tree, seat, action, playouts);
    const { judged } = this.game.manifest.workspace;
    const bytes = this.game.bytes(this.workspace + judged, 20).slice();
    const [wins, winsOfBest, , cost, before] = new Int32Array(bytes.buffer);
    return { best, wins: wins!, winsOfBest: winsOfBest!, cost: cost!, before: before! };
  }

  private see(view: Uint8Array): void {
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
