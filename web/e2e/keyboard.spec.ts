/**
 * Every game from the home page to its result without a mouse: what is pressed are keys, what is looked at is only
 * where the focus is.
 */
import type { Page } from '@playwright/test';
import { expect, isOver, test } from './table';

test.skip(({ isMobile }) => isMobile === true, 'a phone has no keyboard');

/** The shortest set-up of every game, as it is typed. */
const GAMES: { [game: string]: { [option: string]: string } } = {
  bounce: {},
  cash_a_catch: { ones: '1', twos: '1', threes: '1' },
  cash_or_crash: { round_limit: '3' },
  crypto_cards: {},
  dead_cat_bounce: {},
};

/** What brings a game on; whatever is not here is done when there is nothing else. */
const ONWARD = [
  'roll',
  'pay',
  'next',
  'leave',
  'hold',
  'open',
  'done',
  'decline',
  'cancel',
  'keep',
  'stop',
  'challenge',
  'show',
  'persist',
  'pass',
];

function isOn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    if (await isOn(page, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab leads to ${selector}`);
}

async function sitDown(page: Page, game: string): Promise<void> {
  await page.goto('./');
  await page.waitForSelector('[data-play]');
  await tabTo(page, `[data-setup=${game}]`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-deal]');
  await tabTo(page, 'input[name=seats]');
  for (let least = false; !least; least = await isOn(page, 'label:first-child > input[name=seats]:checked'))
    await page.keyboard.press('ArrowLeft');
  if (await page.locator('select:has(option[value="0"])').first().count()) {
    await tabTo(page, 'input[autocomplete=nickname]');
    await page.keyboard.press('Tab');
    if (await isOn(page, 'label.field select')) await page.keyboard.press('Home');
  }
  for (const [option, value] of Object.entries(GAMES[game]!)) {
    await tabTo(page, `#option-${option}`);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(value);
  }
  await tabTo(page, '[data-deal]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.stage');
}

/**
 * How many buttons on is the one to be pressed, from where the focus is in the bar; null when the focus is not in it,
 * nothing when there is nothing to press.
 */
function way(page: Page): Promise<number | null | undefined> {
  return page.evaluate((onward) => {
    const bar = document.querySelector('#actions');
    if (!bar?.contains(document.activeElement)) return null;
    const buttons = [...bar.querySelectorAll<HTMLElement>('button')];
    const does = (button: HTMLElement): string => button.dataset.action ?? '';
    const best = onward
      .map((verb) => buttons.findIndex((button) => does(button).split(' ')[0] === verb))
      .find((place) => place >= 0);
    const any = buttons.findIndex((button) => does(button));
    const goal = best ?? (any >= 0 ? any : 0);
    return buttons.length > 0 ? goal - buttons.indexOf(document.activeElement as HTMLElement) : undefined;
  }, ONWARD);
}

for (const game of Object.keys(GAMES)) {
  test(`${game} is played to its end by keyboard alone`, async ({ page }) => {
    await sitDown(page, game);
    let lost = 0;
    for (let step = 0; step < 3000 && !(await isOver(page)); step++) {
      const steps = await way(page);
      if (steps === null) {
        // At the end the focus goes to the result.
        await page.waitForTimeout(50);
        if (await isOver(page)) break;
        lost++;
        await tabTo(page, '.skip');
        await page.keyboard.press('Enter');
      }
      if (typeof steps !== 'number') {
        await page.waitForTimeout(10);
        continue;
      }
      for (let left = Math.abs(steps); left > 0; left--)
        await page.keyboard.press(steps > 0 ? 'ArrowRight' : 'ArrowLeft');
      await page.keyboard.press(step % 2 ? 'Enter' : 'Space');
    }
    await expect(page.locator('[data-result] h2')).toBeVisible();
    expect(lost, 'the focus is lost').toBeLessThan(4);
    await tabTo(page, '[data-again]');
    await page.keyboard.press('Enter');
    await expect(page.locator('.stage')).toHaveAttribute('data-over', 'false');
  });
}
