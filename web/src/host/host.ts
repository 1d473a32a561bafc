/** The host of a table in the page: it has the match and the bots, and tells a client only what its seat may know. */
import { isName, LONGEST_NAME } from '$/game/limits';
import type { GameModule } from '$/game/module';
import type { ClientMessage, HostMessage, LoadMatch, LogLine, OpenMatch, RaceOpen } from '$/generated/messages';
import { Bot, grow } from './bots';
import { Match, Mistake, NeedsConsent, opened, Refused, replayed } from './match';
import { oldMatch } from './old';
import { holdOf, Race } from './race';
import { review } from './review';
import { realTime, type Time } from './time';

/**
 * Seconds a bot takes in all for the first action of its turn, at least and at most; for a further one; and where there
 * is nothing to choose.
 */
const THINKS = [1, 1.7] as const;
const THINKS_ON = [0.5, 0.9] as const;
const NO_CHOICE = 0.45;
/** Seconds after which a bot decides with what it has found, however slow the machine. */
const LONGEST = 2.5;

/** What a hint is worth waiting for. */
const HINT = { playouts: 1000, seconds: 1.5 };

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** How many lines of two logs are the same, from the first on: what is taken back changes a line that was told. */
function alike(before: LogLine[], after: LogLine[]): number {
  const place = after.findIndex((line, at) => JSON.stringify(before[at]) !== JSON.stringify(line));
  return place < 0 ? after.length : place;
}

export class Host {
  private match: Match | null = null;
  private seat = 0;
  private bots = new Map<number, Bot>();
  private pace = 0;
  private haste = 1;
  private race: Race | null = null;
  private timers: (() => void)[] = [];
  /** Stops the search for a hint, and a review. */
  private stopHint = (): void => {};
  private stopReview = (): void => {};
  private paused = false;
  private told: LogLine[] = [];
  /** What the seat was told last. */
  private telling = '';
  private number = 0;
  private lastActor = -1;

  constructor(
    private readonly load: (game: string) => Promise<GameModule>,
    private readonly post: (message: HostMessage) => void,
    private readonly time: Time = realTime,
  ) {}

  async handle(message: ClientMessage): Promise<void> {
    try {
      await this.answer(message);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      this.refuse('id' in message ? message.id : 0, error);
    }
  }

  private refuse(id: number, mistake: Mistake): void {
    if (id === 0) this.post({ type: 'host_failed', sentence: mistake.message });
    else
      this.post({
        type: 'action_refused',
        id,
        clause: mistake instanceof Refused ? mistake.clause : null,
        sentence: mistake.message,
      });
  }

