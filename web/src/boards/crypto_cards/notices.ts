/** What happens by itself: the first joker, and cards that come into a hand that the reader sees. */
import type { Notices } from '$/boards/board';
import { shownIn } from './cards';

export const notices: Notices = (before, after, words, players, you) => {
  const old = shownIn(before);
  const now = shownIn(after);
  const joker = old.jokers.length === 0 && now.jokers.length === 1 ? [words.notice('joker', false, {})] : [];
  const mined = players.flatMap((player, seat) =>
    (now.hands[seat] ?? [])
      .filter((card) => !old.hands[seat]?.includes(card))
      .map((card) => words.notice('mined', seat === you, { player, card: words.name('card', card) })),
  );
  return [...joker, ...mined];
};
