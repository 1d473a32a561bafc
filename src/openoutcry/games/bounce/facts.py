"""What page and terminal ask of Bounce."""

from __future__ import annotations

from openoutcry.engine.actions import Range
from openoutcry.engine.compiled import rule
from openoutcry.engine.facts import Fact, listed
from openoutcry.games.bounce import GAME
from openoutcry.games.bounce.rules import (
    MOST_DICE,
    MOST_JUMPS,
    MOST_SPACES,
    State,
    dice_at,
    dice_to_roll,
    faces_up,
    space_of,
    trampoline_down,
)

SEATS, JUMPS, TOKENS = Range(0, GAME.seats[-1] - 1), Range(0, MOST_JUMPS), Range(0, 2 * MOST_SPACES)


@rule
def pips_to_land(state: State, seat: int) -> int:
    """§3.1 How many pips it is to 1↓."""
    return trampoline_down(state) - state.tokens[seat]


@rule
def pips_rolled(state: State) -> int:
    """§2.2 The sum of the dice rolled last, or §2.5 the coin; 0 before the first roll."""
    pips = 0
    for die in range(MOST_DICE):
        pips += state.dice[die]
    return pips


@rule
def jumps_made(state: State, seat: int) -> int:
    """§3.2 How often a player has jumped."""
    return state.arrows[seat]


FACTS = listed(
    Fact(dice_at, jump=JUMPS),
    Fact(dice_to_roll, seat=SEATS),
    Fact(space_of, token=TOKENS),
    Fact(faces_up, token=TOKENS),
    Fact(pips_to_land, seat=SEATS),
    Fact(pips_rolled),
    Fact(jumps_made, seat=SEATS),
)
