/** What a roll led to: the move, then whoever was bumped, landed or was sick. */
import type { Seen } from '$/client/table.svelte';
import type { Words } from '$/game/words';
import { bounceOf, rollText, where, type Bounce } from './bounce';

export function notices(before: Seen, after: Seen, words: Words, players: string[], you: number): string[] {
  const [old, now] = [bounceOf(before), bounceOf(after)];
  const mover = old.seat;
  const sentences = [moved(old, now, mover, words)];
  players.forEach((player, seat) => {
    const fate = now.statuses[seat] ?? 'jumping';
    if (fate !== old.statuses[seat]) sentences.push(words.notice(fate, seat === you, { player }));
    else if (seat !== mover && now.tokens[seat] !== old.tokens[seat])
      sentences.push(words.notice('bumped', seat === you, { player, end: where(now, seat) }));
  });
  return sentences;
}

function moved(old: Bounce, now: Bounce, mover: number, words: Words): string {
  const roll = rollText(now);
  if (now.statuses[mover] !== 'jumping') return words.notice('rolled', false, { roll });
  const end = where(now, mover);
  return old.tokens[mover]
    ? words.notice('moved', false, { roll, start: where(old, mover), end })
    : words.notice('began', false, { roll, end });
}
