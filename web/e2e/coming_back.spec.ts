/** Lines break, windows are many, servers die: everybody comes back, and nothing is lost. */
import {
  begin,
  checkGame,
  entriesOf,
  expect,
  forgiveLines,
  openTable,
  openTableWith,
  resultOf,
  sitDown,
  test as base,
  untilEntries,
} from './people';
import { Serving } from './serving';
import { playOn, untilKept } from './table';

const test = base.extend<{ serving: Serving }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright looks at how the argument is written
  serving: async ({}, use) => {
    const serving = await Serving.begun();
    await use(serving);
    await serving.forget();
  },
});

test.skip(({ isMobile }) => isMobile === true, 'once is enough');
test.setTimeout(240_000);

test('a server that was killed goes on, and so do those who play there', async ({ come, serving }) => {
  const [ada, bob] = [await come({ at: serving.at }), await come({ at: serving.at })];
  const link = await openTableWith(ada.page, { game: 'crypto_cards', seats: 3, haste: 0 });
  await sitDown(bob.page, link);
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await begin(ada.page);
  await expect(bob.page.locator('.stage')).toBeVisible();
  await playOn(ada.page, 7);
  await playOn(bob.page, 5);
  await untilEntries(ada.page, 8);
  await serving.end('SIGKILL');
  for (const { page } of [ada, bob]) await expect(page.locator('[data-line=gone]')).toBeVisible();
  const before = await Promise.all([entriesOf(ada.page), entriesOf(bob.page)]);
  await serving.begin();
  for (const { page } of [ada, bob]) await expect(page.locator('[data-line=gone]')).toBeHidden({ timeout: 30_000 });
  const result = await resultOf(ada.page);
  expect(await resultOf(bob.page)).toEqual(result);
  expect(await entriesOf(ada.page)).toBeGreaterThan(Math.max(...before));
  for (const one of [ada, bob]) {
    await checkGame(one.page);
    forgiveLines(one);
  }
});

test('a server that was stopped is missed, and the page plays alone', async ({ come, serving }) => {
  const ada = await come({ at: serving.at });
  await ada.page.goto('./');
  await expect(ada.page.locator('[data-lobby]')).toBeVisible();
  await untilKept(ada.page);
  await serving.end('SIGTERM');
  await ada.page.reload();
  await expect(ada.page.locator('[data-play=crypto_cards]')).toBeVisible();
  await expect(ada.page.locator('[data-lobby]')).toHaveCount(0);
  await ada.page.click('[data-play=crypto_cards]');
  await playOn(ada.page, 3);
  await resultOf(ada.page);
  forgiveLines(ada);
});

test('another window takes the table over, and gives it back when asked', async ({ come }) => {
  const ada = await come();
  await openTable(ada.page, 'bounce');
  const second = await ada.context.newPage();
  await second.goto(ada.page.url());
  await expect(second.locator('[data-seats]')).toBeVisible();
  await expect(ada.page.locator('[data-line=closed]')).toBeVisible();
  await ada.page.click('[data-come-back]');
  await expect(ada.page.locator('[data-line=closed]')).toBeHidden();
  await expect(second.locator('[data-line=closed]')).toBeVisible();
});
