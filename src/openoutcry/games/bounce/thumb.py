"""Exact play for Bounce: there is one choice, a coin or the dice one jump before being sick, and the coin is always
better.

There one pip too many is the end, so only one pip, and from space 3 two, keep the token in the game. The coin gives
each of them in one of two throws; one die in one of six, two dice give at most the two, in one of 36, and three dice
neither. Whatever a position after one pip is worth, whoever else stands there, the coin comes to it, and to the mat, at
least three times as often.
"""

from __future__ import annotations

from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, is_allowed
from openoutcry.games.bounce.rules import FACEPLANT, ROLL, State

IS_EXACT = True
"""There is nothing better than these rules: no search is needed."""


@rule
def choose(view: State, seat: int, mask: Mask, thought: Chance) -> int:
    """Faceplant wherever one may."""
    return FACEPLANT if is_allowed(mask, FACEPLANT) else ROLL
