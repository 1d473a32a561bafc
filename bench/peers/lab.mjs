/**
 * How many games a second the page's rule lab plays on one worker, in real Chromium: prints JSON, two rates per
 * round, by the clock and by the processor time of all that the page did, drawing included.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , outcry, web, rounds] = process.argv;
const require = createRequire(`${web}/package.json`);
const { chromium } = await import(
  pathToFileURL(require.resolve('@playwright/test')).href.replace('index.js', 'index.mjs')
);
const { findBrowser, FLAGS } = await import(pathToFileURL(`${web}/e2e/browser.mjs`).href);

const server = spawn(outcry, ['serve', '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise((found) =>
  server.stdout.on('data', (text) => /http:\S+/.test(text) && found(/http:\S+/.exec(text)[0])),
);
const executablePath = findBrowser();
if (executablePath === null) throw new Error('there is no Chromium here');
const browser = await chromium.launch({
  args: FLAGS,
  ...(executablePath ? { executablePath } : {}),
});
const rates = [];
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
  });
  // A worker per core: with one core there is one.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', {
      get: () => 1,
    }),
  );
  await page.goto(`${url}#/lab/crypto_cards/seats=4`);
  const session = await browser.newBrowserCDPSession();
  const spent = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter(({ type }) => type === 'renderer').reduce((all, { cpuTime }) => all + cpuTime, 0);
  };
  const played = async (round) => {
    const found = await page.waitForFunction(
      (round) => {
        const entry = performance.getEntriesByName('outcry lab')[round];
        return entry ? { games: entry.detail, seconds: entry.duration / 1000 } : null;
      },
      round,
      { timeout: 120_000 },
    );
    return found.jsonValue();
  };
  // The first round is for the compiler to warm up.
  await played(0);
  for (let round = 1; round <= Number(rounds); round++) {
    const before = await spent();
    await page.click('[data-run]');
    const { games, seconds } = await played(round);
    rates.push([games / seconds, games / ((await spent()) - before)]);
  }
} finally {
  await browser.close();
  server.kill();
}
console.log(JSON.stringify(rates));
