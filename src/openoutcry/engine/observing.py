"""The compiled half of an observation (`engine/observation.py`): how a game's fields are written as a row of numbers.

What writes a row is made for each game from its declared fields: where each lies and what it comes to are constants of
the code, and rows for the seats alone are as long as there are seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, has, spread
from openoutcry.engine.by_game import made_by_game
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import hide
from openoutcry.engine.game import Game
from openoutcry.engine.record import INNER, SEAT_NUMBERS, Field, Row
from openoutcry.engine.states import copy, word_of

FORMS = ("number", "one", "stack", "set", "bag")
NUMBER, ONE_OF, STACK, SET, BAG = range(len(FORMS))
"""The meanings of fields (`engine/record.py`), each with a form of its own in the row; a deep stack has that of
numbers.
"""

FEW_PLACES = 4
"""A stack of so many places at most has a 1 among zeros for each; of a deeper one that would be thousands."""

FEW_NAMES = 16
"""Of so many names at most all are written, even where nothing is there."""

SIGNS = np.array([sum(1 << bit for bit in range(64) if bit % (8 * size) == 8 * size - 1) for size in range(1, 9)], U)
HALVES = np.array(
    [sum(1 << bit for bit in range(7, 64, 8) if bit % (8 * size) != 8 * size - 1) for size in range(1, 9)], U
)
"""By the bytes of a number, in a word of such numbers: their signs, and half of 256 in each byte but the last."""

Place = tuple[int, int, np.uint64]
"""How far a row is written: which is the next word, how many bits of it are filled, and with what."""
Put = Callable[[Row[np.uint64], int, int, np.uint64, Any], Place]
"""Writes some of a record's fields, and says how far the row is written then."""
PutItem = Callable[[Row[np.uint64], int, int, np.uint64, Any, int, int], Place]
"""Writes one item, which comes to so many numbers."""
Count = Callable[[Any], int]


class Part(NamedTuple):
    """Fields that are written in one way, one after another: how many items they have, for each seat or in all, where
    in the record they begin, how long each is there, and to how many numbers it comes, or to one for each seat.
    """

    form: int
    items: int
    is_per_seat: bool
    offset: int
    bytes: int
    width: int
    has_seats: bool


def shown(game: Game) -> list[Field]:
    """The fields that are not for the rules alone."""
    return [field for field in game.fields if field.kind.meaning != INNER]


def form_of(field: Field) -> int:
    """The form of a field; an option of several names is one of them."""
    if field.option is not None and field.option.choices is not None:
        return ONE_OF
    if field.kind.meaning not in FORMS:
        raise TypeError(f"field {field.name!r} cannot be observed: it is a {field.kind.meaning}")
    form = FORMS.index(field.kind.meaning)
    return NUMBER if form == STACK and field.shape[-1] > FEW_PLACES else form


def size_of_item(field: Field) -> int:
    """How many bytes of the record an item has; of a bag it is the whole bag."""
    size = np.dtype(field.kind.code).itemsize
    return size * field.shape[-1] if form_of(field) == BAG else size


def names_of_item(field: Field, seats: int) -> Sequence[str]:
    """The names of the numbers that an item comes to. A number has no name of its own, but the bytes above its first
    are called by what they are worth.
    """
    if field.option is not None and field.option.choices is not None:
        return tuple(field.option.choices)
    if form_of(field) == NUMBER:
        return ("", *(f"{256**byte}s" for byte in range(1, size_of_item(field))))
    names = field.kind.names
    assert names is not None
    return tuple(names)[:seats] if names is SEAT_NUMBERS else tuple(names)


def _parts(game: Game) -> list[Part]:
    """How all fields are read and written; numbers that lie one after another are one part."""
    found: list[Part] = []
    offsets: Any = game.state_type.fields
    for field in shown(game):
        part = _part(field, offsets[field.name][1])
        last = found[-1] if found else None
        if last and part.form == NUMBER and last == part._replace(items=last.items, offset=_start(last, part)):
            found[-1] = last._replace(items=last.items + part.items)
        else:
            found.append(part)
    return found


