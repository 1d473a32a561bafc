"""The rules of Bounce. The clauses are those of RULES.md.

A token's state is a number: 0 off the board, then 1↑, 2↑ … up to the top and down again to 1↓, which is twice the
number of spaces.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from openoutcry.engine.actions import Actions, Verb
from openoutcry.engine.bits import NOTHING, ONE, bit, has
from openoutcry.engine.chance import Chance, roll
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.engine.names import Names
from openoutcry.engine.options import choice, number
from openoutcry.engine.record import EachSeat, Row, Seating, Small, T, one_of, state_type
from openoutcry.games.bounce import GAME

VERSION = 2

STATUSES = Names("status", ["jumping", "landed", "sick"])
JUMPING, LANDED, SICK = range(3)

ENDINGS = Names("ending", ["running", "landed", "nobody_left"])
RUNNING, ONE_HAS_LANDED, NOBODY_LEFT = range(3)

FIRST, ALL = range(2)
MOST_DICE, MOST_JUMPS, MOST_SPACES = 3, 99, 30
NOBODY = -1

PerSeat = Annotated[Row[T], EachSeat(GAME.seats[-1])]
PerDie = Annotated[Row[T], MOST_DICE]
Status = Annotated[int, one_of(STATUSES)]


class Options:
    """§6: the numbers of the game."""

    jumps: Small = number(15, 2, MOST_JUMPS, clause="§6.1")
    two_dice: Small = number(5, 1, MOST_JUMPS, clause="§6.2")
    one_die: Small = number(10, 1, MOST_JUMPS, clause="§6.3")
    spaces: Small = number(9, 3, MOST_SPACES, clause="§6.4")
    finish: Small = choice("first", "all", clause="§6.5")


class State(Options, Seating):
    """The trampoline: each token's state, arrow and fate, in which order they went, and the dice last rolled."""

    ending: Annotated[int, one_of(ENDINGS)]
    seat: Small
    landed: Small
    sick: Small
    tokens: PerSeat[Small]
    arrows: PerSeat[Small]
    statuses: PerSeat[Status]
    went: PerSeat[Small]
    dice: PerDie[Small]


STATE = state_type(GAME.name, State)

