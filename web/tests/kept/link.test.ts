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

test('what is no text of a match, or too large, is refused', async () => {
  const whole = await packed('{"format": "openoutcry match 1"}');
  const codes = async (part: string): Promise<string> =>
    unpacked(part).then(
      () => 'read',
      (error: { reason: { code: string } }) => error.reason.code,
    );
  expect(await codes('*')).toBe('not_a_match_file');
  expect(await codes('AAAA')).toBe('not_a_match_file');
  expect(await codes(whole.slice(0, -6))).toBe('not_a_match_file');
  expect(await codes(deflateRawSync(Buffer.from([0xff, 0xfe])).toString('base64url'))).toBe('not_a_match_file');
  expect(await codes(deflateRawSync(Buffer.alloc(LARGEST_FILE + 1, 32)).toString('base64url'))).toBe('file_too_large');
});
