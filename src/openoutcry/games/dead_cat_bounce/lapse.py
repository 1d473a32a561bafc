"""What happens to an offer whose answer is kept waiting for too long, at a table that sets a time for it."""

from __future__ import annotations

from openoutcry.engine.bits import has, index, lowest
from openoutcry.engine.compiled import rule
from openoutcry.games.dead_cat_bounce import actions as do
from openoutcry.games.dead_cat_bounce import offers, phases
from openoutcry.games.dead_cat_bounce.state import State

NO_ACTION = -1


@rule
def lapse(view: State, seat: int) -> int:
    """§7.4 An offer is declined, and a counter-proposal that is not sent too; §7.5 of what was accepted the first card
    that can be is chosen. Whoever puts together an offer in their own turn keeps nobody waiting but by their turn.
    """
    if not has(view.to_act, seat):
        return NO_ACTION
    if view.phase == phases.ANSWERING:
        return do.DECLINE
    if view.phase == phases.COMPOSING and view.is_counter:
        return do.CANCEL
    if view.phase == phases.CHOOSING:
        return do.CHOOSE + index(lowest(offers.can_choose(view)))
    return NO_ACTION
