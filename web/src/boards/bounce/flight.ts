/** The jump between two moments, as key frames: up, over, down and off the mat again, slow at the top as jumps are. */
import { facesUp, pips, spaceOf, type Bounce } from './bounce';
import type { Scene, Spot } from './scene';

export interface Frame extends Spot {
  /** When, in rises: a rise from the mat to the top takes 1. */
  time: number;
  wide: number;
  tall: number;
}

export interface Flight {
  frames: Frame[];
  /** When the mat is hit, in rises. */
  hits: number[];
  length: number;
}

const CONTACT = 0.3;
const SETTLING = 0.45;
const FAR = 2;

/** How many states a player who is out before the roll was used up went: to 1↑, as often as the arrow says. */
function statesUntilSick(old: Bounce, now: Bounce, seat: number): number {
  const bounces = (now.arrows[seat] ?? 0) - Math.max(1, old.arrows[seat] ?? 0);
  return 2 * old.spaces * bounces + 1 - (old.tokens[seat] ?? 0);
}

/** When a bounce is in a state, from 0 on the mat over 1 at the top to 2 on the mat again. */
function timeOf(state: Bounce, token: number): number {
  const rise = Math.sqrt(1 - (spaceOf(state, token) - 1) / (state.spaces - 0.6));
  return facesUp(state, token) ? 1 - rise : 1 + rise;
}

/** The flight of the seat that moved; null when the two moments do not follow one another. */
export function flightOf(scene: Scene, old: Bounce, now: Bounce, seat: number): Flight | null {
  const { spaces } = old;
  const start = old.tokens[seat] ?? 0;
  const states = now.statuses[seat] === 'sick' ? statesUntilSick(old, now, seat) : pips(now);
  const end = ((start + states - 1) % (2 * spaces)) + 1;
  const strays =
    now.statuses[seat] === 'jumping' && Math.abs(spaceOf(old, end) - spaceOf(old, now.tokens[seat] ?? 0)) > FAR;
  if (states < 1 || strays || (now.arrows[seat] ?? 0) < (old.arrows[seat] ?? 0)) return null;

  const hits: number[] = [];
  const frames: Frame[] = [{ ...scene.place(old, seat), time: 0, wide: 1, tall: 1 }];
  let [clock, turn, last] = [0, start > 0 && !facesUp(old, start) ? 180 : 0, start];
  const add = (spot: Spot, time: number, angle: number, wide = 1, tall = 1): void =>
    void frames.push({ ...spot, time, turn: angle, wide, tall });

  for (let done = 1; done <= states; done++) {
    const token = ((start + done - 1) % (2 * spaces)) + 1;
    const spot = scene.spot(seat, token);
    if (last === 0) clock = CONTACT * 2;
    else if (token === 1) {
      hits.push(clock + CONTACT / 2);
      add(
        { x: scene.middle(seat), y: scene.low + 14 * scene.scale, turn: 0 },
        clock + CONTACT / 2,
        turn + 90,
        0.72,
        1.25,
      );
      turn += 180;
      clock += CONTACT;
    } else {
      const next = clock + timeOf(old, token) - timeOf(old, last);
      if (token === spaces + 1) {
        add({ x: scene.middle(seat), y: scene.top - scene.arc, turn: 0 }, (clock + next) / 2, turn + 90);
        turn += 180;
      }
      clock = next;
    }
    add(spot, clock, turn, 0.94, 1.06);
    last = token;
  }
  const rest = scene.place(now, seat);
  const arrival = frames.at(-1)!;
  if (arrival.x !== rest.x || arrival.y !== rest.y) {
    clock += SETTLING;
    add(rest, clock, Math.round((turn - rest.turn) / 360) * 360 + rest.turn);
  } else {
    arrival.wide = arrival.tall = 1;
  }
  return { frames, hits, length: clock };
}

/** A short shove from one place to another. */
export function shove(from: Spot, to: Spot): Frame[] {
  return [from, to].map((spot, time) => ({ ...spot, time, wide: 1, tall: 1 }));
}

export function transformOf(spot: Spot, wide = 1, tall = 1): string {
  return `translate(${spot.x}px, ${spot.y}px) scale(${wide}, ${tall}) rotate(${spot.turn}deg)`;
}

export function keyframes(frames: Frame[]): Keyframe[] {
  const length = frames.at(-1)?.time || 1;
  return frames.map((frame) => ({
    transform: transformOf(frame, frame.wide, frame.tall),
    offset: Math.min(1, frame.time / length),
  }));
}
