"""Who may know what in Bounce: everyone knows everything (§1.1 to §1.4)."""

from __future__ import annotations

from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.games.bounce.rules import State


@rule
def hide(state: State, seat: int) -> None:
    """Nothing is hidden."""


@rule
def redeal(state: State, seat: int, chance: Chance) -> None:
    """Nothing was hidden, so nothing is dealt again."""
