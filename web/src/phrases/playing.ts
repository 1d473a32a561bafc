/** What the frame around a match says, in every language. */
import type { Language } from '$/client/settings.svelte';
import { de } from './playing.de';
import { en, type PlayingPhrases } from './playing.en';

const all: { [language in Language]: PlayingPhrases } = { en, de };

export function playing(language: Language): PlayingPhrases {
  return all[language];
}

export type { PlayingPhrases };
