/**
 * Bots at the table in the page. Each is given what its seat may know, and thinks a little at a time, so that the host
 * hears messages in between.
 */
import type { Mind } from '$/game/mind';
import type { GameModule } from '$/game/module';
import type { Level, Manifest } from '$/generated/manifest';
import type { Time } from './time';

/** So many play-outs at a time, and so many seconds before the host breathes. */
const SLICE = 50;
const BREATH = 0.012;

/**
 * When a bot acts in a race, at the earliest and at the latest, in parts of the race; nobody is quicker than a person
 * can be.
 */
const REACTS: { [level: string]: [number, number] } = { easy: [0.44, 0.92], medium: [0.14, 0.92], hard: [0.1, 0.5] };
const QUICKEST = 0.25;

export interface Thoughts {
  playouts: number;
  /** When to stop even if there were fewer. */
  until: number;
  toTheEnd: boolean;
}

/** Grow a tree in slices, then go on; what is given back stops it. */
export function grow(
  time: Time,
  mind: Mind,
  view: Uint8Array,
  seat: number,
  { playouts, until, toTheEnd }: Thoughts,
  done: () => void,
): () => void {
  let left = playouts;
  let stop = time.after(0, goOn);

  function goOn(): void {
    const breathe = Math.min(time.now() + BREATH, until);
    do {
      const slice = Math.min(SLICE, left);
      mind.think(view, seat, slice, toTheEnd);
      left -= slice;
    } while (left > 0 && time.now() < breathe);
    if (left > 0 && time.now() < until) stop = time.after(0, goOn);
    else done();
  }

  return () => stop();
}

/** What a bot's name means: a level for people, or a bot itself. */
export function levelOf(manifest: Manifest, name: string): Level {
  if (name === 'random' || name === 'greedy') return { bot: name, budget: 0 };
  return manifest.levels[name] ?? manifest.levels.medium ?? { bot: 'random', budget: 0 };
}

export class Bot {
  private readonly level: Level;

  /** The chance is the bot's own and says nothing of the cards to come. */
  constructor(
    private readonly game: GameModule,
    private readonly seat: number,
    private readonly name: string,
    private readonly chance: Uint8Array,
    private readonly time: Time,
  ) {
    this.level = levelOf(game.manifest, name);
    if (this.level.bot === 'search') this.mind.forget();
  }

  private get mind(): Mind {
    return this.game.mind(`seat ${this.seat}`);
  }

  /** Choose by then at the latest; what is given back stops the thinking. */
  choose(view: Uint8Array, until: number, done: (action: number) => void): () => void {
    const { game, seat, chance, level } = this;
    if (level.bot !== 'search') {
      done(this.atOnce(view));
      return () => {};
    }
    const decide = (): void => done(this.mind.decide(view, seat, chance));
    if (game.legal(view, seat).length < 2) {
      decide();
      return () => {};
    }
    this.mind.wake(chance, level.budget);
    return grow(this.time, this.mind, view, seat, { playouts: level.budget, until, toTheEnd: false }, decide);
  }

  private atOnce(view: Uint8Array): number {
    const { game, seat, chance, level, time } = this;
    if (level.bot === 'random') return game.anyAction(view, seat, chance);
    const whim = level.budget > 0 && Math.floor(time.random() * level.budget) === 0;
    return whim ? game.anyKind(view, seat, chance) : game.greedy(view, seat, chance);
  }

  /** How many seconds into a race the bot acts, if it may not before it opens. */
  reaction(pace: number, opens: number): number {
    const [first, last] = REACTS[this.name] ?? REACTS.medium!;
    const early = Math.max(QUICKEST, opens + 0.1, first * pace);
    return early + this.time.random() * Math.max(0.1, last * pace - early);
  }
}
