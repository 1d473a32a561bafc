/** What a table is set up with, checked as Python checks it: how many sit there, and options as people write them. */
import type { Manifest, OptionDescription } from '$/generated/manifest';
import { Mistake, quoted } from './reasons';

export function refuseSeats({ words, seats: { least, most } }: Manifest, seats: unknown): void {
  if (typeof seats === 'number' && seats >= least && seats <= most) return;
  const game = String(words.en?.title);
  if (least === most) throw new Mistake('for_so_many', { game, players: least, seats: quoted(seats) });
  throw new Mistake('for_from_to', { game, least, most, seats: quoted(seats) });
}

/** Every option's number: those that are written checked, the others by default. */
export function optionsOf(
  known: OptionDescription[],
  written: { [name: string]: unknown },
): { [name: string]: number } {
  const values = Object.fromEntries(known.map((option) => [option.name, option.default]));
  for (const named of Object.keys(written).sort()) {
    const option = known.find(({ name }) => name === named.trim().replaceAll('-', '_'));
    if (!option) throw noSuchOption(named, known);
    values[option.name] = numberOf(option, written[named]);
  }
  return values;
}

function noSuchOption(named: string, known: OptionDescription[]): Mistake {
  const option = quoted(named);
  if (known.length === 0) return new Mistake('no_options', { option });
  return new Mistake('no_such_option', { option, options: known.map(({ name }) => name).join(', ') });
}

/** The number of an option's value, as Python reads it. */
function numberOf(option: OptionDescription, value: unknown): number {
  const { name, choices, low, high } = option;
  const text =
    typeof value === 'string' ? value.trim().toLowerCase() : typeof value === 'boolean' ? (value ? 'on' : 'off') : '';
  if (choices) {
    const number = choices.findIndex((choice) => choice.toLowerCase() === text);
    if (number < 0) throw new Mistake('option_of_choices', { option: name, choices, value: quoted(value) });
    return number;
  }
  const number = typeof value === 'number' ? value : /^(?:0|-?[1-9][0-9]*)$/.test(text) ? Number(text) : NaN;
  if (!(number >= low && number <= high))
    throw new Mistake('option_of_numbers', { option: name, low, high, value: quoted(value) });
  return number;
}
