"""§2 of Bounce: the turn."""

from __future__ import annotations

from typing import Any

import pytest

from jumping import BOUNCE_OF_NINE, arrows, begun, board, faceplant, move, roll, tokens
from openoutcry.table.match import seats_in
from support import any_chance, legal, play, refused, shown


def test_2_1_seat_0_begins_and_only_it_may_act() -> None:
    state = begun(3)
    assert seats_in(state) == [0]
    assert [legal(state, seat) for seat in range(3)] == [{"roll"}, set(), set()]
    assert [refused(state, seat, "roll") for seat in range(3)] == [None, "§2.1", "§2.1"]


def test_2_1_turns_go_round_clockwise() -> None:
    state, turns = begun(4), []
    for _ in range(6):
        turns += seats_in(state)
        state = move(state, 3 + len(turns) % 4)
    assert turns == [0, 1, 2, 3, 0, 1]


@pytest.mark.parametrize(
    ("before", "mover", "next_seat"),
    [
        ("3↑ sick 5↑ 6↑", 0, 2),
        ("3↑ landed 5↑ 6↑", 0, 2),
        ("3↑ sick landed 6↑", 0, 3),
        ("3↑ sick landed sick", 0, 0),
        ("sick 3↑ 5↑ landed", 2, 1),
        ("3↑ off 5↑ 6↑", 0, 1),
    ],
)
def test_2_1_only_those_who_have_gone_are_passed_over(before: str, mover: int, next_seat: int) -> None:
    after = move(board(before, mover, finish="all"), 6)
    assert seats_in(after) == [next_seat]
    assert int(after.seat) == next_seat


def test_2_2_a_player_rolls_and_moves_by_the_sum() -> None:
    state = board("2↑")
    state.dice[:] = [6, 5, 4]
    assert legal(state, 0) == {"roll"}
    after = roll(state, 2, 3)
    assert tokens(after) == "7↑"
    assert shown(after)["dice"] == [2, 3, 0]


def test_2_2_a_die_shows_one_to_six_all_equally_likely() -> None:
    chance = any_chance(2)
    dice = [int(die) for _ in range(200) for die in play(begun(1), 0, "roll", chance).dice]
    assert set(dice) == {1, 2, 3, 4, 5, 6}
    assert all(70 < dice.count(value) < 130 for value in range(1, 7))


@pytest.mark.parametrize(
    ("arrow", "options", "count"),
    [
        *((arrow, {}, 3) for arrow in range(5)),
        *((arrow, {}, 2) for arrow in range(5, 10)),
        *((arrow, {}, 1) for arrow in range(10, 15)),
        (2, {"two_dice": 7, "one_die": 3}, 3),
        (3, {"two_dice": 7, "one_die": 3}, 1),
        (7, {"two_dice": 7, "one_die": 3}, 1),
    ],
)
def test_2_3_the_arrow_decides_how_many_dice_are_rolled(arrow: int, options: dict[str, Any], count: int) -> None:
    after = roll(board("off" if arrow == 0 else "1↑", arrows=arrow, **options), 2, 2, 2)
    assert shown(after)["dice"] == [2] * count + [0] * (3 - count)


def test_2_3_the_dice_are_counted_before_the_move() -> None:
    after = roll(board("2↓", arrows=4), 1, 1, 1)
    assert shown(after)["dice"] == [1, 1, 1]
    assert (tokens(after), arrows(after)) == ("2↑", [5])


def test_2_4_slowing_down_as_the_rulebook_shows_it() -> None:
    """Two spaces from the bottom with one die and a six: it falls 2, bounces up to the 4th spot and begins to fall."""
    after = roll(board("3↓", arrows=10), 6)
    assert (tokens(after), arrows(after)) == ("4↓", [11])
    assert tokens(roll(after, 1)) == "3↓"


@pytest.mark.parametrize(
    ("before", "arrow", "pips", "after"),
    [
        ("2↑", 9, 2, "4↑"),
        ("2↑", 10, 2, "4↓"),
        ("8↑", 10, 1, "9↓"),
        ("8↓", 10, 2, "6↓"),
        ("2↓", 9, 4, "3↓"),
        ("2↓", 8, 4, "3↑"),
        ("2↓", 10, 2, "1↑"),
        ("1↑", 10, 1, "2↓"),
    ],
)
def test_2_4_a_move_that_ends_facing_up_turns_down_except_on_space_1(
    before: str, arrow: int, pips: int, after: str
) -> None:
    assert tokens(move(board(before, arrows=arrow), pips)) == after


DOWN_LOW = {"3↓", "2↓"}


@pytest.mark.parametrize("token", ["off", *BOUNCE_OF_NINE[:-1]])
@pytest.mark.parametrize(("arrow", "jumps"), [(13, 15), (14, 15), (14, 16), (3, 4)])
def test_2_5_only_one_jump_short_and_facing_down_on_2_or_3_may_one_faceplant(
    token: str, arrow: int, jumps: int
) -> None:
    state = board(token, arrows=arrow, jumps=jumps)
    may = token in DOWN_LOW and arrow == jumps - 1
    assert legal(state, 0) == ({"roll", "faceplant"} if may else {"roll"})
    assert refused(state, 0, "faceplant") == (None if may else "§2.5")
    assert refused(state, 0, "roll") is None


@pytest.mark.parametrize(
    ("before", "coin", "after"), [("3↓", 1, "2↓"), ("3↓", 2, "landed"), ("2↓", 1, "landed"), ("2↓", 2, "sick")]
)
def test_2_5_a_faceplant_moves_by_a_coin(before: str, coin: int, after: str) -> None:
    before_it = board(before, arrows=14)
    before_it.dice[:] = [6, 5, 4]
    state = faceplant(before_it, coin)
    assert tokens(state) == after
    assert shown(state)["dice"] == [coin, 0, 0]


def test_2_5_both_sides_of_the_coin_turn_up() -> None:
    chance = any_chance(1)
    coins = [int(play(board("3↓", arrows=14), 0, "faceplant", chance).dice[0]) for _ in range(100)]
    assert set(coins) == {1, 2}
    assert 30 < coins.count(1) < 70


def test_2_5_a_faceplant_bumps_and_passes_the_turn_like_any_move() -> None:
    after = faceplant(board("3↓ 2↓ 9↑", arrows=(14, 5, 5), finish="all"), 1)
    assert tokens(after) == "2↓ landed 9↑"
    assert seats_in(after) == [2]
