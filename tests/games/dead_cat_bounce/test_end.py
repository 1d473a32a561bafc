"""§11 of Dead-Cat Bounce: the end."""

from __future__ import annotations

import pytest

from openoutcry.table.match import seats_in
from support import places, points, refused, shown
from trading import (
    DEAD_CAT_BOUNCE,
    after,
    blocked,
    cards,
    hand,
    is_over,
    purses,
    table,
    tokens,
    turn_over,
)


def test_11_1_when_the_last_card_is_drawn_the_discards_are_the_new_stack_at_once() -> None:
    state = table("", "", flop="KS", stack="KC", face_up="5D 6D", sold=["", "7D"])
    state = after(state, "0 look: KC")
    assert (cards(state, "flop"), cards(state, "stack"), int(state.stack_size)) == ("KS KC", "5D 6D 7D", 3)
    assert (cards(state, "stack_seen"), shown(state)["remembered"], cards(state, "face_up")) == (
        "5D 6D",
        [[], ["7D"]],
        "",
    )
    assert (shown(state)["sold"], shown(state)["sold_sizes"], int(state.last_turns)) == ([[], []], [0, 0], 3)


@pytest.mark.parametrize("seats", DEAD_CAT_BOUNCE.seats)
def test_11_1_then_the_turn_is_finished_and_everyone_has_one_last_turn(seats: int) -> None:
    state = after(table(*[""] * seats, flop="5D 6D", stack="KC"), "0 look: KC")
    order = []
    while seats_in(state):
        assert shown(state)["ending"] == "running"
        order.append(seats_in(state)[0])
        state = turn_over(state)
    assert order == [turn % seats for turn in range(seats + 1)]
    assert is_over(state, "last_turns")
    assert {refused(state, seat, str(action)) for seat in range(seats) for action in ("next", "pay", "buy 1")} == {
        "§11.1"
    }


def test_11_1_when_it_runs_out_in_housekeeping_that_turn_is_the_one_to_finish() -> None:
    state = turn_over(table("", "", stack="KC 3D 4D", face_up="5D"), "KC 3D 4D")
    assert (int(state.turn), int(state.last_turns)) == (1, 3)


def test_11_1_when_it_runs_out_again_nothing_follows_and_gaps_stay() -> None:
    state = after(table("", "", stack="KC", face_up="5D"), "0 look: KC", "0 look: 5D")
    assert (int(state.stack_size), int(state.last_turns), cards(state, "flop")) == (0, 3, "KC 5D")
    state = turn_over(state, "")
    assert (cards(state, "flop"), int(state.last_turns), refused(state, 1, "look")) == ("KC 5D", 2, "§4.2")


def test_11_1_a_card_drawn_is_the_one_all_know_and_otherwise_the_one_each_seller_knows() -> None:
    state = table("", "", "", stack="KC", face_up="7D 8S", sold=["7D", "9C", "9C"], double_suits="on")
    state = after(state, "0 look: KC")
    assert (cards(state, "stack_seen"), shown(state)["remembered"]) == ("7D 8S", [["7D"], ["9C"], ["9C"]])
    state = after(state, "0 look: 7D")
    assert (cards(state, "stack_seen"), shown(state)["remembered"]) == ("8S", [["7D"], ["9C"], ["9C"]])
    nine = after(state, "0 look: 9C")
    assert (cards(nine, "stack_seen"), shown(nine)["remembered"], cards(nine, "stack")) == (
        "8S",
        [["7D"], [], []],
        "9C 7D 8S",
    )
    seven = after(state, "0 look: 7D")
    assert (cards(seven, "stack_seen"), shown(seven)["remembered"]) == ("8S", [[], ["9C"], ["9C"]])


def test_11_2_a_royal_flush_stops_everything() -> None:
    state = table("TC JC QC KC / 3H 4H", "5D 6D / KS", "QH", hands=["AC 9D", "8S"], flop="5S 6S 7S", stack="2D", turn=0)
    state.last_turns = 2
    state.protection[1, 0] = 4
    state = after(state, "0 at A", "0 extend AC")
    assert is_over(state, "royal_flush")
    assert purses(state) == [7, 7 + (2 + 1) + 4, 7 + 1 + 1]
    assert (tokens(state, 1), cards(state, "flop"), hand(state, 0)) == ({}, "5S 6S 7S", "9D")
    assert {refused(state, seat, str(action)) for seat in range(3) for action in ("next", "pay", "buy 1")} == {"§11.2"}


def test_11_2_everyone_but_the_owner_loses_their_protection() -> None:
    state = table("TC JC QC KC", "5D 6D", hands=["AC"], tokens=[{}, {"A": 2}], blocked=["", "A"], jokers="block")
    state = after(state, "0 next", "0 protect A", "0 next", "0 at A", "0 extend AC")
    assert is_over(state, "royal_flush")
    assert (tokens(state, 0), tokens(state, 1), blocked(state, 1), cards(state, "face_up")) == (
        {"A": 1},
        {},
        "",
        "block",
    )
    assert purses(state) == [6, 7 + 2 + 2]


@pytest.mark.parametrize(
    ("shown_melds", "in_hand", "purse", "expected"),
    [
        ("", "", 7, 7),
        ("3C 4C 5C / KD", "", 0, 4),
        ("", "3C 4C", 1, -3),
        ("4C wild 6C", "", 2, 5),
        ("5C 5C 5D", "wild", 2, 3),
        ("TC JC QC KC AC", "9H", 3, 3 + 5 + 10 - 2),
    ],
)
def test_11_3_points_for_cards_and_tokens(shown_melds: str, in_hand: str, purse: int, expected: int) -> None:
    state = table(shown_melds, "", hands=[in_hand], purses=[purse, 7], jokers="all", double_suits="on")
    assert points(state) == [expected, 7]


def test_11_3_tokens_and_block_jokers_on_melds_count_nothing() -> None:
    state = table("3C 4C", "", tokens=[{"A": 5}], blocked=["A"], jokers="block")
    assert points(state) == [7 + 2, 7]


@pytest.mark.parametrize(
    ("tokens_left", "expected"),
    [([3, 5], [2, 1]), ([4, 4], [1, 1]), ([2, 9, 9, 1], [3, 1, 1, 4]), ([5, 5, 5, 5, 5, 6], [2] * 5 + [1])],
)
def test_11_4_the_most_points_win_and_equal_points_share_the_place(tokens_left: list[int], expected: list[int]) -> None:
    state = table(*[""] * len(tokens_left), purses=tokens_left)
    assert places(state) == expected
    assert not DEAD_CAT_BOUNCE.rules.LOWEST_WINS
