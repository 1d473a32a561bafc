/** Opening a match file, from a disk or a link: it is looked at whole before anything else happens. */
import { listGames, loadGame } from '$/client/games';
import { botsAround, openTable } from '$/client/open';
import { HASTE, settings } from '$/client/settings.svelte';
import type { GameModule } from '$/game/module';
import { refuseTooLarge } from '$/game/json';
import { Mistake, quoted } from '$/game/reasons';
import { isObject, opened, replayed, type MatchFile } from '$/host/file';
import { FORMAT, type Match } from '$/host/match';
import { oldMatch } from '$/host/old';

/** A match file that can be opened. */
export interface Readable {
  text: string;
  game: GameModule;
  /** The match; null if it was played by another version of the rules. */
  match: Match | null;
  /** Where the reader sits: at the only seat without a bot, at the one that is called like them, or at the first. */
  seat: number;
  pace: number;
}

/** Look at the text of a match file; a `Mistake` says what is wrong with it. */
export async function read(text: string): Promise<Readable> {
  if (!text.includes(FORMAT)) throw new Mistake('not_a_match_file', { format: FORMAT });
  const data = opened(text);
  const listed = await listGames();
  const found = listed.find(({ game }) => game === data.game);
  if (!found) {
    const games = listed.map(({ game }) => game).join(', ');
    throw new Mistake('not_replayable', {
      why: new Mistake('no_such_game', { game: quoted(data.game), games }).reason,
    });
  }
  const game = await loadGame(data.game);
  const seat = ownSeat(data);
  const isOld = data.version !== game.manifest.version;
  const match = isOld ? null : replayed(game, data);
  if (isOld) oldMatch(game.manifest, data, seat);
  return { text, game, match, seat, pace: found.pace };
}

function ownSeat({ players, bots }: MatchFile): number {
  const people = players.flatMap((_, seat) => (isObject(bots) && !(String(seat) in bots) ? [seat] : []));
  const called = players.findIndex((name) => ['You', 'Du'].includes(String(name)));
  return people.length === 1 ? people[0]! : Math.max(0, called);
}

/** Sit down at a match that was read. */
export function openRead({ text, game, seat, pace }: Readable, kind: 'file' | 'onward' = 'file'): void {
  const { players } = opened(text);
  const bots = botsAround(players.length, seat);
  const message = { type: 'load_match' as const, file: text, seat, bots, pace, haste: HASTE[settings.speed] };
  openTable(game.manifest.game, message, { kind });
}

/** The match from a moment on, after so many entries that the reader saw, with a key that nobody knows. */
export function fromMoment(read: Readable, entries: number): string {
  const { match, seat } = read;
  const moment = match!.moment(match!.reached(seat, entries));
  moment.newKey(crypto.getRandomValues(new Uint8Array(32)));
  return moment.file();
}

/** Open a file of a person's. */
export async function openFile(file: File): Promise<void> {
  refuseTooLarge(file.size);
  openRead(await read(await file.text()));
}
