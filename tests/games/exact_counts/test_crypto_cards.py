"""Crypto Cards, small set-ups played to the end in every way: so many positions, and no others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from counting import Answers, Options, check_counts, countable, every_option
from support import position, rigged_draws, shown
from twins import crypto_cards


@dataclass(frozen=True)
class Cards:
    """Crypto Cards for two, seat 0 about to sell; how many positions there are after 0, 1, 2 … actions."""

    title: str
    hands: tuple[str, str]
    portfolios: tuple[str, str]
    market: str
    deck: str
    options: Options
    counts: list[int]

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        return position(
            "crypto_cards",
            2,
            self.options,
            hands=[hand.split() for hand in self.hands],
            hand_sizes=[len(hand.split()) for hand in self.hands],
            portfolios=[portfolio.split() for portfolio in self.portfolios],
            market=self.market.split(),
            deck=self.deck.split(),
            deck_size=len(self.deck.split()),
            jokers=[joker for joker in ("X1", "X2") if joker not in self.deck],
        )

    def twin(self) -> Any:
        return crypto_cards.Twin.at(
            every_option("crypto_cards", 2, self.options),
            [hand.split() for hand in self.hands],
            [portfolio.split() for portfolio in self.portfolios],
            self.market.split(),
            self.deck.split(),
        )

    @staticmethod
    def chances(state: Any, _verb: str) -> Iterator[Any]:
        """Every way to draw three cards, or the last ones: no action draws more, and only two if the second joker ends
        the turn.
        """
        deck, most = shown(state)["deck"], 3 if shown(state)["crash"] == "round" else 2
        return (rigged_draws(deck, cards) for cards in itertools.permutations(deck, min(most, len(deck))))

    @staticmethod
    def ask(twin: Any, answers: Answers) -> None:
        twin.draw = lambda cards: cards[answers.below(len(cards))]


ALL_OPTIONS: Options = {
    "hand": 3,
    "order": "sell-mine-transfer",
    "faces": "after-first-joker",
    "face_sales": 2,
    "buy_back": "on",
    "scoring": "points",
}
SET_UPS = [
    Cards(
        "Crypto Cards as it is",
        ("2C 6H 7H KD", "3C 4D QS"),
        ("AH 4C", "2D"),
        "2H",
        "5H 8D X1 X2",
        {"hand": 3},
        [1, 3, 63, 108, 360, 480, 340],
    ),
    Cards(
        "Crypto Cards with every option",
        ("2C 6H KD", "3C 4D QS"),
        ("AH 4C 9C", "2D 5D"),
        "2H",
        "5H KH X1 X2",
        ALL_OPTIONS,
        [1, 21, 72, 208, 576, 600, 856, 896, 294],
    ),
    Cards(
        "Crypto Cards with a direction that turns round and a last round",
        ("2C 6H 7H KD", "3C 4D QS"),
        ("AH 4C", "2D"),
        "2H",
        "5H 8D X1 X2",
        {"hand": 3, "direction": "turning", "crash": "round"},
        [1, 3, 72, 144, 306, 364, 165, 284, 250],
    ),
]


@pytest.mark.parametrize("set_up", countable(SET_UPS), ids=str)
@pytest.mark.long
def test_the_rules_and_the_twin_reach_the_same_positions_and_exactly_so_many(set_up: Cards) -> None:
    check_counts(set_up)
