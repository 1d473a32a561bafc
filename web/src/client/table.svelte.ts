/**
 * A table as a client sees it: the view of one seat, what may be done, what happened. It talks to a host by messages
 * alone.
 */
import { actionNamed, actionOf, type Action } from '$/game/actions';
import type { EventTold } from '$/game/events';
import { GameModule, SPECTATOR } from '$/game/module';
import type { Shown } from '$/game/record';
import { Words } from '$/game/words';
import type {
  ClientMessage,
  DecisionJudged,
  HintGiven,
  HostMessage,
  LogLine,
  MomentShown,
  OldMatchTold,
  ReasonGiven,
  ReviewDone,
  TableChanged,
  ViewChanged,
} from '$/generated/messages';
import type { Manifest } from '$/generated/manifest';
import type { Facts, Records } from '$/generated/records';
import { clocksSeen, type ClocksSeen } from './clocks';
import { named } from '$/phrases';
import { nowInSeconds, type RaceSeen } from './race';
import { settings } from './settings.svelte';
import { OneAtATime } from './turns';

/** Whoever carries messages to a host and back: a worker in the page, or a server. */
export interface Line {
  send(message: ClientMessage): void;
  close(): void;
}

export type Connect = (hear: (message: HostMessage) => void) => Line;

/** What would be best now, as far as it is known. */
export interface Hint {
  action: Action;
  wins: number;
  /** The next best, and how often that wins. */
  next: { action: Action; wins: number } | null;
  /** Whether the rules of thumb would do the same. */
  isThumb: boolean;
  /** What surely comes of it, and not of the next best. */
  brings: EventTold[];
  /** What comes to pass more often, or less, than after the next best, with the shares of games in which it does. */
  foreseen: { line: LogLine; often: number; otherwise: number } | null;
  /** Points in the end, on average, and those after the next best, where they are clearly better. */
  points: { here: number; otherwise: number } | null;
}

/** A review that goes on, was stopped, or is done. */
export interface Review {
  judged: DecisionJudged[];
  isOn: boolean;
  done: ReviewDone | null;
}

export function unbase64(text: string): Uint8Array {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; place++) bytes[place] = letters.charCodeAt(place);
  return bytes;
}

/** A game's record as its board reads it: by the fields that the game declares, and with what follows from them. */
export type Known<Game extends keyof Records> = Records[Game] & {
  /** One of the game's facts. */
  fact<Name extends keyof Facts[Game] & string>(name: Name, ...given: Extract<Facts[Game][Name], unknown[]>): number;
  /** The name that a number has in a field, such as that of a card; null where it is none. */
  named(field: keyof Records[Game] & string, number: number): string | null;
};

/** Everything a board needs to draw a moment. */
export class Seen {
  readonly state: Shown;
  readonly legal: Action[];
  readonly toAct: number[];
  readonly points: number[];
  readonly places: number[];
  /** What happened up to it, as far as the reader could see; empty where nobody asks for it. */
  log: readonly LogLine[] = [];
  private known: Shown | null = null;
  private byText: Map<string, Action> | null = null;
  private byVerb: Map<string, Action[]> | null = null;

  constructor(
    readonly game: GameModule,
    readonly record: Uint8Array,
    /** The reader's; SPECTATOR for whoever watches. */
    readonly seat: number,
  ) {
    this.state = game.shown(record);
    this.toAct = game.toAct(record);
    const legal = seat === SPECTATOR ? [] : game.legal(record, seat);
    this.legal = legal.map((number) => actionOf(game.manifest, number));
    const seats = Array.from({ length: Number(this.state.seats) }, (_, one) => one);
    this.points = seats.map((one) => game.points(record, one));
    this.places = seats.map((one) => game.place(record, one));
  }

  get over(): boolean {
    return this.toAct.length === 0;
  }

  /** One of the game's facts: what follows from the rules, such as a price. */
  fact(name: string, ...given: (number | string)[]): number {
    return this.game.fact(this.record, name, ...given);
  }

