/**
 * Blocks of keys, played at one table or at two, and summed up in the order of the keys: the same keys come to the same
 * sums, to the last digit, whoever plays them.
 */
import type { LabDescription } from '$/generated/manifest';
import { placesAt, widthOf } from './measures';
import type { Laid, Watched } from './watched';

/** So many keys are a block. */
export const BLOCK = 128;
/** So many are played at a time; between two times somebody may stop it. */
export const SLICE = 16;

/** The sums of all measures at a table; at the second also of their differences from the first, key by key. */
export interface Sums {
  totals: Float64Array;
  squares: Float64Array;
  differences: Float64Array;
  squaredDifferences: Float64Array;
}

export function noSums(lab: LabDescription, seats: number): Sums {
  const width = widthOf(lab, seats);
  const [totals, squares] = [new Float64Array(width), new Float64Array(width)];
  return { totals, squares, differences: new Float64Array(width), squaredDifferences: new Float64Array(width) };
}

/** Add the sums of a block to those before it. */
export function addTo(sums: Sums, more: Sums): void {
  for (const name of ['totals', 'squares', 'differences', 'squaredDifferences'] as const)
    more[name].forEach((value, place) => (sums[name][place]! += value));
}

/** A game that does not end. */
export class Endless extends Error {}

/** The blocks of one or two tables. */
export class Blocks {
  private readonly widths: number[];
  /** Where what is measured at the second table stands at the first. */
  private readonly places: Int32Array;

  constructor(
    private readonly lab: LabDescription,
    private readonly watched: Watched,
    private readonly tables: Laid[],
  ) {
    this.widths = tables.map(({ seats }) => widthOf(lab, seats));
    this.places = placesAt(lab, tables.at(-1)!.seats, tables[0]!.seats);
  }

  /** Play a block, slice by slice: each time it may be left, and in the end there are the sums of every table. */
  *played(block: number): Generator<undefined, Sums[]> {
    const sums = this.tables.map(({ seats }) => noSums(this.lab, seats));
    for (let first = block * BLOCK; first < (block + 1) * BLOCK; first += SLICE) {
      this.slice(first, sums);
      yield;
    }
    return sums;
  }

  private slice(first: number, sums: Sums[]): void {
    let before = new Float64Array();
    this.tables.forEach((table, number) => {
      this.watched.lay(table);
      const values = this.watched.play(first, SLICE);
      this.refuseEndless(values, this.widths[number]!);
      add(sums[number]!, values, this.widths[number]!);
      if (number === 0 && this.tables.length > 1) before = values.slice();
      if (number > 0) this.addDifferences(sums[number]!, values, before);
    });
  }

  private refuseEndless(values: Float64Array, width: number): void {
    const length = this.lab.general.indexOf('decisions');
    for (let at = length; at < values.length; at += width) if (values[at]! >= this.lab.most_steps) throw new Endless();
  }

  private addDifferences({ differences, squaredDifferences }: Sums, values: Float64Array, before: Float64Array): void {
    const [others, width] = this.widths as [number, number];
    for (let game = 0; game < SLICE; game++) {
      for (let place = 0; place < width; place++) {
        const there = this.places[place]!;
        if (there < 0) continue;
        const apart = values[game * width + place]! - before[game * others + there]!;
        differences[place]! += apart;
        squaredDifferences[place]! += apart * apart;
      }
    }
  }
}

function add({ totals, squares }: Sums, values: Float64Array, width: number): void {
  for (let at = 0; at < values.length; at += width) {
    for (let place = 0; place < width; place++) {
      const value = values[at + place]!;
      totals[place]! += value;
      squares[place]! += value * value;
    }
  }
}
