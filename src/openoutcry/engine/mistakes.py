"""Errors that a person's input can cause. Each is one sentence that says what was expected and what came.

What a player at a table can meet is a `Reason`: a code with parameters, which is worded in the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable
from reprlib import Repr
from typing import Any

from openoutcry.engine.reasons import SPOKEN, worded

MOST_QUOTED = 60
MOST_BITS = 128


class Mistake(ValueError):
    """What was given cannot be used; nothing has changed."""

    def said(self, _language: str, /) -> str:
        """The sentence for a reader; a mistake without a code has only its own."""
        return str(self)


class Reason(Mistake):
    """A mistake by its code and its parameters, one of which may be another mistake; whoever shows it words it.

    >>> Reason("no_such_seat", seat=7, last=3).as_json()
    {'code': 'no_such_seat', 'parameters': {'seat': 7, 'last': 3}}
    >>> print(Reason("no_such_seat", seat=7, last=3))
    there is no seat 7; they go from 0 to 3
    """

    def __init__(self, code: str, /, **parameters: Parameter) -> None:
        super().__init__(code)
        self.code, self.parameters = code, parameters

    def __str__(self) -> str:
        return self.said(SPOKEN)

    def said(self, language: str, /) -> str:
        """Its sentence in a language, in English where we do not speak it."""
        return worded(self.code, self.parameters, language)

    def as_json(self) -> dict[str, Any]:
        """The reason as a message carries it."""
        return {"code": self.code, "parameters": {name: _as_json(part) for name, part in self.parameters.items()}}


Parameter = str | int | list[str] | Mistake
"""A text, a number, alternatives, or why it is so."""


def _as_json(part: Parameter) -> Any:
    if isinstance(part, Mistake):
        return part.as_json() if isinstance(part, Reason) else str(part)
    return part


class NeedsConsent(Reason):
    """It can be done if everybody at the table agrees."""

    def __init__(self) -> None:
        super().__init__("needs_consent")

    def __reduce__(self) -> tuple[Any, ...]:
        return NeedsConsent, ()


class Refused(Reason):
    """The rules forbid an action: `clause` says which one, `reason` why, and `worded` why in another language."""

    def __init__(self, clause: str, reason: str, worded: Callable[[str], str] | None = None) -> None:
        super().__init__("refused", clause=clause)
        self.clause, self.reason, self._worded = clause, reason, worded

    def __str__(self) -> str:
        return f"{self.clause}: {self.reason}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.clause, self.reason)

    def said(self, language: str, /) -> str:
        """The clause, and why it forbids the action."""
        return f"{self.clause}: {self._worded(language)}" if self._worded else str(self)


class _Short(Repr):
    """A repr that looks at no more than it shows, and that fails for nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = MOST_QUOTED

    def repr_int(self, x: int, level: int) -> str:
        """A number; of a very large one only how large it is, as Python itself refuses to write it."""
        return super().repr_int(x, level) if x.bit_length() <= MOST_BITS else f"a number of {x.bit_length()} bits"


_SHORT = _Short()


def quoted(value: object) -> str:
    """What came, as a sentence quotes it: on one line, nothing in it that a terminal would obey, and no longer than
    anyone reads.

    >>> quoted("pass"), quoted("a" * 5_000_000), quoted(10**5000)
    ("'pass'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaaaaaaaaaaa'", 'a number of 16610 bits')
    """
    text = _SHORT.repr(value)
    return text if len(text) <= 2 * MOST_QUOTED else f"{text[: 2 * MOST_QUOTED]}…"


def counted(number: int, noun: str) -> str:
    """So many of a thing.

    >>> counted(1, "game"), counted(1200, "game")
    ('1 game', '1,200 games')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
