"""What makes sense in Dead-Cat Bounce: no offer that will be declined, that is dropped, or that is made
twice.
"""

from __future__ import annotations

from openoutcry.engine.bits import ONE
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, allow, clear, count, forbid, is_allowed
from openoutcry.games.dead_cat_bounce import actions as do
from openoutcry.games.dead_cat_bounce import phases
from openoutcry.games.dead_cat_bounce.legality import legal
from openoutcry.games.dead_cat_bounce.state import State
from openoutcry.games.dead_cat_bounce.thumb import NONE, best_offer, compose, gain_from_offer


@rule
def sensible(view: State, seat: int, mask: Mask) -> None:
    """Forbid to begin offers that bring both sides nothing; one that is begun is put together, sent, and answered."""
    if view.phase == phases.COMPOSING:
        compose_with_sense(view, seat, mask)
    else:
        for partner in range(view.seats):
            if is_allowed(mask, do.PROPOSE + partner) and not is_worth_asking(view, seat, partner):
                forbid(mask, do.PROPOSE + partner)
        forbid(mask, do.COUNTER)
        if count(mask) == 0:
            legal(view, seat, mask)


@rule
def is_worth_asking(view: State, seat: int, partner: int) -> bool:
    """Whether there is an offer that brings both sides something, and the partner has not been asked this turn."""
    if view.phase != phases.TRADING or view.offers[partner] > 0:
        return False
    found, _, _ = best_offer(view, seat, partner)
    return found != NONE


@rule
def compose_with_sense(view: State, seat: int, mask: Mask) -> None:
    """The next piece of the best offer; what lies there already can be sent if it brings both sides something."""
    piece = compose(view, seat, mask)
    is_welcome = is_allowed(mask, do.SEND) and gain_from_offer(view, int(view.offer_to)) > 0
    clear(mask)
    allow(mask, do.SEND if is_welcome and piece == do.CANCEL else piece, ONE)
