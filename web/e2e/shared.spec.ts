/** A match is shared by a link, looked at by anybody, and played on from any moment. */
import { execFileSync } from 'node:child_process';
import { isClean } from './clean';
import { deal, expect, playToTheEnd, test, useTool } from './table';

for (const theme of ['light', 'dark'] as const) {
  test(`a match is shared by a link and played on from a moment of it, ${theme}`, async ({ page, browser }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await deal(page, 'crypto_cards', 2);
    await playToTheEnd(page);
    const entries = Number(await page.locator('.stage').getAttribute('data-entries'));
    await useTool(page, 'share');
    await expect(page.locator('[data-share-dialog] textarea')).toBeVisible();
    await isClean(page);
    const link = await page.locator('[data-share-dialog] textarea').inputValue();
    expect(link.length).toBeLessThan(8000);
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-share-dialog]')).toHaveCount(0);

    const other = await (
      await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce', locale: 'en' })
    ).newPage();
    await other.goto(link);
    await expect(other.locator('[data-shared]')).toContainText('You, Bot 1');
    await expect(other.locator('label[for=moment]')).toContainText(`after 0 of ${entries}`);
    await isClean(other);
    await other.locator('#moment').fill('7');
    await expect(other.locator('label[for=moment]')).toContainText('after 7 of');
    await other.click('[data-from-here]');
    await expect(other.locator('.stage')).toHaveAttribute('data-over', 'false');
    await expect(other).toHaveURL(/#\/table\//);
    await playToTheEnd(other);
    const [download] = await Promise.all([other.waitForEvent('download'), useTool(other, 'save')]);
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
    'The match in this link cannot be read: part of the link is missing or was changed.',
  );
});
