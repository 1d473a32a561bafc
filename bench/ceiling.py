"""How often anybody could win Crypto Cards alone among greedy bots: `python bench/ceiling.py --keys 2000`.

The ceiling is what a player wins who knows every hand, the order of the deck and each reply, found by looking at all there is to do.
Greedy bots leave nothing to chance and no action changes what is drawn next, so nobody does better with the same keys, and whoever does
not know these things does worse: a measure of what is there to be won, beside which to read `docs/strength.md`.
"""

from __future__ import annotations

import argparse
from typing import Any

import numba
import numpy as np
from rich.progress import track

from openoutcry.bots.greedy import greedy
from openoutcry.bots.selfplay import deal
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.chance import CHANCE, Chance, key_of_seed, new_chance
from openoutcry.engine.contract import apply, hide, legal, place
from openoutcry.engine.mask import Mask, count, nth_action
from openoutcry.engine.record import blank
from openoutcry.games import find

GAME = "crypto_cards"
DEEPEST = 128
"""More decisions than a player has in a game."""


@numba.njit
def to_our_turn(state: Any, seat: int, chance: Chance, thought: Chance, view: Any, mask: Mask) -> None:
    """The others do what the rules of thumb say, knowing what they may know, until the seat has to act or the game is over."""
    while state.to_act != NOTHING and state.seat != seat:
        states.copy(view, state)
        hide(view, state.seat)
        legal(view, state.seat, mask)
        apply(state, state.seat, greedy(view, state.seat, mask, thought), chance)


@numba.njit
def share_of(state: Any, seat: int) -> float:
    """A win, divided among those who share it; nothing for the others."""
    first = 0
    for other in range(state.seats):
        first += place(state, other) == 1
    return 1.0 / first if place(state, seat) == 1 else 0.0


@numba.njit
def most_to_win(way: Any, chances: Any, seat: int, thought: Chance, view: Any, mask: Mask, known: Any) -> float:
    """The best that a seat can do from the first state of the way, each position being looked at once."""
    depth = 0
    tried, best = np.zeros(len(way), np.int64), np.zeros(len(way))
    to_our_turn(way[0], seat, chances[0], thought, view, mask)
    if way[0].to_act == NOTHING:
        return float(share_of(way[0], seat))
    while True:
        legal(way[depth], seat, mask)
        if tried[depth] == count(mask) or best[depth] == 1.0:
            known[states.digest(way[depth])] = best[depth]
            if depth == 0:
                return float(best[0])
            depth -= 1
            best[depth] = max(best[depth], best[depth + 1])
            continue
        action = nth_action(mask, tried[depth])
        tried[depth] += 1
        after = way[depth + 1]
        states.copy(after, way[depth])
        states.copy(chances[depth + 1], chances[depth])
        apply(after, seat, action, chances[depth + 1])
        to_our_turn(after, seat, chances[depth + 1], thought, view, mask)
        if after.to_act == NOTHING:
            best[depth] = max(best[depth], share_of(after, seat))
        elif states.digest(after) in known:
            best[depth] = max(best[depth], known[states.digest(after)])
        else:
            depth += 1
            tried[depth], best[depth] = 0, 0.0


def ceiling(seed: int, number: int, seat: int, seats: int = 4) -> float:
    """The largest share of a win that the seat could have in game number n of a seed, the others being greedy."""
    game = find(GAME)
    way, chances = np.zeros(DEEPEST, game.state_type), np.zeros(DEEPEST, CHANCE)
    chance, thought = new_chance(bytes(32)), new_chance(bytes(32))
    deal(way[0], game.template(seats), new_chance(key_of_seed(seed)), number, chance, thought)
    chances[0] = chance
    known = numba.typed.Dict.empty(numba.uint64, numba.float64)
    return float(most_to_win(way, chances, seat, thought, blank(game.state_type), blank(game.mask_type), known))


def main() -> None:
    """Print the mean over keys and seats, with half of a 95% interval over the keys."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=500, help="how many games are dealt")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    shares = [
        [ceiling(wanted.seed, number, seat, wanted.seats) for seat in range(wanted.seats)]
        for number in track(range(wanted.keys), "keys", transient=True)
    ]
    by_key = 100 * np.array(shares).mean(axis=1)
    print(f"{GAME}, {wanted.keys} keys: at most {by_key.mean():.1f} ± {1.96 * by_key.std(ddof=1) / len(by_key) ** 0.5:.1f}% to be won")


if __name__ == "__main__":
    main()
