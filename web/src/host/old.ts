/**
 * A match file of another version of the rules, as table/old_file.py has it: not played again, but told as it stands.
 */
import { actionNamed, HIDDEN, seenText } from '$/game/actions';
import type { Manifest } from '$/generated/manifest';
import type { OldLine, OldMatchTold } from '$/generated/messages';
import { Mistake } from '$/game/reasons';
import { isNewKey, isObject, type MatchFile } from './file';

const UNDO = 'undo';
/** How many characters of a text are shown. */
const LONGEST = 200;

/** What the file says, as a seat could see it; all of it once the match was over. */
export function oldMatch(manifest: Manifest, data: MatchFile, seat: number): OldMatchTold {
  const { version, seats, players } = data;
  if (version < 1) throw new Mistake('version_below_one');
  if (players.length !== seats || !players.every((name) => typeof name === 'string'))
    throw new Mistake('name_for_each_seat');
  const lines = data.log.flatMap((line, place) => (isNewKey(line) ? [] : [lineOf(manifest, line, place + 1, seats)]));
  const isOver = isObject(data.stands) && typeof data.stands.ending === 'string';
  return {
    type: 'old_match_told',
    version,
    seat,
    players: players.map(legible),
    log: isOver ? lines : seenBy(manifest, lines, seat),
  };
}

/** An entry of the log; its text is what counts, for numbers may mean something else by now. */
function lineOf(manifest: Manifest, line: unknown, place: number, seats: number): OldLine {
  const { seat, text, ...more } = isObject(line) ? line : {};
  if (typeof seat !== 'number' || seat < 0 || seat >= seats)
    throw new Mistake('old_entry_without_seat', { entry: place });
  if (UNDO in more) return [seat, UNDO, true];
  if (typeof text !== 'string') throw new Mistake('old_entry_without_text', { entry: place });
  return [seat, legible(text), actionNamed(manifest, text) !== undefined];
}

/** The log as a seat could see it, by what these rules call secret; what they do not know is hidden. */
function seenBy(manifest: Manifest, lines: OldLine[], seat: number): OldLine[] {
  const found: OldLine[] = [];
  const done: { seat: number; seen: boolean }[] = [];
  for (const line of lines) {
    let seen = line[0] === seat ? line : hidden(manifest, line);
    if (line[1] === UNDO) {
      const last = done.findLastIndex((one) => one.seat === line[0]);
      const taken = last < 0 ? [] : done.splice(last);
      seen = taken.some((one) => one.seen) ? line : null;
    } else {
      done.push({ seat: line[0], seen: seen !== null });
    }
    if (seen) found.push(seen);
  }
  return found;
}

/** A line as everyone but the one who acted sees it. */
function hidden(manifest: Manifest, [seat, text, known]: OldLine): OldLine | null {
  const action = actionNamed(manifest, text);
  const seen = action ? seenText(manifest, action.number) : HIDDEN;
  return seen === null ? null : [seat, seen, known];
}

/** A text from a file as it can be shown: in one line, without what turns letters around, and not too long. */
export function legible(text: string): string {
  const letters = [...text.slice(0, 2 * LONGEST + 2)];
  const shown = letters
    .slice(0, LONGEST)
    .map((letter) => (letter === ' ' || !/[\p{C}\p{Z}]/u.test(letter) ? letter : escaped(letter)));
  return shown.join('') + (letters.length > LONGEST ? '…' : '');
}

function escaped(letter: string): string {
  return `\\u${letter.codePointAt(0)!.toString(16).padStart(4, '0')}`;
}
