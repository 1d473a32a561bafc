/** Who is not to be heard, table by table, by the numbers that people have there; kept in the browser. */
const KEY = 'outcry.muted';
const MOST_TABLES = 40;

type Kept = [table: string, speakers: number[]][];

function kept(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? (found as Kept) : [];
  } catch {
    return [];
  }
}

export class Muted {
  readonly speakers: number[];

  constructor(private readonly table: string) {
    this.speakers = kept().find(([table]) => table === this.table)?.[1] ?? [];
  }

  /** The tables at which somebody was muted last are kept. */
  keep(speakers: number[]): void {
    const others = kept().filter(([table]) => table !== this.table);
    const all: Kept = speakers.length > 0 ? [...others, [this.table, speakers]] : others;
    try {
      localStorage.setItem(KEY, JSON.stringify(all.slice(-MOST_TABLES)));
    } catch {
      // A full or forbidden storage: it holds until the page is closed.
    }
  }
}
