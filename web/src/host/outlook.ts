/**
 * Why an action is better than another, as far as looking ahead shows it: what surely comes of it, and what comes to
 * pass more often, or less, before its player has to choose again; the same as bots/outlook.py.
 */
import { HIDDEN, seenText } from '$/game/actions';
import { NOBODY, seenNumber, type EventTold } from '$/game/events';
import { WHOLE, type Mind } from '$/game/mind';
import type { EventDescription } from '$/generated/manifest';
import type { LogLine } from '$/generated/messages';
import type { Advice, Ask } from './asks';

/** So many worlds are looked at, and so many steps of each at most. */
const WORLDS = 100;
const STEPS = 60;
/** What comes to pass in so many worlds more after one action than after the other is told of. */
const APART = 25;
/** It is a reason if whoever sees it come to pass wins more often, or less, by one game in so many at least. */
const MATTERS = 20;

/** What speaks for an action, with the shares of worlds in which what is foreseen comes to pass after either. */
export interface Outlook {
  brings: EventTold[];
  foreseen: LogLine | null;
  often: number;
  otherwise: number;
  /** Points in the end, on average, where those after the action are clearly better. */
  points: number | null;
  next_points: number | null;
}

/** A line as JSON, so that what is alike is the same. */
type Happening = string;

function add(counts: Map<Happening, number>, happening: Happening, number = 1): void {
  counts.set(happening, (counts.get(happening) ?? 0) + number);
}

/** An event as a line of its own. */
function alone(told: EventTold): Happening {
  return JSON.stringify({ seat: null, text: '', events: [told] } satisfies LogLine);
}

/**
 * Games after one action: in how many a thing came to pass, what its player won of these and of all, in
 * ten-thousandths, what came of the action itself, and the points in the end, world by world.
 */
class Games {
  readonly happened = new Map<Happening, number>();
  private readonly wonWith = new Map<Happening, number>();
  private readonly brought = new Map<Happening, number>();
  won = 0;
  readonly points: number[] = [];

  /** One more, with what came of the action itself and all that came to pass. */
  add(brought: Happening[], happened: Set<Happening>, won: number): void {
    for (const one of brought) add(this.brought, one);
    this.won += won;
    for (const one of happened) {
      add(this.happened, one);
      add(this.wonWith, one, won);
    }
  }

  /** What came of the action itself, always. */
  get brings(): Happening[] {
    return [...this.brought].flatMap(([one, count]) => (count === WORLDS ? [one] : []));
  }

  often(happening: Happening): number {
    return this.happened.get(happening) ?? 0;
  }

  /** How much oftener the player wins where a thing comes to pass, as a fraction: what is above and below the line. */
  matters(happening: Happening): [number, number] {
    const [withIt, wonWith] = [this.often(happening), this.wonWith.get(happening) ?? 0];
    const without = WORLDS - withIt;
    return [wonWith * without - (this.won - wonWith) * withIt, withIt * without];
  }
}

/** An action, how often it was tried by a search, and what it won of these games, from 0 to 1. */
export interface Estimate {
  action: number;
  tries: number;
  wins: number;
}

/** How often an action wins, in the games of the search and in those looked ahead. */
function pooled({ tries, wins }: Estimate, games: Games): number {
  return (Math.round(wins * WHOLE) * tries + games.won) / (tries + WORLDS) / WHOLE;
}

function eventsIn(lines: Happening[]): EventTold[] {
  return lines.flatMap((line) => (JSON.parse(line) as LogLine).events);
}

