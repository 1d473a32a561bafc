/** Several people at one device: hands behind a curtain, secret choices one after another, races on one screen. */
import type { Page } from '@playwright/test';
import { isClean } from './clean';
import { chooseHere, dealHere, doIt, expectNoHand, handIn, heardIn, overhear, takeIt } from './device';
import { act, dice, expect, isOver, test, useTool } from './table';

/** What the boards show is looked at in access.spec.ts; news that fades in, as in a race, has no contrast yet. */
async function findsNothing(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await isClean(page, '', '.stage');
}

/** Everybody plays until the game is over, and at every curtain the page is looked through for hands. */
async function playRound(
  page: Page,
  look: (hands: Map<number, string[]>) => Promise<void>,
  seed: number,
): Promise<number> {
  const roll = dice(seed);
  const hands = new Map<number, string[]>();
  let [curtains, holder] = [0, -1];
  for (let step = 0; step < 3000 && !(await isOver(page)); step++) {
    if (await page.locator('[data-curtain]').isVisible()) {
      curtains++;
      await look(hands);
      holder = await takeIt(page);
      await page.waitForSelector('.stage');
    } else if (await page.locator('[data-hand-over]').isVisible()) {
      hands.set(holder, await handIn(page));
      await page.click('[data-hand-over]');
      await page.waitForSelector('[data-curtain], [data-result]');
    } else {
      await act(page, roll);
      await page.waitForTimeout(10);
    }
  }
  return curtains;
}

test('a whole game of two people and a bot, and no hand in the page at any curtain', async ({ page }) => {
  await overhear(page);
  await dealHere(page, 'crypto_cards', [{ name: 'Anna' }, {}, { name: 'Ben' }]);
  await expect(page.getByRole('heading', { name: 'Give the device to Anna' })).toBeFocused();
  const seen = new Set<string>();
  const look = async (hands: Map<number, string[]>): Promise<void> => {
    const held = [...hands.values()].flat();
    held.forEach((card) => seen.add(card));
    await expectNoHand(page, held);
  };
  const curtains = await playRound(page, look, 3);
  expect(curtains).toBeGreaterThan(4);
  expect(seen.size).toBeGreaterThan(8);
  // The file comes when the match is over, and not before.
  await expect.poll(async () => (await heardIn(page)).files).toBe(1);
  const { views, keys } = await heardIn(page);
  expect(keys).toBe(1);
  expect(new Set(views)).toEqual(new Set([null, 0, 2]));
  await expect(page.locator('[data-result]')).toContainText(/(Anna|Ben|Bot 1) wins|share the win/);
  await findsNothing(page);
  await page.click('[data-as="2"]');
  await expect(page.locator('[data-review]')).toBeVisible();
  await page.click('[data-for-all]');
  await expect(page.locator('[data-review]')).toHaveCount(0);
  await page.click('[data-again]');
  await expect(page.getByRole('heading', { name: 'Give the device to Ben' })).toBeVisible();
});

test('a stake is nobody else’s business: whatever Anna stakes, Ben is shown the same', async ({ page }) => {
  const shown: string[] = [];
  for (const stakes of [
    ['stake GGG', 'stake OOO'],
    ['stake WWW', 'stake GOW'],
  ]) {
    await dealHere(page, 'cash_or_crash', [{ name: 'Anna' }, { name: 'Ben' }]);
    await takeIt(page);
    for (const stake of stakes) await doIt(page, stake);
    await page.click('[data-hand-over]');
    await page.waitForSelector('[data-curtain="1"]');
    const curtain = await page.locator('[data-curtain]').innerHTML();
    await takeIt(page);
    await page.waitForTimeout(300);
    shown.push(curtain + (await page.locator('.page').innerHTML()));
  }
  expect(shown[1]).toBe(shown[0]);
  for (const stake of ['stake GGO', 'stake GGW']) await doIt(page, stake);
  await expect(page.locator('[data-hand-over]')).toContainText('Anna');
  // What one chose may be taken back until all have chosen; now all have, and all of them have to agree.
  await useTool(page, 'undo');
  await expect(page.getByRole('alert')).toContainText('Do all of you agree');
  await page.click('[data-consent]');
  await expect(page.locator('[data-hand-over]')).toHaveCount(0);
  await expect(page.locator('#actions [data-action]').first()).toBeVisible();
});

