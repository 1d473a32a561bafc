/** Spectators of a table that is shown later. */
import { begin, entriesOf, expect, openTableWith, resultOf, test, untilEntries } from './people';
import { playOn } from './table';

test.skip(({ isMobile }) => isMobile === true, 'once is enough');

test('whoever watches later waits at first, sees every move later, and the result', async ({ come }) => {
  const [ada, eve] = [await come(), await come()];
  const DELAY = 4;
  await openTableWith(ada.page, { game: 'crypto_cards', seats: 2, haste: 0, delay: DELAY, bots: { 1: 'easy' } });
  const watch = await ada.page.locator('[data-watch] input').inputValue();
  await eve.page.goto(watch);
  await expect(eve.page.locator('[data-room=gathering]')).toContainText('4 s later');
  // A link to watch is no invitation.
  await expect(eve.page.locator('[data-sit]')).toHaveCount(0);
  await begin(ada.page);
  await expect(eve.page.locator('[data-waiting]')).toContainText('Spectators see this table 4 s later.');
  await expect(eve.page.locator('.stage')).toBeVisible();
  const [first] = await Promise.all([entriesOf(ada.page), playOn(ada.page, 7)]);
  await untilEntries(ada.page, first + 1);
  expect(await entriesOf(eve.page)).toBe(first);
  await untilEntries(eve.page, first + 1);
  expect(await resultOf(eve.page)).toEqual(await resultOf(ada.page));
});
