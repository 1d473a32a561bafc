"""§5 of Bounce: the end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from jumping import begun, board, ending, move, roll, tokens
from openoutcry.table.match import seats_in
from support import legal, places, points, refused


def test_5_1_the_first_to_land_ends_the_game_at_that_moment() -> None:
    after = move(board("6↓ 2↓ 2↑"), 4)
    assert tokens(after) == "2↓ landed 2↑"
    assert (ending(after), seats_in(after)) == ("landed", [])
    assert [legal(after, seat) for seat in range(3)] == [set()] * 3
    assert [refused(after, seat, "roll") for seat in range(3)] == ["§5.1"] * 3


def test_5_2_the_game_ends_when_all_are_sick_and_nobody_wins() -> None:
    after = roll(board("2↓ sick sick", arrows=(14, 15, 15), went=[0, 2, 1]), 3)
    assert (ending(after), seats_in(after), tokens(after)) == ("nobody_left", [], "sick sick sick")
    assert (places(after), points(after)) == ([2, 3, 4], [0, 0, 0])
    assert refused(after, 0, "roll") == "§5.2"


def test_5_2_the_last_to_land_ends_a_game_for_all() -> None:
    after = move(board("6↓ landed", finish="all"), 5)
    assert (ending(after), seats_in(after)) == ("nobody_left", [])
    assert refused(after, 1, "roll") == "§5.2"


@pytest.mark.parametrize(
    ("before", "went", "expected"),
    [
        ("6↓ 3↑ 4↑ off", [0, 0, 0, 0], [1, 2, 2, 2]),
        ("6↓ 3↑ 4↑ sick", [0, 0, 0, 1], [1, 2, 2, 4]),
        ("6↓ sick 4↑ sick", [0, 1, 0, 2], [1, 4, 2, 3]),
        ("6↓ sick 4↑ sick", [0, 2, 0, 1], [1, 3, 2, 4]),
        ("6↓ sick sick sick", [0, 2, 3, 1], [1, 3, 2, 4]),
    ],
)
def test_5_3_behind_the_winner_the_jumping_share_a_place_and_the_last_to_be_sick_is_ahead(
    before: str, went: Sequence[int], expected: list[int]
) -> None:
    assert places(move(board(before, went=went), 5)) == expected


def test_5_3_the_order_of_being_sick_is_kept_in_play() -> None:
    state = board("2↓ 2↓ 5↑", arrows=14)
    state = roll(roll(state, 6), 6)
    assert (tokens(state), places(state)) == ("sick sick 5↑", [4, 3, 2])


def test_5_4_who_has_landed_has_a_point() -> None:
    after = move(board("6↓ landed sick 3↑", finish="all"), 5)
    assert points(after) == [1, 1, 0, 0]
    assert points(begun(3)) == [0, 0, 0]
