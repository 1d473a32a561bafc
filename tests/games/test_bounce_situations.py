"""Bounce: situations worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from jumping import arrows, board, faceplant, move, tokens
from openoutcry.table.match import seats_in
from support import places


@dataclass(frozen=True)
class Situation:
    """One turn, worked out by hand from RULES.md alone; what is not given as a result was not asked."""

    number: int
    before: str
    pips: int
    after: str
    mover: int = 0
    arrows: int | Sequence[int] = 5
    options: dict[str, Any] = field(default_factory=dict)
    action: str = "roll"
    arrows_after: Sequence[int] | None = None
    places: Sequence[int] | None = None
    to_act: Sequence[int] | None = None

    def __str__(self) -> str:
        return f"{self.number}: {self.before} {self.action} {self.pips}"


ALL = {"finish": "all"}
LAST_JUMP = (14, 5)
FIRST_ROLL = (0, 5)
SITUATIONS = [
    Situation(1, "3↑ 7↑", 4, "7↑ 8↑"),
    Situation(2, "3↑ 7↓", 4, "6↓ 7↓"),
    Situation(3, "9↓ 5↓", 4, "5↓ 4↓"),
    Situation(3, "9↓ 5↑", 4, "5↓ 4↓"),
    Situation(4, "5↑ 9↑", 4, "9↑ 9↓"),
    Situation(5, "5↑ 9↑ 9↑", 4, "9↑ 9↓ 8↓"),
    Situation(5, "5↑ 9↑ 9↓", 4, "9↑ 9↓ 8↓"),
    Situation(6, "5↑ 9↓ 9↑", 4, "8↓ 9↓ 9↑"),
    Situation(7, "3↑ 7↑ 8↑ 9↑", 4, "7↑ 8↑ 9↑ 9↓"),
    Situation(8, "3↑ 7↓ 6↑", 4, "6↓ 7↓ 5↓"),
    Situation(9, "3↑ 7↑ 8↓", 4, "7↑ 7↓ 8↓"),
    Situation(10, "3↑ 7↑ 8↓ 6↑", 4, "7↑ 7↓ 8↓ 6↑"),
    Situation(11, "3↑ 7↑ 8↓ 7↑", 4, "7↑ 7↓ 8↓ 6↓"),
    Situation(12, "3↑ 7↑ 8↑ 9↓", 4, "7↑ 8↑ 8↓ 9↓"),
    Situation(13, "9↓ 5↓ 4↓ 3↑", 4, "5↓ 4↓ 3↓ 2↓"),
    Situation(14, "9↓ 5↓ 5↑", 4, "5↓ 4↓ 4↓"),
    Situation(15, "3↑ 7↑ 7↓", 4, "6↓ 8↑ 7↓"),
    Situation(15, "3↑ 7↓ 7↑", 4, "6↓ 7↓ 7↑"),
    Situation(16, "7↓ 3↑ 7↑", 4, "7↓ 6↓ 8↑", mover=1),
    Situation(17, "6↓ 2↓", 4, "2↓ landed", places=[2, 1], to_act=[]),
    Situation(17, "6↓ 2↑", 4, "2↓ landed", places=[2, 1], to_act=[]),
    Situation(18, "4↓ 2↓", 5, "landed 2↓", arrows_after=[6, 5], places=[1, 2], to_act=[]),
    Situation(19, "8↓ 4↓ 3↓ 2↑", 4, "4↓ 3↓ 2↓ landed"),
    Situation(20, "4↓ 3↓ 2↑", 6, "2↓ 3↓ landed", arrows_after=[6, 5, 5]),
    Situation(21, "6↓ 1↑", 6, "1↑ 2↑", arrows_after=[6, 5]),
    Situation(22, "6↓ 1↑ 2↓", 6, "1↑ landed 2↓", arrows_after=[6, 5, 5]),
    Situation(23, "6↓ 1↑", 5, "landed 1↑", options=ALL),
    Situation(24, "6↓ 2↓ 2↑", 4, "2↓ landed 2↑", places=[2, 1, 2], to_act=[]),
    Situation(24, "6↓ 2↓ 2↑", 4, "2↓ landed landed", options=ALL, places=[3, 1, 2], to_act=[0]),
    Situation(25, "2↓ 6↓ 2↑", 4, "landed 2↓ landed", mover=1, options=ALL, places=[2, 3, 1], to_act=[1]),
    Situation(
        26, "3↓ 2↑ 2↓ 3↓", 4, "2↑ 2↓ landed 3↓", options=ALL, arrows_after=[6, 5, 5, 5], places=[2, 2, 1, 2], to_act=[1]
    ),
    Situation(26, "3↓ 2↑ 2↓ 3↓", 4, "2↑ 2↓ landed 3↓", arrows_after=[6, 5, 5, 5], places=[2, 2, 1, 2], to_act=[]),
    Situation(27, "3↓ 2↑ 2↓ 3↓", 4, "2↑ 2↓ landed 3↓", arrows=10, places=[2, 2, 1, 2], to_act=[]),
    Situation(28, "4↓ 3↑", 6, "3↓ 4↑", arrows=10, arrows_after=[11, 10]),
    Situation(29, "4↓ 3↓", 6, "2↓ 3↓", arrows=10),
    Situation(30, "4↓", 6, "3↓", arrows=9, arrows_after=[10]),
    Situation(30, "4↓", 6, "3↑", arrows=8, arrows_after=[9]),
    Situation(31, "4↓ 1↑", 4, "1↑ 2↑", arrows=10),
    Situation(
        32, "3↓ 1↑ 2↓", 6, "sick 1↑ 2↓", arrows=(14, 5, 5), arrows_after=[15, 5, 5], places=[4, 2, 2], to_act=[1]
    ),
    Situation(33, "3↓ 2↑", 1, "2↓ landed", arrows=LAST_JUMP, action="faceplant"),
    Situation(33, "3↓ 2↑", 2, "landed 2↑", arrows=LAST_JUMP, action="faceplant"),
    Situation(33, "2↓ 2↑", 2, "sick 2↑", arrows=LAST_JUMP, action="faceplant"),
    Situation(34, "off off", 18, "landed off", arrows=0),
    Situation(34, "off off", 3, "3↑ off", arrows=0),
    Situation(34, "off 3↓", 3, "2↓ 3↓", arrows=FIRST_ROLL),
    Situation(35, "off", 17, "2↓", arrows=0, options={"spaces": 3}, arrows_after=[3]),
    Situation(35, "off", 17, "sick", arrows=0, options={"spaces": 3, "jumps": 3}, arrows_after=[3], places=[2]),
    Situation(36, "off", 4, "4↓", arrows=0, options={"one_die": 1, "two_dice": 9}, arrows_after=[1]),
    Situation(37, "4↑ 8↑ 9↑ 9↑", 4, "7↓ 9↑ 9↓ 8↓"),
    Situation(37, "4↑ 8↑ 9↓ 9↑", 4, "8↑ 8↓ 9↓ 9↑"),
    Situation(38, "8↑ 9↑", 1, "9↓ 9↓", arrows=10),
]


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_situations_worked_out_by_hand(situation: Situation) -> None:
    state = board(situation.before, situation.mover, situation.arrows, **situation.options)
    after = faceplant(state, situation.pips) if situation.action == "faceplant" else move(state, situation.pips)
    assert tokens(after) == situation.after
    if situation.arrows_after is not None:
        assert arrows(after) == situation.arrows_after
    if situation.places is not None:
        assert places(after) == situation.places
    if situation.to_act is not None:
        assert seats_in(after) == situation.to_act
