/**
 * Several people at one device: each has a connection to the table, and the page hears one of them at a time, or what
 * all may know. So while somebody looks, or nobody, nothing of another's hand is in the page.
 */
import type { About } from '$/client/kept/record';
import { NO_SEAT, SPECTATOR } from '$/game/module';
import type { ClientMessage, HostMessage, TableChanged } from '$/generated/messages';
import { Host } from '../host';
import { same, type Match } from '../match';
import { hidden, holdingNow, mustWait, NOBODY_YET, taken, type Holding, type Situation } from './holding';
import { Keeper, type Keeping } from './keeper';
import type { DeviceAsked, DeviceChanged, FromDevice, SharedRace } from './messages';

/** The connection of whoever only watches. */
const ALL = 'all';
/** Above all ids that a page uses for what it asks. */
const FIRST_ID = 2 ** 40;

function nameOf(seat: number | null): string {
  return seat === null ? ALL : `seat ${seat}`;
}

export class DeviceHost {
  private readonly host: Host;
  private people: number[] = [];
  private holding: Holding = NOBODY_YET;
  /** Who has stopped a race to act. */
  private claim: number | null = null;
  /** A race waits until all are ready. */
  private waits = false;
  private hides = false;
  /** How many entries of the log were looked through for what is hidden. */
  private lookedThrough = 0;
  private isLooking = false;
  private isReady = false;
  private isDeciding = false;
  /** Something has changed while it was decided what is shown. */
  private isStale = false;
  /** A race has a clock. */
  private isTimed = false;
  /** The table stands still because of this device, not because somebody wanted a pause. */
  private isStopped = false;
  private showing = 0;
  /** Whose view the page has, and knows to have. */
  private shown: string | null = null;
  private toldLast = '';
  private ids = FIRST_ID;
  private about: TableChanged | null = null;
  private keeper: Keeper | null = null;
  /** The page wants the file. */
  private isSaving = false;
  /** Who has said what is answered now. */
  private asking: { who: string; seat: number | null } | null = null;

  constructor(
    load: ConstructorParameters<typeof Host>[0],
    private readonly post: (message: FromDevice) => void,
    private readonly store: () => Promise<Keeping>,
    time?: ConstructorParameters<typeof Host>[2],
    key?: Uint8Array,
  ) {
    this.host = new Host(
      load,
      (message, to) => this.told(message, to),
      time,
      key,
      () => this.decide(),
    );
  }

  async handle(asked: DeviceAsked): Promise<void> {
    switch (asked.type) {
      case 'open_device':
        this.keeper = new Keeper(asked.about, this.store, this.post);
        return this.begin(asked.about, asked.open);
      case 'resume_device':
        return this.resume(asked);
      case 'take_device':
        if (this.people.includes(asked.seat)) this.hold(taken(this.holding, asked.seat));
        break;
      case 'hide_hand':
        this.hide();
        break;
      case 'press_key':
        this.press(asked.seat);
        break;
      case 'run_race':
        this.waits = !asked.runs;
        this.decide();
        break;
      case 'let_pass':
        this.letPass();
        break;
      case 'said':
        if (asked.showing === this.showing) this.hear(asked.message);
    }
  }

  private get match(): Match | null {
    return this.host.session.match;
  }

  // Sitting down.

  private async resume({ about, load, isLooking }: Extract<DeviceAsked, { type: 'resume_device' }>): Promise<void> {
    this.isLooking = isLooking;
    if (!isLooking) this.keeper = new Keeper(about, this.store, this.post);
    const file = (await (await this.store()).file(about.id)) ?? '';
    await this.begin(about, { type: 'load_match', file, ...load });
  }

  /** Everybody of this device sits down; the first of them has the table. */
  private async begin({ people = [] }: About, message: ClientMessage): Promise<void> {
    this.people = people;
    await this.host.handle(message, nameOf(people[0]!));
    const { match } = this;
    if (!match) return;
    for (const seat of people.slice(1))
      this.say(seat, { type: 'sit_down', id: ++this.ids, seat, name: match.start.players[seat]! });
    this.isReady = true;
    this.decide();
  }

