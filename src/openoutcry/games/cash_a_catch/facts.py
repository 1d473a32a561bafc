"""What page and terminal ask of Cash-a-Catch."""

from __future__ import annotations

from openoutcry.engine.actions import Range
from openoutcry.engine.bits import has
from openoutcry.engine.compiled import rule
from openoutcry.engine.facts import Fact, listed
from openoutcry.engine.names import Names
from openoutcry.games.cash_a_catch.actions import SEATS
from openoutcry.games.cash_a_catch.rules import fish_on_garbage
from openoutcry.games.cash_a_catch.state import (
    KINDS,
    OCTOPUS,
    OCTOPUS_FIRST,
    PLACES_OF_STAND,
    UNDER_CLOSE,
    UNDER_END_PHASE,
    VALUES,
    State,
    entitled,
    fish_in,
    half_price_in,
    kind_in,
    place_of_kind,
    price_in,
    price_of,
)
from openoutcry.games.cash_a_catch.tidy import gain

KINDS_AND_OCTOPUS = Names("kind", [*KINDS, "octopus"])
MANY_FISH = Range(0, 200)


@rule
def price(state: State, fish: int) -> int:
    """§3.2 What so many fish of a kind bring."""
    return price_of(fish)


@rule
def fish_offered(state: State, kind: int) -> int:
    """§4.1 How many fish of a kind, or octopus, are in the lot; or in the catch, once it is bought (§5.1)."""
    fish = 0
    for value in range(VALUES):
        card = kind * VALUES + value
        fish += (state.lot[card] + state.catch[card]) * (value + 1)
    return fish


@rule
def fish_together(state: State, seat: int, kind: int) -> int:
    """§5.5 The fish of a kind that are offered and those that lie on a stand, octopus there included; 0 unless there
    are both.
    """
    place = place_of_kind(state, seat, kind) if kind < OCTOPUS else -1
    offered = fish_offered(state, kind)
    return offered + fish_in(state, seat, place) if place >= 0 and offered > 0 else 0


@rule
def worth_of_lot(state: State) -> int:
    """§3.2 What is offered would bring on an empty stand: the three largest kinds, and each octopus, the highest first,
    where it raises the price most.
    """
    first, second, third = 0, 0, 0
    for kind in range(OCTOPUS):
        fish = fish_offered(state, kind)
        if fish > first:
            first, second, third = fish, first, second
        elif fish > second:
            second, third = fish, second
        else:
            third = max(third, fish)
    for value in range(VALUES, 0, -1):
        card = OCTOPUS_FIRST + value - 1
        for _ in range(state.lot[card] + state.catch[card]):
            gains = gain(first, value), gain(second, value), gain(third, value)
            if gains[0] >= max(gains[1], gains[2]):
                first += value
            elif gains[1] >= gains[2]:
                second += value
            else:
                third += value
    return price_of(first) + price_of(second) + price_of(third)


@rule
def may_buy(state: State, seat: int) -> bool:
    """§4.3 Whether a player is entitled to ring in this auction."""
    return has(entitled(state), seat)


@rule
def cards_to_end_phase(state: State) -> int:
    """§1.4 How many cards are turned until the end phase comes, itself included; 0 once it has."""
    return 0 if state.is_end_phase else state.deck_size - UNDER_END_PHASE - 1


@rule
def may_close(state: State) -> bool:
    """§1.4 Whether the next card may be the market's close."""
    return bool(state.is_end_phase) and 0 < state.deck_size <= UNDER_CLOSE + 1


FACTS = listed(
    Fact(price, fish=MANY_FISH),
    Fact(kind_in, seat=SEATS, place=PLACES_OF_STAND),
    Fact(fish_in, seat=SEATS, place=PLACES_OF_STAND),
    Fact(price_in, seat=SEATS, place=PLACES_OF_STAND),
    Fact(half_price_in, seat=SEATS, place=PLACES_OF_STAND),
    Fact(fish_on_garbage, seat=SEATS),
    Fact(fish_offered, kind=KINDS_AND_OCTOPUS),
    Fact(fish_together, seat=SEATS, kind=KINDS_AND_OCTOPUS),
    Fact(worth_of_lot),
    Fact(may_buy, seat=SEATS),
    Fact(cards_to_end_phase),
    Fact(may_close),
)
