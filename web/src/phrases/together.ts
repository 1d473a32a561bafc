/** What the page says where people play together, in every language; loaded only with a server behind the page. */
import { LEVELS, type Language, type Level } from '$/client/settings.svelte';
import { sentenceOf } from '$/game/reasons';
import type { Words } from '$/game/words';
import type { ReasonGiven } from '$/generated/messages';
import { named, phrases } from '.';
import { de } from './together.de';
import { en, type Together } from './together.en';

const all: { [language in Language]: Together } = { en, de };

export function together(language: Language): Together {
  return all[language];
}

/** A reason in words, also one that the page itself gives. */
export function worded(reason: ReasonGiven, language: Language, words?: Words): string {
  return reason.code === 'not_reached' ? all[language].notReached : sentenceOf(reason, language, words);
}

/** What the server calls somebody: a bot by its level, and whoever is forgotten by a word of its own. */
export function called(name: string, language: Language): string {
  if (LEVELS.includes(name as Level)) return all[language].botCalled(phrases(language).levels[name as Level]);
  return named(name, language);
}

export { whenTold } from './times';
export type { Together };
