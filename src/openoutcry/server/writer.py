"""The thread that stores: what waits is written together, in one transaction, and only then told of."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from threading import Condition, Event, Lock, Thread

from msgspec import Struct
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from openoutcry.server.database import why
from openoutcry.server.logs import fail, of_error, say, warn
from openoutcry.server.rows import ENTRIES, EntryRow, Row
from openoutcry.server.statements import write
from openoutcry.server.store import Store

SLOW = 0.5
"""Seconds after which a commit is worth a line in the log."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds between attempts, doubled each time."""
MANY, GATHERS = 8, 0.004
"""Items of a group after which the thread is busy, and the seconds in which it then lets more come together: a commit
costs as much as storing some forty items, and whoever acts at a busy time does not notice so short a while.
"""
HOPELESS = (IntegrityError, DataError, ProgrammingError, TypeError, ValueError, LookupError, OverflowError)
"""What no second attempt cures: a bug in what was given, not trouble with the database."""
TROUBLE = ("42501", "42P01", "42703", "3F000")
"""What PostgreSQL counts among a program's bugs and is trouble with the database: a right, a table, a column or a
schema is missing.
"""
Gaps = dict[str, int]
"""Numbers of entries by tables."""


class Item(Struct, frozen=True):
    """Rows that are stored together or not at all."""

    ticket: int
    rows: Sequence[Row]


@dataclass
class Counters:
    """What the writer has done so far."""

    groups: int = 0
    items: int = 0
    broken: int = 0
    failures: int = 0
    seconds: float = 0.0
    """In commits that succeeded, from the first row to the answer."""
    slowest: float = 0.0


@dataclass(frozen=True)
class Told:
    """Whom the writer calls, from its own thread: each should hand on to the loop (`call_soon_threadsafe`).

    `committed(ticket)` is called once per group: everything up to that ticket is stored, but what was told to be
    `broken(ticket, error)` before. `waiting(reason)` is called once when nothing can be stored, `resumed()` when it
    can again.
    """

    committed: Callable[[int], object]
    waiting: Callable[[str], object]
    resumed: Callable[[], object]
    broken: Callable[[int, Exception], object]


