/** Games between bots that are watched, by the compiled code of the lab: all measures of some games in one call. */
import type { LabDescription } from '$/generated/manifest';
import { widthOf } from './measures';

/** Who plays what: a record with seats and options, and the bot at every seat. */
export interface Laid {
  template: Uint8Array;
  seats: number;
  bots: string;
}

const WASM_PAGE = 65536;

function unpacked(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

export class Watched {
  private readonly memory: WebAssembly.Memory;
  private readonly exports: { [name: string]: (...given: number[]) => void };
  private free: number;
  private readonly at: { workspace: number; watcher: number; outcomes: number; notes: number; values: number };
  private seats = 0;

  /** So many games can be played at a time, at tables of at most so many seats. */
  constructor(
    private readonly lab: LabDescription,
    instance: WebAssembly.Instance,
    readonly games: number,
    mostSeats: number,
  ) {
    this.exports = instance.exports as unknown as { [name: string]: (...given: number[]) => void };
    this.memory = instance.exports.memory as WebAssembly.Memory;
    this.free = (instance.exports.__heap_base as WebAssembly.Global).value as number;
    this.at = {
      workspace: this.room(lab.workspace.bytes),
      watcher: this.room(lab.watcher_bytes),
      outcomes: this.room(games * lab.outcome_bytes),
      notes: this.room(games * lab.notes_bytes),
      values: this.room(games * widthOf(lab, mostSeats) * Float64Array.BYTES_PER_ELEMENT),
    };
    this.bytes(this.at.watcher).set(unpacked(lab.watcher));
    this.bytes(this.at.workspace + lab.workspace.master).set(unpacked(lab.master));
  }

  private room(bytes: number): number {
    const place = (this.free + 15) & ~15;
    this.free = place + bytes;
    const missing = this.free - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / WASM_PAGE));
    return place;
  }

  private bytes(place: number, length?: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, place, length);
  }

  /** Go on at this table. */
  lay({ template, seats, bots }: Laid): void {
    const { workspace } = this.lab;
    this.seats = seats;
    this.bytes(this.at.workspace + workspace.template).set(template);
    const policy = BigInt(this.lab.bots.indexOf(bots));
    new BigInt64Array(this.memory.buffer, this.at.workspace + workspace.policies, seats).fill(policy);
    new BigInt64Array(this.memory.buffer, this.at.workspace + workspace.budgets, seats).fill(0n);
  }

  /** Play the games first, first + 1, …, so many; a row of numbers for each, which stands until the next call. */
  play(first: number, games: number): Float64Array {
    const { workspace, watcher, outcomes, notes, values } = this.at;
    const numbers = games * widthOf(this.lab, this.seats);
    this.bytes(notes, games * this.lab.notes_bytes).fill(0);
    this.exports.watch_games!(workspace, first, watcher, outcomes, games, notes, games);
    this.exports.measure_games!(watcher, this.seats, outcomes, games, notes, games, values, numbers);
    return new Float64Array(this.memory.buffer, values, numbers);
  }
}
