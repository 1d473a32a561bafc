/** How a table behaves towards whoever sits at it: quick fingers, sound, letters, and what lies above what. */
import type { Page } from '@playwright/test';
import { momentsOf, openMoment, type Moment } from './moments';
import { expect, GAMES, test } from './table';

/** What is lit on the board; a phone has some of it in the bar alone. */
const LIT = '.stage .can:visible';
const SEATS: { [game: string]: number } = { cash_a_catch: 3 };

async function mine(game: string, least = 0): Promise<Moment> {
  const moments = await momentsOf({ game, seats: SEATS[game] ?? 2 });
  return moments.find(({ isMine, entries }) => isMine && entries >= least)!;
}

async function set(page: Page, changed: object): Promise<void> {
  const settings = { language: 'en', theme: 'auto', sound: false, speed: 'instant', ...changed };
  await page.addInitScript((text) => localStorage.setItem('outcry.settings', text), JSON.stringify(settings));
}

function entriesOf(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.querySelector<HTMLElement>('.stage')?.dataset.entries));
}

for (const game of GAMES) {
  test(`a double click is not answered by a refusal: ${game}`, async ({ page }) => {
    await openMoment(page, await mine(game));
    const before = await entriesOf(page);
    for (const lit of [LIT, '#actions [data-action]', LIT, LIT]) {
      const first = page.locator(lit).first();
      if (!(await first.isVisible())) continue;
      await first.dblclick();
      await page.waitForTimeout(700);
      await expect(page.locator('.refusal')).toHaveCount(0);
    }
    expect(await entriesOf(page)).toBeGreaterThan(before);
  });
}

test('what comes after a press is not explained unasked, over the hand', async ({ page, isMobile }) => {
  await openMoment(page, await mine('crypto_cards'));
  const before = await entriesOf(page);
  const pass = page.locator('#actions [data-action=pass]');
  await (isMobile ? pass.tap() : pass.click());
  await expect.poll(() => entriesOf(page)).toBeGreaterThan(before);
  await expect(page.locator('#actions [data-action][data-terms]').first()).toBeVisible();
  await page.waitForTimeout(300);
  await expect(page.locator('#explained')).toHaveCount(0);
});

test('from the first screen the words explain themselves, and lead to the rules by mouse and by keyboard', async ({
  page,
  isMobile,
}) => {
  await page.goto('./');
  await page.click('[data-play=cash_a_catch]');
  const question = page.locator('#actions [data-what]');
  const link = page.locator('#explained [data-cites]').first();
  const clause = page.locator('.rules [aria-current=true]');
  if (isMobile) await question.tap();
  else {
    await question.hover();
    await expect(page.locator('#explained')).toContainText('crate');
    const [from, to] = [(await question.boundingBox())!, (await link.boundingBox())!];
    // Up from the question, then along the explanation.
    await page.mouse.move(from.x + 4, to.y + 4, { steps: 20 });
  }
  await expect(link).toHaveText('§6.5');
  await (isMobile ? link.tap() : link.click());
  await expect(clause).toHaveAttribute('data-clause', '§6.5');
  if (isMobile) return;
  await page.click('#tab-log');
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(clause).toBeVisible();
});

/** What a browser warns of, seen by the page: who drives it here counts as a touch, so that it would not warn. */
async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const made = { untouched: 0, touched: 0 };
    let isTouched = false;
    addEventListener('pointerdown', () => (isTouched = true), { capture: true });
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } });
    Object.defineProperty(navigator.userActivation, 'hasBeenActive', { get: () => isTouched });
    const Heard = AudioContext;
    window.AudioContext = class extends Heard {
      constructor() {
        super();
        made[isTouched ? 'touched' : 'untouched']++;
      }
    };
    Object.assign(window, { made });
  });
}

test('with sound on, nothing is to be heard before the page is touched, and the console stays silent', async ({
  page,
}) => {
  const made = (): Promise<unknown> => page.evaluate(() => (window as unknown as { made: unknown }).made);
  await set(page, { sound: true });
  await watchSound(page);
  await openMoment(page, await mine('cash_or_crash', 9));
  await page.evaluate(() => document.querySelector<HTMLElement>('.stage .can')!.click());
  await expect(page.locator('.stage')).not.toHaveAttribute('data-entries', '9');
  await page.waitForTimeout(300);
  expect(await made()).toEqual({ untouched: 0, touched: 0 });
  await page.locator(LIT).first().click();
  await expect.poll(made).toEqual({ untouched: 0, touched: 1 });
});