test('an offer goes to the other person, and the answer comes back', async ({ page }) => {
  await dealHere(page, 'dead_cat_bounce', [{ name: 'Anna' }, { name: 'Ben' }]);
  await takeIt(page);
  const hand = await handIn(page);
  expect(hand.length).toBeGreaterThan(1);
  await doIt(page, 'propose 1');
  await doIt(page, `give ${hand[0]!.slice(0, 2)}`);
  await doIt(page, 'want_any');
  await doIt(page, 'send');
  await page.click('[data-hand-over]');
  await expect(page.getByRole('heading', { name: 'Give the device to Ben' })).toBeVisible();
  // The offer is open to all; the rest of the hand is not.
  await expect(page.locator('[data-curtain]')).toContainText('Ben would get');
  await expect(page.locator('.stage, [data-piece], [data-own]')).toHaveCount(0);
  await takeIt(page);
  await doIt(page, 'decline');
  await expect(page.locator('[data-hand-over]')).toContainText('Anna');
  await page.click('[data-hand-over]');
  await page.waitForSelector('[data-curtain="0"]');
  await takeIt(page);
  expect(await handIn(page)).toEqual(hand);
});

/** Whoever has rung goes on, but where the lot is a thief or a can that is of no use. */
const hasRung = (name: string): RegExp => new RegExp(`${name}, it is your turn|${name} rings the bell`);

test('the bell of one screen: a key for each, and the first that is pressed rings', async ({ page }) => {
  await dealHere(page, 'cash_a_catch', [{ name: 'Anna' }, { name: 'Ben' }, { name: 'Cem' }, {}], '20');
  await expect(page.locator('[data-curtain]')).toHaveCount(0);
  await expect(page.locator('.status')).toContainText('Anna, it is your turn');
  await page.click('#actions [data-action=open]');
  await expect(page.locator('[data-race]')).toBeVisible();
  await expect(page.locator('[data-key="0"]')).toBeDisabled();
  await findsNothing(page);
  // The bell itself is nobody's here, and Anna, who sells, has none.
  await expect(page.locator('.stage [data-bell]')).toBeDisabled();
  await page.keyboard.press('a');
  await page.evaluate(() => {
    for (const key of ['q', 'l']) window.dispatchEvent(new KeyboardEvent('keydown', { key }));
  });
  await expect(page.locator('body')).toContainText(hasRung('Cem'));
});

test.describe('with fingers', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the bell of one screen: a corner for each', async ({ page }) => {
    await dealHere(
      page,
      'cash_a_catch',
      ['Anna', 'Ben', 'Cem', 'Dora'].map((name) => ({ name })),
      '20',
    );
    await page.tap('#actions [data-action=open]');
    await expect(page.locator('[data-race]')).toBeVisible();
    const boxes = await page.locator('[data-key]').evaluateAll((fields) =>
      fields.map((field) => {
        const { left, top, right, bottom } = field.getBoundingClientRect();
        return { seat: (field as HTMLElement).dataset.key, left, top, right, bottom };
      }),
    );
    for (const { left, top, right, bottom } of boxes) {
      expect(Math.min(right - left, bottom - top)).toBeGreaterThanOrEqual(48);
      expect([left >= 0, right <= 390, top >= 0, bottom <= 844]).toEqual([true, true, true, true]);
    }
    const corner = (seat: string): string => {
      const box = boxes.find((each) => each.seat === seat)!;
      return `${box.top > 422 ? 'lower' : 'upper'} ${box.left < 195 ? 'left' : 'right'}`;
    };
    expect(['0', '1', '2', '3'].map(corner).sort()).toEqual(['lower left', 'lower right', 'upper left', 'upper right']);
    await findsNothing(page);
    await page.tap('[data-key="3"]');
    await expect(page.locator('body')).toContainText(hasRung('Dora'));
  });
});

