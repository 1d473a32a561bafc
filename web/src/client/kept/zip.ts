/** Several files as one: a zip archive, its files deflated. */
import { through } from './streams';

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum >>> 0;
});

/** The checksum that an archive has of a file. */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 0xff]!;
  return (sum ^ 0xffffffff) >>> 0;
}

interface Packed {
  name: Uint8Array;
  /** What is written of a file both before it and in the list at the end. */
  head: Uint8Array;
  content: Uint8Array;
  at: number;
}

/** An archive of files by their names, which differ. */
export async function zipped(files: { name: string; text: string; changed: number }[]): Promise<Blob> {
  const packed: Packed[] = [];
  let at = 0;
  for (const { name, text, changed } of files) {
    const bytes = new TextEncoder().encode(text);
    const content = await through(bytes, new CompressionStream('deflate-raw'));
    const one = { name: new TextEncoder().encode(name), head: headOf(name, bytes, content, changed), content, at };
    packed.push(one);
    at += 4 + one.head.length + one.name.length + content.length;
  }
  const list = packed.map((one) =>
    joined([numbers(4, 0x02014b50), numbers(2, 20), one.head, numbers(2, 0, 0, 0), numbers(4, 0, one.at), one.name]),
  );
  const size = list.reduce((sum, { length }) => sum + length, 0);
  const end = [numbers(4, 0x06054b50), numbers(2, 0, 0, packed.length, packed.length), numbers(4, size, at)];
  const contents = packed.flatMap((one) => [numbers(4, 0x04034b50), one.head, one.name, one.content]);
  return new Blob(
    [...contents, ...list, ...end, numbers(2, 0)].map((part) => part.slice()),
    {
      type: 'application/zip',
    },
  );
}

function headOf(name: string, bytes: Uint8Array, content: Uint8Array, changed: number): Uint8Array {
  const when = new Date(changed);
  const time = (when.getHours() << 11) | (when.getMinutes() << 5) | (when.getSeconds() >> 1);
  const day = ((when.getFullYear() - 1980) << 9) | ((when.getMonth() + 1) << 5) | when.getDate();
  const [version, named, deflated] = [20, 0x0800, 8];
  return joined([
    numbers(2, version, named, deflated, time, day),
    numbers(4, crc32(bytes), content.length, bytes.length),
    numbers(2, new TextEncoder().encode(name).length, 0),
  ]);
}

/** Numbers of so many bytes, the lowest byte first. */
function numbers(size: number, ...all: number[]): Uint8Array {
  return Uint8Array.from(
    all.flatMap((number) => Array.from({ length: size }, (_, at) => (number >>> (8 * at)) & 0xff)),
  );
}

function joined(parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
