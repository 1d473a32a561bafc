/**
 * A table in play, without input or output: it hears messages and the time, and says messages. It is the same as
 * table/session.py, method for method, and says the same to the letter (`tests/conversations`).
 *
 * Whoever drives it gives it what people say (`hear`) and the time (`due`, when `nextAt` has come), asks bots on its
 * behalf (`wanted`, `decided`), and carries what it says to whom it is for. Times are seconds of one clock that the
 * driver has; chance is given too, and so are the games, loaded.
 */
import { hexToBytes as unhex } from '@noble/hashes/utils.js';
import { isName, LONGEST_NAME } from '$/game/limits';
import { alike } from '$/game/log';
import { WHOLE } from '$/game/mind';
import { SPECTATOR, TIES, type GameModule } from '$/game/module';
import { Mistake, quoted } from '$/game/reasons';
import { MOST_ENTRIES } from '$/generated/limits';
import type { Manifest } from '$/generated/manifest';
import type {
  Accepted,
  ClientMessage,
  ClockTold,
  Declined,
  HostMessage,
  LoadMatch,
  LogLine,
  OldMatchTold,
  OpenMatch,
  RaceOpen,
  TableChanged,
  UndoAsked,
  ViewChanged,
} from '$/generated/messages';
import { type Advice, type Answer, type Ask, type Judged, split, stepsFor, type Wish } from './asks';
import { Clocks } from './clocks';
import { because, newMatch, ofThisFile, opened, plainName, replayed, shownOptions } from './file';
import { type Decision, Match, same, type Start } from './match';
import { oldMatch } from './old';
import { LONGEST, MOMENTS, NO_CHOICE, pause, reaction } from './pace';
import { Race } from './race';

/** Who plays for somebody whose time is up. */
const STAND_IN = 'medium';
/** How many answers are remembered for a client that asks again. */
const MOST_ANSWERS = 64;

/** What a bot will do, or that a race ends (seat and action are nothing), and when. */
interface Plan {
  at: number;
  seat: number | null;
  action: number | null;
}

type News = Omit<ViewChanged, 'type' | 'number' | 'log_from' | 'log' | 'race' | 'clocks' | 'answers' | 'head'>;

/** An offer that somebody has to answer: what lets it lapse, and since when it waits. */
interface Waiting {
  action: number;
  since: number;
}

type UndoRule = NonNullable<OpenMatch['undo']>;

/** Somebody who is told of the table: at a seat, or watching. */
class Reader {
  seat: number | null = null;
  /** The seat they have had in this match: whoever has seen its cards takes no other. */
  sat: number | null = null;
  number = 0;
  isHere = true;
  told: LogLine[] = [];
  telling: { news: News; log: LogLine[]; written: string } | null = null;
  table: string | null = null;
  /** For each view that was told, the first line of the log that was new in it. */
  changedFrom: number[] = [];
  /** What was answered, by run and id. */
  answers = new Map<string, Accepted | Declined>();
  run = 0;
}

/** A review that goes on: who wants it, what is to be judged, the last first, by how many steps, and what was found. */
interface Review {
  who: string;
  seat: number;
  steps: number;
  decisions: Decision[];
  judged: Judged[];
}

export type Saying = [to: string, said: HostMessage];

export interface Given {
  /** The table's own chance, for lots and paces and the bots' thoughts; it says nothing of the cards. */
  key: Uint8Array;
  /** The games that are loaded, by name. */
  games: ReadonlyMap<string, GameModule>;
  /** Whether the host is the player's own, who then gets the file of the match with every change. */
  isOwn: boolean;
  /** Draws the key of the cards. */
  newKey?: () => Uint8Array;
  /** Refuses a bot that does not play so. */
  checkBot?: (name: string, game: Manifest, start: Start) => void;
}

/**
 * One table: a match, who sits where, bots and their pace, races, undo with consent, pauses and hints.
 *
 * The first who opens a match is its host. At a player's own host that player also gets the file of the match with
 * every change; at any other it leaves only when the match is over, for it has the key.
 */
export class Session {
  match: Match | null = null;
  bots = new Map<number, string>();
  private lots: Uint8Array | null = null;
  private out: Saying[] = [];
  private readonly readers = new Map<string, Reader>();
  private host: string | null = null;
  private awaited = new Map<number, Ask>();
  private fresh: Ask[] = [];
  private asks = 0;
  private matches = 0;
  private now = 0;
  private behind = 0;
  private stoppedAt: number | null = null;
  private readonly standIns = new Set<number>();
  private thoughts: Uint8Array[] = [];
  private pace = 0;
  private haste = 1;
  private undoRule: UndoRule = 'consent';
  private mayHint = true;
  private answerTime = 0;
  private waiting = new Map<number, Waiting>();
  private race: Race | null = null;
  private plans: Plan[] = [];
  private readonly actsAt = new Map<number, number>();
  private lastActor = -1;
  private clocks: Clocks | null = null;
  private seenByAll: Uint8Array | null = null;
  private readonly leaving = new Set<number>();
  private readonly tidied = new Map<string, number>();
  private undo: UndoAsked | null = null;
  /** What all saw when somebody asked to take something back. */
  private undoSeen: Uint8Array | null = null;
  private review: Review | null = null;
  private readonly hints = new Map<number, { who: string; number: number }>();

