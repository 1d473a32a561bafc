/** What happened by itself: who swapped, what was turned up, who lost what or is out, and the new round. */
import type { Notices } from '$/boards/board';
import type { Words } from '$/game/words';
import { bidText, GOODS, marketOf, wasRight, type Market } from './market';

export const notices: Notices = (before, after, words, players, you) => {
  const old = marketOf(before);
  const now = marketOf(after);
  const told: string[] = [];
  if (old.phase === 'red_zone' && now.phase !== 'red_zone') told.push(swaps(now, words, players));
  if (old.phase === 'racing' && now.phase === 'bidding') told.push(words.notice('nobody_jumped_in', false, {}));
  if (old.stake_sizes.some(Boolean) && !now.stake_sizes.some(Boolean))
    told.push(...challenge(old, now, words, players, you));
  players.forEach((player, seat) => {
    if (now.went_out[seat]! > old.went_out[seat]!) told.push(words.notice('out', seat === you, { player }));
  });
  if (now.round_number > old.round_number) {
    told.push(
      words.notice('round', now.opener === you, { round: `${now.round_number}`, player: players[now.opener] ?? '' }),
    );
  }
  return told;
};

function swaps(market: Market, words: Words, players: string[]): string {
  const swapped = market.swapped.map((seat) => players[Number(seat)] ?? '');
  return swapped.length > 0
    ? words.notice('swapped', false, { players: swapped.join(', ') })
    : words.notice('nobody_swapped', false, {});
}

/** What the market showed and who lost what, and who could not pay double. */
function challenge(old: Market, now: Market, words: Words, players: string[], you: number): string[] {
  const loser = now.last_loser;
  const fate = { player: players[loser] ?? '', cards: (now.turned_up[loser] ?? []).join(' ') };
  const market = GOODS.map((good, place) => `${now.counts[place]} ${words.name('commodity', good)}`).join(', ');
  const told = [
    words.notice(wasRight(now) ? 'right' : 'wrong', false, {
      market,
      bid: bidText(now.last_amount, now.last_goods, words),
    }),
    words.notice('loses', loser === you, fate),
  ];
  if (old.is_doubled && old.hand_sizes[loser]! < old.stake_sizes[loser]!)
    told.push(words.notice('short', loser === you, fate));
  return told;
}
