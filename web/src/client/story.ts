/** What happened, in sentences, as far as the reader could see it: turns with what was done in them. */
import type { Words } from '$/game/words';
import type { LogLine } from '$/generated/messages';

/** An entry of the log as people read it; what belongs together unfolds. */
export interface Told {
  seat: number | null;
  text: string;
  heading?: boolean;
  inner?: Told[];
  /** How many entries the match had then, for the replay. */
  moment?: number;
}

const UNDO = 'undo';

interface Reader {
  words: Words;
  players: string[];
  you: number;
}

function verbOf(line: LogLine): string {
  return line.text.split(' ')[0] ?? '';
}

/** Whether people want to hear of an action, and not only of what came of it: holding is no news. */
function isNews({ words }: Reader, line: LogLine): boolean {
  return !words.manifest.actions.verbs.some((verb) => verb.holds && verb.verb === verbOf(line));
}

interface Said {
  text: string;
  /** The turns that begin with it, each with what is said after it. */
  headings: (Told & { below: Told[] })[];
}

const known = new WeakMap<LogLine, { words: Words; said: Said }>();

/** A line in sentences, put into words once. */
function saidOf(line: LogLine, reader: Reader): Said {
  const before = known.get(line);
  if (before?.words === reader.words) return before.said;
  const said = newlySaid(line, reader);
  known.set(line, { words: reader.words, said });
  return said;
}

function newlySaid(line: LogLine, reader: Reader): Said {
  const { words, players, you } = reader;
  const first = line.events.findIndex((event) => words.heading(event));
  const split = first < 0 ? line.events.length : first;
  const above = { ...line, events: line.events.slice(0, split) };
  const sentences = words.sentences(isNews(reader, line) ? above : { ...above, seat: null }, players, you);
  const headings: Said['headings'] = [];
  for (const event of line.events.slice(split)) {
    const text = words.event(event, players, you);
    const about = words.heading(event)?.about;
    const last = headings.at(-1);
    if (words.heading(event))
      headings.push({ seat: about ? Number(event[about]) : null, text, heading: true, below: [] });
    else last!.below.push({ seat: last!.seat, text });
  }
  return { text: sentences.join(' '), headings };
}

/** The entries of a log, the newest last. What was taken back is folded into the entry that says so. */
export function told(lines: readonly LogLine[], words: Words, players: string[], you: number): Told[] {
  const reader = { words, players, you };
  const entries: (Told & { part?: string })[] = [];
  let gone: Told[] = [];
  let moment = 0;
  for (const line of lines) {
    const { text, headings } = saidOf(line, reader);
    if (line.seat !== null) moment++;
    const entry: Told & { part?: string } = { seat: line.seat, text, moment, part: partOf(words, line) };
    if (line.gone) {
      if (entry.text) gone.push(entry);
      continue;
    }
    if (verbOf(line) === UNDO && gone.length > 0) {
      entry.inner = gone;
      gone = [];
    }
    const last = entries.at(-1);
    if (entry.text && entry.part && last?.part === entry.part) join(last, entry);
    else if (entry.text) entries.push(entry);
    for (const { below, ...heading } of headings)
      entries.push({ ...heading, moment }, ...below.map((each) => ({ ...each, moment })));
  }
  return entries;
}

function partOf({ manifest }: Words, line: LogLine): string | undefined {
  return manifest.actions.verbs.find((verb) => verb.verb === verbOf(line))?.part_of;
}

/** One more step of a trade: the entry says how it stands now, and unfolds to all its steps. */
function join(last: Told, step: Told): void {
  last.inner ??= [{ seat: last.seat, text: last.text, moment: last.moment }];
  last.inner.push({ seat: step.seat, text: step.text, moment: step.moment });
  last.seat = step.seat;
  last.moment = step.moment;
  last.text = step.text;
}
