"""What is told in Crypto Cards, to the letter, where the direction turns round or the second joker ends the round."""

from __future__ import annotations

from typing import Any

from mining import act, table
from telling import SPECTATOR, told

HANDS = ["2C 3C 4C", "2D 3D 4D 5D"]


def came_of(state: Any, action: str, *draws: str, reader: int = SPECTATOR) -> str:
    """What a reader is told of an action of the seat in turn, after which these cards are drawn."""
    return told(state, act(state, action, *draws), f"{int(state.seat)} {action}", reader)


def test_the_second_of_two_turns_in_a_row_is_told_like_any_other() -> None:
    """§6.7"""
    state = table(HANDS, seat=1, phase="transferring", direction="turning")
    assert came_of(state, "transfer 2D", "9S") == "Bo"
    assert came_of(state, "transfer 2D", "9S", reader=1) == "You You mine 9♠."
    assert came_of(act(state, "transfer 2D", "9S"), "pass") == ""


def test_the_second_joker_says_that_the_round_is_the_last() -> None:
    """§6.8"""
    state = table(HANDS, deck="9S TS X2", phase="transferring", crash="round")
    assert came_of(state, "transfer 2C", "X2", "9S") == "Bo The second joker turns up! This round is the last."
    at_once = table(HANDS, deck="9S TS X2", phase="transferring")
    assert came_of(at_once, "transfer 2C", "X2") == "Bo The second joker turns up!"


def test_the_end_of_the_last_round_begins_no_turn() -> None:
    """§6.8"""
    state = table(HANDS, deck="9S", seat=1, phase="transferring", crash="round")
    assert came_of(state, "transfer 2D") == ""
