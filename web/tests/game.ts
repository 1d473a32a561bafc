/** Games for tests: the real .wasm, from where the page's files were built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Seen } from '$/client/table.svelte';
import { GameModule } from '$/game/module';
import { Words } from '$/game/words';
import type { Manifest } from '$/generated/manifest';
import { Match } from '$/host/match';

export async function gameOf(name: string): Promise<GameModule> {
  const path = (kind: string): string => join(process.cwd(), 'public', 'games', `${name}.${kind}`);
  return GameModule.of(JSON.parse(readFileSync(path('json'), 'utf8')) as Manifest, readFileSync(path('wasm')));
}

/** The network of a file, as the page fetches it. */
export function networkIn(file: string): Uint8Array {
  return readFileSync(join(process.cwd(), 'public', 'games', file));
}

export async function matchOf(
  name: string,
  seats: number,
  options: { [name: string]: number } = {},
  key = 7,
): Promise<Match> {
  const players = Array.from({ length: seats }, (_, seat) => (seat === 0 ? 'You' : `Bot ${seat}`));
  return new Match(await gameOf(name), { seats, options, players, key: new Uint8Array(32).fill(key) });
}

/** Play at random, but the same each time, for so many actions; every moment is given to whoever looks. */
export function playOn(match: Match, actions: number, look: (match: Match) => void = () => {}): void {
  const thought = match.game.chance(new Uint8Array(32).fill(3));
  for (let done = 0; done < actions && !match.over; done++) {
    const seat = match.toAct[0]!;
    match.play(seat, match.game.anyAction(match.view(seat), seat, thought));
    look(match);
  }
}

export function seenOf(match: Match, seat = 0): Seen {
  return new Seen(match.game, match.view(seat), seat);
}

export function wordsOf(match: Match, language = 'en'): Words {
  return new Words(match.game.manifest, language);
}
