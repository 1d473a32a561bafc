/** The rule lab: rules are moved and games run; they are compared, shared and played with; for everybody. */
import type { Page } from '@playwright/test';
import { isClean } from './clean';
import { expect, GAMES, test, untilKept } from './table';

/** So many games of each table are played before it stops by itself. */
const ALL = 102_400;

/** Wait until so many games have been played. */
async function untilPlayed(page: Page, games: number): Promise<void> {
  const played = page.locator('[data-games]');
  await expect
    .poll(async () => Number(await played.getAttribute('data-games')), { timeout: 60_000 })
    .toBeGreaterThan(games);
}

/** A figure as it stands: of a measure, at a table. */
function figure(page: Page, measure: string, table = 'A'): Promise<string> {
  return page.locator(`[data-measure="${measure}"] [data-table="${table}"]`).innerText();
}

async function put(page: Page, choice: string, value: number): Promise<void> {
  await page.locator(`[data-choice="${choice}"]`).fill(String(value));
}

test('from home to the lab, where games run, stop and go on @quick', async ({ page }) => {
  await page.goto('./');
  await page.click('[data-lab=dead_cat_bounce]');
  await expect(page.locator('h1')).toHaveText('Rule lab: Dead-Cat Bounce');
  await untilPlayed(page, 500);
  expect(await figure(page, 'wins.0')).toMatch(/^\d+\.\d%\n\d+\.\d to \d+\.\d%$/);
  await expect(page.locator('[data-honest]')).toContainText('whenever you stop');
  await page.click('[data-run]');
  await expect(page.locator('[data-run]')).toHaveText('Go on');
  const stopped = await page.locator('[data-games]').getAttribute('data-games');
  await page.waitForTimeout(400);
  expect(await page.locator('[data-games]').getAttribute('data-games')).toBe(stopped);
  await page.click('[data-run]');
  await untilPlayed(page, Number(stopped));
});

test('a slider is moved, and the pictures follow; by keyboard too', async ({ page }) => {
  await page.goto('./#/lab/bounce/seats=2');
  await untilPlayed(page, 2000);
  const before = await figure(page, 'decisions');
  await put(page, 'jumps.A', 4);
  await expect(page).toHaveURL(/#\/lab\/bounce\/seats=2&jumps=4$/);
  await untilPlayed(page, 2000);
  expect(parseFloat(await figure(page, 'decisions'))).toBeLessThan(parseFloat(before));
  const slider = page.locator('[data-choice="seats.A"]');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/seats=3/);
  await expect(page.locator('[data-group=wins] th[scope=row]')).toHaveText(['first to play', 'second', 'third']);
  await page.keyboard.press('Home');
  await expect(page).toHaveURL(/seats=1/);
  await untilPlayed(page, 2000);
  await expect(page.locator('[data-group=wins]')).toHaveCount(0);
});

test('what an option is good for is told in plain words, beside its name', async ({ page }) => {
  await page.goto('./#/lab/cash_or_crash');
  const name = page.locator('.rules [data-cites="§8.1"]');
  await expect(name).toHaveText('Variant §8.1');
  await name.click();
  await expect(name).toHaveAccessibleDescription(/^§8\.1 Variant: Classic is the game of the rulebook\. /);
});

test('on a phone, too, rules and pictures are in view together', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#/lab/crypto_cards/seats=4');
  await untilPlayed(page, 500);
  const picture = page.locator('[data-group=wins] svg').first();
  await picture.evaluate((drawn) => drawn.scrollIntoView({ block: 'start' }));
  await page.evaluate(() => window.scrollBy(0, -140));
  await expect(picture).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-choice="seats.A"]')).toBeInViewport({ ratio: 1 });
  await put(page, 'seats.A', 3);
  await expect(page).toHaveURL(/seats=3/);
  await expect(page.locator('[data-measure="wins.3"]')).toHaveCount(0);
});

