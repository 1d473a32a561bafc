/** What is drawn for one person, or for nobody, is the same whatever the others hold. */
import { render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { loadBoard } from '$/boards/board';
import type { Device } from '$/client/device/device.svelte';
import Curtain from '$/parts/device/Curtain.svelte';
import HandOver from '$/parts/device/HandOver.svelte';
import RaceKeys from '$/parts/device/RaceKeys.svelte';
import Playing from '$/parts/Playing.svelte';
import { act, dealtHere, hide, settled, take, type Here } from './here';

function words({ table }: Device) {
  return table!.words('en', 'you');
}

async function drawnHand({ device }: Here, game: string): Promise<string> {
  const given = { table: device.table!, board: await loadBoard(game), words: words(device), save: null };
  const { container, unmount } = render(Playing, { ...given, again: vi.fn() });
  await tick();
  const html = container.innerHTML;
  unmount();
  return html;
}

async function drawnCurtain({ device }: Here): Promise<string> {
  const { container, unmount } = render(Curtain, {
    ...{ table: device.table!, words: words(device), seat: device.told!.next!, people: device.told!.people },
    ...{ claims: false, take: vi.fn(), letGoOn: vi.fn() },
  });
  await tick();
  const html = container.innerHTML;
  unmount();
  return html;
}

describe('the page of a shared device', () => {
  it.each(['crypto_cards', 'dead_cat_bounce'])(
    'draws the same hand and the same curtain whatever the others hold: %s',
    async (game) => {
      const drawn: string[][] = [];
      for (const isOther of [false, true]) {
        const here = await dealtHere(game, 3, [0, 1, 2]);
        const match = here.match();
        if (isOther) match.game.redeal(match.state, 0, match.game.chance(new Uint8Array(32).fill(9)));
        await take(here, 0);
        const own = await drawnHand(here, game);
        if (game === 'crypto_cards') await act(here, 'pass');
        const after = await drawnHand(here, game);
        await hide(here);
        const curtain = await drawnCurtain(here);
        await take(here, 1);
        drawn.push([own, after, curtain, await drawnHand(here, game)]);
      }
      const [usual, other] = drawn as [string[], string[]];
      expect(other.slice(0, 3)).toEqual(usual.slice(0, 3));
      // And the other's hand, once it is shown, is another.
      expect(other[3]).not.toBe(usual[3]);
    },
  );

  it('keeps no press that comes with the curtain', async () => {
    const here = await dealtHere('crypto_cards', 2, [0, 1]);
    const { device } = here;
    const taken = vi.fn();
    const { container } = render(Curtain, {
      ...{ table: device.table!, words: words(device), seat: 0, people: [0, 1] },
      ...{ claims: false, take: taken, letGoOn: vi.fn() },
    });
    await tick();
    expect(document.activeElement).toHaveTextContent('Give the device to Anna');
    container.querySelector<HTMLElement>('[data-i-am]')!.click();
    expect(taken).not.toHaveBeenCalled();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    container.querySelector<HTMLElement>('[data-look-at="1"]')!.click();
    container.querySelector<HTMLElement>('[data-i-am]')!.click();
    expect(taken.mock.calls).toEqual([[1], [0]]);
    vi.restoreAllMocks();
  });

  it('says to whom a hand goes that is hidden', () => {
    const hidden = vi.fn();
    const { container } = render(HandOver, { name: 'Ben', hide: hidden });
    expect(container).toHaveTextContent('Hide my hand, and give the device to Ben');
    container.querySelector('button')!.click();
    expect(hidden).toHaveBeenCalledOnce();
  });

  it('takes keys of those who race, once each, and no letters that are typed elsewhere', async () => {
    const here = await dealtHere('cash_a_catch', 4, [0, 1, 2], { pace: 2.5 });
    await act(here, 'open');
    await settled(here);
    const { device } = here;
    const press = vi.fn();
    const given = {
      ...{ table: device.table!, words: words(device), people: [0, 1, 2], refused: null },
      ...{ press, run: vi.fn(), letPass: vi.fn() },
    };
    const { container, rerender } = render(RaceKeys, { ...given, race: device.told!.race! });
    const type = (key: string, more: KeyboardEventInit = {}, on: EventTarget = window): void =>
      void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
    for (const key of ['a', 'x', 'l', 'Q']) type(key);
    type('l', { repeat: true });
    type('l', { ctrlKey: true });
    const field = document.body.appendChild(document.createElement('input'));
    type('l', {}, field);
    field.remove();
    expect(press.mock.calls).toEqual([[1], [2]]);
    container.querySelector('[data-key="1"]')!.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    expect(press.mock.calls.at(-1)).toEqual([1]);
    await rerender({ ...given, race: { seats: [1, 2], waits: true, asks: false } });
    press.mockClear();
    type('l');
    expect(press).not.toHaveBeenCalled();
    expect(container.querySelector('[data-key]')).toBeNull();
  });
});
