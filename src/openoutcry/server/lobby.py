"""The lobby: every open table, and for each person the tables they sit at; told when something of it has changed."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from openoutcry.server import protocol as p
from openoutcry.server.room import CLOSED, OVER, Kept, Room, listed
from openoutcry.server.rows import TableRow
from openoutcry.server.websocket import Line

if TYPE_CHECKING:
    from openoutcry.server.house import House

SETTLES = 0.25
"""Seconds in which changes are gathered before they are told."""
MOST_LISTED = 200
"""Tables that the lobby shows, the newest first."""


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
        self._is_changed = False
        self._changed_for: set[str] = set()
        self._is_due = False

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

    def remember(self, row: TableRow, settings: p.NewTable, kept: Kept) -> None:
        """A table that goes on, as it is stored."""
        self._seat(row.id, frozenset(seat.person for seat in kept.seats if seat.person))
        self._hosts[row.id] = kept.host
        if settings.is_open:
            self._open[row.id] = listed(row.id, settings, kept, msgspec.convert(row.phase, p.Phase), row.created_at)

    async def enter(self, line: Line, person: p.Person | None) -> None:
        """Somebody looks at the lobby: the tables they sit at are looked up, wherever they are."""
        who = person.person if person else None
        self._lines[line] = who
        line.send(p.write(p.Entered(person=who, may_sit=False)), p.write(self._changed()))
        if who is not None:
            await self._house.load_tables(self.tables_of(who))
            if line in self._lines:
                self._tell_yours(line, who)

    def leave(self, line: Line) -> None:
        """Somebody looks no longer."""
        self._lines.pop(line, None)
        self._told.pop(line, None)

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
            self._house.loop.call_later(SETTLES, self._tell)

    def _changed(self) -> p.LobbyChanged:
        return p.LobbyChanged(tables=self.listed(), people=self._house.visits.people_here)

    def _tell(self) -> None:
        """Tell everybody who looks what has changed."""
        self._is_due = False
        is_changed, self._is_changed = self._is_changed, False
        people, self._changed_for = self._changed_for, set()
        written = p.write(self._changed()) if is_changed else b""
        for line, who in self._lines.items():
            if written:
                line.send(written)
            if who in people and who is not None:
                self._tell_yours(line, who)

    def _tell_yours(self, line: Line, who: str) -> None:
        rooms = [room for table in self.tables_of(who) if (room := self._house.rooms.get(table))]
        yours = [
            p.YourTable(
                table=room.id,
                game=room.settings.game,
                phase=room.phase,
                players=[seat.name or seat.bot for seat in room.seats],
                is_your_turn=room.is_turn_of(who),
                due=room.due_for(who),
                since=room.opened_at,
            )
            for room in sorted(rooms, key=lambda room: room.opened_at)
        ]
        told = p.YoursChanged(tables=yours)
        if self._told.get(line) != told:
            self._told[line] = told
            line.send(p.write(told))
