/**
 * A game of another package, which has no board and no picture of its own: it is on the home page and is played to its
 * end.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isClean } from './clean';
import { deal, expect, playToTheEnd, showPanel, test } from './table';

const PORT = Number(process.env.OUTCRY_PORT ?? 8765) + 1;
const OUTCRY = process.env.OUTCRY ?? '../.venv/bin/outcry';
let server: ChildProcess | undefined;

// One server for all.
test.describe.configure({ mode: 'serial' });
test.skip(({ isMobile }) => isMobile === true, 'once is enough');
test.use({ baseURL: `http://127.0.0.1:${PORT}/` });

/** A lesson for the game that `outcry new` writes: lay four cards, and see the other lay one. */
const LESSON = [
  `key = "${'07'.repeat(32)}"`,
  'seats = 2',
  'bot = "random"',
  'options = { hand = 4 }',
  'goal.en = "Lay the highest sum."',
  'free.en = "Lay any card."',
  'end.en = "That is all."',
  ...[1, 2, 3, 4].map(
    (card) => `[[steps]]
clause = "§2.2"
do = ["lay"]
say.en = "Lay card number ${card}."
why.en = "Every card counts."`,
  ),
  `[[steps]]
clause = "§2.1"
done = [{ action = "lay", by = "other" }]
say.en = "Watch."
why.en = "They lay, too."`,
].join('\n');

/** Write a game as `outcry new` does, install it for one process, and serve the page with it. */
test.beforeAll(async () => {
  test.setTimeout(240_000);
  const folder = mkdtempSync(join(tmpdir(), 'outcry-'));
  execFileSync(OUTCRY, ['new', 'pearl_market', '--folder', folder]);
  const source = join(folder, 'pearl_market', 'src');
  writeFileSync(join(source, 'pearl_market', 'lesson.toml'), LESSON);
  const described = join(source, 'pearl_market-0.1.0.dist-info');
  mkdirSync(described);
  writeFileSync(join(described, 'METADATA'), 'Metadata-Version: 2.1\nName: pearl_market\nVersion: 0.1.0\n');
  writeFileSync(join(described, 'entry_points.txt'), '[openoutcry.games]\npearl_market = pearl_market:GAME\n');
  server = spawn(OUTCRY, ['serve', '--port', String(PORT)], {
    env: { ...process.env, PYTHONPATH: source, OUTCRY_DATABASE: join(folder, 'tables.sqlite') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    server!.stdout!.on('data', (said) => String(said).includes('http') && ready());
    server!.on('exit', (code) => failed(new Error(`outcry serve ended with ${code}`)));
  });
});

test.afterAll(() => void server?.kill());

test('a game without a board is played from the home page to its end', async ({ page }) => {
  await page.goto('./');
  const card = page.locator('article').filter({ hasText: 'Pearl Market' });
  await expect(card.locator('svg.picture path.bell')).toBeVisible();
  await deal(page, 'pearl_market', 3);
  await expect(page.locator('.generic')).toBeVisible();
  await showPanel(page, 'rules');
  await expect(page.locator('[data-clause="§2.2"]')).toHaveAttribute('aria-current', 'true');
  await playToTheEnd(page);
  await expect(page.locator('[data-result]')).toContainText('All cards are on the table.');
});

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing at the table of a game without a board, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await deal(page, 'pearl_market', 3);
    await expect(page.locator('.generic')).toBeVisible();
    await isClean(page, 'the table');
    await page.goto('./');
    await page.click('[data-learn=pearl_market]');
    await page.locator('#actions .advised[data-action]').first().click();
    await expect(page.locator('[data-coach]')).not.toHaveAttribute('data-step', '0');
    await isClean(page, 'a lesson');
  });

test('a game of another package is learned, with the lesson in its folder', async ({ page }) => {
  await page.goto('./');
  await page.click('[data-learn=pearl_market]');
  await expect(page.locator('[data-coach]')).toContainText('Lay the highest sum.');
  for (const card of [1, 2, 3, 4]) {
    await expect(page.locator('[data-say]')).toHaveText(`Lay card number ${card}.`);
    await page.locator('#actions .advised[data-action]').first().click();
  }
  await expect(page.locator('[data-coach] [data-play-own]')).toBeVisible();
  await expect(page.locator('[data-coach]')).toContainText('That is all.');
});
