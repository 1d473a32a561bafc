"""What spectators are told later, where the table says so: in order, and only for as long as they watch."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from openoutcry.server import protocol as p
from openoutcry.server.websocket import Line
from openoutcry.table import messages as m

LATER = (m.MatchOpened, m.TableChanged, m.ViewChanged, m.MomentShown, p.ViewDescribed)
"""What shows the match."""
MOST_HELD = 8 * 1024 * 1024
"""Bytes that are held for one line."""


@dataclass(eq=False)
class Held:
    """What a line is still to be told of a table, and when, the oldest first."""

    table: str
    messages: deque[tuple[float, bytes]] = field(default_factory=deque)
    size: int = 0
    timer: asyncio.TimerHandle | None = None


class Later:
    """All that is held, by lines."""

    def __init__(self, loop: asyncio.AbstractEventLoop, tell: Callable[[str, list[tuple[Line, bytes]]], None]) -> None:
        self._loop, self._tell = loop, tell
        self._held: dict[Line, Held] = {}

    def hold(self, table: str, line: Line, written: bytes, delay: float) -> bool:
        """Tell a line something after so many seconds; or not, where too much is held for it already."""
        held = self._held.setdefault(line, Held(table))
        if held.size + len(written) > MOST_HELD:
            return False
        held.messages.append((self._loop.time() + delay, written))
        held.size += len(written)
        self._wind(line, held)
        return True

    def _wind(self, line: Line, held: Held) -> None:
        if held.timer is None and held.messages:
            held.timer = self._loop.call_at(held.messages[0][0], self._tell_due, line, held)

    def _tell_due(self, line: Line, held: Held) -> None:
        held.timer = None
        due, now = [], self._loop.time()
        while held.messages and held.messages[0][0] <= now:
            due.append((line, held.messages.popleft()[1]))
        held.size -= sum(len(written) for _, written in due)
        self._tell(held.table, due)
        self._wind(line, held)

    def drop(self, line: Line) -> list[bytes]:
        """A line is not told later any more; returns what it has not been told."""
        held = self._held.pop(line, None)
        if held is None:
            return []
        if held.timer is not None:
            held.timer.cancel()
        return [written for _, written in held.messages]
