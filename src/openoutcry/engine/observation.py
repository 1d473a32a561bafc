"""What a seat may know as a row of numbers, made from its hidden record by the declared fields alone: every game has it
for nothing.

A set has a 0 or 1 for each of its names, a bag how often each is in it; one of several names is a 1 among zeros, and
so is each place of a stack; a number is itself. Rows for the seats have a place for each seat at the table, by its
number: nothing is turned towards the observer, as the record does not say which numbers are seats. Before the fields
stand who observes (nobody: a spectator) and whether it is to act.

    >>> from openoutcry.games import find
    >>> layout = layout_of(find("crypto_cards"), seats=3)
    >>> layout.names[:5], layout.names[-1]
    (('observer.0', 'observer.1', 'observer.2', 'is_to_act', 'seats'), 'jokers.X2')
    >>> layout.structure["hands"].shape
    (3, 54)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, has, index, lowest
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import hide
from openoutcry.engine.game import Game
from openoutcry.engine.record import INNER, SEAT_NUMBERS, Amount, Field, Row, record_type
from openoutcry.engine.states import copy, word_of

OBSERVATION_VERSION = 1
"""Rises when the same record comes to another row of numbers; a game's own changes come with its `VERSION`."""

FORMS = ("number", "one", "stack", "set", "bag")
NUMBER, ONE_OF, STACK, SET, BAG = range(len(FORMS))
"""The meanings of fields (`engine/record.py`), each with a form of its own in the row."""

OBSERVER, IS_TO_ACT = "observer", "is_to_act"


class Part:
    """How one field is read and written: where its items lie in the record, and where each has its place in the row."""

    form: Amount
    items: Amount
    offset: Amount
    bytes: Amount
    place: Amount
    width: Amount


PART = record_type(Part)


class Span(NamedTuple):
    """A field in the row: the lengths of its directions, the names of its numbers, and between what they lie."""

    name: str
    shape: tuple[int, ...]
    names: tuple[str, ...]
    low: int
    high: int


class Layout:
    """What stands where in an observation of a game with so many seats, and how it is made."""

    version = OBSERVATION_VERSION

    def __init__(self, game: Game, seats: int) -> None:
        game.check_seats(seats)
        self.game, self.seats = game, seats
        fields = [field for field in game.fields if field.kind.meaning != INNER]
        self.spans = (
            Span(OBSERVER, (seats,), tuple(f"{OBSERVER}.{seat}" for seat in range(seats)), 0, 1),
            Span(IS_TO_ACT, (), (IS_TO_ACT,), 0, 1),
            *(_span(field, seats) for field in fields),
        )
        self.names = tuple(name for span in self.spans for name in span.names)
        self.dtype = np.dtype(_code(fields))
        self.structure = np.dtype([(span.name, self.dtype, span.shape) for span in self.spans])
        self.parts = np.zeros(len(fields), PART)
        places, offsets = _offsets(self.structure), _offsets(game.state_type)
        for part, field in zip(self.parts, fields, strict=True):
            part.form, part.width = _form(field), len(_names_of_item(field, seats))
            part.offset, part.place = offsets[field.name], places[field.name] // self.dtype.itemsize
            part.items, part.bytes = prod(_shape(field, seats)), _size_of_item(field)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def low(self) -> Any:
        """The least that each number can be."""
        return np.array([span.low for span in self.spans for _ in span.names], self.dtype)

    @property
    def high(self) -> Any:
        """The most that each number can be."""
        return np.array([span.high for span in self.spans for _ in span.names], self.dtype)

    @property
    def digest(self) -> str:
        """What has to be the same where something was learned from observations and where it is used."""
        parts = [self.version, self.game.name, self.dtype, *zip(self.names, self.low, self.high, strict=True)]
        return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()

    def structured(self, rows: Any) -> Any:
        """The same numbers by field, without a copy: `structured(rows)["hands"][:, seat, card]`."""
        return rows.view(self.structure)[..., 0]

    def observe(self, state: Any, seat: int) -> Any:
        """What a seat, or a spectator, may know of a state, as a new row."""
        view, row = np.zeros(1, self.game.state_type), np.zeros(len(self), self.dtype)
        observe(state, seat, view[0], self.parts, row)
        return row


@cache
def layout_of(game: Game, seats: int) -> Layout:
    """The layout of a game with so many seats."""
    return Layout(game, seats)


def _form(field: Field) -> int:
    """The form of a field; an option of several names is one of them."""
    if field.option is not None and field.option.choices is not None:
        return ONE_OF
    if field.kind.meaning not in FORMS:
        raise TypeError(f"field {field.name!r} cannot be observed: it is a {field.kind.meaning}")
    return FORMS.index(field.kind.meaning)


