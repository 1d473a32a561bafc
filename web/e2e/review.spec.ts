import type { Page } from '@playwright/test';
import { isClean } from './clean';
import { act, dice, expect, isOver, test } from './table';

function fits(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}

for (const theme of ['light', 'dark'] as const) {
  test(`a match against hard bots, with a hint, is reviewed, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('./#/setup/crypto_cards');
    await page.waitForSelector('[data-deal]');
    await page.check('input[name=level][value=hard]');
    await page.check('input[name=seats][value="3"]');
    await isClean(page);
    await page.click('[data-deal]');

    await page.locator('#actions [data-action=pass]').click();
    await expect(page.locator('#actions [data-action=pass]')).toHaveCount(0);
    await expect(page.locator('[data-hint]')).toBeEnabled();
    await page.locator('[data-hint]').focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-advice]')).toContainText('%');
    const advised = await page.locator('[data-advice]').getAttribute('data-advice');
    await expect(page.locator(`#actions .advised`)).toHaveAttribute('data-action', advised!);
    await expect(page.locator('.stage [data-advised]')).toHaveAttribute('data-does', advised!);
    await expect(page.locator('.stage [data-advised]')).toBeInViewport();
    await isClean(page);
    await page.locator('#actions .advised').click();
    await expect(page.locator('[data-advice], [data-advised]')).toHaveCount(0);

    const roll = dice(5);
    for (let step = 0; step < 4000 && !(await isOver(page)); step++) {
      await act(page, roll);
      await page.waitForTimeout(10);
    }
    await page.selectOption('[data-depth]', '2000000');
    await page.click('[data-review]');
    await expect(page.locator('[data-reviewed=true]')).toBeVisible({ timeout: 60_000 });
    await page.locator('.review summary').click();
    await isClean(page);
    expect(await fits(page)).toBe(true);
    await page.locator('.review tbody button').first().click();
    await expect(page.locator('label[for=moment]')).toContainText('after');
    await expect(page.locator('.judged')).toContainText('You played');
    await expect(page.locator('#moment')).toBeInViewport();
    if (await page.locator('[data-panels]').isVisible()) await page.click('[data-panels]');
    await expect(page.locator('.review [aria-current=true]').first()).toBeVisible();
  });
}

test('the levels of bots are remembered', async ({ page }) => {
  await page.goto('./#/setup/crypto_cards');
  await page.check('input[name=level][value=easy]');
  await page.locator('details summary').click();
  await page.selectOption('[data-level="1"]', 'hard');
  await page.reload();
  await expect(page.locator('[data-level="0"]')).toHaveValue('easy');
  await expect(page.locator('[data-level="1"]')).toHaveValue('hard');
  await expect(page.locator('input[name=level]:checked')).toHaveCount(0);
});
