/**
 * A match is the window high whatever is played: header, strip, stage and bar of actions keep their places, what is
 * one's own and what can be done is in view, and nothing jumps in a whole game.
 */
import type { Page } from '@playwright/test';
import { act, deal, dice, expect, GAMES, isOver, test } from './table';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 360, height: 740 },
];

/** How far things may jump in a whole game, shifts after a click counted too. */
const MOST_SHIFT = 0.1;

interface Frame {
  header: number;
  strip: number;
  stage: string;
  foot: string;
  page: number;
  isInside: boolean;
}

function frame(page: Page): Promise<Frame> {
  return page.evaluate(() => {
    const box = (selector: string): DOMRect => document.querySelector(selector)!.getBoundingClientRect();
    const foot = box('[data-foot]');
    return {
      header: box('.page > header').height,
      strip: box('[data-strip]').height,
      stage: [box('.stage').top, box('.stage').left, box('.stage').width, box('.stage').height].join(' '),
      foot: [foot.top, foot.left, foot.width, foot.height].join(' '),
      page: document.documentElement.scrollHeight,
      isInside: foot.bottom <= window.innerHeight && foot.right <= window.innerWidth && foot.top >= 0,
    };
  });
}

/** What is lit or one's own (data-own) and lies outside the stage, and whether the stage has to be scrolled. */
function outside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const stage = document.querySelector('.stage')!;
    const room = stage.getBoundingClientRect();
    const lost = [...stage.querySelectorAll<HTMLElement>('.can, [data-own]')].filter((each) => {
      const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
      const isThere = width > 0 && height > 0;
      return (
        isThere && (left < room.left - 1 || right > room.right + 1 || top < room.top - 1 || bottom > room.bottom + 1)
      );
    });
    const scrolls = stage.scrollHeight > stage.clientHeight + 1 ? ['the stage scrolls'] : [];
    return [...scrolls, ...lost.map((each) => each.dataset.does ?? each.dataset.own ?? each.className)];
  });
}

/** From now on the page adds up how far things jump, and says what jumped. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const jumps = ((window as unknown as { jumps: unknown[] }).jumps = [] as { value: number; what: string[] }[]);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[])
        if (document.querySelector('.stage'))
          jumps.push({
            value: entry.value,
            what: entry.sources.map(({ node }) =>
              node instanceof Element ? `${node.tagName} ${node.className}`.slice(0, 60) : String(node?.textContent),
            ),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function shifts(page: Page): Promise<{ value: number; what: string[] }[]> {
  return page.evaluate(() => (window as unknown as { jumps: { value: number; what: string[] }[] }).jumps);
}

test.skip(({ isMobile }) => isMobile === true, 'the sizes are set here');

for (const game of GAMES) {
  for (const size of SIZES) {
    const named = `${game} at ${size.width}x${size.height}`;

    test(`everything keeps its place: ${named}`, async ({ page }) => {
      await page.setViewportSize(size);
      await deal(page, game);
      const [first, roll, lost] = [await frame(page), dice(3), new Set<string>()];
      expect(first.isInside).toBe(true);
      expect(first.page).toBe(size.height);
      for (let step = 0; step < 40 && !(await isOver(page)); step++) {
        await act(page, roll);
        await page.waitForTimeout(40);
        expect(await frame(page)).toEqual(first);
        for (const each of await outside(page)) lost.add(each);
      }
      expect([...lost]).toEqual([]);
    });
  }

  for (const size of SIZES.slice(0, 3)) {
    test(`nothing jumps in a whole game: ${game} at ${size.width}x${size.height}`, async ({ page }) => {
      await page.setViewportSize(size);
      await watchShifts(page);
      await deal(page, game);
      const before = (await shifts(page)).length;
      const roll = dice(5);
      for (let step = 0; step < 1500 && !(await isOver(page)); step++) {
        await act(page, roll);
        await page.waitForTimeout(15);
      }
      const jumps = (await shifts(page)).slice(before);
      const worst = jumps.toSorted((one, other) => other.value - one.value).slice(0, 8);
      const total = jumps.reduce((sum, { value }) => sum + value, 0);
      expect(total, JSON.stringify(worst)).toBeLessThan(MOST_SHIFT);
    });
  }
}
