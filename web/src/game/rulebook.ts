/** A game's rulebook for reading, from its manifest. */
import type { Manifest } from '$/generated/manifest';

/** The language the rules are read in: the reader's, or English where the game has no rulebook in that. */
export function languageOfRules(manifest: Manifest, language: string): string {
  return language in manifest.rulebooks ? language : 'en';
}

/** A clause on one line; nothing if there is no such clause. */
export function clauseText(manifest: Manifest, language: string, clause: string): string {
  return manifest.rulebooks[languageOfRules(manifest, language)]?.clauses[clause] ?? '';
}

/** Without stress, and without the notes *(…)* on where a rule comes from. */
export function withoutNotes(text: string): string {
  return text.replaceAll(/\*\([^)]*\)\*|\*/g, '').trim();
}

/** Without any marks. */
export function plain(text: string): string {
  return withoutNotes(text).replaceAll('`', '');
}
