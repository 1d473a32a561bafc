/** A match in the page: its log is the match, as in table/match.py, and its file is the same file. */
import { sha256 } from '@noble/hashes/sha2.js';
import { actionOf, seenText, type Action } from '$/game/actions';
import { NOBODY, seenNumber, type EventTold } from '$/game/events';
import { isName, LARGEST_FILE } from '$/game/limits';
import { clauseName, NO_CLAUSE, type GameModule } from '$/game/module';
import type { OptionDescription } from '$/generated/manifest';
import type { LogLine } from '$/generated/messages';
import { bytesToHex as hex, hexToBytes as unhex, utf8ToBytes } from '@noble/hashes/utils.js';

export const FORMAT = 'openoutcry match 1';

/** A mistake of a person's: its name, for which the page has a sentence in every language, and what it is about. */
export class Mistake extends Error {
  constructor(name: string, about: string | number = '') {
    super(about === '' ? name : `${name}: ${about}`);
  }
}

/** An action that the rules forbid, and the clause that does. */
export class Refused extends Mistake {
  constructor(readonly clause: string) {
    super(clause);
  }
}

/** Something that can be taken back only if all agree. */
export class NeedsConsent extends Mistake {}

export interface Entry {
  seat: number;
  action: Action | null;
  takenBack: number;
  byConsent: boolean;
  /** Where all choose at once one choice goes and those of others stay: its place in the log. */
  alone: number | null;
  /** The places in the log of all that went. */
  gone: number[];
  /** How things were before an action and after it. */
  around: [Uint8Array, Uint8Array] | null;
}

/** An action that was not taken back: its place in the log, and how things were before it. */
interface Standing {
  place: number;
  entry: Entry & { action: Action };
  state: Uint8Array;
  chance: Uint8Array;
}

/**
 * In how many of the worlds that a seat holds possible its action must come to what it sees: else it has learned
 * something.
 */
const WORLDS = 3;

export interface Start {
  seats: number;
  options: { [name: string]: number };
  players: string[];
  /** Which bots play, by their seats: it is written into the file, so that whoever goes on with it has them too. */
  bots?: { [seat: string]: string };
  key: Uint8Array;
}

/** Whether two records are equal in every byte. */
export function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

export class Match {
  readonly log: Entry[] = [];
  state: Uint8Array;
  chance: Uint8Array;
  private stands: Standing[] = [];
  private readonly dealt: Uint8Array;
  /** What came of each entry of the log, and of the deal, by reader. */
  private readonly came = new Map<Entry | null, Map<number | 'all', EventTold[]>>();

  constructor(
    readonly game: GameModule,
    readonly start: Start,
  ) {
    this.state = game.template(start.seats, start.options);
    this.chance = game.chance(start.key);
    game.setup(this.state, this.chance);
    this.dealt = this.state.slice();
  }

  get toAct(): number[] {
    return this.game.toAct(this.state);
  }

  get over(): boolean {
    return this.toAct.length === 0;
  }

  get seats(): number[] {
    return Array.from({ length: this.start.seats }, (_, seat) => seat);
  }

  view(seat: number): Uint8Array {
    return this.game.hidden(this.state, seat);
  }

  play(seat: number, number: number): void {
    const clause = this.game.refusal(this.state, seat, number);
    if (clause !== NO_CLAUSE) throw new Refused(clauseName(clause));
    const action = actionOf(this.game.manifest, number);
    const entry: Entry = { seat, action, takenBack: 0, byConsent: false, alone: null, gone: [], around: null };
    const before = this.state.slice();
    this.log.push(entry);
    this.apply(this.log.length - 1, { ...entry, action });
    entry.around = [before, this.state.slice()];
  }

  /** Play an entry of the log, and remember how things were before it. */
  private apply(place: number, entry: Standing['entry']): void {
    this.stands.push({ place, entry, state: this.state.slice(), chance: this.chance.slice() });
    this.game.apply(this.state, entry.seat, entry.action.number, this.chance);
  }

  /** The places in the log of all actions that were not taken back. */
  get standing(): number[] {
    return this.stands.map(({ place }) => place);
  }

