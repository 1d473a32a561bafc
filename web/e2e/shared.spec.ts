/** A match is shared by a link, looked at by anybody, and played on from any moment. */
import AxeBuilder from '@axe-core/playwright';
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { deal, expect, playToTheEnd, test } from './table';

async function findsNothing(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

for (const theme of ['light', 'dark'] as const) {
  test(`a match is shared by a link and played on from a moment of it, ${theme}`, async ({ page, browser }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await deal(page, 'crypto_cards', 2);
    await playToTheEnd(page);
    const entries = Number(await page.locator('.stage').getAttribute('data-entries'));
    await page.click('[data-share]');
    await expect(page.locator('[data-share-match] textarea')).toBeVisible();
    await findsNothing(page);
    const link = await page.locator('[data-share-match] textarea').inputValue();
    expect(link.length).toBeLessThan(8000);
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-share-match]')).toHaveCount(0);

    const other = await (
      await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce', locale: 'en' })
    ).newPage();
    await other.goto(link);
    await expect(other.locator('[data-shared]')).toContainText('You, Bot 1');
    await expect(other.locator('label[for=moment]')).toContainText(`after 0 of ${entries}`);
    await findsNothing(other);
    await other.locator('#moment').fill('7');
    await expect(other.locator('label[for=moment]')).toContainText('after 7 of');
    await other.click('[data-from-here]');
    await expect(other.locator('.stage')).toHaveAttribute('data-over', 'false');
    await expect(other).toHaveURL(/#\/table\//);
    await playToTheEnd(other);
    const [download] = await Promise.all([other.waitForEvent('download'), other.click('[data-save]')]);
    const program = `
import sys
import openoutcry as oo
match = oo.load(sys.argv[1])
print(match.over, [number for number, entry in enumerate(match.log) if entry.key])`;
    const said = execFileSync('../.venv/bin/python', ['-c', program, await download.path()], { encoding: 'utf8' });
    expect(said.trim()).toBe('True [7]');
    await other.goto(new URL('./#/', link).href);
    await other.locator('[data-finished] summary').click();
    await expect(other.locator('[data-match]')).toContainText('played on from another match');

    await other.goto(link);
    await other.click('[data-keep]');
    await expect(other.locator('[data-result]')).toBeVisible();
    await other.close();
  });
}

test('a link that is none says so', async ({ page }) => {
  await page.goto('./#/m/0/AAAA');
  await expect(page.getByRole('alert')).toHaveText(
    "This file is not a match file: its format should be 'openoutcry match 1'.",
  );
});
