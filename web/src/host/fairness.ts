/**
 * Provable shuffles in the page: what a match file proves, step by step, by the same codes and in the same order as
 * table/fairness.py and table/checking.py.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as hex, concatBytes, hexToBytes as unhex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isName } from '$/game/limits';
import { Mistake, type Given } from '$/game/reasons';
import type { ReasonGiven } from '$/generated/messages';
import type { Blanks } from '$/generated/reasons';
import { isNewKey, isObject, type JsonObject, type MatchFile } from './file';

const FORMAT = 'openoutcry fair 1';
/** What stands for the name of whoever has deleted it. */
const REMOVED = 'removed';

/** One thing that was checked, and whether it holds; null where it cannot be said. */
export interface Step {
  holds: boolean | null;
  reason: ReasonGiven;
}

interface Round {
  round: number;
  commitment: string;
  commitments: { [seat: string]: string };
  nonces: { [seat: string]: string };
  missing: number[];
  at_sitting: boolean;
  secret: string;
}

interface Note extends JsonObject {
  sat?: { [seat: string]: string };
  bots?: { [seat: string]: string };
}

/** What a file proves its match with, once its shape was looked at. */
export interface Proof {
  table: string;
  twin: string | null;
  leg: number;
  rounds: Round[];
  names: string[];
  salts: (string | null)[];
  bots: { [seat: string]: string };
  notes: { [entry: string]: Note };
  hashes: string[];
  head: string;
}

/** A step by the code of its sentence. */
export function step<Code extends keyof Blanks>(holds: boolean | null, code: Code, ...blanks: Given<Code>): Step {
  return { holds, reason: new Mistake(code, ...blanks).reason };
}

/** JSON as it is hashed: names in the order of their code points, no blanks, in UTF-8, whole numbers in decimal. */
export function canonical(value: unknown): Uint8Array {
  return utf8ToBytes(written(value));
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort(byCodePoints);
  return `{${names.map((name) => `${JSON.stringify(name)}:${written(value[name])}`).join(',')}}`;
}

/** Python's order of texts; that of JavaScript goes by halves of surrogate pairs. */
function byCodePoints(one: string, other: string): number {
  const [ones, others] = [[...one], [...other]];
  const place = ones.findIndex((letter, at) => letter !== others[at]);
  if (place < 0) return ones.length - others.length;
  return ones[place]!.codePointAt(0)! - (others[place]?.codePointAt(0) ?? -1);
}

/** What is shown of a secret or of a nonce before its time. */
export function commitment(content: Uint8Array): string {
  return hex(sha256(content));
}

/** The key of a match: of the server's secret, and of the nonces in the order of their seats. */
export function keyOf(secret: Uint8Array, nonces: Uint8Array[]): Uint8Array {
  return sha256(concatBytes(utf8ToBytes('openoutcry key 1'), secret, ...nonces));
}

function nextHash(before: Uint8Array, secret: Uint8Array, number: number, content: Uint8Array): Uint8Array {
  const place = new Uint8Array(8);
  new DataView(place.buffer).setBigUint64(0, BigInt(number));
  const salt = hmac(sha256, secret, concatBytes(utf8ToBytes('entry'), place));
  return sha256(concatBytes(before, sha256(concatBytes(salt, content))));
}

/** Refuse a match file whose proof does not hold; whoever has none is not asked. */
export function refuseUnproven(data: MatchFile): void {
  if (!('fairness' in data)) return;
  for (const { holds, reason } of proven(data)) if (holds === false) throw new Mistake('not_proven', { why: reason });
}

