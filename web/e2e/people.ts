/** People at tables of a server: each with a browser of their own. */
import { expect, test as base, type APIResponse, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { NewTable, PersonMade, TableMade } from '../src/generated/protocol';
import { isOver } from './table';

export interface Somebody {
  page: Page;
  context: BrowserContext;
  /** What the page said that is wrong. */
  said: string[];
}

interface How {
  language?: string;
  isOnPhone?: boolean;
  /** Where the server is, if it is not the one that all tests share. */
  at?: string;
}

/** Somebody comes, with a browser that knows nobody yet. */
async function somebody(browser: Browser, { language = 'en', isOnPhone = false, at }: How): Promise<Somebody> {
  const viewport = isOnPhone ? { width: 390, height: 844 } : { width: 1280, height: 860 };
  const context = await browser.newContext({
    viewport,
    hasTouch: isOnPhone,
    isMobile: isOnPhone,
    ...(at ? { baseURL: at } : {}),
  });
  await context.addInitScript((language) => {
    if (!location.protocol.startsWith('http')) return;
    if (!localStorage.getItem('outcry.settings'))
      localStorage.setItem(
        'outcry.settings',
        JSON.stringify({ language, theme: 'auto', sound: false, speed: 'instant' }),
      );
  }, language);
  const said: string[] = [];
  context.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
  context.on('weberror', (error) => said.push(error.error().message));
  return { page: await context.newPage(), context, said };
}

export type Come = (how?: How) => Promise<Somebody>;

/** Everybody who comes goes at the end, and their pages have said nothing that is wrong. */
export const test = base.extend<{ come: Come }>({
  come: async ({ browser }, use) => {
    const all: Somebody[] = [];
    await use(async (how = {}) => {
      const one = await somebody(browser, how);
      all.push(one);
      return one;
    });
    for (const { said } of all) expect(said).toEqual([]);
    for (const { context } of all) await context.close();
  },
});

export { expect };

/** The browser says by itself that a line is broken; nothing else is forgiven. */
export function forgiveLines({ said }: Somebody): void {
  const others = said.filter((each) => !/WebSocket connection|net::ERR_/.test(each));
  said.splice(0, said.length, ...others);
}

/** Open a table at one tap; the link that invites to it. */
export async function openTable(page: Page, game: string): Promise<string> {
  await page.goto('./');
  await page.click(`[data-friends=${game}]`);
  await expect(page.locator('[data-seats] [data-stand]')).toBeVisible();
  return page.locator('[data-invite] input').inputValue();
}

async function answered<Answer>(asked: Promise<APIResponse>): Promise<Answer> {
  const answer = await asked;
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

/** Be somebody of this name from now on. */
export async function beCalled(page: Page, name: string, colour = 3): Promise<PersonMade> {
  const person = await answered<PersonMade>(page.request.post('api/people', { data: { name, colour } }));
  await page.context().addInitScript((person) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('outcry.me', JSON.stringify(person));
  }, person);
  return person;
}

/** Open a table with settings that the page does not offer, such as shorter times, and sit down; the link to it. */
export async function openTableWith(page: Page, table: NewTable, who?: PersonMade): Promise<string> {
  const { token } = who ?? (await beCalled(page, 'Ada'));
  const asked = page.request.post('api/tables', { data: table, headers: { Authorization: `Bearer ${token}` } });
  const { table: id, invite } = await answered<TableMade>(asked);
  await page.goto('about:blank');
  await page.goto(`./#/t/${id}/${invite}`);
  await expect(page.locator('[data-seat="0"] .ready')).toBeVisible();
  return page.locator('[data-invite] input').inputValue();
}

/** What the page offers of a table for people: so many seats, all of them free but one's own. */
export async function setUp(page: Page, game: string, seats: number): Promise<void> {
  await page.goto(`./#/setup/${game}`);
  await page.check('[data-people=true]');
  await page.check(`input[name=seats][value="${seats}"]`);
}

/** The table that the page shows. */
export function tableOf(page: Page): string {
  return new URL(page.url()).hash.split('/')[2]!;
}

export async function sitDown(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.locator('[data-sit]').first().click();
  await page.click('[data-ready]');
}

/** The host fills what is free with bots, and begins. */
export async function begin(page: Page, bot = 'easy'): Promise<void> {
  for (const fill of await page.locator('[data-fill]').all()) {
    await fill.selectOption(bot);
    await expect(fill).toHaveValue(bot);
  }
  // A server that has just begun prepares a game first, and says so.
  await expect(async () => {
    if (await page.locator('[data-start]').isVisible()) await page.click('[data-start]');
    await expect(page.locator('.stage')).toBeVisible();
  }).toPass({ timeout: 90_000 });
}

export async function entriesOf(page: Page): Promise<number> {
  return Number(await page.locator('.stage').getAttribute('data-entries'));
}

/** Wait until so much has happened at the table. */
export async function untilEntries(page: Page, entries: number): Promise<void> {
  await page.waitForFunction(
    (entries) =>
      document.querySelector('[data-result]') ||
      Number(document.querySelector<HTMLElement>('.stage')?.dataset.entries) >= entries,
    entries,
  );
}

/** The result as a page shows it: places and points, in their order. */
export async function resultOf(page: Page): Promise<string[]> {
  await expect(page.locator('[data-result]')).toBeVisible({ timeout: 120_000 });
  expect(await isOver(page)).toBe(true);
  return page.locator('[data-result] > .scroll > table td:not(.source)').allInnerTexts();
}

/** "Check this game" goes through all steps, and none of them fails. */
export async function checkGame(page: Page): Promise<void> {
  await page.click('[data-check]');
  await expect(page.locator('.check .verdict')).toBeVisible({ timeout: 60_000 });
  expect(await page.locator('.check li.wrong').allInnerTexts()).toEqual([]);
  await expect(page.locator('.check .verdict')).not.toHaveClass(/wrong/);
  expect(await page.locator('.check li').count()).toBeGreaterThan(5);
}
