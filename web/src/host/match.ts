/** A match in the page: its log is the match, as in table/match.py, and its file is the same file. */
import { actionOf, seenText, type Action } from '$/game/actions';
import { clauseName, NO_CLAUSE, type GameModule } from '$/game/module';
import type { LogLine } from '$/generated/messages';
import { hex, sha256, unhex } from './sha256';

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
}

interface Before {
  entry: Entry;
  state: Uint8Array;
  chance: Uint8Array;
}

export interface Start {
  seats: number;
  options: { [name: string]: number };
  players: string[];
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
  private before: Before[] = [];

  constructor(
    readonly game: GameModule,
    readonly start: Start,
  ) {
    this.state = game.template(start.seats, start.options);
    this.chance = game.chance(start.key);
    game.setup(this.state, this.chance);
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
    const entry: Entry = { seat, action: actionOf(this.game.manifest, number), takenBack: 0, byConsent: false };
    this.before.push({ entry, state: this.state.slice(), chance: this.chance.slice() });
    this.log.push(entry);
    this.game.apply(this.state, seat, number, this.chance);
  }

  /** Whether a seat may take back its last action on its own: nobody acted since, nothing was drawn, and it has learned nothing. */
  mayUndo(seat: number): boolean {
    const last = this.before.at(-1);
    if (!last?.entry.action || last.entry.seat !== seat) return false;
    if (this.game.drawn(last.chance) !== this.game.drawn(this.chance)) return false;
    const foreseen = this.game.hidden(last.state, seat);
    this.game.apply(foreseen, seat, last.entry.action.number, last.chance.slice());
    return same(this.game.hidden(foreseen, seat), this.view(seat));
  }

  hasActed(seat: number): boolean {
    return this.before.some(({ entry }) => entry.seat === seat);
  }

  /** Take back a seat's last action, and with everybody's consent what came since; how many actions that were. */
  undo(seat: number, consent: boolean): number {
    const place = this.before.findLastIndex(({ entry }) => entry.seat === seat);
    const found = this.before[place];
    if (!found) throw new Mistake('nothing_to_take_back');
    if (!consent && !this.mayUndo(seat)) throw new NeedsConsent('needs_consent');
    const takenBack = this.before.length - place;
    this.state = found.state;
    this.chance = found.chance;
    this.before.length = place;
    this.log.push({ seat, action: null, takenBack, byConsent: consent });
    return takenBack;
  }

  /** The log as a seat may see it. */
  seenLog(seat: number): LogLine[] {
    return this.log.flatMap((entry): LogLine[] => {
      const text = !entry.action ? 'undo' : entry.seat === seat ? entry.action.text : seenText(this.game.manifest, entry.action.number);
      return text === null ? [] : [[entry.seat, text]];
    });
  }

  /** The match as it stood after so many entries of its log. */
  moment(entries: number): Match {
    const again = new Match(this.game, this.start);
    for (const entry of this.log.slice(0, entries)) {
      if (entry.action) again.play(entry.seat, entry.action.number);
      else again.undo(entry.seat, entry.byConsent);
    }
    return again;
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
      options,
      commitment: sha256(this.start.key),
      key: hex(this.start.key),
    };
    const lines = Object.entries(header).map(([name, value]) => `  ${dumps(name)}: ${dumps(value)},\n`);
    const log = this.log.map((entry) => `    ${dumps(lineOf(entry))}`).join(',\n');
    return `{\n${lines.join('')}${log ? `  "log": [\n${log}\n  ],\n` : '  "log": [],\n'}  "stands": ${dumps(this.standing())}\n}\n`;
  }

  /** Where the match stands: the check that a replay came to the same place. */
  standing(): { [name: string]: unknown } {
    const legal = this.seats.map((seat) => this.game.legal(this.state, seat));
    const ending = this.game.shown(this.state).ending;
    return {
      to_act: this.toAct,
      ending: this.over ? ending : null,
      points: this.seats.map((seat) => this.game.points(this.state, seat)),
      places: this.seats.map((seat) => this.game.place(this.state, seat)),
      legal: sha256(new TextEncoder().encode(dumps(legal))).slice(0, 16),
    };
  }
}

function lineOf(entry: Entry): object {
  if (entry.action) return { seat: entry.seat, action: entry.action.number, text: entry.action.text };
  return { seat: entry.seat, undo: entry.takenBack, ...(entry.byConsent ? { consent: true } : {}) };
}

/** JSON as Python writes it: a blank after commas and colons. */
export function dumps(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dumps).join(', ')}]`;
  if (value && typeof value === 'object') {
    return `{${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${dumps(part)}`).join(', ')}}`;
  }
  return JSON.stringify(value);
}

export interface MatchFile {
  format: string;
  game: string;
  version: number;
  seats: number;
  players: unknown[];
  options: { [name: string]: unknown };
  commitment: string;
  key: string;
  log: unknown[];
  stands: { [name: string]: unknown };
}

/** Read a match file as far as saying which game it is of. */
export function opened(text: string): MatchFile {
  let data: MatchFile;
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
  if (damaged || !Array.isArray(data.players) || !Array.isArray(data.log) || !data.options || !data.stands) {
    throw new Mistake('damaged_file', damaged ?? 'players, options, log, stands');
  }
  return data;
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
  if (key.length !== 32 || sha256(key) !== data.commitment) {
    throw new Mistake('damaged_file', 'key, commitment');
  }
  if (data.seats < manifest.seats.least || data.seats > manifest.seats.most || data.players.length !== data.seats) {
    throw new Mistake('damaged_file', 'seats, players');
  }
  const options = Object.fromEntries(
    manifest.options.map((option) => {
      const value = data.options[option.name] ?? option.choices?.[option.default] ?? option.default;
      const number = option.choices ? option.choices.indexOf(String(value)) : Number(value);
      if (!(number >= option.low && number <= option.high)) throw new Mistake('damaged_file', option.name);
      return [option.name, number];
    }),
  );
  const match = new Match(game, { seats: data.seats, options, players: data.players.map(String), key });
  data.log.forEach((line, place) => again(match, line as Line, place + 1));
  if (dumps(match.standing()) !== dumps(data.stands)) throw new Mistake('damaged_file', 'stands');
  return match;
}

interface Line {
  seat?: number;
  action?: number;
  text?: string;
  undo?: number;
  consent?: boolean;
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
  if (line.undo !== undefined) return match.undo(line.seat, line.consent === true) === line.undo;
  if (typeof line.action !== 'number' || actionOf(match.game.manifest, line.action).text !== line.text) return false;
  match.play(line.seat, line.action);
  return true;
}
