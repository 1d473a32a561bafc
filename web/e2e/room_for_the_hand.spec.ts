/**
 * A match is the window high whatever is played: header, strip, stage and bar of actions keep their places, what is
 * one's own, everybody's table and what can be done is in view, and nothing jumps in a whole game.
 */
import type { Page } from '@playwright/test';
import { momentsOf, openMoment, type Setting } from './moments';
import { laidOut, measure, OWN, SIZES, type Frame } from './room';
import { fixChance, playSameGame } from './same_game';
import { deal, expect, GAMES, isOver, test } from './table';

/** How far things may jump in a whole game, shifts after a click counted too. */
const MOST_SHIFT = 0.1;

const ROUND = ['red_zone', 'staking', 'opening', 'bidding', 'adding'];
const CLASSIC = [...ROUND, 'recovering'];
const TRADING = ['trading', 'building', 'composing', 'answering', 'choosing'];
const STEPS = [...TRADING, 'protecting', 'discarding', 'laying_down', 'paying_tax'];
const AUCTION = ['selling', 'bell', 'stealing', 'throwing', 'laying', 'canning', 'selling_catch'];

/** Each game with as many as the page proposes and with as many as may play; and the phases that are to be measured. */
const MEASURED: (Setting & { phases: string[]; named?: string })[] = [
  { game: 'bounce', seats: 4, phases: ['playing'] },
  { game: 'bounce', seats: 1, phases: ['playing'] },
  { game: 'cash_a_catch', seats: 5, phases: AUCTION },
  { game: 'cash_a_catch', seats: 3, phases: AUCTION },
  { game: 'cash_or_crash', seats: 6, phases: CLASSIC, named: '@quick' },
  { game: 'cash_or_crash', seats: 8, phases: CLASSIC },
  {
    game: 'cash_or_crash',
    seats: 8,
    options: { variant: 1, doubling: 1 },
    phases: [...ROUND, 'doubling', 'persisting', 'withdrawn', 'paying'],
    named: 'endurance with doubling',
  },
  {
    game: 'cash_or_crash',
    seats: 6,
    options: { variant: 2 },
    phases: [...ROUND, 'racing', 'taking_back'],
    named: 'blitz',
  },
  { game: 'crypto_cards', seats: 4, phases: ['selling', 'endorsing', 'transferring'] },
  { game: 'crypto_cards', seats: 6, phases: ['selling', 'endorsing', 'transferring'] },
  { game: 'dead_cat_bounce', seats: 4, phases: STEPS },
  { game: 'dead_cat_bounce', seats: 6, options: { jokers: 4 }, phases: STEPS, named: 'all jokers' },
];

/** What comes after a match is in view, at every size, and can be put aside for the board. */
async function lookAtResult(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.evaluate(laidOut);
    await expect(page.locator('[data-result] [data-again]')).toBeInViewport({ ratio: 1 });
  }
  await page.click('[data-put-aside]');
}

test.skip(({ isMobile }) => isMobile === true, 'the sizes are set here');
// The same games each time: what jumps once jumps again, and one retry is for a machine that was busy.
test.describe.configure({ retries: process.env.CI ? 1 : 0 });

