import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { isClean } from './clean';

const TOKEN = 'a token for the operator of the test';
let server: ChildProcess;
let url: string;

/** A server of our own, whose token we know and which we may drain. */
test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-'));
  server = spawn(process.env.OUTCRY ?? '../.venv/bin/outcry', ['serve', '--port', '0'], {
    env: {
      ...process.env,
      OUTCRY_DATABASE: join(folder, 'outcry.sqlite'),
      OUTCRY_VAULT_FILE: join(folder, 'vault.key'),
      OUTCRY_OPERATOR_TOKEN: TOKEN,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise((resolve) =>
    server.stdout!.on('data', (said: Buffer) => {
      const found = /http:\S+/.exec(said.toString());
      if (found) resolve(found[0]);
    }),
  );
});

test.afterAll(() => void server.kill());

test('the operator looks at the load, closes a table, bans and drains', async ({ page, request }, info) => {
  const person = (await (await request.post(`${url}api/people`, { data: { name: 'Ann' } })).json()) as {
    token: string;
  };
  const opened = await request.post(`${url}api/tables`, {
    data: { game: 'bounce', seats: 2, bots: { 1: 'easy' } },
    headers: { Authorization: `Bearer ${person.token}` },
  });
  const { table } = (await opened.json()) as { table: string };
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${url}#/operator`);
  await page.locator('#token').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.locator('#token').fill(TOKEN);
  await page.keyboard.press('Enter');
  const row = page.locator(`[data-table="${table}"]`);
  await expect(row).toContainText('Ann');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.screenshot({ path: info.outputPath(`operator-${theme}.png`), fullPage: true });
    await isClean(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  await row.locator('[data-close]').click();
  await expect(row.locator('[data-close]')).toHaveCount(0);
  await row.locator('[data-ban]').click();
  await expect(page.locator('[data-unban]')).toBeVisible();
  await page.locator('[data-unban]').click();
  await expect(page.locator('[data-unban]')).toHaveCount(0);
  await page.locator('[data-drain]').click();
  await expect(page.locator('[data-drain]')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[data-load=tables]')).toBeVisible();
});