  constructor(private readonly given: Given) {}

  private forgetMatch(): void {
    this.match = null;
    this.bots = new Map();
    this.standIns.clear();
    this.thoughts = [];
    this.pace = 0;
    this.haste = 1;
    this.undoRule = 'consent';
    this.mayHint = true;
    this.answerTime = 0;
    this.waiting.clear();
    this.race = null;
    this.plans = [];
    this.actsAt.clear();
    this.lastActor = -1;
    this.clocks = null;
    this.seenByAll = null;
    this.leaving.clear();
    this.tidied.clear();
    this.undo = null;
    this.review = null;
    this.hints.clear();
  }

  // What the driver calls.

  /** Somebody says something; what is said to whom. */
  hear(who: string, message: ClientMessage, now: number): Saying[] {
    this.comeTo(now);
    const id = 'id' in message ? message.id : 0;
    const reader = this.reader(who);
    const before = reader.answers.get(`${reader.run} ${id}`);
    if (before) {
      this.say(who, before);
      return this.said();
    }
    try {
      this.answer(who, message);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      const { reason } = error;
      this.say(who, id ? { type: 'declined', id, reason } : { type: 'host_failed', reason });
    }
    if (id) {
      const { answers, run } = this.reader(who);
      const given = this.out.find(([to, said]) => to === who && isAnswer(said, id))![1];
      answers.set(`${run} ${id}`, given as Accepted | Declined);
      for (const oldest of [...answers.keys()].slice(0, -MOST_ANSWERS)) answers.delete(oldest);
    }
    return this.said();
  }

  /** Time has passed: what it has brought. */
  due(now: number): Saying[] {
    this.comeTo(now);
    return this.said();
  }

  /** A connection is gone; the seat stays theirs. */
  leave(who: string, now: number): Saying[] {
    this.comeTo(now);
    const reader = this.readers.get(who);
    if (!reader || reader.sat === null) {
      this.readers.delete(who);
    } else {
      reader.isHere = false;
      this.tellTable();
    }
    return this.said();
  }

  /** When `due` should be called; null if the table waits for somebody. */
  get nextAt(): number | null {
    const times = [this.plans[0]?.at, this.clocks?.nextUp?.at, this.nextLapse?.at].filter((at) => at !== undefined);
    return times.length > 0 && this.stoppedAt === null ? Math.min(...times) + this.behind : null;
  }

  /** What bots are to be asked, each once; the answers go to `decided`, in any order and at any time. */
  wanted(): Ask[] {
    const fresh = this.fresh.filter((ask) => this.awaited.has(ask.number));
    this.fresh = [];
    return fresh;
  }

  /** Whether an answer still counts. */
  isWanted(number: number): boolean {
    return this.awaited.has(number);
  }

  /** What a bot has answered. */
  decided(number: number, answer: Answer, now: number): Saying[] {
    const ask = this.awaited.get(number);
    if (ask) {
      this.awaited.delete(number);
      this.comeTo(now);
      if (ask.what === 'choose') this.botChose(ask, answer as number);
      else if (ask.what === 'advise') this.giveHint(ask, answer as Advice);
      else this.judged(ask, answer as Judged);
      this.comeTo(now);
    }
    return this.said();
  }

  // Time.

  /** Do all that is due, in its order. */
  private comeTo(now: number): void {
    this.now = Math.max(this.now, now);
    for (let at = this.nextAt; at !== null && at <= this.now; at = this.nextAt) {
      const up = this.clocks?.nextUp;
      const plan = this.plans[0];
      const lapse = this.nextLapse;
      if (lapse && lapse.at + this.behind === at) this.do(lapse);
      else if (up && (!plan || up.at < plan.at)) this.timeIsUp(up.seat);
      else this.do(this.plans.shift()!);
    }
  }

  /** The offer that lapses first, if none of them is answered. */
  private get nextLapse(): Plan | null {
    const first = [...this.waiting].sort(
      ([seat, one], [otherSeat, other]) => one.since - other.since || seat - otherSeat,
    )[0];
    return first ? { at: first[1].since + this.answerTime, seat: first[0], action: first[1].action } : null;
  }

  /** The time at the table, which stands still in a pause. */
  private get time(): number {
    return (this.stoppedAt ?? this.now) - this.behind;
  }

  private plan(at: number, seat: number | null = null, action: number | null = null): void {
    this.plans = [...this.plans, { at, seat, action }].sort((one, other) => one.at - other.at);
  }

  /** A bot acts, or the time of a race is up; whoever comes too late does nothing. */
  private do({ seat, action }: Plan): void {
    if (seat === null || action === null) {
      if (this.race) {
        this.race.settle();
        this.changed();
      }
      return;
    }
    if (!this.race) this.stopBots();
    try {
      this.attempt(seat, action);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      this.goOn();
      return;
    }
    this.moved(seat);
  }

