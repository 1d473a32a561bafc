/** A match in the page: its log is the match, as in table/match.py, and its file is the same file. */
import { sha256 } from '@noble/hashes/sha2.js';
import { actionOf, seenText, type Action } from '$/game/actions';
import { NOBODY, seenNumber, type EventTold } from '$/game/events';
import { ALONE, BY_CONSENT, clauseName, NO_CLAUSE, SPECTATOR, WITH_THE_REST, type GameModule } from '$/game/module';
import { Mistake, NeedsConsent, Refused } from '$/game/reasons';
import type { LogLine } from '$/generated/messages';
import { bytesToHex as hex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Proof } from './fairness';

export const FORMAT = 'openoutcry match 1';

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
  /** Nobody did anything, and from there on chance comes from this key. */
  key?: Uint8Array;
}

/** An action that was not taken back: its place in the log, and how things were before it. */
interface Standing {
  place: number;
  entry: Entry & { action: Action };
  state: Uint8Array;
  chance: Uint8Array;
}

export interface Start {
  seats: number;
  options: { [name: string]: number };
  players: string[];
  /** Which bots play, by their seats: it is written into the file, so that whoever goes on with it has them too. */
  bots?: { [seat: string]: string };
  key: Uint8Array;
}

/** A decision of a seat that stood, where there was a choice: after so many entries of the log, and what it knew. */
export interface Decision {
  entries: number;
  view: Uint8Array;
  action: number;
}

