import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser, FLAGS } from './e2e/browser.mjs';
import { keptIn } from './e2e/serving';

const PORT = Number(process.env.OUTCRY_PORT ?? 8765);
const executablePath = findBrowser() ?? undefined;

export default defineConfig({
  testDir: 'e2e',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  workers: 2,
  // The page shuffles by chance, and machines are shared: a game may end sooner than a test foresaw, but not each time.
  retries: process.env.CI ? 2 : 0,
  fullyParallel: true,
  reporter: process.env.CI ? 'line' : 'list',
  use: {
    baseURL: `http://127.0.0.1:${PORT}/`,
    launchOptions: { args: FLAGS, ...(executablePath ? { executablePath } : {}) },
    actionTimeout: 20_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 860 } } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
  ],
  webServer: {
    command: `${process.env.OUTCRY ?? '../.venv/bin/outcry'} serve --port ${PORT}`,
    url: `http://127.0.0.1:${PORT}/`,
    env: keptIn(mkdtempSync(join(tmpdir(), 'outcry-'))),
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