def _part(field: Field, offset: int) -> Part:
    form, names = form_of(field), field.kind.names
    shape = field.shape[1:] if field.per_seat else field.shape
    items = prod(shape[:-1] if form == BAG else shape)
    has_seats = form != NUMBER and names is SEAT_NUMBERS
    return Part(form, items, field.per_seat, offset, size_of_item(field), len(names_of_item(field, 0)), has_seats)


def _start(last: Part, part: Part) -> int:
    """Where a part begins that a next one carries on; nowhere where it does not."""
    carries_on = not last.is_per_seat and last.offset + last.items * last.bytes == part.offset
    return last.offset if carries_on else -1


def _put_part(part: Part) -> Put:
    """What writes a part."""
    if part.form == NUMBER:
        return _put_all_numbers(part)
    put_item = {SET: _set_at, BAG: _bag_at}.get(part.form, _one_at)(part)
    items, width = _count(part.items, part.is_per_seat), _count(1 if part.has_seats else part.width, part.has_seats)

    def put(words: Row[np.uint64], place: int, filled: int, word: np.uint64, view: Any) -> Place:
        for item in range(items(view)):
            place, filled, word = put_item(words, place, filled, word, view, item, width(view))
        return place, filled, word

    return inlined(put)


def _put_all_numbers(part: Part) -> Put:
    items, offset, size = _count(part.items, part.is_per_seat), part.offset, part.bytes

    def put(words: Row[np.uint64], place: int, filled: int, word: np.uint64, view: Any) -> Place:
        return _put_numbers(words, place, filled, word, view, offset, items(view) * size, size)

    return inlined(put)


def _set_at(part: Part) -> PutItem:
    offset, size = part.offset, part.bytes

    def put_item(
        words: Row[np.uint64], place: int, filled: int, word: np.uint64, view: Any, item: int, width: int
    ) -> Place:
        return _put_members(words, place, filled, word, _bits_at(view, offset + item * size, size), width)

    return inlined(put_item)


def _bag_at(part: Part) -> PutItem:
    first = part.offset >> 3

    def put_item(
        words: Row[np.uint64], place: int, filled: int, word: np.uint64, view: Any, item: int, width: int
    ) -> Place:
        members, again = word_of(view, first + 2 * item), word_of(view, first + 2 * item + 1)
        return _put_counts(words, place, filled, word, members, again, width)

    return inlined(put_item)


def _one_at(part: Part) -> PutItem:
    """One of several names is a number from 0, the top of a stack one from 1."""
    offset, size, least = part.offset, part.bytes, int(part.form == STACK)

    def put_item(
        words: Row[np.uint64], place: int, filled: int, word: np.uint64, view: Any, item: int, width: int
    ) -> Place:
        which = np.int64(_bits_at(view, offset + item * size, size)) - least
        return _put_one(words, place, filled, word, which, width)

    return inlined(put_item)


@cache
def _count(number: int, is_per_seat: bool) -> Count:
    """So many, or so many for each seat."""

    def fixed(_view: Any) -> int:
        return number

    def per_seat(view: Any) -> int:
        return number * view.seats  # type: ignore[no-any-return]

    return inlined(per_seat if is_per_seat else fixed)


def _one_after_another(puts: Sequence[Put]) -> Put:
    """What writes all of them: the first half, then the other one, so that calls are never many deep."""
    if len(puts) == 1:
        return puts[0]
    half = len(puts) // 2
    first, second = _one_after_another(puts[:half]), _one_after_another(puts[half:])

    def both(words: Row[np.uint64], place: int, filled: int, word: np.uint64, view: Any) -> Place:
        place, filled, word = first(words, place, filled, word, view)
        return second(words, place, filled, word, view)

    return inlined(both)


