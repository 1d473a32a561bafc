/** Who has learned: for whom there is a network, and that nobody else gets one. */
import { afterEach, describe, expect, it } from 'vitest';
import { openingOf } from '$/client/open';
import { LEVELS, settings, WITH_LEARNED } from '$/client/settings.svelte';
import { networkFor } from '$/game/learned';
import { phrases } from '$/phrases';
import { gameOf } from './game';

afterEach(() => {
  settings.levels = [];
});

describe('a network', () => {
  it('is for so many players and these options alone', async () => {
    const { manifest } = await gameOf('crypto_cards');
    const usual = Object.fromEntries(manifest.options.map(({ name, default: number }) => [name, number]));
    expect(networkFor(manifest, 4, {})?.file).toBe('crypto_cards.4.block');
    expect(networkFor(manifest, 4, usual)).toBe(networkFor(manifest, 4, {}));
    expect(networkFor(manifest, 3, {})).toBeUndefined();
    for (const { name, low, high } of manifest.options) {
      const other = usual[name] === high ? low : high;
      expect(networkFor(manifest, 4, { ...usual, [name]: other })).toBeUndefined();
    }
    expect(networkFor((await gameOf('bounce')).manifest, 4, {})).toBeUndefined();
  });
});

describe('the level of who has learned', () => {
  const chosen = { seats: 4, seat: 1, you: 'Ada', bot: (number: number) => `Bot ${number}`, options: {}, pace: 0 };

  it('plays where it is offered, and a medium bot where it is not', () => {
    settings.setAllLevels('learned');
    expect(openingOf('crypto_cards', { ...chosen, levels: WITH_LEARNED }).bots).toEqual({
      '0': 'learned',
      '2': 'learned',
      '3': 'learned',
    });
    expect(openingOf('bounce', chosen).bots).toEqual({ '0': 'medium', '2': 'medium', '3': 'medium' });
    expect(settings.levelOf(0)).toBe('medium');
    settings.setLevel(1, 'hard');
    expect([0, 1, 2].map((bot) => settings.levelOf(bot, WITH_LEARNED))).toEqual(['learned', 'hard', 'learned']);
    expect(LEVELS).not.toContain('learned');
  });

  it('has a word in every language', () => {
    expect([phrases('en').levels.learned, phrases('de').levels.learned]).toEqual(['learned', 'gelernt']);
  });
});
