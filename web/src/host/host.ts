/** The host of a table in the page: it has the match and the bots, and tells a client only what its seat may know. */
import type { GameModule } from '$/game/module';
import type { ClientMessage, HostMessage, LoadMatch, OpenMatch, RaceOpen } from '$/generated/messages';
import { Match, Mistake, NeedsConsent, opened, Refused, replayed } from './match';
import { holdOf, Race } from './race';

/** Time as the host needs it, so that a test can drive it by hand. */
export interface Time {
  now(): number;
  after(seconds: number, what: () => void): () => void;
  random(): number;
}

export const realTime: Time = {
  now: () => performance.now() / 1000,
  after: (seconds, what) => {
    const timer = setTimeout(what, seconds * 1000);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Seconds a bot takes for the first action of its turn, and for the further ones. */
const THINKS = 0.9;
const THINKS_ON = 0.45;

export function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export class Host {
  private match: Match | null = null;
  private seat = 0;
  private bots = new Map<number, string>();
  private thoughts: Uint8Array[] = [];
  private pace = 0;
  private haste = 1;
  private race: Race | null = null;
  private timers: (() => void)[] = [];
  private paused = false;
  private told = 0;
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
    else this.post({ type: 'action_refused', id, clause: mistake instanceof Refused ? mistake.clause : null, sentence: mistake.message });
  }

  private async answer(message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'open_match': {
        const game = await this.load(message.game);
        const key = message.key ? Uint8Array.from(message.key.match(/../g) ?? [], (pair) => parseInt(pair, 16)) : crypto.getRandomValues(new Uint8Array(32));
        const { seats, options, players } = message;
        this.sitDown(new Match(game, { seats, options, players, key }), message);
        break;
      }
      case 'load_match': {
        const data = opened(message.file);
        this.sitDown(replayed(await this.load(data.game), data), message);
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
      case 'pause_match':
        this.paused = message.paused;
        this.goOn();
    }
  }

  private get table(): Match {
    if (!this.match) throw new Mistake('there is no match at this table');
    return this.match;
  }

  private sitDown(match: Match, { seat, bots, pace, haste }: OpenMatch | LoadMatch): void {
    this.match = match;
    this.seat = seat;
    this.haste = haste;
    this.bots = new Map(Object.entries(bots).map(([one, bot]) => [Number(one), bot]));
    this.thoughts = match.seats.map(() => match.game.chance(crypto.getRandomValues(new Uint8Array(32))));
    this.pace = pace;
    this.told = 0;
    this.paused = false;
    const { seats, options, players } = match.start;
    this.post({ type: 'match_opened', game: match.game.manifest.game, seats, seat, players, options });
    this.changed();
  }

  private act(seat: number, action: number): void {
    if (this.bots.has(seat)) throw new Mistake('that seat is a bot');
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
    for (let next = game.tidy(this.table.view(seat), seat); next >= 0; next = game.tidy(this.table.view(seat), seat)) this.table.play(seat, next);
    this.changed();
  }

  private showMoment(entries: number): void {
    const moment = this.table.moment(entries);
    const record = this.table.over ? moment.state : moment.view(this.seat);
    this.post({ type: 'moment_shown', entries, of: this.table.log.length, record: base64(record), log: moment.seenLog(this.seat) });
  }

  /** The table has changed: a race begins or goes on, everyone is told, and the bots go on. */
  private changed(): void {
    if (!this.race?.isOn) {
      this.stopTimers();
      this.race = this.paused ? null : Race.open(this.table, this.pace, this.time.now());
    }
    this.tell();
    this.goOn();
  }

  private tell(): void {
    const { table, seat } = this;
    const log = table.seenLog(seat);
    if (log.length < this.told) this.told = 0;
    this.post({
      type: 'view_changed',
      number: ++this.number,
      entries: table.log.length,
      record: base64(table.view(seat)),
      log_from: this.told,
      log: log.slice(this.told),
      may_undo: table.mayUndo(seat),
      may_ask_undo: table.hasActed(seat),
      tidies: table.game.tidy(table.view(seat), seat) >= 0,
      thinking: this.race ? [] : table.toAct.filter((one) => this.bots.has(one)),
      race: this.raceToTell(),
    });
    this.told = log.length;
    this.post({ type: 'match_file', text: table.file() });
  }

  private raceToTell(): RaceOpen | null {
    if (!this.race) return null;
    const opens = this.race.racers.includes(this.seat) ? this.race.opensFor(this.seat) : -1;
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
    this.later((seat === this.lastActor ? THINKS_ON : THINKS) * this.haste, () => {
      this.stopTimers();
      this.play(seat, this.choice(table.view(seat), seat));
    });
  }

  private choice(view: Uint8Array, seat: number): number {
    return this.table.game.choose(this.bots.get(seat) ?? 'random', view, seat, this.thoughts[seat]!);
  }

  /** Bots that want to act do so after a moment, the earliest first; when the time is up the table holds for the rest. */
  private runRace(race: Race): void {
    const { game } = this.table;
    for (const seat of race.racers.filter((one) => this.bots.has(one))) {
      const state = race.asking(seat);
      if (!state) continue;
      const action = this.choice(game.hidden(state, seat), seat);
      if (action === holdOf(game)) continue;
      const early = Math.max(0.35, race.opensFor(seat) + 0.1);
      this.later(early + this.time.random() * Math.max(0.1, race.pace - early - 0.2), () => this.inTime(() => this.play(seat, action)));
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
