/** An offer in words. */
import type { Words } from '$/game/words';
import { tokensIn, wantedOfHand, without, type Floor } from './floor';

/** §7.2 What the one side of an offer would give, and what the other. */
export function sidesOf(floor: Floor, words: Words): [string[], string[]] {
  const of = (place: string, cards: string[]): string[] =>
    cards.map((card) => words.thing(place, words.name('card', card)));
  const hand = wantedOfHand(floor);
  const gives = [...of('hand', floor.give), ...of('table', floor.give_shown)];
  const wants = [...of('hand', hand), ...of('table', without(floor.want, hand))];
  if (floor.want_any > 0) wants.push(words.thing('choice', String(floor.want_any)));
  if (floor.tokens) (floor.tokens > 0 ? gives : wants).push(tokensIn(words, Math.abs(floor.tokens)));
  return [gives, wants];
}
