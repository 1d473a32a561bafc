"""Laying out a catch for somebody who would rather not: a sensible order, card by card."""

from __future__ import annotations

from openoutcry.engine.bits import has, index, lowest
from openoutcry.engine.compiled import rule
from openoutcry.games.cash_a_catch import actions as do
from openoutcry.games.cash_a_catch import phases
from openoutcry.games.cash_a_catch.state import (
    FISH_CARDS,
    KINDS,
    OCTOPUS_FIRST,
    STAND,
    VALUES,
    State,
    fish_in,
    kind_of,
    kinds_to_keep,
    place_of_kind,
    places_for,
    price_of,
    value_of,
)

NO_ACTION = -1
TUB = STAND - 1
HOW_MANY_KINDS = len(KINDS)


@rule
def tidy(state: State, seat: int) -> int:
    """The next action of a catch laid out sensibly, or NO_ACTION where there is a choice that a player should make."""
    if not has(state.to_act, seat):
        return NO_ACTION
    if state.phase == phases.THROWING:
        return do.THROW + smallest_kind(state, seat)
    if state.phase == phases.LAYING:
        card = card_to_lay(state, seat)
        return do.LAY + card * STAND + place_to_lay(state, seat, card)
    return do.SCRAP + dearest_garbage(state, seat) if state.phase == phases.CANNING else NO_ACTION


@rule
def fish_of_kind(state: State, seat: int, kind: int) -> int:
    """How many fish of a kind there will be: those of its place, octopus included, and those in the catch."""
    place = place_of_kind(state, seat, kind)
    fish = fish_in(state, seat, place) if place >= 0 else 0
    for value in range(VALUES):
        fish += state.catch[kind * VALUES + value] * (value + 1)
    return fish


@rule
def smallest_kind(state: State, seat: int) -> int:
    """Few fish cost least on the garbage can and bring least if they are kept."""
    kinds = kinds_to_keep(state)
    smallest = index(kinds)
    for kind in range(HOW_MANY_KINDS):
        if has(kinds, kind) and fish_of_kind(state, seat, kind) < fish_of_kind(state, seat, smallest):
            smallest = kind
    return smallest


@rule
def card_to_lay(state: State, seat: int) -> int:
    """Octopus as soon as the kind it is for lies there, else that kind; then the most valuable: a thief takes what is
    on top.
    """
    octopus = highest_in_catch(state, OCTOPUS_FIRST, FISH_CARDS)
    if octopus < 0:
        return highest_in_catch(state, 0, OCTOPUS_FIRST)
    kind = kind_to_strengthen(state, seat, value_of(octopus))
    if kind < 0 or place_of_kind(state, seat, kind) >= 0:
        return octopus
    return highest_in_catch(state, kind * VALUES, (kind + 1) * VALUES)


@rule
def highest_in_catch(state: State, first: int, end: int) -> int:
    """The most valuable of some cards that are in the catch, or -1."""
    best = -1
    for card in range(first, end):
        if state.catch[card] > 0 and (best < 0 or value_of(card) >= value_of(best)):
            best = card
    return best


@rule
def place_to_lay(state: State, seat: int, card: int) -> int:
    """Fish with their kind; a new kind into the tub if it is the largest of those to come; octopus where it raises the
    price most.
    """
    if card < OCTOPUS_FIRST:
        return place_of_new_kind(state, seat, kind_of(card))
    kind = kind_to_strengthen(state, seat, value_of(card))
    return place_of_kind(state, seat, kind) if kind >= 0 else place_for_octopus(state, seat, value_of(card))


@rule
def place_of_new_kind(state: State, seat: int, kind: int) -> int:
    """The place of a kind, or the one it will get: on octopus, else in the tub for the largest new kind, else in a
    crate.
    """
    places = places_for(state, seat, kind * VALUES)
    if places == lowest(places):
        return index(places)
    for place in range(STAND):
        if has(places, place) and state.heights[seat, place] > 0:
            return place
    return TUB if has(places, TUB) and is_largest_new_kind(state, seat, kind) else index(places)


@rule
def is_largest_new_kind(state: State, seat: int, kind: int) -> bool:
    """Whether no other kind without a place has more fish in the catch."""
    for other in range(HOW_MANY_KINDS):
        if place_of_kind(state, seat, other) < 0 and fish_of_kind(state, seat, other) > fish_of_kind(state, seat, kind):
            return False
    return True


@rule
def gain(fish: int, value: int) -> int:
    """How much more so many fish bring with an octopus of that value."""
    return price_of(fish + value) - price_of(fish)


@rule
def kind_to_strengthen(state: State, seat: int, value: int) -> int:
    """The kind whose price an octopus raises most, of equal ones that with more fish; -1 if there is no kind."""
    kinds, best = kinds_to_keep(state), -1
    for kind in range(HOW_MANY_KINDS):
        if has(kinds, kind) and (
            best < 0 or is_better(fish_of_kind(state, seat, kind), fish_of_kind(state, seat, best), value)
        ):
            best = kind
    return best


@rule
def is_better(fish: int, other: int, value: int) -> bool:
    """Whether an octopus is worth more with so many fish than with the others."""
    return gain(fish, value) > gain(other, value) or (gain(fish, value) == gain(other, value) and fish > other)


@rule
def place_for_octopus(state: State, seat: int, value: int) -> int:
    """Without any fish: where octopus raises the price most."""
    best = 0
    for place in range(1, STAND):
        if is_better(fish_in(state, seat, place), fish_in(state, seat, best), value):
            best = place
    return best


@rule
def dearest_garbage(state: State, seat: int) -> int:
    """The card on the garbage can that would cost most."""
    best = -1
    for card in range(FISH_CARDS):
        if state.garbage[seat, card] > 0 and (best < 0 or value_of(card) > value_of(best)):
            best = card
    return best