  /** A bot plays for somebody who took too long. */
  private timeIsUp(seat: number): void {
    if (!this.clocks) return;
    this.clocks.late.add(seat);
    this.goOn();
  }

  // What people say.

  /** Do what somebody wants; what gets an answer with its id gets it before all that comes of it. */
  private answer(who: string, message: ClientMessage): void {
    const before = this.out.length;
    switch (message.type) {
      case 'hello':
        this.greet(who, message.last ?? 0, message.run ?? 0);
        break;
      case 'open_match':
        this.open(who, message);
        break;
      case 'load_match':
        this.load(who, message);
        break;
      case 'show_moment':
        this.showMoment(who, message.entries);
        break;
      case 'stop_review':
        this.stopReview(who);
        break;
      case 'sit_down':
        this.sitDown(who, message.seat, message.name);
        break;
      case 'stand_up':
        this.standUp(who);
        break;
      case 'seat_bot':
        this.seatBot(who, message.seat, message.bot);
        break;
      case 'play_action':
        this.act(this.seatOf(who), message.action);
        break;
      case 'take_back':
        this.takeBack(this.seatOf(who));
        break;
      case 'ask_undo':
        this.askUndo(this.seatOf(who));
        break;
      case 'answer_undo':
        this.answerUndo(this.seatOf(who), message.agrees);
        break;
      case 'tidy_up':
        this.tidyUp(this.seatOf(who));
        break;
      case 'save_match':
        this.save(who);
        break;
      case 'pause_match':
        this.seatOf(who); // whoever plays may do this
        this.pause(message.paused);
        break;
      case 'set_haste':
        this.checkHost(who);
        this.haste = message.haste;
        break;
      case 'ask_hint':
        this.lookForHint(who, this.seatOf(who));
        break;
      case 'ask_review':
        this.startReview(who, this.ownSeat(who), message.steps);
    }
    if ('id' in message) this.out.splice(before, 0, [who, { type: 'accepted', id: message.id }]);
  }

  private reader(who: string): Reader {
    const found = this.readers.get(who) ?? new Reader();
    this.readers.set(who, found);
    return found;
  }

  /** The seat that somebody has, whoever plays there. */
  private ownSeat(who: string): number {
    if (!this.match) throw new Mistake('no_match');
    const { seat } = this.reader(who);
    if (seat === null) throw new Mistake('watching');
    return seat;
  }

  /** The seat of whoever wants to do something at the table. */
  private seatOf(who: string): number {
    const seat = this.ownSeat(who);
    if (this.standIns.has(seat)) throw new Mistake('bot_plays');
    return seat;
  }

  private get table(): Match {
    if (!this.match) throw new Mistake('no_match');
    return this.match;
  }

  private say(who: string, message: HostMessage): void {
    this.out.push([who, message]);
  }

  /** What is to be said, to those who are there. */
  private said(): Saying[] {
    const said = this.out;
    this.out = [];
    return said.filter(([who]) => this.readers.get(who)?.isHere ?? true);
  }

  // Coming and going.

  /** Somebody is there, or there again: they get what they have not heard. */
  private greet(who: string, last: number, run: number): void {
    const reader = this.reader(who);
    reader.isHere = true;
    reader.run = run;
    if (run === 0 && last === 0) reader.answers.clear();
    if (!this.match) return;
    if (last > 0 && last <= reader.number) {
      const since = reader.changedFrom.slice(last);
      this.viewAgain(who, reader, since.length > 0 ? Math.min(...since) : reader.told.length);
      reader.table = null;
    } else {
      this.welcome(who);
    }
    this.tellTable();
  }

  /** Tell a reader everything from the beginning. */
  private welcome(who: string): void {
    const reader = this.reader(who);
    Object.assign(reader, { number: 0, told: [], telling: null, table: null, changedFrom: [] });
    const { game, start } = this.table;
    const { seats, options } = start;
    this.say(who, { type: 'match_opened', game: game.manifest.game, seats, seat: reader.seat, options });
    this.tellTableTo(who);
    this.tell(who);
  }

  /** Deal. */
  private open(who: string, message: OpenMatch): void {
    this.checkHost(who);
    const game = this.find(message.game);
    if (!message.players.every(isName)) throw new Mistake('no_name', { longest: LONGEST_NAME });
    const key = message.key ? unhex(message.key) : this.given.newKey?.();
    if (!key) throw new Mistake('no_match');
    const { seats, players, bots = {} } = message;
    const options = shownOptions(game.manifest.options, message.options ?? {});
    this.begin(who, newMatch(game, { seats, options, players, bots, key }), message);
  }

  private find(name: string): GameModule {
    const { games } = this.given;
    const game = games.get(plainName(name));
    if (!game) throw new Mistake('no_such_game', { game: quoted(name), games: [...games.keys()].join(', ') });
    return game;
  }

