/** Which clauses of the rules matter now. */
import type { Manifest } from '$/generated/manifest';
import type { LogLine, ReasonGiven } from '$/generated/messages';
import type { Seen } from './table.svelte';

function clausesOf(manifest: Manifest, verbs: ReadonlySet<string>): string[] {
  return [
    ...new Set(manifest.actions.verbs.filter(({ verb }) => verbs.has(verb)).flatMap(({ clause }) => clause ?? [])),
  ];
}

/** The clause that forbade what was tried; else those of what the reader may do; else that of what was done last. */
export function clausesNow(seen: Seen, log: readonly LogLine[], refusal: ReasonGiven | null): string[] {
  if (refusal?.code === 'refused') return [String(refusal.parameters.clause)];
  const { manifest } = seen.game;
  if (seen.legal.length > 0) return clausesOf(manifest, new Set(seen.legal.map((action) => action.verb)));
  const last = log.findLast(({ text }) => text && text !== 'undo')?.text.split(' ')[0];
  return clausesOf(manifest, new Set(last === undefined ? [] : [last]));
}
