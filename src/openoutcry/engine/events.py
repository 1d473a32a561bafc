"""Events: what came of an action. A game declares them as it declares its actions, and one compiled verb tells them.

EVENTS = Events(
    Event("turn", {"player": SEAT}, clause="§2.1", heading=True),
    Event("sold", {"player": SEAT, "tokens": NUMBER, "cards": ListOf(CARDS)}, clause="§4.4", counted=True),
)
TURN, SOLD = EVENTS.numbers()

@rule
def events(before: State, after: State, seat: int, action: int, told: Told) -> None:
    tell(told, TURN, after.turn)
    tell(told, SOLD, seat, tokens)
    add_set(told, cards)            # what does not fit into one number follows, in the order of the parameters

`before` and `after` are hidden records of the same reader, so an event says nothing that the reader may not know.
`seat` and `action` are what the reader saw done: an action whose parameters are secret is the first of its verb, and of
what was unseen both are NOBODY. The deal is told too: `before` is then a record in which nobody is to act.

Here is what a game declares, which is read without the compiler; `engine/telling.py` has what its verb calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from openoutcry.engine.names import Names

MOST_KNOWN = 1 << 12
"""How much of what was told is kept in words."""

NOBODY = -1


@dataclass(frozen=True)
class OfNumber:
    """A parameter that is a number."""

    kind: str = "number"

    def read(self, words: Iterator[int]) -> Any:
        """The parameter as JSON has it."""
        return next(words)


@dataclass(frozen=True)
class OfSeat(OfNumber):
    """A parameter that is a seat; a sentence has the name of its player."""

    kind: str = "seat"


NUMBER, SEAT = OfNumber(), OfSeat()


@dataclass(frozen=True)
class ListOf:
    """A parameter that is a list of named things, of numbers or of seats.

    A sentence has what stands in `joined` between them. `called` is the kind of name that they have in a row where it
    is another: there is a table of that name in words.toml, and what is not in it is called as ever.
    """

    of: Names | OfNumber
    joined: str = " "
    called: str = ""

    def read(self, words: Iterator[int]) -> Any:
        """The parameter as JSON has it."""
        return [_read(self.of, words) for _ in range(next(words))]


@dataclass(frozen=True)
class Things:
    """A parameter that is a list of things of several kinds, each with a phrase of its own under `things`."""

    kinds: Mapping[str, Names | OfNumber]

    def read(self, words: Iterator[int]) -> Any:
        """The parameter as JSON has it."""
        names = list(self.kinds)
        found = []
        for _ in range(next(words)):
            kind = names[next(words)]
            found.append([kind, _read(self.kinds[kind], words)])
        return found


Parameter = Names | OfNumber | ListOf | Things


def _read(parameter: Parameter, words: Iterator[int]) -> Any:
    return parameter[next(words)] if isinstance(parameter, Names) else parameter.read(words)


@dataclass(frozen=True)
class Event:
    """A kind of event: its parameters, and the clause that it comes from.

    A sentence speaks to its reader where the first parameter that is a seat is theirs. A heading begins a new part of
    the log; what is counted is counted in the lab.
    """

    name: str
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    clause: str = ""
    heading: bool = False
    counted: bool = False

    @property
    def about(self) -> str | None:
        """The parameter that says of whom a sentence tells."""
        return next((name for name, kind in self.parameters.items() if kind is SEAT), None)


Telling = Mapping[str, Any]
"""An event as JSON has it: `{"event": "sold", "player": 1, "tokens": 3, "cards": ["7C"]}`."""


class Events(Sequence[Event]):
    """The events of a game, numbered in their order."""

    def __init__(self, *events: Event) -> None:
        self.events = events
        self.by_name = {event.name: event for event in events}
        if len(self.by_name) != len(events):
            raise ValueError("every event has a name of its own")
        self.in_words = lru_cache(MOST_KNOWN)(self._in_words)
        """What some numbers tell; nobody changes what was read, so it is read once."""

    def __len__(self) -> int:
        return len(self.events)

    def __getitem__(self, number: Any) -> Any:
        return self.events[number]

    def numbers(self) -> range:
        """The number of each, to be given names."""
        return range(len(self.events))

    def read(self, told: Any) -> tuple[Telling, ...]:
        """What was told, as JSON has it."""
        return self.in_words(tuple(told.words[: int(told.used)].tolist()))

    def _in_words(self, told: tuple[int, ...]) -> tuple[Telling, ...]:
        found, words = [], iter(told)
        for number in words:
            event = self.events[number]
            found.append({"event": event.name} | {name: _read(kind, words) for name, kind in event.parameters.items()})
        return tuple(found)


NONE = Events()
