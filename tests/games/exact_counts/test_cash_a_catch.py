"""Cash-a-Catch, small set-ups played to the end in every way: so many positions, and no others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import auctions
from counting import Answers, Options, check_counts, countable, every_option
from openoutcry.engine.chance import DECK
from support import rigged_draws, shown
from twins import cash_a_catch


@cache
def every_order(cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    return sorted(set(itertools.permutations(cards)))


@dataclass(frozen=True)
class Market:
    """Cash-a-Catch with few cards left, seat 0 about to sell; how many positions there are after 0, 1, 2 … actions."""

    title: str
    stands: tuple[str, ...]
    money: list[int]
    garbage: tuple[str, ...]
    deck: str
    options: Options
    counts: list[int]

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        options: dict[str, Any] = dict(self.options)
        return auctions.table(*self.stands, money=self.money, garbage=self.garbage, deck=self.deck, **options)

    def twin(self) -> Any:
        return cash_a_catch.Twin.at(
            every_option("cash_a_catch", len(self.stands), self.options),
            self.money,
            [auctions.places_of(stand) for stand in self.stands],
            [can.split() for can in self.garbage],
            self.deck.split(),
        )

    @staticmethod
    def chances(state: Any, _verb: str) -> Iterator[Any]:
        """Every order in which the cards can be turned, as far as the action turns them: of orders that begin alike
        only the first.
        """
        deck, turned = tuple(auctions.bag(shown(state)["deck"])), None
        for order in every_order(deck):
            if turned is None or order[: len(turned)] != turned:
                chance = rigged_draws(deck, order)
                yield chance
                turned = order[: int(chance.drawn[DECK]) - 1]

    @staticmethod
    def ask(twin: Any, answers: Answers) -> None:
        twin.draw = lambda cards: cards[answers.below(len(cards))]


SET_UPS = [
    Market(
        "Cash-a-Catch for three, a thief and a can among the last cards",
        ("E1 O1", "/ / E3", ""),
        [10, 11, 9],
        ("", "T2 F1", ""),
        "THIEF CAN CLOSE",
        {},
        [1, 4, 7, 14, 25, 49, 85, 112, 140, 151, 120, 70, 15],
    ),
    Market(
        "Cash-a-Catch for four, the last cards bring too many kinds",
        ("", "E1 / S2 O1 / T1", "", ""),
        [0, 10, 0, 0],
        ("", "", "", ""),
        "F1 L1 CAN CLOSE",
        {},
        [1, 4, 9, 19, 39, 81, 149, 212, 278, 307, 332, 392, 307, 127, 38, 12],
    ),
    Market(
        "Cash-a-Catch for three with both options",
        ("E1 / O2", "O3 O1 / E2", ""),
        [9, 10, 0],
        ("", "", ""),
        "THIEF E1 CLOSE",
        {"spoils": "top", "thief_own": "on"},
        [1, 5, 12, 19, 45, 104, 182, 316, 451, 638, 800, 736, 389, 100, 12],
    ),
    Market(
        "Cash-a-Catch for five who only sell",
        ("E1 / O2 / S1", "O3 O1 / E2 O2", "O1 E3 E1 / S2", "/ / E2", "O3 / S3 S1"),
        [9, 9, 9, 0, 0],
        ("", "", "", "S1 T3", ""),
        "L1 T1 CLOSE",
        {},
        [1, 7, 15, 13, 4],
    ),
]


@pytest.mark.parametrize("set_up", countable(SET_UPS), ids=str)
@pytest.mark.long
def test_the_rules_and_the_twin_reach_the_same_positions_and_exactly_so_many(set_up: Market) -> None:
    check_counts(set_up)