  /** Go on with a match, with the bots that played; at other people's seats with those of the message. */
  private load(who: string, message: LoadMatch): void {
    this.checkHost(who);
    const match = ofThisFile(() => this.replayed(message));
    if (!(match instanceof Match)) {
      this.say(who, match);
      return;
    }
    const played = match.start.bots ?? {};
    const bots = Object.fromEntries(
      Object.entries(message.bots ?? {}).map(([seat, name]) => [seat, played[seat] ?? name]),
    );
    if (!match.over) match.start.bots = bots;
    this.begin(who, match, message, bots);
  }

  /** The match of a file, or what a file of another version of the rules says. */
  private replayed({ file, seat }: LoadMatch): Match | OldMatchTold {
    const data = opened(file);
    const game = because(
      () => this.find(data.game),
      (why) => new Mistake('not_replayable', { why }),
    );
    return data.version === game.manifest.version ? replayed(game, data) : oldMatch(game.manifest, data, seat);
  }

  /** Sit down at a new match; everybody else watches until they take a seat. */
  private begin(who: string, match: Match, message: OpenMatch | LoadMatch, given = message.bots ?? {}): void {
    const { seat, pace = 0, haste = 1, undo = 'consent', hints = true, answer = 0 } = message;
    const bots = new Map(Object.entries(given).map(([each, name]) => [Number(each), name]));
    if (seat >= match.start.seats) throw noSuchSeat(match, seat);
    if (bots.has(seat)) throw new Mistake('bots_seat');
    for (const name of bots.values()) this.given.checkBot?.(name, match.game.manifest, match.start);
    this.drop('choose', 'advise', 'judge');
    this.forgetMatch();
    this.matches++;
    this.behind = 0;
    this.stoppedAt = null;
    this.match = match;
    this.bots = bots;
    this.host = who;
    this.pace = pace;
    this.haste = haste;
    this.undoRule = undo;
    this.mayHint = hints;
    this.answerTime = answer;
    const lots = (this.lots ??= match.game.chance(this.given.key));
    this.thoughts = [...match.seats, match.start.seats].map((number) => match.game.botChance(lots, number));
    for (const reader of this.readers.values()) reader.seat = reader.sat = null;
    this.reader(who).seat = this.reader(who).sat = seat;
    this.clocks = message.clock ? new Clocks(message.clock, match.start.seats) : null;
    this.openRace();
    this.wind();
    for (const each of this.readers.keys()) this.welcome(each);
    this.sendFile();
    this.goOn();
  }

  private checkHost(who: string): void {
    if (this.host !== null && this.host !== who) throw new Mistake('not_the_host');
  }

  /** Take a free seat. */
  private sitDown(who: string, seat: number, name: string): void {
    const match = this.table;
    const reader = this.reader(who);
    if (seat >= match.start.seats) throw noSuchSeat(match, seat);
    if (!isName(name)) throw new Mistake('no_name', { longest: LONGEST_NAME });
    if ((reader.sat ?? seat) !== seat) throw new Mistake('not_your_seat');
    if (this.bots.has(seat) && !(this.standIns.has(seat) && reader.seat === seat)) throw new Mistake('bots_seat');
    if ((this.people.get(seat) ?? who) !== who) throw new Mistake('seat_taken');
    match.start.players[seat] = name;
    if (this.standIns.has(seat)) {
      this.playOn(seat);
      return;
    }
    if (reader.seat !== seat) {
      reader.seat = reader.sat = seat;
      this.undo = null;
      this.wind();
      this.welcome(who);
    }
    this.tellTable();
    for (const each of this.readers.keys()) this.tell(each);
    this.sendFile();
  }

  /** Whoever has this seat is back, and the bot that played for them goes. */
  private playOn(seat: number): void {
    this.standIns.delete(seat);
    this.bots.delete(seat);
    this.noteBots();
    this.changed();
  }

  /** Who is a bot stands in the match; what bots were about to do counts no longer. */
  private noteBots(): void {
    this.table.start.bots = Object.fromEntries(this.bots);
    this.undo = null;
    this.stopBots();
  }

  /** Leave a seat free; if a bot has played for them, it stays. */
  private standUp(who: string): void {
    this.standIns.delete(this.ownSeat(who));
    this.reader(who).seat = null;
    this.undo = null;
    this.wind();
    this.welcome(who);
    this.tellTable();
    for (const each of this.readers.keys()) this.tell(each);
  }

  /** Let a bot play a free seat, or no longer. */
  private seatBot(who: string, seat: number, bot: string | null): void {
    const match = this.table;
    this.checkHost(who);
    if (seat >= match.start.seats) throw noSuchSeat(match, seat);
    if (this.people.has(seat)) throw new Mistake('seat_taken');
    this.bots.delete(seat);
    if (bot !== null) this.bots.set(seat, bot);
    this.noteBots();
    this.tellTable();
    this.changed();
  }

  /** Who sits where. */
  private get people(): Map<number, string> {
    const found = new Map<number, string>();
    for (const [who, { seat }] of this.readers) if (seat !== null) found.set(seat, who);
    return found;
  }

