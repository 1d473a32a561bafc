"""A seller in a hurry for Crypto Cards: it never waits.

It sells whenever it may, the dearest first, lays down a face to sell if nothing else does, and lays its lowest number.
"""

from __future__ import annotations

from typing import Any

from openoutcry.engine.actions import Action
from openoutcry.table.match import View

GAME = "crypto_cards"
RANKS = "A23456789TJQK"


def choose(view: View, _chance: Any) -> Action:
    """Sell, endorse, pass, in this order; of numbers the highest is sold and the lowest laid down."""
    for verb in ("sell", "endorse", "pass"):
        actions = [action for action in view.legal if action.verb == verb]
        if actions:
            return max(actions, key=rank)
    return min(view.legal, key=rank)


def rank(action: Action) -> int:
    """The rank of the card that an action names."""
    return RANKS.find(str(action).split()[-1][0])
