import { deal, expect, GAMES, playToTheEnd, test } from './table';

for (const game of GAMES) {
  test(`${game} is played from the home page to its end by what is lit up`, async ({ page }) => {
    await deal(page, game);
    await playToTheEnd(page);
    await expect(page.locator('[data-result] h2')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await page.click('[data-again]');
    await expect(page.locator('.stage')).toHaveAttribute('data-over', 'false');
  });
}

test('a game against bots is two clicks away', async ({ page }) => {
  await page.goto('./');
  await page.click('[data-play=crypto_cards]');
  await expect(page.locator('#actions [data-action]').first()).toBeVisible();
});