  /**
   * Whether a seat may take back its last action on its own, which follows from what it has seen; as `Match.may_undo`
   * of Python.
   */
  mayUndo(seat: number): boolean {
    const last = this.lastOf(seat);
    const before = this.stands[last];
    if (!before) return false;
    const { game } = this;
    const step = game.step(game.hidden(before.state, seat));
    if (step) return step === game.step(this.view(seat));
    const since = this.stands.slice(last + 1);
    if (since.some(({ entry }) => seenText(game.manifest, entry.action.number) !== null)) return false;
    return game.drawn(before.chance) === game.drawn(since[0]?.chance ?? this.chance) && this.foresaw(seat, before);
  }

  private lastOf(seat: number): number {
    return this.stands.findLastIndex(({ entry }) => entry.seat === seat);
  }

  /**
   * Whether what the seat sees now is what it could foresee: its action comes to that in every world it held possible.
   */
  private foresaw(seat: number, before: Standing): boolean {
    const { game } = this;
    const known = game.hidden(before.state, seat);
    const now = this.view(seat);
    for (let number = 0; number <= WORLDS; number++) {
      const world = known.slice();
      if (number) game.redeal(world, seat, game.chance(new Uint8Array(32).fill(number)));
      game.apply(world, seat, before.entry.action.number, game.chance(new Uint8Array(32)));
      if (!same(game.hidden(world, seat), now)) return false;
    }
    return true;
  }

  hasActed(seat: number): boolean {
    return this.lastOf(seat) >= 0;
  }

  /** Take back a seat's last action, and with everybody's consent what came since; how many actions that were. */
  undo(seat: number, consent: boolean): number {
    const last = this.lastOf(seat);
    const before = this.stands[last];
    if (!before) throw new Mistake('nothing_to_take_back');
    if (!consent && !this.mayUndo(seat)) throw new NeedsConsent('needs_consent');
    const alone = !consent && this.game.step(this.game.hidden(before.state, seat)) > 0;
    const since = this.stands.slice(last + 1);
    const asked = this.toAct;
    this.stands.length = last;
    this.state = before.state.slice();
    this.chance = before.chance.slice();
    if (alone) {
      since.forEach(({ place, entry }) => this.apply(place, entry));
      this.game.alsoAsk(this.state, asked);
    }
    const takenBack = alone ? 1 : since.length + 1;
    this.log.push({
      seat,
      action: null,
      takenBack,
      byConsent: consent,
      alone: alone && since.length ? before.place : null,
      gone: [before, ...(alone ? [] : since)].map(({ place }) => place),
      around: null,
    });
    return takenBack;
  }

  /** Each entry of the log as a seat saw it: null for what was unseen, and that it was taken back by right. */
  private seenTexts(seat: number): (string | null)[] {
    const texts: (string | null)[] = [];
    for (const { seat: by, action, byConsent, gone } of this.log) {
      if (action) texts.push(by === seat ? action.text : seenText(this.game.manifest, action.number));
      else texts.push(byConsent || gone.some((place) => texts[place] !== null) ? 'undo' : null);
    }
    return texts;
  }

  /** The places in the log of the entries that a seat saw. */
  private seen(seat: number): number[] {
    return this.seenTexts(seat).flatMap((text, place) => (text === null ? [] : [place]));
  }

  /**
   * What a seat is told: what was done, as far as it saw it, and what came of it; as `Match.story` of Python. Once a
   * match is over there is an open story, from which nothing is hidden.
   */
  story(seat: number, open = false): LogLine[] {
    const texts = open ? this.log.map((entry) => entry.action?.text ?? 'undo') : this.seenTexts(seat);
    const gone = new Set(this.log.flatMap((entry) => entry.gone));
    const deal: LogLine = { seat: null, text: '', events: this.eventsOf(seat, null, open) };
    const lines = this.log.map((entry, place): LogLine | null => {
      const events = this.eventsOf(seat, entry, open);
      const text = texts[place] ?? null;
      if (text === null && events.length === 0) return null;
      const line = { seat: text === null ? null : entry.seat, text: text ?? '', events };
      return gone.has(place) ? { ...line, gone: true } : line;
    });
    return [deal, ...lines].filter(
      (line) => line !== null && (line.text !== '' || line.events.length > 0),
    ) as LogLine[];
  }

  /** What came of an entry of the log, or of the deal; worked out once per reader. */
  private eventsOf(seat: number, entry: Entry | null, open: boolean): EventTold[] {
    if (entry && !entry.around) return [];
    const reader = open ? 'all' : seat;
    const known = this.came.get(entry) ?? new Map<number | 'all', EventTold[]>();
    this.came.set(entry, known);
    const found = known.get(reader) ?? this.events(seat, entry, open);
    known.set(reader, found);
    return found;
  }

