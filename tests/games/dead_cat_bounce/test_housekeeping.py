"""§3 of Dead-Cat Bounce: housekeeping."""

from __future__ import annotations

from collections import Counter

import pytest

from support import shown
from trading import (
    after,
    blocked,
    cards,
    collected,
    purses,
    table,
    tokens,
    turn_over,
)


def test_3_1_tokens_on_the_melds_go_to_the_bank_and_block_jokers_to_the_discard_pile() -> None:
    state = table(
        "8D 9D", "3C 4C / KS", tokens=[{"A": 2}, {"A": 3}], blocked=["", "A"], jokers="block", stack="7H 7S 7D"
    )
    before = Counter(shown(state)["face_up"])
    state = turn_over(state, "7H 7S 7D")
    assert (tokens(state, 1), blocked(state, 1), tokens(state, 0)) == ({}, "", {"A": 2})
    assert Counter(shown(state)["stack"]) - before == Counter(["block"]), (
        "the stack ran out, and the discards are the new one"
    )
    state = turn_over(table("8D 9D", "3C 4C", tokens=[{}, {"A": 3}], blocked=["", "A"], jokers="block"))
    assert cards(state, "face_up") == "block"


def test_3_1_nobody_gets_the_tokens_back() -> None:
    assert purses(turn_over(table("8D 9D", "3C 4C / KS", tokens=[{}, {"A": 3}])))[1] == 7 + (1 + 1) + 1 + 4


@pytest.mark.parametrize(
    ("flop", "stack", "draws", "filled"),
    [
        ("", "7H 8S 9D KC", "9D 7H KC", "9D 7H KC"),
        ("5C KD", "7H 8S", "8S", "5C KD 8S"),
        ("5C", "7H 8S QS", "QS 7H", "5C QS 7H"),
    ],
)
def test_3_2_cards_are_drawn_until_the_flop_has_three(flop: str, stack: str, draws: str, filled: str) -> None:
    state = turn_over(table("", "", flop=flop, stack=stack), draws)
    assert cards(state, "flop") == filled


def test_3_2_or_until_the_stack_is_empty() -> None:
    state = turn_over(table("", "", stack="7H 8S", face_up=""), "8S 7H")
    assert (cards(state, "flop"), int(state.stack_size)) == ("8S 7H", 0)
    assert cards(turn_over(table("", "", flop="5C", stack="", face_up=""), ""), "flop") == "5C"


@pytest.mark.parametrize(
    ("meld", "sum_of_rulebook", "bonuses"),
    [
        ("TC JC QC KC", 4 + 3, 3),
        ("2H", 2, 2),
        ("2H 2S", 2 + 1, 4),
        ("3C 3H 3S", 1 + 2, 6),
        ("AC AD AH AS", 5 + 3, 8),
        ("AS 2S 3S 4S", 5 + 3, 3),
        ("3H 4H 5H 6H", 1 + 3, 3),
        ("2H 3H 4H 5H 6H", 2 + 4, 3),
        ("3H 3S", 1 + 1, 4),
        ("JC QC KC AC", 5 + 3, 3),
        ("TS JS", 2 + 1, 3),
        ("7C 8C", 1 + 1, 3),
        ("JC JD", 2 + 1, 4),
        ("QC QD", 3 + 1, 4),
        ("KC KD", 4 + 1, 4),
    ],
)
def test_3_3_the_rulebooks_dividends_and_others(meld: str, sum_of_rulebook: int, bonuses: int) -> None:
    assert collected(meld) == sum_of_rulebook + bonuses


@pytest.mark.parametrize("meld", ["TC JC QC KC", "2C", "2C 2D", "AC 2C 3C 4C", "3C 4C 5C 6C", "2C 3C 4C 5C 6C"])
def test_3_3_they_are_the_same_where_another_shows_as_much(meld: str) -> None:
    """With two suits of clubs and diamonds another player can show the same, so that nobody gets a bonus."""
    bonuses = 4 if meld == "2C 2D" else 2 if meld == "2C" else 3
    assert collected(meld, meld, double_suits="on") == collected(meld) - bonuses


