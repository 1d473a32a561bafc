"""§9 of Dead-Cat Bounce: the discard."""

from __future__ import annotations

import pytest

from support import legal, refused
from trading import (
    after,
    cards,
    purses,
    table,
)


@pytest.mark.parametrize(
    ("card", "fee"), [("3C", 0), ("7C", 0), ("TC", 0), ("2C", 1), ("JC", 1), ("QC", 2), ("KC", 3), ("AC", 4)]
)
def test_9_1_a_discard_costs_the_price_less_1(card: str, fee: int) -> None:
    state = after(table("", "", flop=f"5H {card} 6H"), "0 next")
    state = after(state, "0 discard 2")
    assert (purses(state), cards(state, "face_up"), cards(state, "flop")) == ([7 - fee, 7], card, "5H 6H")
    if fee:
        assert (
            refused(after(table("", "", flop=f"5H {card} 6H", purses=[fee - 1, 7]), "0 next"), 0, "discard 2") == "§9.1"
        )


def test_9_1_one_of_three_has_to_be_discarded() -> None:
    state = after(table("", "", flop="5H KC 6H", purses=[2, 7]), "0 next")
    assert legal(state, 0) == {"discard 1", "discard 3"}
    assert refused(state, 0, "next") == "§2.2"


@pytest.mark.parametrize(
    ("flop", "goes"),
    [
        ("KC JD 2C", "2C"),
        ("AC JD QH", "JD"),
        ("AC KD QH", "QH"),
        ("AC KD AH", "KD"),
        ("AC AD AH", "AC"),
        ("KC JD JH", "JD"),
        ("2S KC 2C", "2S"),
        ("KC wild 2C", "wild"),
        ("thief wild 2C", "thief"),
        ("block AC AD", "block"),
    ],
)
def test_9_2_with_no_card_worth_1_the_bank_takes_the_lowest_rank_nearest_the_discard_pile(flop: str, goes: str) -> None:
    state = after(table("", "", flop=flop, purses=[0, 7], jokers="all"), "0 next")
    assert legal(state, 0) == {"leave"}
    state = after(state, "0 leave")
    left = flop.split()
    left.remove(goes)
    assert (cards(state, "face_up"), cards(state, "flop").split(), purses(state)) == (goes, left, [0, 7])


def test_9_2_it_is_a_choice_beside_paying_and_not_there_with_a_free_card() -> None:
    state = after(table("", "", flop="KC JD 2C", purses=[1, 7]), "0 next")
    assert (legal(state, 0), refused(state, 0, "discard 1")) == ({"leave", "discard 2", "discard 3"}, "§9.1")
    assert refused(after(table("", "", flop="KC JD 3C"), "0 next"), 0, "leave") == "§9.2"
