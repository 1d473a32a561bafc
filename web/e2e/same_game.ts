/** A whole game that is the same each time: by a key, against the weakest bots, and pressed once all is still. */
import type { Page } from '@playwright/test';
import { dice, press } from './table';

declare global {
  interface Window {
    /** How many of the person's actions the host was told, and how many it has answered. */
    told: number;
    answered: number;
    /** How often something was pressed. */
    pressed: number;
  }
}

/** From now on nothing is left to chance: all that the host of this page draws comes from this key. */
export async function fixChance(page: Page, key: number): Promise<void> {
  // Kept by the service worker it would not be asked for here.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    const kept = JSON.parse(localStorage.getItem('outcry.settings') ?? '{}') as object;
    // Those bots think no longer on a slow machine than on a fast one.
    const levels = Array.from({ length: 16 }, () => 'easy');
    localStorage.setItem('outcry.settings', JSON.stringify({ ...kept, levels }));
    [window.told, window.answered, window.pressed] = [0, 0, 0];
    window.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        this.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
          if (data.type === 'accepted' || data.type === 'declined') window.answered++;
        });
      }
      override postMessage(message: { type: string }): void {
        if (message.type === 'play_action') window.told++;
        super.postMessage(message);
      }
    };
  });
  await page.route('**/assets/worker-*.js', async (route) => {
    const response = await route.fetch();
    const fixed = `crypto.getRandomValues = (into) => into.fill(${key});\n`;
    await route.fulfill({ response, body: fixed + (await response.text()) });
  });
}

/** In the page: press on; what is pressed depends on the key, how far the game is and what was pressed there before. */
function pressStill(key: number, dice: (seed: number) => () => number, press: (number: number) => boolean): void {
  const [STILL, SEVERAL] = [25, 120];
  let [before, nth, since] = ['', 0, performance.now()];
  const timer = setInterval(() => {
    if (document.querySelector('[data-result]')) return clearInterval(timer);
    const entries = document.querySelector<HTMLElement>('.stage')?.dataset.entries ?? '';
    if (entries !== before) [before, nth, since] = [entries, 0, performance.now()];
    // Where several choose at once, the others first.
    const acting = document.querySelectorAll('.status .acting i').length;
    if (window.told > window.answered || performance.now() - since < (acting > 1 ? SEVERAL : STILL)) return;
    const roll = dice(1 + key * 1_000_003 + Number(entries) * 101 + nth++);
    [roll, roll].forEach((each) => each());
    if (press(roll())) window.pressed++;
    since = performance.now();
  }, 5);
}

/** Somebody plays on by themselves until the game is over. */
export async function playSameGame(page: Page, key: number): Promise<void> {
  await page.evaluate(`(${pressStill.toString()})(${key}, ${dice.toString()}, ${press.toString()})`);
}
