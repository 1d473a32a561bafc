"""Facts: numbers that follow from the rules, such as a price or a dividend, which whoever shows a game asks for.

FACTS = listed(Fact(dividend, seat=SEATS, meld=LETTERS), Fact(tax, seat=SEATS))

Each is a compiled function of the record and of some numbers. It is asked of a hidden record, so it can tell no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from operator import index
from typing import Any

from openoutcry.engine.actions import Range
from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.engine.names import Names

Limits = Range | Names
DECIDED_BY = "decided_by"
"""The fact that the result asks for: what tells two seats apart, their points or a tie-break."""
COUNTED_IN = "counted_in"
"""The fact that the result asks for where options change what points are: the number of the unit in words.toml."""


class Fact:
    """A function of the record and of some numbers, each within limits or one of some names; it gives a number."""

    def __init__(self, function: Callable[..., Any], **parameters: Limits) -> None:
        self.function = function
        self.name: str = function.__name__
        self.parameters: Mapping[str, Limits] = parameters

    def __repr__(self) -> str:
        return f"<Fact {self.name}({', '.join(self.parameters)})>"

    def of(self, record: Any, *given: int | str) -> int:
        """What it is in a record; a named thing is given by its number or its name."""
        if len(given) != len(self.parameters):
            expected = ", ".join(self.parameters) or "nothing"
            raise Mistake(f"{self.name} is asked with {expected}, not with {len(given)} numbers")
        limits = self.parameters.items()
        numbers = [self._number(name, limit, value) for (name, limit), value in zip(limits, given, strict=True)]
        return int(self.function(record, *numbers))

    def _number(self, name: str, limits: Limits, given: int | str) -> int:
        if isinstance(given, str):
            return limits.number(given) + first_of(limits)
        number = index(given)
        if number - first_of(limits) not in range(len(limits)):
            last = first_of(limits) + len(limits) - 1
            raise Mistake(f"{name} of {self.name} goes from {first_of(limits)} to {last}, and is not {quoted(number)}")
        return number

    def all_numbers(self) -> Iterator[tuple[int, ...]]:
        """Everything that it can be asked with."""
        return product(*(range(first_of(each), first_of(each) + len(each)) for each in self.parameters.values()))


def first_of(limits: Limits) -> int:
    """The lowest number within limits; names are counted from 0."""
    return limits.low if isinstance(limits, Range) else 0


def listed(*facts: Fact) -> dict[str, Fact]:
    """Facts by their names."""
    return {fact.name: fact for fact in facts}


def named(facts: Mapping[str, Fact], name: str) -> Fact:
    """The fact of a name."""
    if name not in facts:
        raise Mistake(f"there is no fact {quoted(name)}; there are {', '.join(facts) or 'none'}")
    return facts[name]
