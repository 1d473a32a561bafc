import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hex, sha256, unhex } from '$/host/sha256';

it('is the digest that everybody computes, whatever the length', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 37 + length) & 255);
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

it('reads and writes hexadecimal', () => {
  expect(hex(unhex('00ff10'))).toBe('00ff10');
  expect(() => unhex('0g')).toThrow();
});
