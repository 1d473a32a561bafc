"""Dealing again is fair: every deal that fits what a seat knows is equally likely, counted on a small set-up."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np

from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.games import find
from support import position, shown

Deal = tuple[tuple[str, ...], ...]


def deals(seat: int, count: int) -> Counter[Deal]:
    """How often each deal comes for a seat of a table with few cards left."""
    state = position(
        "crypto_cards",
        3,
        {"hand": 3},
        hands=[["AC", "2C"], ["5D", "KH"], ["9S"]],
        hand_sizes=[2, 2, 1],
        deck=["3H", "4H", "X1", "X2"],
        deck_size=4,
        portfolios=[["7C"], [], ["8D"]],
    )
    sight, chance, found = find("crypto_cards").sight, new_chance(key_of_seed(seat)), Counter[bytes]()
    for _ in range(count):
        sight.redeal(state, seat, chance)
        found[state.tobytes()] += 1
    return Counter({deal_of(record): often for record, often in found.items()})


def deal_of(record: bytes) -> Deal:
    """The hands and the deck of a state."""
    dealt = shown(np.frombuffer(record, find("crypto_cards").state_type)[0])
    return tuple(map(tuple, [*dealt["hands"], dealt["deck"]]))


def all_deals(unseen: list[str], sizes: list[int]) -> list[list[tuple[str, ...]]]:
    """Every way to give hands of these sizes, the rest staying in the deck."""
    if not sizes:
        return [[tuple(unseen)]]
    found = []
    for hand in combinations(unseen, sizes[0]):
        left = [card for card in unseen if card not in hand]
        found += [[hand, *rest] for rest in all_deals(left, sizes[1:])]
    return found


def test_every_deal_a_player_can_imagine_is_equally_likely() -> None:
    expected = {(("AC", "2C"), *deal[:-1], (*deal[-1], "X1", "X2")) for deal in all_deals(["5D", "3H", "4H", "KH", "9S"], [2, 1])}
    assert_uniform(deals(0, 300 if IS_PLAIN else 30_000), expected)


def test_every_deal_a_spectator_can_imagine_is_equally_likely() -> None:
    unseen = ["AC", "2C", "5D", "3H", "4H", "KH", "9S"]
    expected = {(*deal[:-1], (*deal[-1], "X1", "X2")) for deal in all_deals(unseen, [2, 2, 1])}
    assert len(expected) == 21 * 10 * 3
    assert_uniform(deals(SPECTATOR, 300 if IS_PLAIN else 60_000), expected)


def assert_uniform(found: Counter[Deal], expected: set[Deal]) -> None:
    """All of the expected and nothing else, as often as chance allows (six standard deviations of chi-squared)."""
    assert set(found) <= expected
    mean = found.total() / len(expected)
    if not IS_PLAIN:
        assert set(found) == expected
        freedom = len(expected) - 1
        assert abs(sum((found[deal] - mean) ** 2 / mean for deal in expected) - freedom) < 6 * (2 * freedom) ** 0.5
