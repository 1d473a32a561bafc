/** The intervals of the page are those of Python's lab for whoever stops when they like. */
import { describe, expect, it } from 'vitest';
import { difference, estimate, sequenceWidth } from '$/lab/statistics';
import { python } from '../python';

const SAMPLES: [count: number, total: number, squares: number][] = [
  [0, 0, 0],
  [1, 3, 9],
  [2, 1, 1],
  [128, 0, 0],
  [128, 31, 31],
  [5000, 12, 12],
  [8192, 4096, 2048.5],
  [100_000, 4_312_345, 190_000_000],
  [1_000_000, -2500, 900_000],
];

const STATISTICS = `
import json, sys
from openoutcry.lab.statistics import Sample, difference, interval, sequence_width
samples = [Sample(*each) for each in json.loads(sys.argv[1])]
found = [
    [list(how(each, is_share=is_share, at_any_time=True)) for is_share in (False, True)]
    for how in (interval, difference) for each in samples
]
widths = [sequence_width(each.count) for each in samples if each.count]
print(json.dumps([[[str(end) for end in ends] for ends in each] for each in found] + [widths]))
`;

describe('intervals', () => {
  const told = python<(string[][] | number[])[]>(STATISTICS, JSON.stringify(SAMPLES));
  const widths = told.pop() as number[];
  const intervals = told as string[][][];

  it.each([
    ['a mean', estimate, 0],
    ['a difference', difference, SAMPLES.length],
  ] as const)('of %s are those of Python', (_, how, first) => {
    SAMPLES.forEach(([count, total, squares], number) => {
      [false, true].forEach((isShare, place) => {
        const { low, high } = how({ count, total, squares }, isShare);
        const there = intervals[first + number]![place]!.map((end) => Number(end.replace('inf', 'Infinity')));
        [low, high].forEach((end, side) => {
          if (Number.isFinite(there[side]!)) expect(end).toBeCloseTo(there[side]!, 9);
          else expect(end).toBe(there[side]);
        });
      });
    });
  });

  it('are as many errors wide as those of Python', () => {
    const counts = SAMPLES.map(([count]) => count).filter(Boolean);
    counts.forEach((count, place) => expect(sequenceWidth(count)).toBeCloseTo(widths[place]!, 12));
  });
});
