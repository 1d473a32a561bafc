/** An offer in words. */
import type { Words } from '$/game/words';
import { tokensIn, wantedOfHand, without, type Floor } from './floor';

/** §7.2 What the one side of an offer would give, and what the other. */
export function sidesOf(floor: Floor, words: Words): [string[], string[]] {
  const named = (cards: string[]): string[] => cards.map((card) => words.name('card', card));
  const ofTable = (cards: string[]): string[] => named(cards).map((card) => words.label('of_table', { card }));
  const hand = wantedOfHand(floor);
  const gives = [...named(floor.give), ...ofTable(floor.give_shown)];
  const wants = [...named(hand), ...ofTable(without(floor.want, hand))];
  if (floor.want_any > 0)
    wants.push(
      floor.want_any === 1 ? words.label('one_of_choice') : words.label('of_choice', { count: String(floor.want_any) }),
    );
  if (floor.tokens) (floor.tokens > 0 ? gives : wants).push(tokensIn(words, Math.abs(floor.tokens)));
  return [gives, wants];
}