def _shape(field: Field, seats: int) -> tuple[int, ...]:
    """How many items a field has in each direction: of rows for the seats those that are taken, of a bag the bag."""
    shape = (seats, *field.shape[1:]) if field.per_seat else field.shape
    return shape[:-1] if _form(field) == BAG else shape


def _size_of_item(field: Field) -> int:
    size = np.dtype(field.kind.code).itemsize
    return size * field.shape[-1] if _form(field) == BAG else size


def _names_of_item(field: Field, seats: int) -> Sequence[str]:
    """The names of the numbers that an item comes to; a number is one, and has no name of its own."""
    if field.option is not None and field.option.choices is not None:
        return tuple(field.option.choices)
    if _form(field) == NUMBER:
        return ("",)
    names = field.kind.names
    assert names is not None
    return tuple(names)[:seats] if names is SEAT_NUMBERS else tuple(names)


def _span(field: Field, seats: int) -> Span:
    shape, last = _shape(field, seats), _names_of_item(field, seats)
    form, limits = _form(field), np.iinfo(field.kind.code)
    low, high = (0, 1) if form in (ONE_OF, STACK, SET) else (0, 2) if form == BAG else (limits.min, limits.max)
    if field.option is not None and form == NUMBER:
        low, high = field.option.low, field.option.high
    names = tuple(
        ".".join((field.name, *item, *filter(None, [name]))) for item in _items(field, shape) for name in last
    )
    return Span(field.name, shape if form == NUMBER else (*shape, len(last)), names, int(low), int(high))


def _items(field: Field, shape: tuple[int, ...]) -> Iterator[tuple[str, ...]]:
    """Where each item is: by numbers, and by a name where a row counts named things."""
    directions: list[Sequence[str]] = [[str(place) for place in range(length)] for length in shape]
    if field.counted is not None and directions:
        directions[-1] = tuple(field.counted)
    return product(*directions)


def _code(fields: Sequence[Field]) -> str:
    """The numbers of a row have two bytes each, or more where a field needs it."""
    sizes = [np.dtype(field.kind.code).itemsize for field in fields if _form(field) == NUMBER]
    return f"i{max(2, *sizes)}"


def _offsets(kind: np.dtype[Any]) -> dict[str, int]:
    """Where the fields of a record begin."""
    return {name: offset for name, (_, offset, *_) in (kind.fields or {}).items()}


@rule
def observe(state: Any, seat: int, view: Any, parts: Row[Part], row: Row[int]) -> None:
    """Write what a seat may know of a state; the view is room for its hidden record."""
    copy(view, state)
    hide(view, seat)
    write(view, seat, parts, row)


@rule
def write(view: Any, seat: int, parts: Row[Part], row: Row[int]) -> None:
    """Write the hidden record of a seat as numbers."""
    for place in range(len(row)):
        row[place] = 0
    if seat >= 0:
        row[seat] = 1
        row[view.seats] = has(view.to_act, seat)
    for number in range(len(parts)):
        part = parts[number]
        form, width, size = part.form, part.width, part.bytes
        for item in range(part.items):
            offset, place = part.offset + item * size, part.place + item * width
            if form == SET:
                count_members(_bits_at(view, offset, size), row, place)
            elif form == BAG:
                count_members(_bits_at(view, offset, 8), row, place)
                count_members(_bits_at(view, offset + 8, 8), row, place)
            else:
                _write_number(_number_at(view, offset, size), form, width, row, place)


@rule
def count_members(members: np.uint64, row: Row[int], place: int) -> None:
    """Count every member of a set at its place."""
    while members != NOTHING:
        first = lowest(members)
        row[place + index(first)] += 1
        members ^= first


@rule
def _write_number(value: int, form: int, width: int, row: Row[int], place: int) -> None:
    """A number, or a 1 at its place; above the top of a stack there is nothing."""
    if form == NUMBER:
        row[place] = value
        return
    which = value - 1 if form == STACK else value
    if 0 <= which < width:
        row[place + which] = 1


@rule
def _bits_at(view: Any, offset: int, size: int) -> np.uint64:
    """So many bytes of a record, which lie in one of its words."""
    bits = word_of(view, offset >> 3) >> U((offset & 7) * 8)
    return bits if size == 8 else bits & ((ONE << U(size * 8)) - ONE)


@rule
def _number_at(view: Any, offset: int, size: int) -> int:
    """A number with a sign; in two halves, so that none is too large on the way."""
    bits, sign = _bits_at(view, offset, size), ONE << U(size * 8 - 1)
    value = np.int64(bits & (sign - ONE))
    if bits & sign:
        half = np.int64(sign >> ONE)
        value = value - half - half
    return value  # type: ignore[return-value]