/** Whether two records are equal in every byte. */
export function same(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

export class Match {
  readonly log: Entry[] = [];
  /** How its cards were shuffled, as its file said. */
  proof: Proof | undefined;
  /** The options that the proof speaks of: the game may have got others since, which are as they come. */
  provenOptions: string[] = [];
  state: Uint8Array;
  chance: Uint8Array;
  private stands: Standing[] = [];
  /** How many stood when chance began anew: those are not taken back any more. */
  private anew = 0;
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

  /** Each seat's place so far, 1 the best, equal results sharing one. */
  get places(): number[] {
    return this.seats.map((seat) => this.game.place(this.state, seat));
  }

  view(seat: number): Uint8Array {
    return this.game.hidden(this.state, seat);
  }

  play(seat: number, number: number): void {
    const [state, chance] = [this.state.slice(), this.chance.slice()];
    const clause = this.game.attempt(this.state, seat, number, this.chance);
    if (clause !== NO_CLAUSE) throw new Refused(clauseName(clause));
    const action = actionOf(this.game.manifest, number);
    const around: Entry['around'] = [state, this.state.slice()];
    const entry = { seat, action, takenBack: 0, byConsent: false, alone: null, gone: [], around };
    this.stands.push({ place: this.log.length, entry, state, chance });
    this.log.push(entry);
  }

  /** Play once more what others did since, after a choice was taken back alone. */
  private again({ place, entry }: Standing): void {
    this.stands.push({ place, entry, state: this.state.slice(), chance: this.chance.slice() });
    this.game.apply(this.state, entry.seat, entry.action.number, this.chance);
  }

  /** What the table would do next for a seat that leaves it the work; null where the seat has to choose. */
  nextTidy(seat: number): number | null {
    const number = this.game.tidy(this.view(seat), seat);
    return number < 0 ? null : number;
  }

  /** Do a seat's work for it until it has to choose again; how many actions that were. */
  tidy(seat: number): number {
    let played = 0;
    for (let next = this.nextTidy(seat); next !== null; next = this.nextTidy(seat)) {
      this.play(seat, next);
      played++;
    }
    return played;
  }

  /** Who was to act when everybody last saw something change: whoever has held since is one of them. */
  askedSinceAllSaw(): number[] {
    const seen = this.view(SPECTATOR);
    const before = this.stands.findLastIndex(({ state }) => !this.game.looksTheSame(state, seen));
    return this.game.toAct(this.stands[before + 1]?.state ?? this.state);
  }

  /** The places in the log of all actions that were not taken back. */
  get standing(): number[] {
    return this.stands.map(({ place }) => place);
  }

  /** Whether a seat may take back its last action on its own, which follows from what it has seen. */
  mayUndo(seat: number): boolean {
    return this.hasActed(seat) && this.wayBack(seat, this.lastOf(seat)) !== BY_CONSENT;
  }

  /** How a seat may take back its last action, the one of that number. */
  private wayBack(seat: number, last: number): number {
    const { game, state: now } = this;
    const { state, chance, entry } = this.stands[last]!;
    const seen = this.stands.slice(last + 1).filter((one) => seenText(game.manifest, one.entry.action.number) !== null);
    return game.wayBack([state, chance], now, seat, entry.action.number, seen.length);
  }

  private lastOf(seat: number): number {
    const last = this.stands.findLastIndex(({ entry }) => entry.seat === seat);
    return last >= this.anew ? last : -1;
  }

  /** How many actions of a seat stand, and can be taken back. */
  countOf(seat: number): number {
    return this.stands.slice(this.anew).filter(({ entry }) => entry.seat === seat).length;
  }

  hasActed(seat: number): boolean {
    return this.lastOf(seat) >= 0;
  }

  /** Take back a seat's last action, and with everybody's consent what came since; how many actions that were. */
  undo(seat: number, consent: boolean): number {
    const last = this.lastOf(seat);
    const before = this.stands[last];
    if (!before) throw new Mistake('nothing_to_take_back');
    const way = consent ? WITH_THE_REST : this.wayBack(seat, last);
    if (way === BY_CONSENT) throw new NeedsConsent();
    const alone = way === ALONE;
    const since = this.stands.slice(last + 1);
    const was = this.state;
    this.stands.length = last;
    this.state = before.state.slice();
    this.chance = before.chance.slice();
    if (alone) {
      since.forEach((other) => this.again(other));
      this.game.stayAsked(this.state, was);
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

  /**
   * From here on all chance comes from another key: so a match whose key is known can be played on. What was done
   * before cannot be taken back any more.
   */
  newKey(key: Uint8Array): void {
    this.chance = this.game.chance(key);
    this.anew = this.stands.length;
    const nothing = { action: null, takenBack: 0, byConsent: false, alone: null, gone: [], around: null };
    this.log.push({ seat: NOBODY, ...nothing, key });
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
    const texts = open
      ? this.log.map((entry) => (entry.key ? null : (entry.action?.text ?? 'undo')))
      : this.seenTexts(seat);
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
    if (entry.key) this.newKey(entry.key);
    else if (entry.action) this.play(entry.seat, entry.action.number);
    else this.undo(entry.seat, entry.byConsent);
  }

  /** The decisions of a seat that stood, where there was a choice; each with what the seat knew. */
  decisions(seat: number): Decision[] {
    const again = new Match(this.game, this.start);
    const standing = new Set(this.standing);
    const found: Decision[] = [];
    this.log.forEach((entry, entries) => {
      const view = again.view(seat);
      if (standing.has(entries) && entry.seat === seat && entry.action && this.game.legal(view, seat).length > 1)
        found.push({ entries, view, action: entry.action.number });
      again.goOn(entry);
    });
    return found;
  }

  /** How many entries of the log a seat can tell of: those it saw, and once the match is over all. */
  told(seat: number): number {
    return this.over ? this.log.length : this.seen(seat).length;
  }

  /** After how many entries of the whole log so many of a seat's had come. */
  reached(seat: number, told: number): number {
    if (this.over) return told;
    return told > 0 ? this.seen(seat)[told - 1]! + 1 : 0;
  }

  /** The file of the match, to the letter as Python writes it. */
  file(): string {
    const { manifest } = this.game;
    const { isProven, provenOptions } = this;
    const options = Object.fromEntries(
      manifest.options.flatMap((option) => {
        if (isProven && provenOptions.length > 0 && !provenOptions.includes(option.name)) return [];
        const number = this.start.options[option.name] ?? option.default;
        return [[option.name, option.choices?.[number] ?? number]];
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
    return `{\n${lines.join('')}${entries}${this.proven()}  "stands": ${dumps(this.stand())}\n}\n`;
  }

  /** Whether the proof it was read with still holds: nothing was done since. */
  private get isProven(): boolean {
    return this.proof?.hashes.length === this.log.length + 1;
  }

  private proven(): string {
    if (!this.isProven) return '';
    const parts = Object.entries(this.proof!).map(([name, value]) => `    ${dumps(name)}: ${dumps(value)}`);
    return `  "fairness": {\n${parts.join(',\n')}\n  },\n`;
  }

  /** How the match stands: the check that a replay came to the same place. */
  stand(): { [name: string]: unknown } {
    const legal = this.seats.map((seat) => this.game.legal(this.state, seat));
    const ending = this.game.shown(this.state).ending;
    return {
      to_act: this.toAct,
      ending: this.over ? ending : null,
      points: this.seats.map((seat) => this.game.points(this.state, seat)),
      places: this.places,
      legal: hex(sha256(utf8ToBytes(dumps(legal)))).slice(0, 16),
    };
  }
}

export function lineOf(entry: Entry): object {
  if (entry.key) return { key: hex(entry.key) };
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
