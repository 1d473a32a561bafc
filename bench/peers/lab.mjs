/**
 * How many games a second the page's rule lab plays on one worker: prints JSON, two rates per round, by the clock and by
 * the processor time of all that the page did, drawing included.
 */
import { tellInPage } from './in_page.mjs';

await tellInPage(async ({ browser, page, url, count }) => {
  const rates = [];
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
  for (let round = 1; round <= count; round++) {
    const before = await spent();
    await page.click('[data-run]');
    const { games, seconds } = await played(round);
    rates.push([games / seconds, games / ((await spent()) - before)]);
  }
  return rates;
});
