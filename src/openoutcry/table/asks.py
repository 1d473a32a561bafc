"""What a table wants to know of bots, and what they answer: whoever drives it asks them."""

from __future__ import annotations

from typing import Any, NamedTuple

from openoutcry.engine.actions import Action
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
    playouts: int = 0


class Advice(NamedTuple):
    """What would be best, and how often it would win."""

    action: int
    wins: float


class Judged(NamedTuple):
    """An action beside the best alternative: how often either wins, the chance of winning before it, and what it cost,
    in ten-thousandths: sums of them are the same everywhere.
    """

    best: int
    wins: int
    wins_of_best: int
    chance: int
    cost: int
