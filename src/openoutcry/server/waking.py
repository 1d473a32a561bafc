"""When tables wake and sleep: each when it is time for it; what nobody looks at leaves the memory, and is stored."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from openoutcry.server import protocol as p
from openoutcry.server.files import is_by_other_rules
from openoutcry.server.kept import GATHERING, PLAYING, SHUFFLING, Kept
from openoutcry.server.room import Room
from openoutcry.server.rows import ServerRow

if TYPE_CHECKING:
    from openoutcry.server.house import House

ALIVE_EVERY = 2.0
"""Seconds after which the store hears again that the server runs."""
SLOW = 2.0
"""Seconds after which people are told that storing takes long."""
IDLE_FOR = 600.0
"""Seconds after which a table that nobody looks at leaves the memory."""
A_DAY, MOST_DAYS = 86_400, 30 * 86_400
"""Seconds after which a table closes at which nobody has begun to play; by correspondence, or where somebody has and no
clock runs, there is more time.
"""


class Waking:
    """The timers of all tables, and what is done every few seconds."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._timers: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        """When tables are taken from the store that are not in the memory."""

    async def begin(self) -> None:
        """Know every table that goes on, and wake those whose time comes; tables that were played by other rules than
        are here now are closed.
        """
        house = self._house
        for row in await house.reading(house.store.open_tables):
            settings = msgspec.json.decode(row.settings, type=p.NewTable)
            house.lobby.remember(row, settings, msgspec.json.decode(row.state, type=Kept))
            if row.phase == PLAYING and is_by_other_rules(row):
                self._load_when_due(row.id)
            elif row.due_at is not None:
                self._load_at(row.due_at, row.id)
        house.go(self._live())

    def wind(self, room: Room) -> None:
        """Wake a table when it is time."""
        at, (planned, timer) = room.next_at, self._timers.get(room.id, (None, None))
        if at == planned:
            return
        if timer is not None:
            timer.cancel()
            del self._timers[room.id]
        if at is not None:
            delay = max(0.0, at - self._house.now())
            self._timers[room.id] = at, self._house.loop.call_later(delay, self._wake, room)

    def _wake(self, room: Room) -> None:
        self._timers.pop(room.id, None)
        if self._house.rooms.get(room.id) is room:
            self._house.step(room, room.due(self._house.now()))

    def due_at(self, room: Room) -> float | None:
        """When a table has to be woken even if nobody looks at it, by the tables' clock."""
        if room.phase in (GATHERING, SHUFFLING):
            limit = MOST_DAYS if room.settings.days else A_DAY
            return self._house.now() + room.opened_at + limit - self._house.wall()
        if room.phase != PLAYING or room.playing is None:
            return None
        return room.next_at if room.playing.session.has_clocks else room.used_at + MOST_DAYS

    def _load_at(self, at: float, table: str) -> None:
        if before := self._alarms.pop(table, None):
            before.cancel()
        delay = max(0.0, at - self._house.now())
        self._alarms[table] = self._house.loop.call_later(delay, self._load_when_due, table)

    def _load_when_due(self, table: str) -> None:
        self._alarms.pop(table, None)
        if table not in self._house.rooms:
            self._house.go(self._load(table))

    async def _load(self, table: str) -> None:
        house = self._house
        used_at = await house.reading(house.store.last_used, table)
        await house.load_tables([table])
        if used_at is not None and (room := house.rooms.get(table)):
            room.used_at = min(room.used_at, used_at + house.now() - house.wall())
            self._close_where_nobody_comes(house.with_twin(room))

    async def _live(self) -> None:
        """Every few seconds: how late it is goes to the store, and tables that nobody looks at leave the memory."""
        outbox, loop = self._house.outbox, self._house.loop
        while True:
            storing = loop.create_task(outbox.stored([ServerRow("alive_at", str(self._house.now()))]))
            if not (await asyncio.wait([storing], timeout=SLOW))[0]:
                outbox.storing_waits("it takes long")
            await storing
            outbox.storing_goes_on()
            self._house.visits.notice_late_pongs()
            self.sweep()
            await asyncio.sleep(ALIVE_EVERY)

    def sweep(self) -> None:
        """Let tables leave the memory that nobody looks at, those of a duplicate together."""
        house, now = self._house, self._house.now()
        looked_at = house.lobby.looked_at()
        for room in list(house.rooms.values()):
            if room.id not in house.rooms:
                continue
            tables = house.with_twin(room)
            self._close_where_nobody_comes(tables)
            if any(
                house.visits.at(table.id) or table.id in looked_at or not house.outbox.is_stored(table.id)
                for table in tables
            ):
                room.used_at = now
            elif all(self._is_idle(table, now) for table in tables):
                due = {table.id: at for table in tables if (at := self.due_at(table)) is not None}
                house.forget(room)
                for id, at in due.items():
                    self._load_at(at, id)

    def _is_idle(self, room: Room, now: float) -> bool:
        return now - room.used_at > IDLE_FOR and (room.next_at is None or room.next_at - now > IDLE_FOR)

    def _close_where_nobody_comes(self, tables: list[Room]) -> None:
        """A table at which nobody has begun to play for so long, and nobody is now, nor at its twin, is closed."""
        if any(self._house.visits.at(table.id) for table in tables):
            return
        for table in tables:
            has_clocks = table.playing is not None and table.playing.session.has_clocks
            if not has_clocks and (at := self.due_at(table)) is not None and at <= self._house.now():
                self._house.step(table, table.close("nobody_came"))

    def forget(self, table: str) -> None:
        """A table is gone from the memory."""
        if planned := self._timers.pop(table, None):
            planned[1].cancel()

    def close(self) -> None:
        """Wake nobody any more."""
        for timer in (*(timer for _, timer in self._timers.values()), *self._alarms.values()):
            timer.cancel()
