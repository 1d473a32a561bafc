/** The match of the day counts once, and statistics tell what all came to. */
import { execFileSync } from 'node:child_process';
import { isClean } from './clean';
import { expect, playToTheEnd, test, useTool } from './table';

for (const theme of ['light', 'dark'] as const) {
  test(`the match of the day has the day's key, counts once and is shared, ${theme}`, async ({ page }) => {
    // A day whose game is Crypto Cards.
    await page.clock.setFixedTime(new Date('2026-11-21T12:00:00'));
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('./');
    await page.waitForSelector('[data-day]');
    await page.locator('[data-day] summary').click();
    await isClean(page);
    await page.click('[data-day-other=bounce]');
    await page.waitForSelector('.stage');
    await playToTheEnd(page);
    const [download] = await Promise.all([page.waitForEvent('download'), useTool(page, 'save')]);
    const program = `
import json, hashlib, sys
key = hashlib.sha256(b"openoutcry day 1 2026-11-21 bounce").hexdigest()
print(json.load(open(sys.argv[1], encoding="utf-8"))["key"] == key)`;
    const said = execFileSync('../.venv/bin/python', ['-c', program, await download.path()], { encoding: 'utf8' });
    expect(said.trim()).toBe('True');
    await page.goto('./#/');
    await page.locator('[data-day] summary').click();
    await expect(page.locator('[data-day] li').filter({ has: page.locator('[data-day-other=bounce]') })).toContainText(
      /Place \d of/,
    );

    const game = page.locator('[data-day-play]');
    await game.click();
    await page.waitForSelector('.stage');
    await playToTheEnd(page);
    await page.goto('./#/');
    await expect(page.locator('[data-day-result]')).toContainText(/Place \d of/);
    const result = await page.locator('[data-day-result]').innerText();
    await page.click('[data-day-share]');
    await expect(page.locator('[data-day] textarea')).toHaveValue(/match of the day, 2026-11-21\n.*Place \d of/);
    await isClean(page);
    await page.click('[data-day-play]');
    await page.waitForSelector('.stage');
    await playToTheEnd(page, 7);
    await page.goto('./#/');
    await expect(page.locator('[data-day-result]')).toHaveText(result);

    await page.locator('[data-finished] summary').click();
    await page.locator('[data-look]').first().click();
    await page.selectOption('[data-depth]', '2000000');
    await page.click('[data-review]');
    await expect(page.locator('[data-reviewed=true]')).toBeVisible({ timeout: 60_000 });
    await page.goto('./#/');
    await page.click('[data-statistics]');
    await expect(page.locator('[data-wins]').first()).toContainText('/ 3');
    await expect(page.getByRole('main')).toContainText(/From 1 review|No review has found/);
    await isClean(page);
  });
}
