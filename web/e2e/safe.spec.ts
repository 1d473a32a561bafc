/** Nothing is lost: reload, files, offline. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act, deal, dice, expect, playToTheEnd, test, untilKept, useTool } from './table';
import { momentsOf, openMoment } from './moments';

test('a reload in mid-game goes on where it was', async ({ page }) => {
  await deal(page, 'crypto_cards', 2);
  const roll = dice(5);
  for (let step = 0; step < 2; step++) {
    await act(page, roll);
    await page.waitForTimeout(40);
  }
  await expect(page.locator('#actions [data-action]').first()).toBeVisible();
  const before = await page.locator('.stage').getAttribute('data-entries');
  const board = await page.locator('.stage').innerText();
  await page.reload();
  await expect(page.locator('.stage')).toHaveAttribute('data-entries', before ?? '');
  expect(await page.locator('.stage').innerText()).toBe(board);
  await page.goto('./#/');
  await page.click('[data-resume]');
  await expect(page.locator('.stage')).toHaveAttribute('data-entries', before ?? '');
});

test('a match of Python’s is opened, shown, and saved to the letter', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-'));
  const path = join(folder, 'match.json');
  const program = `
import random, sys
from openoutcry import Match
match, dice = Match("crypto_cards", 3, seed=4, players=["You", "Bot 1", "Bot 2"]), random.Random(2)
while not match.over:
    seat = match.to_act[0]
    match.play(seat, dice.choice(match.legal(seat)))
match.save(sys.argv[1])`;
  execFileSync('../.venv/bin/python', ['-c', program, path]);
  await page.goto('./');
  await page.setInputFiles('input[type=file]', path);
  await expect(page.locator('[data-result]')).toBeVisible();
  await useTool(page, 'replay');
  await page.locator('#moment').fill('3');
  await expect(page.locator('label[for=moment]')).toContainText('after 3 of');
  const [download] = await Promise.all([page.waitForEvent('download'), useTool(page, 'save')]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(readFileSync(path, 'utf8'));
});

test('a damaged file gets one sentence', async ({ page }) => {
  const path = join(mkdtempSync(join(tmpdir(), 'outcry-')), 'match.json');
  writeFileSync(path, '{"format": "openoutcry match 1", "game": "bounce", "seats": 1, "players": ["You"]}');
  await page.goto('./');
  await page.setInputFiles('input[type=file]', path);
  await expect(page.getByRole('alert')).toContainText('damaged');
});

test('a file of another version of the rules is told, marked, and not played on', async ({ page }) => {
  const path = join(mkdtempSync(join(tmpdir(), 'outcry-')), 'match.json');
  const program = `
import json, sys
from openoutcry import Match
match = Match("bounce", 2, seed=4, players=["You", "Bo"])
match.play(0, "roll")
match.play(1, "roll")
match.save(sys.argv[1])
data = json.load(open(sys.argv[1], encoding="utf-8")) | {"version": 1}
json.dump(data, open(sys.argv[1], "w", encoding="utf-8"))`;
  execFileSync('../.venv/bin/python', ['-c', program, path]);
  await page.goto('./');
  await page.setInputFiles('input[type=file]', path);
  await expect(page.getByRole('note')).toHaveText(
    'Not checked: played by version 1 of the rules of Bounce, here is version 2; Open Outcry 0.1 reads it whole.',
  );
  await expect(page.locator('[data-old-match] li')).toHaveText(['You roll.', 'Bo rolls.']);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('it plays offline after one visit', async ({ page, context }) => {
  await page.goto('./');
  await page.waitForSelector('[data-play]');
  await untilKept(page);
  await context.setOffline(true);
  await page.goto('./');
  await deal(page, 'bounce', 2);
  await playToTheEnd(page);
});

test('undo takes back, and asks for consent when others have acted', async ({ page }) => {
  await deal(page, 'crypto_cards');
  await page.locator('#actions [data-action]').first().click();
  await page.click('[data-undo]');
  await expect(page.locator('.stage')).toHaveAttribute('data-entries', '2');
  const late = (await momentsOf({ game: 'crypto_cards', seats: 4 })).find(
    ({ isMine, entries }) => isMine && entries > 9,
  );
  await openMoment(page, late!);
  const entries = Number(await page.locator('.stage').getAttribute('data-entries'));
  await page.click('[data-undo]');
  await page.click('[data-consent]');
  await expect(page.locator('.stage')).toHaveAttribute('data-entries', String(entries + 1));
});
