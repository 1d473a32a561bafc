/** Every page, panel and dialog is for everyone, in light and in dark: axe finds nothing, nothing is too wide. */
import type { Page } from '@playwright/test';
import { isClean } from './clean';
import { momentsOf, openMoment } from './moments';
import { act, deal, dice, expect, GAMES, showPanel, test, useTool } from './table';

const THEMES = ['light', 'dark'] as const;
/** As many as the page proposes. */
const SEATS: { [game: string]: number } = {
  bounce: 4,
  cash_a_catch: 5,
  cash_or_crash: 6,
  crypto_cards: 4,
  dead_cat_bounce: 4,
};

async function lookAs(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
}

/** Close whatever dialog is open. */
async function closeDialog(page: Page): Promise<void> {
  if (!(await page.locator('dialog[open]').count())) return;
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
}

for (const theme of THEMES) {
  test(`axe finds nothing on any page without a table, ${theme}`, async ({ page }) => {
    test.slow();
    await lookAs(page, theme);
    await page.goto('./');
    await page.waitForSelector('[data-play]');
    await isClean(page, 'home');
    await page.click('[data-settings]');
    await isClean(page, 'settings at home');
    for (const game of GAMES) {
      await page.goto(`./#/setup/${game}`);
      await page.waitForSelector('[data-deal]');
      for (const folded of await page.locator('details:not([open]) > summary').all()) await folded.click();
      await isClean(page, `setup of ${game}`);
      await page.check('[data-people=true]');
      await isClean(page, `setup of ${game} with people`);
    }
    for (const path of ['statistics', 'operator', 'm/0/nothing', 'table/nothing']) {
      await page.goto(`./#/${path}`);
      await page.waitForSelector('h1, [role=alert]');
      await isClean(page, path);
    }
  });

  for (const game of GAMES) {
    test(`axe finds nothing in any phase of ${game}, ${theme}`, async ({ page }) => {
      test.slow();
      await lookAs(page, theme);
      const moments = await momentsOf({ game, seats: SEATS[game]! });
      const seen = new Set<string>();
      for (const moment of moments) {
        if (seen.has(moment.phase) || !(moment.isMine || moment.phase === 'over')) continue;
        seen.add(moment.phase);
        await openMoment(page, moment);
        await isClean(page, moment.phase);
      }
    });

    test(`axe finds nothing in what is opened at a table of ${game}, ${theme}`, async ({ page }) => {
      test.slow();
      await lookAs(page, theme);
      await deal(page, game);
      const roll = dice(3);
      for (let step = 0; step < 15; step++) {
        await act(page, roll);
        await page.waitForTimeout(30);
      }
      await isClean(page, 'a table');
      const menu = page.locator('[data-menu]');
      if (await menu.isVisible()) {
        await menu.click();
        await isClean(page, 'the menu');
        await menu.click();
      }
      for (const panel of ['log', 'rules']) {
        await showPanel(page, panel);
        await isClean(page, panel);
        await closeDialog(page);
      }
      for (const [tool, shown] of [
        ['settings', '[data-close-sheet]'],
        ['share', '[data-share-dialog]'],
        ['replay', '#moment'],
      ] as const) {
        await useTool(page, tool);
        await page.waitForSelector(shown);
        await isClean(page, tool);
        await closeDialog(page);
      }
    });
  }

  test(`axe finds nothing in marked clauses, terms, refusals and long lists, ${theme}`, async ({ page }) => {
    await lookAs(page, theme);
    const moments = await momentsOf({ game: 'dead_cat_bounce', seats: 4 });
    const late = moments.find(({ phase, isMine, entries }) => phase === 'trading' && isMine && entries > 50)!;
    await openMoment(page, late);
    await showPanel(page, 'rules');
    await expect(page.locator('.rules .marked').first()).toBeVisible();
    await isClean(page, 'marked clauses');
    await showPanel(page, 'log');
    await page.locator('.log [data-term]').last().click();
    await expect(page.locator('#explained')).toBeInViewport();
    await isClean(page, 'a term');
    await page.keyboard.press('Escape');
    await closeDialog(page);
    await openMoment(page, (await momentsOf({ game: 'cash_or_crash', seats: 6 }))[0]!);
    await page.click('#actions [data-group=stake]');
    await expect(page.locator('#actions .many')).toBeVisible();
    await isClean(page, 'a long list');

    const selling = (await momentsOf({ game: 'crypto_cards', seats: 4 })).find(
      ({ phase, isMine, entries }) => phase === 'selling' && isMine && entries > 9,
    )!;
    await openMoment(page, selling);
    await page.locator('.held button:not(.can)').first().click();
    await expect(page.locator('.refusal')).toContainText('§');
    await isClean(page, 'a refusal');
  });

  test(`axe finds nothing in what all know at Cash or Crash, ${theme}`, async ({ page }) => {
    await lookAs(page, theme);
    const late = (await momentsOf({ game: 'cash_or_crash', seats: 3 })).find(
      ({ phase, isMine, entries }) => phase === 'staking' && isMine && entries > 15,
    )!;
    await openMoment(page, late);
    for (const note of ['known', 'turned']) {
      await page.click(`#note-${note}`);
      await expect(page.locator(`#note-${note}`)).toHaveAttribute('aria-expanded', 'true');
      await isClean(page, note);
      await page.keyboard.press('Escape');
    }
    await page.click('[data-what]');
    await expect(page.locator('#explained [data-cites]').first()).toBeVisible();
    await isClean(page, 'what the words mean');
  });

  test(`axe finds nothing before something is taken back and after a match is checked, ${theme}`, async ({ page }) => {
    await lookAs(page, theme);
    const moments = await momentsOf({ game: 'crypto_cards', seats: 4 });
    await openMoment(
      page,
      moments.find(({ isMine, entries }) => isMine && entries > 9)!,
    );
    await page.click('[data-undo]');
    await expect(page.locator('[data-consent]')).toBeVisible();
    await isClean(page, 'taking back');
    await openMoment(
      page,
      moments.find(({ phase }) => phase === 'over')!,
    );
    await page.click('[data-check]');
    await expect(page.locator('.check .verdict')).toBeVisible();
    await isClean(page, 'the steps of a check');
  });

  test(`axe finds nothing in files that are no matches, or old ones, ${theme}`, async ({ page }) => {
    await lookAs(page, theme);
    await page.goto('./');
    await page.waitForSelector('[data-play]');
    const give = (text: string): Promise<void> =>
      page.setInputFiles('input[type=file]', {
        name: 'match.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      });
    await give('{"game": 7}');
    await expect(page.getByRole('alert')).toBeVisible();
    await isClean(page, 'a file that is no match');
    const late = (await momentsOf({ game: 'cash_or_crash', seats: 2 })).find(({ entries }) => entries > 30)!;
    await give(JSON.stringify({ ...(JSON.parse(late.file) as object), version: 1 }));
    await expect(page.locator('[data-old-match]')).toBeVisible();
    await isClean(page, 'a match of an older version');
  });

  test(`axe finds nothing in the middle of a lesson, ${theme}`, async ({ page }) => {
    test.slow();
    await lookAs(page, theme);
    for (const game of GAMES) {
      await page.goto('./');
      await page.click(`[data-learn=${game}]`);
      const coach = page.locator('[data-coach]');
      await expect(coach).toHaveAttribute('data-step', '0');
      await expect(async () => {
        await page.evaluate(() => {
          const lit = '#actions .many .advised[data-action], #actions .advised, .stage [data-advised=mark]';
          document.querySelector<HTMLElement>(lit)?.click();
        });
        await expect(coach).not.toHaveAttribute('data-step', '0', { timeout: 500 });
      }).toPass();
      await isClean(page, `a lesson of ${game}`);
    }
  });
}
