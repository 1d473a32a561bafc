/**
 * Match files: reading one replays it, and refuses what does not follow the rules, saying where; for the same reasons,
 * in the same order, as table/file.py.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as hex, hexToBytes as unhex, utf8ToBytes } from '@noble/hashes/utils.js';
import { actionOf } from '$/game/actions';
import { jsonIn, refuseTooLarge } from '$/game/json';
import { isName, LARGEST_FILE, LONGEST_NAME } from '$/game/limits';
import type { GameModule } from '$/game/module';
import { optionsOf, refuseSeats } from '$/game/options';
import { Mistake, quoted } from '$/game/reasons';
import type { OptionDescription } from '$/generated/manifest';
import { refuseUnproven, type Proof } from './fairness';
import { FORMAT, lineOf, Match } from './match';

const KEY_SIZE = 32;

export interface JsonObject {
  [name: string]: unknown;
}

export interface MatchFile {
  format: string;
  game: string;
  version: number;
  seats: number;
  players: unknown[];
  bots?: unknown;
  options: JsonObject;
  commitment: string;
  key: string;
  log: unknown[];
  /** How the cards were shuffled: host/fairness.ts looks at it. */
  fairness?: unknown;
  stands: unknown;
}

const KINDS: [keyof MatchFile, (value: unknown) => boolean][] = [
  ['format', isText],
  ['game', isText],
  ['version', isNumber],
  ['seats', isNumber],
  ['players', Array.isArray],
  ['options', isObject],
  ['commitment', isText],
  ['key', isText],
  ['log', Array.isArray],
];

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with a file, said of this one. */
export function ofThisFile<Read>(read: () => Read): Read {
  return because(read, (why) => new Mistake('this_file', { why }));
}

/** Do something; what is wrong with it is why something larger is. */
export function because<Done>(act: () => Done, larger: (why: Mistake['reason']) => Mistake): Done {
  try {
    return act();
  } catch (error) {
    throw error instanceof Mistake ? larger(error.reason) : error;
  }
}

/** Read a match file as far as saying which game it is of. */
export function opened(text: string): MatchFile {
  const file = dataIn(text);
  return { ...file, game: plainName(file.game) };
}

/** What a match file says, word for word; it has the shape of one, and its key is the right one. */
export function dataIn(text: string): MatchFile {
  refuseTooLarge(text.length > LARGEST_FILE ? text.length : utf8ToBytes(text).length);
  const data = jsonIn(text);
  if (!isObject(data) || data.format !== FORMAT) throw new Mistake('not_a_match_file', { format: FORMAT });
  for (const [name, isKind] of KINDS) if (!isKind(data[name])) throw new Mistake('missing_or_wrong', { name });
  if (!('stands' in data)) throw new Mistake('end_missing');
  const file = data as unknown as MatchFile;
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(file.key)) throw new Mistake('key_not_hexadecimal');
  if (hex(sha256(unhex(file.key))) !== file.commitment) throw new Mistake('key_not_committed');
  return file;
}

/** The name of a game, which may be written with - for _. */
export function plainName(game: string): string {
  return game.trim().toLowerCase().replaceAll('-', '_');
}

/** Replay a match file of these rules. */
export function replayed(game: GameModule, data: MatchFile): Match {
  const match = begun(game, data);
  refuseUnproven(data);
  replay(match, data);
  match.proof = data.fairness as Proof | undefined;
  match.provenOptions = Object.keys(data.options);
  return match;
}

/** The match that a file begins with. */
export function begun(game: GameModule, data: MatchFile): Match {
  return because(
    () => newMatch(game, { ...data, bots: botsBySeats(data), key: unhex(data.key) }),
    (why) => new Mistake('not_replayable', { why }),
  );
}

/** Play what a file says was done, which has to come to where it says the match stands. */
export function replay(match: Match, data: MatchFile): void {
  data.log.forEach((line, place) =>
    because(
      () => play(match, line),
      (why) => new Mistake('against_the_rules', { entry: place + 1, why }),
    ),
  );
  const { stands } = data;
  for (const [name, value] of Object.entries(match.stand())) {
    if (!isObject(stands) || !isSame(stands[name] ?? null, value))
      throw new Mistake('stands_elsewhere', { name, value: quoted(value) });
  }
}

