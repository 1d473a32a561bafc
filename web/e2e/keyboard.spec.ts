import { deal, expect, GAMES, isOver, test } from './table';

test.skip(({ isMobile }) => isMobile === true, 'a phone has no keyboard');

for (const game of GAMES) {
  test(`${game} can be played by keyboard alone`, async ({ page }) => {
    await deal(page, game);
    let moves = 0;
    for (let tries = 0; tries < 600 && moves < 25; tries++) {
      if (await isOver(page)) break;
      const before = await page.locator('.stage').getAttribute('data-entries');
      await page.locator('.skip').focus();
      await page.keyboard.press('Enter');
      const focused = await page.evaluate(() => document.activeElement?.closest('#actions') !== null);
      if (!focused) {
        await page.waitForTimeout(30);
        continue;
      }
      for (let step = 0; step < tries % 4; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(20);
      if ((await page.locator('.stage').getAttribute('data-entries')) !== before) moves++;
    }
    expect(moves).toBeGreaterThan(5);
    await expect(page.locator('[data-news]')).not.toBeEmpty();
  });
}
