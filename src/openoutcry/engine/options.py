"""The options of a game: declared beside the state, kept in the record, each with its clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import index
from typing import Any

from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.engine.names import Names

OFF_ON = ("off", "on")


@dataclass(frozen=True)
class Option:
    """One option: a number in a range, or one of several names (kept as its number). The default is given first."""

    clause: str
    default: int
    low: int
    high: int
    choices: Names | None = None
    name: str = ""

    def named(self, name: str) -> Option:
        """The same option, knowing its name."""
        return replace(self, name=name)

    def show(self, value: int) -> int | str:
        """The value as people write it."""
        return self.choices[value] if self.choices else value

    def read(self, value: int | str | bool) -> int:
        """The number kept in the record for what a person wrote."""
        try:
            return self._read(value)
        except (ValueError, TypeError, KeyError):
            raise Mistake(f"option {self.name} takes {self.expected()}, not {quoted(value)}") from None

    def _read(self, value: int | str | bool) -> int:
        if self.choices is not None:
            return self.choices.number(OFF_ON[value] if isinstance(value, bool) else _text(value))
        number = int(value) if isinstance(value, str) else index(value)
        if isinstance(value, bool) or not self.low <= number <= self.high or str(number) != str(value).strip():
            raise ValueError
        return number

    def expected(self) -> str:
        """What the option takes, in words."""
        return " or ".join(self.choices) if self.choices else f"a whole number from {self.low} to {self.high}"


def _text(value: int | str) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value.strip()


def number(default: int, low: int, high: int, clause: str) -> Any:
    """An option that is a whole number."""
    return Option(clause, default, low, high)


def choice(*names: str, clause: str) -> Any:
    """An option that is one of several names, the default first."""
    return Option(clause, 0, 0, len(names) - 1, Names("choice", names))


def switch(clause: str) -> Any:
    """An option that is off unless it is switched on."""
    return choice(*OFF_ON, clause=clause)


def read_options(options: Iterable[Option], chosen: Mapping[str, int | str | bool]) -> dict[str, int]:
    """Every option's number: the chosen ones checked, the others by default."""
    known = {option.name: option for option in options}
    values = {name: option.default for name, option in known.items()}
    if not isinstance(chosen, Mapping) or not all(isinstance(name, str) for name in chosen):
        raise Mistake(f"options are a mapping of names to values, as in {{'hand': 5}}, not {quoted(chosen)}")
    for written, value in chosen.items():
        name = written.strip().replace("-", "_")
        if name not in known:
            there_are = f"there are {', '.join(known)}" if known else "this game has none"
            raise Mistake(f"there is no option {quoted(written)}; {there_are}")
        values[name] = known[name].read(value)
    return values
