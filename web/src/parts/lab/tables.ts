/** The two tables of an experiment, as they are called and drawn. */
export const TABLES = [
  { name: 'A', place: 0, colour: 'var(--seat-0)' },
  { name: 'B', place: 1, colour: 'var(--seat-1)' },
];

export function tablesOf(isCompared: boolean): typeof TABLES {
  return isCompared ? TABLES : TABLES.slice(0, 1);
}