  private async answer(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'open_match': {
        const game = await this.load(message.game);
        const key = message.key
          ? Uint8Array.from(message.key.match(/../g) ?? [], (pair) => parseInt(pair, 16))
          : crypto.getRandomValues(new Uint8Array(32));
        const { seats, options, players } = message;
        if (!players.every(isName)) throw new Mistake('no_name', LONGEST_NAME);
        this.sitDown(new Match(game, { seats, options, players, bots: message.bots, key }), message);
        break;
      }
      case 'load_match': {
        const data = opened(message.file);
        const game = await this.load(data.game);
        if (data.version === game.manifest.version) this.resume(replayed(game, data), message);
        else this.post(oldMatch(game.manifest, data, message.seat));
        break;
      }
      case 'play_action':
        this.act(message.seat, message.action);
        break;
      case 'take_back':
        this.takeBack(message.seat, message.consent);
        break;
      case 'tidy_up':
        this.tidyUp(message.seat);
        break;
      case 'show_moment':
        this.showMoment(message.entries);
        break;
      case 'save_match':
        this.post({ type: 'match_file', text: this.table.file() });
        break;
      case 'ask_hint':
        this.lookForHint(message.seat);
        break;
      case 'ask_review':
        this.startReview(message.seat, message.playouts);
        break;
      case 'stop_review':
        this.stopReview();
        break;
      case 'pause_match':
        this.paused = message.paused;
        this.goOn();
    }
  }

  private get table(): Match {
    if (!this.match) throw new Mistake('no_match');
    return this.match;
  }

  /** Go on with a match, with the bots that played; where there are other people's seats, with those of the message. */
  private resume(match: Match, message: LoadMatch): void {
    const played = match.start.bots ?? {};
    const bots = Object.fromEntries(Object.entries(message.bots).map(([seat, bot]) => [seat, played[seat] ?? bot]));
    if (!match.over) match.start.bots = bots;
    this.sitDown(match, { ...message, bots });
  }

  private sitDown(match: Match, { seat, bots, pace, haste }: OpenMatch | LoadMatch): void {
    this.match = match;
    this.seat = seat;
    this.haste = haste;
    this.stopReview();
    this.bots = new Map(
      Object.entries(bots).map(([one, name]) => {
        const chance = match.game.chance(crypto.getRandomValues(new Uint8Array(32)));
        return [Number(one), new Bot(match.game, Number(one), name, chance, this.time)];
      }),
    );
    this.pace = pace;
    this.told = [];
    this.telling = '';
    this.paused = false;
    const { seats, options, players } = match.start;
    this.post({ type: 'match_opened', game: match.game.manifest.game, seats, seat, players, options });
    this.changed();
  }

  private act(seat: number, action: number): void {
    if (this.bots.has(seat)) throw new Mistake('bots_seat');
    this.play(seat, action);
  }

  private play(seat: number, action: number): void {
    if (this.race) this.race.act(seat, action, this.time.now());
    else this.table.play(seat, action);
    this.lastActor = seat;
    this.changed();
  }

  private takeBack(seat: number, consent: boolean): void {
    if (!consent && this.table.hasActed(seat) && !this.table.mayUndo(seat)) throw new NeedsConsent('needs_consent');
    this.table.undo(seat, consent);
    this.changed();
  }

  private tidyUp(seat: number): void {
    const { game } = this.table;
    for (let next = game.tidy(this.table.view(seat), seat); next >= 0; next = game.tidy(this.table.view(seat), seat))
      this.table.play(seat, next);
    this.changed();
  }

  private showMoment(entries: number): void {
    const { table, seat } = this;
    const moment = table.moment(table.reached(seat, entries));
    const record = table.over ? moment.state : moment.view(seat);
    this.post({
      type: 'moment_shown',
      entries,
      of: table.told(seat),
      record: base64(record),
      log: moment.story(seat, table.over),
    });
  }

  /** What a search would do, from what the seat itself knows; if the table changes meanwhile there is no answer. */
  private lookForHint(seat: number): void {
    const { table, time, number } = this;
    if (this.bots.has(seat) || this.race || !table.toAct.includes(seat)) throw new Mistake('not_your_turn');
    const view = table.view(seat);
    if (table.game.legal(view, seat).length < 2) throw new Mistake('no_choice');
    const mind = table.game.mind('hint');
    mind.forget();
    mind.wake(table.game.chance(crypto.getRandomValues(new Uint8Array(32))), HINT.playouts);
    this.stopHint();
    this.stopHint = grow(
      time,
      mind,
      view,
      seat,
      { playouts: HINT.playouts, until: time.now() + HINT.seconds, toTheEnd: true },
      () => {
        this.post({ type: 'hint_given', number, action: mind.best, wins: mind.wins(mind.best) });
      },
    );
  }

  private startReview(seat: number, playouts: number): void {
    if (!this.table.over) throw new Mistake('not_over');
    this.stopReview();
    this.stopReview = review(this.table, seat, playouts, this.time, (message) => this.post(message));
  }

  /** The table has changed: a race begins or goes on, everyone is told, and the bots go on. */
  private changed(): void {
    this.stopHint();
    this.stopReview();
    if (!this.race?.isOn) {
      this.stopTimers();
      this.race = this.paused ? null : Race.open(this.table, this.pace, this.time.now());
    }
    this.tell();
    this.goOn();
  }

  private tell(): void {
    const { table, seat } = this;
    const view = table.view(seat);
    const log = table.story(seat);
    const news = {
      entries: table.told(seat),
      record: base64(view),
      may_undo: table.mayUndo(seat),
      may_ask_undo: table.hasActed(seat),
      tidies: table.game.tidy(view, seat) >= 0,
      thinking: this.race ? [] : table.game.toAct(view).filter((one) => this.bots.has(one)),
      race: this.raceToTell(),
    };
    // Whoever is told that something changed, and sees nothing changed, knows that somebody did something unseen.
    const telling = JSON.stringify([{ ...news, race: this.race && [this.race.began, news.race?.opens] }, log]);
    if (telling !== this.telling) {
      const from = alike(this.told, log);
      this.post({ type: 'view_changed', number: ++this.number, ...news, log_from: from, log: log.slice(from) });
      this.told = log;
      this.telling = telling;
    }
    this.post({ type: 'match_file', text: table.file() });
  }

  private raceToTell(): RaceOpen | null {
    if (!this.race) return null;
    const mayAct = this.race.racers.includes(this.seat) && this.race.asking(this.seat) !== null;
    const opens = mayAct ? this.race.opensFor(this.seat) : -1;
    return { pace: this.race.pace, left: this.race.left(this.time.now()), opens };
  }

  private stopTimers(): void {
    this.timers.forEach((stop) => stop());
    this.timers = [];
  }

  private later(seconds: number, what: () => void): void {
    this.timers.push(this.time.after(seconds, what));
  }

  private goOn(): void {
    if (this.paused || this.table.over) {
      this.stopTimers();
      if (this.paused) this.race = null;
      return;
    }
    if (!this.race) this.race = Race.open(this.table, this.pace, this.time.now());
    if (this.timers.length > 0) return;
    if (this.race) this.runRace(this.race);
    else this.letBotThink();
  }

  private letBotThink(): void {
    const { table } = this;
    const asked = table.toAct.filter((seat) => this.bots.has(seat));
    const seat = asked.includes(this.lastActor) ? this.lastActor : asked[Math.floor(this.time.random() * asked.length)];
    if (seat === undefined) return;
    const view = table.view(seat);
    const began = this.time.now();
    const takes = this.pauseOf(view, seat) * this.haste;
    const act = (action: number): void =>
      this.later(Math.max(0, began + takes - this.time.now()), () => {
        this.stopTimers();
        this.play(seat, action);
      });
    this.timers.push(this.bots.get(seat)!.choose(view, began + LONGEST, act));
  }

  /** How long a bot seems to think, what it really needs included. */
  private pauseOf(view: Uint8Array, seat: number): number {
    if (this.table.game.legal(view, seat).length < 2) return NO_CHOICE;
    const [least, most] = seat === this.lastActor ? THINKS_ON : THINKS;
    return least + this.time.random() * (most - least);
  }

  /**
   * Bots that want to act do so after a moment, the earliest first; when the time is up the table holds for the rest.
   */
  private runRace(race: Race): void {
    const { game } = this.table;
    for (const seat of race.racers) {
      const bot = this.bots.get(seat);
      const state = bot && race.asking(seat);
      if (!state) continue;
      const acts = race.began + bot.reaction(race.pace, race.opensFor(seat));
      const act = (action: number): void => {
        if (action === holdOf(game)) return;
        this.later(Math.max(0, acts - this.time.now()), () => this.inTime(() => this.play(seat, action)));
      };
      this.timers.push(bot.choose(game.hidden(state, seat), acts, act));
    }
    this.later(race.left(this.time.now()), () =>
      this.inTime(() => {
        race.settle();
        this.changed();
      }),
    );
  }

  /** What a timer does may come too late, when somebody else was first. */
  private inTime(what: () => void): void {
    try {
      what();
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
    }
  }
}
