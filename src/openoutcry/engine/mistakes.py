"""Errors that a person's input can cause. Each is one sentence that says what was expected and what came."""

from __future__ import annotations

from reprlib import Repr

MOST_QUOTED = 60
MOST_BITS = 128


class Mistake(ValueError):
    """What was given cannot be used; nothing has changed."""


class NeedsConsent(Mistake):
    """It can be done if everybody at the table agrees."""


class Refused(Mistake):
    """The rules forbid an action: `clause` says which one, `reason` why."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"{clause}: {reason}")
        self.clause = clause
        self.reason = reason


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
