/** An offer in words, and what was answered. */
import type { Seen } from '$/client/table.svelte';
import type { Words } from '$/game/words';
import { floorOf, tokensIn, wantedOfHand, without, type Floor } from './floor';

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

/** An offer of the reader's, or to them, and what was answered. */
export interface Answer {
  to: number;
  player: string;
  gives: string;
  wants: string;
  said: string;
  traded: boolean;
}

/** What came of an offer between the moment before and this one, as the story tells it; null where none ended. */
export function answerTo(
  before: Seen | null,
  seen: Seen,
  words: Words,
  players: string[],
  seat: number,
): Answer | null {
  if (!before) return null;
  const [old, now] = [floorOf(before), floorOf(seen)];
  const line = seen.log.at(-1);
  if (!line || old.offer_by < 0 || now.offer_by >= 0 || ![old.offer_by, old.offer_to].includes(seat)) return null;
  const traded = line.events.some(({ event }) => event === 'traded');
  if (line.seat === seat && !traded) return null;
  const [gives, wants] = sidesOf(old, words).map((side) => side.join(', ') || words.thing('nothing'));
  return {
    to: old.offer_to,
    player: players[old.offer_by === seat ? old.offer_to : old.offer_by] ?? '',
    gives: gives!,
    wants: wants!,
    said: words.sentences({ ...line, events: [] }, players, seat).join(' '),
    traded,
  };
}
