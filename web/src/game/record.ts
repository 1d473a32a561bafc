/** Records decoded by their manifest: the page knows no field of any game by itself. */
import type { FieldLayout, RecordLayout } from '$/generated/manifest';

export type Shown = { [field: string]: unknown };

const SIZES: { [type: string]: number } = { int8: 1, int16: 2, uint16: 2, int32: 4, uint32: 4, int64: 8, uint64: 8 };

/**
 * A number of a record, little-endian; sets of 64 things are wider than a number is exact, so all of them are bigints.
 */
function word(view: DataView, at: number, type: string): bigint {
  switch (type) {
    case 'int8':
      return BigInt(view.getInt8(at));
    case 'int16':
      return BigInt(view.getInt16(at, true));
    case 'uint16':
      return BigInt(view.getUint16(at, true));
    case 'int32':
      return BigInt(view.getInt32(at, true));
    case 'uint32':
      return BigInt(view.getUint32(at, true));
    case 'int64':
      return view.getBigInt64(at, true);
    default:
      return view.getBigUint64(at, true);
  }
}

/** The places of the bits that are set, a word in two halves: numbers are much faster than bigints. */
function places(bits: bigint): number[] {
  const found: number[] = [];
  if (bits === 0n) return found;
  for (const [half, first] of [
    [Number(bits & 0xffffffffn), 0],
    [Number(bits >> 32n), 32],
  ] as const) {
    for (let left = half | 0; left; left &= left - 1) found.push(first + 31 - Math.clz32(left & -left));
  }
  return found;
}

function members(bits: bigint, names: readonly string[]): string[] {
  return places(bits).map((place) => names[place] ?? '');
}

function value(bits: bigint, field: FieldLayout): unknown {
  if (field.meaning === 'set') return members(bits, field.names ?? []);
  return field.names && field.meaning !== 'counts' && field.meaning !== 'stack'
    ? field.names[Number(bits)]
    : Number(bits);
}

/** A row whose places belong together: what it counts, what lies one upon another, what is in a bag. */
function row(words: bigint[], field: FieldLayout): unknown {
  const names = field.names ?? [];
  if (field.meaning === 'counts') {
    return Object.fromEntries(
      names.map((name, place) => [name, Number(words[place])]).filter(([, count]) => count !== 0),
    );
  }
  if (field.meaning === 'stack')
    return words.filter((number) => number > 0n).map((number) => names[Number(number) - 1]);
  const [once = 0n, twice = 0n] = words;
  const second = new Set(places(twice));
  return places(once).flatMap((place) => (second.has(place) ? [names[place], names[place]] : [names[place]]));
}

function part(view: DataView, at: number, shape: readonly number[], field: FieldLayout, taken: number | null): unknown {
  const size = SIZES[field.type] ?? 8;
  const [length, ...inner] = shape;
  if (length === undefined) return value(word(view, at, field.type), field);
  const step = inner.reduce((all, one) => all * one, size);
  const places = Array.from({ length: taken ?? length }, (_, place) => at + place * step);
  if (inner.length === 0 && ['counts', 'stack', 'bag'].includes(field.meaning)) {
    return row(
      places.map((place) => word(view, place, field.type)),
      field,
    );
  }
  return places.map((place) => part(view, place, inner, field, null));
}

/** Every field of a record that people may read, by name. */
export function decoded(record: Uint8Array, layout: RecordLayout): Shown {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const seats = layout.fields.find((field) => field.name === 'seats');
  const taken = seats ? Number(word(view, seats.offset, seats.type)) : 0;
  const shown = layout.fields.filter((field) => !['version', 'inner'].includes(field.meaning));
  return Object.fromEntries(
    shown.map((field) => [field.name, part(view, field.offset, field.shape, field, field.per_seat ? taken : null)]),
  );
}

/** Write a number into a field that has one place. */
export function write(record: Uint8Array, layout: RecordLayout, name: string, number: number): void {
  const field = layout.fields.find((each) => each.name === name);
  if (!field) throw new Error(`the record has no field ${name}`);
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const size = SIZES[field.type] ?? 8;
  if (size === 1) view.setInt8(field.offset, number);
  else if (size === 2) view.setInt16(field.offset, number, true);
  else if (size === 4) view.setInt32(field.offset, number, true);
  else view.setBigInt64(field.offset, BigInt(number), true);
}
