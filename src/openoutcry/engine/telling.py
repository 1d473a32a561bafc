"""How a game's compiled verb tells the events of a step (`engine/events.py`): numbers, one after another."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from openoutcry.engine.compiled import rule
from openoutcry.engine.record import Kind, Row, blank, record_type

MOST_WORDS = 512
LEFT = -(1 << 62)


class Told:
    """The events of a step, one after another: the number of an event, then its parameters."""

    used: Annotated[int, Kind("i8")]
    words: Annotated[Row[Annotated[int, Kind("i8")]], MOST_WORDS]


TOLD = record_type(Told)


@rule
def add(told: Told, word: int) -> None:
    """One more number; what does not fit is left out."""
    if told.used < MOST_WORDS:
        told.words[told.used] = word
        told.used += 1


@rule
def tell(told: Told, event: int, a: int = LEFT, b: int = LEFT, c: int = LEFT, d: int = LEFT) -> None:
    """An event with its first parameters."""
    add(told, event)
    if a != LEFT:
        add(told, a)
    if b != LEFT:
        add(told, b)
    if c != LEFT:
        add(told, c)
    if d != LEFT:
        add(told, d)


@rule
def add_set(told: Told, members: np.uint64) -> None:
    """A parameter that is a set: a list of its members, in their order."""
    place = open_list(told)
    left = np.uint64(members)
    number = 0
    while left:
        if left & np.uint64(1):
            add_item(told, place, number)
        left >>= np.uint64(1)
        number += 1


@rule
def open_list(told: Told) -> int:
    """A parameter that is a list: where it begins. Its items are added there."""
    add(told, 0)
    return told.used - 1


@rule
def add_item(told: Told, place: int, number: int) -> None:
    """One more item of a list."""
    told.words[place] += 1
    add(told, number)


@rule
def add_thing(told: Told, place: int, kind: int, number: int) -> None:
    """One more item of a list of things of several kinds."""
    told.words[place] += 1
    add(told, kind)
    add(told, number)


def new_told() -> Any:
    """Room for the events of a step."""
    return blank(TOLD)
