"""The rules of thumb of Peeking."""

from __future__ import annotations

from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask
from peeking_game.rules import State


@rule
def choose(view: State, seat: int, mask: Mask, thought: Chance) -> int:
    """Black, whatever is asked."""
    return 0
