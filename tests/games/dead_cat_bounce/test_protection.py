"""§8 of Dead-Cat Bounce: protection."""

from __future__ import annotations

from support import legal, points, refused
from trading import (
    after,
    purses,
    table,
    tokens,
)


def test_8_1_tokens_are_put_on_own_runs_and_sets_one_at_a_time() -> None:
    state = after(table("3C 4C / 2D / KC KD / QS", "8H 9H", purses=[3, 7]), "0 next")
    assert legal(state, 0) == {"protect A", "protect C", "next"}
    assert [refused(state, 0, f"protect {letter}") for letter in "BDEH"] == ["§8.1"] * 4
    state = after(state, "0 protect A", "0 protect C", "0 protect A")
    assert (tokens(state, 0), purses(state)[0], legal(state, 0)) == ({"A": 2, "C": 1}, 0, {"next"})
    assert refused(state, 0, "protect A") == "§8.1"


def test_8_2_they_lie_there_until_the_next_housekeeping_and_are_no_longer_in_the_purse() -> None:
    state = after(table("3C 4C", "", flop="5H 6H"), "0 next", "0 protect A", "0 protect A", "0 next", "0 pay: 7H")
    assert (tokens(state, 0), purses(state)[0], points(state)[0]) == ({"A": 2}, 5, 5 + 2)
    state = after(state, "1 next", "1 discard 1", "1 pay: 8H")
    assert (tokens(state, 0), purses(state)[0]) == ({}, 5 + 2 + 3)


def test_8_2_or_until_the_meld_is_taken_over() -> None:
    state = after(table("3C 4C", ""), "0 next", "0 protect A", "0 next", "0 pay", "1 takeover 0 A")
    assert (tokens(state, 0), tokens(state, 1), purses(state)) == ({}, {}, [6 + 3, 7 - 3])
