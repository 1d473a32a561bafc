/**
 * Time to decide, as table/clocks.py has it: so many seconds for each move, and a bank that what is over comes from.
 *
 * A seat's own clock stops when it has chosen; where all choose in secret, others see it run on until the step has
 * closed, for nobody is shown who has chosen.
 */
import type { ClockSet, ClockTold } from '$/generated/messages';

/** What is in a bank, and since when its clock has run. */
type Known = [bank: number, since: number | null];

/** The clocks of all seats. The time is given to them, in seconds. */
export class Clocks {
  readonly late = new Set<number>();
  private readonly banks: number[];
  private since = new Map<number, number>();
  private readonly shown: Known[];

  constructor(
    readonly rule: ClockSet,
    seats: number,
  ) {
    this.banks = Array<number>(seats).fill(rule.bank);
    this.shown = this.banks.map((bank) => [bank, null]);
  }

  /**
   * The clocks of those who are to act run, and of nobody else; what others see of them changes with what all see, and
   * stays for those whom they see asked and who have chosen.
   */
  wind(toAct: number[], seenToAct: number[], now: number, isNews: boolean): void {
    this.since = new Map(toAct.map((seat) => [seat, this.since.get(seat) ?? now]));
    for (const seat of this.late) if (!toAct.includes(seat)) this.late.delete(seat);
    this.banks.forEach((bank, seat) => {
      if (isNews && (toAct.includes(seat) || !seenToAct.includes(seat)))
        this.shown[seat] = [bank, this.since.get(seat) ?? null];
    });
  }

  /** A seat has moved: what it needed beyond the time of a move comes from its bank. */
  moved(seat: number, now: number): void {
    const since = this.since.get(seat);
    if (since === undefined) return;
    const needed = now - since - this.rule.move;
    this.since.delete(seat);
    this.banks[seat] = Math.max(0, this.banks[seat]! - Math.max(0, needed)) + this.rule.increment;
    this.late.delete(seat);
  }

  /** When the first clock is up, and whose. */
  get nextUp(): { at: number; seat: number } | null {
    const ends = [...this.since]
      .filter(([seat]) => !this.late.has(seat))
      .map(([seat, since]) => ({ at: since + this.rule.move + this.banks[seat]!, seat }));
    return ends.sort((one, other) => one.at - other.at || one.seat - other.seat)[0] ?? null;
  }

  /** The clocks as a reader may know them: their own as it is, those of others as all see them. */
  told(reader: number | null, now: number, runs: boolean): ClockTold[] {
    return this.known(reader).map(([bank, since], seat) => {
      const whole = this.rule.move + bank;
      const left = since === null ? whole : Math.max(0, whole - (now - since));
      return { seat, left, runs: runs && since !== null };
    });
  }

  /** What is in each bank, and since when a clock has run: however much time passes, this is the same. */
  known(reader: number | null): Known[] {
    return this.shown.map((known, seat) =>
      seat === reader ? [this.banks[seat]!, this.since.get(seat) ?? null] : known,
    );
  }
}
