"""Cash or Crash, small set-ups played to the end in every way: so many positions, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from bidding import TRIPLES, after, table
from counting import Answers, Options, check_counts, countable, every_option
from support import any_chance
from twins import cash_or_crash


@dataclass(frozen=True)
class Bids:
    """Cash or Crash with few cards kept and some actions played; how many positions there are after 0, 1, 2 … more."""

    title: str
    kept: tuple[str, ...]
    played: tuple[str, ...]
    options: Options
    counts: list[int]

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        options: dict[str, Any] = dict(self.options)
        return after(table(*self.kept, **options), *self.played)

    def twin(self) -> Any:
        twin = cash_or_crash.Twin(len(self.kept), every_option("cash_or_crash", len(self.kept), self.options))
        twin.hands = [set(cards.split()) for cards in self.kept]
        twin.discards = [set(TRIPLES) - hand for hand in twin.hands]
        twin.possible = [{frozenset(hand)} for hand in twin.hands]
        twin.round = 0
        twin.begin_round(0)
        for line in self.played:
            seat, _, action = line.partition(" ")
            twin.play(int(seat), action)
        return twin

    @staticmethod
    def chances(_state: Any, _verb: str) -> Iterator[Any]:
        """Nothing is left to chance."""
        yield any_chance()

    @staticmethod
    def ask(_twin: Any, _answers: Answers) -> None:
        """A twin that never asks."""


KEEP_AND_STAKE = (
    *("0 keep", "1 keep", "2 keep"),
    *("0 stake GGG", "0 stake OOO", "1 stake GGO", "1 stake OOG", "2 stake GGW", "2 stake WWO"),
)
SET_UPS = [
    Bids(
        "Endurance with one card each, from the red zone",
        ("GGG", "OOO"),
        ("1 keep",),
        {"variant": "endurance", "round_limit": 1},
        [1, 2, 12, 21, 13, 102, 1077, 4056, 5179, 3374, 1927, 898, 284, 40],
    ),
    Bids(
        "Endurance with a card to add, from the opening bid",
        ("GGG OOO", "WWW"),
        ("0 keep", "1 keep", "0 stake GGG", "1 stake WWW"),
        {"variant": "endurance", "round_limit": 1},
        [1, 3, 96, 709, 1064, 1432, 1296, 1292, 886, 648, 362, 203, 87, 28, 4],
    ),
    Bids(
        "Classic with doubling, just below the limit",
        ("GGO GGW OOG OOW", "OOO WWW GOW"),
        ("0 keep", "1 keep", "0 stake GGO", "0 stake GGW", "1 stake OOO", "1 stake WWW", "0 bid 14 Gold"),
        {"doubling": "on", "round_limit": 1},
        [1, 9, 33, 70, 115, 119, 126, 162, 114, 87, 81, 48, 39, 39, 18, 27, 15],
    ),
    Bids(
        "Blitz with doubling, a race at the limit",
        ("GGG OOO WWW GOW", "GGO OOG", "GGW WWG WWO"),
        (*KEEP_AND_STAKE, "0 bid 20 Gold"),
        {"variant": "blitz", "doubling": "on", "round_limit": 1},
        [1, 10, 45, 131, 382, 521, 592, 509, 510, 541, 516, 446, 413, 326, 256, 218, 84, 78, 62, 2],
    ),
]


@pytest.mark.parametrize("set_up", countable(SET_UPS), ids=str)
@pytest.mark.long
def test_the_rules_and_the_twin_reach_the_same_positions_and_exactly_so_many(set_up: Bids) -> None:
    check_counts(set_up)
