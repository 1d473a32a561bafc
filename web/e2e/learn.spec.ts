/** Every game can be learned: whoever does what is lit comes to the end of the lesson, and sees it all. @quick */
import type { Page } from '@playwright/test';
import { isClean } from './clean';
import { Looks } from './room';
import { expect, GAMES, test } from './table';

/** In the page: press what the coach lights, on the board or in the bar; which, or where the lesson stands. */
function follow(): string {
  if (document.querySelector('[data-coach] [data-play-own]')) return 'end';
  const onBoard = [...document.querySelectorAll<HTMLElement>('.stage [data-advised=mark]')].find(
    (each) => !(each as HTMLButtonElement).disabled && each.getClientRects().length > 0,
  );
  const inBar =
    document.querySelector<HTMLElement>('#actions .many .advised[data-action]') ??
    document.querySelector<HTMLElement>('#actions .advised');
  const lit = onBoard?.matches('[data-does]') ? onBoard : (inBar ?? onBoard);
  lit?.click();
  return lit ? 'pressed' : 'waiting';
}

async function learn(page: Page): Promise<Set<string>> {
  const said = new Set<string>();
  for (let step = 0; step < 600; step++) {
    const now = await page.locator('[data-say]').allTextContents();
    now.forEach((each) => said.add(each));
    if ((await page.evaluate(follow)) === 'end') return said;
    await page.waitForTimeout(30);
  }
  throw new Error('the lesson does not end');
}

for (const game of GAMES) {
  test(`${game} is learned in English and in German`, async ({ page }) => {
    // What fades in is not to be caught half seen.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const language of ['en', 'de']) {
      await page.goto('./');
      await page.evaluate((spoken) => {
        const settings = { language: spoken, theme: 'auto', sound: false, speed: 'instant' };
        localStorage.setItem('outcry.settings', JSON.stringify(settings));
        sessionStorage.clear();
      }, language);
      await page.reload();
      await page.click(`[data-learn=${game}]`);
      await expect(page.locator('[data-coach]')).toContainText(language === 'en' ? 'The goal' : 'Das Ziel');
      const said = await learn(page);
      expect(said.size).toBeGreaterThanOrEqual(4);
      await isClean(page);
    }
  });
}

for (const game of GAMES) {
  test(`beside the coach hand, tables and actions of ${game} are in view, and nothing moves`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile === true, 'the sizes are set here');
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      // German words are longer.
      const settings = { language: 'de', theme: 'auto', sound: false, speed: 'instant' };
      localStorage.setItem('outcry.settings', JSON.stringify(settings));
    });
    await page.goto(`./#/learn/${game}`);
    await page.waitForSelector('[data-coach]');
    const seats = await page.locator('.stage [data-seat]').count();
    const [looks, steps] = [new Looks(page, game, seats), new Set<string>()];
    for (let pressed = 0; pressed < 600; pressed++) {
      const step = (await page.locator('[data-coach]').getAttribute('data-step')) ?? '';
      const said = await page.locator('[data-coach]').textContent();
      if (!steps.has(`${step} ${said}`)) {
        steps.add(`${step} ${said}`);
        await looks.around(`step ${step}`);
      }
      if ((await page.evaluate(follow)) === 'end') break;
      await page.waitForTimeout(30);
    }
    expect(steps.size).toBeGreaterThanOrEqual(4);
    expect([...looks.lost]).toEqual([]);
  });
}

test('a lesson goes on after a reload, and replaces no match', async ({ page }) => {
  await page.goto('./');
  await page.click('[data-play=bounce]');
  await page.waitForSelector('.stage');
  await page.goto('./#/setup/crypto_cards');
  await page.click('[data-learn=crypto_cards]');
  await page.click('#actions [data-action=pass]');
  await expect(page.locator('[data-coach]')).toHaveAttribute('data-step', '1');
  await page.reload();
  await expect(page.locator('[data-coach]')).toHaveAttribute('data-step', '1');
  await page.goto('./');
  await expect(page.locator('[data-resume]')).toBeVisible();
});