  /** Whether somebody plays at a seat, and no bot for them. */
  private isPlaying(seat: number): boolean {
    return this.people.has(seat) && !this.standIns.has(seat);
  }

  // Playing.

  private act(seat: number, number: number): void {
    if (number >= this.table.game.manifest.actions.count) throw new Mistake('no_such_action', { action: number });
    this.attempt(seat, number);
    this.moved(seat);
  }

  /** Play an action if the rules, and the race, allow it. */
  private attempt(seat: number, action: number): void {
    if (this.race) this.race.act(seat, action, this.time);
    else this.table.play(seat, action);
  }

  /** A seat has acted, or somebody for it. */
  private moved(seat: number): void {
    this.lastActor = seat;
    if (this.clocks) {
      if (this.clocks.late.has(seat) && this.clocks.rule.leaves) this.leaving.add(seat);
      this.clocks.moved(seat, this.time);
    }
    this.changed();
  }

  /** Do a seat's work for it; it is taken back as one. */
  private tidyUp(seat: number): void {
    const done = this.table.tidy(seat);
    if (done === 0) throw new Mistake('nothing_to_tidy');
    this.tidied.set(this.lastOf(seat), done);
    this.moved(seat);
  }

  /** How many of a seat's actions stand. */
  private ownActions(seat: number): number {
    return this.table.countOf(seat);
  }

  /** The last action of a seat that stands: whose, and which of theirs. */
  private lastOf(seat: number): string {
    return `${seat}:${this.ownActions(seat)}`;
  }

  /** Take back a seat's last action, or all that was done for it at once. */
  private takeBack(seat: number, consent = false): void {
    this.checkUndo(seat);
    const last = this.lastOf(seat);
    this.table.undo(seat, consent);
    const done = this.tidied.get(last) ?? 1;
    this.tidied.delete(last);
    for (let left = done - 1; left > 0; left--) this.table.undo(seat, consent);
    if (consent) this.undo = null;
    this.changed();
  }

  /** Whether the match stays as it is: it is over, and its key may be known. */
  private get isFinal(): boolean {
    return this.table.over && !this.given.isOwn;
  }

  /**
   * Refuse to take anything back where the table does, once all is shown but to the player whose own the table is, and
   * at the end of a very long match.
   */
  private checkUndo(seat: number): void {
    if (this.undoRule === 'never') throw new Mistake('no_undo_here');
    if (this.isFinal) throw new Mistake('match_over');
    if (this.table.told(seat) >= MOST_ENTRIES) throw new Mistake('log_too_long', { most: MOST_ENTRIES });
  }

  /** Ask everybody who plays here to agree; bots do. */
  private askUndo(seat: number): void {
    this.checkUndo(seat);
    if (this.undoRule === 'right') throw new Mistake('no_consent_here');
    if (this.ownActions(seat) === 0) throw new Mistake('nothing_to_take_back');
    this.undo = { seat, agreed: [] };
    this.undoSeen = this.table.view(SPECTATOR);
    this.countAgreed();
  }

  private answerUndo(seat: number, agrees: boolean): void {
    if (!this.undo) throw new Mistake('undo_not_asked');
    if (this.undo.seat === seat) throw new Mistake('own_undo');
    const agreed = new Set([...this.undo.agreed, seat]);
    this.undo = agrees ? { seat: this.undo.seat, agreed: inOrder(agreed) } : null;
    this.countAgreed();
  }

  /** Take back what all have agreed on. */
  private countAgreed(): void {
    const { undo } = this;
    const mayObject = [...this.people.keys()].filter((seat) => this.isPlaying(seat));
    if (undo && mayObject.every((seat) => seat === undo.seat || undo.agreed.includes(seat)))
      this.takeBack(undo.seat, true);
    else this.tellTable();
  }

  /**
   * The table has changed: a race begins or goes on, everyone is told, and the bots go on. What somebody wants to take
   * back is asked no longer once all see something new: that it lapsed would tell of what nobody sees.
   */
  private changed(): void {
    if (this.undo && this.undoSeen && !same(this.table.view(SPECTATOR), this.undoSeen)) this.undo = null;
    this.review = null;
    this.drop('judge');
    if (!this.race?.isOn) {
      this.stopBots();
      this.openRace();
    }
    this.wind();
    this.tellTable();
    for (const who of this.readers.keys()) this.tell(who);
    this.sendFile();
    this.goOn();
  }

  /**
   * Clocks run for people who are to act, but in a race. Whose time was up leaves when all see something new: who has
   * chosen in secret, and when, is not told.
   */
  private wind(): void {
    if (this.clocks) this.windClocks(this.clocks);
    this.waitForAnswers();
  }

