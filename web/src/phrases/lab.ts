/** What the rule lab says, in every language; loaded with it. */
import type { Language } from '$/client/settings.svelte';
import { de } from './lab.de';
import { en, type LabPhrases } from './lab.en';

const all: { [language in Language]: LabPhrases } = { en, de };

export function lab(language: Language): LabPhrases {
  return all[language];
}

export type { LabPhrases };
