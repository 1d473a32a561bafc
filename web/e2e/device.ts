/** Several people at one page: they set up a table, hand the device round, and look into what is left in the page. */
import { expect, type Page } from '@playwright/test';

export interface Place {
  /** A person's name; without one a bot sits there. */
  name?: string;
}

/** Set up a table for people at this device, and deal. */
export async function dealHere(page: Page, game: string, places: Place[], pace = '0'): Promise<void> {
  await chooseHere(page, game, places, pace);
  await page.click('[data-deal]');
  await page.waitForSelector('[data-curtain], .stage');
}

export async function chooseHere(page: Page, game: string, places: Place[], pace = '0'): Promise<void> {
  await page.goto(`./#/setup/${game}`);
  await page.check('[data-people=device]');
  await page.check(`input[name=seats][value="${places.length}"]`);
  for (const [seat, { name }] of places.entries()) {
    await page.selectOption(`[data-place="${seat}"]`, name ? 'person' : 'easy');
    if (name) await page.fill(`[data-name="${seat}"]`, name);
  }
  const clock = page.locator('select').filter({ has: page.locator('option[value="2.5"]') });
  if (await clock.count()) await clock.selectOption(pace);
}

/** Whoever the curtain asks for takes the device; whose seat that is. */
export async function takeIt(page: Page): Promise<number> {
  const curtain = page.locator('[data-curtain]');
  const seat = Number(await curtain.getAttribute('data-curtain'));
  // A press that comes with the curtain was meant for what was there before.
  await page.waitForTimeout(400);
  await page.click('[data-i-am]');
  await expect(curtain).toHaveCount(0);
  return seat;
}

/** Do what is named, wherever it stands in the bar of actions. */
export async function doIt(page: Page, text: string): Promise<void> {
  const action = page.locator(`#actions [data-action="${text}"]`);
  const group = page.locator(`#actions [data-group="${text.split(' ')[0]}"]`);
  await action.or(group).first().waitFor();
  if (!(await action.count())) await group.click();
  await action.click();
}

/** The cards of the hand that is shown, as the page names its pieces. */
export function handIn(page: Page): Promise<string[]> {
  return page
    .locator('[data-own=hand] [data-piece]')
    .evaluateAll((pieces) => pieces.map((piece) => (piece as HTMLElement).dataset.piece ?? ''));
}

/** Nothing of a table is in the page: no piece, no hand, no action, and none of these cards in any notation. */
export async function expectNoHand(page: Page, hands: string[]): Promise<void> {
  await expect(page.locator('.stage, [data-piece], [data-own], [data-does], [data-action]')).toHaveCount(0);
  const whole = await page.evaluate(
    () => document.documentElement.outerHTML + document.title + JSON.stringify({ ...sessionStorage, ...localStorage }),
  );
  const suits: { [suit: string]: string } = { C: '♣♧', D: '♦♢', H: '♥♡', S: '♠♤' };
  const found = hands.filter((card) => {
    const [rank, suit] = [card.slice(0, -1).replace('T', '10'), card.slice(-1)];
    return new RegExp(`"${card}"|\\b${rank}[${suits[suit] ?? suit}]`).test(whole);
  });
  expect(found).toEqual([]);
}

/** All that came from the worker into the page, from now on; counts what is to stay with the worker while it plays. */
export async function overhear(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    const Usual = window.Worker;
    window.Worker = class extends Usual {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        this.addEventListener('message', ({ data }) => heard.push(data));
      }
    };
  });
}

interface Heard {
  type: string;
  seat?: number | null;
  scene?: string;
}

/** What the page has heard: files, and views by whose they were. */
export async function heardIn(page: Page): Promise<{ files: number; views: (number | null)[]; keys: number }> {
  const heard = await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard as Heard[]);
  let whose: number | null = null;
  const views: (number | null)[] = [];
  for (const { type, seat } of heard) {
    if (type === 'device_changed') whose = seat ?? null;
    if (type === 'view_changed') views.push(whose);
  }
  const files = heard.filter(({ type }) => type === 'match_file').length;
  return { files, views, keys: JSON.stringify(heard).match(/\\"key\\": \\"[0-9a-f]{64}/g)?.length ?? 0 };
}
