"""§5 of Crypto Cards: the end."""

from __future__ import annotations

import pytest

from mining import CRYPTO_CARDS, PACK, act, deck, hand, is_over, portfolio, table
from support import legal, places, points, refused


def test_5_1_the_second_joker_ends_the_game_at_once() -> None:
    state = table(["2C 3C 4C", "AD 6C 7C"], ["", "9S"], deck="TS JS X2", phase="transferring")
    after = act(state, "transfer 2C", "X2")
    assert is_over(after)
    assert (hand(after, 1), portfolio(after, 1), deck(after), int(after.deck_size)) == ("6C 7C AD", "9S", "TS JS", 2)
    assert [legal(after, seat) for seat in range(2)] == [set(), set()]
    assert [refused(after, seat, action) for seat in range(2) for action in ("pass", "sell 9S", "transfer 6C")] == [
        "§5.1"
    ] * 6


def test_5_2_the_result_is_the_number_of_cards_in_the_portfolio() -> None:
    state = table(["2C 3C 4C 5C", "", "9C TC"], ["TD KD", "", "AD 2D 3D"])
    assert (points(state), places(state)) == ([2, 0, 3], [2, 1, 3])
    assert CRYPTO_CARDS.rules.LOWEST_WINS


@pytest.mark.parametrize(
    ("portfolios", "expected"),
    [
        (["KD 2D", "9D TD"], [2, 1]),
        (["KD QD", "KC TD"], [2, 1]),
        (["9D TD", "8D 9C"], [2, 1]),
        (["AD TD", "2C 9C"], [1, 1]),
        (["AD KD", "AC JC", "2C JS", "3H 4H"], [2, 2, 4, 1]),
        (["AD 5D", "2C 4C", "3H TH"], [1, 1, 3]),
        (["", ""], [1, 1]),
        (["TC TD TH TS", "AC AD AH AS KS"], [1, 2]),
    ],
)
def test_5_3_ties_are_broken_by_faces_then_by_the_sum_and_else_shared(
    portfolios: list[str], expected: list[int]
) -> None:
    assert places(table([""] * len(portfolios), portfolios, deck="X1 X2")) == expected


def test_5_3_the_largest_portfolios_are_still_told_apart() -> None:
    everything_but_a_suit = " ".join(card for card in PACK if card[1] != "S")
    spades = " ".join(card for card in PACK if card[1] == "S")
    for scoring in ("cards", "points"):
        assert places(table(["", ""], [everything_but_a_suit, spades], deck="X1 X2", scoring=scoring)) == [2, 1]
