"""The rules of Toy."""

from __future__ import annotations

from typing import Annotated

from openoutcry.engine.actions import Actions, Range, Verb
from openoutcry.engine.bits import NOTHING, ONE, U, bit, has
from openoutcry.engine.chance import DICE, Chance, below
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.engine.names import Names
from openoutcry.engine.options import choice, number
from openoutcry.engine.record import EachSeat, Row, Seating, Small, T, one_of, state_type
from toy_game import GAME

VERSION = 1
ROUNDS = 4
ENDINGS = Names("ending", ["running", "named"])
RUNNING, NAMED = range(2)
LATE, EARLY, SKILL, SEAT, WHIMS = range(5)

PerSeat = Annotated[Row[T], EachSeat(GAME.seats[-1])]


class Options:
    """What decides."""

    by: Small = choice("late", "early", "skill", "seat", "whims", clause="§1.2")
    colour: Small = number(0, 0, 40, clause="§1.3")


class State(Options, Seating):
    """Everybody's numbers, and who is lucky."""

    ending: Annotated[int, one_of(ENDINGS)]
    turns: Small
    lucky: Small
    score: PerSeat[Small]


STATE = state_type(GAME.name, State)
ACTIONS = Actions(Verb("name", {"number": Range(0, 3)}, clause="§1.1"))


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.1 Seat 0 begins; a colour (§1.3) is no more than other luck."""
    for _ in range(state.colour):
        below(chance, DICE, 2)
    if state.by == EARLY:
        state.lucky = below(chance, DICE, state.seats)
    state.to_act = ONE


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """§1.1 Any number."""
    clear(mask)
    if has(state.to_act, seat):
        allow(mask, 0, U(15))


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """§1.1 The number counts, and the turn passes."""
    state.score[seat] += action
    state.turns += 1
    state.to_act = bit((seat + 1) % state.seats)
    if state.turns == ROUNDS * state.seats:
        state.ending, state.to_act = NAMED, NOTHING
        if state.by == LATE:
            state.lucky = below(chance, DICE, state.seats)
        elif state.by == WHIMS:
            total = 0
            for other in range(state.seats):
                total += state.score[other]
            state.lucky = total % state.seats


@rule
def points(state: State, seat: int) -> int:
    """§1.2 By what decides: one's numbers, or nothing but being the one."""
    if state.by == SKILL:
        return state.score[seat]
    if state.by == EARLY:
        return 1 if seat == state.lucky else 0
    return 1 if state.ending != RUNNING and seat == state.lucky else 0


@rule
def place(state: State, seat: int) -> int:
    """§1.2 One more than the number of seats that are ahead."""
    own, ahead = points(state, seat), 0
    for other in range(state.seats):
        if points(state, other) > own:
            ahead += 1
    return 1 + ahead


NOT_NOW = clause("§1.1")


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    return NO_CLAUSE if has(state.to_act, seat) else NOT_NOW
