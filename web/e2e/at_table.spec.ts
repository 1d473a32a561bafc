/** What people do at a table beside playing: talk, take back, leave, run out of time. */
import type { NewTable } from '../src/generated/protocol';
import {
  begin,
  entriesOf,
  expect,
  openTableWith,
  sitDown,
  test,
  untilEntries,
  type Come,
  type Somebody,
} from './people';
import { playOn } from './table';

/** Two people at Crypto Cards, which has begun; the second came by this link. */
async function two(come: Come, how: Partial<NewTable>): Promise<{ ada: Somebody; bob: Somebody; link: string }> {
  const [ada, bob] = [await come(), await come({ language: 'de' })];
  const link = await openTableWith(ada.page, { game: 'crypto_cards', seats: 2, haste: 0, ...how });
  await sitDown(bob.page, link);
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await begin(ada.page);
  await expect(bob.page.locator('.stage')).toBeVisible();
  return { ada, bob, link };
}

function actions({ page }: Somebody): ReturnType<Somebody['page']['locator']> {
  return page.locator('#actions [data-action]');
}

test.skip(({ isMobile }) => isMobile === true, 'once is enough');

test('a quick phrase is read by everyone in their own language, and who is muted is not heard', async ({ come }) => {
  const { ada, bob } = await two(come, {});
  await bob.page.click('[data-talk]');
  await bob.page.click('[data-phrase=good_luck]');
  await expect(ada.page.locator('[data-talk]')).toContainText('1');
  await ada.page.click('[data-talk]');
  await expect(ada.page.locator('[data-chat] li').last()).toContainText('Good luck!');
  await expect(bob.page.locator('[data-chat] li').last()).toContainText('Viel Glück!');
  await ada.page.locator('[data-say]').fill('Let us see.');
  await ada.page.locator('[data-say]').press('Enter');
  await expect(bob.page.locator('[data-chat] li').last()).toContainText('Let us see.');
  await ada.page.locator('[data-chat] .mute').first().click();
  await expect(ada.page.locator('[data-chat] li')).toHaveCount(1);
});

test('what was done is taken back if the other agrees', async ({ come }) => {
  const { ada, bob } = await two(come, {});
  await expect(ada.page).toHaveTitle(/^● Your turn/);
  // A whole turn, so that Bob has seen it.
  while ((await actions(ada).count()) > 0 && !(await actions(bob).count())) {
    const entries = await entriesOf(ada.page);
    await actions(ada).first().click();
    await untilEntries(ada.page, entries + 1);
    await untilEntries(bob.page, entries + 1);
  }
  for (const agrees of [false, true]) {
    await ada.page.click('[data-undo]');
    await ada.page.click('[data-consent]');
    await expect(bob.page.locator('[data-undo-asked]')).toContainText('Ada');
    await bob.page.click(agrees ? '[data-agree]' : '[data-disagree]');
    await expect(ada.page.locator('[data-undo-asked]')).toBeHidden();
    await expect(bob.page.locator('[data-undo-asked]')).toBeHidden();
    if (agrees) await expect(actions(ada).first()).toBeVisible();
    else await expect(actions(bob).first()).toBeVisible();
  }
});

test('after a while a bot plays for whoever left, who takes the seat back', async ({ come }) => {
  const { ada, bob, link } = await two(come, { grace: 1 });
  await bob.page.close();
  await expect(ada.page.locator('[data-at="1"]')).toContainText('away');
  await ada.page.click('[data-let-bot="1"]');
  await expect(ada.page.locator('[data-at="1"]')).toContainText('a bot plays for');
  await playOn(ada.page, 7);
  await untilEntries(ada.page, 8);
  await ada.page.goto('about:blank');
  bob.page = await bob.context.newPage();
  await bob.page.goto(link);
  await bob.page.click('[data-take-back]');
  await expect(bob.page.locator('[data-take-back]')).toBeHidden();
  await expect(bob.page.locator('[data-at="1"]')).not.toContainText('Bot');
  await ada.page.goto(link);
  await expect(ada.page.locator('[data-at="1"]')).not.toContainText('a bot plays for');
});

test('everybody sees the clocks, and at zero a bot plays the move', async ({ come }) => {
  const { ada, bob } = await two(come, { clock: { move: 4, bank: 0, increment: 0, leaves: false } });
  const time = '[data-at="0"] [role=timer]';
  for (const { page } of [ada, bob]) await expect(page.locator(time)).toHaveText(/^[0-4]\.\d$/);
  const before = await entriesOf(ada.page);
  await untilEntries(ada.page, before + 1);
  await untilEntries(bob.page, before + 1);
  // The seat is still Ada's.
  await expect(ada.page.locator('[data-at="0"]')).not.toContainText('bot');
});

test('with a bank of time, the seat of whoever has used it up is a bot’s', async ({ come }) => {
  const { ada, bob } = await two(come, { haste: 1, clock: { move: 0, bank: 4, increment: 1, leaves: true } });
  for (const { page } of [ada, bob]) {
    await expect(page.locator('[data-at="0"] [role=timer]')).toHaveText(/^[0-4]\.\d$/);
    await expect(page.locator('[data-at="1"] [role=timer]')).toHaveText('4.0');
  }
  // A move brings a second, and time runs for whoever is to play.
  await actions(ada).first().click();
  await untilEntries(bob.page, 1);
  await expect(bob.page.locator('[data-at="0"]')).toContainText('ein Bot spielt für Ada', { timeout: 20_000 });
  await expect(ada.page.locator('[data-take-back]')).toBeVisible();
  await playOn(bob.page, 5);
  await untilEntries(bob.page, 8);
});

test('a table ends without a result once both agree, and before it begins if its host says so', async ({ come }) => {
  const { ada, bob } = await two(come, {});
  await ada.page.click('[data-about]');
  await ada.page.click('[data-table-panel] [data-abandon]');
  await expect(bob.page.locator('[data-abandon-asked]')).toContainText('Ada');
  await ada.page.locator('[data-abandon-asked]').getByRole('button').click();
  await expect(bob.page.locator('[data-abandon-asked]')).toBeHidden();
  await ada.page.click('[data-table-panel] [data-abandon]');
  await bob.page.click('[data-abandon-asked] [data-abandon]');
  await expect(ada.page.getByRole('heading', { name: 'This table is closed.' })).toBeVisible();
  await expect(bob.page.getByRole('heading', { name: /^Dieser Tisch/ })).toBeVisible();

  const [eve, cy] = [await come(), await come()];
  const link = await openTableWith(eve.page, { game: 'crypto_cards', seats: 2 });
  await sitDown(cy.page, link);
  await eve.page.getByRole('button', { name: 'Close the table' }).click();
  await eve.page.click('[data-close]');
  await expect(cy.page.getByRole('heading', { name: 'This table is closed.' })).toBeVisible();
  await expect(cy.page.locator('main')).toContainText(/opened|host/);
});
