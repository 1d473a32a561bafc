/** Matches are kept: several of them, for one tab each, until they are deleted, and with a way back. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isClean } from './clean';
import { act, deal, dice, expect, playToTheEnd, test } from './table';

/** Deal, and do something, so that there is something to lose. */
async function dealAndAct(page: Page, game: string, seats: number): Promise<string> {
  await deal(page, game, seats);
  const before = await page.locator('.stage').getAttribute('data-entries');
  await act(page, dice(5));
  await expect(page.locator('.stage')).not.toHaveAttribute('data-entries', before ?? '');
  await expect(page.locator('#actions [data-action]').first()).toBeVisible();
  return (await page.locator('.stage').getAttribute('data-entries')) ?? '';
}

for (const theme of ['light', 'dark'] as const) {
  test(`several matches are kept, gone on with, deleted and brought back, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const entries = await dealAndAct(page, 'crypto_cards', 2);
    await deal(page, 'bounce', 2);
    await playToTheEnd(page);
    await page.goto('./#/');
    await expect(page.locator('[data-matches="2"]')).toBeVisible();
    await expect(page.locator('[data-match][data-over=false]')).toContainText('Crypto Cards');
    await page.locator('[data-finished] summary').click();
    await expect(page.locator('[data-match][data-over=true]')).toContainText(/Won|Shared win|Place 2 of 2/);
    await isClean(page);

    await page.locator('[data-match][data-over=true] [data-delete]').click();
    await expect(page.locator('[data-match] [data-bring-back]')).toBeFocused();
    await isClean(page);
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-match][data-over=true] [data-look]')).toBeFocused();
    await page.locator('[data-match][data-over=true] [data-delete]').click();
    await expect(page.locator('[data-bring-back]')).toBeVisible();
    await page.reload();
    await expect(page.locator('[data-matches="1"]')).toBeVisible();

    await page.click('[data-resume]');
    await expect(page.locator('.stage')).toHaveAttribute('data-entries', entries);
  });
}

test('all matches are saved as one archive, and each can be read by Python', async ({ page }) => {
  await dealAndAct(page, 'crypto_cards', 2);
  await dealAndAct(page, 'cash_or_crash', 2);
  await page.goto('./#/');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-export]')]);
  const program = `
import sys, tempfile, zipfile
import openoutcry as oo
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
with tempfile.TemporaryDirectory() as folder:
    print(sorted(oo.load(archive.extract(name, folder)).game.name for name in archive.namelist()))`;
  const said = execFileSync('../.venv/bin/python', ['-c', program, await download.path()], { encoding: 'utf8' });
  expect(said.trim()).toBe("['cash_or_crash', 'crypto_cards']");
});

test('a second tab watches, takes over, and neither overwrites the other', async ({ page, context }) => {
  const entries = await dealAndAct(page, 'crypto_cards', 2);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.locator('.stage')).toHaveAttribute('data-entries', entries);
  await expect(second.locator('[data-take-over]')).toBeVisible();
  await expect(second.locator('#actions [data-action]')).toHaveCount(0);
  await isClean(second);

  await page.bringToFront();
  await act(page, dice(7));
  await expect(page.locator('.stage')).not.toHaveAttribute('data-entries', entries);
  await page.waitForSelector('#actions [data-action]');
  const later = (await page.locator('.stage').getAttribute('data-entries')) ?? '';
  await expect(second.locator('.stage')).toHaveAttribute('data-entries', later);

  await second.bringToFront();
  await second.click('[data-take-over]');
  await expect(second.locator('[data-take-over]')).toHaveCount(0);
  await expect(page.locator('[data-take-over]')).toBeVisible();
  await expect(page.locator('#actions [data-action]')).toHaveCount(0);
  await second.waitForSelector('#actions [data-action]');
  await act(second, dice(9));
  await expect(second.locator('.stage')).not.toHaveAttribute('data-entries', later);
  await second.waitForSelector('#actions [data-action]');
  const last = (await second.locator('.stage').getAttribute('data-entries')) ?? '';
  await expect(page.locator('.stage')).toHaveAttribute('data-entries', last);

  await second.close();
  await page.reload();
  await expect(page.locator('[data-take-over]')).toHaveCount(0);
  await expect(page.locator('.stage')).toHaveAttribute('data-entries', last);
});

test('the match that a former version kept is taken over', async ({ page }) => {
  const program = `
from openoutcry import Match
from openoutcry.table.file import text_of
match = Match("bounce", 2, seed=4, players=["You", "Bot 1"], bots={1: "easy"})
match.play(0, "roll")
print(text_of(match))`;
  const file = execFileSync('../.venv/bin/python', ['-c', program], { encoding: 'utf8' });
  const former = { game: 'bounce', file, seat: 0, bots: { 1: 'easy' }, pace: 0, over: false };
  await page.addInitScript(
    (kept) =>
      sessionStorage.getItem('asked') ??
      (sessionStorage.setItem('asked', '1'), localStorage.setItem('outcry.match', kept)),
    JSON.stringify(former),
  );
  await page.goto('./');
  await expect(page.locator('[data-match]')).toContainText('Bounce');
  expect(await page.evaluate(() => localStorage.getItem('outcry.match'))).toBeNull();
  await page.click('[data-resume]');
  await expect(page.locator('.stage')).toBeVisible();
});

test('a file that cannot be opened leaves everything as it was, and gets the sentence that fits', async ({ page }) => {
  await dealAndAct(page, 'crypto_cards', 2);
  await page.goto('./#/');
  const folder = mkdtempSync(join(tmpdir(), 'outcry-'));
  for (const [name, text, sentence] of [
    ['notes.json', 'Milk, bread, six eggs', 'This file is not a match file'],
    ['list.json', '[1, 2]', 'This file is not a match file'],
    ['cut.json', '{"format": "openoutcry match 1", "game": "bou', 'This file is damaged'],
  ] as const) {
    writeFileSync(join(folder, name), text);
    await page.setInputFiles('input[type=file]', join(folder, name));
    await expect(page.getByRole('alert')).toContainText(sentence);
  }
  await expect(page.locator('[data-matches="1"]')).toBeVisible();
  await page.click('[data-resume]');
  await expect(page.locator('#actions [data-action]').first()).toBeVisible();
});