  private say(seat: number, message: ClientMessage): void {
    this.asking = { who: nameOf(seat), seat };
    this.host.hear(message, nameOf(seat));
    this.asking = null;
  }

  // Who has it.

  private hold(holding: Holding): void {
    this.holding = holding;
    this.decide();
  }

  /** What somebody paused goes on when they hand the device over. */
  private hide(): void {
    const { seat } = this.holding;
    if (seat !== null && this.about?.paused && !this.isStopped)
      this.say(seat, { type: 'pause_match', id: ++this.ids, paused: false });
    this.claim = null;
    this.hold(hidden(this.holding));
  }

  private get situation(): Situation {
    const match = this.match!;
    const racers = this.isRacing(match) ? match.game.toAct(match.view(SPECTATOR)) : [];
    const due = racers.length > 0 ? [] : match.toAct;
    const here = (seats: number[]): number[] => this.people.filter((seat) => seats.includes(seat));
    const { people, claim, hides } = this;
    return {
      people,
      due: here(due),
      racers: here(racers),
      claim,
      hides,
      isOver: match.over,
      isWatched: this.isLooking,
    };
  }

  private isRacing(match: Match): boolean {
    return match.game.nextToHold(match.state) !== NO_SEAT;
  }

  /** Show what is to be shown now, to whom it is to be shown. */
  private decide(): void {
    this.isStale = true;
    if (!this.isReady || this.isDeciding) return;
    this.isDeciding = true;
    while (this.isStale) {
      this.isStale = false;
      this.decideOnce();
    }
    this.isDeciding = false;
  }

  private decideOnce(): void {
    const match = this.match!;
    this.lookThrough(match);
    if (match.over) this.claim = null;
    const before = this.holding;
    this.holding = holdingNow(before, this.situation);
    if (this.holding.scene === 'race') this.waits ||= mustWait(before, this.hides);
    else this.waits = false;
    this.stop(this.claim !== null || this.waits);
    this.show();
  }

  /** Whether anything was ever hidden: whose turn it is in a race, which `hide` does not tell, is no hand. */
  private lookThrough({ game, log, state, seats }: Match): void {
    if (this.hides) return;
    const moments = [state, ...log.slice(this.lookedThrough).flatMap(({ around }) => around ?? [])];
    this.lookedThrough = log.length;
    const { offset } = game.manifest.state.fields.find(({ name }) => name === 'to_act')!;
    const seen = (moment: Uint8Array, seat: number): Uint8Array => {
      const record = game.hidden(moment, seat);
      record.fill(0, offset, offset + 8);
      return record;
    };
    this.hides = moments.some((moment) => {
      const byAll = seen(moment, SPECTATOR);
      return seats.some((seat) => !same(seen(moment, seat), byAll));
    });
  }

  private stop(stops: boolean): void {
    if (stops === this.isStopped) return;
    this.isStopped = stops;
    this.say(this.people[0]!, { type: 'pause_match', id: ++this.ids, paused: stops });
  }

  /** Tell the page what it shows, and if it is the view of somebody else, all that they know. */
  private show(): void {
    const { scene, seat, next } = this.holding;
    const isAnother = this.shown !== nameOf(seat);
    if (isAnother) this.showing++;
    const { showing, people, hides, claim } = this;
    const told: DeviceChanged = {
      ...{ type: 'device_changed', showing, scene, seat, next, people, hides, race: this.raceTold(), claim },
    };
    const written = JSON.stringify(told);
    if (written === this.toldLast) return;
    this.toldLast = written;
    this.post(told);
    if (!isAnother) return;
    this.shown = nameOf(seat);
    this.host.hear({ type: 'hello' }, this.shown);
  }

  // Races.

  private raceTold(): SharedRace | null {
    const { match, waits } = this;
    if (!match || this.holding.scene !== 'race') return null;
    const { racers } = this.situation;
    return { seats: racers, waits, asks: !this.isTimed && match.toAct.some((seat) => racers.includes(seat)) };
  }

