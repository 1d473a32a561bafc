/** Actions as numbers, as notation and as JSON, by the manifest. */
import type { Manifest, ParameterDomain, VerbDescription } from '$/generated/manifest';

export const HIDDEN = '?';

export interface Action {
  number: number;
  verb: string;
  parts: { [parameter: string]: string };
  text: string;
}

function size(domain: ParameterDomain): number {
  if (domain.type === 'number') return (domain.high ?? 0) - (domain.low ?? 0) + 1;
  const names = domain.names?.length ?? 0;
  return domain.type === 'subset' ? 2 ** names - 1 : names;
}

function written(domain: ParameterDomain, place: number): string {
  if (domain.type === 'number') return String((domain.low ?? 0) + place);
  const names = domain.names ?? [];
  if (domain.type === 'name') return names[place] ?? '';
  return names.filter((_, bit) => ((place + 1) >> bit) & 1).join('+');
}

function takenApart(verb: VerbDescription, number: number): string[] {
  let rest = number - verb.first;
  const parts: string[] = [];
  for (const domain of [...verb.parameters].reverse()) {
    parts.push(written(domain, rest % size(domain)));
    rest = Math.floor(rest / size(domain));
  }
  return parts.reverse();
}

export function verbOf(manifest: Manifest, number: number): VerbDescription {
  const verb = manifest.actions.verbs.findLast((each) => each.first <= number);
  if (!verb || number >= manifest.actions.count) throw new Error(`there is no action ${number}`);
  return verb;
}

const made = new WeakMap<Manifest, Action[]>();

/** The action of a number; made once. */
export function actionOf(manifest: Manifest, number: number): Action {
  const known = made.get(manifest) ?? [];
  if (!made.has(manifest)) made.set(manifest, known);
  return (known[number] ??= newAction(manifest, number));
}

function newAction(manifest: Manifest, number: number): Action {
  const verb = verbOf(manifest, number);
  const parts = takenApart(verb, number);
  return {
    number,
    verb: verb.verb,
    parts: Object.fromEntries(verb.parameters.map((parameter, place) => [parameter.name, parts[place] ?? ''])),
    text: [verb.verb, ...parts].join(' '),
  };
}

/** The action of a notation, if there is one. */
export function actionNamed(manifest: Manifest, text: string): Action | undefined {
  const verb = manifest.actions.verbs.find((each) => each.verb === text.split(' ')[0]);
  for (let number = verb?.first ?? 0; verb && number < verb.first + verb.count; number++) {
    const action = actionOf(manifest, number);
    if (action.text === text) return action;
  }
  return undefined;
}

/** The notation as everyone but the one who acts sees it; null where they see nothing. */
export function seenText(manifest: Manifest, number: number): string | null {
  const verb = verbOf(manifest, number);
  if (verb.unseen) return null;
  const parts = takenApart(verb, number).map((part, place) => (verb.parameters[place]?.secret ? HIDDEN : part));
  return [verb.verb, ...parts].join(' ');
}