/** What speaks for an action, from games after it and after another. */
function outlook(games: Games, others: Games, isLowestBest: boolean): Outlook {
  const same = others.brings;
  const best = strongest(games, others);
  const isBetter = isBetterBy(
    games.points.map((one, world) => (one - others.points[world]!) * (isLowestBest ? -1 : 1)),
  );
  return {
    brings: eventsIn(games.brings.filter((one) => !same.includes(one))),
    foreseen: best === null ? null : (JSON.parse(best) as LogLine),
    often: best === null ? 0 : games.often(best) / WORLDS,
    otherwise: best === null ? 0 : others.often(best) / WORLDS,
    points: isBetter ? sum(games.points) / WORLDS : null,
    next_points: isBetter ? sum(others.points) / WORLDS : null,
  };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Whether points are better than others by two standard errors of the difference in the same worlds. */
function isBetterBy(apart: number[]): boolean {
  const [total, squares] = [sum(apart), sum(apart.map((each) => each * each))];
  return total > 0 && total * total * WORLDS > 4 * (squares * WORLDS - total * total);
}

/**
 * Of all that comes to pass more often after one action than after the other, or less, and is as good or bad for the
 * player as that, what differs most.
 */
function strongest(games: Games, others: Games): Happening | null {
  let best: Happening | null = null;
  let most = APART - 1;
  const brings = games.brings;
  for (const happening of [...games.happened.keys(), ...others.happened.keys()]) {
    const apart = games.often(happening) - others.often(happening);
    const [one, other] = [games.matters(happening), others.matters(happening)];
    const above = (one[0] + other[0]) * Math.sign(apart);
    const speaksFor = above * MATTERS >= (one[1] + other[1]) * WHOLE;
    if (Math.abs(apart) <= most || !speaksFor || brings.includes(happening)) continue;
    best = happening;
    most = Math.abs(apart);
  }
  return best;
}

/** Looks ahead at the best action, beside the next best, world by world, so that the host can breathe in between. */
export class Looking {
  private readonly games: Games[];
  private worlds = 0;

  constructor(
    private readonly ask: Ask,
    private readonly mind: Mind,
    private readonly found: Estimate[],
  ) {
    mind.see(ask.view);
    this.games = found.map(() => new Games());
  }

  get isDone(): boolean {
    return this.worlds >= WORLDS;
  }

  /** Look at one more world. */
  goOn(): void {
    this.mind.suppose(this.ask.seat);
    this.found.forEach(({ action }, place) => this.look(action, this.games[place]!));
    this.worlds++;
  }

  /** If the next best wins more often, in the games of the search and in those looked ahead, it is the best. */
  get advice(): Advice {
    const [first, second] = this.found.map((each, place) => ({ ...each, games: this.games[place]! }));
    const { action, games } = first!;
    if (!second) {
      const why = {
        brings: eventsIn(games.brings),
        foreseen: null,
        often: 0,
        otherwise: 0,
        points: null,
        next_points: null,
      };
      return { action, wins: pooled(first!, games), next_action: null, next_wins: 0, ...why };
    }
    const isSecond = second.wins > first!.wins && second.games.won >= games.won;
    const [best, other] = isSecond ? [second, first!] : [first!, second];
    return {
      action: best.action,
      wins: pooled(best, best.games),
      next_action: other.action,
      next_wins: pooled(other, other.games),
      ...outlook(best.games, other.games, this.ask.game.manifest.lowest_wins),
    };
  }

  /** Play an action in a world, to the end. */
  private look(action: number, games: Games): void {
    const brought: Happening[] = [];
    const happened = new Set<Happening>();
    let number = action;
    for (let step = 0; step < STEPS; step++) {
      const line = this.line(number);
      if (!line) break;
      if (step === 0) brought.push(...line.events.map(alone));
      this.happenings(line).forEach((one) => happened.add(one));
      number = NOBODY;
    }
    games.add(brought, happened, this.mind.endsWell(this.ask.seat));
    games.points.push(this.mind.pointsAhead(this.ask.seat));
  }

  /** One step as the player would be told of it, headings left out; null where there is none. */
  private line(action: number): LogLine | null {
    const { game, seat } = this.ask;
    const step = this.mind.stepAhead(seat, action);
    if (!step) return null;
    const seen = step.actor === seat ? step.action : seenNumber(game.manifest, step.action);
    const events = game.events(step.before, step.after, step.actor, seen);
    const text = seenText(game.manifest, step.action) ?? '';
    return { seat: step.actor, text, events: events.filter((told) => !this.kindOf(told)?.heading) };
  }

  /** What came to pass, each as a line of its own: what another was seen to do, and events that can stand alone. */
  private happenings({ seat, text, events }: LogLine): Happening[] {
    const isSeen = seat !== this.ask.seat && text !== '' && !text.includes(HIDDEN) && !this.isHold(text);
    const done = isSeen ? [JSON.stringify({ seat, text, events: [] } satisfies LogLine)] : [];
    return [...done, ...events.filter((told) => this.names(told)).map(alone)];
  }

  /** Whether the sentence of an event names whom it is about, so that it can stand alone. */
  private names(told: EventTold): boolean {
    const phrases = this.ask.game.manifest.words.en?.events as { [event: string]: string } | undefined;
    return phrases?.[String(told.event)]?.includes(`{${this.kindOf(told)?.about}}`) ?? false;
  }

  private isHold(text: string): boolean {
    return this.ask.game.manifest.actions.verbs.some(({ verb, holds }) => holds && verb === text);
  }

  private kindOf(told: EventTold): EventDescription | undefined {
    return this.ask.game.manifest.events.find(({ event }) => event === told.event);
  }
}
