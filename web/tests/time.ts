import type { Time } from '$/host/time';

/** Time that does not pass: what is to happen later happens at once. */
export const AT_ONCE: Time = {
  now: () => 0,
  after: (_, what) => {
    what();
    return () => {};
  },
};

/** Time that stands still until it is moved; what is due then happens in order. */
export class HandTime implements Time {
  private at = 0;
  private due: { at: number; what: () => void }[] = [];

  now(): number {
    return this.at;
  }

  after(seconds: number, what: () => void): () => void {
    const one = { at: this.at + seconds, what };
    this.due.push(one);
    return () => (this.due = this.due.filter((each) => each !== one));
  }

  /** How many things are to happen. */
  get waiting(): number {
    return this.due.length;
  }

  move(seconds: number): void {
    const end = this.at + seconds;
    for (;;) {
      const next = this.due.toSorted((one, other) => one.at - other.at)[0];
      if (!next || next.at > end) break;
      this.due = this.due.filter((each) => each !== next);
      this.at = next.at;
      next.what();
    }
    this.at = end;
  }
}
