"""How often anybody could win Crypto Cards alone among greedy bots: `python bench/ceiling.py --deals 400`.

The ceiling is what a player wins who knows every hand and the order of all cards in the deck, and does not know only
when the second joker will come: all there is to do is looked at, and each time a card is drawn the game may end. Greedy
bots leave nothing to chance and no action changes what is drawn, so nobody wins more, and whoever knows less wins less:
a measure of what is there to be won, beside which to read `docs/strength.md`.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from rich.progress import track

from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING, U, bit
from openoutcry.engine.cards import PACK
from openoutcry.engine.chance import Chance, new_chance
from openoutcry.engine.contract import apply, greedy, hide, legal, place
from openoutcry.engine.mask import Mask, count, nth_action
from openoutcry.engine.record import blank
from openoutcry.games import find
from openoutcry.games.crypto_cards.rules import begin_turn

FIRST_JOKER, SECOND_JOKER = len(PACK), len(PACK) + 1
DEEPEST = 128
"""More decisions than a player has in a game."""
BEGIN = -1


@dataclass(frozen=True)
class Deal:
    """The hands, and the cards of the deck in their order, without the second joker."""

    hands: Any
    order: Any

    @classmethod
    def of(cls, seed: int, number: int, seats: int = 4, hand: int = 5) -> Deal:
        """Deal n of a seed. The two jokers are shuffled in; the one that comes second is taken out again."""
        dice = np.random.default_rng([seed, number])
        pack = dice.permutation(len(PACK))
        deck = dice.permutation([*pack[seats * hand :], FIRST_JOKER, FIRST_JOKER])
        second = np.flatnonzero(deck == FIRST_JOKER)[1]
        return cls(pack[: seats * hand].reshape(seats, hand), np.delete(deck, second))

    def table(self) -> Any:
        """The table before anybody has drawn. The deck is left empty: a card is put on it when it is to be drawn."""
        game, seats = find("crypto_cards"), len(self.hands)
        state = blank(game.state_type)
        states.copy(state, game.template(seats))
        for seat, hand in enumerate(self.hands):
            state.hands[seat] = U(sum(1 << int(card) for card in hand))
            state.hand_sizes[seat] = len(hand)
        state.deck_size = len(self.order) + 1
        return state


@numba.njit
def share_of(state: Any, seat: int) -> float:
    """A win, divided among those who share it; nothing for the others."""
    first = 0
    for other in range(state.seats):
        first += place(state, other) == 1
    return 1.0 / first if place(state, seat) == 1 else 0.0


@numba.njit
def carry_out(
    state: Any, action: int, order: Any, drawn: int, ours: int, chance: Chance, before: Any
) -> tuple[int, float, float]:
    """Play an action of the seat in turn, or begin; if it leads to a draw, the next card comes.

    How many cards have been drawn; what we win if the second joker comes now, times its probability; and that it does
    not.
    """
    states.copy(before, state)
    act(state, action, order, drawn, chance)
    if state.deck_size == before.deck_size:
        return drawn, 0.0, 1.0
    if drawn < len(order) and order[drawn] == FIRST_JOKER:
        drawn += 1
        states.copy(state, before)
        state.jokers = bit(FIRST_JOKER)
        state.deck_size -= 1
        act(state, action, order, drawn, chance)
    if state.jokers == NOTHING:
        return drawn + 1, 0.0, 1.0
    ends = 1.0 / (len(order) - drawn + 1)
    return drawn + 1, ends * share_of(state, ours), 1.0 - ends


@numba.njit
def act(state: Any, action: int, order: Any, drawn: int, chance: Chance) -> None:
    """Play an action, or begin, with a deck of nothing but the card that comes next."""
    state.deck = bit(order[drawn]) if drawn < len(order) else bit(SECOND_JOKER)
    if action == BEGIN:
        begin_turn(state, chance)
    else:
        apply(state, state.seat, action, chance)
    state.deck = NOTHING


@numba.njit
def to_our_turn(
    state: Any, action: int, order: Any, drawn: int, ours: int, chance: Chance, view: Any, before: Any, mask: Mask
) -> tuple[int, float, float]:
    """Play an action; then the others do what the rules of thumb say, knowing what they may know. As `carry_out`, for
    all together.
    """
    drawn, won, goes_on = carry_out(state, action, order, drawn, ours, chance, before)
    while goes_on > 0.0 and state.seat != ours:
        drawn, share, on = carry_out(
            state, by_rules_of_thumb(state, chance, view, mask), order, drawn, ours, chance, before
        )
        won, goes_on = won + goes_on * share, goes_on * on
    return drawn, won, goes_on


@numba.njit
def by_rules_of_thumb(state: Any, chance: Chance, view: Any, mask: Mask) -> int:
    """What a greedy bot does at the seat in turn."""
    states.copy(view, state)
    hide(view, state.seat)
    legal(view, state.seat, mask)
    return int(greedy(view, state.seat, mask, chance))


@numba.njit
def most_to_win(
    table: Any, order: Any, ours: int, is_greedy: bool, way: Any, chance: Chance, view: Any, mask: Mask, known: Any
) -> float:
    """The best that a seat can do, each position being looked at once; or what it wins by the rules of thumb itself."""
    tried, best, draws = np.zeros(len(way), np.int64), np.zeros(len(way)), np.zeros(len(way), np.int64)
    won, goes_on = np.zeros(len(way)), np.zeros(len(way))
    depth, before = 0, way[-1]
    states.copy(way[0], table)
    draws[0], won[0], goes_on[0] = to_our_turn(way[0], BEGIN, order, 0, ours, chance, view, before, mask)
    while True:
        state, after = way[depth], way[depth + 1]
        legal(state, ours, mask)
        if tried[depth] == (1 if is_greedy else count(mask)):
            known[states.digest(state)] = best[depth]
            value = won[depth] + goes_on[depth] * best[depth]
            if depth == 0:
                return float(value)
            depth -= 1
            best[depth] = max(best[depth], value)
            continue
        action = by_rules_of_thumb(state, chance, view, mask) if is_greedy else nth_action(mask, tried[depth])
        tried[depth] += 1
        states.copy(after, state)
        drawn, now, on = to_our_turn(after, action, order, draws[depth], ours, chance, view, before, mask)
        if on == 0.0:
            best[depth] = max(best[depth], now)
        elif states.digest(after) in known:
            best[depth] = max(best[depth], now + on * known[states.digest(after)])
        else:
            depth += 1
            tried[depth], best[depth], draws[depth], won[depth], goes_on[depth] = 0, 0.0, drawn, now, on


def ceiling(deal: Deal, seat: int, *, is_greedy: bool = False) -> float:
    """The largest share of a win that a seat can expect, the others being greedy; or its share if it is greedy too."""
    game = find("crypto_cards")
    way, known = np.zeros(DEEPEST, game.state_type), numba.typed.Dict.empty(numba.uint64, numba.float64)
    own = way, new_chance(bytes(32)), blank(game.state_type), blank(game.mask_type), known
    return float(most_to_win(deal.table(), deal.order, seat, is_greedy, *own))


def main() -> None:
    """Print the mean over deals and seats, with half of a 95% interval over the deals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100, help="how many deals are looked at (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    shares = []
    for number in track(range(wanted.deals), "deals", transient=True):
        deal = Deal.of(wanted.seed, number, wanted.seats)
        shares.append(100 * np.mean([ceiling(deal, seat) for seat in range(wanted.seats)]))
    print(
        f"{wanted.deals} deals: at most {np.mean(shares):.1f} ± "
        f"{1.96 * np.std(shares, ddof=1) / len(shares) ** 0.5:.1f}% to be won"
    )


if __name__ == "__main__":
    main()
