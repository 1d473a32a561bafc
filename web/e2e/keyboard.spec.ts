import type { Page } from '@playwright/test';
import { deal, expect, GAMES, isOver, test } from './table';

/** Whether a list of many actions is open and none of them has the focus yet. */
function isFolded(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelector('[aria-expanded=true]') !== null && !document.activeElement?.matches('.many [data-action]'));
}

function isOpened(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.matches('.many [data-action]') ?? false);
}

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
      for (let step = 0; step < 60 && (await isFolded(page)); step++) await page.keyboard.press('Tab');
      if (await isOpened(page)) await page.keyboard.press('Enter');
      await page.waitForTimeout(20);
      if ((await page.locator('.stage').getAttribute('data-entries')) !== before) moves++;
    }
    expect(moves).toBeGreaterThan((await isOver(page)) ? 0 : 20);
    await expect(page.locator('[data-news]')).not.toBeEmpty();
  });
}
