/** Cards are dragged by mouse, and by finger on a phone. */
import type { Locator, Page } from '@playwright/test';
import { deal, expect, test } from './table';

async function middle(place: Locator): Promise<{ x: number; y: number }> {
  const box = (await place.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) };
}

/** Carry one thing to another and let it go there. */
async function drag(page: Page, card: Locator, place: Locator, byFinger: boolean): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  const from = await middle(card);
  const to = await middle(place);
  const way = [0.3, 0.7, 1].map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));
  if (byFinger) {
    const finger = await page.context().newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (const at of way) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return;
  }
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const at of way) await page.mouse.move(at.x, at.y);
  await page.mouse.up();
}

const CARRIED: { [game: string]: { card: string; place: string; told: RegExp } } = {
  crypto_cards: { card: '.held .drags', place: '[data-drop=portfolio]', told: /^You (transfer|endorse|lay)/ },
  cash_or_crash: { card: '.your_hand .drags', place: '[data-drop=stake]', told: /^You stake/ },
  dead_cat_bounce: { card: '.hand .drags', place: '[data-drop=bank]', told: /^You sell/ },
};

for (const [game, { card, place, told }] of Object.entries(CARRIED)) {
  test(`a card of ${game} is dragged to where it goes`, async ({ page, isMobile }) => {
    await deal(page, game, 2);
    await expect(page.locator('#actions button').first()).toBeVisible();
    const pass = page.locator('#actions [data-action=pass]');
    if (await pass.count()) await pass.click();
    await expect(page.locator(card).first()).toBeVisible();
    await drag(page, page.locator(card).first(), page.locator(place).first(), isMobile === true);
    await expect(page.locator('[data-strip] .told').filter({ hasText: told }).first()).toBeAttached();
  });
}
