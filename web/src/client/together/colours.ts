/** Which colour a seat has where people have chosen theirs: no two seats the same. */
import { COLOURS } from './me.svelte';

interface Sitting {
  name: string | null;
  colour: number;
}

export function coloursOf(seats: readonly Sitting[]): number[] {
  const given = new Map<number, number>();
  const isTaken = (colour: number): boolean => [...given.values()].includes(colour);
  seats.forEach(({ name, colour }, seat) => {
    if (name !== null && !isTaken(colour)) given.set(seat, colour);
  });
  return seats.map((_, seat) => {
    const free = Array.from({ length: COLOURS }, (_, one) => (seat + one) % COLOURS).find((each) => !isTaken(each));
    const colour = given.get(seat) ?? free ?? seat % COLOURS;
    given.set(seat, colour);
    return colour;
  });
}

/** The boards draw with the colours of seats: here they are those of whoever sits there. */
export function asStyle(colours: readonly number[]): string {
  return colours.map((colour, seat) => `--seat-${seat}: var(--colour-${colour})`).join('; ');
}
