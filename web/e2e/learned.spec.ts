/** A bot that has learned: offered where it has learned so many players, fetched when it is to play. */
import { deal, expect, playToTheEnd, test } from './table';

test('a bot that has learned is offered, fetched and plays to the end', async ({ page, context }) => {
  const fetched: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('.block')) fetched.push(new URL(request.url()).pathname);
  });
  await page.goto('./#/setup/crypto_cards');
  await page.check('input[name=seats][value="4"]');
  await page.check('input[name=level][value=learned]');
  await page.check('input[name=seats][value="3"]');
  await expect(page.locator('input[name=level][value=learned]')).toHaveCount(0);
  await expect(page.locator('input[name=level]:checked')).toHaveValue('medium');
  await page.check('input[name=seats][value="4"]');
  await expect(page.locator('input[name=level]:checked')).toHaveValue('learned');
  await page.selectOption('#option-buy_back', { index: 1 });
  await expect(page.locator('input[name=level][value=learned]')).toHaveCount(0);
  await page.selectOption('#option-buy_back', { index: 0 });
  expect(fetched).toEqual([]);
  await page.click('[data-deal]');
  await playToTheEnd(page);
  expect(new Set(fetched)).toEqual(new Set(['/games/crypto_cards.4.block']));
  await deal(page, 'bounce');
});
