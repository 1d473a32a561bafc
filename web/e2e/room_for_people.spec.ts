/** A table with people has a row for those who sit there; hand, tables and actions have room beside it all the same. */
import { begin, expect, setUp, test } from './people';
import { Looks } from './room';
import { act, dice, isOver } from './table';

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
    const looks = new Looks(page, game, seats);
    for (let look = 0; look < LOOKS && !(await isOver(page)); look++) {
      await looks.around(`look ${look}`);
      for (let action = 0; action < ACTIONS; action++) {
        await act(page, roll);
        await page.waitForTimeout(150);
      }
    }
    expect([...looks.lost]).toEqual([]);
  });
}
