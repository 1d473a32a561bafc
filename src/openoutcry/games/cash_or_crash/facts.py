"""What page and terminal ask of Cash or Crash."""

from __future__ import annotations

from openoutcry.engine.actions import Range
from openoutcry.engine.compiled import rule
from openoutcry.engine.facts import Fact, listed
from openoutcry.games.cash_or_crash import GAME
from openoutcry.games.cash_or_crash.rules import icons, show_enough
from openoutcry.games.cash_or_crash.state import (
    GOODS,
    State,
    first_card,
    first_stake,
    kept,
    may_swap,
    most_staked,
    red_zone,
)

SEATS = Range(0, GAME.seats[-1] - 1)


@rule
def was_right(state: State) -> bool:
    """§6.2 Whether the bid that was challenged last was right."""
    return show_enough(state, state.last_goods, state.last_amount)


@rule
def was_enough(state: State, commodity: int) -> bool:
    """§6.2 Whether a commodity showed the amount of the bid that was challenged last."""
    return state.counts[commodity] >= state.last_amount


@rule
def icons_in_hand(state: State, seat: int, commodity: int) -> int:
    """§5.1 How much of a commodity the cards show that a seat has in hand, as far as they are known."""
    return icons(state.hands[seat], commodity)


@rule
def icons_staked(state: State, seat: int, commodity: int) -> int:
    """§5.1 How much of a commodity the cards show that a seat has staked, as far as they are known."""
    return icons(state.staked[seat], commodity)


@rule
def icons_discarded(state: State, seat: int, commodity: int) -> int:
    """§5.1 How much of a commodity the discards of a seat show, as far as they are known."""
    return icons(state.discards[seat], commodity)


FACTS = listed(
    Fact(was_right),
    Fact(was_enough, commodity=GOODS),
    Fact(icons_in_hand, seat=SEATS, commodity=GOODS),
    Fact(icons_staked, seat=SEATS, commodity=GOODS),
    Fact(icons_discarded, seat=SEATS, commodity=GOODS),
    Fact(kept, seat=SEATS),
    Fact(may_swap, seat=SEATS),
    Fact(first_card),
    Fact(first_stake),
    Fact(most_staked),
    Fact(red_zone),
)
