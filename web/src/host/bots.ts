/**
 * Bots at the table in the page, as bots/seated.py has them: they answer what a session asks of them. Each is given
 * what its seat may know, and thinks a little at a time, so that the host hears messages in between.
 */
import { LEARNED, networkFor } from '$/game/learned';
import { optionsOf } from '$/game/options';
import type { Mind } from '$/game/mind';
import type { GameModule } from '$/game/module';
import type { LearnedDescription, Level, Manifest } from '$/generated/manifest';
import type { Answer, Ask } from './asks';
import { Looking, type Estimate } from './outlook';
import type { Time } from './time';

/** So many play-outs at a time, and so many seconds before the host breathes. */
const SLICE = 50;
const BREATH = 0.012;
/** What a hint is worth waiting for. */
const ADVICE = { playouts: 1000, seconds: 1.5 };

interface Thoughts {
  playouts: number;
  /** When to stop even if there were fewer. */
  until: number;
  toTheEnd: boolean;
}

/** Grow a tree in slices, then go on; what is given back stops it. */
function grow(
  time: Time,
  mind: Mind,
  { view, seat }: Ask,
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
  if (name === 'random' || name === 'greedy' || name === LEARNED) return { bot: name, budget: 0 };
  return manifest.levels[name] ?? manifest.levels.medium ?? { bot: 'random', budget: 0 };
}

/** The bots of one table, each with a memory of its own for as long as a match lasts. */
export class SeatedBots {
  private match = 0;
  private readonly minds = new Map<string, Mind>();

  constructor(private readonly time: Time) {}

  /** Find what a bot chooses, advises or finds, as `Session.decided` takes it; what is given back stops it. */
  answer(ask: Ask, done: (answer: Answer) => void): () => void {
    switch (ask.what) {
      case 'choose':
        return this.choose(ask, ask.bot, ask.until, done);
      case 'advise':
        return this.advise(ask, done);
      case 'judge':
        return this.time.after(0, () => done(judged(ask, ask.action, ask.steps)));
    }
  }

  private choose(ask: Ask, bot: string, until: number, done: (action: number) => void): () => void {
    const { game, view, seat, chance } = ask;
    const level = levelOf(game.manifest, bot);
    if (level.bot !== 'search') {
      done(atOnce(game, level, view, seat, chance));
      return () => {};
    }
    const mind = this.mind(ask, bot);
    const decide = (): void => done(mind.decide(view, seat, chance));
    if (game.legal(view, seat).length < 2) {
      decide();
      return () => {};
    }
    mind.wake(chance, level.budget);
    return grow(this.time, mind, ask, { playouts: level.budget, until, toTheEnd: false }, decide);
  }

  /** The mind of the bot that is asked: new with every match. */
  private mind(ask: Ask, bot: string): Mind {
    if (ask.match !== this.match) this.minds.clear();
    this.match = ask.match;
    const name = `${ask.seat} ${bot}`;
    const known = this.minds.get(name);
    if (known) return known;
    const mind = ask.game.mind(name);
    mind.forget();
    this.minds.set(name, mind);
    return mind;
  }

  private advise(ask: Ask, done: (answer: Answer) => void): () => void {
    const mind = ask.game.mind('hint');
    mind.forget();
    mind.wake(ask.chance, ADVICE.playouts);
    const thoughts = { playouts: ADVICE.playouts, until: this.time.now() + ADVICE.seconds, toTheEnd: true };
    let stopLooking = (): void => {};
    const stopGrowing = grow(this.time, mind, ask, thoughts, () => {
      const ahead = new Looking(ask, mind, bestOf(ask, mind));
      stopLooking = look(this.time, ahead, () => done(ahead.advice));
    });
    return () => {
      stopGrowing();
      stopLooking();
    };
  }
}

/** Look ahead, a few worlds at a time, then go on; what is given back stops it. */
function look(time: Time, ahead: Looking, done: () => void): () => void {
  let stop = time.after(0, goOn);

  function goOn(): void {
    const breathe = time.now() + BREATH;
    do ahead.goOn();
    while (!ahead.isDone && time.now() < breathe);
    if (ahead.isDone) done();
    else stop = time.after(0, goOn);
  }

  return () => stop();
}

/** The best, and of the others the one that was tried most. */
function bestOf({ game, view, seat }: Ask, mind: Mind): Estimate[] {
  const { best } = mind;
  const all = game.legal(view, seat).map((action) => ({ action, tries: mind.tries(action), wins: mind.wins(action) }));
  const others = all.filter(({ action, tries }) => action !== best && tries > 0);
  return [
    ...all.filter(({ action }) => action === best),
    ...others.sort((one, other) => other.tries - one.tries),
  ].slice(0, 2);
}

function atOnce(game: GameModule, level: Level, view: Uint8Array, seat: number, chance: Uint8Array): number {
  if (level.bot === 'random') return game.anyAction(view, seat, chance);
  if (level.bot === LEARNED) return game.learned(view, seat, chance, networkOf(game, view).file);
  return game.greedy(view, seat, chance, level.budget);
}

/** The network for the seats and options of a record. */
function networkOf(game: GameModule, view: Uint8Array): LearnedDescription {
  const { manifest } = game;
  const shown = game.shown(view);
  const options = Object.fromEntries(manifest.options.map(({ name }) => [name, shown[name]]));
  const network = networkFor(manifest, Number(shown.seats), optionsOf(manifest.options, options));
  if (!network) throw new Error(`nobody has learned ${manifest.game} so`);
  return network;
}

/** What a decision was worth. */
function judged({ game, view, seat, chance }: Ask, action: number, steps: number): Answer {
  const mind = game.mind('review');
  mind.wake(chance, 0);
  return mind.judge(view, seat, action, steps);
}
