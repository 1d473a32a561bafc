/** Bytes through a stream of the browser's that makes them smaller, or larger again. */

/** More came out of a stream than was allowed. */
export class TooMuch extends Error {}

/** What a stream makes of bytes, and no more than so many. */
export async function through(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: GenericTransformStream,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = (writable as WritableStream<BufferSource>).getWriter();
  const written = Promise.all([writer.write(bytes), writer.close()]);
  // What goes wrong in writing goes wrong in reading too, and is told there.
  written.catch(() => {});
  const reader = (readable as ReadableStream<Uint8Array>).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new TooMuch();
    }
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