  private windClocks(clocks: Clocks): void {
    const match = this.table;
    const seen = match.view(SPECTATOR);
    const isNews = !this.seenByAll || !same(seen, this.seenByAll);
    this.seenByAll = seen;
    if (isNews) {
      for (const seat of inOrder(this.leaving)) if (this.isPlaying(seat)) this.letBotStandIn(seat);
      this.leaving.clear();
    }
    const of = (seats: number[]): number[] =>
      this.race || match.over ? [] : seats.filter((seat) => this.isPlaying(seat));
    clocks.wind(of(match.toAct), of(match.game.toAct(seen)), this.time, isNews);
  }

  /** An offer that somebody has to answer waits for so long; what it waits for may be done in several steps. */
  private waitForAnswers(): void {
    const match = this.table;
    const before = this.waiting;
    this.waiting = new Map();
    if (this.answerTime === 0 || !match.game.manifest.lapses || this.race || match.over) return;
    for (const seat of match.toAct.filter((one) => this.isPlaying(one))) {
      const action = match.game.lapse(match.view(seat), seat);
      const wait = before.get(seat);
      if (action >= 0) this.waiting.set(seat, wait?.action === action ? wait : { action, since: this.time });
    }
  }

  /** Who has to answer, and since when, as far as a reader may know: of others nothing where several act at once. */
  private answersKnown(seat: number | null): [seat: number, since: number][] {
    if (this.waiting.size === 0) return [];
    const isOpen = this.table.game.toAct(this.table.view(SPECTATOR)).length === 1;
    return inOrder(this.waiting.keys()).flatMap((one) =>
      one === seat || isOpen ? [[one, this.waiting.get(one)!.since]] : [],
    );
  }

  /** How much time they have left; nothing where nobody has to answer. */
  private answersTold(seat: number | null): { answers?: ClockTold[] } {
    const runs = this.stoppedAt === null;
    const answers = this.answersKnown(seat).map(([one, since]) => {
      return { seat: one, left: Math.max(0, this.answerTime - (this.time - since)), runs };
    });
    return answers.length > 0 ? { answers } : {};
  }

  /** A bot plays for somebody, who keeps their seat and sees what is theirs to see. */
  private letBotStandIn(seat: number): void {
    this.bots.set(seat, STAND_IN);
    this.standIns.add(seat);
    this.table.start.bots = Object.fromEntries(this.bots);
  }

  /** Time stands still, or goes on from where it stood. */
  private pause(paused: boolean): void {
    if (paused && this.stoppedAt === null) {
      this.stoppedAt = this.now;
    } else if (!paused && this.stoppedAt !== null) {
      this.behind += this.now - this.stoppedAt;
      this.stoppedAt = null;
    }
    this.tellTable();
    for (const who of this.readers.keys()) this.tell(who);
    this.goOn();
    this.comeTo(this.now);
  }

  // Bots.

  /** Let bots think, where it is up to them and none does yet. */
  private goOn(): void {
    const match = this.table;
    if (match.over || this.stoppedAt !== null) return;
    const asked = new Set([...this.awaited.values()].flatMap((ask) => (ask.what === 'choose' ? [ask.seat] : [])));
    for (const seat of inOrder(this.clocks?.late ?? [])) {
      if (asked.has(seat) || this.plans.some((plan) => plan.seat === seat)) continue;
      this.askBot(seat, match.view(seat), this.time, this.time + LONGEST);
      asked.add(seat);
    }
    if (this.plans.length > 0 || asked.size > 0) return;
    if (this.race) this.runRace(this.race);
    else this.letBotThink();
  }

  private openRace(): void {
    this.race = Race.open(this.table, this.pace, this.time);
  }

  /** Whoever has begun goes on; else lots are drawn. */
  private letBotThink(): void {
    const match = this.table;
    const asked = match.toAct.filter((seat) => this.bots.has(seat));
    if (asked.length === 0) return;
    const seat = asked.includes(this.lastActor) ? this.lastActor : asked[this.draw(asked.length)]!;
    const view = match.view(seat);
    this.askBot(seat, view, this.time + this.pauseOf(view, seat) * this.haste, this.time + LONGEST);
  }

  /** How long a bot seems to think, what it really needs included. */
  private pauseOf(view: Uint8Array, seat: number): number {
    if (this.table.game.legal(view, seat).length < 2) return NO_CHOICE;
    return pause(this.part(), seat === this.lastActor);
  }

  /**
   * Bots that want to act do so after a moment, the earliest first; when the time is up the table holds for the rest.
   */
  private runRace(race: Race): void {
    for (const seat of race.racers) {
      const bot = this.bots.get(seat);
      const view = bot === undefined ? null : race.asking(seat);
      if (bot === undefined || !view) continue;
      const acts = race.began + reaction(bot, this.part(), race.pace, race.opensFor(seat));
      this.askBot(seat, view, acts, acts);
    }
    this.plan(race.began + race.pace);
  }

  /** A number below that, by lot; where there is one there is nothing to draw. */
  private draw(count: number): number {
    return count > 1 ? this.table.game.numberBelow(this.lots!, TIES, count) : 0;
  }

  /** Any part of a whole. */
  private part(): number {
    return this.table.game.numberBelow(this.lots!, TIES, MOMENTS) / MOMENTS;
  }