ACTIONS = Actions(Verb("roll", clause="§2.2"), Verb("faceplant", clause="§2.5"))
ROLL = ACTIONS.first("roll")
FACEPLANT = ACTIONS.first("faceplant")


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.3 All tokens are off the board; seat 0 begins (§2.1)."""
    state.seat = 0
    state.to_act = ONE


@rule
def trampoline_down(state: State) -> int:
    """§1.1 The state 1↓: the last of the bounce."""
    return 2 * state.spaces


@rule
def faces_up(state: State, token: int) -> bool:
    """§1.1 Whether a token in that state faces up."""
    return token <= state.spaces


@rule
def space_of(state: State, token: int) -> int:
    """§1.1 The space of a state; 0 is off the board."""
    return token if faces_up(state, token) else 2 * state.spaces + 1 - token


@rule
def dice_at(state: State, jump: int) -> int:
    """§2.3 The dice of a jump: three, then two, then one."""
    if jump >= state.one_die:
        return 1
    return 2 if jump >= state.two_dice else MOST_DICE


@rule
def dice_to_roll(state: State, seat: int) -> int:
    """§2.3 The dice of the jump at which the arrow stands."""
    return dice_at(state, state.arrows[seat])


@rule
def may_faceplant(state: State, seat: int) -> bool:
    """§2.5 One jump short of being sick, facing down on space 2 or 3."""
    token = state.tokens[seat]
    is_close = not faces_up(state, token) and 2 <= space_of(state, token) <= 3
    return is_close and state.arrows[seat] == state.jumps - 1


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """§2.2 The seat in turn rolls, or faceplants if it may."""
    clear(mask)
    if has(state.to_act, seat):
        allow(mask, ROLL, ONE)
        if may_faceplant(state, seat):
            allow(mask, FACEPLANT, ONE)


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """§2.2 Roll and move, settle what meets, and pass the turn on."""
    pips = flip(state, chance) if action == FACEPLANT else throw(state, seat, chance)
    move(state, seat, pips)
    bumped = 0
    if state.statuses[seat] == JUMPING:
        bumped = settle(state, seat)
        if state.ending == RUNNING:
            slow_down(state, seat)
    rank_the_landed(state, seat, bumped)
    pass_turn(state)


@rule
def throw(state: State, seat: int, chance: Chance) -> int:
    """§2.2 The sum of the dice."""
    count = dice_to_roll(state, seat)
    pips = 0
    for die in range(MOST_DICE):
        state.dice[die] = roll(chance, 6) if die < count else 0
        pips += state.dice[die]
    return pips


@rule
def flip(state: State, chance: Chance) -> int:
    """§2.5 The coin: one pip or two."""
    for die in range(1, MOST_DICE):
        state.dice[die] = 0
    state.dice[0] = roll(chance, 2)
    return state.dice[0]


@rule
def move(state: State, seat: int, pips: int) -> None:
    """§1.2 One state per pip, the arrow counting bounces (§1.4); whoever ends on 1↓ has landed (§3.1), whoever
    bounces too often is sick (§3.2).
    """
    for _ in range(pips):
        if state.tokens[seat] == trampoline_down(state):
            state.tokens[seat] = 1
            state.arrows[seat] += 1
        else:
            state.tokens[seat] += 1
            if state.arrows[seat] == 0:
                state.arrows[seat] = 1
        if state.arrows[seat] >= state.jumps:
            be_sick(state, seat)
            return
    land_if_down(state, seat)


@rule
def be_sick(state: State, seat: int) -> None:
    """§3.2 Out at once; the token leaves the board."""
    state.statuses[seat] = SICK
    state.sick += 1
    state.went[seat] = state.sick


@rule
def land_if_down(state: State, seat: int) -> None:
    """§3.1 A token on 1↓ has landed, however it came there (§4.7); the first to land ends the game (§5.1) unless all
    play on (§6.5).
    """
    if state.tokens[seat] == trampoline_down(state):
        state.statuses[seat] = LANDED
        if state.finish == FIRST:
            state.ending = ONE_HAS_LANDED


@rule
def next_met(state: State, mover: int, never_met: np.uint64) -> int:
    """§4.1 Who stands on the mover's space: the next one clockwise (§4.10) but for those it never meets; NOBODY if
    none.
    """
    if state.statuses[mover] == JUMPING:
        space = space_of(state, state.tokens[mover])
        for step in range(1, state.seats):
            other = (mover + step) % state.seats
            if (
                state.statuses[other] == JUMPING
                and not has(never_met, other)
                and space_of(state, state.tokens[other]) == space
            ):
                return other
    return NOBODY


@rule
def settle(state: State, mover: int) -> int:
    """§4.8 Whoever is bumped or turned back acts as a mover, each chain before the next meeting (§4.10).

    Gives who was bumped.

    Seats are kept four bits each, plus one, the last in the lowest bits: those that act, the last one now and each
    bumped by the one before it, and those that were bumped and are met no more (§4.9).
    """
    acting = mover + 1
    bumps = 0
    bumped = NOTHING
    while acting > 0 and state.ending == RUNNING:
        seat = (acting & 15) - 1
        other = next_met(state, seat, bumped | bumper(acting))
        has_been_moved = acting <= 15 and has(bumped, mover)
        if other == NOBODY or has_been_moved:
            acting >>= 4
        elif faces_up(state, state.tokens[seat]) and not faces_up(state, state.tokens[other]):
            put_one_lower(state, seat)
        else:
            bump(state, seat, other)
            bumped |= bit(other)
            bumps = bumps << 4 | other + 1
            acting = acting << 4 | other + 1
    return bumps


@rule
def bumper(acting: int) -> np.uint64:
    """§4.8 Who has bumped the one that acts now, and is not met by it; whoever turned it back stays a space above."""
    return bit((acting >> 4 & 15) - 1) if acting > 15 else NOTHING


@rule
def bump(state: State, mover: int, other: int) -> None:
    """§4.3 Up onto up: one state on. Down onto any (§4.5, §4.6): one space lower, facing down. The way the mover faces
    decides (§4.2).
    """
    if faces_up(state, state.tokens[mover]):
        state.tokens[other] += 1
    else:
        put_one_lower(state, other)


@rule
def put_one_lower(state: State, seat: int) -> None:
    """§4.4 One space lower, facing down; no arrow moves (§4.11). On 1↓ the token has landed (§4.7)."""
    state.tokens[seat] = 2 * state.spaces + 2 - space_of(state, state.tokens[seat])
    land_if_down(state, seat)


@rule
def slow_down(state: State, seat: int) -> None:
    """§2.4 With one die left, a move that ends facing up turns to face down, except on the trampoline."""
    token = state.tokens[seat]
    is_slow = state.arrows[seat] >= state.one_die and state.statuses[seat] == JUMPING
    if is_slow and faces_up(state, token) and space_of(state, token) > 1:
        state.tokens[seat] = 2 * state.spaces + 1 - token


@rule
def rank_the_landed(state: State, mover: int, bumps: int) -> None:
    """§6.5 Of those who landed this turn the mover comes first, then the others in the order of their bumps."""
    give_rank(state, mover)
    for shift in (12, 8, 4, 0):
        seat = (bumps >> shift & 15) - 1
        if seat >= 0:
            give_rank(state, seat)


@rule
def give_rank(state: State, seat: int) -> None:
    """§6.5 The next place of those who landed, if the seat has landed and has none yet."""
    if state.statuses[seat] == LANDED and state.went[seat] == 0:
        state.landed += 1
        state.went[seat] = state.landed


@rule
def pass_turn(state: State) -> None:
    """§2.1 The next one clockwise who still jumps; with nobody left the game is over (§5.2)."""
    state.to_act = NOTHING
    if state.ending != RUNNING:
        return
    for step in range(1, state.seats + 1):
        seat = (state.seat + step) % state.seats
        if state.statuses[seat] == JUMPING:
            state.seat = seat
            state.to_act = bit(seat)
            return
    state.ending = NOBODY_LEFT


@rule
def points(state: State, seat: int) -> int:
    """§5.4 One for having landed."""
    return 1 if state.statuses[seat] == LANDED else 0


LOWEST_WINS = False


@rule
def place(state: State, seat: int) -> int:
    """§5.3 The landed in order, the jumping together, then the sick, the last one first; first place may stay empty
    (§5.2).
    """
    if state.statuses[seat] == LANDED:
        return state.went[seat]
    behind_the_landed = max(state.landed, 1) + 1
    if state.statuses[seat] == JUMPING:
        return behind_the_landed
    jumping = state.seats - state.landed - state.sick
    return behind_the_landed + jumping + state.sick - state.went[seat]


NOT_YOUR_TURN = clause("§2.1")
NO_FACEPLANT = clause("§2.5")
ALREADY_WON = clause("§5.1")
ALL_HAVE_GONE = clause("§5.2")


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    if state.ending == ONE_HAS_LANDED:
        return ALREADY_WON
    if state.ending == NOBODY_LEFT:
        return ALL_HAVE_GONE
    if not has(state.to_act, seat):
        return NOT_YOUR_TURN
    if action == FACEPLANT and not may_faceplant(state, seat):
        return NO_FACEPLANT
    return NO_CLAUSE
