/** Networks that have learned a game: which there are, and for whom. */
import type { LearnedDescription, Manifest } from '$/generated/manifest';
import { Mistake } from './reasons';

/** What a bot is called that plays by a network. */
export const LEARNED = 'learned';

/** The network for so many seats and these options, by their numbers, if there is one. */
export function networkFor(
  manifest: Manifest,
  seats: number,
  options: { [name: string]: number },
): LearnedDescription | undefined {
  return manifest.learned.find(
    (network) =>
      network.seats === seats &&
      manifest.options.every(({ name, default: usual }) => (options[name] ?? usual) === network.options[name]),
  );
}

/** Refuse a bot that has not learned so many seats and these options. */
export function refuseUnlearned(
  bot: string,
  manifest: Manifest,
  { seats, options }: { seats: number; options: { [name: string]: number } },
): void {
  if (bot === LEARNED && !networkFor(manifest, seats, options))
    throw new Mistake('not_learned', { game: String(manifest.words.en?.title), players: seats });
}
