/** The one match that the page kept before it kept several, in localStorage: it is taken over once. */
import type { Kept } from './record';
import type { Store } from './store';

const KEY = 'outcry.match';

interface Former {
  game: string;
  file: string;
  seat: number;
  bots: { [seat: string]: string };
  pace: number;
  over: boolean;
}

interface FormerFile {
  seats: number;
  players: string[];
  commitment: string;
  log: unknown[];
  stands: { points: number[]; places: number[]; ending: string | null };
}

/** What was kept there, as it is kept now; null for what no page has written. */
export function formerOf(text: string | null, now: number): { match: Kept; file: string } | null {
  try {
    const { game, file, seat, bots, pace, over } = JSON.parse(text ?? 'null') as Former;
    const { seats, players, commitment, log, stands } = JSON.parse(file) as FormerFile;
    const { points, places, ending } = stands;
    const match: Kept = {
      id: commitment.slice(0, 18),
      game,
      options: {},
      unusual: {},
      seats,
      players,
      bots,
      seat,
      pace,
      entries: log.length,
      over,
      result: over ? { points, places, ending: ending ?? '' } : null,
      opened: now,
      changed: now,
      kind: 'match',
      day: null,
      writer: 'former',
      gone: null,
      lessons: null,
    };
    return { match, file };
  } catch {
    return null;
  }
}

/** Take it over, then let go of it: a second tab that does the same at the same time writes the same. */
export async function takeFormer(store: Store): Promise<void> {
  // A worker has none.
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  if (text === null) return;
  const former = formerOf(text, Date.now());
  if (former && !(await store.find(former.match.id))) await store.write(former.match, former.file);
  localStorage.removeItem(KEY);
}
