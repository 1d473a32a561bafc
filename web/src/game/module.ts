/** A game's WebAssembly: the verbs of the contract over records that are copied in and out of its memory. */
import type { FactParameter, Manifest } from '$/generated/manifest';
import { eventsIn, NOBODY, type EventTold } from './events';
import { Mind } from './mind';
import { decoded, write, type Shown } from './record';

type Verb = (...given: number[]) => number;

export const SPECTATOR = -1;
export const NO_CLAUSE = 0;
/** The stream of chance that lots are drawn from, as engine/chance.py numbers it. */
export const TIES = 2;
/** No seat. */
export const NO_SEAT = -1;
/** How a seat may take back its last action, as engine/turn.py numbers it. */
export const BY_CONSENT = 0;
export const WITH_THE_REST = 1;
export const ALONE = 2;
const PAGE = 65536;

export class GameModule {
  private readonly verbs: { [name: string]: Verb };
  private readonly memory: WebAssembly.Memory;
  private readonly minds = new Map<string, Mind>();
  /** Where networks lie, by their files. */
  private readonly networks = new Map<string, number>();
  private free: number;
  /** Where records are put for a call. */
  readonly at: {
    state: number;
    view: number;
    mask: number;
    chance: number;
    thought: number;
    before: number;
    world: number;
    told: number;
  };

  constructor(
    readonly manifest: Manifest,
    instance: WebAssembly.Instance,
    private readonly code: WebAssembly.Module,
  ) {
    this.verbs = instance.exports as unknown as { [name: string]: Verb };
    this.memory = instance.exports.memory as WebAssembly.Memory;
    this.free = (instance.exports.__heap_base as WebAssembly.Global).value as number;
    const { state, mask, chance } = manifest;
    this.at = {
      state: this.room(state.bytes),
      view: this.room(state.bytes),
      mask: this.room(mask.bytes),
      chance: this.room(chance.bytes),
      thought: this.room(chance.bytes),
      before: this.room(state.bytes),
      world: this.room(state.bytes),
      told: this.room(manifest.told.bytes),
    };
  }

  /** A place for so many bytes that stays; the memory grows as needed. */
  room(bytes: number): number {
    const place = (this.free + 15) & ~15;
    this.free = place + bytes;
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    return place;
  }

  /** The mind of that name, such as a seat's; made when it is first asked for, and empty then. */
  mind(name: string): Mind {
    const found = this.minds.get(name) ?? new Mind(this);
    this.minds.set(name, found);
    return found;
  }

  /** Compile a game from its two files. */
  static async of(manifest: Manifest, code: BufferSource): Promise<GameModule> {
    const { module, instance } = await WebAssembly.instantiate(code, {});
    return new GameModule(manifest, instance, module);
  }

  /** The same game with a memory of its own, in which nothing was ever laid. */
  async another(): Promise<GameModule> {
    return new GameModule(this.manifest, await WebAssembly.instantiate(this.code, {}), this.code);
  }

