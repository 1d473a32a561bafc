/** What the page says of the matches that it keeps, in every language; loaded where they are shown. */
import type { Language } from '$/client/settings.svelte';
import { de } from './kept.de';
import { en, type KeptPhrases } from './kept.en';

const all: { [language in Language]: KeptPhrases } = { en, de };

export function kept(language: Language): KeptPhrases {
  return all[language];
}

export type { KeptPhrases };