test('a key stops a race where hands are hidden, and whoever pressed it looks alone', async ({ page }) => {
  await chooseHere(
    page,
    'cash_or_crash',
    ['Anna', 'Ben', 'Cem'].map((name) => ({ name })),
    '20',
  );
  await page.selectOption('#option-variant', { label: 'Blitz' }).catch(() => page.selectOption('#option-variant', '2'));
  await page.click('[data-deal]');
  for (let step = 0; step < 40 && !(await page.locator('[data-race]').isVisible()); step++) {
    if (await page.locator('[data-curtain]').isVisible()) await takeIt(page);
    else if (await page.locator('[data-hand-over]').isVisible()) await page.click('[data-hand-over]');
    else if (await page.locator('#actions [data-group=bid], #actions [data-action^="bid "]').count())
      await doIt(page, 'bid 1 Gold');
    else if (await page.locator('#actions [data-group=stake], #actions [data-action^="stake "]').count()) {
      if (await page.locator('#actions [data-group=stake]').count()) await page.click('#actions [data-group=stake]');
      await page.locator('#actions [data-action^="stake "]').first().click();
    } else await page.waitForTimeout(20);
    await page.waitForTimeout(40);
  }
  // The hand is gone at once, and the clock waits for all.
  await expect(page.locator('[data-own=hand]')).toHaveCount(0);
  await findsNothing(page);
  await page.keyboard.press('l');
  await expect(page.locator('[data-curtain]')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-key="2"]')).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByRole('heading', { name: 'Give the device to Cem' })).toBeVisible();
  await expectNoHand(page, []);
  await takeIt(page);
  await expect(page.locator('[data-own=hand]')).toBeVisible();
  await doIt(page, 'challenge');
  await expect(page.locator('[data-race]')).toHaveCount(0);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing at set-up, curtain and hand, ${theme}, and all is in German too`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.addInitScript(() =>
      localStorage.setItem('outcry.settings', JSON.stringify({ language: 'de', sound: false, speed: 'instant' })),
    );
    await chooseHere(page, 'crypto_cards', [{ name: 'Anna' }, { name: 'anna' }]);
    await findsNothing(page);
    await page.click('[data-deal]');
    await expect(page.getByRole('alert')).toContainText('Zwei heißen');
    await page.fill('[data-name="1"]', '');
    await page.click('[data-deal]');
    await expect(page.getByRole('heading', { name: 'Gebt das Gerät an Anna' })).toBeVisible();
    await findsNothing(page);
    // By keyboard alone: past the way home, to the button.
    await page.waitForTimeout(400);
    await page.keyboard.press('Tab');
    await expect(page.locator('[data-i-am]')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.status')).toContainText('Anna, du bist dran');
    await useTool(page, 'save');
    await expect(page.locator('[data-only-over]')).toContainText('verrät jede Hand');
    await findsNothing(page);
    await useTool(page, 'hide-hand');
    await expect(page.locator('[data-curtain="0"]')).toBeVisible();
    await expect(page.locator('[data-look-at="1"]')).toContainText('Spieler 2');
  });
}

test('a match is kept with all names, gone on with behind a curtain, and one tab plays it @quick', async ({
  page,
  context,
}) => {
  await dealHere(page, 'crypto_cards', [{ name: 'Anna' }, { name: 'Ben' }]);
  await takeIt(page);
  const hand = await handIn(page);
  await page.reload();
  await expect(page.locator('[data-curtain="0"]')).toBeVisible();
  await expectNoHand(page, hand);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.locator('[data-take-over]')).toBeVisible();
  await expect(second.locator('[data-own=hand]')).toHaveCount(0);
  await expect(second.locator('[data-look-at], [data-i-am]')).toHaveCount(0);
  await second.click('[data-take-over]');
  await expect(second.locator('[data-curtain="0"]')).toBeVisible();
  await expect(page.locator('[data-take-over]')).toBeVisible();
  await expect(page.locator('[data-own=hand]')).toHaveCount(0);
  // By the address of a match of one's own nobody gets past the curtain.
  await second.goto(page.url().replace('#/pass/', '#/table/'));
  await expect(second.locator('[data-curtain="0"]')).toBeVisible();
  await takeIt(second);
  expect(await handIn(second)).toEqual(hand);
  await second.goto('./#/');
  await expect(second.locator('[data-match]')).toContainText('Anna, Ben at this device');
  await expect(second.locator('[data-match] button[aria-label^="Save"]')).toHaveCount(0);
  await second.goto('./#/setup/bounce');
  await second.check('[data-people=device]');
  await expect(second.locator('[data-name="1"]')).toHaveValue('Ben');
});
