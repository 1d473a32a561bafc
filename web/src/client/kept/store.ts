/**
 * Where matches are kept: IndexedDB, a match and its file in one transaction. A match has one writer, a tab; what any
 * other writes is refused by the store itself, whatever the tabs believe of each other.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { takeFormer } from './former';
import type { Kept } from './record';

/** How long there is a way back from deleting, in milliseconds. */
export const WAY_BACK = 24 * 3600 * 1000;

/** The match of a day that counts, by game. */
export interface Day {
  day: string;
  game: string;
  id: string;
  /** What the reader has to share, once it is over: their place, of how many, their points, and what they took back. */
  result: { place: number; of: number; points: number; undone: number } | null;
}

interface Shape extends DBSchema {
  matches: { key: string; value: Kept };
  files: { key: string; value: string };
  days: { key: [day: string, game: string]; value: Day };
}

/** What tabs tell each other: that a match has changed, or has a new writer. */
export interface Told {
  id: string;
  writer: string | null;
}

export class Store {
  private readonly channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outcry.kept');
  private readonly ears = new Set<(told: Told) => void>();

  private constructor(private readonly database: IDBPDatabase<Shape>) {
    this.channel?.addEventListener('message', ({ data }: MessageEvent<Told>) =>
      this.ears.forEach((hear) => hear(data)),
    );
  }

  static async open(name = 'outcry'): Promise<Store> {
    const database = await openDB<Shape>(name, 1, {
      upgrade(made) {
        made.createObjectStore('matches', { keyPath: 'id' });
        made.createObjectStore('files');
        made.createObjectStore('days', { keyPath: ['day', 'game'] });
      },
      // A newer version of the page in another tab goes first.
      blocking: () => database.close(),
    });
    const store = new Store(database);
    await takeFormer(store);
    return store;
  }

  /** Hear what other tabs, and this one, write. */
  listen(hear: (told: Told) => void): () => void {
    this.ears.add(hear);
    return () => this.ears.delete(hear);
  }

  private tell(told: Told): void {
    this.channel?.postMessage(told);
    this.ears.forEach((hear) => hear(told));
  }

  /** All matches, those that changed last first; what was deleted long ago goes for good. */
  async all(now = Date.now()): Promise<Kept[]> {
    const all = await this.database.getAll('matches');
    const old = all.filter(({ gone }) => gone !== null && now - gone > WAY_BACK);
    for (const { id } of old) await this.forget(id);
    return all.filter((each) => !old.includes(each)).sort((one, other) => other.changed - one.changed);
  }

  async find(id: string): Promise<{ match: Kept; file: string } | null> {
    const reading = this.database.transaction(['matches', 'files']);
    const [match, file] = await Promise.all([
      reading.objectStore('matches').get(id),
      reading.objectStore('files').get(id),
    ]);
    return match && file !== undefined ? { match, file } : null;
  }

  /** What is kept of a match besides its file. */
  about(id: string): Promise<Kept | undefined> {
    return this.database.get('matches', id);
  }

  file(id: string): Promise<string | undefined> {
    return this.database.get('files', id);
  }

  /** Keep a match as it is now; false if another tab writes it, and then nothing has changed. */
  async write(match: Kept, file: string): Promise<boolean> {
    const writing = this.database.transaction(['matches', 'files', 'days'], 'readwrite');
    const [matches, files, days] = [
      writing.objectStore('matches'),
      writing.objectStore('files'),
      writing.objectStore('days'),
    ];
    const before = await matches.get(match.id);
    const isMine = !before || before.writer === match.writer;
    if (isMine) {
      await matches.put({ ...match, lessons: match.lessons ?? before?.lessons ?? null });
      await files.put(file, match.id);
      const day = match.day === null ? undefined : await days.get([match.day, match.game]);
      if (day?.id === match.id && match.result && !day.result) await days.put({ ...day, result: forDay(match, file) });
    }
    await writing.done;
    if (isMine) this.tell({ id: match.id, writer: match.writer });
    return isMine;
  }

  /** Change what is kept besides the file, whoever writes that. */
  async change(id: string, change: Partial<Kept>): Promise<void> {
    const writing = this.database.transaction('matches', 'readwrite');
    const before = await writing.store.get(id);
    if (before) await writing.store.put({ ...before, ...change });
    await writing.done;
    this.tell({ id, writer: change.writer ?? null });
  }

  /** From now on this tab writes a match, and no other. */
  claim(id: string, writer: string): Promise<void> {
    return this.change(id, { writer });
  }

  remove(id: string, now = Date.now()): Promise<void> {
    return this.change(id, { gone: now });
  }

  bringBack(id: string): Promise<void> {
    return this.change(id, { gone: null });
  }

  private async forget(id: string): Promise<void> {
    const writing = this.database.transaction(['matches', 'files'], 'readwrite');
    await Promise.all([writing.objectStore('matches').delete(id), writing.objectStore('files').delete(id)]);
    await writing.done;
  }

  day(day: string, game: string): Promise<Day | undefined> {
    return this.database.get('days', [day, game]);
  }

  days(): Promise<Day[]> {
    return this.database.getAll('days');
  }

  /** The first match of a day counts, unless nothing came of it: the id of the one that does. */
  async beginDay(day: string, game: string, id: string): Promise<string> {
    const writing = this.database.transaction(['days', 'matches'], 'readwrite');
    const before = await writing.objectStore('days').get([day, game]);
    const counts = before && (before.result || (await writing.objectStore('matches').get(before.id)));
    if (!counts) await writing.objectStore('days').put({ day, game, id, result: null });
    await writing.done;
    return counts ? before.id : id;
  }

  close(): void {
    this.channel?.close();
    this.database.close();
  }
}

function forDay({ result, seat, seats }: Kept, file: string): Day['result'] {
  const undone = file.match(/^ +\{"seat": \d+, "undo": /gm)?.length ?? 0;
  return { place: result!.places[seat]!, of: seats, points: result!.points[seat]!, undone };
}

let opened: Promise<Store> | null = null;

/** The store of this page. */
export function store(): Promise<Store> {
  opened ??= Store.open();
  opened.catch(() => (opened = null));
  return opened;
}
