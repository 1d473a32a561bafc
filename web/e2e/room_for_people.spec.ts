/** A table with people has a row for those who sit there; hand, tables and actions have room beside it all the same. */
import { begin, expect, setUp, test } from './people';
import { laidOut, measure, OWN, SIZES, type Frame } from './room';
import { act, dice } from './table';

test.skip(({ isMobile }) => isMobile === true, 'the sizes are set here');

const TABLES: [game: string, seats: number][] = [
  ['bounce', 4],
  ['cash_a_catch', 5],
  ['cash_or_crash', 6],
  ['crypto_cards', 6],
  ['dead_cat_bounce', 4],
];
/** So often something is done between two looks, and so many looks there are. */
const [ACTIONS, LOOKS] = [4, 3];

for (const [game, seats] of TABLES) {
  test(`hand, tables and actions are in view at a table of ${seats} with people: ${game}`, async ({ come }) => {
    test.slow();
    const { page } = await come({ language: 'de' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await setUp(page, game, seats);
    await page.click('[data-deal]');
    await expect(page.locator('[data-seat="0"] .ready')).toBeVisible();
    await begin(page);
    const roll = dice(7);
    const [frames, lost] = [new Map<number, Frame>(), new Set<string>()];
    for (let look = 0; look < LOOKS; look++) {
      for (const { width, height } of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(laidOut);
        const found = await page.evaluate(measure, { own: OWN[game]!, seats, isStill: true });
        if (found.isOver) return;
        const first = frames.get(width) ?? found.frame;
        frames.set(width, first);
        expect(found.frame, `${found.phase} at ${width}`).toEqual(first);
        for (const each of found.lost) lost.add(`${found.phase} at ${width}: ${each}`);
      }
      for (let action = 0; action < ACTIONS; action++) {
        await act(page, roll);
        await page.waitForTimeout(150);
      }
    }
    expect([...lost]).toEqual([]);
  });
}
