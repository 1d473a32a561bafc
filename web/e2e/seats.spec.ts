/** Who sits where: chosen when a table is opened and before it begins, left and filled while it is played. */
import { begin, entriesOf, expect, openTableWith, setUp, sitDown, test, untilEntries } from './people';
import { playOn } from './table';

test.skip(({ isMobile }) => isMobile === true, 'once is enough');

test('the host sits down wherever they like, and begins', { tag: '@quick' }, async ({ come }) => {
  const { page } = await come();
  await setUp(page, 'crypto_cards', 3);
  await page.locator('[data-who="2"]').selectOption('you');
  await page.click('[data-deal]');
  const mine = page.locator('[data-seats] .mine');
  await expect(mine).toHaveAttribute('data-seat', '2');
  await page.click('[data-sit="1"]');
  await expect(mine).toHaveAttribute('data-seat', '1');
  await expect(mine.locator('.ready')).toBeVisible();
  await begin(page);
  await expect(page.locator('[data-at="1"]')).toContainText(await page.locator('.told b').nth(1).innerText());
});

test('whoever does not come loses the seat, if the host says so, and it is somebody else’s', async ({ come }) => {
  const [ada, bob, eve] = [await come(), await come(), await come()];
  const link = await openTableWith(ada.page, { game: 'crypto_cards', seats: 2, haste: 0, grace: 1 });
  await sitDown(bob.page, link);
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await expect(ada.page.locator('[data-free]')).toHaveCount(0);
  await bob.page.goto('about:blank');
  await ada.page.click('[data-free="1"]');
  await expect(ada.page.locator('[data-seat="1"] b')).toHaveText('free');
  await sitDown(eve.page, link);
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await begin(ada.page);
});

test('a seat that somebody leaves is played by a bot, is free again, and is taken by link', async ({ come }) => {
  const [ada, bob, eve] = [await come(), await come(), await come()];
  const link = await openTableWith(ada.page, { game: 'crypto_cards', seats: 2, haste: 0 });
  await sitDown(bob.page, link);
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await begin(ada.page);
  await bob.page.click('[data-about]');
  await bob.page.getByRole('button', { name: 'Stand up' }).click();
  await bob.page.click('[data-stand]');
  await expect(ada.page.locator('[data-at="1"]')).toContainText('free');
  await ada.page.click('[data-about]');
  await expect(ada.page.locator('[data-table-panel] [data-invite] input')).toHaveValue(link);
  await ada.page.locator('[data-fill="1"]').selectOption('easy');
  await expect(ada.page.locator('[data-at="1"]')).toContainText('easy');
  await expect(ada.page.locator('[data-table-panel] [data-invite]')).toHaveCount(0);
  await playOn(ada.page, 7);
  await untilEntries(ada.page, 6);
  await ada.page.reload();
  const entries = await entriesOf(ada.page);
  await ada.page.click('[data-about]');
  await ada.page.locator('[data-fill="1"]').selectOption('');
  await expect(ada.page.locator('[data-at="1"]')).toContainText('free');
  await eve.page.goto(link);
  await eve.page.locator('[data-at="1"]').getByRole('button').click();
  await expect(ada.page.locator('[data-at="1"]')).not.toContainText('free');
  for (const { page } of [ada, eve]) await playOn(page, 3);
  await untilEntries(eve.page, entries + 4);
});
