"""The options of a game: declared beside the state, kept in the record, each with its clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import index, itemgetter
from typing import Any

from openoutcry.engine.mistakes import Mistake, Reason, quoted
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
            raise self._unlike(value) from None

    def _read(self, value: int | str | bool) -> int:
        if self.choices is not None:
            return self.choices.number(OFF_ON[value] if isinstance(value, bool) else _text(value))
        number = int(value) if isinstance(value, str) else index(value)
        if isinstance(value, bool) or not self.low <= number <= self.high or str(number) != str(value).strip():
            raise ValueError
        return number

    def _unlike(self, value: object) -> Reason:
        """What the option takes instead."""
        if self.choices is not None:
            return Reason("option_of_choices", option=self.name, choices=list(self.choices), value=quoted(value))
        return Reason("option_of_numbers", option=self.name, low=self.low, high=self.high, value=quoted(value))


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


def written_options(written: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """The options of a game, each written as name=value, none of them twice or among those that are taken.

    >>> written_options(["hand=5", "buy-back = on"])
    {'hand': '5', 'buy_back': 'on'}
    >>> written_options(["hand"])
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: an option is written name=value, not 'hand'
    """
    options: dict[str, str] = {}
    for text in written:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise Mistake(f"an option is written name=value, not {quoted(text)}")
        if (plain := name.replace("-", "_")) in (*options, *taken):
            raise Mistake(f"option {name} is given twice")
        options[plain] = value
    return options


def read_options(options: Iterable[Option], chosen: Mapping[str, int | str | bool]) -> dict[str, int]:
    """Every option's number: the chosen ones checked, the others by default."""
    known = {option.name: option for option in options}
    values = {name: option.default for name, option in known.items()}
    if not isinstance(chosen, Mapping) or not all(isinstance(name, str) for name in chosen):
        raise Reason("options_no_mapping", example=quoted({"hand": 5}), options=quoted(chosen))
    for written, value in sorted(chosen.items(), key=itemgetter(0)):
        name = written.strip().replace("-", "_")
        if name not in known:
            raise _no_such_option(written, list(known))
        values[name] = known[name].read(value)
    return values


def _no_such_option(written: str, known: list[str]) -> Reason:
    if not known:
        return Reason("no_options", option=quoted(written))
    return Reason("no_such_option", option=quoted(written), options=", ".join(known))