  private askBot(seat: number, view: Uint8Array, actsAt: number, until: number): void {
    this.actsAt.set(seat, actsAt);
    const bot = this.bots.get(seat) ?? STAND_IN;
    this.ask({ what: 'choose', bot, until: until + this.behind }, seat, view, this.thoughts[seat]!);
  }

  private ask(wish: Wish, seat: number, view: Uint8Array, chance: Uint8Array): number {
    const ask = { number: ++this.asks, match: this.matches, game: this.table.game, seat, view, chance, ...wish };
    this.awaited.set(ask.number, ask);
    this.fresh.push(ask);
    return ask.number;
  }

  /** A bot acts when it seems to have thought; in a race whoever holds does nothing. */
  private botChose(ask: Ask, action: number): void {
    if (this.race && action === this.table.game.hold) return;
    this.plan(Math.max(this.actsAt.get(ask.seat)!, this.time), ask.seat, action);
  }

  /** What bots were asked for, and would have done, counts no longer. */
  private stopBots(): void {
    this.plans = [];
    this.drop('choose');
  }

  private drop(...kinds: Ask['what'][]): void {
    this.awaited = new Map([...this.awaited].filter(([, ask]) => !kinds.includes(ask.what)));
  }

  // Help.

  /**
   * What a search would do, from what the seat itself knows; no answer if what it sees changes meanwhile, or it asks
   * again. What it does not see changes nothing: that no answer came would tell of it.
   */
  private lookForHint(who: string, seat: number): void {
    const match = this.table;
    if (!this.mayHint) throw new Mistake('no_hints_here');
    if (this.race || !match.toAct.includes(seat)) throw new Mistake('not_your_turn');
    const view = match.view(seat);
    if (match.game.legal(view, seat).length < 2) throw new Mistake('no_choice');
    this.dropHint(who);
    const number = this.ask({ what: 'advise' }, seat, view, this.thoughts.at(-1)!);
    this.hints.set(number, { who, number: this.reader(who).number });
  }

  /** Somebody wants no hint any more. */
  private dropHint(who: string): void {
    for (const [number, hint] of [...this.hints]) {
      if (hint.who !== who) continue;
      this.hints.delete(number);
      this.awaited.delete(number);
    }
  }

  private giveHint(ask: Ask, advice: Advice): void {
    const { who, number } = this.hints.get(ask.number)!;
    this.hints.delete(ask.number);
    this.say(who, { type: 'hint_given', number, ...advice });
  }

  private startReview(who: string, seat: number, steps: number): void {
    if (!this.table.over) throw new Mistake('not_over');
    this.drop('judge');
    this.review = { who, seat, steps, decisions: this.table.decisions(seat), judged: [] };
    this.judgeNext(this.review);
  }

  /** Ask for the next judgement, or say what all came to. */
  private judgeNext({ who, seat, steps, decisions, judged }: Review): void {
    const match = this.table;
    const toDo = decisions.length - judged.length;
    const next = decisions[toDo - 1];
    if (next) {
      const chance = match.game.chance(bytesOf(next.entries));
      const left = judged.reduce((sum, each) => sum - each.steps, steps);
      const most = stepsFor(steps, left, toDo);
      this.ask({ what: 'judge', action: next.action, steps: most }, seat, next.view, chance);
      return;
    }
    const first = match.places.map((place) => place === 1);
    const result = Number(first[seat]) / Math.max(first.filter(Boolean).length, 1);
    this.say(who, { type: 'review_done', decisions: decisions.length, result, ...split(result, judged) });
    this.review = null;
  }

  private judged(ask: Ask, found: Judged): void {
    const { review } = this;
    if (!review || ask.what !== 'judge') return;
    const { who, decisions, judged } = review;
    judged.unshift(found);
    const place = decisions.length - judged.length;
    const { entries, action } = decisions[place]!;
    this.say(who, {
      type: 'decision_judged',
      place,
      of: decisions.length,
      entries,
      action,
      best: found.best,
      wins: found.wins / WHOLE,
      wins_of_best: found.winsOfBest / WHOLE,
      margin: (2 * found.error) / WHOLE,
      chance: found.before / WHOLE,
      cost: found.cost / WHOLE,
      credit: found.credit / WHOLE,
      verdict: found.verdict,
    });
    this.judgeNext(review);
  }

  private stopReview(who: string): void {
    if (this.review?.who !== who) return;
    this.review = null;
    this.drop('judge');
  }

  // Telling.

  private tellTable(): void {
    for (const who of this.readers.keys()) this.tellTableTo(who);
  }

  /** Who sits where, if it has changed. */
  private tellTableTo(who: string): void {
    if (!this.match) return;
    const { people } = this;
    const away = [...people].filter(([, one]) => !this.reader(one).isHere);
    const told: TableChanged = {
      type: 'table_changed',
      players: [...this.match.start.players],
      people: inOrder(people.keys()),
      away: inOrder(away.map(([seat]) => seat)),
      bots: Object.fromEntries(this.bots),
      paused: this.stoppedAt !== null,
      undo: this.undo,
      ...(this.standIns.size > 0 ? { stand_ins: inOrder(this.standIns) } : {}),
    };
    const reader = this.reader(who);
    const written = JSON.stringify(told);
    if (written === reader.table) return;
    reader.table = written;
    this.say(who, told);
  }

