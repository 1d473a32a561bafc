/** What the matches of a player come to: how often they win, with how sure that is, streaks, and usual mistakes. */
import { winOf, type Kept, type Lesson } from './record';

/** Wins of so many matches; where a win is shared a part of it counts. */
export interface Wins {
  matches: number;
  wins: number;
  /** How often one would win if all played alike. */
  fair: number;
}

/** The matches that count: dealt here, over, against bots alone, and with somebody to win against. */
export function counted(all: Kept[]): Kept[] {
  return all.filter(
    ({ over, result, kind, gone, seats, bots }) =>
      over &&
      result !== null &&
      gone === null &&
      (kind === 'match' || kind === 'day') &&
      seats > 1 &&
      Object.keys(bots).length === seats - 1,
  );
}

export function winsOf(matches: Kept[]): Wins {
  const sum = (of: (match: Kept) => number): number => matches.reduce((all, match) => all + of(match), 0);
  return {
    matches: matches.length,
    wins: sum(({ result, seat }) => winOf(result!, seat)),
    fair: sum(({ seats }) => 1 / seats) / Math.max(1, matches.length),
  };
}

/** 95 of 100 such intervals hold the true share. */
const DEVIATIONS = 1.959964;

/** Between which shares the true one lies, by Wilson: never below 0 or above 1, and wide where little is known. */
export function interval({ wins, matches }: Wins): [low: number, high: number] {
  if (matches === 0) return [0, 1];
  const square = DEVIATIONS ** 2;
  const share = wins / matches;
  const middle = share + square / (2 * matches);
  const reach = DEVIATIONS * Math.sqrt((share * (1 - share)) / matches + square / (4 * matches ** 2));
  const whole = 1 + square / matches;
  return [Math.max(0, (middle - reach) / whole), Math.min(1, (middle + reach) / whole)];
}

/** The level of a match: that of its bots, or that they differ. */
export function levelOf({ bots }: Kept): string {
  const levels = new Set(Object.values(bots));
  return levels.size === 1 ? [...levels][0]! : 'mixed';
}

/** Matches in groups, the largest first. */
export function grouped(matches: Kept[], by: (match: Kept) => string): [name: string, matches: Kept[]][] {
  const groups = new Map<string, Kept[]>();
  for (const match of matches) groups.set(by(match), [...(groups.get(by(match)) ?? []), match]);
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}

/** How many matches in a row were won, now and at most. */
export function streaks(matches: Kept[]): { now: number; most: number } {
  let [now, most] = [0, 0];
  for (const { result, seat } of [...matches].sort((one, other) => one.changed - other.changed)) {
    now = winOf(result!, seat) > 0 ? now + 1 : 0;
    most = Math.max(most, now);
  }
  return { now, most };
}

/** Decisions of one kind, by the verb of the game, over all reviews. */
export interface Habit {
  game: string;
  verb: string;
  decisions: number;
  costly: number;
  /** The chance of winning that they cost, in all. */
  cost: number;
  /** What was best most often instead. */
  instead: string;
}

/** The kinds of decisions that cost most, the costliest first. */
export function habits(all: Kept[]): Habit[] {
  const found = new Map<string, { game: string; verb: string; lessons: Lesson[] }>();
  for (const { game, lessons, gone } of all) {
    if (gone !== null) continue;
    for (const lesson of lessons ?? []) {
      const name = `${game} ${lesson.verb}`;
      const before = found.get(name) ?? { game, verb: lesson.verb, lessons: [] };
      found.set(name, { ...before, lessons: [...before.lessons, lesson] });
    }
  }
  return [...found.values()]
    .map(({ game, verb, lessons }) => {
      const costly = lessons.filter(({ cost }) => cost > 0);
      return {
        ...{ game, verb, decisions: lessons.length, costly: costly.length },
        cost: costly.reduce((sum, { cost }) => sum + cost, 0),
        instead: costliest(costly),
      };
    })
    .filter(({ cost }) => cost > 0)
    .sort((one, other) => other.cost - one.cost);
}

/** The best verb for which most was paid. */
function costliest(lessons: Lesson[]): string {
  const paid = new Map<string, number>();
  for (const { best, cost } of lessons) paid.set(best, (paid.get(best) ?? 0) + cost);
  return [...paid].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** How many matches were reviewed. */
export function reviewed(all: Kept[]): number {
  return all.filter(({ lessons, gone }) => lessons !== null && gone === null).length;
}
