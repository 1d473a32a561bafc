/** The measures of a game at a table, by their names, in the order in which bots/measuring.py has them. */
import type { LabDescription } from '$/generated/manifest';

/** A measure by its kind and, where there are several of that kind, which of them. */
export interface Measure {
  kind: string;
  which: string;
  /** As people write it for the command: wins.0. */
  name: string;
  isShare: boolean;
  /** Where its numbers stand. */
  place: number;
}

/** All measures that have a meaning at a table of so many seats. */
export function measuresOf(lab: LabDescription, seats: number): Measure[] {
  const each = Array.from({ length: seats }, (_, seat) => String(seat));
  const several = Object.entries({ wins: each, points: each, ...lab.measures });
  const all = [
    ...lab.general.map((kind) => ({ kind, which: '', name: kind })),
    ...several.flatMap(([kind, names]) => names.map((which) => ({ kind, which, name: `${kind}.${which}` }))),
  ];
  return all
    .map((measure, place) => ({ ...measure, place, isShare: lab.shares.includes(measure.kind) }))
    .filter(({ kind }) => seats > 1 || !lab.of_several.includes(kind));
}

/** How many numbers a game has at a table of so many seats. */
export function widthOf(lab: LabDescription, seats: number): number {
  return lab.general.length + 2 * seats + Object.values(lab.measures).reduce((all, names) => all + names.length, 0);
}

/** For each number at one table where the same measure stands at another; -1 where it has none. */
export function placesAt(lab: LabDescription, seats: number, others: number): Int32Array {
  const there = new Map(measuresOf(lab, others).map(({ name, place }) => [name, place]));
  const places = new Int32Array(widthOf(lab, seats)).fill(-1);
  for (const { name, place } of measuresOf(lab, seats)) places[place] = there.get(name) ?? -1;
  return places;
}
