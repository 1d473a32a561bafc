"""A record is declared as a class: its annotations are both the types a reader sees and the layout NumPy keeps.

    class State(Seating):
        bag: Cards
        hands: PerSeat[Cards]

A row has a length, a place for each seat (`EachSeat`), or a place for each of some names, which it then counts; a grid
has several of these.

Sets are 64 bits without sign. Numbers are signed, and kept in as few bytes as they need; compiled code reads them as
64-bit numbers, and so does plain Python, through the two classes below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.names import Names
from openoutcry.engine.options import Option

T = TypeVar("T")


class Row(Protocol[T]):
    """A field with several places."""

    def __getitem__(self, place: int, /) -> T: ...
    def __setitem__(self, place: int, value: T, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol[T]):
    """A field with places in several directions, as in stands[seat, place, height]."""

    def __getitem__(self, place: tuple[int, ...], /) -> T: ...
    def __setitem__(self, place: tuple[int, ...], value: T, /) -> None: ...


class Record(Protocol):
    """A state, as far as it is known without its game: the fields of a game's `State` besides, each by its name."""

    seats: int
    ending: int
    to_act: np.uint64

    @property
    def dtype(self) -> np.dtype[Any]:
        """What is where in it."""
        ...

    def tobytes(self) -> bytes:
        """All of it."""
        ...

    def __getitem__(self, field: str, /) -> Any: ...
    def __getattr__(self, field: str, /) -> Any: ...


class PlainRow(np.ndarray[Any, Any]):
    """A row whose numbers are Python's: compiled code widens a byte before it adds, NumPy does not."""

    def __getitem__(self, place: Any) -> Any:
        return _widened(super().__getitem__(place))


class FieldRecord(np.void):  # type: ignore[misc]  # NumPy's stubs call it final; it is not
    """A record whose fields are its attributes, as those of `np.record` are, in a third of the time."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise _no_field(self, name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in (self.dtype.names or ()):
            raise _no_field(self, name)
        self[name] = value


class PlainRecord(FieldRecord):  # type: ignore[misc]
    """A record whose numbers are Python's."""

    def __getattr__(self, name: str) -> Any:
        return _widened(super().__getattr__(name))


def _no_field(record: np.void, name: str) -> AttributeError:
    return AttributeError(f"there is no field {name!r}; they are {', '.join(record.dtype.names or ())}")


def _widened(value: Any) -> Any:
    if isinstance(value, np.signedinteger):
        return int(value)
    if isinstance(value, np.unsignedinteger):
        return np.uint64(value)
    return value.view(PlainRow) if isinstance(value, np.ndarray) else value


RECORD = PlainRecord if IS_PLAIN else FieldRecord


@dataclass(frozen=True)
class EachSeat:
    """The length of a row that has a place for each seat: the most that can sit down."""

    most: int


@dataclass(frozen=True)
class Kind:
    """How a field is kept (NumPy's code) and what its value means: a number, a set of named things, one of them or a
    stack of them.
    """

    code: str
    meaning: str = "number"
    names: Names | None = None

    def decode(self, value: Any) -> Any:
        """The value as JSON has it."""
        if self.meaning == "set":
            assert self.names is not None
            return list(_members(int(value), self.names))
        if self.meaning == "one":
            assert self.names is not None
            return self.names[int(value)]
        return int(value)


def _members(bits: int, names: Names) -> Iterator[str]:
    while bits:
        yield names[(bits & -bits).bit_length() - 1]
        bits &= bits - 1


def set_of(names: Names) -> Kind:
    """A field that holds a set of named things, one bit each."""
    if len(names) > 64:
        raise ValueError(f"a set of {names.kind} holds 64 things, not {len(names)}")
    return Kind("u8", "set", names)


def small_set_of(names: Names) -> Kind:
    """A set of at most sixteen named things, kept in two bytes; the rules read it as U(…), like any set."""
    if len(names) > 16:
        raise ValueError(f"a small set of {names.kind} holds 16 things, not {len(names)}")
    return Kind("u2", "set", names)


def one_of(names: Names) -> Kind:
    """A field that holds one of several named things."""
    return Kind("i1", "one", names)


def stack_of(names: Names) -> Kind:
    """A row that holds named things one upon another, the lowest first; kept as their numbers plus one, and 0 above the
    top.
    """
    return Kind("i1", "stack", names)


def bag_of(names: Names) -> Kind:
    """A row of two words that holds named things, each at most twice; see `engine/bags.py`."""
    return Kind("u8", "bag", names)


