/**
 * A race at a live table, as table/race.py has it: everyone may act until the time is up, and the table holds for
 * whoever has not.
 */
import { SPECTATOR, type GameModule } from '$/game/module';
import { Mistake, same, type Match } from './match';

const HEAD_START = 0.5;

/** The number of the action that lets a race pass, in games that have races. */
export function holdOf(game: GameModule): number | null {
  return game.manifest.actions.verbs.find((verb) => verb.holds)?.first ?? null;
}

export class Race {
  private readonly seen: Uint8Array;
  readonly began: number;

  private constructor(
    readonly match: Match,
    readonly hold: number,
    readonly pace: number,
    now: number,
  ) {
    this.seen = match.view(SPECTATOR);
    this.began = now;
  }

  /** The race that is open now, if one is. */
  static open(match: Match, pace: number, now: number): Race | null {
    const hold = holdOf(match.game);
    if (hold === null || pace <= 0) return null;
    const asked = match.toAct.some((seat) => match.game.legal(match.state, seat).includes(hold));
    return asked ? new Race(match, hold, pace, now) : null;
  }

  /** Everyone who may still act, as all can see it. */
  get racers(): number[] {
    return this.match.game.toAct(this.seen);
  }

  /** Whether it is still this race: it is as long as all see the same. */
  get isOn(): boolean {
    return same(this.seen, this.match.view(SPECTATOR));
  }

  left(now: number): number {
    return Math.max(0, this.pace - (now - this.began));
  }

  /** How many seconds into the race a seat may act: those whom the rules ask last a moment later. */
  opensFor(seat: number): number {
    return this.match.toAct.includes(seat) ? 0 : Math.min(HEAD_START, this.pace / 2);
  }

  /** The state in which a seat is asked, once the others have held; null if it is not asked any more. */
  asking(seat: number): Uint8Array | null {
    const { game } = this.match;
    const state = this.match.state.slice();
    const chance = this.match.chance.slice();
    for (let asked = game.toAct(state); !asked.includes(seat); asked = game.toAct(state)) {
      game.apply(state, asked[0]!, this.hold, chance);
      if (!same(this.seen, game.hidden(state, SPECTATOR))) return null;
    }
    return state;
  }

  /** Somebody was first. Whoever the rules ask before them has held by not acting. */
  act(seat: number, action: number, now: number): void {
    const { match } = this;
    if (!match.toAct.includes(seat) && this.racers.includes(seat) && action !== this.hold) {
      if (now - this.began < this.opensFor(seat)) throw new Mistake('too_early');
      const state = this.asking(seat);
      if (state && match.game.refusal(state, seat, action) === 0) {
        while (!match.toAct.includes(seat)) match.play(match.toAct[0]!, this.hold);
      }
    }
    match.play(seat, action);
  }

  /** The time is up: the table holds for everybody who has not acted. */
  settle(): void {
    while (this.isOn) this.match.play(this.match.toAct[0]!, this.hold);
  }
}