@made_by_game
def write(game: Game) -> Callable[[Any, int, Row[np.uint64]], None]:
    """Writes the hidden record of a seat as numbers: the row is cleared, then each word that is not all zeros is
    written once and in order. `place` is the next word, `word` what belongs into it so far, `filled` how many bits that
    are.
    """
    put_fields = _one_after_another([_put_part(part) for part in _parts(game)])

    @rule
    def write(view: Any, seat: int, words: Row[np.uint64]) -> None:
        for place in range(len(words)):
            words[place] = NOTHING
        place, filled, word = _put_one(words, 0, 0, NOTHING, seat, view.seats)
        place, filled, word = _put(words, place, filled, word, U(seat >= 0 and has(view.to_act, max(seat, 0))), 1)
        place, filled, word = put_fields(words, place, filled, word, view)
        if filled > 0:
            words[place] = word

    return write


@rule
def observe(state: Any, seat: int, view: Any, words: Row[np.uint64]) -> None:
    """Write what a seat may know of a state; the view is room for its hidden record."""
    copy(view, state)
    hide(view, seat)
    write(view, seat, words)


@inlined
def _put(words: Row[np.uint64], place: int, filled: int, word: np.uint64, numbers: np.uint64, count: int) -> Place:
    """So many numbers, up to eight, the bytes above them being 0."""
    word |= numbers << U(filled)
    end = filled + count * 8
    if end < 64:
        return place, end, word
    words[place] = word
    return place + 1, end - 64, (numbers >> U(8)) >> U(56 - filled)


@inlined
def _put_zeros(words: Row[np.uint64], place: int, filled: int, word: np.uint64, count: int) -> Place:
    """So many zeros, which are there already."""
    filled += count * 8
    if filled < 64:
        return place, filled, word
    words[place] = word
    return place + (filled >> 6), filled & 63, NOTHING


@inlined
def _put_one(words: Row[np.uint64], place: int, filled: int, word: np.uint64, which: Any, width: int) -> Place:
    """A 1 among zeros, or zeros alone where there is no such number."""
    is_there = 0 <= which < width
    if width <= 8:
        return _put(words, place, filled, word, ONE << U(which * 8) if is_there else NOTHING, width)
    if width <= FEW_NAMES:
        return _put_members(words, place, filled, word, ONE << U(which) if is_there else NOTHING, width)
    if not is_there:
        return _put_zeros(words, place, filled, word, width)
    before, rest = which & ~7, width - (which & ~7)
    count = min(rest, 8)
    place, filled, word = _put_zeros(words, place, filled, word, before)
    place, filled, word = _put(words, place, filled, word, ONE << U((which & 7) * 8), count)
    return _put_zeros(words, place, filled, word, rest - count)


@inlined
def _put_members(
    words: Row[np.uint64], place: int, filled: int, word: np.uint64, members: np.uint64, width: int
) -> Place:
    """Whether each of so many things is there. To pass over none saves time where they are many; where they are few it
    costs a guess of the processor.
    """
    if width > FEW_NAMES and members == NOTHING:
        return _put_zeros(words, place, filled, word, width)
    for _ in range(width >> 3):
        numbers = spread(members)
        words[place] = word | numbers << U(filled)
        word = (numbers >> U(8)) >> U(56 - filled)
        members >>= U(8)
        place += 1
    if width & 7 == 0:
        return place, filled, word
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
) -> Place:
    """How often each of so many things is there: not at all, once, or again."""
    if again == NOTHING:
        return _put_members(words, place, filled, word, members, width)
    for _ in range(width >> 3):
        numbers = spread(members) + spread(again)
        words[place] = word | numbers << U(filled)
        word = (numbers >> U(8)) >> U(56 - filled)
        members, again = members >> U(8), again >> U(8)
        place += 1
    if width & 7 == 0:
        return place, filled, word
    return _put(words, place, filled, word, spread(members) + spread(again), width & 7)


@inlined
def _put_numbers(
    words: Row[np.uint64], place: int, filled: int, word: np.uint64, view: Any, offset: int, count: int, size: int
) -> Place:
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
    """A word of numbers of so many bytes each, such that the bytes of each, taken with their signs, add up to it, but
    for what its bytes can hold: half of 256 is added to every byte but the last, so that it carries, and taken away
    again without a carry.
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
