/** What the page says where a game is learned, in every language. */
import type { Language } from '$/client/settings.svelte';
import { de } from './learning.de';
import { en, type LearningPhrases } from './learning.en';

const all: { [language in Language]: LearningPhrases } = { en, de };

export function learning(language: Language): LearningPhrases {
  return all[language];
}