  /** The record of a moment of this game, for its own board. */
  of<Game extends keyof Records>(game: Game): Known<Game> {
    if (game !== this.game.manifest.game) throw new Error(`this is ${this.game.manifest.game}, not ${game}`);
    this.known ??= {
      ...this.state,
      fact: (name: string, ...given: (number | string)[]) => this.fact(name, ...given),
      named: (field: string, number: number) =>
        this.game.manifest.state.fields.find((each) => each.name === field)?.names?.[number] ?? null,
    };
    return this.known as unknown as Known<Game>;
  }

  /** The legal action of a notation, if it is legal. */
  action(text: string): Action | undefined {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made once, never changed
    this.byText ??= new Map(this.legal.map((action) => [action.text, action]));
    return this.byText.get(text);
  }

  /** The legal actions of a verb. */
  actions(verb: string): Action[] {
    this.byVerb ??= Map.groupBy?.(this.legal, (action) => action.verb) ?? null;
    return this.byVerb?.get(verb) ?? (this.byVerb ? [] : this.legal.filter((action) => action.verb === verb));
  }
}

/** So many milliseconds an action is not sent again that nobody has answered yet. */
const TWICE = 1500;
const KEY_SIZE = 32;

function counter(): () => number {
  let last = 0;
  return () => ++last;
}

const NOBODY_YET = { players: [], people: [], away: [], bots: {}, paused: false, undo: null };

/** Whether the reader still has the same to choose from: others may act meanwhile, where all choose at once. */
function isSameChoice(before: Seen, after: Seen): boolean {
  return before.legal.map((action) => action.number).join() === after.legal.map((action) => action.number).join();
}

export class Table {
  seen = $state.raw<Seen | null>(null);
  /** The moment before, for animation; null when the change is a jump. */
  before = $state.raw<Seen | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** Where in the log the newest lines begin. */
  newestFrom = $state(0);
  /** Who sits where, what they have agreed on, and whether time stands still. */
  about = $state.raw<Omit<TableChanged, 'type'>>(NOBODY_YET);
  options = $state.raw<{ [name: string]: number }>({});
  /** The reader's seat; SPECTATOR for whoever watches. */
  seat = $state(SPECTATOR);
  entries = $state(0);
  mayUndo = $state(false);
  mayAskUndo = $state(false);
  tidies = $state(false);
  thinking = $state.raw<number[]>([]);
  race = $state.raw<RaceSeen | null>(null);
  clocks = $state.raw<ClocksSeen | null>(null);
  /** How long those have who are to answer an offer. */
  answers = $state.raw<ClocksSeen | null>(null);
  refusal = $state.raw<ReasonGiven | null>(null);
  hint = $state.raw<Hint | 'sought' | null>(null);
  review = $state.raw<Review | null>(null);
  failure = $state.raw<ReasonGiven | null>(null);
  file = $state.raw('');
  /** What a file of another version of the rules says, instead of a match. */
  old = $state.raw<OldMatchTold | null>(null);
  /** The moment that the slider shows, or null for now. */
  past = $state.raw<{ entries: number; seen: Seen; before: Seen | null; log: LogLine[] } | null>(null);
  /** The moment that was asked for and has not come yet. */
  sought: number | null = null;
  /** What happened with nothing hidden, once the match is over. */
  whole = $state.raw<LogLine[] | null>(null);
  private wantsWhole = false;
  /** When the last view came, for measuring how long it takes to draw. */
  heardAt = 0;
  /** Whether what others do is shown one move at a time now; whoever draws the table says so. */
  isPaced: () => boolean = () => false;
  private readonly moments = new OneAtATime<HostMessage>((message) => this.take(message));
  /** What was played last, until it is answered: pressed twice it is done once. */
  private played: { action: number; on: Seen | null; at: number } | null = null;
  private number = 0;
  private readonly line: Line;

  constructor(
    readonly game: GameModule,
    connect: Connect,
    /** Numbers what is asked, each asking differently. */
    private readonly nextId: () => number = counter(),
  ) {
    this.line = connect((message) => this.hear(message));
  }

  get manifest(): Manifest {
    return this.game.manifest;
  }

  get players(): string[] {
    return this.about.players.map((player) => named(player, settings.language));
  }

  get paused(): boolean {
    return this.about.paused;
  }

  /** Whether others than the reader and bots play, who would have to agree. */
  get isShared(): boolean {
    return this.about.people.some((seat) => seat !== this.seat);
  }

