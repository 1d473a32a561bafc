/** How long the page's own script takes to draw a move, in real Chromium: plays every game for a while and prints JSON, milliseconds a game. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , outcry, web, moves] = process.argv;
const require = createRequire(`${web}/package.json`);
const { chromium } = await import(pathToFileURL(require.resolve('@playwright/test')).href.replace('index.js', 'index.mjs'));
const { findBrowser, FLAGS } = await import(pathToFileURL(`${web}/e2e/browser.mjs`).href);

const server = spawn(outcry, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((found) => server.stdout.on('data', (text) => /http:\S+/.test(text) && found(/http:\S+/.exec(text)[0])));
const executablePath = findBrowser();
if (executablePath === null) throw new Error('there is no Chromium here');
const browser = await chromium.launch({ args: FLAGS, ...(executablePath ? { executablePath } : {}) });
const figures = {};
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.addInitScript(() => localStorage.setItem('outcry.settings', JSON.stringify({ language: 'en', theme: 'light', sound: false, speed: 'instant' })));
  await page.goto(url);
  await page.waitForSelector('[data-play]');
  const games = await page.locator('[data-setup]').evaluateAll((links) => links.map((link) => link.dataset.setup));
  for (const game of games) {
    await page.goto(`${url}#/setup/${game}`);
    await page.waitForSelector('[data-deal]');
    const pace = page.locator('select').filter({ has: page.locator('option', { hasText: 'no clock' }) });
    if (await pace.count()) await pace.selectOption('0');
    await page.click('[data-deal]');
    await page.waitForSelector('.stage');
    figures[game] = await page.evaluate(async (wanted) => {
      performance.clearMeasures();
      let number = 1;
      for (let tries = 0; tries < 4000 && performance.getEntriesByName('outcry move').length < wanted; tries++) {
        const bar = [...document.querySelectorAll('#actions [data-action], [data-again]')];
        number = (number * 16807) % 2147483647;
        (bar[number % Math.max(1, bar.length)] ?? document.querySelector('#actions [data-group]'))?.click();
        await new Promise((done) => setTimeout(done, 4));
      }
      return performance.getEntriesByName('outcry move').map((entry) => entry.duration);
    }, Number(moves));
  }
} finally {
  await browser.close();
  server.kill();
}
console.log(JSON.stringify(figures));
