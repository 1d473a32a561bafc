/** Two people, a bot and a spectator at a table of the server: a whole game of each. */
import type { NewTable } from '../src/generated/protocol';
import {
  begin,
  checkGame,
  entriesOf,
  expect,
  forgiveLines,
  openTableWith,
  resultOf,
  sitDown,
  test,
  untilEntries,
  type Come,
  type Somebody,
} from './people';
import { act, dice, isOver, playOn } from './table';
import { Wire } from './wire';

/** Games that are over soon, but not at once: all have to land. */
const SHORT: { [game: string]: Partial<NewTable> } = {
  bounce: { options: { finish: 1 } },
  cash_a_catch: { pace: 0.5, options: { ones: 2, twos: 2, threes: 2 } },
  cash_or_crash: { options: { round_limit: 3 } },
  crypto_cards: { options: { hand: 3 } },
  dead_cat_bounce: {},
};

interface Gathered {
  ada: Somebody;
  bob: Somebody;
  eve: Somebody;
  /** The invitation as Bob got it. */
  link: string;
}

/** Two who play, one of them on a phone and in another language, and one who watches; the game has begun. */
async function gathered(come: Come, game: string, bobsServer: string): Promise<Gathered> {
  const [ada, bob, eve] = [await come(), await come({ language: 'de', isOnPhone: true }), await come()];
  const link = await openTableWith(ada.page, { game, seats: 3, haste: 0, ...SHORT[game] });
  const bobsLink = new URL(new URL(link).hash, bobsServer).href;
  await sitDown(bob.page, bobsLink);
  const watch = await ada.page.locator('[data-watch] input').inputValue();
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await begin(ada.page);
  await expect(bob.page.locator('.stage')).toBeVisible();
  await eve.page.goto(watch);
  await expect(eve.page.locator('.stage')).toBeVisible();
  await expect(ada.page.locator('[data-at-table]')).toContainText('1 spectator');
  return { ada, bob, eve, link: bobsLink };
}

/** Bob's page is closed, and opened again. */
async function closeAndOpen({ ada, bob, link }: Gathered): Promise<void> {
  await bob.page.close();
  await expect(ada.page.locator('[data-at="1"]')).toContainText('away');
  bob.page = await bob.context.newPage();
  await bob.page.goto(link);
  await playOn(bob.page, 3);
}

/** Bob's lid is closed, and opened again: the page is the same, but nothing came through meanwhile. */
async function cutAndMend({ ada, bob }: Gathered, wire: Wire): Promise<void> {
  wire.cut();
  await expect(bob.page.locator('[data-line=gone]')).toBeVisible();
  await expect(ada.page.locator('[data-at="1"]')).toContainText('away');
  wire.mend();
  await expect(bob.page.locator('[data-line=gone]')).toBeHidden({ timeout: 20_000 });
  forgiveLines(bob);
  await playOn(bob.page, 3);
}

/** Bob plays until so much has happened: without him the table goes on no further, however slow this machine is. */
async function playUntil({ page }: Somebody, entries: number): Promise<void> {
  const roll = dice(5);
  while (!(await isOver(page)) && (await entriesOf(page)) < entries) {
    await act(page, roll);
    await page.waitForTimeout(20);
  }
}

test.skip(({ isMobile }) => isMobile === true, 'there is a phone in it');
test.setTimeout(240_000);

for (const [game, isPageClosed] of [
  ['crypto_cards', false],
  ['bounce', true],
  ['cash_a_catch', false],
  ['cash_or_crash', true],
  ['dead_cat_bounce', true],
] as const) {
  const tag = game === 'crypto_cards' ? ['@quick'] : [];
  test(`${game} from the invitation to the first move at the next table`, { tag }, async ({ come, baseURL }) => {
    const wire = await Wire.to(baseURL!);
    const all = await gathered(come, game, wire.at);
    const { ada, bob, eve } = all;
    await playOn(ada.page, 7);
    await playUntil(bob, 4);
    const before = await entriesOf(bob.page);
    expect(await isOver(bob.page)).toBe(false);
    await (isPageClosed ? closeAndOpen(all) : cutAndMend(all, wire));
    await expect(bob.page.locator('.stage')).toBeVisible();
    await expect(ada.page.locator('[data-at="1"]')).not.toContainText('away');
    expect(await entriesOf(bob.page)).toBeGreaterThanOrEqual(before);

    const result = await resultOf(ada.page);
    expect(await resultOf(bob.page)).toEqual(result);
    expect(await resultOf(eve.page)).toEqual(result);
    for (const one of [ada, bob, eve]) {
      await checkGame(one.page);
      expect(await one.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
    await ada.page.click('[data-again]');
    await expect(ada.page.locator('[data-seats] .mine')).toHaveAttribute('data-seat', '1');
    await bob.page.click('[data-next]');
    await expect(bob.page.locator('[data-seats] .mine')).toHaveAttribute('data-seat', '2');
    await bob.page.click('[data-ready]');
    await begin(ada.page);
    await expect(bob.page.locator('.stage')).toBeVisible();
    for (const [one, seed] of [
      [ada, 7],
      [bob, 5],
    ] as const)
      await playOn(one.page, seed);
    await untilEntries(bob.page, 1);
    wire.remove();
  });
}
