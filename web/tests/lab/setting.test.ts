/** Rules in an address: they come back as they were, and what was tampered with is refused for a reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSetting, usualSetting, writtenSetting } from '$/client/setting';
import { Mistake, sentenceOf } from '$/game/reasons';
import type { Manifest } from '$/generated/manifest';

function manifestOf(game: string): Manifest {
  return JSON.parse(readFileSync(join(process.cwd(), 'public', 'games', `${game}.json`), 'utf8')) as Manifest;
}

const GAMES = ['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce'];
const CRYPTO_CARDS = manifestOf('crypto_cards');
const OPTIONS = 'hand, order, faces, face_sales, buy_back, scoring, direction, crash';

describe('rules in an address', () => {
  it.each(GAMES)('come back as they were: %s', (game) => {
    const manifest = manifestOf(game);
    const usual = usualSetting(manifest);
    expect(readSetting(manifest, '')).toEqual(usual);
    expect(readSetting(manifest, writtenSetting(manifest, usual))).toEqual(usual);
    for (const end of ['low', 'high'] as const) {
      const options = Object.fromEntries(manifest.options.map((option) => [option.name, option[end]]));
      const setting = { seats: manifest.seats.least, bots: 'random', options };
      expect(readSetting(manifest, writtenSetting(manifest, setting))).toEqual(setting);
    }
  });

  it('are as people write them, and what is usual is left out', () => {
    const usual = usualSetting(CRYPTO_CARDS);
    const setting = { ...usual, bots: 'random', options: { ...usual.options, hand: 4, order: 1 } };
    expect(writtenSetting(CRYPTO_CARDS, usual)).toBe('seats=4');
    expect(writtenSetting(CRYPTO_CARDS, setting)).toBe('seats=4&bots=random&hand=4&order=sell-mine-transfer');
  });

  it.each([
    ['hands=4', `There is no option 'hands'; there are ${OPTIONS}.`],
    ['hand=9', "Option hand takes a whole number from 3 to 8, not '9'."],
    ['hand=4.5', "Option hand takes a whole number from 3 to 8, not '4.5'."],
    ['hand=', "Option hand takes a whole number from 3 to 8, not ''."],
    ['faces=never', "Option faces takes always or after-first-joker, not 'never'."],
    ['seats=7', 'Crypto Cards is for 2 to 6 players, not 7.'],
    ['seats=many', "Crypto Cards is for 2 to 6 players, not 'many'."],
    ['bots=search', "There is no bot 'search'."],
    ['__proto__=1', `There is no option '__proto__'; there are ${OPTIONS}.`],
    ['hand=4&hand=5', 'There is nothing at this address.'],
    ['seats=4&seats=4', 'There is nothing at this address.'],
  ])('are refused where they cannot be: %s', (text, sentence) => {
    let found: unknown;
    try {
      readSetting(CRYPTO_CARDS, text);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(Mistake);
    expect(sentenceOf((found as Mistake).reason, 'en')).toBe(sentence);
  });
});
