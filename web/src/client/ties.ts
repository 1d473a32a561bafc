/** Why somebody came before others with the same points, as cli/result.py tells it. */
import type { Words } from '$/game/words';
import type { Seen } from './table.svelte';

/** What decided it, or else how the game decides. */
export function tieBreaks(seen: Seen, words: Words, players: string[], and: string): string[] {
  const { places, points } = seen;
  const ranking = [...new Set(places)]
    .sort((one, other) => one - other)
    .map((place) => places.flatMap((each, seat) => (each === place ? [seat] : [])));
  const tied = ranking
    .slice(1)
    .map((second, before) => [ranking[before]!, second] as const)
    .filter(([first, second]) => points[first[0]!] === points[second[0]!]);
  if (!('decided_by' in seen.game.manifest.facts))
    return tied.length > 0 && words.hasLabel('ties') ? [words.label('ties')] : [];
  const named = (seats: number[]): string => seats.map((seat) => players[seat] ?? '').join(` ${and} `);
  return tied.map(([first, second]) =>
    words.decided(seen.fact('decided_by', first[0]!, second[0]!), named(first), named(second)),
  );
}
