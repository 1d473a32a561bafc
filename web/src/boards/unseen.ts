/**
 * What the reader of a generic table cannot know, found as the terminal finds it: what is not the same when the hidden
 * part is dealt again.
 */
import type { Seen } from '$/client/table.svelte';
import { SPECTATOR } from '$/game/module';
import { same } from '$/host/match';

const SAMPLES = 8;

/** The names of fields that the seats share and that could be otherwise, and of each seat's own as `name seat`. */
export function unseen({ game, record, seat }: Seen): Set<string> {
  const found = new Set<string>();
  if (seat === SPECTATOR || !same(game.hidden(record, seat), record)) return found;
  const shown = game.shown(record);
  for (let sample = 1; sample <= SAMPLES; sample++) {
    const world = record.slice();
    game.redeal(world, seat, game.chance(new Uint8Array(32).fill(sample)));
    const dealt = game.shown(world);
    for (const { name, per_seat } of game.manifest.state.fields) {
      const [one, other] = [shown[name], dealt[name]];
      if (!per_seat) {
        if (JSON.stringify(one) !== JSON.stringify(other)) found.add(name);
        continue;
      }
      (one as unknown[] | undefined)?.forEach((value, each) => {
        if (JSON.stringify(value) !== JSON.stringify((other as unknown[])[each])) found.add(`${name} ${each}`);
      });
    }
  }
  return found;
}
