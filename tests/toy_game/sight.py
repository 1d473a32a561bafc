"""Nothing is hidden in Toy."""

from __future__ import annotations

from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from toy_game.rules import State


@rule
def hide(state: State, seat: int) -> None:
    """All is open."""


@rule
def redeal(state: State, seat: int, chance: Chance) -> None:
    """All is open."""