  bytes(place: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, place, length);
  }

  put(place: number, record: Uint8Array): number {
    this.bytes(place, record.length).set(record);
    return place;
  }

  call(verb: string, ...given: number[]): number {
    const found = this.verbs[verb];
    if (!found) throw new Error(`${this.manifest.game} has no verb ${verb}`);
    return found(...given);
  }

  /** A state before the deal; options are given by their numbers. */
  template(seats: number, options: { [name: string]: number }): Uint8Array {
    return templateOf(this.manifest, seats, options);
  }

  /** Chance at the beginning of its streams. */
  chance(key: Uint8Array): Uint8Array {
    const record = new Uint8Array(this.manifest.chance.bytes);
    const place = this.manifest.chance.fields.find((field) => field.name === 'key');
    record.set(key, place?.offset ?? 0);
    return record;
  }

  /** Deal: changes state and chance. */
  setup(state: Uint8Array, chance: Uint8Array): void {
    this.call('setup', this.put(this.at.state, state), this.put(this.at.chance, chance));
    state.set(this.bytes(this.at.state, state.length));
    chance.set(this.bytes(this.at.chance, chance.length));
  }

  /** Play a legal action: changes state and chance. */
  apply(state: Uint8Array, seat: number, action: number, chance: Uint8Array): void {
    this.call('apply', this.put(this.at.state, state), seat, action, this.put(this.at.chance, chance));
    state.set(this.bytes(this.at.state, state.length));
    chance.set(this.bytes(this.at.chance, chance.length));
  }

  /** Play an action if it is legal, which changes state and chance; else the clause that forbids it, as its number. */
  attempt(state: Uint8Array, seat: number, action: number, chance: Uint8Array): number {
    const { at } = this;
    const clause = this.call('attempt', this.put(at.state, state), seat, action, this.put(at.chance, chance));
    state.set(this.bytes(at.state, state.length));
    chance.set(this.bytes(at.chance, chance.length));
    return clause;
  }

  /**
   * How a seat may take back its last action, given how things were before it and are now, and how many of the others'
   * actions since the seat saw.
   */
  wayBack(
    [before, chance]: [Uint8Array, Uint8Array],
    now: Uint8Array,
    seat: number,
    action: number,
    seenSince: number,
  ): number {
    const { at } = this;
    const [were, drawn, are] = [this.put(at.before, before), this.put(at.chance, chance), this.put(at.view, now)];
    return this.call('way_back', were, drawn, are, seat, action, seenSince, at.world);
  }

  /** Whoever was asked stays asked, after a choice was taken back alone: changes the state. */
  stayAsked(state: Uint8Array, was: Uint8Array): void {
    this.call('stay_asked', this.put(this.at.state, state), this.put(this.at.before, was));
    state.set(this.bytes(this.at.state, state.length));
  }

  /** The number of the action that lets a race pass, in games that have races. */
  get hold(): number | null {
    return this.manifest.actions.verbs.find((verb) => verb.holds)?.first ?? null;
  }

  /** The first seat that may hold; NO_SEAT where there is no race. */
  nextToHold(state: Uint8Array): number {
    return this.hold === null ? NO_SEAT : this.call('next_to_hold', this.put(this.at.state, state), this.hold);
  }

  /**
   * Hold in this race until a seat is asked, which changes state and chance: how many held, -1 if it is not asked any
   * more; for NO_SEAT to the end of the race.
   */
  holdUntil(state: Uint8Array, chance: Uint8Array, seat: number): number {
    if (this.hold === null) return this.toAct(state).includes(seat) ? 0 : -1;
    const { at } = this;
    const [now, drawn] = [this.put(at.state, state), this.put(at.chance, chance)];
    const held = this.call('hold_until', now, drawn, seat, this.hold, at.before, at.view);
    state.set(this.bytes(at.state, state.length));
    chance.set(this.bytes(at.chance, chance.length));
    return held;
  }

  /** Whether all see of a state what they saw before. */
  looksTheSame(state: Uint8Array, seen: Uint8Array): boolean {
    const { at } = this;
    return this.call('looks_the_same', this.put(at.state, state), this.put(at.before, seen), at.view) !== 0;
  }

  /** A whole number from 0 to count - 1 out of a stream, all exactly equally likely; changes the chance. */
  numberBelow(chance: Uint8Array, stream: number, count: number): number {
    const number = this.call('number_below', this.put(this.at.chance, chance), stream, count);
    chance.set(this.bytes(this.at.chance, chance.length));
    return number;
  }

  /** The chance of that bot under the master key of a table's bots. */
  botChance(master: Uint8Array, number: number): Uint8Array {
    const { at } = this;
    const thought = this.put(at.thought, new Uint8Array(master.length));
    this.call('begin_bot', thought, this.put(at.chance, master), number);
    return this.bytes(at.thought, master.length).slice();
  }

  private mask(state: Uint8Array, seat: number): Uint8Array {
    this.call('legal', this.put(this.at.state, state), seat, this.at.mask);
    return this.bytes(this.at.mask, this.manifest.mask.bytes);
  }

  /** The numbers of all legal actions of a seat. */
  legal(state: Uint8Array, seat: number): number[] {
    const found: number[] = [];
    this.mask(state, seat).forEach((byte, place) => {
      for (let left = byte; left; left &= left - 1) found.push(place * 8 + 31 - Math.clz32(left & -left));
    });
    return found;
  }

  /** A legal action at random, as the game's rules sample it; changes the bot's own chance. */
  anyAction(state: Uint8Array, seat: number, thought: Uint8Array): number {
    return this.chosen('any_action', state, [], seat, thought, []);
  }

  /**
   * What the rules of thumb say, given what a seat may know; with whims, one action in so many is any action. Changes
   * the bot's own chance.
   */
  greedy(view: Uint8Array, seat: number, thought: Uint8Array, whims = 0): number {
    return this.manifest.bots.includes('greedy')
      ? this.chosen('greedy', view, [seat], seat, thought, [whims])
      : this.anyAction(view, seat, thought);
  }

  /** Lay down a network that was fetched, to ask it. */
  lay(file: string, network: Uint8Array): void {
    if (!this.networks.has(file)) this.networks.set(file, this.put(this.room(network.length), network));
  }

  /** Whether a network was laid down. */
  hasLaid(file: string): boolean {
    return this.networks.has(file);
  }

  /** What the network in a file says, which was laid down, given what a seat may know. */
  learned(view: Uint8Array, seat: number, thought: Uint8Array, file: string): number {
    const place = this.networks.get(file);
    if (place === undefined) throw new Error(`${file} was not fetched`);
    return this.chosen('learned', view, [seat], seat, thought, [place]);
  }

  private chosen(
    verb: string,
    view: Uint8Array,
    given: number[],
    seat: number,
    thought: Uint8Array,
    last: number[],
  ): number {
    this.mask(view, seat);
    const [seen, own] = [this.put(this.at.view, view), this.put(this.at.thought, thought)];
    const action = this.call(verb, seen, ...given, this.at.mask, own, ...last);
    thought.set(this.bytes(this.at.thought, thought.length));
    return action;
  }

  /** The clause that forbids an action, as its number; NO_CLAUSE if none does. */
  refusal(state: Uint8Array, seat: number, action: number): number {
    return this.call('refusal', this.put(this.at.state, state), seat, action);
  }

  points(state: Uint8Array, seat: number): number {
    return this.call('points', this.put(this.at.state, state), seat);
  }

  place(state: Uint8Array, seat: number): number {
    return this.call('place', this.put(this.at.state, state), seat);
  }

  /**
   * What follows from the rules, such as a price: one of the game's facts. A named thing is given by its number or its
   * name.
   */
  fact(state: Uint8Array, name: string, ...given: (number | string)[]): number {
    const parameters = this.manifest.facts[name];
    if (!parameters) throw new Error(`${this.manifest.game} has no fact ${name}`);
    if (given.length !== parameters.length)
      throw new Error(`${name} is asked with ${parameters.length} numbers, not with ${given.length}`);
    const numbers = parameters.map((parameter, place) => within(parameter, given[place]!));
    return this.call(`fact_${name}`, this.put(this.at.view, state), ...numbers);
  }

  /** What the table would do next for a seat that leaves it the work; -1 where there is a choice to make. */
  tidy(state: Uint8Array, seat: number): number {
    return this.manifest.tidies ? this.call('tidy', this.put(this.at.state, state), seat) : -1;
  }

  /** What lets an offer lapse that a seat has to answer; -1 where nobody waits for an answer. */
  lapse(state: Uint8Array, seat: number): number {
    return this.manifest.lapses ? this.call('lapse', this.put(this.at.state, state), seat) : -1;
  }

  /**
   * What came of an action, from what a reader knew before it and knows after it, and saw done; as `events_of` of
   * Python.
   */
  events(before: Uint8Array, after: Uint8Array, seat: number, action: number): EventTold[] {
    const { told: layout, events } = this.manifest;
    if (events.length === 0) return [];
    this.bytes(this.at.told, layout.bytes).fill(0);
    const [old, now] = [this.put(this.at.before, before), this.put(this.at.view, after)];
    this.call('events', old, now, action < 0 ? NOBODY : seat, action, this.at.told);
    const words = new DataView(this.memory.buffer, this.at.told, layout.bytes);
    const used = Number(words.getBigInt64(layout.used, true));
    return eventsIn(
      this.manifest,
      Array.from({ length: used }, (_, place) => Number(words.getBigInt64(layout.words + 8 * place, true))),
    );
  }

  /** Fill what was hidden from a seat with what it could be; changes the state. */
  redeal(state: Uint8Array, seat: number, chance: Uint8Array): void {
    this.call('redeal', this.put(this.at.state, state), seat, this.put(this.at.chance, chance));
    state.set(this.bytes(this.at.state, state.length));
  }

  /** A copy with all blanked that the seat may not know. */
  hidden(state: Uint8Array, seat: number): Uint8Array {
    this.call('hide', this.put(this.at.view, state), seat);
    return this.bytes(this.at.view, state.length).slice();
  }

  /** Every field, by name. */
  shown(state: Uint8Array): Shown {
    return decoded(state, this.manifest.state);
  }

  /** The seats that may act. */
  toAct(state: Uint8Array): number[] {
    const field = this.manifest.state.fields.find((each) => each.name === 'to_act');
    const bits = new DataView(state.buffer, state.byteOffset).getBigUint64(field?.offset ?? 0, true);
    return Array.from({ length: 16 }, (_, seat) => seat).filter((seat) => (bits >> BigInt(seat)) & 1n);
  }
}

/** A state of a game before the deal; options are given by their numbers. */
export function templateOf(
  { game, version, state, options: known }: Manifest,
  seats: number,
  options: { [name: string]: number },
): Uint8Array {
  const record = new Uint8Array(state.bytes);
  write(record, state, game, version);
  write(record, state, 'seats', seats);
  for (const option of known) write(record, state, option.name, options[option.name] ?? option.default);
  return record;
}

/** The number of what a fact is asked with; beyond its limits there is nothing of the record. */
function within({ name, low, high, names }: FactParameter, given: number | string): number {
  const number = typeof given === 'number' ? given : (names?.indexOf(given) ?? Number(given));
  if (!Number.isInteger(number) || number < low || number > high)
    throw new Error(`${name} goes from ${low} to ${high}, and is not ${given}`);
  return number;
}

/** §3.4 for 304. */
export function clauseName(number: number): string {
  return `§${Math.floor(number / 100)}.${number % 100}`;
}
