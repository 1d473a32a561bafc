// @vitest-environment node
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packed, unpacked } from '$/client/kept/link';
import { LARGEST_FILE } from '$/game/limits';

test('a text comes back from an address to the letter', async () => {
  for (const text of ['', '{"format": "openoutcry match 1"}', 'ü👩\n'.repeat(2000), 'a'.repeat(LARGEST_FILE)]) {
    const part = await packed(text);
    expect(part).toMatch(/^[\w-]*$/);
    expect(await unpacked(part)).toBe(text);
  }
});

test('whatever an address holds is read as it was written, or refused for a reason', async () => {
  const whole = await packed(`{"format": "openoutcry match 1", "log": [${'"roll", '.repeat(200)}"roll"]}`);
  let state = 7;
  const below = (most: number): number => (state = (state * 16807) % 2147483647) % most;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%*/ü';
  for (let round = 0; round < 500; round++) {
    const place = below(whole.length);
    const part = whole.slice(0, place) + letters[below(letters.length)]! + whole.slice(place + below(9));
    const found = await unpacked(part).catch((error: { reason?: { code: string } }) => error.reason?.code);
    expect(typeof found).toBe('string');
  }
});

test('what is no text of a match, or too large, is refused', async () => {
  const whole = await packed('{"format": "openoutcry match 1"}');
  const codes = async (part: string): Promise<string> =>
    unpacked(part).then(
      () => 'read',
      (error: { reason: { code: string } }) => error.reason.code,
    );
  expect(await codes('*')).toBe('link_not_whole');
  expect(await codes('AAAA')).toBe('link_not_whole');
  expect(await codes(whole.slice(0, -6))).toBe('link_not_whole');
  expect(await codes(deflateRawSync(Buffer.from([0xff, 0xfe])).toString('base64url'))).toBe('link_not_whole');
  expect(await codes(deflateRawSync(Buffer.alloc(LARGEST_FILE + 1, 32)).toString('base64url'))).toBe('file_too_large');
});
