/** Several tables at once: title, sound and notification say where one is waited for. */
import { beCalled, begin, entriesOf, expect, openTableWith, sitDown, tableOf, test, untilEntries } from './people';

declare global {
  interface Window {
    /** Tones that were played. */
    tones: number;
    /** What the browser was asked to show, by table. */
    notified: (string | undefined)[];
  }
}

test.skip(({ isMobile }) => isMobile === true, 'once is enough');

/** Notifications are the browser's: here they are only counted. Tones are played, and counted too. */
function listen(): void {
  if (!location.protocol.startsWith('http')) return;
  const kept = JSON.parse(localStorage.getItem('outcry.settings') ?? '{}') as object;
  localStorage.setItem('outcry.settings', JSON.stringify({ ...kept, sound: true }));
  [window.tones, window.notified] = [0, []];
  const oscillator = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function (this: AudioContext): OscillatorNode {
    window.tones++;
    return oscillator.call(this);
  };
  const show = (_: string, told?: NotificationOptions): void => void window.notified.push(told?.tag);
  class Counted {
    static permission: NotificationPermission = 'default';
    static requestPermission(): Promise<NotificationPermission> {
      Counted.permission = 'granted';
      return Promise.resolve(Counted.permission);
    }
    constructor(title: string, told?: NotificationOptions) {
      show(title, told);
    }
  }
  window.Notification = Counted as unknown as typeof Notification;
  ServiceWorkerRegistration.prototype.showNotification = (title, told): Promise<void> => {
    show(title, told);
    return Promise.resolve();
  };
}

test('whoever plays at two tables hears of the one that they do not look at', async ({ come }) => {
  const [ada, bob] = [await come(), await come()];
  await ada.context.addInitScript(listen);
  const person = await beCalled(ada.page, 'Ada');
  const how = { game: 'crypto_cards', seats: 2, haste: 0 };
  await openTableWith(ada.page, { ...how, bots: { 1: 'easy' } }, person);
  await begin(ada.page);
  const alone = tableOf(ada.page);
  await expect(ada.page).toHaveTitle(/^● Your turn – Crypto Cards/);

  const link = await openTableWith(ada.page, how, person);
  const shared = tableOf(ada.page);
  await expect(ada.page.locator('[data-elsewhere]')).toHaveText(/Your turn at another table/);
  await expect(ada.page).toHaveTitle(/^\(1\) Crypto Cards/);
  await ada.page.click('[data-notify]');
  await expect(ada.page.locator('[data-notify]')).toHaveCount(0);
  await sitDown(bob.page, link);
  await expect(ada.page.locator('[data-seat="1"] .ready')).toBeVisible();
  await begin(ada.page);
  await expect(ada.page).toHaveTitle(/^● Your turn/);
  const actions = (page: typeof ada.page): ReturnType<typeof page.locator> => page.locator('#actions [data-action]');
  const turnFrom = async (one: typeof ada, other: typeof ada): Promise<void> => {
    while (!(await actions(other.page).count())) {
      const entries = await entriesOf(one.page);
      await actions(one.page).first().click();
      await untilEntries(one.page, entries + 1);
      await untilEntries(other.page, entries + 1);
    }
  };
  await turnFrom(ada, bob);
  await expect(ada.page).toHaveTitle(/^\(1\) Crypto Cards/);

  await ada.page.click('[data-elsewhere]');
  await expect(ada.page.locator('.stage')).toBeVisible();
  expect(tableOf(ada.page)).toBe(alone);
  await expect(ada.page.locator('[data-elsewhere]')).toHaveCount(0);
  // Ada looks at something else altogether; so far nothing was shown to her that she was looking at.
  await ada.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    window.tones = 0;
  });
  expect(await ada.page.evaluate(() => window.notified)).toEqual([]);
  while (await actions(bob.page).count()) {
    const entries = await entriesOf(bob.page);
    await actions(bob.page).first().click();
    await untilEntries(bob.page, entries + 1);
  }
  await expect(ada.page.locator('[data-elsewhere]')).toBeVisible();
  await expect.poll(() => ada.page.evaluate(() => window.tones)).toBeGreaterThan(0);
  await expect.poll(() => ada.page.evaluate(() => window.notified)).toEqual([shared]);
  await ada.page.goto('./');
  const turns = ada.page.locator('[data-yours] .turn');
  await expect(turns).toHaveCount(2);
  await expect(ada.page).toHaveTitle(/^\(2\) /);
});
