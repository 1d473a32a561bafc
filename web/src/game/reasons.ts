/** Why something cannot be done: a code with parameters, worded in the reader's language by whoever shows it. */
import type { ReasonGiven } from '$/generated/messages';
import { REASONS, type Blanks } from '$/generated/reasons';
import { filled, type Words } from './words';

/** A text, a number, alternatives, or why it is so. */
type Parameter = string | number | string[] | ReasonGiven;
/** What fills the blanks of a code, if it has any. */
export type Given<Code extends keyof Blanks> = Blanks[Code] extends never
  ? []
  : [{ [blank in Blanks[Code]]: Parameter }];

/** A mistake of a person's; nothing has changed. */
export class Mistake<Code extends keyof Blanks = keyof Blanks> extends Error {
  readonly reason: ReasonGiven;

  constructor(code: Code, ...[parameters]: Given<Code>) {
    super(code);
    this.reason = { code, parameters: parameters ?? {} };
  }
}

/** An action that the rules forbid, and the clause that does. */
export class Refused extends Mistake<'refused'> {
  constructor(readonly clause: string) {
    super('refused', { clause });
  }
}

/** Something that can be taken back only if all agree. */
export class NeedsConsent extends Mistake<'needs_consent'> {
  constructor() {
    super('needs_consent');
  }
}

/** A reason as a part of a sentence, as `said` of Python; what the rules forbid is told by the game's words. */
export function said(reason: ReasonGiven, language: keyof typeof REASONS, words?: Words): string {
  const { code, parameters } = reason;
  if (code === 'refused' && words) return `${String(parameters.clause)}: ${words.refusal(String(parameters.clause))}`;
  const phrases: { [code: string]: string } = REASONS[language];
  const parts = Object.entries(parameters as { [name: string]: Parameter }).map(([name, part]) => {
    if (Array.isArray(part)) return [name, part.join(phrases.alternatives)];
    return [name, typeof part === 'object' ? said(part, language, words) : String(part)];
  });
  return filled(phrases[code] ?? code, Object.fromEntries(parts) as { [name: string]: string });
}

/** A reason as a sentence of its own. */
export function sentenceOf(reason: ReasonGiven, language: keyof typeof REASONS, words?: Words): string {
  const text = said(reason, language, words);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

const MOST_QUOTED = 60;
const [LEVELS, MEMBERS, NAMES] = [6, 6, 4];
const NOT_PRINTABLE = /[\p{C}\p{Z}]/u;
const ESCAPES: { [letter: string]: string } = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** What came, as a sentence quotes it: `quoted` of Python, to the letter, for all that JSON can say. */
export function quoted(value: unknown): string {
  const letters = [...shown(value, LEVELS)];
  return letters.length <= 2 * MOST_QUOTED ? letters.join('') : `${letters.slice(0, 2 * MOST_QUOTED).join('')}…`;
}

function shown(value: unknown, level: number): string {
  if (typeof value === 'string') return shortened([...value]);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null || value === undefined) return 'None';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${listed(value, MEMBERS, level, (each) => shown(each, level - 1))}]`;
  const members = value as { [name: string]: unknown };
  const named = (name: string): string => `${shown(name, level - 1)}: ${shown(members[name], level - 1)}`;
  return `{${listed(Object.keys(members).sort(), NAMES, level, named)}}`;
}

function listed<Member>(all: Member[], most: number, level: number, one: (member: Member) => string): string {
  if (level <= 0 && all.length > 0) return '...';
  return [...all.slice(0, most).map(one), ...(all.length > most ? ['...'] : [])].join(', ');
}

function shortened(letters: string[]): string {
  const whole = inQuotes(letters.slice(0, MOST_QUOTED));
  if ([...whole].length <= MOST_QUOTED) return whole;
  const before = Math.floor((MOST_QUOTED - 3) / 2);
  const after = MOST_QUOTED - 3 - before;
  const both = [...inQuotes([...letters.slice(0, before), ...letters.slice(Math.max(0, letters.length - after))])];
  return [...both.slice(0, before), '...', ...both.slice(both.length - after)].join('');
}

function inQuotes(letters: string[]): string {
  const quote = letters.includes("'") && !letters.includes('"') ? '"' : "'";
  return quote + letters.map((letter) => (letter === quote ? `\\${quote}` : escaped(letter))).join('') + quote;
}

function escaped(letter: string): string {
  if (letter in ESCAPES) return ESCAPES[letter]!;
  if (letter === ' ' || !NOT_PRINTABLE.test(letter)) return letter;
  const code = letter.codePointAt(0)!;
  const [mark, digits] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
  return `\\${mark}${code.toString(16).padStart(digits as number, '0')}`;
}