  /** The game's words, seats called by their players; `you` is the word for the reader in a sentence about them. */
  words(language: string, you: string): Words {
    return new Words(
      this.manifest,
      language,
      this.players.map((player, seat) => (seat === this.seat ? you : player)),
    );
  }

  get over(): boolean {
    return this.seen?.over ?? false;
  }

  get myTurn(): boolean {
    return this.seen?.toAct.includes(this.seat) ?? false;
  }

  /** The action that a hint names, as long as the reader has to choose. */
  get advised(): Action | null {
    return this.hint === 'sought' ? null : (this.hint?.action ?? null);
  }

  /** Whether a hint can be asked for: there is a choice to make, and time for it. */
  get mayAskHint(): boolean {
    return this.myTurn && !this.race && (this.seen?.legal.length ?? 0) > 1;
  }

  /** Whoever says something says it of how things are, not of how they were a moment ago. */
  send(message: ClientMessage): void {
    this.moments.flush();
    this.line.send(message);
  }

  close(): void {
    this.isPaced = () => false;
    this.moments.flush();
    this.line.close();
  }

  /** Look at the table from another seat: whoever shares a device does, where nothing is hidden. */
  moveTo(seat: number, view: ViewChanged): void {
    this.moments.flush();
    const { before, newestFrom } = this;
    this.seat = seat;
    this.refusal = this.hint = this.past = this.played = null;
    this.take(view);
    // What was new to the one is to the other.
    if (view.log.length === 0) Object.assign(this, { before, newestFrom });
  }

  play(action: Action | number): void {
    const number = typeof action === 'number' ? action : action.number;
    const now = performance.now();
    this.moments.flush();
    if (this.played?.action === number && this.played.on === this.seen && now - this.played.at < TWICE) return;
    this.played = { action: number, on: this.seen, at: now };
    this.refusal = this.hint = null;
    this.send({ type: 'play_action', id: this.nextId(), action: number });
  }

  /** How long ago something was played here, in milliseconds. */
  get sincePlayed(): number {
    return this.played ? performance.now() - this.played.at : Infinity;
  }

  /** What was drawn last moves for so many milliseconds. */
  moves(milliseconds: number): void {
    this.moments.moves(milliseconds);
  }

  /** Try a notation, legal or not: what is not gets its clause as an answer. */
  attempt(text: string): void {
    const action = actionNamed(this.manifest, text);
    if (action) this.play(action);
  }

  /** Take back the last action, by right; where there is none, the answer is that the others have to agree. */
  takeBack(): void {
    this.refusal = this.hint = null;
    this.send({ type: 'take_back', id: this.nextId() });
  }

  /** Ask the others to agree that the last action is taken back. */
  askUndo(): void {
    this.refusal = this.hint = null;
    this.send({ type: 'ask_undo', id: this.nextId() });
  }

  answerUndo(agrees: boolean): void {
    this.send({ type: 'answer_undo', id: this.nextId(), agrees });
  }

  pause(paused: boolean): void {
    this.send({ type: 'pause_match', id: this.nextId(), paused });
  }

  /** Let bots think so fast from now on. */
  setHaste(haste: number): void {
    this.send({ type: 'set_haste', id: this.nextId(), haste });
  }

  tidy(): void {
    this.hint = null;
    this.send({ type: 'tidy_up', id: this.nextId() });
  }

  showMoment(entries: number): void {
    const isNow = entries >= this.entries && !this.over;
    this.sought = isNow ? null : entries;
    if (isNow) this.past = null;
    else this.send({ type: 'show_moment', entries });
  }

  /** Ask for the whole story, to which nothing is hidden once the match is over. */
  askWhole(): void {
    if (!this.over || this.whole || this.wantsWhole) return;
    this.wantsWhole = true;
    this.send({ type: 'show_moment', entries: this.entries });
  }

  private heardMoment(message: MomentShown): void {
    if (message.entries === this.sought) this.sought = null;
    if (this.wantsWhole && message.entries === message.of) {
      this.wantsWhole = false;
      this.whole = message.log;
      return;
    }
    const isNext = message.entries === (this.past?.entries ?? -1) + 1;
    this.past = {
      entries: message.entries,
      seen: new Seen(this.game, unbase64(message.record), this.seat),
      before: isNext ? (this.past?.seen ?? null) : null,
      log: message.log,
    };
  }

