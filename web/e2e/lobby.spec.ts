/** The lobby: open tables of others, and one's own on another device. */
import { expect, tableOf, test } from './people';

test.skip(({ isMobile }) => isMobile === true, 'there is a phone in it');

test(
  'an open table is in the lobby of others at once, and one’s own on another device',
  { tag: '@quick' },
  async ({ come }) => {
    const [ada, bob, phone] = [await come(), await come(), await come({ isOnPhone: true })];
    await bob.page.goto('./');
    await expect(bob.page.locator('[data-lobby]')).toBeVisible();
    await ada.page.goto('./#/setup/bounce');
    await ada.page.check('[data-people=true]');
    await ada.page.check('input[name=seats][value="2"]');
    await ada.page.getByLabel('Open to all in the lobby').check();
    await ada.page.click('[data-deal]');
    await expect(ada.page.locator('[data-seats]')).toBeVisible();
    const table = tableOf(ada.page);
    const listed = bob.page.locator('[data-open] li').filter({ has: bob.page.locator(`[data-table="${table}"]`) });
    await expect(listed).toContainText('1 free seat');

    await ada.page.click('[data-change-me]');
    await ada.page.locator('[data-my-name]').fill('Ada');
    await ada.page.click('[data-other-device]');
    const device = await ada.page.locator('[data-device] input').inputValue();
    await ada.page.getByRole('button', { name: 'Keep' }).click();
    await expect(listed.locator('.names')).toHaveText('Ada');
    await listed.getByRole('link').click();
    await bob.page.locator('[data-sit]').first().click();
    await expect(ada.page.locator('[data-seat="1"] b')).not.toHaveText('free');
    await expect(bob.page.locator('[data-seat="0"] b')).toHaveText('Ada');

    await phone.page.goto(device);
    await phone.page.click(`[data-yours] [data-table="${table}"]`);
    await expect(phone.page.locator('[data-seat="0"]')).toHaveClass(/mine/);
    await expect(ada.page.locator('[data-line=closed]')).toBeVisible();
    await expect(bob.page.locator('[data-seat="0"]')).not.toContainText('away');
  },
);
