/** Whether hand, tables and actions have room: where everything is in the window, and what is not in its place. */
import { expect, type Page } from '@playwright/test';

export const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 360, height: 740 },
];

/** What is the reader's own and has to be in view in every phase. */
export const OWN: { [game: string]: string[] } = {
  bounce: ['jump', 'track'],
  cash_a_catch: ['stand'],
  cash_or_crash: ['hand', 'stake'],
  crypto_cards: ['hand', 'portfolio'],
  dead_cat_bounce: ['hand', 'melds', 'purse'],
};

export interface Frame {
  header: number;
  strip: number;
  stage: string;
  foot: string;
  page: string;
}

export interface Measured {
  frame: Frame;
  phase: string;
  isOver: boolean;
  /** What is lit, one's own or somebody's table and not wholly in view, or covered, or not there. */
  lost: string[];
}

/** In the page: where everything is, and what is not where it has to be. */
export function measure({ own, seats, isStill }: { own: string[]; seats: number; isStill: boolean }): Measured {
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
export async function laidOut(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
}

/** What was seen in a match at every size: a frame that stays the same, and what was not where it has to be. */
export class Looks {
  private readonly frames = new Map<number, Frame>();
  readonly lost = new Set<string>();

  constructor(
    private readonly page: Page,
    private readonly game: string,
    private readonly seats: number,
  ) {}

  /** Look at every size, unless the match is over. */
  async around(told: string): Promise<void> {
    for (const { width, height } of SIZES) {
      await this.page.setViewportSize({ width, height });
      await this.page.evaluate(laidOut);
      const own = OWN[this.game]!;
      const found = await this.page.evaluate(measure, { own, seats: this.seats, isStill: true });
      if (found.isOver) return;
      const first = this.frames.get(width) ?? found.frame;
      this.frames.set(width, first);
      expect(found.frame, `${told} ${found.phase} at ${width}`).toEqual(first);
      for (const each of found.lost) this.lost.add(`${told} ${found.phase} at ${width}: ${each}`);
    }
  }
}
