/** Lobby, room and play with people are for everyone: axe finds nothing, and nothing is wider than the screen. */
import { isClean } from './clean';
import { begin, entriesOf, expect, openTable, openTableWith, sitDown, test, untilEntries } from './people';
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

  test(`axe finds nothing in what is asked before something is done for good, ${theme}`, async ({ come }) => {
    const [ada, bob] = [await come(), await come({ language: 'de' })];
    for (const { page } of [ada, bob]) await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const link = await openTableWith(ada.page, { game: 'crypto_cards', seats: 2, haste: 0 });
    await ada.page.getByRole('button', { name: 'Close the table' }).click();
    await expect(ada.page.locator('[data-close]')).toBeVisible();
    await isClean(ada.page, 'closing a table');
    await ada.page.getByRole('button', { name: 'Cancel' }).click();
    await sitDown(bob.page, link);
    await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
    await begin(ada.page);
    await expect(bob.page.locator('.stage')).toBeVisible();
    const can = ({ page }: typeof ada): ReturnType<typeof page.locator> => page.locator('#actions [data-action]');
    while ((await can(ada).count()) > 0 && !(await can(bob).count())) {
      const entries = await entriesOf(ada.page);
      await can(ada).first().click();
      await untilEntries(ada.page, entries + 1);
      await untilEntries(bob.page, entries + 1);
    }
    await ada.page.click('[data-undo]');
    await expect(ada.page.locator('[data-consent]')).toBeVisible();
    await isClean(ada.page, 'asking to take back');
    await ada.page.click('[data-consent]');
    for (const { page } of [ada, bob]) {
      await expect(page.locator('[data-undo-asked]')).toBeVisible();
      await isClean(page, 'taking back is asked');
    }
    await bob.page.click('[data-disagree]');
    await ada.page.click('[data-about]');
    await ada.page.getByRole('button', { name: 'Stand up' }).click();
    await isClean(ada.page, 'leaving a seat');
    await ada.page.getByRole('button', { name: 'Cancel' }).click();
    await ada.page.locator('[data-abandon]').last().click();
    for (const { page } of [ada, bob]) {
      await expect(page.locator('[data-abandon-asked]')).toBeVisible();
      await isClean(page, 'abandoning is asked');
    }
    await bob.page.goto('./');
    await bob.page.click('[data-change-me]');
    await bob.page.getByRole('button', { name: 'Mich löschen' }).click();
    await expect(bob.page.locator('[data-delete-me]')).toBeVisible();
    await isClean(bob.page, 'deleting oneself');
  });
}
