/** What happened, in sentences, as far as the reader could see it. */
import type { Notices } from '$/boards/board';
import type { Words } from '$/game/words';
import type { LogLine } from '$/generated/messages';
import type { Seen } from './table.svelte';

export interface Told {
  seat: number | null;
  text: string;
}

interface Moment {
  before: Seen | null;
  after: Seen;
  lines: LogLine[];
}

const known = new WeakMap<Moment, { words: Words; lines: Told[] }>();

/** One moment: what the players did, and then what came of it. Told once, then known. */
export function told(moment: Moment, words: Words, players: string[], you: number, notices?: Notices): Told[] {
  const before = known.get(moment);
  if (before?.words === words) return before.lines;
  const lines = sentences(moment, words, players, you, notices);
  known.set(moment, { words, lines });
  return lines;
}

function sentences(moment: Moment, words: Words, players: string[], you: number, notices?: Notices): Told[] {
  const done = moment.lines
    .filter(([, text]) => text !== 'hold')
    .map(([seat, text]): Told => ({ seat, text: words.told(text, players[seat] ?? `${seat}`, seat === you) }));
  const undone = moment.lines.some(([, text]) => text === 'undo');
  const seen = moment.before && notices && !undone ? notices(moment.before, moment.after, words, players, you) : [];
  return [...done, ...seen.map((text): Told => ({ seat: null, text }))];
}
