"""What a player of Crypto Cards may do without, for whoever asks what it is worth: faces, which come into a portfolio
to endorse (§3.5) or by a transfer (§4.1).
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, index, lowest
from openoutcry.engine.cards import FACES
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, forbid
from openoutcry.engine.names import Names
from openoutcry.games.crypto_cards.rules import ENDORSE, TRANSFER, State

HABITS = Names("habit", ["face"])


@rule
def leave_out(view: State, seat: int, mask: Mask, habits: np.uint64) -> None:
    """Forbid to lay a face."""
    left = FACES
    while left != NOTHING:
        forbid(mask, ENDORSE + index(left))
        forbid(mask, TRANSFER + index(left))
        left &= ~lowest(left)
