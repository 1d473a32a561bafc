"""A habit that looks where nobody may look: whoever is asked to do without it is to see nothing there."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, forbid
from openoutcry.engine.names import Names
from peeking_game.rules import State

HABITS = Names("habit", ["guess"])


@rule
def leave_out(view: State, seat: int, mask: Mask, habits: np.uint64) -> None:
    """Forbid to name the colour that the next seat has; where that is not seen, black."""
    forbid(mask, max(view.secrets[(seat + 1) % view.seats] - 1, 0))
