"""How a table is played, and what may follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, convert

from openoutcry.table.clocks import ClockSet, Seconds
from openoutcry.table.messages import UndoRule

if TYPE_CHECKING:
    from openoutcry.table.match import Match


class Settings(Struct, frozen=True):
    """How a table is played: how long a race lasts, how fast bots think, how much time people have, what may be taken
    back, whether there are hints, and for how many seconds an offer waits for an answer (0: for ever).
    """

    pace: Seconds = 0.0
    haste: Seconds = 1.0
    clock: ClockSet | None = None
    undo: UndoRule = "consent"
    hints: bool = True
    answer: Seconds = 0.0


# Tables are restored in threads, and msgspec crashes where two threads are the first to read a type at the same time.
convert({}, Settings)


class Chain(Protocol):
    """What binds a table to all that was done there, by hashes: the head is the one that is shown."""

    @property
    def head(self) -> str:
        """The hash that may be shown now."""
        ...

    def follow(self, match: Match, seen: bytes) -> object:
        """Something was done, or nothing yet; given is what a spectator sees now."""
