/** Lobby, room and play with people are for everyone: axe finds nothing, and nothing is wider than the screen. */
import AxeBuilder from '@axe-core/playwright';
import { begin, expect, openTable, sitDown, test, type Somebody } from './people';

test.skip(({ isMobile }) => isMobile === true, 'there is a phone in it');
test.setTimeout(240_000);

async function isClean({ page }: Somebody): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in lobby, room and play, ${theme}`, async ({ come }) => {
    const [ada, bob] = [await come(), await come({ language: 'de', isOnPhone: true })];
    for (const { page } of [ada, bob]) await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await ada.page.goto('./#/setup/cash_or_crash');
    await ada.page.check('[data-people=true]');
    await ada.page.locator('summary').first().click();
    await isClean(ada);
    const link = await openTable(ada.page, 'crypto_cards');
    await bob.page.goto('./');
    await bob.page.click('[data-change-me]');
    await isClean(bob);
    await sitDown(bob.page, link);
    await bob.page.locator('[data-phrase=nice]').click();
    await isClean(ada);
    await isClean(bob);
    await begin(ada.page);
    for (const one of [ada, bob]) {
      await one.page.click('[data-talk]');
      await one.page.click('[data-about]');
      await isClean(one);
    }
  });
}
