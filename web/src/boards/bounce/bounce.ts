/** The record of Bounce as the board reads it: where a token is, how it looks, what was rolled. */
import type { Known, Seen } from '$/client/table.svelte';

export type Bounce = Known<'bounce'>;

export function bounceOf(seen: Seen): Bounce {
  return seen.of('bounce');
}

/** Whether a token's state is on the way up; the states run 1↑ … top↑, top↓ … 1↓, and 0 is off the board. */
export function facesUp(state: Bounce, token: number): boolean {
  return state.fact('faces_up', token) === 1;
}

export function spaceOf(state: Bounce, token: number): number {
  return state.fact('space_of', token);
}

/** A token's state as people write it: 3↑. */
export function where(state: Bounce, seat: number): string {
  const token = state.tokens[seat] ?? 0;
  return `${spaceOf(state, token)}${facesUp(state, token) ? '↑' : '↓'}`;
}

export function isOnBoard(state: Bounce, seat: number): boolean {
  return state.statuses[seat] === 'jumping' && (state.tokens[seat] ?? 0) > 0;
}

export function rolled(state: Bounce): number[] {
  return state.dice.filter((die) => die > 0);
}

export function pips(state: Bounce): number {
  return state.fact('pips_rolled');
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
    const dice = state.fact('dice_at', jump);
    const zone = found.at(-1);
    if (zone?.dice === dice) zone.last = jump;
    else found.push({ dice, first: jump, last: jump });
  }
  return found;
}

/** How a jumper feels: 0 fine, 1 uneasy, 2 queasy; the fewer dice, the worse. */
export function mood(state: Bounce, seat: number): 0 | 1 | 2 {
  return (3 - state.fact('dice_to_roll', seat)) as 0 | 1 | 2;
}
