"""What a seat may know as a row of numbers, made from its hidden record by the declared fields alone: every game has it
for nothing.

A number is a byte with a sign. A set has a 0 or 1 for each of its names, a bag how often each is in it; one of several
names is a 1 among zeros, and so is each place of a stack of few places. A deep stack has at each place the number of
its card, counted from 1, and 0 above the top. A number is itself; one that is kept in more bytes has one for each, of
which the first is worth 1, the next 256: they add up to it. Rows for the seats have a place for each seat at the table,
by its number: nothing is turned towards the observer, as the record does not say which numbers are seats. Before the
fields stand who observes (nobody: a spectator) and whether it is to act; after them zeros, up to a whole number of
64-bit words, as rows are written a word at a time.

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
from math import prod
from typing import Any, NamedTuple

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, has, spread
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import hide
from openoutcry.engine.game import Game
from openoutcry.engine.record import INNER, SEAT_NUMBERS, Amount, Field, Row, record_type
from openoutcry.engine.states import copy, word_of

OBSERVATION_VERSION = 2
"""Rises when the same record comes to another row of numbers; a game's own changes come with its `VERSION`."""

FORMS = ("number", "one", "stack", "set", "bag")
NUMBER, ONE_OF, STACK, SET, BAG = range(len(FORMS))
"""The meanings of fields (`engine/record.py`), each with a form of its own in the row; a deep stack has that of
numbers.
"""

FEW_PLACES = 4
"""A stack of so many places at most has a 1 among zeros for each; of a deeper one that would be thousands."""

OBSERVER, IS_TO_ACT, PADDING = "observer", "is_to_act", "padding"
DTYPE = np.dtype("i1")
LOW, HIGH = -128, 127
WORD = 8
"""So many numbers are written at a time."""

SIGNS = np.array([sum(1 << bit for bit in range(64) if bit % (8 * size) == 8 * size - 1) for size in range(1, 9)], U)
HALVES = np.array(
    [sum(1 << bit for bit in range(7, 64, 8) if bit % (8 * size) != 8 * size - 1) for size in range(1, 9)], U
)
"""By the bytes of a number, in a word of such numbers: their signs, and half of 256 in each byte but the last."""


class Part:
    """How fields are read and written, one after another: where their items lie in the record, how long each is there,
    and to how many numbers it comes.
    """

    form: Amount
    items: Amount
    offset: Amount
    bytes: Amount
    width: Amount


PART = record_type(Part)


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
        fields = [field for field in game.fields if field.kind.meaning != INNER]
        spans = (
            _plain_span(OBSERVER, seats),
            Span(IS_TO_ACT, (), (IS_TO_ACT,), (0,), (1,)),
            *(_span(field, seats) for field in fields),
        )
        missing = -sum(len(span.names) for span in spans) % WORD
        self.spans = (*spans, *([_plain_span(PADDING, missing)] if missing else []))
        self.names = tuple(name for span in self.spans for name in span.names)
        self.structure = np.dtype([(span.name, self.dtype, span.shape) for span in self.spans])
        self.parts = _parts(fields, seats, _offsets(game.state_type))

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
        view, row = np.zeros(1, self.game.state_type), np.zeros(len(self), self.dtype)
        observe(state, seat, view[0], self.parts, words_of_rows(row))
        return row


@cache
def layout_of(game: Game, seats: int) -> Layout:
    """The layout of a game with so many seats."""
    return Layout(game, seats)


def words_of_rows(rows: Any) -> Any:
    """Rows as they are written: eight numbers in a word."""
    return rows.view(np.uint64)


def _form(field: Field) -> int:
    """The form of a field; an option of several names is one of them."""
    if field.option is not None and field.option.choices is not None:
        return ONE_OF
    if field.kind.meaning not in FORMS:
        raise TypeError(f"field {field.name!r} cannot be observed: it is a {field.kind.meaning}")
    form = FORMS.index(field.kind.meaning)
    return NUMBER if form == STACK and field.shape[-1] > FEW_PLACES else form


def _shape(field: Field, seats: int) -> tuple[int, ...]:
    """How many items a field has in each direction: of rows for the seats those that are taken, of a bag the bag."""
    shape = (seats, *field.shape[1:]) if field.per_seat else field.shape
    return shape[:-1] if _form(field) == BAG else shape


def _size_of_item(field: Field) -> int:
    size = np.dtype(field.kind.code).itemsize
    return size * field.shape[-1] if _form(field) == BAG else size


