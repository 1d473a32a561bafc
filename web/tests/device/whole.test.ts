/** Whole games at a shared device: they come to their end, and nothing of a hand is in the page when none is open. */
import { describe, expect, it } from 'vitest';
import { act, dealtHere, hide, scene, settled, take, type Here } from './here';
import { bytesIn, holds } from './reach';

const BLITZ = 2;
/** So many times something is done, at most. */
const STEPS = 3000;

/** One step of whoever has the device, or of all in a race; time passes where nobody here is to do anything. */
async function step(here: Here, number: number, thought: Uint8Array): Promise<void> {
  const { device, time } = here;
  const [kind, seat, next] = scene(here);
  const { table, told } = device;
  if (kind === 'curtain') await take(here, next!);
  else if (kind === 'race' && told!.race!.waits) device.runRace(true);
  else if (kind === 'race' && number % 3 === 0) device.press(told!.race!.seats[number % told!.race!.seats.length]!);
  else if (kind === 'race' && told!.race!.asks) device.letPass();
  else if (kind === 'hand' && table!.seen!.legal.length > 0) {
    const action = table!.game.anyAction(table!.seen!.record, seat!, thought);
    await act(here, table!.seen!.legal.find((each) => each.number === action)!.text);
  } else if (next !== null || (kind === 'hand' && told!.claim !== null)) await hide(here);
  else time.move(0.5);
  await settled(here);
}

describe('a whole game', () => {
  it.each([
    ['bounce', 3, [0, 1, 2], {}],
    ['cash_a_catch', 3, [0, 2], { pace: 2.5 }],
    ['cash_a_catch', 4, [0, 1, 2, 3], { pace: 0 }],
    ['cash_or_crash', 3, [0, 1], {}],
    ['cash_or_crash', 4, [0, 1, 3], { pace: 4, options: { variant: BLITZ, round_limit: 5 } }],
    ['cash_or_crash', 3, [0, 1, 2], { pace: 0, options: { variant: BLITZ, round_limit: 5 } }],
    ['crypto_cards', 3, [1, 2], {}],
    ['dead_cat_bounce', 2, [0, 1], { options: { short_suits: 1 } }],
  ] as const)(
    'of %s with %s seats, people at %j, %j',
    async (game, seats, people, given) => {
      const here = await dealtHere(game, seats, [...people], { haste: 0, ...given });
      const { device, match } = here;
      const thought = match().game.chance(new Uint8Array(32).fill(3));
      const scenes = new Set<string>();
      for (let number = 0; number < STEPS && !match().over; number++) {
        const [kind, seat] = scene(here);
        scenes.add(kind);
        if (device.told!.hides && number % 20 === 0) {
          const bytes = bytesIn(device);
          for (const one of people) if (one !== seat) expect(holds(bytes, match().view(one))).toBe(false);
        }
        await step(here, number, thought);
      }
      expect(match().over).toBe(true);
      expect(scene(here)).toEqual(['over', null, null]);
      expect(scenes.has('curtain')).toBe(device.told!.hides);
      expect(here.kept.at(-1)!.file).toBe(match().file());
    },
    60_000,
  );
});
