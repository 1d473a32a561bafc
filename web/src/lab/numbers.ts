/** Figures as people write them, and axes whose ends are round. */
import type { Language } from '$/client/settings.svelte';
import type { Estimate } from './statistics';

/** How the numbers of a measure are written. */
export interface Style {
  language: Language;
  isShare: boolean;
  /** With its sign, for differences. */
  isSigned?: boolean;
}

/** So many digits after the point: enough for three that count. */
function digits(value: number): number {
  const size = Math.abs(value);
  return size < 10 ? 2 : size < 1000 ? 1 : 0;
}

export function written(value: number, { language, isShare, isSigned = false }: Style): string {
  const places = isShare ? 1 : digits(value);
  const shown = new Intl.NumberFormat(language, {
    style: isShare ? 'percent' : 'decimal',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    signDisplay: isSigned ? 'exceptZero' : 'negative',
  });
  return shown.format(value).replace('-', '−');
}

/** The same where it is followed by another of its kind: without the sign of shares. */
export function writtenFirst(value: number, style: Style): string {
  return written(value, style).replace(/\s*%$/, '');
}

/** A number beside an axis, with no more digits than it needs. */
export function tick(value: number, { language, isShare }: Style): string {
  const style = isShare ? 'percent' : 'decimal';
  return new Intl.NumberFormat(language, { style, maximumSignificantDigits: 3 }).format(value).replace('-', '−');
}

export function count(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);
}

/** Whether an interval leaves out zero. */
export function isApart({ low, high }: Estimate): boolean {
  return low > 0 || high < 0;
}

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number that is not smaller. */
export function roundUp(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ROUND.find((each) => each >= value / power - 1e-9)!;
}

/** So much more than the largest number an axis has at least. */
const SPARE = 1.05;

/** An axis that has these numbers on it, from 0 or from below it. */
export function axisOf(values: number[]): { low: number; high: number } {
  const known = values.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  return { low: low < 0 ? -roundUp(-low * SPARE) : 0, high: high > 0 || low === 0 ? roundUp(high * SPARE) : 0 };
}
