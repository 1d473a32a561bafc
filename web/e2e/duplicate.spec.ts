/** The same cards in other hands: at two tables at once, and in two legs. */
import {
  begin,
  checkGame,
  expect,
  openTableWith,
  resultOf,
  setUp,
  sitDown,
  tableOf,
  test,
  type Somebody,
} from './people';
import { playOn } from './table';

test.skip(({ isMobile }) => isMobile === true, 'once is enough');

/** Points here, there, and what lies between, seat by seat. */
async function scoresOf({ page }: Somebody): Promise<number[][]> {
  await expect(page.locator('[data-scores]')).toBeVisible();
  const cells = await page.locator('[data-scores] td').allInnerTexts();
  const numbers = cells.map((cell) => parseInt(cell.replace('−', '-'), 10));
  return Array.from({ length: numbers.length / 3 }, (_, seat) => numbers.slice(3 * seat, 3 * seat + 3));
}

test('at two tables, found by link, each with its own people', async ({ come }) => {
  const [ada, bob] = [await come(), await come()];
  await setUp(ada.page, 'crypto_cards', 2);
  await ada.page.locator('[data-who="1"]').selectOption('easy');
  await ada.page.locator('[data-people-setup] summary').click();
  await ada.page.getByLabel('The same cards twice').selectOption('tables');
  await ada.page.click('[data-deal]');
  await expect(ada.page.locator('[data-seats] .mine')).toHaveAttribute('data-seat', '0');
  const link = await ada.page.locator('[data-invite-twin] input').inputValue();
  expect(link).not.toContain(tableOf(ada.page));
  await sitDown(bob.page, link);
  await expect(bob.page.locator('[data-seats] .mine .ready')).toBeVisible();
  await begin(ada.page);
  await expect(bob.page.locator('.stage')).toBeVisible();

  await playOn(ada.page, 7);
  const adas = await resultOf(ada.page);
  // Bob still plays these cards: nothing of them is shown.
  await expect(ada.page.locator('[data-file]')).toBeDisabled();
  await expect(ada.page.locator('[data-check], [data-scores]')).toHaveCount(0);
  await playOn(bob.page, 5);
  const bobs = await resultOf(bob.page);
  const scores = await scoresOf(ada);
  expect(scores.map(([here]) => here).sort()).toEqual(
    adas
      .filter((_, cell) => cell % 2 === 1)
      .map(Number)
      .sort(),
  );
  expect(scores.map(([, there]) => there).sort()).toEqual(
    bobs
      .filter((_, cell) => cell % 2 === 1)
      .map(Number)
      .sort(),
  );
  for (const [here, there, between] of scores) expect(between).toBe(here! - there!);
  expect(await scoresOf(bob)).toEqual(scores.map(([here, there]) => [there, here, there! - here!]));
  for (const { page } of [ada, bob]) await checkGame(page);
});

test('in two legs, the seats exchanged', async ({ come }) => {
  const [ada, bob] = [await come(), await come({ isOnPhone: true })];
  const table = { game: 'crypto_cards', seats: 2, haste: 0, duplicate: 'legs' } as const;
  const link = await openTableWith(ada.page, table);
  await sitDown(bob.page, link);
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await begin(ada.page);
  await expect(bob.page.locator('.stage')).toBeVisible();
  for (const { page } of [ada, bob]) await playOn(page, 7);
  await resultOf(ada.page);
  await resultOf(bob.page);
  await expect(ada.page.locator('[data-file]')).toBeDisabled();
  await expect(ada.page.locator('[data-check]')).toHaveCount(0);

  for (const { page } of [ada, bob]) await page.click('[data-next]');
  await expect(ada.page.locator('[data-seats] .mine')).toHaveAttribute('data-seat', '1');
  await bob.page.click('[data-ready]');
  await expect(ada.page.locator('[data-seat="0"] .ready')).toBeVisible();
  await begin(ada.page);
  await expect(bob.page.locator('.stage')).toBeVisible();
  for (const { page } of [ada, bob]) await playOn(page, 3);
  await resultOf(ada.page);
  await resultOf(bob.page);
  for (const one of [ada, bob]) {
    expect(await scoresOf(one)).toHaveLength(2);
    await expect(one.page.locator('[data-scores]')).toContainText('The same people play both legs.');
    await checkGame(one.page);
  }
});
