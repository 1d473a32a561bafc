"""§3 of Bounce: landing and being sick."""

from __future__ import annotations

import pytest

from jumping import arrows, begun, board, move, roll, tokens
from openoutcry.table.match import seats_in
from support import places


@pytest.mark.parametrize(("pips", "after", "arrow"), [(4, "2↓", 5), (5, "landed", 5), (6, "1↑", 6), (7, "2↑", 6)])
def test_3_1_one_lands_exactly_on_1_down_and_passing_it_is_a_bounce(pips: int, after: str, arrow: int) -> None:
    state = move(board("6↓"), pips)
    assert (tokens(state), arrows(state)) == (after, [arrow])


def test_3_1_a_first_roll_of_18_lands() -> None:
    after = roll(begun(2), 6, 6, 6)
    assert (tokens(after), arrows(after), places(after)) == ("landed off", [1, 0], [1, 2])


def test_3_2_who_reaches_the_last_jump_is_sick_and_the_rest_of_the_roll_is_ignored() -> None:
    state = board("2↓ 5↑", arrows=(14, 5))
    assert tokens(roll(state, 2)) == "sick 5↑"
    after = roll(state, 6)
    assert (tokens(after), arrows(after), seats_in(after)) == ("sick 5↑", [15, 5], [1])


def test_3_2_no_later_pip_of_the_roll_lands_the_sick_or_moves_the_arrow_again() -> None:
    after = move(board("off off", arrows=0, spaces=3, jumps=2), 18)
    assert (tokens(after), arrows(after)) == ("sick off", [2, 0])