/** What a match begins with, not checked yet; options as people write them. */
interface Beginning {
  seats: number;
  options: JsonObject;
  players: unknown[];
  bots: JsonObject;
  key: Uint8Array;
}

/** Deal, if all is as it should be. */
export function newMatch(game: GameModule, { seats, options: written, players: names, bots, key }: Beginning): Match {
  const { manifest } = game;
  refuseSeats(manifest, seats);
  const options = optionsOf(manifest.options, written);
  const players = namesOf(names, seats);
  for (const [seat, name] of Object.entries(bots)) {
    if (Number(seat) >= seats || !isName(name))
      throw new Mistake('not_a_bot', { last: seats - 1, name: quoted(name), seat });
  }
  if (key.length !== KEY_SIZE) throw new Mistake('key_of_other_size', { size: KEY_SIZE, found: key.length });
  return new Match(game, { seats, options, players, bots: bots as { [seat: string]: string }, key });
}

/** Which bots play; a file need not say. */
function botsBySeats({ bots = {} }: MatchFile): JsonObject {
  if (!isObject(bots) || !Object.keys(bots).every((seat) => /^(?:0|[1-9][0-9]?)$/.test(seat)))
    throw new Mistake('bots_by_seats');
  return bots;
}

function namesOf(players: unknown[], seats: number): string[] {
  if (players.length !== seats) throw new Mistake('players_for_seats', { seats, players: players.length });
  return players.map((name) => {
    if (!isName(name)) throw new Mistake('not_a_name', { longest: LONGEST_NAME, name: quoted(name) });
    return name;
  });
}

/** Options that are given by their numbers, as people write them. */
export function shownOptions(known: OptionDescription[], numbers: { [name: string]: number }): JsonObject {
  return Object.fromEntries(
    Object.entries(numbers).map(([named, number]) => [
      named,
      known.find(({ name }) => name === named)?.choices?.[number] ?? number,
    ]),
  );
}

/** Play a line of a file's log once more. */
function play(match: Match, line: unknown): void {
  if (isNewKey(line)) {
    match.newKey(keyIn(line));
    return;
  }
  if (!isObject(line) || !isNumber(line.seat)) throw new Mistake('entry_without_seat');
  if ('undo' in line) {
    refuseSeat(match, line.seat);
    match.undo(line.seat, line.consent === true);
    const undone = lineOf(match.log.at(-1)!);
    if (!isSame(undone, line)) throw new Mistake('other_undo', { undone: quoted(undone), line: quoted(line) });
    return;
  }
  if (!isNumber(line.action)) throw new Mistake('entry_without_action');
  const { count } = match.game.manifest.actions;
  if (line.action < 0 || line.action >= count)
    throw new Mistake('no_action_numbered', { action: quoted(line.action), last: count - 1 });
  const { number, text } = actionOf(match.game.manifest, line.action);
  if (line.text !== text) throw new Mistake('other_text', { number, text: quoted(text), line: quoted(line.text) });
  refuseSeat(match, line.seat);
  match.play(line.seat, number);
}

/** Whether a line of a log says that chance comes from another key from there on, and not what a seat did. */
export function isNewKey(line: unknown): line is { key: unknown } {
  return isObject(line) && 'key' in line && !('seat' in line);
}

/** The key that a line of a log has, and nothing else. */
function keyIn(line: { key: unknown }): Uint8Array {
  const isKey = isText(line.key) && new RegExp(`^[0-9a-f]{${2 * KEY_SIZE}}$`).test(line.key);
  if (!isKey || Object.keys(line).length > 1) throw new Mistake('entry_not_a_key', { size: KEY_SIZE });
  return unhex(line.key as string);
}

function refuseSeat(match: Match, seat: number): void {
  if (!match.seats.includes(seat))
    throw new Mistake('no_such_seat', { seat: quoted(seat), last: match.seats.length - 1 });
}

/** Whether JSON says the same. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort();
  return { members: names.map((name) => [name, inOrder(value[name])]) };
}