  private events(seat: number, entry: Entry | null, open: boolean): EventTold[] {
    const { game, start } = this;
    const around = entry?.around ?? [game.template(start.seats, start.options), this.dealt];
    const [before, after] = open ? around : around.map((state) => game.hidden(state, seat));
    const number = entry?.action?.number ?? NOBODY;
    const action = open || !entry || entry.seat === seat ? number : seenNumber(game.manifest, number);
    return game.events(before!, after!, entry?.seat ?? NOBODY, action);
  }

  /** The match as it stood after so many entries of its log. */
  moment(entries: number): Match {
    const again = new Match(this.game, this.start);
    for (const entry of this.log.slice(0, entries)) again.goOn(entry);
    return again;
  }

  /** Do what an entry of a log says. */
  goOn(entry: Entry): void {
    if (entry.action) this.play(entry.seat, entry.action.number);
    else this.undo(entry.seat, entry.byConsent);
  }

  /** How many entries of the log a seat can tell of: those it saw, and once the match is over all. */
  told(seat: number): number {
    return this.over ? this.log.length : this.seen(seat).length;
  }

  /** After how many entries of the whole log so many of a seat's had come. */
  reached(seat: number, told: number): number {
    if (this.over || told >= this.told(seat)) return this.over ? told : this.log.length;
    return told > 0 ? this.seen(seat)[told - 1]! + 1 : 0;
  }

  /** The file of the match, to the letter as Python writes it. */
  file(): string {
    const { manifest } = this.game;
    const options = Object.fromEntries(
      manifest.options.map((option) => {
        const number = this.start.options[option.name] ?? option.default;
        return [option.name, option.choices?.[number] ?? number];
      }),
    );
    const header = {
      format: FORMAT,
      game: manifest.game,
      version: manifest.version,
      seats: this.start.seats,
      players: this.start.players,
      ...(Object.keys(this.start.bots ?? {}).length > 0 ? { bots: this.start.bots } : {}),
      options,
      commitment: hex(sha256(this.start.key)),
      key: hex(this.start.key),
    };
    const lines = Object.entries(header).map(([name, value]) => `  ${dumps(name)}: ${dumps(value)},\n`);
    const log = this.log.map((entry) => `    ${dumps(lineOf(entry))}`).join(',\n');
    const entries = log ? `  "log": [\n${log}\n  ],\n` : '  "log": [],\n';
    return `{\n${lines.join('')}${entries}  "stands": ${dumps(this.stand())}\n}\n`;
  }

  /** How the match stands: the check that a replay came to the same place. */
  stand(): { [name: string]: unknown } {
    const legal = this.seats.map((seat) => this.game.legal(this.state, seat));
    const ending = this.game.shown(this.state).ending;
    return {
      to_act: this.toAct,
      ending: this.over ? ending : null,
      points: this.seats.map((seat) => this.game.points(this.state, seat)),
      places: this.seats.map((seat) => this.game.place(this.state, seat)),
      legal: hex(sha256(utf8ToBytes(dumps(legal)))).slice(0, 16),
    };
  }
}

function lineOf(entry: Entry): object {
  if (entry.action) return { seat: entry.seat, action: entry.action.number, text: entry.action.text };
  const alone = entry.alone === null ? {} : { entry: entry.alone + 1 };
  return { seat: entry.seat, undo: entry.takenBack, ...(entry.byConsent ? { consent: true } : {}), ...alone };
}

/** JSON as Python writes it: a blank after commas and colons. */
export function dumps(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(', ')}]`;
  if (value && typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([name, part]) => `${JSON.stringify(name)}: ${dumps(part)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}

export interface MatchFile {
  format: string;
  game: string;
  version: number;
  seats: number;
  players: unknown[];
  bots?: { [seat: string]: unknown };
  options: { [name: string]: unknown };
  commitment: string;
  key: string;
  log: unknown[];
  stands: { [name: string]: unknown };
}

