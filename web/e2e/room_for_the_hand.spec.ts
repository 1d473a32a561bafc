/**
 * A match is the window high whatever is played: header, strip, stage and bar of actions keep their places, what is
 * one's own, everybody's table and what can be done is in view, and nothing jumps in a whole game.
 */
import type { Page } from '@playwright/test';
import { momentsOf, openMoment, type Setting } from './moments';
import { fixChance, playSameGame } from './same_game';
import { deal, expect, GAMES, isOver, test } from './table';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 360, height: 740 },
];

/** How far things may jump in a whole game, shifts after a click counted too. */
const MOST_SHIFT = 0.1;

/** What is the reader's own and has to be in view in every phase. */
const OWN: { [game: string]: string[] } = {
  bounce: ['jump', 'track'],
  cash_a_catch: ['stand'],
  cash_or_crash: ['hand', 'stake'],
  crypto_cards: ['hand', 'portfolio'],
  dead_cat_bounce: ['hand', 'melds', 'purse'],
};

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

interface Frame {
  header: number;
  strip: number;
  stage: string;
  foot: string;
  page: string;
}

interface Measured {
  frame: Frame;
  phase: string;
  isOver: boolean;
  /** What is lit, one's own or somebody's table and not wholly in view, or covered, or not there. */
  lost: string[];
}

/** In the page: where everything is, and what is not where it has to be. */
function measure({ own, seats, isStill }: { own: string[]; seats: number; isStill: boolean }): Measured {
  const box = (element: Element): DOMRect => element.getBoundingClientRect();
  const find = (selector: string): Element => document.querySelector(selector)!;
  const written = ({ left, top, width, height }: DOMRect): string => [left, top, width, height].join(' ');
  const [stage, foot] = [find('.stage'), find('[data-foot]')];
  const frame = {
    header: box(find('.page > header')).height,
    strip: box(find('[data-strip]')).height,
    stage: written(box(stage)),
    foot: written(box(foot)),
    page: `${document.documentElement.scrollWidth} ${document.documentElement.scrollHeight}`,
  };
  const lies = (inner: DOMRect, outer: DOMRect): boolean =>
    inner.width > 0 &&
    inner.height > 0 &&
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1;
  /** Whether it is what one sees in its middle, or part of that, or what lies in a fan with it. */
  const isOnTop = (element: Element): boolean => {
    // Cards fly over others, and a list that was opened lies over the board.
    if (!isStill) return true;
    const { left, top, width, height } = box(element);
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen !== null && (element.contains(seen) || seen.contains(element) || seen.closest('.can') !== null);
  };
  /** Whether it is part of a list with a place of its own in view, which is longer than that. */
  const isInList = (element: Element): boolean => {
    const list = element.closest('[data-list]');
    return list !== null && list.scrollHeight > list.clientHeight && lies(box(list), box(stage)) && isOnTop(list);
  };
  /** Whether it, or what it lies on, flies to its place. */
  const isFlying = (element: Element): boolean => {
    const ends = element.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0));
    if (ends.some((end) => Number.isFinite(end))) return true;
    return element.parentElement !== null && element.parentElement !== stage && isFlying(element.parentElement);
  };
  const lost: string[] = [];
  const inner = stage.firstElementChild!;
  if (inner.scrollHeight > inner.clientHeight + 1) lost.push('the board scrolls');
  for (const element of stage.querySelectorAll<HTMLElement>('.can')) {
    const named = `lit: ${element.dataset.does ?? element.dataset.leads ?? element.className}`.slice(0, 60);
    // Something that is hidden until it has a use keeps its place; what lies in a long list is scrolled to.
    if (getComputedStyle(element).visibility === 'hidden' || element.getClientRects().length === 0) continue;
    if (isInList(element) || (!isStill && isFlying(element))) continue;
    if (!lies(box(element), box(stage))) lost.push(named);
    else if (!isOnTop(element)) lost.push(`${named} is covered`);
  }
  for (const name of own) {
    const all = [...stage.querySelectorAll(`[data-own=${name}]`)];
    if (all.length === 0) lost.push(`own: ${name} is missing`);
    for (const element of all) {
      if (!lies(box(element), box(stage))) lost.push(`own: ${name}`);
      else if (!isOnTop(element)) lost.push(`own: ${name} is covered`);
    }
  }
  for (let seat = 0; seat < seats; seat++) {
    const table = stage.querySelector(`[data-seat="${seat}"]`);
    if (!table) lost.push(`the table of ${seat} is missing`);
    else if (!lies(box(table), box(stage))) lost.push(`the table of ${seat}`);
  }
  // Whatever kind of thing can be done, one way to it is in view: on the board, or in the bar.
  const [bar, shown] = [find('#actions'), box(foot)];
  const verbOf = (text = ''): string => text.split(' ')[0]!;
  const ways = [...bar.querySelectorAll<HTMLElement>('[data-action], [data-group]')];
  const inView = new Set(
    [
      ...ways.filter((way) => lies(box(way), shown)),
      ...[...stage.querySelectorAll<HTMLElement>('[data-does], [data-leads]')].filter(
        (way) => lies(box(way), box(stage)) && getComputedStyle(way).visibility !== 'hidden',
      ),
    ].flatMap(({ dataset: { action, group, does, leads } }) => [
      group ?? verbOf(action ?? does),
      ...(leads ?? '').split(';').map(verbOf),
    ]),
  );
  for (const { dataset } of ways) {
    const verb = dataset.group ?? verbOf(dataset.action);
    if (!inView.has(verb)) lost.push(`to do: ${verb}`);
  }
  const tidy = bar.querySelector('[data-tidy]');
  if (tidy && !lies(box(tidy), shown)) lost.push('to do: tidy');
  if (!lies(shown, new DOMRect(0, 0, window.innerWidth, window.innerHeight))) lost.push('the bar');
  const { phase = 'playing', over } = (stage as HTMLElement).dataset;
  return { frame, phase, isOver: over === 'true', lost: [...new Set(lost)] };
}

/** In the page: once it is laid out for a new size. */
async function laidOut(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
}

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
