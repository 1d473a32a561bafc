/**
 * A race at a live table, as table/race.py has it: everyone may act until the time is up, and the table holds for
 * whoever has not.
 */
import { clauseName, NO_CLAUSE, NO_SEAT, SPECTATOR } from '$/game/module';
import { Mistake, Refused } from '$/game/reasons';
import type { Match } from './match';

/** Seconds by which the race opens later for those whom the rules ask last. */
const HEAD_START = 0.5;

/** A race of a match, from the moment it opens until what all can see changes. The time is given to it, in seconds. */
export class Race {
  /** Everyone who may still act, as all can see it. */
  readonly racers: number[];
  private readonly seen: Uint8Array;
  private readonly askedFirst: number[];

  private constructor(
    readonly match: Match,
    private readonly hold: number,
    readonly pace: number,
    readonly began: number,
  ) {
    this.seen = match.view(SPECTATOR);
    this.racers = match.game.toAct(this.seen);
    this.askedFirst = match.askedSinceAllSaw();
  }

  /** The race that is open now, if one is; without a pace there is none, and everyone is asked. */
  static open(match: Match, pace: number, now: number): Race | null {
    const { hold } = match.game;
    if (hold === null || pace <= 0 || match.game.nextToHold(match.state) === NO_SEAT) return null;
    return new Race(match, hold, pace, now);
  }

  /** Whether it is still this race: it is as long as all see the same. */
  get isOn(): boolean {
    return this.match.game.looksTheSame(this.match.state, this.seen);
  }

  /** How many seconds anybody may still act. */
  left(now: number): number {
    return Math.max(0, this.pace - (now - this.began));
  }

  /**
   * How many seconds into the race a seat may act: at once, or a moment later if the rules ask it last.
   *
   * Whoever was asked when the race began: that others have held since is nobody's business.
   */
  opensFor(seat: number): number {
    return this.askedFirst.includes(seat) ? 0 : Math.min(HEAD_START, this.pace / 2);
  }

  /** What a seat will see when it is asked, once the others have held; null if it is not asked any more. */
  asking(seat: number): Uint8Array | null {
    const { held, state } = this.holds(seat);
    return held < 0 ? null : this.match.game.hidden(state, seat);
  }

  /**
   * Somebody was first. Whoever the rules ask before them has held by not acting.
   *
   * What a seat may do is what it may do when it is asked: whether others have held is not to be found out by trying.
   */
  act(seat: number, action: number, now: number): void {
    const { match } = this;
    const { held, state } = this.racers.includes(seat) ? this.holds(seat) : { held: -1, state: match.state };
    if (held >= 0) {
      if (action === this.hold && !this.askedFirst.includes(seat)) throw new Mistake('table_holds');
      const clause = match.game.refusal(state, seat, action);
      if (clause !== NO_CLAUSE) throw new Refused(clauseName(clause));
      if (now - this.began < this.opensFor(seat)) throw new Mistake('too_early');
      this.letHold(held);
    }
    match.play(seat, action);
  }

  /** The time is up: the table holds for everybody who has not acted. */
  settle(): void {
    this.letHold(this.holds(NO_SEAT).held);
  }

  /**
   * How many hold until a seat is asked, or in all; less than none if it is not asked any more. And how things stand
   * then.
   */
  private holds(seat: number): { held: number; state: Uint8Array } {
    const [state, chance] = [this.match.state.slice(), this.match.chance.slice()];
    return { held: this.match.game.holdUntil(state, chance, seat), state };
  }

  /** So many racers who have not held hold, in the order of the rules. */
  private letHold(count: number): void {
    const { match } = this;
    for (let left = count; left > 0; left--) match.play(match.game.nextToHold(match.state), this.hold);
  }
}
