/** The way back through a match: step by step, or playing by itself; a running match of one's own waits meanwhile. */
import type { Table } from './table.svelte';

export type Pace = 1 | 2 | 4;
export const PACES: readonly Pace[] = [1, 2, 4];

/** Milliseconds between two moments at the slowest pace. */
const BETWEEN = 1600;

export class Replay {
  isOpen = $state(false);
  isPlaying = $state(false);
  pace = $state<Pace>(1);
  private waits = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: () => Table,
    /** Whether the match is one's own and may wait. */
    private readonly isOwn: () => boolean,
  ) {}

  /** The moment that is shown, in entries. */
  get now(): number {
    return this.table().past?.entries ?? this.table().entries;
  }

  get last(): number {
    return this.table().entries;
  }

  open(entries?: number): void {
    const table = this.table();
    if (!this.isOpen && this.isOwn() && !table.paused && !table.over) {
      this.waits = true;
      table.pause(true);
    }
    this.isOpen = true;
    if (entries !== undefined) this.show(entries);
  }

  close(): void {
    const table = this.table();
    this.stop();
    this.isOpen = false;
    table.past = table.sought = null;
    // Told even where the pause has not come back yet: what is not needed is passed over.
    if (this.waits) table.pause(false);
    this.waits = false;
  }

  /** Show a moment, and stay there. */
  show(entries: number): void {
    this.stop();
    this.go(entries);
  }

  /** One on or back, from the moment that was asked for last: quick fingers do not wait for it. */
  step(by: number): void {
    this.show((this.table().sought ?? this.now) + by);
  }

  /** Begin to play, from the first moment where the last is shown, or stop. */
  toggle(): void {
    if (this.isPlaying) return this.stop();
    this.isPlaying = true;
    if (this.now >= this.last) this.go(0);
    this.wait();
  }

  faster(): void {
    this.pace = PACES[(PACES.indexOf(this.pace) + 1) % PACES.length]!;
  }

  stop(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  private go(entries: number): void {
    this.table().showMoment(Math.max(0, Math.min(entries, this.last)));
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.now >= this.last) return this.stop();
      this.go(this.now + 1);
      this.wait();
    }, BETWEEN / this.pace);
  }
}
