/** What the result counts and where it comes from, as cli/result.py tells it. */
import type { Words } from '$/game/words';
import type { Seen } from './table.svelte';

export interface Scores {
  /** What points are here: cards left, euros; undefined where they are just points. */
  unit: string | undefined;
  isLowestBest: boolean;
  /** What stands beside the points, a number for each seat; what is 0 for everybody is left out. */
  sources: { name: string; title: string; numbers: number[] }[];
}

export function scoresOf(seen: Seen, words: Words): Scores {
  const { manifest } = seen.game;
  const sources = words.sources.map(([name, title]) => ({
    name,
    title,
    numbers: seen.points.map((_, seat) => seen.fact(name, seat)),
  }));
  return {
    unit: words.unit('counted_in' in manifest.facts ? seen.fact('counted_in') : 0),
    isLowestBest: manifest.lowest_wins,
    sources: sources.filter(({ numbers }) => numbers.some(Boolean)),
  };
}
