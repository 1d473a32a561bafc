/** Blocks summed up in their order, whoever plays them and whenever they come, and what the sums say. */
import type { LabDescription } from '$/generated/manifest';
import { addTo, BLOCK, noSums, type Sums } from './blocks';
import { measuresOf } from './measures';
import { difference, estimate, type Estimate, type Sample } from './statistics';

/** How the measures stand after so many games, each by its name: at every table, and at the second less the first. */
export interface Figures {
  games: number;
  tables: Map<string, Estimate>[];
  differences: Map<string, Estimate>;
}

/** The history of the figures has a moment each time there are so many times the games. */
const STEP = 1.08;

export class Tally {
  /** How many games of each table are in the sums. */
  games = 0;
  /** The figures after ever more games. */
  readonly history: Figures[] = [];
  private readonly sums: Sums[];
  /** What was played before its turn, by the number of its block. */
  private readonly waiting = new Map<number, Sums[]>();

  /** Of tables with so many seats. */
  constructor(
    private readonly lab: LabDescription,
    private readonly seats: number[],
  ) {
    this.sums = seats.map((each) => noSums(lab, each));
  }

  take(blocks: [number, Sums[]][]): void {
    for (const [block, sums] of blocks) this.waiting.set(block, sums);
    let next = this.games / BLOCK;
    for (let sums = this.waiting.get(next); sums; sums = this.waiting.get(++next)) {
      sums.forEach((more, table) => addTo(this.sums[table]!, more));
      this.waiting.delete(next);
      this.games += BLOCK;
      if (this.games >= STEP * (this.history.at(-1)?.games ?? 0)) this.history.push(this.figures);
    }
  }

  /** Forget what waits: it will be played again. */
  drop(): void {
    this.waiting.clear();
  }

  get figures(): Figures {
    const tables = this.seats.map((seats, table) => {
      const { totals, squares } = this.sums[table]!;
      return this.estimates(seats, estimate, totals, squares);
    });
    return { games: this.games, tables, differences: this.differences };
  }

  private get differences(): Map<string, Estimate> {
    const [one, other] = this.seats;
    if (one === undefined || other === undefined) return new Map();
    const { differences, squaredDifferences } = this.sums[1]!;
    const known = new Set(measuresOf(this.lab, one).map(({ name }) => name));
    const found = this.estimates(other, difference, differences, squaredDifferences);
    return new Map([...found].filter(([name]) => known.has(name)));
  }

  private estimates(
    seats: number,
    how: (sample: Sample, isShare: boolean) => Estimate,
    totals: Float64Array,
    squares: Float64Array,
  ): Map<string, Estimate> {
    const sampleAt = (place: number): Sample => ({
      count: this.games,
      total: totals[place]!,
      squares: squares[place]!,
    });
    return new Map(
      measuresOf(this.lab, seats).map(({ name, place, isShare }) => [name, how(sampleAt(place), isShare)]),
    );
  }
}
