/**
 * What some games tell of all games, by the formulas of lab/statistics.py: the intervals are confidence sequences,
 * which hold at all times at once, so that whoever looks all the while may stop when they like.
 */

const LEVEL = 0.95;
/** The number of keys at which a confidence sequence is least wide. */
const TIGHTEST = 8192;

/** Observations by their count, their sum and the sum of their squares. */
export interface Sample {
  count: number;
  total: number;
  squares: number;
}

export interface Interval {
  low: number;
  high: number;
}

/** A mean, and between what it lies. */
export interface Estimate extends Interval {
  mean: number;
}

/** Agresti and Coull, Agresti and Min: what keeps the intervals of rare shares, and of their differences, honest. */
const SHARE_PRIOR: Sample = { count: 4, total: 2, squares: 2 };
const DIFFERENCE_PRIOR: Sample = { count: 2, total: 0, squares: 1 };

function added(one: Sample, other: Sample): Sample {
  return { count: one.count + other.count, total: one.total + other.total, squares: one.squares + other.squares };
}

function mean({ count, total }: Sample): number {
  return total / count;
}

function deviation({ count, total, squares }: Sample): number {
  return count < 2 ? Infinity : Math.sqrt(Math.max(squares - (total * total) / count, 0) / (count - 1));
}

/** Standard errors to either side after so many observations. */
export function sequenceWidth(count: number): number {
  const time = (8 * count) / TIGHTEST;
  return Math.sqrt(((time + 1) / time) * Math.log((time + 1) / (1 - LEVEL) ** 2));
}

function around(sample: Sample): Interval {
  if (sample.count < 2) return { low: -Infinity, high: Infinity };
  const half = (sequenceWidth(sample.count) * deviation(sample)) / Math.sqrt(sample.count);
  return { low: mean(sample) - half, high: mean(sample) + half };
}

/** A mean with its interval; that of a share goes from 0 to 1. */
export function estimate(sample: Sample, isShare: boolean): Estimate {
  const { low, high } = around(isShare ? added(sample, SHARE_PRIOR) : sample);
  const limits = isShare ? { low: Math.max(low, 0), high: Math.min(high, 1) } : { low, high };
  return { mean: mean(sample), ...limits };
}

/** The mean difference of pairs, with its interval. */
export function difference(pairs: Sample, isShare: boolean): Estimate {
  return { mean: mean(pairs), ...around(isShare ? added(pairs, DIFFERENCE_PRIOR) : pairs) };
}