  /** Whoever presses first does the one thing there is to do, or stops the race to look at their hand and act. */
  private press(seat: number): void {
    const { match, waits } = this;
    if (!match || waits || this.holding.scene !== 'race' || !this.situation.racers.includes(seat)) return;
    const bell = match.game.manifest.actions.verbs.find((verb) => verb.bell);
    if (bell) {
      this.say(seat, { type: 'play_action', id: ++this.ids, action: bell.first });
    } else {
      this.claim = seat;
      this.decide();
    }
  }

  /** Nobody here acts: all of them hold, in a race without a clock. */
  private letPass(): void {
    const { match } = this;
    if (!match || this.isTimed || this.waits || this.holding.scene !== 'race') return;
    const seen = match.view(SPECTATOR);
    const action = match.game.hold!;
    for (const seat of this.situation.racers)
      if (match.game.looksTheSame(match.state, seen) && match.toAct.includes(seat))
        this.say(seat, { type: 'play_action', id: ++this.ids, action });
  }

  // What is said to the table, and by it.

  /** Whoever is shown says something; at one device all agree by a word. */
  private hear(message: ClientMessage): void {
    const seat = this.speaker(message);
    const acts = message.type === 'play_action' && this.claim !== null;
    const before = this.match?.log.length;
    this.isSaving = message.type === 'save_match';
    this.asking = { who: nameOf(seat), seat: null };
    this.host.hear(message, nameOf(seat));
    this.asking = null;
    this.isSaving = false;
    if (message.type === 'ask_undo' && seat !== null) this.agree(seat);
    if (acts && this.match?.log.length !== before) {
      this.claim = null;
      this.decide();
    }
  }

  /** For whom it is said: how fast bots think is for the first to say, who opened the table. */
  private speaker(message: ClientMessage): number | null {
    if (message.type === 'set_haste') return this.people[0]!;
    return message.type === 'take_back' || message.type === 'ask_undo' ? this.undoer : this.holding.seat;
  }

  private agree(asker: number): void {
    for (const seat of this.people)
      if (seat !== asker && this.about?.undo) this.say(seat, { type: 'answer_undo', id: ++this.ids, agrees: true });
  }

  /** Whose last action is taken back: one's own; where nothing is hidden that of whoever acted last at this device. */
  private get undoer(): number | null {
    const { match } = this;
    if (!match || this.hides) return this.holding.seat;
    const last = match.standing.findLast((place) => this.people.includes(match.log[place]!.seat));
    return last === undefined ? this.holding.seat : match.log[last]!.seat;
  }

  private told(message: HostMessage, to: string): void {
    if (message.type === 'table_changed') this.about = message;
    if (message.type === 'view_changed') this.isTimed = message.race !== null;
    if (message.type === 'match_file') return this.toldFile(message, to);
    if (message.type === 'host_failed' || message.type === 'old_match_told') return this.post(message);
    if (message.type === 'declined' && to === this.asking?.who) {
      const { seat } = this.asking;
      this.post(seat === null ? message : { type: 'key_refused', seat, reason: message.reason });
    } else if (to === this.shown) {
      this.post(this.asShown(message));
    }
  }

  /** The file is kept; the page gets it once nothing is hidden any more. */
  private toldFile(message: Extract<HostMessage, { type: 'match_file' }>, to: string): void {
    const match = this.match!;
    if (to === nameOf(this.people[0]!)) this.keeper?.keep(match, message.text);
    if (match.over && this.isSaving) this.post(message);
  }

  /** That the device lets the table wait is no pause of anybody's; and what may be taken back is said of who would. */
  private asShown(message: HostMessage): HostMessage {
    const { match } = this;
    if (message.type === 'table_changed') return { ...message, paused: message.paused && !this.isStopped };
    if (message.type !== 'view_changed' || this.hides || !match) return message;
    const seat = this.undoer;
    if (seat === null || seat === this.holding.seat) return message;
    return { ...message, may_undo: match.mayUndo(seat), may_ask_undo: match.countOf(seat) > 0 };
  }
}
