"""The rules of Skeleton. The clauses are those of RULES.md."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from openoutcry.cli.skeleton import GAME
from openoutcry.engine.actions import Actions, Verb
from openoutcry.engine.bits import NOTHING, ONE, U, bit, has, index
from openoutcry.engine.chance import Chance, draw
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.engine.names import Names
from openoutcry.engine.options import number
from openoutcry.engine.record import EachSeat, Row, Seating, Small, T, one_of, set_of, state_type

VERSION = 1

CARDS = Names("card", [str(value) for value in range(1, 25)])
ALL_CARDS = U(2 ** len(CARDS) - 1)

ENDINGS = Names("ending", ["running", "hands_empty"])
RUNNING, HANDS_EMPTY = range(2)

Cards = Annotated[np.uint64, set_of(CARDS)]
PerSeat = Annotated[Row[T], EachSeat(GAME.seats[-1])]


class Options:
    """§4: what can be chosen."""

    hand: Small = number(3, 1, 4, clause="§4.1")


class State(Options, Seating):
    """The table: what is left of the pack, the hands and what was laid."""

    ending: Annotated[int, one_of(ENDINGS)]
    seat: Small
    hand_sizes: PerSeat[Small]
    deck: Cards
    hands: PerSeat[Cards]
    laid: PerSeat[Cards]


STATE = state_type(GAME.name, State)

PLACES = ("deck", "hands", "laid")
"""Where cards can be: each is always in exactly one of these."""

ACTIONS = Actions(Verb("lay", {"card": CARDS}, clause="§2.2"))
LAY = ACTIONS.first("lay")


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.1 The whole pack; each player is dealt a hand (§1.2)."""
    state.deck = ALL_CARDS
    for _ in range(state.hand):
        for seat in range(state.seats):
            card = draw(chance, state.deck)
            state.deck &= ~card
            state.hands[seat] |= card
            state.hand_sizes[seat] += 1
    state.to_act = ONE


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """§2.2 Any card of the hand."""
    clear(mask)
    if has(state.to_act, seat):
        allow(mask, LAY, state.hands[seat])


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """§2.2 The card goes from the hand to the table, and the turn passes (§2.1)."""
    card = bit(action - LAY)
    state.hands[seat] &= ~card
    state.hand_sizes[seat] -= 1
    state.laid[seat] |= card
    state.seat = (seat + 1) % state.seats
    state.to_act = bit(state.seat)
    end_if_all_is_laid(state)


@rule
def end_if_all_is_laid(state: State) -> None:
    """§3.1 The game ends when all hands are empty."""
    for seat in range(state.seats):
        if state.hand_sizes[seat] > 0:
            return
    state.ending = HANDS_EMPTY
    state.to_act = NOTHING


@rule
def points(state: State, seat: int) -> int:
    """§3.2 The sum of what was laid."""
    total = 0
    cards = state.laid[seat]
    while cards != NOTHING:
        total += index(cards) + 1
        cards &= cards - ONE
    return total


LOWEST_WINS = False


@rule
def place(state: State, seat: int) -> int:
    """§3.2 One more than the number of seats that are ahead."""
    own = points(state, seat)
    ahead = 0
    for other in range(state.seats):
        if points(state, other) > own:
            ahead += 1
    return 1 + ahead


GAME_IS_OVER = clause("§3.1")
NOT_YOUR_TURN = clause("§2.1")
NOT_IN_HAND = clause("§2.2")


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    if state.ending != RUNNING:
        return GAME_IS_OVER
    if not has(state.to_act, seat):
        return NOT_YOUR_TURN
    return NO_CLAUSE if has(state.hands[seat], action - LAY) else NOT_IN_HAND
