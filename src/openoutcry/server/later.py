"""What spectators are told later, where the table says so: in order, and only for as long as they watch."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from openoutcry.server import protocol as p
from openoutcry.server.websocket import Line
from openoutcry.table import messages as m

LATER = (m.MatchOpened, m.TableChanged, m.ViewChanged, m.MomentShown, p.ViewDescribed)
"""What shows the match."""


class Later:
    """For each line what it is still to be told, the oldest first."""

    def __init__(self, loop: asyncio.AbstractEventLoop, tell: Callable[[str, list[tuple[Line, bytes]]], None]) -> None:
        self._loop, self._tell = loop, tell
        self._held: dict[Line, deque[bytes]] = {}

    def hold(self, table: str, line: Line, written: bytes, delay: float) -> None:
        """Tell a line something after so many seconds."""
        held = self._held.setdefault(line, deque())
        held.append(written)
        self._loop.call_later(delay, self._tell_next, table, line, held)

    def _tell_next(self, table: str, line: Line, held: deque[bytes]) -> None:
        if held and self._held.get(line) is held:
            self._tell(table, [(line, held.popleft())])

    def drop(self, line: Line) -> list[bytes]:
        """A line is not told later any more; returns what it has not been told."""
        return list(self._held.pop(line, ()))
