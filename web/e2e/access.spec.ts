import AxeBuilder from '@axe-core/playwright';
import { act, deal, dice, expect, GAMES, test } from './table';

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the home page, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('./');
    await page.waitForSelector('[data-play]');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  });

  for (const game of GAMES) {
    test(`axe finds nothing at a table of ${game}, ${theme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(`./#/setup/${game}`);
      await page.waitForSelector('[data-deal]');
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      await deal(page, game);
      const roll = dice(3);
      for (let step = 0; step < 15; step++) {
        await act(page, roll);
        await page.waitForTimeout(30);
      }
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    });
  }
}
