import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { Table } from '$/client/table.svelte';
import { tieBreaks } from '$/client/ties';
import Result from '$/parts/Result.svelte';
import { matchOf, playOn, seenOf, wordsOf } from './game';

const PLAYERS = ['Ada', 'Bo', 'Cy', 'Di'];

describe('the tie-break that decided', () => {
  it('is told in both languages wherever equal points have unequal places, and nowhere else', async () => {
    const told = new Set<string>();
    for (let key = 0; key < 60; key++) {
      const match = await matchOf('crypto_cards', 4, { scoring: key % 2 }, key);
      playOn(match, 1000);
      const seen = seenOf(match);
      const needed = new Set(seen.places).size - new Set(seen.points).size;
      for (const [language, and] of [
        ['en', 'and'],
        ['de', 'und'],
      ] as const) {
        const sentences = tieBreaks(seen, wordsOf(match, language), PLAYERS, and);
        expect(sentences.length).toBe(needed);
        for (const sentence of sentences) told.add(sentence.replace(/^.*: /, ''));
      }
    }
    expect([...told].sort()).toEqual([
      'equal points, fewer cards (§6.6).',
      'equal result, fewer faces (§5.3).',
      'equal result, the lower sum of the numbers (§5.3).',
      'gleich viele Punkte, weniger Karten (§6.6).',
      'gleiches Ergebnis, kleinere Summe der Zahlen (§5.3).',
      'gleiches Ergebnis, weniger Bilder (§5.3).',
    ]);
  });

  it('stands under the places in the result', async () => {
    const match = await matchOf('cash_or_crash', 3);
    playOn(match, 5000);
    const seen = seenOf(match);
    expect(new Set(seen.points).size).toBeLessThan(new Set(seen.places).size);
    const table = { seen, players: PLAYERS.slice(0, 3), seat: 0, askReview: () => {} } as unknown as Table;
    const { container } = render(Result, { table, words: wordsOf(match), again: () => {} });
    expect(container).toHaveTextContent('Whoever went out later comes first (§7.3).');
    expect(screen.getByRole('button', { name: '§7.3' })).toBeTruthy();
    expect(container.querySelector('thead [data-term=cards_left]')).toHaveTextContent('Cards left');
  });
});
