"""§6 of Bounce: options."""

from __future__ import annotations

import pytest

from jumping import BOUNCE, arrows, board, ending, move, roll, tokens
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import seats_in
from support import legal, places, points, shown


@pytest.mark.parametrize(
    ("option", "default", "low", "high"),
    [("jumps", 15, 2, 99), ("two_dice", 5, 1, 99), ("one_die", 10, 1, 99), ("spaces", 9, 3, 30)],
)
def test_6_1_to_6_4_the_numbers_have_these_defaults_and_limits(option: str, default: int, low: int, high: int) -> None:
    assert int(BOUNCE.template(1)[option]) == default
    assert [int(BOUNCE.template(1, {option: value})[option]) for value in (low, high)] == [low, high]
    for value in (low - 1, high + 1):
        with pytest.raises(Mistake, match=f"{option} takes a whole number from {low} to {high}"):
            BOUNCE.template(1, {option: value})


@pytest.mark.parametrize(("jumps", "after"), [(6, "sick"), (7, "1↑")])
def test_6_1_the_arrow_at_which_one_is_sick(jumps: int, after: str) -> None:
    assert tokens(move(board("2↓", jumps=jumps), 2)) == after


def test_6_1_the_longest_game_has_99_jumps() -> None:
    state = board("2↓", arrows=98, jumps=99)
    assert legal(state, 0) == {"roll", "faceplant"}
    assert arrows(move(state, 2)) == [99]
    assert tokens(move(state, 2)) == "sick"


@pytest.mark.parametrize(("arrow", "count"), [(6, 3), (7, 2)])
def test_6_2_the_arrow_from_which_two_dice_are_rolled(arrow: int, count: int) -> None:
    assert shown(roll(board("1↑", arrows=arrow, two_dice=7), 1, 1, 1))["dice"] == [1] * count + [0] * (3 - count)


@pytest.mark.parametrize(("arrow", "dice", "after"), [(6, [2, 1, 0], "4↑"), (7, [2, 0, 0], "3↓")])
def test_6_3_the_arrow_from_which_one_die_is_rolled_and_one_slows_down(arrow: int, dice: list[int], after: str) -> None:
    state = roll(board("1↑", arrows=arrow, one_die=7), 2, 1, 1)
    assert (shown(state)["dice"], tokens(state)) == (dice, after)


@pytest.mark.parametrize(("spaces", "after"), [(3, "3↓"), (4, "4↑"), (30, "4↑")])
def test_6_4_the_height_of_the_board(spaces: int, after: str) -> None:
    assert tokens(move(board("1↑", spaces=spaces), 3)) == after


def test_6_4_the_highest_board_has_sixty_states() -> None:
    assert tokens(move(board("29↑", spaces=30), 12)) == "20↓"
    assert tokens(move(board("12↓", spaces=30), 11)) == "landed"
    assert tokens(move(board("26↑ 30↓", spaces=30), 4)) == "29↓ 30↓"


def test_6_5_landing_ends_the_game_unless_all_play_on() -> None:
    assert seats_in(move(board("6↓ 3↑"), 5)) == []
    after = move(board("6↓ 3↑", finish="all"), 5)
    assert (ending(after), seats_in(after), places(after)) == ("running", [1], [1, 2])
    with pytest.raises(Mistake, match="finish takes first or all"):
        BOUNCE.template(1, {"finish": "last"})


def test_6_5_players_are_ranked_in_the_order_of_landing_and_then_the_sick() -> None:
    after = move(board("landed 6↓ sick sick", 1, went=[1, 0, 1, 2], finish="all"), 5)
    assert (ending(after), places(after), points(after)) == ("nobody_left", [1, 2, 4, 3], [1, 1, 0, 0])


@pytest.mark.parametrize(
    ("before", "mover", "pips", "after", "expected"),
    [
        ("2↓ 6↓ 2↑", 1, 4, "landed 2↓ landed", [2, 3, 1]),
        ("2↓ 6↓ 2↑ landed", 1, 4, "landed 2↓ landed landed", [3, 4, 2, 1]),
        ("6↓ 2↓ 2↑ 2↓", 0, 4, "2↓ landed landed landed", [4, 1, 2, 3]),
    ],
)
def test_6_5_of_those_who_land_in_one_turn_the_first_to_be_bumped_is_first(
    before: str, mover: int, pips: int, after: str, expected: list[int]
) -> None:
    state = move(board(before, mover, finish="all"), pips)
    assert (tokens(state), places(state)) == (after, expected)


def test_6_5_first_place_stays_empty_if_nobody_lands() -> None:
    after = roll(board("2↓ sick", arrows=(14, 15), finish="all"), 6)
    assert (ending(after), places(after)) == ("nobody_left", [2, 3])
