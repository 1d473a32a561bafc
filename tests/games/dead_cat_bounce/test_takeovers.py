"""§6 of Dead-Cat Bounce: takeovers."""

from __future__ import annotations

import pytest

from openoutcry.table.match import seats_in
from support import refused
from trading import (
    after,
    can,
    cards,
    full_table,
    hand,
    known,
    melds,
    purses,
    table,
    tokens,
)


@pytest.mark.parametrize(
    ("meld", "price"), [("TC JC QC KC", 10), ("2C 2D", 4), ("5C 5D 5H", 3), ("2S", 2), ("AC AD AH AS", 20)]
)
def test_6_1_a_whole_run_set_or_single_2_without_asking(meld: str, price: int) -> None:
    state = after(table("", meld, purses=[20, 1]), "0 takeover 1 A")
    assert (melds(state, 0), melds(state, 1), purses(state)) == ({"A": meld}, {}, [20 - price, 1 + price])
    assert seats_in(state) == [0]


@pytest.mark.parametrize("card", ["JC", "QC", "KC", "AC"])
def test_6_1_other_singletons_cannot_be_taken_over(card: str) -> None:
    assert refused(table("", card, purses=[20, 7]), 0, "takeover 1 A") == "§6.1"


def test_6_1_nor_what_is_not_there_or_ones_own() -> None:
    state = table("3C 4C", "5D 6D")
    assert [refused(state, 0, f"takeover {what}") for what in ("0 A", "1 B", "2 A", "1 A")] == [
        "§6.1",
        "§6.1",
        "§6.1",
        None,
    ]


def test_6_1_as_often_as_it_can_be_paid() -> None:
    state = table("", "3C 4C / 8D 9D", "5H 5S", purses=[5, 0, 0])
    assert can(state, "takeover") == {"1 A", "1 B", "2 A"}
    state = after(state, "0 takeover 1 B", "0 takeover 2 A")
    assert (melds(state, 0), purses(state), can(state, "takeover")) == ({"A": "8D 9D", "B": "5H 5S"}, [1, 2, 2], set())


def test_6_1_only_in_the_trade_step() -> None:
    assert refused(after(table("", "3C 4C"), "0 next"), 0, "takeover 1 A") == "§2.2"


def test_6_2_each_token_on_it_costs_1_which_the_owner_gets_and_the_bank_gets_the_tokens() -> None:
    state = table("", "9C TC", tokens=[{}, {"A": 3}], purses=[7, 0])
    state = after(state, "0 takeover 1 A")
    assert (purses(state), tokens(state, 0), tokens(state, 1), melds(state, 0)) == ([2, 5], {}, {}, {"A": "9C TC"})


def test_6_2_who_cannot_pay_all_of_it_gets_nothing() -> None:
    assert refused(table("", "9C TC", tokens=[{}, {"A": 3}], purses=[4, 0]), 0, "takeover 1 A") == "§6.2"
    assert refused(table("", "9C TC", tokens=[{}, {"A": 3}], purses=[5, 0]), 0, "takeover 1 A") is None


def test_6_2_jokers_in_it_cost_nothing() -> None:
    state = after(table("", "4C thief thief 7C 8C", purses=[3, 0], jokers="thief"), "0 takeover 1 A")
    assert (melds(state, 0), purses(state)) == ({"A": "4C thief thief 7C 8C"}, [0, 3])


def test_6_2_equal_cards_of_a_set_cost_each() -> None:
    assert purses(after(table("", "KC KC KD", purses=[12, 0], double_suits="on"), "0 takeover 1 A")) == [0, 12]


def test_6_3_it_lies_under_the_buyers_first_free_letter() -> None:
    state = table({"A": "KD", "C": "QD"}, {"F": "3C wild 5C"}, jokers="wild")
    assert melds(after(state, "0 takeover 1 F"), 0) == {"A": "KD", "B": "3C wild 5C", "C": "QD"}


def test_6_3_a_single_2_goes_into_the_hand_of_who_shows_one_already() -> None:
    state = after(table("2C", "2D"), "0 takeover 1 A")
    assert (melds(state, 0), hand(state, 0), known(state, 0), melds(state, 1)) == ({"A": "2C"}, "2D", "2D", {})
    assert cards(state, "acquired") == "2D"
    assert melds(after(table("2C 3C", "2D"), "0 takeover 1 A"), 0) == {"A": "2C 3C", "B": "2D"}


def test_6_3_without_a_free_letter_there_is_no_takeover() -> None:
    state = table(full_table("3S 4S"), "6S 7S / 2S", double_suits="on")
    assert (refused(state, 0, "takeover 1 A"), refused(state, 0, "takeover 1 B")) == ("§6.3", "§6.3")
    state = table(full_table("2S"), "6S 7S / 2H", double_suits="on")
    assert (refused(state, 0, "takeover 1 B"), can(state, "takeover")) == ("§6.3", set())
