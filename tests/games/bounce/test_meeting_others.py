"""§4 of Bounce: meeting others."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from jumping import arrows, board, move, roll, tokens
from openoutcry.table.match import Match, seats_in
from support import points
from twins import bounce
from twins.facts import tokens_of


@pytest.mark.parametrize(
    ("before", "pips", "after"),
    [
        ("3↑ 5↑ 6↓ 9↑", 5, "8↑ 5↑ 6↓ 9↑"),
        ("3↑ 8↑ off off", 4, "7↑ 8↑ off off"),
        ("6↓ sick off 2↓", 6, "1↑ sick off 2↓"),
        ("6↓ landed off 2↓", 6, "1↑ landed off 2↓"),
        ("8↑ 9↑ 9↓ 7↓", 4, "7↓ 9↑ 9↓ 6↓"),
    ],
)
def test_4_1_only_tokens_on_the_space_where_a_move_ends_are_met(before: str, pips: int, after: str) -> None:
    assert tokens(move(board(before, finish="all"), pips)) == after


def test_4_2_the_mover_travels_up_though_it_is_slowed_down_afterwards() -> None:
    assert tokens(move(board("4↓ 3↑", arrows=10), 6)) == "3↓ 4↑"
    assert tokens(move(board("4↓ 3↓", arrows=10), 6)) == "2↓ 3↓"


@pytest.mark.parametrize(
    ("before", "pips", "after"), [("8↓ 3↑", 5, "3↓ 2↓"), ("8↑ 8↑", 3, "8↓ 7↓"), ("5↓ 2↑", 6, "2↑ 3↑")]
)
def test_4_2_the_way_it_faces_at_the_end_counts_not_at_the_start(before: str, pips: int, after: str) -> None:
    assert tokens(move(board(before), pips)) == after


@pytest.mark.parametrize(("before", "after"), [("3↑ 7↑", "7↑ 8↑"), ("4↑ 8↑", "8↑ 9↑")])
def test_4_3_up_onto_up_sends_the_other_one_on(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_3_on_the_top_space_the_other_turns_round() -> None:
    assert tokens(move(board("1↑ 5↑", spaces=5), 4)) == "5↑ 5↓"


@pytest.mark.parametrize(("before", "after"), [("3↑ 7↓", "6↓ 7↓"), ("5↑ 9↓", "8↓ 9↓"), ("2↓ 3↓", "2↓ 3↓")])
def test_4_4_up_onto_down_turns_the_mover_back(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


@pytest.mark.parametrize(("before", "after"), [("9↓ 5↓", "5↓ 4↓"), ("9↑ 6↓", "6↓ 5↓")])
def test_4_5_down_onto_down_pushes_the_other_one_lower(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_5_at_the_top_too() -> None:
    assert tokens(move(board("6↑ 9↓"), 4)) == "9↓ 8↓"


@pytest.mark.parametrize(("before", "after"), [("9↓ 5↑", "5↓ 4↓"), ("6↑ 9↑", "9↓ 8↓")])
def test_4_6_down_onto_up_bumps_the_other_one_lower_and_turns_it(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_7_who_lands_bumps_nobody() -> None:
    assert tokens(move(board("6↓ 1↑ 2↓", finish="all"), 5)) == "landed 1↑ 2↓"


@pytest.mark.parametrize(
    ("before", "mover", "pips", "after"),
    [
        ("6↓ 2↓", 0, 4, "2↓ landed"),
        ("6↓ 2↑", 0, 4, "2↓ landed"),
        ("4↓ 2↓", 0, 5, "landed 2↓"),
        ("2↓ 4↓", 1, 5, "2↓ landed"),
    ],
)
def test_4_7_who_is_bumped_or_turned_back_onto_1_down_has_landed(
    before: str, mover: int, pips: int, after: str
) -> None:
    state = move(board(before, mover), pips)
    assert tokens(state) == after
    assert points(state) == [int(token == "landed") for token in after.split()]


def test_4_7_one_bumped_up_on_the_trampoline_has_not_landed() -> None:
    assert tokens(move(board("6↓ 1↑"), 6)) == "1↑ 2↑"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3↑ 7↑ 8↑ 9↑", "7↑ 8↑ 9↑ 9↓"),
        ("9↓ 5↓ 4↓ 3↑", "5↓ 4↓ 3↓ 2↓"),
        ("3↑ 7↓ 6↑", "6↓ 7↓ 5↓"),
        ("5↑ 9↑ 9↑", "9↑ 9↓ 8↓"),
        ("5↑ 9↓ 8↑", "8↓ 9↓ 7↓"),
    ],
)
def test_4_8_who_was_bumped_or_turned_back_acts_as_a_mover(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_8_who_was_bumped_at_the_top_shares_it_with_the_one_that_bumped_it() -> None:
    match = Match("bounce", 2, seed=584)
    for seat in range(2):
        match.play(seat, "roll")
        assert sum(match.open_view().as_dict()["state"]["dice"]) == 9
    assert tokens_of(match.open_view().record) == ["9↓", "9↑"]


@pytest.mark.parametrize(
    ("before", "pips", "after"),
    [
        ("5↑ 9↑", 4, "9↑ 9↓"),
        ("5↑ 9↑ 8↑", 4, "9↑ 9↓ 8↑"),
        ("3↑ 7↑ 8↓", 4, "7↑ 7↓ 8↓"),
        ("3↑ 7↑ 8↓ 6↑", 4, "7↑ 7↓ 8↓ 6↑"),
    ],
)
def test_4_8_who_was_bumped_never_meets_the_one_that_bumped_it_in_that_turn(before: str, pips: int, after: str) -> None:
    assert tokens(move(board(before), pips)) == after


def test_4_8_the_mover_can_still_be_bumped_by_a_third() -> None:
    """Seat 1 is bumped to 9, bumps seat 2 to 9↓, which bumps seat 3 to 8↓, and that one meets the mover."""
    assert tokens(move(board("4↑ 8↑ 9↑ 9↑"), 4)) == "7↓ 9↑ 9↓ 8↓"


def test_4_8_in_the_next_turn_those_who_share_the_top_space_are_met_like_others() -> None:
    shared = move(board("5↑ 9↑ 5↑"), 4)
    assert (tokens(shared), seats_in(shared)) == ("9↑ 9↓ 5↑", [1])
    assert tokens(move(move(shared, 2), 4)) == "9↓ 7↓ 9↑"


@pytest.mark.parametrize("mover", range(4))
def test_4_8_every_arrangement_on_a_small_board_is_settled_as_the_twin_settles_it(mover: int) -> None:
    """Four tokens in every state of three spaces, and a roll of one to six: chains of every kind."""
    options: dict[str, Any] = {"jumps": 15, "two_dice": 1, "one_die": 1, "spaces": 3, "finish": "all"}
    for number, before in enumerate(itertools.product(["1↑", "2↑", "3↑", "3↓", "2↓"], repeat=4)):
        pips = number % 6 + 1
        after = roll(board(" ".join(before), mover, **options), pips)
        assert tokens(after).split() == settled_by_twin(before, mover, pips, options), (before, pips)


def settled_by_twin(before: Sequence[str], mover: int, pips: int, options: dict[str, Any]) -> list[str]:
    twin = bounce.Twin(len(before), options, lambda _: pips - 1)
    for token, written in zip(twin.tokens, before, strict=True):
        token.where, token.space, token.facing, token.arrow = (
            "board",
            int(written[0]),
            "up" if written[1] == "↑" else "down",
            5,
        )
    twin.turn = mover
    twin.play(mover, "roll")
    return [token.text() for token in twin.tokens]


@pytest.mark.parametrize(
    ("before", "after"), [("9↓ 5↓ 5↑", "5↓ 4↓ 4↓"), ("5↑ 9↑ 9↑", "9↑ 9↓ 8↓"), ("3↑ 7↑ 8↓ 7↑", "7↑ 7↓ 8↓ 6↓")]
)
def test_4_9_who_was_bumped_is_not_met_again_and_shares_the_space(before: str, after: str) -> None:
    assert tokens(move(board(before), 4)) == after


def test_4_9_who_was_bumped_can_still_be_turned_back() -> None:
    """Seat 1 is bumped from 7 to 8 and turned back there; back on 7 it bumps seat 3."""
    assert tokens(move(board("3↑ 7↑ 8↓ 7↓"), 4)) == "7↑ 7↓ 8↓ 6↓"


@pytest.mark.parametrize(
    ("before", "mover", "after"),
    [
        ("3↑ 7↑ 7↓", 0, "6↓ 8↑ 7↓"),
        ("3↑ 7↓ 7↑", 0, "6↓ 7↓ 7↑"),
        ("7↓ 3↑ 7↑", 1, "7↓ 6↓ 8↑"),
        ("7↑ 3↑ 7↓", 1, "7↑ 6↓ 7↓"),
        ("7↑ 7↓ 3↑", 2, "8↑ 7↓ 6↓"),
    ],
)
def test_4_10_the_next_clockwise_is_met_first_and_a_mover_who_has_left_meets_nobody(
    before: str, mover: int, after: str
) -> None:
    assert tokens(move(board(before, mover), 4)) == after


def test_4_10_a_whole_chain_is_settled_before_the_next_is_met() -> None:
    """Seat 1 is turned back on 8 and bumps seat 3 down; had the mover met seat 3 before that, it would have sent
    it up.
    """
    assert tokens(move(board("3↑ 7↑ 8↓ 7↑"), 4)) == "7↑ 7↓ 8↓ 6↓"


def test_4_10_after_a_long_chain_the_mover_meets_the_next() -> None:
    assert tokens(move(board("3↑ 7↑ 8↑ 7↑"), 4)) == "7↑ 8↑ 9↑ 8↑"


def test_4_11_no_bump_and_no_turning_back_moves_an_arrow() -> None:
    assert arrows(move(board("6↓ 2↓ 2↑", finish="all"), 4)) == [5, 5, 5]
    assert arrows(move(board("3↑ 7↑ 8↓ 7↑", arrows=(6, 7, 8, 9)), 4)) == [6, 7, 8, 9]


def test_4_11_only_the_token_whose_turn_it_is_is_slowed_down() -> None:
    assert tokens(move(board("4↓ 3↑", arrows=10), 6)) == "3↓ 4↑"
    assert tokens(move(board("2↑ 5↑ 6↑", arrows=10), 3)) == "5↓ 6↑ 7↑"


def test_4_11_nobody_is_slowed_down_when_the_game_is_over() -> None:
    assert tokens(move(board("3↓ 2↑ 2↓ 3↓", arrows=10), 4)) == "2↑ 2↓ landed 3↓"
