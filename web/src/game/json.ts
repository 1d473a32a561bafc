/**
 * JSON from outside, as `json_in` of Python (table/limits.py) reads it: no name twice in an object, no number that is
 * not whole or too large, no brackets nested too deeply; and what is wrong is told by the same reason.
 */
import { DEEPEST, LARGEST_FILE, LARGEST_NUMBER } from '$/generated/limits';
import { Mistake, quoted } from './reasons';

const LITERALS: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['false', false],
];
const NUMBER = /NaN|-?Infinity|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\]*/y;
const ESCAPES: { [letter: string]: string } = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Refuse what is larger than a match file can be. */
export function refuseTooLarge(bytes: number): void {
  if (bytes > LARGEST_FILE) throw new Mistake('file_too_large', { most: LARGEST_FILE / 2 ** 20 });
}

/** What JSON says; an object has no prototype. */
export function jsonIn(text: string): unknown {
  refuseTooDeep(text);
  return new Reader(text).whole();
}

function refuseTooDeep(text: string): void {
  let depth = 0;
  let inString = false;
  for (let place = 0; place < text.length; place++) {
    const letter = text[place]!;
    if (inString) {
      if (letter === '\\') place++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '[' || letter === '{') depth++;
    else if (letter === ']' || letter === '}') depth--;
    if (depth > DEEPEST) throw new Mistake('too_deep');
  }
}

/** Reads from the first letter on, and stops where the text is no JSON any more: just where Python does. */
class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): unknown {
    this.skipBlanks();
    const value = this.value();
    this.skipBlanks();
    if (this.at < this.text.length) throw this.notJson(this.at);
    return value;
  }

  private value(): unknown {
    const letter = this.text[this.at];
    if (letter === '"') return this.string();
    if (letter === '{') return this.object();
    if (letter === '[') return this.array();
    for (const [name, value] of LITERALS) {
      if (this.text.startsWith(name, this.at)) {
        this.at += name.length;
        return value;
      }
    }
    return this.number();
  }

  private number(): number {
    const written = this.matched(NUMBER);
    if (written === '') throw this.notJson(this.at);
    const number = Number(written);
    if (!Number.isInteger(number) || Math.abs(number) > LARGEST_NUMBER)
      throw new Mistake('not_a_number', { largest: LARGEST_NUMBER, number: quoted(written) });
    return number || 0;
  }

  private array(): unknown[] {
    const members: unknown[] = [];
    this.members(']', () => members.push(this.value()));
    return members;
  }

  private object(): object {
    const found = Object.create(null) as { [name: string]: unknown };
    const names: string[] = [];
    this.members('}', () => {
      if (this.text[this.at] !== '"') throw this.notJson(this.at);
      const name = this.string();
      names.push(name);
      this.skipBlanks();
      this.take(':');
      this.skipBlanks();
      found[name] = this.value();
    });
    if (Object.keys(found).length < names.length) {
      const twice = names.find((name, place) => names.includes(name, place + 1));
      throw new Mistake('named_twice', { name: quoted(twice) });
    }
    return found;
  }

  private members(end: string, read: () => void): void {
    this.at++;
    this.skipBlanks();
    if (this.text[this.at] !== end) {
      for (;;) {
        read();
        this.skipBlanks();
        if (this.text[this.at] === end) break;
        this.take(',');
        this.skipBlanks();
      }
    }
    this.at++;
  }

  private string(): string {
    const { text } = this;
    const began = this.at++;
    let read = '';
    for (;;) {
      read += this.plain();
      if (this.at === text.length) throw this.notJson(began);
      if (text[this.at++] === '"') return read;
      if (this.at === text.length) throw this.notJson(began);
      read += this.escape(text[this.at++]!);
    }
  }

  /** Letters as they stand, up to the next quote or backslash. */
  private plain(): string {
    const from = this.at;
    const letters = this.matched(PLAIN);
    for (let place = 0; place < letters.length; place++) if (letters[place]! < ' ') throw this.notJson(from + place);
    return letters;
  }

  private escape(letter: string): string {
    if (letter !== 'u') {
      const meant = ESCAPES[letter];
      if (meant === undefined) throw this.notJson(this.at - 2);
      return meant;
    }
    const digits = this.text.slice(this.at, this.at + 4);
    if (this.at + 4 >= this.text.length || !/^[0-9a-fA-F]{4}$/.test(digits)) throw this.notJson(this.at - 1);
    this.at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  private matched(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }

  private skipBlanks(): void {
    while (this.at < this.text.length && ' \t\n\r'.includes(this.text[this.at]!)) this.at++;
  }

  private take(letter: string): void {
    if (this.text[this.at] !== letter) throw this.notJson(this.at);
    this.at++;
  }

  private notJson(place: number): Mistake {
    const lines = this.text.slice(0, place).split('\n');
    return new Mistake('not_json', { line: lines.length, column: [...lines.at(-1)!].length + 1 });
  }
}