/** What the proof in a match file says, up to the first thing that does not hold; its entries were not played yet. */
export function* proven(data: MatchFile): Generator<Step> {
  const fault = misshapen(data).next().value;
  if (fault !== undefined) {
    yield step(false, 'fair_block_wrong', { name: fault });
    return;
  }
  const proof = data.fairness as Proof;
  for (const part of [rounds, secrets, nonces, key, chain, names]) {
    for (const found of part(data, proof)) {
      yield found;
      if (found.holds === false) return;
    }
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';
const KINDS: { [name: string]: (value: unknown) => boolean } = {
  table: isText,
  rounds: Array.isArray,
  names: Array.isArray,
  salts: Array.isArray,
  bots: isObject,
  notes: isObject,
  hashes: Array.isArray,
  head: isText,
};
const ROUND = ['round', 'commitment', 'commitments', 'nonces', 'missing', 'at_sitting', 'secret'];

/** What in a proof is missing, of the wrong kind, or not known: where that is. */
function* misshapen(data: MatchFile): Generator<string> {
  const { fairness: block, seats } = data;
  if (!isObject(block)) return yield 'fairness';
  for (const [name, isKind] of Object.entries(KINDS)) if (!isKind(block[name])) yield name;
  if (!('twin' in block && (block.twin === null || isText(block.twin)))) yield 'twin';
  if (block.leg !== 0 && block.leg !== 1) yield 'leg';
  yield* unknown(block, [...Object.keys(KINDS), 'twin', 'leg']);
  const proof = block as unknown as Proof;
  if (proof.rounds.length === 0) yield 'rounds';
  for (const [place, one] of proof.rounds.entries())
    for (const name of misshapenRound(one, place + 1, placesOf(data))) yield `rounds[${place}]${name}`;
  if (proof.names.length !== seats || !proof.names.every(isHash)) yield 'names';
  if (proof.salts.length !== seats || !proof.salts.every((salt) => salt === null || isHash(salt))) yield 'salts';
  if (!Object.entries(proof.bots).every(([seat, bot]) => isSeat(seat, seats) && isName(bot))) yield 'bots';
  const areNotes = Object.entries(proof.notes).every(
    ([number, note]) => /^[1-9][0-9]{0,8}$/.test(number) && Number(number) <= data.log.length && isNote(note, seats),
  );
  if (!areNotes) yield 'notes';
  if (proof.hashes.length !== data.log.length + 1 || !proof.hashes.every(isHash)) yield 'hashes';
  if (!isHash(proof.head)) yield 'head';
}

function* misshapenRound(one: unknown, number: number, places: number): Generator<string> {
  if (!isObject(one)) return yield '';
  if (one.round !== number) yield '.round';
  for (const name of ['commitment', 'secret']) if (!isHash(one[name])) yield `.${name}`;
  for (const name of ['commitments', 'nonces']) {
    const bySeat = one[name];
    if (!isObject(bySeat) || !Object.entries(bySeat).every(([seat, value]) => isSeat(seat, places) && isHash(value)))
      yield `.${name}`;
  }
  const { missing } = one;
  const isPlace = (seat: unknown): boolean => typeof seat === 'number' && seat >= 0 && seat < places;
  if (!Array.isArray(missing) || !missing.every(isPlace)) yield '.missing';
  if (typeof one.at_sitting !== 'boolean') yield '.at_sitting';
  for (const name of unknown(one, ROUND)) yield `.${name}`;
}

function unknown(found: JsonObject, known: string[]): string[] {
  return Object.keys(found)
    .filter((name) => !known.includes(name))
    .sort(byCodePoints);
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isSeat(value: string, seats: number): boolean {
  return /^(?:0|[1-9][0-9]?)$/.test(value) && Number(value) < seats;
}

/** Whether a note is one; if it says who sat down, or which bots play, it says so properly. */
function isNote(note: unknown, seats: number): boolean {
  if (!isObject(note)) return false;
  const parts: [unknown, (value: unknown) => boolean][] = [
    ['sat' in note ? note.sat : {}, isHash],
    ['bots' in note ? note.bots : {}, isName],
  ];
  return parts.every(
    ([found, isOne]) =>
      isObject(found) && Object.entries(found).every(([seat, value]) => isSeat(seat, seats) && isOne(value)),
  );
}

/** How many people may have given nonces: those at the twin as well. */
function placesOf({ seats, fairness }: MatchFile): number {
  return (fairness as Proof).twin === null ? seats : 2 * seats;
}

/** Whose nonce it is, as far as the file says so. */
function whose(data: MatchFile, seat: number): string | ReasonGiven {
  const { seats } = data;
  const place = seat - (placesOf(data) > seats ? (data.fairness as Proof).leg * seats : 0);
  if (place < 0 || place >= seats) return new Mistake('fair_twin_seat', { seat: seat % seats }).reason;
  const name = data.players[place];
  return isName(name) && name !== REMOVED ? name : new Mistake('fair_seat', { seat: place }).reason;
}

function bySeat(found: { [seat: string]: string }): [number, string][] {
  return Object.entries(found)
    .map(([seat, value]): [number, string] => [Number(seat), value])
    .sort(([one], [other]) => one - other);
}

/**
 * Each round but the last was given up because somebody who had committed did not show their nonce, and in the last all
 * who had committed did.
 */
function* rounds(data: MatchFile, proof: Proof): Generator<Step> {
  const last = proof.rounds.at(-1)!;
  for (const one of proof.rounds) {
    const { round } = one;
    const missing = [...new Set(one.missing)].sort((left, right) => left - right);
    const shown = Object.keys(one.nonces).map(Number);
    const committed = Object.keys(one.commitments).map(Number);
    const odd = [
      ...shown.filter((seat) => missing.includes(seat) || !(one.at_sitting || committed.includes(seat))),
      ...committed.filter((seat) => !(one.at_sitting || shown.includes(seat) || missing.includes(seat))),
    ];
    if (odd.length > 0) yield step(false, 'fair_round_odd', { round, who: whose(data, Math.min(...odd)) });
    if (one !== last && shown.length > 0 && !missing.some((seat) => committed.includes(seat)))
      yield step(false, 'fair_round_thrown_away', { round });
    for (const seat of missing) {
      const who = whose(data, seat);
      if (!committed.includes(seat)) yield step(null, 'fair_not_committed', { round, who });
      else yield step(one === last ? false : null, 'fair_missing', { round, who });
    }
  }
  if (proof.rounds.length === 1) yield step(true, 'fair_one_round');
  else yield step(true, 'fair_more_rounds', { round: last.round });
}

function* secrets(_data: MatchFile, proof: Proof): Generator<Step> {
  for (const { round, secret, commitment: shown } of proof.rounds) {
    if (commitment(unhex(secret)) !== shown) yield step(false, 'fair_secret_wrong', { round });
    else if (round === 1) yield step(true, 'fair_secret', { commitment: shown });
    else yield step(true, 'fair_secret_again', { round, commitment: shown });
  }
}

function* nonces(data: MatchFile, proof: Proof): Generator<Step> {
  for (const { round, nonces: shown, commitments, at_sitting: isSitting } of proof.rounds) {
    for (const [seat, nonce] of bySeat(shown)) {
      const [who, committed] = [whose(data, seat), commitments[seat]];
      if (committed !== undefined && commitment(unhex(nonce)) !== committed)
        yield step(false, 'fair_nonce_wrong', { round, who });
      else if (isSitting) yield step(true, 'fair_nonce_sitting', { who });
      else yield step(true, 'fair_nonce', { round, who });
    }
  }
}

/** The key follows from secret and nonces, and there is no other in the log. */
function* key(data: MatchFile, proof: Proof): Generator<Step> {
  const last = proof.rounds.at(-1)!;
  const shown = bySeat(last.nonces).map(([, nonce]) => unhex(nonce));
  if (hex(keyOf(unhex(last.secret), shown)) === data.key.toLowerCase() && !data.log.some(isNewKey))
    yield step(true, 'fair_key', { nonces: shown.length });
  else yield step(false, 'fair_key_wrong');
  if (proof.twin !== null) yield step(true, 'fair_twin');
}

/** The root follows from what the match began with, and each hash from the one before. */
function* chain(data: MatchFile, proof: Proof): Generator<Step> {
  const { game, version, seats, options } = data;
  const { bots, table, twin, leg, names: committed, hashes } = proof;
  const last = proof.rounds.at(-1)!;
  const shown = proof.rounds.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'secret')),
  );
  const begun = { format: FORMAT, game, version, seats, options, bots, table, twin, leg, names: committed };
  let hash: Uint8Array = sha256(canonical({ ...begun, commitment: last.commitment, rounds: shown }));
  if (hex(hash) !== hashes[0]) yield step(false, 'fair_root_wrong');
  yield step(true, 'fair_root', { root: hashes[0]! });
  const secret = unhex(last.secret);
  for (const [place, line] of data.log.entries()) {
    const note = proof.notes[place + 1];
    const content = note === undefined || !isObject(line) ? line : { ...line, note };
    hash = nextHash(hash, secret, place + 1, canonical(content));
    if (hex(hash) !== hashes[place + 1]) yield step(false, 'fair_hash_wrong', { entry: place + 1 });
  }
  yield step(true, 'fair_hashes', { entries: data.log.length });
  if (proof.head !== hashes.at(-1)) yield step(false, 'fair_head_wrong');
}

/** The names, and the bots, are those that began, or that sat down later. */
function* names(data: MatchFile, proof: Proof): Generator<Step> {
  const committed = [...proof.names];
  let { bots } = proof;
  for (const number of Object.keys(proof.notes).sort((one, other) => Number(one) - Number(other))) {
    const note = proof.notes[number]!;
    for (const [seat, name] of Object.entries(note.sat ?? {})) committed[Number(seat)] = name;
    bots = note.bots ?? bots;
  }
  for (const [seat, shown] of committed.entries()) {
    const [salt, name] = [proof.salts[seat] ?? null, data.players[seat]];
    if (salt === null && name === REMOVED) yield step(null, 'fair_name_removed', { seat });
    else if (salt === null || !isName(name) || commitment(concatBytes(unhex(salt), utf8ToBytes(name))) !== shown)
      yield step(false, 'fair_name_wrong', { seat });
    else yield step(true, 'fair_name', { seat, name });
  }
  if (hex(canonical(data.bots ?? {})) !== hex(canonical(bots))) yield step(false, 'fair_bots_wrong');
}
