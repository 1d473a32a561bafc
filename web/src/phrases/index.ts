/** What the page itself says, in every language it speaks. */
import { de } from './de';
import { en, type Phrases } from './en';
import type { Language } from '$/client/settings.svelte';

const all: { [language in Language]: Phrases } = { en, de };

export function phrases(language: Language): Phrases {
  return all[language];
}

/** Somebody who is to be forgotten is called so by a server and in match files. */
const REMOVED = 'removed';

/** A player's name; for somebody who is to be forgotten, a word for that. */
export function named(player: string, language: Language): string {
  return player === REMOVED ? all[language].removed : player;
}

export type { Phrases };
