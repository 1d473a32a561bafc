/** Lobby, room and play with people are for everyone: axe finds nothing, and nothing is wider than the screen. */
import { isClean } from './clean';
import { begin, openTable, sitDown, test } from './people';
import { showPanel } from './table';

test.skip(({ isMobile }) => isMobile === true, 'there is a phone in it');
test.setTimeout(240_000);

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in lobby, room and play, ${theme}`, async ({ come }) => {
    const [ada, bob] = [await come(), await come({ language: 'de', isOnPhone: true })];
    for (const { page } of [ada, bob]) await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await ada.page.goto('./#/setup/cash_or_crash');
    await ada.page.check('[data-people=true]');
    await ada.page.locator('summary').first().click();
    await isClean(ada.page);
    const link = await openTable(ada.page, 'crypto_cards');
    await bob.page.goto('./');
    await bob.page.click('[data-change-me]');
    await isClean(bob.page);
    await sitDown(bob.page, link);
    await bob.page.locator('[data-phrase=nice]').click();
    await isClean(ada.page);
    await isClean(bob.page);
    await begin(ada.page);
    for (const one of [ada, bob]) {
      await showPanel(one.page, 'talk');
      await isClean(one.page);
      if (await one.page.locator('[data-close-sheet]').isVisible()) await one.page.click('[data-close-sheet]');
      await one.page.click('[data-about]');
      await isClean(one.page);
    }
  });
}
