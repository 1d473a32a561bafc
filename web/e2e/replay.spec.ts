/** The way through a match that was played, and what can be set at the table. */
import { act, deal, dice, expect, playToTheEnd, showPanel, test, useTool } from './table';

test('a match is gone through by buttons, keys, speeds and lines of the log', async ({ page, isMobile }) => {
  await deal(page, 'crypto_cards', 2);
  await playToTheEnd(page);
  await useTool(page, 'replay');
  const now = page.locator('#moment');
  const way = (name: string): Promise<void> => page.click(`[data-replay-way=${name}]`);
  const last = Number(await now.getAttribute('max'));
  expect(last).toBeGreaterThan(10);
  await way('first');
  await expect(now).toHaveValue('0');
  await way('on');
  await way('on');
  await expect(now).toHaveValue('2');
  await expect(page.locator('label[for=moment]')).toContainText('after 2 of');
  await way('back');
  await expect(now).toHaveValue('1');
  await way('last');
  await expect(now).toHaveValue(String(last));

  await page.locator('label[for=moment]').click({ trial: true });
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(now).toHaveValue('1');
  for (const pace of ['2×', '4×', '1×', '2×', '4×']) {
    await page.click('[data-pace]');
    await expect(page.locator('[data-pace]')).toHaveText(pace);
  }
  await way('play');
  await expect(now).toHaveValue(String(last), { timeout: 60_000 });

  await showPanel(page, 'log');
  const line = page.locator('.log [data-moment]').nth(3);
  const moment = Number(await line.getAttribute('data-moment'));
  await line.click();
  await expect(now).toHaveValue(String(moment));
  if (!isMobile) await expect(page.locator('.log [aria-current=true]')).toBeInViewport();
});

test('a running match waits while one looks back, and goes on', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'outcry.settings',
      JSON.stringify({ language: 'en', theme: 'auto', sound: false, speed: 'slow' }),
    ),
  );
  await page.goto('./');
  await page.click('[data-play=cash_a_catch]');
  await page.waitForSelector('.stage');
  const entries = (): Promise<number> => page.locator('.stage').evaluate((stage) => Number(stage.dataset.entries));
  const roll = dice(3);
  for (let step = 0; step < 100 && (await entries()) < 3; step++) {
    await act(page, roll);
    await page.waitForTimeout(300);
  }
  await useTool(page, 'replay');
  const last = await page.locator('#moment').getAttribute('max');
  await page.waitForTimeout(3000);
  await expect(page.locator('#moment')).toHaveAttribute('max', last!);
  await page.click('[data-now]');
  for (let step = 0; step < 100 && (await entries()) <= Number(last); step++) {
    await act(page, roll);
    await page.waitForTimeout(300);
  }
  expect(await entries()).toBeGreaterThan(Number(last));
});

test('what is set at the table holds at once, and after a reload', async ({ page }) => {
  await deal(page, 'crypto_cards', 3);
  await useTool(page, 'settings');
  const root = page.locator('html');
  await page.selectOption('[data-set=animated]', 'off');
  await expect(root).toHaveAttribute('data-still', '');
  await page.selectOption('[data-set=safeColours]', 'on');
  await expect(root).toHaveAttribute('data-colours', 'safe');
  await page.getByLabel('Language').selectOption('de');
  await expect(root).toHaveAttribute('lang', 'de');
  await page.reload();
  await page.waitForSelector('.stage');
  await expect(root).toHaveAttribute('data-colours', 'safe');
  await expect(root).toHaveAttribute('lang', 'de');
});
