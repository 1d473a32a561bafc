/** By correspondence: from sitting down to the end, nobody there at the same time, and on to the next game. */
import { begin, checkGame, expect, resultOf, setUp, tableOf, test, untilEntries, type Somebody } from './people';
import { playOn } from './table';

test.skip(({ isMobile }) => isMobile === true, 'there is a phone in it');
test.setTimeout(240_000);

/** Come to a table from the lobby, where it says that one is waited for. */
async function comeWhenCalled({ page }: Somebody, table: string): Promise<void> {
  await page.goto('./');
  const listed = page.locator('[data-yours] li').filter({ has: page.locator(`[data-table="${table}"]`) });
  await expect(listed).toHaveClass(/turn/);
  await listed.getByRole('link').click();
  await expect(page.locator('.stage')).toBeVisible();
}

test('a game of days is sat down to, played and ended, and is found again', async ({ come }) => {
  const [ada, bob] = [await come(), await come({ isOnPhone: true })];
  await setUp(ada.page, 'crypto_cards', 2);
  await ada.page.locator('input[name=timing][value=days]').check();
  await ada.page.click('[data-deal]');
  await expect(ada.page.locator('[data-seat="0"] .ready')).toBeVisible();
  const table = tableOf(ada.page);
  const link = await ada.page.locator('[data-invite] input').inputValue();
  await ada.page.goto('about:blank');

  await bob.page.goto(link);
  await bob.page.click('[data-sit="1"]');
  await expect(bob.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await expect(bob.page.locator('[data-ready]')).toHaveCount(0);
  await bob.page.goto('about:blank');

  await ada.page.goto('./');
  await ada.page.click(`[data-yours] [data-table="${table}"]`);
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await begin(ada.page);
  await expect(ada.page.locator('[data-at="0"] [role=timer]')).toHaveText(/^(2 d|1 d 23 h)/);
  await playOn(ada.page, 7);
  await untilEntries(ada.page, 2);
  await expect(ada.page.locator('.status')).not.toContainText('Your turn');
  // However long Bob is away, only the clock decides.
  await expect(ada.page.locator('[data-let-bot]')).toHaveCount(0);
  await ada.page.goto('about:blank');

  await comeWhenCalled(bob, table);
  await playOn(bob.page, 5);
  await expect(bob.page.locator('.status')).not.toContainText('Your turn');
  await comeWhenCalled(ada, table);
  await playOn(ada.page, 7);
  const result = await resultOf(ada.page);
  await checkGame(ada.page);

  await bob.page.goto('./');
  const ended = bob.page.locator('[data-yours] li').filter({ has: bob.page.locator(`[data-table="${table}"]`) });
  await expect(ended).toContainText('over');
  await ended.getByRole('link').click();
  expect(await resultOf(bob.page)).toEqual(result);
  await checkGame(bob.page);

  await bob.page.goto('about:blank');
  await ada.page.click('[data-again]');
  await expect(ada.page.locator('[data-seat="1"].mine .ready')).toBeVisible();
  await expect(ada.page.locator('[data-start]')).toBeDisabled();
  await expect(ada.page.locator('[data-room]')).toContainText('Still to come:');
  const next = tableOf(ada.page);
  await bob.page.goto('./');
  await bob.page.click(`[data-yours] [data-table="${next}"]`);
  await expect(ada.page.locator('[data-seat="0"] .ready')).toBeVisible();
  await begin(ada.page);
  await expect(bob.page.locator('.stage')).toBeVisible();
  await playOn(bob.page, 5);
  await untilEntries(ada.page, 1);
});
