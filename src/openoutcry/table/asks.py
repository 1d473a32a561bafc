"""What a table wants to know of bots, and what they answer: whoever drives it asks them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from openoutcry.engine.actions import Action
from openoutcry.engine.events import Telling
from openoutcry.engine.workspace import Verdict
from openoutcry.table.story import LogLine
from openoutcry.table.view import View

CHOOSE, ADVISE, JUDGE = "choose", "advise", "judge"
WHOLE = 10_000
"""Chances that bots find are given in parts of this."""


class Ask(NamedTuple):
    """Something that the table wants to know of a bot: what to play, what to advise, or what a decision was worth.

    A bot is given a view and a chance of its own, and chooses by `until`; what is judged is an action. Matches at one
    table are numbered: what a bot remembers of one is nothing to the next.
    """

    number: int
    what: str
    match: int
    seat: int
    view: View
    chance: Any
    bot: str = ""
    until: float = 0.0
    action: Action | None = None
    steps: int = 0


class Advice(NamedTuple):
    """What would be best, and how often it would win; the same of the next best, if another was tried; and why: what
    surely comes of it and not of the next best, what comes to pass before the player's next choice in one share of
    games after it and in another after the next best, and the points in the end after either, where they are clearly
    better.
    """

    action: int
    wins: float
    next_action: int | None = None
    next_wins: float = 0.0
    brings: Sequence[Telling] = ()
    foreseen: LogLine | None = None
    often: float = 0.0
    otherwise: float = 0.0
    points: float | None = None
    next_points: float | None = None


class Judged(NamedTuple):
    """An action beside the best alternative: how often either wins, and the standard error of the difference; what it
    cost, or what it won beyond the rules of thumb, nothing where that may well be chance; the chance of winning before
    it, and its error. All in ten-thousandths: sums of them are the same everywhere.

    Then the verdict (`engine/workspace.py`), and how many steps were played for it.
    """

    best: int
    wins: int
    wins_of_best: int
    error: int
    cost: int
    credit: int
    before: int
    spread: int
    verdict: Verdict
    steps: int


SHARES, PARTS = 3, 10
TELLING = ("costly", "found", "open")
"""Verdicts of decisions whose errors count: of the others there is nothing to be told that matters."""


def steps_for(whole: int, left: int, decisions: int) -> int:
    """How many steps the next of so many decisions may take of those that are left: several shares, as many need
    fewer, and a tenth of the whole at most.

    >>> steps_for(1000, 1000, 100), steps_for(1000, 500, 2), steps_for(1000, -5, 3)
    (30, 100, 0)
    """
    return max(min(SHARES * left // decisions, whole // PARTS), 0)


class Split(NamedTuple):
    """What brought about a result: the chance at the first decision, play, and luck, which is all the rest; the margin
    is half of a 95% interval of both.
    """

    play: float
    luck: float
    margin: float


def split(result: float, judged: Sequence[Judged]) -> Split:
    """Luck is what cards and others brought; play is what one's own decisions won and cost."""
    if not judged:
        return Split(0.0, 0.0, 0.0)
    play = sum(each.credit - each.cost for each in judged)
    squares = judged[0].spread ** 2 + sum(each.error**2 for each in judged if each.verdict in TELLING)
    return Split(play / WHOLE, result - (judged[0].before + play) / WHOLE, 2 * math.sqrt(squares) / WHOLE)