test('two settings are compared game by game, and the link brings the same figures', async ({ page, context }) => {
  test.slow();
  await page.goto('./#/lab/bounce/seats=2');
  await page.click('[data-compare]');
  // The same rules and the same keys: there is no difference at all.
  await put(page, 'seats.B', 2);
  await untilPlayed(page, 2000);
  expect(await figure(page, 'decisions', 'difference')).toMatch(/^0\.00\n0\.00 to 0\.00$/);
  await put(page, 'jumps.B', 6);
  await untilPlayed(page, ALL - 1);
  expect(await figure(page, 'decisions', 'difference')).toMatch(/^−\d/);
  await expect(page.locator('[data-measure=decisions] [data-table=difference] .apart')).toHaveCount(1);
  await page.click('[data-share]');
  const link = await page.locator('[data-share-dialog] textarea').inputValue();
  expect(link).toMatch(/#\/lab\/bounce\/seats=2\/seats=2&jumps=6$/);
  const other = await context.newPage();
  await other.goto(link);
  await untilPlayed(other, ALL - 1);
  for (const group of ['wins', 'points', 'course'])
    expect(await other.locator(`[data-group=${group}]`).innerText()).toBe(
      await page.locator(`[data-group=${group}]`).innerText(),
    );
});

test('"play with these rules" sets up a table with them, and a table leads to the lab', async ({ page }) => {
  await page.goto('./#/lab/crypto_cards/seats=3&hand=4&faces=after-first-joker');
  await page.click('[data-play-with=A]');
  await expect(page.locator('input[name=seats][value="3"]')).toBeChecked();
  await expect(page.locator('#option-hand')).toHaveValue('4');
  await expect(page.locator('#option-faces')).toHaveValue('1');
  await page.locator('#option-hand').fill('6');
  await page.click('[data-lab=crypto_cards]');
  await expect(page).toHaveURL(/#\/lab\/crypto_cards\/seats=3&hand=6&faces=after-first-joker$/);
  await untilPlayed(page, 100);
  await page.goBack();
  await page.click('[data-deal]');
  await expect(page.locator('.stage')).toBeVisible();
});

test('a link that was tampered with gets one sentence, and nothing is played', async ({ page }) => {
  for (const [link, sentence] of [
    ['lab/crypto_cards/hand=99', "Option hand takes a whole number from 3 to 8, not '99'."],
    ['lab/crypto_cards/seats=4/seats=9', 'Crypto Cards is for 2 to 6 players, not 9.'],
    ['lab/crypto_cards/a/b/c', 'There is nothing at this address.'],
  ]) {
    await page.goto(`./#/${link}`);
    await expect(page.getByRole('alert')).toHaveText(sentence!);
    await expect(page.locator('[data-games]')).toHaveCount(0);
  }
  await page.locator('main a.button', { hasText: 'usual rules' }).click();
  await untilPlayed(page, 100);
  await page.goto('./#/setup/crypto_cards/hand=99');
  await expect(page.getByRole('alert')).toHaveText("Option hand takes a whole number from 3 to 8, not '99'.");
  await expect(page.locator('#option-hand')).toHaveValue('5');
});

test('nothing moves while the figures come', async ({ page }) => {
  await page.goto('./#/lab/bounce/seats=3/seats=3&jumps=9');
  await page.waitForSelector('[data-group=course]');
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const places = (): Promise<number[]> =>
    page
      .locator('[data-group], [data-measure]')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  const before = await places();
  await untilPlayed(page, 20_000);
  expect(await places()).toEqual(before);
});

test('it runs offline after one visit', async ({ page, context }) => {
  await page.goto('./');
  await page.waitForSelector('[data-play]');
  await untilKept(page);
  await context.setOffline(true);
  await page.goto('./');
  await page.click('[data-lab=bounce]');
  await untilPlayed(page, 1000);
});

for (const [language, colorScheme, other] of [
  ['en', 'light', ''],
  ['de', 'dark', '/bots=random'],
] as const) {
  test(`axe finds nothing in any lab, ${language}, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.addInitScript(
      (language) => localStorage.setItem('outcry.settings', JSON.stringify({ language, theme: 'auto', sound: false })),
      language,
    );
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const game of GAMES) {
      await page.goto(`./#/lab/${game}/bots=random${other}`);
      await untilPlayed(page, 0);
      await page.click('[data-run]');
      await page
        .locator('details')
        .evaluateAll((all) => all.forEach((each) => ((each as HTMLDetailsElement).open = true)));
      await expect(page.locator('h1')).toContainText(language === 'de' ? 'Regellabor' : 'Rule lab');
      await isClean(page, game);
    }
    await page.click('[data-share]');
    await isClean(page, 'the link');
  });
}
