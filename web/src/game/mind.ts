/**
 * What a search knows: a tree in the memory of the game's WebAssembly, and the chance by which it imagines what is
 * hidden.
 */
import type { GameModule } from './module';

/** Chances are given in ten-thousandths. */
const WHOLE = 10_000;
/** So many play-outs a memory holds; each remembers one thing that is new, or a few. */
const ROOM = 8000;
/** So many standard errors a difference must have to be blamed on the player. */
const SURE_AFTER = 2;
/** More play-outs of a judgement would not fit into the numbers that WebAssembly gives back. */
export const MOST_JUDGED = 400;

/** An action beside the best alternative: how often either wins, what it cost, and the chance of winning before it. */
export interface Judgement {
  best: number;
  wins: number;
  winsOfBest: number;
  cost: number;
  chance: number;
}

export class Mind {
  private readonly memory: number;
  private readonly thought: number;
  private grown = 0;

  constructor(private readonly game: GameModule) {
    this.memory = game.room(game.manifest.memory);
    this.thought = game.room(game.manifest.chance.bytes);
    this.forget();
  }

  forget(): void {
    this.grown = 0;
    this.game.call('forget', this.memory);
  }

  /** Begin the thoughts of a decision, which may take so many play-outs; changes the bot's own chance. */
  wake(chance: Uint8Array, playouts: number): void {
    if (this.grown + playouts > ROOM) this.forget();
    const { at } = this.game;
    this.game.call('wake', this.thought, this.game.put(at.chance, chance));
    chance.set(this.game.bytes(at.chance, chance.length));
  }

  /** Grow the tree from what a seat may know; to the end, every play-out is a whole game. */
  think(view: Uint8Array, seat: number, playouts: number, toTheEnd: boolean): void {
    this.grown += playouts;
    this.game.call('think', this.seen(view), seat, playouts, toTheEnd ? 1 : 0, ...this.own);
  }

  /** The action to play; changes the bot's own chance. */
  decide(view: Uint8Array, seat: number, chance: Uint8Array): number {
    const { at } = this.game;
    const action = this.game.call(
      'decide',
      this.seen(view),
      seat,
      this.memory,
      this.game.put(at.chance, chance),
      at.mask,
    );
    chance.set(this.game.bytes(at.chance, chance.length));
    return action;
  }

  /** The action trusted most where the tree was grown last. */
  get best(): number {
    return this.game.call('best_of', this.memory);
  }

  /** How often an action wins, from 0 to 1. */
  wins(action: number): number {
    return this.game.call('wins_of', this.memory, action) / WHOLE;
  }

  /** What an action was worth beside the best alternative, both played to the end of the game in the same worlds. */
  judge(view: Uint8Array, seat: number, action: number, playouts: number): Judgement {
    this.grown = playouts;
    const best = this.game.call('judge', this.seen(view), seat, action, playouts, ...this.own);
    const games = Math.floor(playouts / 2) + 1;
    const [wins, winsOfBest, squares] = [0, 1, 2].map(
      (place) => this.game.call('found', this.memory, place) / games / WHOLE,
    ) as [number, number, number];
    const lost = winsOfBest - wins;
    const error = Math.sqrt(Math.max(squares - lost ** 2, 0) / games);
    const cost = lost > SURE_AFTER * error ? lost : 0;
    return { best, wins, winsOfBest, cost, chance: cost > 0 ? winsOfBest : wins };
  }

  private seen(view: Uint8Array): number {
    return this.game.put(this.game.at.view, view);
  }

  private get own(): number[] {
    const { at } = this.game;
    return [this.memory, this.thought, at.world, at.scratch, at.mask];
  }
}