for (const [number, setting] of MEASURED.entries()) {
  const { game, seats, phases, named = '' } = setting;
  // German words are longer.
  const language = number % 2 ? 'en' : 'de';
  const told = `${game} for ${seats} ${named} (${language})`;

  test(`hand, tables and actions are in view in every phase: ${told}`, async ({ page }) => {
    test.slow();
    const moments = await momentsOf(setting);
    expect(new Set(moments.filter(({ isMine }) => isMine).map(({ phase }) => phase))).toEqual(new Set(phases));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((language) => {
      const settings = { language, theme: 'auto', sound: false, speed: 'slow' };
      localStorage.setItem('outcry.settings', JSON.stringify(settings));
    }, language);
    const [frames, measured, lost] = [new Map<number, Frame>(), new Set<string>(), new Set<string>()];
    for (const moment of moments) {
      await openMoment(page, moment);
      if (moment.phase === 'over') await lookAtResult(page);
      for (const { width, height } of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(laidOut);
        const found = await page.evaluate(measure, { own: OWN[game]!, seats, isStill: true });
        // Bots have played on, and it was the end.
        if (found.isOver && moment.phase !== 'over') break;
        measured.add(`${found.phase} ${width}`);
        const first = frames.get(width) ?? found.frame;
        frames.set(width, first);
        expect(found.frame, `${moment.phase} at ${width}`).toEqual(first);
        expect(found.frame.page).toBe(`${width} ${height}`);
        for (const each of found.lost) lost.add(`${moment.phase} ${moment.entries} at ${width}: ${each}`);
      }
    }
    expect([...lost]).toEqual([]);
    for (const phase of phases) for (const { width } of SIZES) expect([...measured]).toContain(`${phase} ${width}`);
  });
}

interface Jump {
  value: number;
  phase: string;
  /** What jumped, and from where to where. */
  what: string[];
}

/** From now on the page adds up how far things jump, and says what jumped. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const jumps = ((window as unknown as { jumps: Jump[] }).jumps = []) as Jump[];
    const told = (node?: Node): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      const path = [element?.parentElement?.parentElement, element?.parentElement, element];
      const words = path.map((each) => each && `${each.tagName} ${each.getAttribute('class') ?? ''}`);
      return words
        .filter(Boolean)
        .join(' > ')
        .replaceAll(/ svelte-\w+/g, '');
    };
    const at = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(',');
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const stage = document.querySelector<HTMLElement>('.stage');
        if (!stage) continue;
        const what = sources.map((each) => `${told(each.node)}: ${at(each.previousRect)} → ${at(each.currentRect)}`);
        jumps.push({ value, phase: stage.dataset.phase ?? 'playing', what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function shifts(page: Page): Promise<Jump[]> {
  return page.evaluate(() => (window as unknown as { jumps: Jump[] }).jumps);
}

for (const game of GAMES) {
  for (const [number, size] of SIZES.entries()) {
    test(`in a whole game everything keeps its place: ${game} at ${size.width}x${size.height}`, async ({
      page,
    }, info) => {
      test.slow();
      // Another game at every size; repeated, others again.
      const key = 1 + number + SIZES.length * info.repeatEachIndex;
      await page.setViewportSize(size);
      await watchShifts(page);
      await fixChance(page, key);
      await deal(page, game);
      const before = (await shifts(page)).length;
      const seats = await page.locator('.stage [data-seat]').count();
      const { frame } = await page.evaluate(measure, { own: OWN[game]!, seats, isStill: false });
      const lost = new Set<string>();
      await playSameGame(page, key);
      while (!(await isOver(page))) {
        const found = await page.evaluate(measure, { own: OWN[game]!, seats, isStill: false });
        if (!found.isOver) expect(found.frame).toEqual(frame);
        for (const each of found.isOver ? [] : found.lost) lost.add(`${found.phase}: ${each}`);
        await page.waitForTimeout(50);
      }
      // What the end itself moves counts too.
      await expect(page.locator('[data-check]')).toBeVisible();
      await page.evaluate(laidOut);
      expect([...lost]).toEqual([]);
      const jumps = (await shifts(page)).slice(before);
      const worst = jumps.toSorted((one, other) => other.value - one.value).slice(0, 8);
      const total = jumps.reduce((sum, { value }) => sum + value, 0);
      const entries = await page.locator('.stage').getAttribute('data-entries');
      const pressed = await page.evaluate(() => window.pressed);
      const told = `${game} at ${size.width}, key ${key}: ${total.toFixed(4)} (${entries} entries, ${pressed} pressed)`;
      info.annotations.push({ type: 'shift', description: told });
      await info.attach('shifts', { body: JSON.stringify(worst), contentType: 'application/json' });
      expect(total, `${told}\n${JSON.stringify(worst, null, 1)}`).toBeLessThan(MOST_SHIFT);
    });
  }
}