/** Read a match file as far as saying which game it is of. */
export function opened(text: string): MatchFile {
  let data: MatchFile;
  if (text.length > LARGEST_FILE) throw new Mistake('no_match_file');
  try {
    data = JSON.parse(text) as MatchFile;
  } catch {
    throw new Mistake('no_match_file');
  }
  if (data?.format !== FORMAT) throw new Mistake('no_match_file');
  const kinds: [keyof MatchFile, string][] = [
    ['game', 'string'],
    ['version', 'number'],
    ['seats', 'number'],
    ['commitment', 'string'],
    ['key', 'string'],
  ];
  const damaged = kinds.find(([name, kind]) => typeof data[name] !== kind)?.[0];
  if (
    damaged ||
    !Array.isArray(data.players) ||
    !Array.isArray(data.log) ||
    !isObject(data.options) ||
    !isObject(data.stands)
  ) {
    throw new Mistake('damaged_file', damaged ?? 'players, options, log, stands');
  }
  return data;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Replay a match file; what does not follow the rules is refused, saying where. */
export function replayed(game: GameModule, data: MatchFile): Match {
  const { manifest } = game;
  if (data.version !== manifest.version) {
    throw new Mistake('other_version', data.version);
  }
  let key: Uint8Array;
  try {
    key = unhex(data.key);
  } catch {
    throw new Mistake('damaged_file', 'key');
  }
  if (key.length !== 32 || hex(sha256(key)) !== data.commitment) {
    throw new Mistake('damaged_file', 'key, commitment');
  }
  if (data.seats < manifest.seats.least || data.seats > manifest.seats.most || data.players.length !== data.seats) {
    throw new Mistake('damaged_file', 'seats, players');
  }
  const { players } = data;
  if (!players.every(isName)) throw new Mistake('damaged_file', 'players');
  const match = new Match(game, {
    seats: data.seats,
    options: optionsOf(manifest.options, data.options),
    players,
    bots: botsOf(data),
    key,
  });
  data.log.forEach((line, place) => again(match, line as Line, place + 1));
  if (!stands(match, data.stands)) throw new Mistake('damaged_file', 'stands');
  return match;
}

/** Which bots play; a file need not say. */
function botsOf({ bots = {}, seats }: MatchFile): { [seat: string]: string } {
  const isGood =
    isObject(bots) &&
    Object.entries(bots).every(([seat, name]) => /^(0|[1-9]\d?)$/.test(seat) && Number(seat) < seats && isName(name));
  if (!isGood) throw new Mistake('damaged_file', 'bots');
  return bots as { [seat: string]: string };
}

/** Every option's number: those in the file checked, the others by default. */
function optionsOf(known: OptionDescription[], written: { [name: string]: unknown }): { [name: string]: number } {
  if (!Object.keys(written).every((name) => known.some((option) => option.name === name)))
    throw new Mistake('damaged_file', 'options');
  return Object.fromEntries(
    known.map((option) => {
      const number = option.name in written ? numberOf(option, written[option.name]) : option.default;
      if (!(Number.isInteger(number) && number >= option.low && number <= option.high))
        throw new Mistake('damaged_file', option.name);
      return [option.name, number];
    }),
  );
}

/** The number of an option's value, as Python reads it; none if it has no such value. */
function numberOf(option: OptionDescription, value: unknown): number {
  const text =
    typeof value === 'string' ? value.trim().toLowerCase() : typeof value === 'boolean' ? (value ? 'on' : 'off') : '';
  if (option.choices) return option.choices.findIndex((choice) => choice.toLowerCase() === text);
  return typeof value === 'number' ? value : /^(0|[1-9]\d*)$/.test(text) ? Number(text) : NaN;
}

/** Whether a match stands where its file says; what nests more deeply than can be compared is nowhere. */
function stands(match: Match, written: { [name: string]: unknown }): boolean {
  try {
    return Object.entries(match.stand()).every(([name, value]) => dumps(written[name]) === dumps(value));
  } catch {
    return false;
  }
}

interface Line {
  seat?: number;
  action?: number;
  text?: string;
  undo?: number;
  consent?: boolean;
  entry?: number;
}

/** Play a line of a file's log once more; whatever is wrong with it, there the file does not follow the rules. */
function again(match: Match, line: Line, place: number): void {
  try {
    if (isPlayed(match, line)) return;
  } catch {
    // The rules forbid it, or there is no such action.
  }
  throw new Mistake('against_the_rules', place);
}

function isPlayed(match: Match, line: Line): boolean {
  if (typeof line?.seat !== 'number' || !match.seats.includes(line.seat)) return false;
  if (line.undo !== undefined) {
    match.undo(line.seat, line.consent === true);
    return dumps(lineOf(match.log.at(-1)!)) === dumps(line);
  }
  if (typeof line.action !== 'number' || actionOf(match.game.manifest, line.action).text !== line.text) return false;
  match.play(line.seat, line.action);
  return true;
}
