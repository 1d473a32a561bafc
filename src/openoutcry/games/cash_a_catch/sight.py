"""Who may know what in Cash-a-Catch: everything (§1.8), but for who has held in a race (§4.2)."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, U, bit
from openoutcry.engine.chance import DECK, Chance, below
from openoutcry.engine.compiled import rule
from openoutcry.games.cash_a_catch.state import State, entitled, is_race


@rule
def hide(state: State, seat: int) -> None:
    """§4.2 Everyone entitled may still be asked, as far as others can tell; whoever is asked knows it."""
    if not is_race(state):
        return
    own = own_bit(seat)
    if knows_that_all_have_held(state, seat):
        state.to_act = own
    else:
        state.to_act = entitled(state) & ~own | state.to_act & own


@rule
def own_bit(seat: int) -> np.uint64:
    """The seat as a set; nobody for a spectator."""
    return NOTHING if seat < 0 else bit(seat)


@rule
def knows_that_all_have_held(state: State, seat: int) -> bool:
    """§4.4 The auctioneer of three is asked when the others have held, and so knows it."""
    return seat == state.auctioneer and state.to_act & own_bit(seat) != NOTHING


@rule
def redeal(state: State, seat: int, chance: Chance) -> None:
    """§4.2 Each of the others may have held or not; the auctioneer of three is asked only when all have (§4.4)."""
    if not is_race(state) or knows_that_all_have_held(state, seat):
        return
    own = own_bit(seat) & state.to_act
    last = entitled(state) & bit(state.auctioneer) & ~own_bit(seat)
    others = entitled(state) & ~bit(state.auctioneer) & ~own_bit(seat)
    state.to_act = own | any_of(others, chance)
    while state.to_act == NOTHING:
        state.to_act = last if last != NOTHING else any_of(others, chance)


@rule
def any_of(seats: np.uint64, chance: Chance) -> np.uint64:
    """Some of these seats, every selection equally likely."""
    return seats & U(below(chance, DECK, 256))
