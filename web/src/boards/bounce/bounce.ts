/** The record of Bounce as the board reads it: where a token is, how it looks, what was rolled. */
import type { Seen } from '$/client/table.svelte';

export type Status = 'jumping' | 'landed' | 'sick';

export interface Bounce {
  seats: number;
  jumps: number;
  two_dice: number;
  one_die: number;
  spaces: number;
  seat: number;
  tokens: number[];
  arrows: number[];
  statuses: Status[];
  went: number[];
  dice: number[];
}

export function bounceOf(seen: Seen): Bounce {
  return seen.state as unknown as Bounce;
}

/** Whether a token's state is on the way up; the states run 1↑ … top↑, top↓ … 1↓, and 0 is off the board. */
export function facesUp(spaces: number, token: number): boolean {
  return token <= spaces;
}

export function spaceOf(spaces: number, token: number): number {
  return facesUp(spaces, token) ? token : 2 * spaces + 1 - token;
}

/** A token's state as people write it: 3↑. */
export function where(state: Bounce, seat: number): string {
  const token = state.tokens[seat] ?? 0;
  return `${spaceOf(state.spaces, token)}${facesUp(state.spaces, token) ? '↑' : '↓'}`;
}

export function isOnBoard(state: Bounce, seat: number): boolean {
  return state.statuses[seat] === 'jumping' && (state.tokens[seat] ?? 0) > 0;
}

export function rolled(state: Bounce): number[] {
  return state.dice.filter((die) => die > 0);
}

export function pips(state: Bounce): number {
  return rolled(state).reduce((sum, die) => sum + die, 0);
}

/** The last roll as people write it: 3 + 5 = 8. */
export function rollText(state: Bounce): string {
  const dice = rolled(state);
  return dice.length > 1 ? `${dice.join(' + ')} = ${pips(state)}` : String(pips(state));
}

export interface Zone {
  dice: number;
  /** The first and the last jump of the zone. */
  first: number;
  last: number;
}

/** The jump track by the number of dice on it; the last jump is the sick zone. */
export function zones(state: Bounce): Zone[] {
  const found: Zone[] = [];
  for (let jump = 1; jump < state.jumps; jump++) {
    const dice = diceAt(state, jump);
    const zone = found.at(-1);
    if (zone?.dice === dice) zone.last = jump;
    else found.push({ dice, first: jump, last: jump });
  }
  return found;
}

/** How many dice the track shows at a jump. */
export function diceAt(state: Bounce, jump: number): number {
  if (jump >= state.one_die) return 1;
  return jump >= state.two_dice ? 2 : 3;
}

/** How a jumper feels: 0 fine, 1 uneasy, 2 queasy; the fewer dice, the worse. */
export function mood(state: Bounce, seat: number): 0 | 1 | 2 {
  return (3 - diceAt(state, state.arrows[seat] ?? 0)) as 0 | 1 | 2;
}
