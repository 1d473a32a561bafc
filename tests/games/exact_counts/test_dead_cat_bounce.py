"""Dead-Cat Bounce, small set-ups played to the end in every way: so many positions, and no others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

import trading
from counting import Answers, Options, check_counts, countable, every_option
from openoutcry.engine.chance import DECK
from support import any_chance, shown
from twins import dead_cat_bounce


@cache
def draws(stack: tuple[str, ...], discards: tuple[str, ...], most: int) -> list[tuple[str, ...]]:
    """Every way to draw up to so many cards, the discards becoming the stack when it has run out."""
    if not most or not stack:
        return [()]
    found = []
    for card in sorted(set(stack)):
        place = stack.index(card)
        left = stack[:place] + stack[place + 1 :]
        found += [
            (card, *rest) for rest in (draws(left, discards, most - 1) if left else draws(discards, (), most - 1))
        ]
    return found


@dataclass(frozen=True)
class Floor:
    """Dead-Cat Bounce for two with few cards, in the trade step of seat 0; how many positions there are after 0, 1, 2 …
    actions.

    A trade step has no early end, so most set-ups are played only as far as there are counts; the others to the end.
    """

    title: str
    melds: tuple[str, str]
    hands: tuple[str, str]
    purses: list[int]
    flop: str
    stack: str
    face_up: str
    options: Options
    counts: list[int]
    ends: bool = False

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        options: dict[str, Any] = dict(self.options)
        market = {"flop": self.flop, "stack": self.stack, "face_up": self.face_up}
        return trading.table(*self.melds, hands=self.hands, purses=self.purses, **(options | market))

    def twin(self) -> Any:
        return dead_cat_bounce.Twin.at(
            every_option("dead_cat_bounce", 2, self.options),
            self.purses,
            [hand.split() for hand in self.hands],
            [{letter: " ".join(cards) for letter, cards in trading.melds_of(own).items()} for own in self.melds],
            self.flop.split(),
            self.stack.split(),
            self.face_up.split(),
        )

    @staticmethod
    def chances(state: Any, verb: str) -> Iterator[Any]:
        """Every order in which cards can be drawn, as far as the action draws them: of orders that begin alike only the
        first.
        """
        if verb not in ("look", "pay"):
            yield any_chance()
            return
        fields, drawn = shown(state), None
        discards = [*fields["face_up"], *itertools.chain.from_iterable(fields["sold"])]
        for order in draws(tuple(fields["stack"]), tuple(discards), 3):
            if drawn is None or order[: len(drawn)] != drawn:
                chance = trading.drawing(state, order)
                yield chance
                drawn = order[: int(chance.drawn[DECK]) - 1]

    @staticmethod
    def ask(twin: Any, answers: Answers) -> None:
        twin.draw = lambda cards: cards[answers.below(len(cards))]


SET_UPS = [
    Floor(
        "Dead-Cat Bounce: a run and an offer",
        ("3C 4C 5C", "KD"),
        ("6C QH", "QD"),
        [2, 1],
        "5D",
        "7S 8S",
        "9S",
        {},
        [1, 13, 106, 661],
    ),
    Floor(
        "Dead-Cat Bounce: jokers of every kind",
        ("3C wild 5C", "QC KC AC"),
        ("thief wild 7C", "block"),
        [1, 0],
        "",
        "7S",
        "",
        {"jokers": "all"},
        [1, 13, 119, 838],
    ),
    Floor(
        "Dead-Cat Bounce: equal cards and mixed runs",
        ("KC KC", "2D 3C"),
        ("AC AC", "2D"),
        [3, 0],
        "",
        "7S",
        "",
        {"double_suits": "on", "mixed_runs": "on", "may_hide": "on"},
        [1, 11, 75, 442],
    ),
    Floor(
        "Dead-Cat Bounce: a royal flush in reach",
        ("TC JC QC KC", "5D 6D"),
        ("AC", ""),
        [0, 0],
        "",
        "7S",
        "",
        {},
        [1, 13, 119, 920],
    ),
    Floor(
        "Dead-Cat Bounce: no token for the tax",
        ("", ""),
        ("3H 5H", "9D"),
        [0, 1],
        "",
        "7S 8S KD",
        "2C",
        {},
        [1, 4, 17, 54, 147, 345, 814],
    ),
    Floor(
        "Dead-Cat Bounce: a run sold for the tax",
        ("3C 4C 5C / 5D 5H", ""),
        ("9S", ""),
        [0, 1],
        "",
        "7S",
        "",
        {},
        [1, 10, 67, 354, 1684],
    ),
    Floor(
        "Dead-Cat Bounce: one card haggled over",
        ("", ""),
        ("4D", ""),
        [0, 2],
        "",
        "7S",
        "",
        {"may_hide": "on"},
        [1, 3, 8, 17, 28, 56, 107, 205],
    ),
    Floor(
        "Dead-Cat Bounce: to the end without a token",
        ("", ""),
        ("", ""),
        [0, 0],
        "3C 5D",
        "9H",
        "",
        {},
        [
            1,
            2,
            2,
            4,
            6,
            9,
            16,
            16,
            31,
            25,
            45,
            32,
            50,
            36,
            49,
            37,
            45,
            36,
            42,
            33,
            36,
            30,
            30,
            27,
            24,
            24,
            21,
            21,
            15,
            15,
            9,
            9,
            3,
            3,
        ],
        ends=True,
    ),
]


@pytest.mark.parametrize("set_up", countable(SET_UPS), ids=str)
@pytest.mark.long
def test_the_rules_and_the_twin_reach_the_same_positions_and_exactly_so_many(set_up: Floor) -> None:
    check_counts(set_up, len(set_up.counts) if not set_up.ends else None)