@pytest.mark.parametrize(("card", "paid"), [("2D", 2), ("JD", 1), ("QD", 1), ("KD", 1), ("AD", 1)])
def test_3_3_a_single_2_pays_2_and_another_singleton_1(card: str, paid: int) -> None:
    assert collected(card, card, double_suits="on") == paid
    assert collected(f"{card} / 3C 4C", f"{card} / 3C 4C", double_suits="on") == paid + 2


def test_3_3_cards_in_hand_pay_nothing() -> None:
    assert purses(turn_over(table("", "", hands=["", "AC KC QC"])))[1] == 7
    assert purses(turn_over(table("", "2D", hands=["", "2C AD"])))[1] == 7 + 4


def test_3_3_what_was_taken_over_pays_its_new_owner() -> None:
    state = after(table("", "3C 4C 5C", purses=[7, 0]), "0 takeover 1 A")
    state = turn_over(state)
    assert purses(state) == [4, 3]
    assert purses(turn_over(state))[0] == 4 + 3 + 3


@pytest.mark.parametrize(
    ("own", "others", "paid", "bonuses"),
    [
        ("5C 6C", ["8D 9D TD"], 2, 2),
        ("5C 6C", ["QC"], 2, 2),
        ("5C 6C", ["2C / JC"], 2, 1),
        ("5C 6C", ["7C 8C"], 2, 0),
        ("5C 6C", ["7D 8D"], 2, 2),
        ("5C 6C", ["7D 7H"], 2, 3),
        ("5C 6C", ["", "7C 8C 9C"], 2, 0),
        ("2C / KC", ["QC"], 3, 2),
        ("KC", ["AC"], 1, 0),
        ("AC 2C", ["KC"], 6, 3),
        ("AC", ["KC"], 1, 1),
        ("QC QD QH QS", [""], 6, 8),
        ("QC QD QH QS", ["KC KD"], 6, 4),
        ("QC QD", ["QH QS"], 4, 4),
        ("2C 3C", ["QC QD / KC"], 3, 1),
        ("", ["2C"], 0, 0),
    ],
)
def test_3_4_bonuses_for_the_highest_the_most_and_the_longest(
    own: str, others: list[str], paid: int, bonuses: int
) -> None:
    assert collected(own, *others) == paid + bonuses


@pytest.mark.parametrize(
    ("own", "other", "paid", "bonuses"),
    [
        ("KC", "KC", 1, 0),
        ("KC / 2C", "KC", 3, 1),
        ("5C 6C", "5C 6C", 2, 0),
        ("5C 5C", "KC", 2, 1),
        ("5C 5C", "6C 7C", 2, 0),
        ("KC KC", "QC", 5, 2),
        ("3C 4C 5C", "3D 4D 5D", 3, 2),
    ],
)
def test_3_4_a_tie_pays_nobody_and_equal_cards_count_twice(own: str, other: str, paid: int, bonuses: int) -> None:
    assert collected(own, other, double_suits="on") == paid + bonuses


def test_3_4_a_singleton_or_a_set_is_no_run() -> None:
    assert collected("AC", "3D 4D") == 1 + 2
    assert collected("AC AH", "3D 4D") == 6 + 4
    assert collected("3D 4D", "AC / KH KS KD") == 2 + 2, "most diamonds and the longest run"


def test_3_4_housekeeping_for_all_that_one_alone_displays() -> None:
    assert collected("KC AC / 4D wild 6D 7D", jokers="wild") == 6 + 3 + 4 + 1


def test_3_4_jokers_count_for_none_of_these() -> None:
    assert collected("4D wild 6D", "7H 8H 9H", jokers="wild") - 2 == 2
    assert collected("4D wild 6D", "7H 8H", jokers="wild") - 2 == 2
    assert collected("4D wild 6D", "5D / 2D", jokers="wild") - 2 == 2
