/** What the page itself says, in every language it speaks. */
import { de } from './de';
import { en, type Phrases } from './en';
import type { Language } from '$/client/settings.svelte';

const all: { [language in Language]: Phrases } = { en, de };

export function phrases(language: Language): Phrases {
  return all[language];
}

export type { Phrases };
