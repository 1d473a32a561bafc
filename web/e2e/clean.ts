/** Whether a page is for everyone: axe finds nothing in it, or outside of a part; nothing is wider than the screen. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export async function isClean(page: Page, what = '', leftOut = ''): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (leftOut ? axe.exclude(leftOut) : axe).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`),
  );
  expect(found, what).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), what).toBe(true);
}