INNER = "inner"
"""The meaning of a field that is for the rules alone: it is in the record, but not in its JSON."""
SPARE = "spare"
SEAT_NUMBERS = Names("seat", [str(number) for number in range(16)])

Small = Annotated[int, Kind("i1")]
Number = Annotated[int, Kind("i2")]
Amount = Annotated[int, Kind("i4")]
Seats = Annotated[np.uint64, set_of(SEAT_NUMBERS)]


class Seating:
    """What every state has: how many sit there, how it ended (0: it has not), and who may act now (nobody: it is
    over).
    """

    seats: Small
    ending: Small
    to_act: Seats


@dataclass(frozen=True)
class Field:
    """One field of a record, for whoever reads it without knowing the game."""

    name: str
    kind: Kind
    shape: tuple[int, ...]
    option: Option | None = None
    per_seat: bool = False
    counted: Names | None = None

    def decode(self, value: Any, seats: int | None = None) -> Any:
        """The field's value as JSON has it; of a row for the seats, those that are taken."""
        if self.option is not None:
            return self.option.show(int(value))
        return self._decode(value[:seats] if self.per_seat else value, len(self.shape))

    def _decode(self, value: Any, directions: int) -> Any:
        """Rows within rows; a row that counts named things as an object of those that there are."""
        if directions == 0:
            return self.kind.decode(value)
        if directions == 1 and self.counted is not None:
            return {name: int(count) for name, count in zip(self.counted, value, strict=True) if count}
        if directions == 1 and self.kind.meaning == "stack":
            assert self.kind.names is not None
            return [self.kind.names[int(number) - 1] for number in value if number]
        if directions == 1 and self.kind.meaning == "bag":
            assert self.kind.names is not None
            once, twice = map(int, value)
            return [
                name
                for name in _members(once, self.kind.names)
                for _ in range(1 + (twice >> self.kind.names.number(name) & 1))
            ]
        return [self._decode(item, directions - 1) for item in value]


def fields_of(declared: type) -> tuple[Field, ...]:
    """The fields of a record, base classes first."""
    found = []
    for name, hint in get_type_hints(declared, include_extras=True).items():
        if hasattr(FieldRecord, name):
            raise ValueError(f"a field cannot be called {name!r}: NumPy's records have that name already")
        option = getattr(declared, name, None)
        found.append(_field(name, hint, option.named(name) if isinstance(option, Option) else None))
    return tuple(found)


def _field(name: str, hint: Any, option: Option | None) -> Field:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"field {name!r} needs a kind, as in Annotated[int, Kind('i2')]")
    inner, *extras = get_args(hint)
    for extra in extras:
        if isinstance(extra, Kind):
            return Field(name, extra, (), option)
    (item,) = get_args(inner)
    part = _field(name, item, None)
    shape, counted = (*map(_length, extras), *part.shape), extras[-1] if isinstance(extras[-1], Names) else part.counted
    return Field(name, part.kind, shape, option, isinstance(extras[0], EachSeat), counted)


def _length(given: EachSeat | Names | int) -> int:
    """How many places a direction has: one for each seat, one for each name, or so many."""
    if isinstance(given, EachSeat):
        return given.most
    return given if isinstance(given, int) else len(given)


def record_type(declared: type, *first: tuple[str, str]) -> np.dtype[Any]:
    """The NumPy type of a declared record; aligned, because a GPU insists on it.

    Wide fields come first and what is missing to a whole 64-bit word is a field of its own: every byte belongs to a
    field, so that records that are equal are equal in every byte, however they were copied.
    """
    layout: list[Any] = [*first, *((field.name, field.kind.code, field.shape) for field in fields_of(declared))]
    layout.sort(key=lambda field: -np.dtype(field[1]).itemsize)
    if missing := -np.dtype(layout).itemsize % 8:
        layout.append((SPARE, "u1", (missing,)))
    return np.dtype((RECORD, np.dtype(layout, align=True)))


def state_type(game: str, declared: type) -> np.dtype[Any]:
    """A state's type. Its first field is called like the game and holds the version of its rules: no two games share a
    type.
    """
    return record_type(declared, (game, "i8"))


def blank(kind: np.dtype[Any]) -> Any:
    """A record of that type, all zero."""
    return np.zeros(1, kind)[0]


def copied(record: Any) -> Any:
    """A copy that shares nothing with the record."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)[0]


def as_dict(record: Any, fields: Iterable[Field]) -> Mapping[str, Any]:
    """A state as JSON has it: numbers, names and lists of names."""
    return {
        field.name: field.decode(record[field.name], int(record.seats))
        for field in fields
        if field.kind.meaning != INNER
    }
