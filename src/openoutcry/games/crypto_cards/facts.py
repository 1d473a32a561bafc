"""What page and terminal ask of Crypto Cards."""

from __future__ import annotations

from openoutcry.engine.actions import Range
from openoutcry.engine.bits import NOTHING, has, index, size
from openoutcry.engine.cards import NUMBERS, SUIT, SUITS
from openoutcry.engine.compiled import rule
from openoutcry.engine.facts import Fact, listed
from openoutcry.games.crypto_cards import GAME
from openoutcry.games.crypto_cards.rules import (
    RUNNING,
    State,
    faces_of,
    is_last_round,
    is_last_turn,
    market_of,
    points,
    seat_of_turn,
    sum_of_numbers,
    top_of,
)

SEATS = Range(0, GAME.seats[-1] - 1)
NO_CARD = -1
NOBODY = -1
EQUAL, BY_POINTS, BY_CARDS, BY_FACES, BY_SUM = range(5)


@rule
def top_card(state: State, market: int) -> int:
    """§3.1 The number of a market's largest card; -1 while it is empty."""
    cards = market_of(state, market)
    return index(top_of(cards)) if cards != NOTHING else NO_CARD


@rule
def next_card(state: State, market: int) -> int:
    """§3.3 The number of the card that must be sold next in a market by whoever has it; -1 above the ten."""
    top = top_card(state, market)
    card = SUIT * market if top == NO_CARD else top + 1
    return card if has(NUMBERS, card) else NO_CARD


@rule
def decided_by(state: State, seat: int, other: int) -> int:
    """§5.3 What tells two seats apart: 1 the points, or a tie-break: 2 cards, 3 faces, 4 their numbers; 0 nothing."""
    if points(state, seat) != points(state, other):
        return BY_POINTS
    if size(state.portfolios[seat]) != size(state.portfolios[other]):
        return BY_CARDS
    if faces_of(state, seat) != faces_of(state, other):
        return BY_FACES
    return EQUAL if sum_of_numbers(state, seat) == sum_of_numbers(state, other) else BY_SUM


@rule
def counted_in(state: State) -> int:
    """§5.2 What the result counts: 0 cards, 1 what they are worth (§6.6)."""
    return state.scoring


@rule
def next_in_turn(state: State) -> int:
    """§2.1 The seat whose turn comes after this one, which may be the same (§6.7); -1 when none comes (§6.8)."""
    return NOBODY if state.ending != RUNNING or is_last_turn(state) else seat_of_turn(state, state.turn_number + 1)


FACTS = listed(
    Fact(top_card, market=SUITS),
    Fact(next_card, market=SUITS),
    Fact(faces_of, seat=SEATS),
    Fact(sum_of_numbers, seat=SEATS),
    Fact(counted_in),
    Fact(next_in_turn),
    Fact(is_last_round),
    Fact(decided_by, seat=SEATS, other=SEATS),
)
