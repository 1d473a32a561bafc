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
