/** What the page itself says, in every language it speaks. */
import { de } from './de';
import { en, type Phrases } from './en';
import type { Language } from '$/client/settings.svelte';

const all: { [language in Language]: Phrases } = { en, de };

export function phrases(language: Language): Phrases {
  return all[language];
}

/** A mistake that the host names, and what it is about, as a sentence. */
export function mistakeTold(say: Phrases, named: string): string {
  const [name, about = ''] = named.split(': ', 2) as [string, string?];
  return say.mistakes[name]?.replace('{about}', about) ?? named;
}

export type { Phrases };
