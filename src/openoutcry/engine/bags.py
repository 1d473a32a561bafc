"""Bags: sets in which a thing may be twice, as two words. The first holds what is there, the second what is there a
second time.
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, has, index, nth, size
from openoutcry.engine.chance import DECK, Chance, below, came
from openoutcry.engine.compiled import inlined
from openoutcry.engine.record import Row

BAG = 2
"""How many words a bag has: the last length of a field of kind `bag_of`."""

Bag = Row[np.uint64]


@inlined
def put_in(bag: Bag, things: np.uint64) -> None:
    """Put one of each of these things into a bag; there is room for it."""
    bag[1] |= bag[0] & things
    bag[0] |= things


@inlined
def take_out(bag: Bag, things: np.uint64) -> None:
    """Take one of each of these things, as far as they are there, out of a bag."""
    bag[0] &= ~(things & ~bag[1])
    bag[1] &= ~things


@inlined
def pour(target: Bag, source: Bag) -> None:
    """Put everything that is in one bag into another as well."""
    put_in(target, source[0])
    put_in(target, source[1])


@inlined
def empty(bag: Bag) -> None:
    """Nothing is in the bag any more."""
    bag[0] = NOTHING
    bag[1] = NOTHING


@inlined
def how_many(bag: Bag) -> int:
    """How many things are in a bag, a thing that is twice there counting twice."""
    return size(bag[0]) + size(bag[1])


@inlined
def copies(bag: Bag, number: int) -> int:
    """How often a thing is in a bag, by its number."""
    return int(has(bag[0], number)) + int(has(bag[1], number))


@inlined
def draw_from(bag: Bag, chance: Chance) -> np.uint64:
    """Draw one thing out of a bag, all equally likely."""
    number, first = below(chance, DECK, how_many(bag)), size(bag[0])
    thing = nth(bag[0], number) if number < first else nth(bag[1], number - first)
    came(chance, index(thing))
    take_out(bag, thing)
    return thing