/** A card by its English letters, as in QD: in German D is the queen, and a suit is a picture. */
const ENGLISH = /(?<![\p{L}\d])(?:[2-9]|10|[AKQJ])[CDHS](?![\p{L}\d])/u;

for (const game of ['crypto_cards', 'dead_cat_bounce']) {
  test(`cards have no English letters in German: ${game}`, async ({ page }) => {
    await set(page, { language: 'de', speed: 'slow' });
    const moments = await momentsOf({ game, seats: 4 });
    const ranks = new Set<string>();
    for (const moment of moments.filter(({ isMine, entries }) => isMine && entries > 0)) {
      await openMoment(page, moment);
      const read = await page.evaluate(() => {
        const told = [...document.querySelectorAll('.page [aria-label], .page [title]')].flatMap((each) => [
          each.getAttribute('aria-label') ?? '',
          each.getAttribute('title') ?? '',
        ]);
        const corners = [...document.querySelectorAll('.stage .rank, .stage .index > b')];
        return {
          said: [...told, ...document.querySelector<HTMLElement>('.page')!.innerText.split('\n')],
          corners: corners.map((each) => each.textContent?.trim() ?? ''),
        };
      });
      expect(read.said.filter((each) => ENGLISH.test(each))).toEqual([]);
      read.corners.forEach((rank) => ranks.add(rank));
    }
    expect([...ranks].filter((rank) => ['J', 'Q'].includes(rank))).toEqual([]);
    expect(
      [...ranks].some((rank) => ['B', 'D'].includes(rank)),
      [...ranks].join(' '),
    ).toBe(true);
  });
}

test('cards that fly never lie over the bar of actions', async ({ page }) => {
  await set(page, { speed: 'quick' });
  await openMoment(page, await mine('crypto_cards', 1));
  const covered = page.evaluate(async () => {
    const found = new Set<string>();
    const foot = document.querySelector('[data-foot]')!;
    const until = performance.now() + 2500;
    let moved = 0;
    while (performance.now() < until) {
      moved += document.querySelector('.stage')!.getAnimations({ subtree: true }).filter(isFlight).length;
      const { left, top, width, height } = foot.getBoundingClientRect();
      for (let part = 0.05; part < 1; part += 0.1) {
        const seen = document.elementFromPoint(left + width * part, top + Math.min(height / 2, 30))!;
        if (!foot.contains(seen)) found.add(seen.className);
      }
      await new Promise(requestAnimationFrame);
    }
    return { found: [...found], moved };

    function isFlight(animation: Animation): boolean {
      return Number.isFinite(Number(animation.effect?.getComputedTiming().endTime));
    }
  });
  await page.locator(LIT).first().click();
  const { found, moved } = await covered;
  expect(found).toEqual([]);
  expect(moved).toBeGreaterThan(0);
});

test('what bots do in Bounce comes one jump at a time', async ({ page }) => {
  await set(page, { speed: 'natural' });
  const moments = await momentsOf({ game: 'bounce', seats: 4 });
  await openMoment(
    page,
    moments.find(({ isMine, entries }) => isMine && entries === 0)!,
  );
  await page.locator(LIT).first().click();
  const { overlaps, drawn } = await page.evaluate(async () => {
    const SOON = 150;
    /** What a machine does in a frame that took so long says nothing. */
    const STUCK = 300;
    const stage = document.querySelector<HTMLElement>('.stage')!;
    const left = (): number =>
      Math.max(
        0,
        ...stage.getAnimations({ subtree: true }).map(({ effect, currentTime }) => {
          const end = Number(effect?.getComputedTiming().endTime);
          return Number.isFinite(end) ? end - Number(currentTime) : 0;
        }),
      );
    const until = performance.now() + 30_000;
    const overlaps: number[] = [];
    let [entries, before, drawn, at] = [Number(stage.dataset.entries), left(), 0, performance.now()];
    while (performance.now() < until && drawn < 3 && stage.dataset.over !== 'true') {
      await new Promise(requestAnimationFrame);
      const now = Number(stage.dataset.entries);
      if (now > entries) {
        drawn += now - entries;
        if ((now > entries + 1 || before > SOON) && performance.now() - at < STUCK) overlaps.push(now);
      }
      [entries, before, at] = [now, left(), performance.now()];
    }
    return { overlaps, drawn };
  });
  expect(overlaps).toEqual([]);
  expect(drawn).toBeGreaterThan(1);
});
