/**
 * The picture's measures: a column for each seat, up on its left and down on its right, the mat, and the ground before
 * it.
 */
import { facesUp, isOnBoard, spaceOf, type Bounce } from './bounce';

export const WIDTH = 400;
export const LEFT = 38;
export const RIGHT = 10;
const HALF_A_FIGURE = 24;
const TALLEST = 240;

export interface Spot {
  x: number;
  y: number;
  /** How far the figure is turned: 0 head up, 180 head down. */
  turn: number;
}

export class Scene {
  readonly scale: number;
  readonly lane: number;
  readonly column: number;
  readonly step: number;
  readonly arc: number;
  readonly top: number;
  readonly low: number;
  readonly mat: number;
  readonly ground: number;
  readonly height: number;

  constructor(private readonly state: Bounce) {
    const { seats, spaces } = state;
    this.scale = seats > 2 ? 1.15 : 1.35;
    this.column = (WIDTH - LEFT - RIGHT) / seats;
    this.lane = seats > 2 ? 21 : 30;
    this.step = Math.min(48, Math.max(12, TALLEST / (spaces - 1)));
    this.arc = this.lane * 0.8;
    this.top = 12 + this.arc + HALF_A_FIGURE * this.scale;
    this.low = this.top + (spaces - 1) * this.step;
    this.mat = this.low + HALF_A_FIGURE * this.scale;
    this.ground = this.mat + 2 * HALF_A_FIGURE * this.scale + 20;
    this.height = this.ground + 6;
  }

  middle(seat: number): number {
    return LEFT + (seat + 0.5) * this.column;
  }

  /** The height of a space. */
  at(space: number): number {
    return this.low - (space - 1) * this.step;
  }

  /** The spaces that have room for their number. */
  numbered(): number[] {
    const every = this.step < 20 ? 5 : 1;
    const { spaces } = this.state;
    return Array.from({ length: spaces }, (_, place) => place + 1).filter(
      (space) => space === 1 || space === spaces || (space % every === 0 && spaces - space >= every / 2),
    );
  }

  /** Where a token in a state is. */
  spot(seat: number, token: number): Spot {
    const up = facesUp(this.state, token);
    return {
      x: this.middle(seat) + (up ? -this.lane : this.lane),
      y: this.at(spaceOf(this.state, token)),
      turn: up ? 0 : 180,
    };
  }

  /** Where a player who is not in the air stands. */
  stand(seat: number): Spot {
    return { x: this.middle(seat), y: this.ground - HALF_A_FIGURE * this.scale, turn: 0 };
  }

  place(state: Bounce, seat: number): Spot {
    return isOnBoard(state, seat) ? this.spot(seat, state.tokens[seat] ?? 0) : this.stand(seat);
  }

  /** The way of a whole bounce, without the mat. */
  loop(seat: number): string {
    const [left, right] = [this.middle(seat) - this.lane, this.middle(seat) + this.lane];
    return `M${left} ${this.low}V${this.top}A${this.lane} ${this.arc} 0 0 1 ${right} ${this.top}V${this.low}`;
  }
}
