import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

const QUESTION = ['lab', 'bounce', '--vary', 'jumps=14..16', '--seats', '2-3', '--precision', '0.05', '--most', '2000'];
const AIMS = ['--aim', 'turns 10..20', '--aim', 'ties < 1%'];

for (const language of ['en', 'de'])
  test(`a report of the lab is one page that everybody can read, ${language}`, async ({ page }) => {
    const folder = mkdtempSync(join(tmpdir(), 'outcry-'));
    const outcry = process.env.OUTCRY ?? '../.venv/bin/outcry';
    execFileSync(outcry, [...QUESTION, ...AIMS, '--language', language, '--to', folder]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const url = pathToFileURL(join(folder, 'report.html')).href;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(url);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations).toEqual([]);
      await expect(page.locator('svg').first()).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    }
    expect(new Set(asked)).toEqual(new Set([url]));
  });