  /**
   * What a reader may know now, if anything of it has changed.
   *
   * Whoever is told that something changed, and sees nothing changed, knows that somebody did something unseen.
   */
  private tell(who: string): void {
    const reader = this.reader(who);
    const log = this.table.story(reader.seat ?? SPECTATOR);
    const race = this.raceTold(reader.seat);
    const identity = this.race && race && [this.race.began, race.opens, race.runs];
    const news = this.news(reader.seat, this.viewTold(reader.seat));
    const clocks = this.clocks && [this.clocks.known(reader.seat), this.stoppedAt === null];
    const known = this.answersKnown(reader.seat);
    const answers = known.length > 0 && [known, this.stoppedAt === null];
    const written = JSON.stringify([news, identity, log, clocks, answers]);
    if (written === reader.telling?.written) return;
    const changedFrom = alike(reader.told, log);
    reader.telling = { news, log, written };
    reader.told = log;
    reader.number++;
    this.dropHint(who);
    reader.changedFrom.push(changedFrom);
    this.viewAgain(who, reader, changedFrom);
  }

  private viewAgain(who: string, reader: Reader, from: number): void {
    const { news, log } = reader.telling!;
    const race = this.raceTold(reader.seat);
    const clocks = this.clocks && this.clocks.told(reader.seat, this.time, this.stoppedAt === null);
    const { number } = reader;
    const told = { number, ...news, log_from: from, log: log.slice(from), race, clocks };
    this.say(who, { type: 'view_changed', ...told, ...this.answersTold(reader.seat) });
  }

  /**
   * What a reader sees: in a race as if they were asked, for whoever is asked last would see that the others have held.
   */
  private viewTold(seat: number | null): Uint8Array {
    const asked = seat !== null && this.race?.racers.includes(seat) ? this.race.asking(seat) : null;
    return asked ?? this.table.view(seat ?? SPECTATOR);
  }

  private news(seat: number | null, view: Uint8Array): News {
    const match = this.table;
    const own = seat !== null && this.standIns.has(seat) ? null : seat;
    const undo = this.isFinal ? 'never' : this.undoRule;
    return {
      entries: match.told(seat ?? SPECTATOR),
      record: base64(view),
      may_undo: own !== null && undo !== 'never' && match.mayUndo(own),
      may_ask_undo: own !== null && undo === 'consent' && this.ownActions(own) > 0,
      tidies: own !== null && match.nextTidy(own) !== null,
      thinking: this.race ? [] : match.game.toAct(view).filter((one) => this.bots.has(one)),
    };
  }

  private raceTold(seat: number | null): RaceOpen | null {
    const { race } = this;
    if (!race) return null;
    const mayAct = seat !== null && race.racers.includes(seat) && race.asking(seat) !== null;
    return {
      pace: race.pace,
      left: race.left(this.time),
      opens: mayAct ? race.opensFor(seat) : -1,
      runs: this.stoppedAt === null,
    };
  }

  /** The match as it stood after so many entries that the reader saw. */
  private showMoment(who: string, wanted: number): void {
    const match = this.table;
    const { seat } = this.reader(who);
    const watcher = seat ?? SPECTATOR;
    const of = match.told(watcher);
    const entries = Math.min(wanted, of);
    const isNow = entries === of && !match.over;
    const moment = isNow ? match : match.moment(match.reached(watcher, entries));
    const view = isNow ? this.viewTold(seat) : match.over ? moment.state : moment.view(watcher);
    this.say(who, {
      type: 'moment_shown',
      entries,
      of,
      record: base64(view),
      log: moment.story(watcher, match.over),
    });
  }

  /** The file of the match: it has the key. */
  private save(who: string): void {
    if (!(this.given.isOwn || this.table.over)) throw new Mistake('key_stays');
    this.say(who, { type: 'match_file', text: this.table.file() });
  }

  /** A player's own host keeps nothing: the player does. */
  private sendFile(): void {
    if (this.given.isOwn && this.host !== null) this.say(this.host, { type: 'match_file', text: this.table.file() });
  }
}

function noSuchSeat(match: Match, seat: number): Mistake {
  return new Mistake('no_such_seat', { seat, last: match.start.seats - 1 });
}

/** Whether this is the answer to what was asked under an id. */
function isAnswer(said: HostMessage, id: number): said is Accepted | Declined {
  return (said.type === 'accepted' || said.type === 'declined') && said.id === id;
}

function inOrder(seats: Iterable<number>): number[] {
  return [...seats].sort((one, other) => one - other);
}

/** A whole number as the 32 bytes of a key, the lowest first. */
function bytesOf(number: number): Uint8Array {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number), true);
  return bytes;
}

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