def _names_of_item(field: Field, seats: int) -> Sequence[str]:
    """The names of the numbers that an item comes to. A number has no name of its own, but the bytes above its first
    are called by what they are worth.
    """
    if field.option is not None and field.option.choices is not None:
        return tuple(field.option.choices)
    if _form(field) == NUMBER:
        return ("", *(f"{256**byte}s" for byte in range(1, _size_of_item(field))))
    names = field.kind.names
    assert names is not None
    return tuple(names)[:seats] if names is SEAT_NUMBERS else tuple(names)


def _plain_span(name: str, length: int) -> Span:
    """A row of numbers that is no field, each 0 or 1."""
    return Span(name, (length,), tuple(f"{name}.{place}" for place in range(length)), (0,) * length, (1,) * length)


def _span(field: Field, seats: int) -> Span:
    shape, last = _shape(field, seats), _names_of_item(field, seats)
    names = tuple(
        ".".join((field.name, *item, *filter(None, [name]))) for item in _items(field, shape) for name in last
    )
    limits = _limits(field, len(last))
    low, high = (tuple(one) * (len(names) // len(last)) for one in zip(*limits, strict=True))
    is_one_number = _form(field) == NUMBER and len(last) == 1
    return Span(field.name, shape if is_one_number else (*shape, len(last)), names, low, high)


def _limits(field: Field, count: int) -> list[tuple[int, int]]:
    """Between what the numbers lie that an item comes to."""
    form = _form(field)
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


def _parts(fields: Sequence[Field], seats: int, offsets: dict[str, int]) -> Any:
    """How all fields are read and written; numbers that lie one after another are one part."""
    found: list[list[int]] = []
    for field in fields:
        items, size = prod(_shape(field, seats)), _size_of_item(field)
        part = [_form(field), items, offsets[field.name], size, len(_names_of_item(field, seats))]
        if found and found[-1][0] == part[0] == NUMBER and found[-1][3] == size and _end(found[-1]) == part[2]:
            found[-1][1] += items
        else:
            found.append(part)
    parts = np.zeros(len(found), PART)
    for place, part in enumerate(found):
        one = parts[place]
        one.form, one.items, one.offset, one.bytes, one.width = part
    return parts


def _end(part: Sequence[int]) -> int:
    """Where in the record a part ends."""
    _, items, offset, size, _ = part
    return offset + items * size


def _offsets(kind: np.dtype[Any]) -> dict[str, int]:
    """Where the fields of a record begin."""
    return {name: offset for name, (_, offset, *_) in (kind.fields or {}).items()}


@rule
def observe(state: Any, seat: int, view: Any, parts: Row[Part], words: Row[np.uint64]) -> None:
    """Write what a seat may know of a state; the view is room for its hidden record."""
    copy(view, state)
    hide(view, seat)
    write(view, seat, parts, words)


@rule
def write(view: Any, seat: int, parts: Row[Part], words: Row[np.uint64]) -> None:
    """Write the hidden record of a seat as numbers: the row is cleared, then each word that is not all zeros is written
    once and in order. `place` is the next word, `word` what belongs into it so far, `filled` how many bits that are.
    """
    for place in range(len(words)):
        words[place] = NOTHING
    place, filled, word = _put_one(words, 0, 0, NOTHING, seat, view.seats)
    place, filled, word = _put(words, place, filled, word, U(seat >= 0 and has(view.to_act, max(seat, 0))), 1)
    for number in range(len(parts)):
        part = parts[number]
        form, items, offset, size, width = part.form, part.items, part.offset, part.bytes, part.width
        if form == NUMBER:
            place, filled, word = _put_numbers(words, place, filled, word, view, offset, items * size, size)
        elif form == SET:
            for item in range(items):
                members = _bits_at(view, offset + item * size, size)
                place, filled, word = _put_members(words, place, filled, word, members, width)
        elif form == BAG:
            for item in range(items):
                once = (offset >> 3) + 2 * item
                members, again = word_of(view, once), word_of(view, once + 1)
                place, filled, word = _put_counts(words, place, filled, word, members, again, width)
        else:
            for item in range(items):
                which = np.int64(_bits_at(view, offset + item * size, size)) - (form == STACK)
                place, filled, word = _put_one(words, place, filled, word, which, width)
    if filled > 0:
        words[place] = word


@inlined
def _put(
    words: Row[np.uint64], place: int, filled: int, word: np.uint64, numbers: np.uint64, count: int
) -> tuple[int, int, np.uint64]:
    """So many numbers, up to eight, the bytes above them being 0."""
    word |= numbers << U(filled)
    end = filled + count * 8
    if end < 64:
        return place, end, word
    words[place] = word
    return place + 1, end - 64, (numbers >> U(8)) >> U(56 - filled)


@inlined
def _put_zeros(
    words: Row[np.uint64], place: int, filled: int, word: np.uint64, count: int
) -> tuple[int, int, np.uint64]:
    """So many zeros, which are there already."""
    filled += count * 8
    if filled < 64:
        return place, filled, word
    words[place] = word
    return place + (filled >> 6), filled & 63, NOTHING


@inlined
def _put_one(
    words: Row[np.uint64], place: int, filled: int, word: np.uint64, which: Any, width: int
) -> tuple[int, int, np.uint64]:
    """A 1 among zeros, or zeros alone where there is no such number."""
    if not 0 <= which < width:
        return _put_zeros(words, place, filled, word, width)
    before, rest = which & ~7, width - (which & ~7)
    count = min(rest, 8)
    place, filled, word = _put_zeros(words, place, filled, word, before)
    place, filled, word = _put(words, place, filled, word, ONE << U((which & 7) * 8), count)
    return _put_zeros(words, place, filled, word, rest - count)


@inlined
def _put_members(
    words: Row[np.uint64], place: int, filled: int, word: np.uint64, members: np.uint64, width: int
) -> tuple[int, int, np.uint64]:
    """Whether each of so many things is there."""
    if members == NOTHING:
        return _put_zeros(words, place, filled, word, width)
    for _ in range(width >> 3):
        numbers = spread(members)
        words[place] = word | numbers << U(filled)
        word = (numbers >> U(8)) >> U(56 - filled)
        members >>= U(8)
        place += 1
    return _put(words, place, filled, word, spread(members), width & 7)


@inlined
def _put_counts(
    words: Row[np.uint64],
    place: int,
    filled: int,
    word: np.uint64,
    members: np.uint64,
    again: np.uint64,
    width: int,
) -> tuple[int, int, np.uint64]:
    """How often each of so many things is there: not at all, once, or again."""
    if again == NOTHING:
        return _put_members(words, place, filled, word, members, width)
    for _ in range(width >> 3):
        numbers = spread(members) + spread(again)
        words[place] = word | numbers << U(filled)
        word = (numbers >> U(8)) >> U(56 - filled)
        members, again = members >> U(8), again >> U(8)
        place += 1
    return _put(words, place, filled, word, spread(members) + spread(again), width & 7)


@inlined
def _put_numbers(
    words: Row[np.uint64], place: int, filled: int, word: np.uint64, view: Any, offset: int, count: int, size: int
) -> tuple[int, int, np.uint64]:
    """So many bytes of the record, a word of it at a time."""
    start, end = offset & 7, (offset & 7) + count
    source = offset >> 3
    if start > 0:
        here = min(end, 8) - start
        numbers = (_as_bytes(word_of(view, source), size) >> U(start * 8)) & _first_bytes(here)
        place, filled, word = _put(words, place, filled, word, numbers, here)
        source += 1
        end -= 8
    for _ in range(end >> 3):
        numbers = _as_bytes(word_of(view, source), size)
        words[place] = word | numbers << U(filled)
        word = (numbers >> U(8)) >> U(56 - filled)
        place += 1
        source += 1
    if end > 0 and end & 7:
        numbers = _as_bytes(word_of(view, source), size) & _first_bytes(end & 7)
        place, filled, word = _put(words, place, filled, word, numbers, end & 7)
    return place, filled, word


@inlined
def _first_bytes(count: int) -> np.uint64:
    """The first so many bytes of a word, from one to eight."""
    return ~NOTHING >> U(64 - count * 8)


@inlined
def _as_bytes(word: np.uint64, size: int) -> np.uint64:
    """A word of numbers of so many bytes each, such that the bytes of each, taken with their signs, add up to it: half
    of 256 is added to every byte but the last, so that it carries, and taken away again without a carry.
    """
    if size == 1:
        return word
    signs, halves = U(SIGNS[size - 1]), U(HALVES[size - 1])
    return ((word & ~signs) + halves) ^ (word & signs) ^ halves


@inlined
def _bits_at(view: Any, offset: int, size: int) -> np.uint64:
    """So many bytes of a record, which lie in one of its words."""
    bits = word_of(view, offset >> 3) >> U((offset & 7) * 8)
    return bits if size == 8 else bits & ((ONE << U(size * 8)) - ONE)
