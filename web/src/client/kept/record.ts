/** What is kept of a match in this browser: all that a list or a statistic needs without opening its file. */
import type { Seen } from '$/client/table.svelte';
import type { ReviewDone, DecisionJudged } from '$/generated/messages';
import { actionOf } from '$/game/actions';
import { Words } from '$/game/words';
import type { Manifest } from '$/generated/manifest';

/** Where it is from: dealt here, the match of a day, a file or a link that was opened, played on from one of these. */
export type Kind = 'match' | 'day' | 'file' | 'onward';

export interface Result {
  points: number[];
  places: number[];
  ending: string;
}

/** A decision that a review has judged, by its verb and that of the best. */
export interface Lesson {
  verb: string;
  best: string;
  cost: number;
}

export interface Kept {
  id: string;
  game: string;
  /** By their numbers, as a table is opened with them. */
  options: { [name: string]: number };
  /** Those that are not as usual, in words, by language. */
  unusual: { [language: string]: string[] };
  seats: number;
  players: string[];
  /** The levels of the bots, by their seats. */
  bots: { [seat: string]: string };
  seat: number;
  /** The seats of the people at this device, where there are several. */
  people?: number[];
  pace: number;
  entries: number;
  over: boolean;
  result: Result | null;
  /** When, in milliseconds. */
  opened: number;
  changed: number;
  kind: Kind;
  /** The day whose match it is. */
  day: string | null;
  /** The tab that writes it, a name that it drew. */
  writer: string;
  /** When it was deleted, from which there is a way back for a while. */
  gone: number | null;
  /** What a review found, once there was one. */
  lessons: Lesson[] | null;
}

/** What is known of a match before it is dealt. */
export type About = Omit<Kept, 'entries' | 'over' | 'result' | 'players' | 'bots' | 'options' | 'unusual' | 'lessons'>;

/** Where in the page a match is played. */
export function addressOf({ id, people }: Pick<Kept, 'id' | 'people'>): string {
  return `/${people ? 'pass' : 'table'}/${id}`;
}

/** A name that nobody else draws; also where a page is not served securely. */
export function drawn(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('');
}

/** The options that are not as usual, in the words of every language that the game speaks. */
export function unusualOptions(manifest: Manifest, options: { [name: string]: number }): Kept['unusual'] {
  const changed = manifest.options.filter((option) => (options[option.name] ?? option.default) !== option.default);
  return Object.fromEntries(
    Object.keys(manifest.words).map((language) => {
      const words = new Words(manifest, language);
      return [
        language,
        changed.map(({ name, choices }) => {
          const number = options[name]!;
          return `${words.option(name)}: ${words.value(name, choices?.[number] ?? String(number))}`;
        }),
      ];
    }),
  );
}

/** The result of a match that is over. */
export function resultOf({ over, points, places, state }: Seen): Result | null {
  return over ? { points, places, ending: String(state.ending) } : null;
}

/** What there is to learn from a review that is done. */
export function lessonsOf(manifest: Manifest, judged: DecisionJudged[], done: ReviewDone | null): Lesson[] | null {
  if (!done) return null;
  return judged.map(({ action, best, cost }) => ({
    verb: actionOf(manifest, action).verb,
    best: actionOf(manifest, best).verb,
    cost,
  }));
}

/** How much of a win a result is for a seat: all of it, a part where several share it, or nothing. */
export function winOf({ places }: Result, seat: number): number {
  return places[seat] === 1 ? 1 / places.filter((place) => place === 1).length : 0;
}
