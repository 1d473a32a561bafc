/** A person at the page: opens it, deals, and plays what is lit up. */
import { expect, test as base, type Page } from '@playwright/test';

export const GAMES = ['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce'];

/** Every test fails if the page says anything is wrong. */
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const said: string[] = [];
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
      page.on('pageerror', (error) => said.push(error.message));
      await page.addInitScript(() => {
        if (!localStorage.getItem('outcry.settings')) {
          localStorage.setItem(
            'outcry.settings',
            JSON.stringify({ language: 'en', theme: 'auto', sound: false, speed: 'instant' }),
          );
        }
      });
      await use();
      expect(said).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Set up a table: so many seats, without a clock. */
export async function deal(page: Page, game: string, seats?: number): Promise<void> {
  await page.goto('./');
  await page.click(`[data-setup=${game}]`);
  await page.waitForSelector('[data-deal]');
  if (seats) await page.check(`input[name=seats][value="${seats}"]`);
  const pace = page.locator('select').filter({ has: page.locator('option', { hasText: 'no clock' }) });
  if (await pace.count()) await pace.selectOption('0');
  await page.click('[data-deal]');
  await page.waitForSelector('.stage');
}

export function isOver(page: Page): Promise<boolean> {
  return page.locator('[data-result]').isVisible();
}

/** Use a tool of the header, which may be folded into its menu: data-replay, data-save … */
export async function useTool(page: Page, tool: string): Promise<void> {
  if (await page.locator('[data-menu]').isVisible()) await page.click('[data-menu]');
  await page.click(`[data-${tool}]`);
}

/** Show a panel, which may be in a sheet: log, rules, talk … */
export async function showPanel(page: Page, panel: string): Promise<void> {
  const tab = page.locator(`#tab-${panel}`);
  if (!(await tab.isVisible())) await page.click('[data-panels]');
  await tab.click();
}

/** Numbers that are the same each time. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

/**
 * In the page: press what is lit on the board, or a button of the bar; which is the same each time for the same number.
 * Whether there was anything to press.
 */
export function press(number: number): boolean {
  const lit = [...document.querySelectorAll<HTMLElement>('.stage .can')];
  const bar = [...document.querySelectorAll<HTMLElement>('#actions [data-action]')];
  const onward = bar.filter((button) =>
    /^(next|pay|open|done|leave|hold|decline|cancel|pass|roll)\b/.test(button.dataset.action ?? ''),
  );
  const choices = number < 0.5 && lit.length ? lit : number < 0.75 && onward.length ? onward : bar.length ? bar : lit;
  const group = document.querySelector<HTMLElement>('#actions [data-group]');
  const chosen = choices[Math.floor(number * 7919) % Math.max(1, choices.length)] ?? group;
  chosen?.click();
  return Boolean(chosen);
}

/** One action of the person's. */
export async function act(page: Page, roll: () => number): Promise<void> {
  await page.evaluate(press, roll());
}

/** In the page: press on and on, each time when what was pressed before has come back as a view, or nothing has. */
function pressOn(roll: () => number, pressed: (number: number) => boolean): void {
  const seen = (): string => document.querySelector<HTMLElement>('.stage')?.dataset.entries ?? '';
  const PATIENCE = 200;
  let [before, at] = ['', 0];
  const timer = setInterval(() => {
    if (document.querySelector('[data-result]')) return clearInterval(timer);
    if (seen() === before && performance.now() - at < PATIENCE) return;
    if (pressed(roll())) [before, at] = [seen(), performance.now()];
  }, 10);
}

/** Somebody plays on by themselves, as fast as the table goes, until the game is over or the page is left. */
export async function playOn(page: Page, seed: number): Promise<void> {
  // As a text, for functions cannot be handed over to the page.
  await page.evaluate(`(${pressOn.toString()})((${dice.toString()})(${seed}), ${press.toString()})`);
}

/** Play until the game is over. */
export async function playToTheEnd(page: Page, seed = 1): Promise<void> {
  const roll = dice(seed);
  for (let step = 0; step < 4000; step++) {
    if (await isOver(page)) return;
    await act(page, roll);
    await page.waitForTimeout(5);
  }
  throw new Error('the game does not end');
}

/** Wait until the browser has the page for when there is no net. */
export async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForFunction(
    async () =>
      (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0]!)).keys()).length > 10,
  );
}