class Writer:
    """Stores what it is given, in order; nothing that can be stored at all is given up before it is closed."""

    def __init__(self, store: Store, told: Told) -> None:
        if store.holder is None:
            raise ValueError("a store that only reads has no writer")
        self.counters = Counters()
        self._holder, self._told = store.holder, told
        self._items: list[Item] = []
        self._last = self._stored = 0
        self._lock = Lock()
        self._more = Condition(self._lock)
        self._closing, self._given_up = Event(), Event()
        self._is_busy = False
        self._gaps: Gaps = {}
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many items are not stored yet."""
        return self._last - self._stored

    def put(self, rows: Sequence[Row], *, wakes: bool = True) -> int:
        """Have rows stored together; the ticket tells when they are. Whoever has more to come wakes the thread
        afterwards.
        """
        with self._lock:
            if self._closing.is_set():
                raise RuntimeError("the writer is closed")
            self._last += 1
            self._items.append(Item(self._last, rows))
            if wakes:
                self._more.notify()
            return self._last

    def wake(self) -> None:
        """Store what was put, soon."""
        with self._more:
            self._more.notify()

    def close(self, timeout: float = 10.0) -> bool:
        """Store all that waits and stop; whether all of it could be stored in that time."""
        with self._more:
            self._closing.set()
            self._more.notify()
        self._thread.join(timeout)
        self._given_up.set()
        self._thread.join(LONGEST_PAUSE)
        return self.waiting == 0

    def _run(self) -> None:
        while group := self._next_group():
            broken = self._stored_at_last(group)
            if broken is None:
                return
            self._stored = group[-1].ticket
            for ticket, error in broken.items():
                self._call(self._told.broken, ticket, error)
            self._call(self._told.committed, self._stored)

    def _next_group(self) -> list[Item]:
        """All that waits, as soon as something does, or at a busy time a moment later; nothing once the writer is
        closed.
        """
        if self._is_busy:
            self._closing.wait(GATHERS)
        with self._more:
            self._more.wait_for(lambda: self._items or self._closing.is_set())
            group = self._taken()
        self._is_busy = len(group) >= MANY
        return group

    def _taken(self) -> list[Item]:
        group, self._items = self._items, []
        return group

    def _stored_at_last(self, group: list[Item]) -> dict[int, Exception] | None:
        """Store a group, and what comes meanwhile, however often that takes; returns what is broken, or nothing where
        it was given up.
        """
        pause, is_waiting = FIRST_PAUSE, False
        while True:
            try:
                broken = self._commit(group)
            except Exception as error:
                self.counters.failures += 1
                self._give_up_connection()
                if not is_waiting:
                    is_waiting = True
                    self._call(self._told.waiting, why(error))
                if self._given_up.wait(pause):
                    return None
                pause = min(2 * pause, LONGEST_PAUSE)
                with self._more:
                    group += self._taken()
            else:
                if is_waiting:
                    self._call(self._told.resumed)
                return broken

    def _commit(self, group: list[Item]) -> dict[int, Exception]:
        """Store a group in one transaction; what can never be stored is left out and returned."""
        started = time.perf_counter()
        connection = self._holder.connection()
        broken: dict[int, Exception] = {}
        try:
            with connection.begin():
                _refuse_gaps(group, self._gaps)
                write(connection, chain.from_iterable(item.rows for item in group))
        except HOPELESS as error:
            if is_trouble(error):
                raise
            with connection.begin():
                broken, gaps = _one_by_one(connection, group, self._gaps)
            self._gaps = gaps
        self._count(group, broken, time.perf_counter() - started)
        return broken

    def _count(self, group: list[Item], broken: dict[int, Exception], seconds: float) -> None:
        counters = self.counters
        counters.groups += 1
        counters.items += len(group) - len(broken)
        counters.broken += len(broken)
        counters.seconds += seconds
        counters.slowest = max(counters.slowest, seconds)
        if seconds > SLOW:
            warn("slow_commit", seconds=round(seconds, 3), items=len(group))

    def _give_up_connection(self) -> None:
        try:
            self._holder.give_up_connection()
        except Exception as error:
            say("not_closed", level=logging.DEBUG, **of_error(error))

    def _call(self, listener: Callable[..., object], *given: object) -> None:
        """Whoever listens may not stop the storing."""
        try:
            listener(*given)
        except Exception as error:
            fail("not_heard", error)


def is_trouble(error: Exception) -> bool:
    """Whether it is the database that is not as it should be, and whoever runs it can put that right."""
    return isinstance(error, ProgrammingError) and getattr(error.orig, "sqlstate", None) in TROUBLE


def _one_by_one(connection: Connection, group: list[Item], gaps: Gaps) -> tuple[dict[int, Exception], Gaps]:
    """Store each item for itself, so that one that is broken keeps nobody else from going on; returns what is broken,
    and where logs have gaps then.
    """
    broken: dict[int, Exception] = {}
    gaps = dict(gaps)
    for item in group:
        first = _first_entries(item)
        try:
            _refuse_after_gap(first, gaps)
            with connection.begin_nested():
                write(connection, item.rows)
        except HOPELESS as error:
            if is_trouble(error):
                raise
            broken[item.ticket] = error
            gaps = {table: _next_number(connection, table, number) for table, number in first.items()} | gaps
        else:
            gaps = {table: number for table, number in gaps.items() if table not in first}
    return broken, gaps


def _refuse_gaps(group: list[Item], gaps: Gaps) -> None:
    """Where a log that has a gap is to go on, each item is looked at for itself."""
    if gaps and any(_first_entries(item).keys() & gaps.keys() for item in group):
        raise ValueError("a log with a gap goes on")


def _refuse_after_gap(first: Gaps, gaps: Gaps) -> None:
    """A log with a gap is worth nothing: where an entry is missing, none that follows is stored before another stands
    in its place.
    """
    for table, number in first.items():
        if number > gaps.get(table, number):
            raise ValueError(f"entry {gaps[table]} of table {table}, before {number}, could not be stored")


def _next_number(connection: Connection, table: str, number: int) -> int:
    """The number with which a log goes on; of an empty one it is the number that it was to begin with."""
    last = connection.scalar(select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table))
    return number if last is None else int(last) + 1


def _first_entries(item: Item) -> Gaps:
    """The first entry that an item adds to each log."""
    first: Gaps = {}
    for row in item.rows:
        if isinstance(row, EntryRow):
            first.setdefault(row.table_id, row.number)
    return first