  askHint(): void {
    if (!this.mayAskHint || this.hint === 'sought') return;
    this.hint = 'sought';
    this.send({ type: 'ask_hint', id: this.nextId() });
  }

  askReview(steps: number): void {
    this.review = { judged: [], isOn: true, done: null };
    this.send({ type: 'ask_review', id: this.nextId(), steps });
  }

  stopReview(): void {
    if (this.review) this.review = { ...this.review, isOn: false };
    this.send({ type: 'stop_review' });
  }

  private hintOf(given: HintGiven): Hint {
    const { action, wins, next_action: next = null, next_wins: nextWins = 0 } = given;
    const { brings = [], foreseen: line = null, often = 0, otherwise = 0 } = given;
    const { points = null, next_points: nextPoints = null } = given;
    const { manifest, game, seen } = this;
    const isThumb =
      seen !== null &&
      manifest.bots.includes('greedy') &&
      game.greedy(seen.record, this.seat, game.chance(new Uint8Array(KEY_SIZE))) === action;
    return {
      action: actionOf(manifest, action),
      wins,
      next: next === null ? null : { action: actionOf(manifest, next), wins: nextWins },
      isThumb,
      brings,
      foreseen: line && { line, often, otherwise },
      points: points === null || nextPoints === null ? null : { here: points, otherwise: nextPoints },
    };
  }

  private hear(message: HostMessage): void {
    if (message.type === 'view_changed') {
      if (this.mayWait(message)) return this.moments.add(message);
      this.moments.flush();
    } else if (message.type === 'match_file' && this.moments.isWaiting) return this.moments.add(message);
    this.take(message);
  }

  /** Whether a view may wait until pieces lie: not the answer to what one did, not in a race, nor against the clock. */
  private mayWait({ race, clocks }: ViewChanged): boolean {
    const isOwn = this.played !== null && this.played.on === this.seen;
    return !isOwn && !race && !this.race && !clocks && !this.past && this.isPaced() && this.moments.isBusy;
  }

  private take(message: HostMessage): void {
    switch (message.type) {
      case 'match_opened':
        this.options = message.options;
        this.seat = message.seat ?? SPECTATOR;
        this.seen = this.before = this.past = this.review = this.whole = null;
        this.log = [];
        this.newestFrom = 0;
        break;
      case 'table_changed':
        this.about = message;
        break;
      case 'old_match_told':
        this.about = { ...NOBODY_YET, players: message.players };
        this.seat = message.seat;
        this.old = message;
        break;
      case 'view_changed': {
        this.heardAt = performance.now();
        const seen = new Seen(this.game, unbase64(message.record), this.seat);
        const hint = this.seen && isSameChoice(this.seen, seen) ? this.hint : null;
        this.hint = hint === 'sought' ? null : hint;
        if (this.seen && this.isPaced()) this.moments.setOff();
        this.before = this.seen;
        this.log = [...this.log.slice(0, message.log_from), ...message.log];
        this.newestFrom = this.seen ? message.log_from : this.log.length;
        seen.log = this.log;
        this.seen = seen;
        this.number = message.number;
        this.review = null;
        this.entries = message.entries;
        this.mayUndo = message.may_undo;
        this.mayAskUndo = message.may_ask_undo;
        this.tidies = message.tidies;
        this.thinking = message.thinking;
        this.race = message.race && { ...message.race, since: nowInSeconds() };
        this.clocks = clocksSeen(message.clocks);
        this.answers = clocksSeen(message.answers);
        if (hint === 'sought') this.askHint();
        break;
      }
      case 'declined':
        this.played = null;
        this.hint = null;
        this.refusal = message.reason;
        break;
      case 'moment_shown':
        this.heardMoment(message);
        break;
      case 'hint_given':
        if (this.hint && message.number === this.number) this.hint = this.hintOf(message);
        break;
      case 'decision_judged':
        if (this.review?.isOn) this.review = { ...this.review, judged: [message, ...this.review.judged] };
        break;
      case 'review_done':
        if (this.review?.isOn) this.review = { ...this.review, isOn: false, done: message };
        break;
      case 'match_file':
        this.file = message.text;
        break;
      case 'host_failed':
        this.failure = message.reason;
    }
  }
}
