/**
 * How long the page's own script takes to draw a move: plays every game for a while and prints JSON, milliseconds a
 * game.
 */
import { tellInPage } from './in_page.mjs';

await tellInPage(async ({ page, url, count }) => {
  const figures = {};
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
    }, count);
  }
  return figures;
});
