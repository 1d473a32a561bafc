"""What a seat may know as a row of numbers, made from its hidden record by the declared fields alone: every game has it
for nothing.

A number is a byte with a sign. A set has a 0 or 1 for each of its names, a bag how often each is in it; one of several
names is a 1 among zeros, and so is each place of a stack of few places. A deep stack has at each place the number of
its card, counted from 1, and 0 above the top. A number is itself; one that is kept in more bytes has one for each, of
which the first is worth 1, the next 256: they add up to it, up to 32,639 where there are two. Rows for the seats have a
place for each seat at the table, by its number: nothing is turned towards the observer, as the record does not say
which numbers are seats. Before the fields stand who observes (nobody: a spectator) and whether it is to act; after them
zeros, up to a whole number of 64-bit words, as rows are written a word at a time.

    >>> from openoutcry.games import find
    >>> layout = layout_of(find("crypto_cards"), seats=3)
    >>> layout.names[:5], layout.names[520]
    (('observer.0', 'observer.1', 'observer.2', 'is_to_act', 'seats'), 'jokers.X2')
    >>> layout.structure["hands"].shape
    (3, 54)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.engine.observing import BAG, NUMBER, form_of, names_of_item, observe, shown
from openoutcry.engine.record import Field

OBSERVATION_VERSION = 2
"""Rises when the same record comes to another row of numbers; a game's own changes come with its `VERSION`."""

OBSERVER, IS_TO_ACT, PADDING = "observer", "is_to_act", "padding"
DTYPE = np.dtype("i1")
LOW, HIGH = -128, 127
WORD = 8
"""So many numbers are written at a time."""


class Span(NamedTuple):
    """A field in the row: the lengths of its directions, the names of its numbers, and between what each lies."""

    name: str
    shape: tuple[int, ...]
    names: tuple[str, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]


class Layout:
    """What stands where in an observation of a game with so many seats, and how it is made."""

    version, dtype = OBSERVATION_VERSION, DTYPE

    def __init__(self, game: Game, seats: int) -> None:
        game.check_seats(seats)
        self.game, self.seats = game, seats
        spans = (
            _plain_span(OBSERVER, seats),
            Span(IS_TO_ACT, (), (IS_TO_ACT,), (0,), (1,)),
            *(_span(field, seats) for field in shown(game)),
        )
        missing = -sum(len(span.names) for span in spans) % WORD
        self.spans = (*spans, *([_plain_span(PADDING, missing)] if missing else []))
        self.names = tuple(name for span in self.spans for name in span.names)
        self.structure = np.dtype([(span.name, self.dtype, span.shape) for span in self.spans])

    def __len__(self) -> int:
        return len(self.names)

    @property
    def low(self) -> Any:
        """The least that each number can be."""
        return np.array([low for span in self.spans for low in span.low], self.dtype)

    @property
    def high(self) -> Any:
        """The most that each number can be."""
        return np.array([high for span in self.spans for high in span.high], self.dtype)

    @property
    def digest(self) -> str:
        """What has to be the same where something was learned from observations and where it is used."""
        parts = [self.version, self.game.name, *zip(self.names, self.low, self.high, strict=True)]
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()

    def structured(self, rows: Any) -> Any:
        """The same numbers by field, without a copy: `structured(rows)["hands"][:, seat, card]`."""
        return rows.view(self.structure)[..., 0]

    def observe(self, state: Any, seat: int) -> Any:
        """What a seat, or a spectator, may know of a state, as a new row."""
        if int(state["seats"]) != self.seats:
            raise Mistake(f"this layout is for {self.seats} seats, and the match has {int(state['seats'])}")
        if not SPECTATOR <= seat < self.seats:
            raise Mistake(f"seats go from {SPECTATOR}, who only watches, to {self.seats - 1}, not {quoted(seat)}")
        view, row = np.zeros(1, self.game.state_type), np.zeros(len(self), self.dtype)
        observe(state, seat, view[0], words_of_rows(row))
        return row


@cache
def layout_of(game: Game, seats: int) -> Layout:
    """The layout of a game with so many seats."""
    return Layout(game, seats)


def words_of_rows(rows: Any) -> Any:
    """Rows as they are written: eight numbers in a word."""
    return rows.view(np.uint64)


def _shape(field: Field, seats: int) -> tuple[int, ...]:
    """How many items a field has in each direction: of rows for the seats those that are taken, of a bag the bag."""
    shape = (seats, *field.shape[1:]) if field.per_seat else field.shape
    return shape[:-1] if form_of(field) == BAG else shape


def _plain_span(name: str, length: int) -> Span:
    """A row of numbers that is no field, each 0 or 1."""
    return Span(name, (length,), tuple(f"{name}.{place}" for place in range(length)), (0,) * length, (1,) * length)


def _span(field: Field, seats: int) -> Span:
    shape, last = _shape(field, seats), names_of_item(field, seats)
    names = tuple(
        ".".join((field.name, *item, *filter(None, [name]))) for item in _items(field, shape) for name in last
    )
    limits = _limits(field, len(last))
    low, high = (tuple(one) * (len(names) // len(last)) for one in zip(*limits, strict=True))
    is_one_number = form_of(field) == NUMBER and len(last) == 1
    return Span(field.name, shape if is_one_number else (*shape, len(last)), names, low, high)


def _limits(field: Field, count: int) -> list[tuple[int, int]]:
    """Between what the numbers lie that an item comes to."""
    form = form_of(field)
    if form != NUMBER:
        return [(0, 2 if form == BAG else 1)] * count
    if field.kind.names is not None:
        return [(0, len(field.kind.names))]
    limits = np.iinfo(field.kind.code)
    low, high = int(limits.min), int(limits.max)
    if field.option is not None:
        low, high = field.option.low, field.option.high
    return [_limits_of_byte(low, high, byte) for byte in range(count)]


def _limits_of_byte(low: int, high: int, byte: int) -> tuple[int, int]:
    """Between what one byte of a number lies: between those of the limits, where what is above it never changes."""
    for _ in range(byte):
        low, high = (low + 128) >> 8, (high + 128) >> 8
    return (low, high) if low >= LOW and high <= HIGH else (LOW, HIGH)


def _items(field: Field, shape: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """Where each item is: by numbers, and by a name where a row counts named things."""
    directions: list[Sequence[str]] = [[str(place) for place in range(length)] for length in shape]
    if field.counted is not None and directions:
        directions[-1] = tuple(field.counted)
    return product(*directions)
