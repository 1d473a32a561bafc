/** Terms that explain themselves, and the clauses that a text cites: a text as its parts. */
import type { Words } from './words';

export interface Part {
  text: string;
  /** The term that it is a word for. */
  term?: string;
  /** The clause that it cites. */
  clause?: string;
}

interface Term {
  said: string[];
  means: string;
}

interface Known {
  pattern: RegExp;
  terms: { [word: string]: string };
  parts: Map<string, Part[]>;
}

const CLAUSE = '§\\d+\\.\\d+';
const known = new WeakMap<object, Known>();

function termsOf(words: Words): { [name: string]: Term } {
  return (words.phrases.terms ?? {}) as { [name: string]: Term };
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The words of a game's terms as one pattern, the longest first; made once per game and language. */
function knownOf(words: Words): Known {
  const before = known.get(words.phrases);
  if (before) return before;
  const terms: { [word: string]: string } = {};
  for (const [name, { said }] of Object.entries(termsOf(words)))
    for (const word of said) terms[word.toLowerCase()] = name;
  const all = Object.keys(terms)
    .sort((one, other) => other.length - one.length)
    .map(escaped);
  const spoken = all.length > 0 ? `|(?<![\\p{L}-])(?:${all.join('|')})(?![\\p{L}-])` : '';
  const made = { pattern: new RegExp(`${CLAUSE}${spoken}`, 'giu'), terms, parts: new Map<string, Part[]>() };
  known.set(words.phrases, made);
  return made;
}

/** A text in its parts, a term only where it comes first; worked out once. */
export function partsOf(words: Words, text: string): Part[] {
  const { pattern, terms, parts } = knownOf(words);
  const before = parts.get(text);
  if (before) return before;
  const found: Part[] = [];
  const seen = new Set<string>();
  let place = 0;
  for (const match of text.matchAll(pattern)) {
    const word = match[0];
    const term = terms[word.toLowerCase()];
    if (term !== undefined && seen.has(term)) continue;
    if (term !== undefined) seen.add(term);
    if (match.index > place) found.push({ text: text.slice(place, match.index) });
    found.push(term === undefined ? { text: word, clause: word } : { text: word, term });
    place = match.index + word.length;
  }
  if (place < text.length) found.push({ text: text.slice(place) });
  parts.set(text, found);
  return found;
}

/** All terms of a game, as they stand in its words.toml. */
export function termsOfGame(words: Words): string[] {
  return Object.keys(termsOf(words));
}

/** The terms that a text says. */
export function termsIn(words: Words, text: string): string[] {
  return partsOf(words, text).flatMap(({ term }) => term ?? []);
}

/** What a term means, and the first of the words for it. */
export function explained(words: Words, term: string): { word: string; means: string } | null {
  const found = termsOf(words)[term];
  return found ? { word: found.said[0] ?? term, means: found.means } : null;
}

/** For each text the terms that are said in it and in none after it. */
export function saidLast(words: Words, texts: string[]): ReadonlySet<string>[] {
  const seen = new Set<string>();
  const last = texts.toReversed().map((text) => {
    const own = new Set(termsIn(words, text).filter((term) => !seen.has(term)));
    own.forEach((term) => seen.add(term));
    return own;
  });
  return last.reverse();
}
