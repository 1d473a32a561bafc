"""What goes out: rows to the store, and messages to lines once what they rest on is stored."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from openoutcry.server.logs import fail, warn
from openoutcry.server.websocket import Line
from openoutcry.server.writer import Told, Writer
from openoutcry.table.reasons import Reason

if TYPE_CHECKING:
    from openoutcry.server.house import House

MOST_WAITING = 10_000
"""Messages that wait to be stored before nothing more is heard."""

Written = list[tuple[Line, bytes]]
"""Messages, and the lines they are for."""


class Outbox:
    """What waits to be stored and told, in the order of tickets: each stands for rows that are stored together."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._waiting: deque[tuple[int, Written, float]] = deque()
        self._promises: list[tuple[int, asyncio.Future[None]]] = []
        self._tickets: dict[str, int] = {}
        self._committed = self._begun = 0
        self._is_writer_called = False
        self.last = 0
        """The ticket that was given last."""
        self.is_stuck = False
        """Whether nothing can be stored right now."""
        self.writer = Writer(
            house.store,
            Told(
                committed=self._in_loop(self._stored),
                waiting=self._in_loop(self.storing_waits),
                resumed=self._in_loop(self.storing_goes_on),
                broken=self._in_loop(self._failed),
            ),
        )

    def _in_loop(self, do: Callable[..., None]) -> Callable[..., None]:
        """What the thread that writes calls is done in the loop."""
        loop = self._house.loop

        def call(*told: Any) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(do, *told)

        return call

    @property
    def untold(self) -> int:
        """How much waits to be told until it is stored."""
        return len(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether so much waits that nothing more can be heard."""
        return self.is_stuck and len(self._waiting) > MOST_WAITING

    def begin(self, rows: list[Any]) -> None:
        """Nobody is told anything before these rows are stored."""
        self._begun = self.put(rows)

    def put(self, rows: list[Any], *tables: str) -> int:
        """Have something stored, of some tables perhaps. All that comes in one turn of the loop is stored together: the
        thread that writes is woken at its end.
        """
        if not self._is_writer_called:
            self._is_writer_called = True
            self._house.loop.call_soon(self._wake_writer)
        ticket = self.last = self.writer.put(rows, wakes=False)
        for table in tables:
            self._tickets[table] = ticket
        return ticket

    def _wake_writer(self) -> None:
        self._is_writer_called = False
        self.writer.wake()

    async def stored(self, rows: list[Any]) -> None:
        """Store something, and wait until it is."""
        await self.until(self.put(rows))

    async def until(self, ticket: int) -> None:
        """Wait until everything up to a ticket is stored; what can never be is refused."""
        if ticket > self._committed:
            promise: asyncio.Future[None] = self._house.loop.create_future()
            self._promises.append((ticket, promise))
            await promise

    def ticket_of(self, table: str) -> int:
        """Up to where all has to be stored before something may be told of a table."""
        return self._tickets.get(table, self._begun)

    def tell(self, table: str, written: Written) -> None:
        """Send what a table says once the table is stored."""
        self.send(self._tickets.get(table, self._begun), written)

    def send(self, ticket: int, written: Written) -> None:
        """Send something once everything up to a ticket is stored, in order."""
        if ticket <= self._committed and not self._waiting:
            send(written)
        else:
            self._waiting.append((ticket, written, time.perf_counter()))

    def is_stored(self, table: str) -> bool:
        """Whether all is stored of a table that was given to be."""
        return self._tickets.get(table, 0) <= self._committed

    def forget(self, table: str) -> None:
        """A table is gone from the memory."""
        self._tickets.pop(table, None)

    def _stored(self, ticket: int) -> None:
        """Everything up to a ticket is stored: it may be told."""
        self._committed = max(self._committed, ticket)
        told: Written = []
        now = time.perf_counter()
        while self._waiting and self._waiting[0][0] <= self._committed:
            _, written, since = self._waiting.popleft()
            told += written
            self._house.metrics.telling.observe(now - since)
        send(told)
        self._keep(lambda at: at <= self._committed, lambda promise: promise.set_result(None))

    def _keep(self, is_meant: Callable[[int], bool], keep: Callable[[asyncio.Future[None]], None]) -> None:
        """Those who wait for some tickets hear how it came out."""
        if not self._promises:
            return
        meant = [promise for ticket, promise in self._promises if is_meant(ticket)]
        self._promises = [each for each in self._promises if not is_meant(each[0])]
        for promise in meant:
            if not promise.done():
                keep(promise)

    def storing_waits(self, why: str) -> None:
        """Nothing can be stored for now: people are told."""
        if self.is_stuck:
            return
        warn("storing_waits", why=why)
        self.is_stuck = True
        self._house.metrics.storing_waits.set(1)
        self._house.visits.tell_everyone(Reason("storing_waits"))

    def storing_goes_on(self) -> None:
        """It can be stored again."""
        if not self.is_stuck:
            return
        warn("storing_goes_on")
        self.is_stuck = False
        self._house.metrics.storing_waits.set(0)
        self._house.visits.tell_everyone(Reason("storing_goes_on"))

    def _failed(self, ticket: int, error: Exception) -> None:
        """What could not be stored and never will is told to nobody, and whoever waits for it is refused; a table whose
        memory is not what is stored is taken from the store again.
        """
        self._waiting = deque(each for each in self._waiting if each[0] != ticket)
        self._keep(lambda at: at == ticket, lambda promise: promise.set_exception(Reason("server_failed")))
        fail("not_stored", error)
        self._house.metrics.broken.inc()
        self._house.take_again([table for table, at in self._tickets.items() if at >= ticket])


def send(written: Iterable[tuple[Line, bytes]]) -> None:
    """Everything that is for a line in one go."""
    by_line: dict[Line, list[bytes]] = {}
    for line, one in written:
        if line in by_line:
            by_line[line].append(one)
        else:
            by_line[line] = [one]
    for line, several in by_line.items():
        line.send(*several)
