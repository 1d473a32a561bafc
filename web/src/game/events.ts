/** What came of actions, by the manifest: events as the game's code writes them, and as messages have them. */
import type { EventParameter, Manifest } from '$/generated/manifest';
import { verbOf } from './actions';

export const NOBODY = -1;

/** An event: its name, and its parameters by their names. */
export type EventTold = { [parameter: string]: unknown };

/** The events in a row of numbers: each begins with its own, and its parameters follow. */
export function eventsIn({ events }: Manifest, numbers: number[]): EventTold[] {
  let place = 0;
  const next = (): number => numbers[place++] ?? 0;

  function read(parameter: EventParameter): unknown {
    if (parameter.type === 'list') return Array.from({ length: next() }, () => read(parameter.of!));
    if (parameter.type === 'things')
      return Array.from({ length: next() }, () => {
        const kind = parameter.kinds![next()]!;
        return [kind.name, read(kind)];
      });
    return parameter.type === 'name' ? parameter.names![next()] : next();
  }

  const found: EventTold[] = [];
  while (place < numbers.length) {
    const { event, parameters } = events[next()]!;
    found.push({ event, ...Object.fromEntries(parameters.map((parameter) => [parameter.name, read(parameter)])) });
  }
  return found;
}

/** An action as everyone but the one who acts sees it: the first of its verb where there are secrets, or NOBODY. */
export function seenNumber(manifest: Manifest, number: number): number {
  const verb = verbOf(manifest, number);
  if (verb.unseen) return NOBODY;
  return verb.parameters.some(({ secret }) => secret) ? verb.first : number;
}
