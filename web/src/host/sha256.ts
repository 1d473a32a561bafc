/** SHA-256, here because a page that is not served securely has no crypto.subtle. */
const K = Uint32Array.from(
  (function* () {
    let found = 0;
    for (let number = 2; found < 64; number++) {
      if (Array.from({ length: number - 2 }, (_, at) => at + 2).every((divisor) => number % divisor)) {
        yield Math.floor((Math.cbrt(number) % 1) * 2 ** 32);
        found++;
      }
    }
  })(),
);
const START = [2, 3, 5, 7, 11, 13, 17, 19].map((prime) => Math.floor((Math.sqrt(prime) % 1) * 2 ** 32));

function turned(word: number, places: number): number {
  return (word >>> places) | (word << (32 - places));
}

function rounds(state: Uint32Array, block: DataView): void {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = block.getUint32(i * 4);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    w[i] = w[i - 16]! + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = state[place]! + word));
}

/** The digest of some bytes, in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  const length = ((bytes.length + 8) >> 6) * 64 + 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, bytes.length << 3);
  const state = Uint32Array.from(START);
  for (let at = 0; at < length; at += 64) rounds(state, new DataView(padded.buffer, at, 64));
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function unhex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error('not hexadecimal');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
