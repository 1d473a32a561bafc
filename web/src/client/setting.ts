/** The rules of a table as a part of an address, such as seats=4&bots=greedy&hand=4; what is usual is left out. */
import { optionsOf, refuseSeats } from '$/game/options';
import { Mistake, quoted } from '$/game/reasons';
import type { Manifest } from '$/generated/manifest';

/** How many sit there, what kind of bot plays at every seat, and the options by their numbers. */
export interface Setting {
  seats: number;
  bots: string;
  options: { [name: string]: number };
}

/** Who plays where an address does not say: by rules of thumb, in a game that has some. */
function usualBots({ bots }: Manifest): string {
  return bots.includes('greedy') ? 'greedy' : 'random';
}

export function usualSetting(manifest: Manifest): Setting {
  const seats = manifest.seats.best.at(-1) ?? manifest.seats.most;
  return { seats, bots: usualBots(manifest), options: optionsOf(manifest.options, {}) };
}

/** A setting as it is written in an address. */
export function writtenSetting(manifest: Manifest, { seats, bots, options }: Setting): string {
  const changed = manifest.options.filter(({ name, default: usual }) => (options[name] ?? usual) !== usual);
  const values = changed.map(({ name, choices }) => [name, String(choices?.[options[name]!] ?? options[name])]);
  return new URLSearchParams([
    ['seats', String(seats)],
    ...(bots === usualBots(manifest) ? [] : [['bots', bots]]),
    ...values,
  ]).toString();
}

/** The setting that a part of an address says, whole or not at all. */
export function readSetting(manifest: Manifest, text: string): Setting {
  const parts = [...new URLSearchParams(text)];
  const { seats, bots, ...options } = Object.fromEntries(parts);
  if (new Set(parts.map(([name]) => name)).size < parts.length) throw new Mistake('no_such_page');
  const usual = usualSetting(manifest);
  const chosen = seats === undefined ? usual.seats : /^[1-9]\d?$/.test(seats) ? Number(seats) : seats;
  refuseSeats(manifest, chosen);
  if (bots !== undefined && !manifest.bots.includes(bots)) throw new Mistake('no_such_bot', { name: quoted(bots) });
  return { seats: Number(chosen), bots: bots ?? usual.bots, options: optionsOf(manifest.options, options) };
}
