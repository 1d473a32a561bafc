"""The lobby: every open table, and for each person the tables they sit at; told when something of it has changed."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from openoutcry.server import protocol as p
from openoutcry.server.kept import CLOSED, OVER, Kept
from openoutcry.server.room import Room
from openoutcry.server.rows import TableRow
from openoutcry.server.telling import listed
from openoutcry.server.websocket import Line

if TYPE_CHECKING:
    from openoutcry.server.house import House

SETTLES, SETTLES_FOR_MANY, MANY = 0.25, 1.0, 100
"""Seconds in which changes are gathered before they are told, also where many look."""
COUNTED_EVERY = 2.0
"""Seconds after which it is told again how many people are here."""
MOST_LISTED = 200
"""Tables that the lobby shows, the newest first."""
ENDED_FOR, MOST_ENDED = 14 * 86_400.0, 10
"""For how many seconds somebody's own tables are listed that have ended, and how many."""


class Lobby:
    """What is known of all tables that go on, in the memory or not, and who looks at it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lines: dict[Line, str | None] = {}
        self._open: dict[str, p.TableListed] = {}
        self._yours: dict[str, set[str]] = defaultdict(set)
        self._seated: dict[str, frozenset[str]] = {}
        self._hosts: dict[str, str] = {}
        self._turns: dict[tuple[str, str], bool] = {}
        self._told: dict[Line, p.YoursChanged] = {}
        self._ended: dict[str, dict[str, tuple[float, p.YourTable]]] = {}
        """When tables ended of those who look, by people and tables."""
        self._listed: list[p.TableListed] = []
        """Open tables as they were stored when somebody asked last."""
        self._people_told = 0
        self._is_changed = False
        self._changed_for: set[str] = set()
        self._is_due = self._is_count_due = False

    @property
    def count(self) -> int:
        """How many tables go on."""
        return len(self._seated)

    def tables_of(self, person: str) -> set[str]:
        """Where somebody sits."""
        return self._yours.get(person, set())

    def count_of(self, person: str) -> int:
        """At how many tables somebody sits, or which they have opened."""
        return len(self.tables_of(person) | {table for table, host in self._hosts.items() if host == person})

    def listed(self) -> list[p.TableListed]:
        """Open tables, the newest first."""
        return sorted(self._open.values(), key=lambda table: -table.since)[:MOST_LISTED]

    async def listed_and_stored(self) -> list[p.TableListed]:
        """Open tables, once all that is listed is stored; while nothing can be, those that were listed before."""
        if not self._house.outbox.is_stuck:
            found = self.listed()
            await self._house.outbox.until(self._house.outbox.last)
            self._listed = found
        return self._listed

    def looked_at(self) -> set[str]:
        """The tables that are shown as somebody's own."""
        return {table for who in self._lines.values() if who is not None for table in self.tables_of(who)}

    def remember(self, row: TableRow, settings: p.NewTable, kept: Kept) -> None:
        """A table that goes on, as it is stored."""
        self._seat(row.id, frozenset(seat.person for seat in kept.seats if seat.person))
        self._hosts[row.id] = kept.host
        if settings.is_open:
            self._open[row.id] = listed(row.id, settings, kept, msgspec.convert(row.phase, p.Phase), row.created_at)

    def enter(self, line: Line, person: p.Person | None) -> None:
        """Somebody looks at the lobby."""
        who = person.person if person else None
        self._lines[line] = who
        line.send(p.write(p.Entered(person=who, may_sit=False)))
        self._send(line, self._changed())
        self.people_changed()

    async def find_yours(self, line: Line) -> None:
        """The tables that whoever looks sits at are looked up, wherever they are, and those that ended lately."""
        who = self._lines.get(line)
        if who is None:
            return
        await self._house.load_tables(self.tables_of(who))
        since = self._house.wall() - ENDED_FOR
        rows = await self._house.reading(self._house.store.ended_tables_of, who, since, MOST_ENDED)
        if line in self._lines:
            found = {row.id: (row.changed_at, _ended(row)) for row in rows if _has_seat(row, who)}
            self._ended[who] = found | self._ended.get(who, {})
            self._tell_yours(line, who)

    def leave(self, line: Line) -> None:
        """Somebody looks no longer."""
        who = self._lines.pop(line, None)
        self._told.pop(line, None)
        if who is not None and who not in self._lines.values():
            self._ended.pop(who, None)

    def forget(self, table: str) -> None:
        """A table was never stored: there is none."""
        self._changed_for |= self._seated.get(table, frozenset())
        self._seat(table, frozenset())
        self._seated.pop(table, None)
        self._hosts.pop(table, None)
        self._is_changed = self._open.pop(table, None) is not None or self._is_changed
        self._settle()

    def people_changed(self) -> None:
        """Somebody has come or gone: whoever looks hears soon how many are here."""
        if self._lines and not self._is_count_due:
            self._is_count_due = True
            self._house.loop.call_later(COUNTED_EVERY, self._count)

    def _count(self) -> None:
        self._is_count_due = False
        if self._people_told != self._house.visits.people_here:
            self._is_changed = True
            self._settle()

    def table_changed(self, room: Room) -> None:
        """Something has happened at a table: note what of it concerns the lobby."""
        if room.is_news_for_lobby:
            room.is_news_for_lobby = False
            self._note(room)
        if self._lines:
            for person in room.people:
                if self._turns.get((room.id, person)) != (turn := room.is_turn_of(person)):
                    self._turns[room.id, person] = turn
                    self._changed_for.add(person)
                    self._settle()

    def _note(self, room: Room) -> None:
        is_over = room.phase in (OVER, CLOSED)
        people = frozenset() if is_over else frozenset(room.people)
        before, was_going_on = self._seated.get(room.id, frozenset()), room.id in self._seated
        self._seat(room.id, people)
        self._hosts[room.id] = room.kept.host
        if is_over:
            self._seated.pop(room.id, None)
            self._hosts.pop(room.id, None)
            if was_going_on:
                self._house.ended(room)
            for person in before:
                self._turns.pop((room.id, person), None)
                if person in self._ended and room.playing is not None:
                    self._ended[person][room.id] = self._house.wall(), _your(room, person)
        self._changed_for |= before | people
        if room.settings.is_open:
            if is_over:
                self._open.pop(room.id, None)
            else:
                self._open[room.id] = room.listed()
            self._is_changed = True
        self._settle()

    def _seat(self, table: str, people: frozenset[str]) -> None:
        for person in self._seated.get(table, frozenset()) - people:
            self._yours[person].discard(table)
            if not self._yours[person]:
                del self._yours[person]
        for person in people:
            self._yours[person].add(table)
        self._seated[table] = people

    def _settle(self) -> None:
        if not self._is_due:
            self._is_due = True
            settles = SETTLES if len(self._lines) < MANY else SETTLES_FOR_MANY
            self._house.loop.call_later(settles, self._tell)

    def _changed(self) -> p.LobbyChanged:
        return p.LobbyChanged(tables=self.listed(), people=self._house.visits.people_here)

    def _send(self, line: Line, message: p.LobbyChanged | p.YoursChanged) -> None:
        """Nobody hears of what is not stored."""
        self._house.outbox.send(self._house.outbox.last, [(line, p.write(message))])

    def _tell(self) -> None:
        """Tell everybody who looks what has changed."""
        self._is_due = False
        is_changed, self._is_changed = self._is_changed, False
        people, self._changed_for = self._changed_for, set()
        if is_changed and self._lines:
            changed, outbox = self._changed(), self._house.outbox
            self._people_told, written = changed.people, p.write(changed)
            outbox.send(outbox.last, [(line, written) for line in self._lines])
        for line, who in self._lines.items():
            if who in people and who is not None:
                self._tell_yours(line, who)

    def _tell_yours(self, line: Line, who: str) -> None:
        rooms = [room for table in self.tables_of(who) if (room := self._house.rooms.get(table))]
        yours = [_your(room, who) for room in sorted(rooms, key=lambda room: room.opened_at)]
        told = p.YoursChanged(tables=[*yours, *self._ended_of(who)])
        if self._told.get(line) != told:
            self._told[line] = told
            self._send(line, told)

    def _ended_of(self, who: str) -> list[p.YourTable]:
        """Somebody's tables that ended lately, the last first."""
        since = self._house.wall() - ENDED_FOR
        ended = sorted(self._ended.get(who, {}).values(), key=lambda one: -one[0])
        return [table for at, table in ended[:MOST_ENDED] if at >= since]


def _your(room: Room, who: str) -> p.YourTable:
    """A table as somebody is shown it who sits there."""
    return p.YourTable(
        table=room.id,
        game=room.settings.game,
        phase=room.phase,
        players=[seat.name or seat.bot for seat in room.seats],
        is_your_turn=room.is_turn_of(who),
        due=room.due_for(who),
        since=room.opened_at,
    )


def _ended(row: TableRow) -> p.YourTable:
    """A table that has ended, as it is stored."""
    return p.YourTable(
        table=row.id,
        game=row.game,
        phase=msgspec.convert(row.phase, p.Phase),
        players=[seat.name or seat.bot for seat in _kept(row).seats],
        is_your_turn=False,
        due=None,
        since=row.created_at,
    )


def _has_seat(row: TableRow, person: str) -> bool:
    return any(seat.person == person for seat in _kept(row).seats)


def _kept(row: TableRow) -> Kept:
    return msgspec.json.decode(row.state, type=Kept)
