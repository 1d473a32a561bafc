"""The rules of Peeking."""

from __future__ import annotations

from typing import Annotated

from openoutcry.engine.actions import Actions, Verb
from openoutcry.engine.bits import NOTHING, ONE, U, bit, has
from openoutcry.engine.chance import DICE, Chance, below
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.engine.names import Names
from openoutcry.engine.record import EachSeat, Row, Seating, Small, T, one_of, state_type
from peeking_game import GAME

VERSION = 1
ROUNDS = 10
ENDINGS = Names("ending", ["running", "named"])
COLOURS = Names("colour", ["black", "red"])
RUNNING, NAMED = range(2)

PerSeat = Annotated[Row[T], EachSeat(GAME.seats[-1])]


class State(Seating):
    """Everybody's secret, and how often they named black."""

    ending: Annotated[int, one_of(ENDINGS)]
    turns: Small
    secrets: PerSeat[Small]
    blacks: PerSeat[Small]


STATE = state_type(GAME.name, State)
ACTIONS = Actions(Verb("name", {"colour": COLOURS}, clause="§1.1"))


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.1 Secrets are drawn."""
    for seat in range(state.seats):
        state.secrets[seat] = 1 + below(chance, DICE, 2)
    state.to_act = ONE


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """§1.1 Either colour."""
    clear(mask)
    if has(state.to_act, seat):
        allow(mask, 0, U(0b11))


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """§1.1 A colour is named, and the turn passes."""
    state.blacks[seat] += 1 - action
    state.turns += 1
    state.to_act = bit((seat + 1) % state.seats)
    if state.turns == ROUNDS * state.seats:
        state.ending, state.to_act = NAMED, NOTHING


@rule
def points(state: State, seat: int) -> int:
    """§1.2 How often black was named."""
    return state.blacks[seat]


@rule
def place(state: State, seat: int) -> int:
    """§1.1 One more than the number of seats that are ahead."""
    ahead = 0
    for other in range(state.seats):
        if state.blacks[other] > state.blacks[seat]:
            ahead += 1
    return 1 + ahead


NOT_NOW = clause("§1.1")


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    return NO_CLAUSE if has(state.to_act, seat) else NOT_NOW
