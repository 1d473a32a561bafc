/** A key for each who races on one keyboard: far apart, and in the same place on most keyboards. */
const KEYS = ['A', 'L', 'Q', 'P', 'C', 'M', 'F', 'J'];

/** The key of one of the people at a device. */
export function keyOf(people: number[], seat: number): string {
  return KEYS[people.indexOf(seat)] ?? String(seat + 1);
}

/** Whose key was pressed; null for any other, and where it is meant for something else. */
export function seatOfKey(people: number[], event: KeyboardEvent): number | null {
  const { key, repeat, ctrlKey, altKey, metaKey, target } = event;
  const isTyped = target instanceof Element && target.closest('input, select, textarea, [contenteditable]');
  if (repeat || ctrlKey || altKey || metaKey || isTyped) return null;
  return people.find((seat) => keyOf(people, seat) === key.toUpperCase()) ?? null;
}
