"""§1 of Bounce: the board."""

from __future__ import annotations

import pytest

from jumping import BOUNCE_OF_NINE, arrows, begun, board, move, tokens


@pytest.mark.parametrize("start", range(17))
@pytest.mark.parametrize("pips", [2, 7, 12])
def test_1_1_a_bounce_is_every_space_up_and_every_space_down(start: int, pips: int) -> None:
    end = (start + pips) % 18
    after = move(board(BOUNCE_OF_NINE[start]), pips)
    assert tokens(after) == ("landed" if end == 17 else BOUNCE_OF_NINE[end])


@pytest.mark.parametrize("pips", range(3, 17))
def test_1_1_a_board_of_other_height_has_twice_as_many_states(pips: int) -> None:
    states = ["1↑", "2↑", "3↑", "4↑", "5↑", "5↓", "4↓", "3↓", "2↓", "landed", "1↑", "2↑", "3↑", "4↑", "5↑", "5↓"]
    assert tokens(move(board("off", arrows=0, spaces=5), pips)) == states[pips - 1]


@pytest.mark.parametrize(
    ("before", "pips", "after"), [("8↑", 2, "9↓"), ("9↑", 2, "8↓"), ("2↓", 2, "1↑"), ("9↓", 10, "2↑")]
)
def test_1_2_turning_round_costs_a_pip(before: str, pips: int, after: str) -> None:
    assert tokens(move(board(before), pips)) == after


def test_1_3_all_tokens_begin_off_the_board() -> None:
    state = begun(4)
    assert tokens(state) == "off off off off"


@pytest.mark.parametrize(("pips", "after"), [(3, "3↑"), (9, "9↑"), (10, "9↓"), (17, "2↓")])
def test_1_3_the_first_pip_leads_onto_1_up(pips: int, after: str) -> None:
    assert tokens(move(begun(1), pips)) == after


def test_1_4_the_first_pip_sets_the_arrow_to_1() -> None:
    state = begun(2)
    assert arrows(state) == [0, 0]
    assert arrows(move(state, 3)) == [1, 0]


@pytest.mark.parametrize(("before", "pips", "after"), [("4↓", 3, 5), ("4↓", 4, 6), ("4↓", 12, 6), ("8↑", 2, 5)])
def test_1_4_the_arrow_goes_up_when_a_pip_turns_the_token_on_the_trampoline(before: str, pips: int, after: int) -> None:
    assert arrows(move(board(f"{before} off", arrows=(5, 0)), pips)) == [after, 0]


def test_1_4_one_roll_can_move_the_arrow_more_than_once() -> None:
    assert arrows(move(board("3↓", arrows=2, spaces=3), 16)) == [5]
