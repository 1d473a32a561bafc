/** What the reader is told: what to do, whom to wait for, or why the bell is not for them. */
import type { Seen } from '$/client/table.svelte';
import { clauseName, SPECTATOR } from '$/game/module';
import type { Words } from '$/game/words';
import { marketOf } from './market';

/** What the reader can do with the bell: ring, try to, wait for the others to have had their moment, or nothing. */
export type BellUse = 'ring' | 'try' | 'later' | 'none';

const AT_THE_BELL: { [clause: string]: string } = {
  '§4.2': 'ring_passed',
  '§4.3': 'ring_not_money',
  '§4.4': 'ring_soon',
};

/** The label that says why the reader cannot ring: the rules name the clause. */
function whyNot(seen: Seen, seat: number): string {
  if (seat === SPECTATOR) return 'they_bell';
  const ring = seen.game.manifest.actions.verbs.find((verb) => verb.verb === 'ring')?.first ?? 0;
  const clause = clauseName(seen.game.refusal(seen.record, seat, ring));
  if (clause === '§4.3' && marketOf(seen).auctioneer === seat) return 'ring_not_auctioneer';
  return AT_THE_BELL[clause] ?? 'they_bell';
}

export function promptOf(
  seen: Seen,
  seat: number,
  words: Words,
  players: string[],
  canRing: boolean,
  laying: string | null,
): string {
  const market = marketOf(seen);
  if (market.phase === 'bell') return words.label(canRing || seen.action('ring') ? 'ring_now' : whyNot(seen, seat));
  const actor = market.buyer < 0 ? market.auctioneer : market.buyer;
  if (actor !== seat) return words.label(`they_${market.phase}`, { player: players[actor] ?? '' });
  if (laying) return words.label('you_laying_card', { card: words.name('card', laying) });
  return words.label(`you_${market.phase}`, { count: String(market.takes_left) });
}
