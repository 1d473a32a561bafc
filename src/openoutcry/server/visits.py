"""Who is here: every line to this server, what it is for, and who speaks there."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from openoutcry.engine.mistakes import Mistake
from openoutcry.server import protocol as p
from openoutcry.server.logs import warn
from openoutcry.server.room import Room
from openoutcry.server.websocket import Line
from openoutcry.table import messages as m
from openoutcry.table.reasons import Reason, told

if TYPE_CHECKING:
    from openoutcry.server.house import House

GOING_AWAY, REFUSED, FAILED, TAKEN_OVER = 1001, 1008, 1011, 4000
LOBBY, TABLES = "/ws/lobby", "/ws/tables/"
MOST_EARLY = 32
"""Messages that a client may say before it is let in."""
COSTLY = frozenset({m.ShowMoment, p.DescribeView, m.Hello, m.AskHint, m.AskReview})
"""What takes more time than an action does: of a line it is heard as long as its time lasts."""
MOST_TIME, TIME_BACK = 0.5, 0.05
"""Seconds of ours that a line may take for what is costly, and how many come back every second."""
NOBODY: Mapping[str, Line] = {}


@dataclass(eq=False)
class Visit:
    """A line, and what it is for: the lobby, or a table, at which whoever is there is called by a name."""

    line: Line
    table: str | None
    who: str | None = None
    person: str | None = None
    room: Room | None = None
    is_entering: bool = False
    early: list[bytes] = field(default_factory=list)
    strikes: int = 0
    time_taken: float = 0.0
    taken_at: float = 0.0
    is_suspected: bool = False


class Visits:
    """All lines. The sockets call it: it lets people in, and hears them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._visits: dict[Line, Visit] = {}
        self._at: dict[str, dict[str, Line]] = {}
        self._watchers = 0

    def __len__(self) -> int:
        return len(self._visits)

    def __getitem__(self, line: Line) -> Visit:
        return self._visits[line]

    def __contains__(self, line: Line) -> bool:
        return line in self._visits

    @property
    def people_here(self) -> int:
        """How many people have a line to this server."""
        return len({visit.person for visit in self._visits.values() if visit.person})

    def at(self, table: str) -> Mapping[str, Line]:
        """Whoever is at a table, with their lines."""
        return self._at.get(table, NOBODY)

    # What sockets call.

    def may_open(self, path: str, headers: Mapping[str, str]) -> int:
        """Whether somebody may connect, as HTTP says it."""
        if not (path == LOBBY or path.startswith(TABLES)):
            return 404
        if not self._house.settings.is_origin_allowed(headers.get("origin"), headers.get("host")):
            return 403
        return 101

    def opened(self, line: Line) -> None:
        """Somebody has connected."""
        self._visits[line] = Visit(line, None if line.path == LOBBY else line.path.removeprefix(TABLES))
        self._house.metrics.lines.inc()

    def stopping(self) -> None:
        """The server ends."""
        self.tell_everyone(Reason("server_stops"))

    def closed(self, line: Line) -> None:
        """A connection is gone."""
        house = self._house
        house.metrics.lines.dec()
        visit = self._visits.pop(line)
        house.lobby.leave(line)
        house.later.drop(line)
        if visit.person:
            house.lobby.people_changed()
        room = visit.room
        if room and visit.who and self.at(room.id).get(visit.who) is line:
            self._leave(room.id, visit.who)
            house.step(room, room.leave(visit.who, house.now()))

    def _leave(self, table: str, who: str) -> None:
        del self._at[table][who]
        if not self._at[table]:
            del self._at[table]

    def heard(self, line: Line, written: bytes) -> None:
        """Somebody says something."""
        visit = self._visits[line]
        if visit.is_entering:
            visit.early.append(written)
            if len(visit.early) > MOST_EARLY:
                line.close(REFUSED, "enter first")
            return
        try:
            message = p.read(written)
        except Mistake as mistake:
            self._refuse(visit, mistake)
            return
        if visit.who is None:
            if isinstance(message, p.Enter):
                visit.is_entering = True
                self._house.go(self._enter(visit, message))
            else:
                self._refuse(visit, Reason("enter_first"))
        elif visit.room is not None and not isinstance(message, p.Enter):
            self._hear(visit, visit.room, visit.who, message)
        else:
            self._refuse(visit, Reason("enter_first"))

    def _refuse(self, visit: Visit, mistake: Mistake) -> None:
        """What is no message is said so; whoever says too much of it is not heard any longer."""
        visit.strikes += 1
        self._house.metrics.refused.inc()
        visit.line.send(p.write(p.NoticeGiven(reason=told(mistake))))
        if visit.strikes > self._house.settings.strikes:
            visit.line.close(REFUSED, "not understood")

    def _hear(self, visit: Visit, room: Room, who: str, message: p.SocketMessage) -> None:
        house, line = self._house, visit.line
        if house.outbox.is_full:
            self._decline(line, message, Reason("storing_waits"))
            return
        began, is_costly = time.monotonic(), type(message) in COSTLY
        if is_costly and self._has_no_time(visit, began):
            self._decline(line, message, Reason("too_often"))
            return
        house.step(room, room.hear(who, message, house.now(), house.epoch + line.heard_at))
        took = time.monotonic() - began
        if is_costly:
            visit.time_taken += took
        house.metrics.heard(type(message).__name__, took)

    def _decline(self, line: Line, message: p.SocketMessage, reason: Reason) -> None:
        number, why = getattr(message, "id", 0), told(reason)
        line.send(p.write(m.Declined(id=number, reason=why) if number else p.NoticeGiven(reason=why)))

    def _has_no_time(self, visit: Visit, now: float) -> bool:
        visit.time_taken = max(0.0, visit.time_taken - TIME_BACK * (now - visit.taken_at))
        visit.taken_at = now
        return visit.time_taken > MOST_TIME

    # Letting people in.

    async def _enter(self, visit: Visit, message: p.Enter) -> None:
        """Let somebody in: they prove who they are, and may be there."""
        house = self._house
        try:
            room = None if visit.table is None else await house.room(visit.table)
            person = await house.people.by_token(message.token) if message.token else None
            if room is not None:
                room.check_may_enter(person, message.code)
                if visit.line in self._visits:
                    self._let_in(visit, room, person, message)
            elif visit.line in self._visits:
                visit.who = visit.person = person.person if person else ""
                visit.line.rest()
                house.lobby.enter(visit.line, person)
                self._tell_news(visit.line, house.outbox.last)
                await house.lobby.find_yours(visit.line)
        except Mistake as mistake:
            is_final = not (isinstance(mistake, Reason) and mistake.code == "storing_waits")
            visit.line.send(p.write(p.LineClosed(reason=told(mistake), is_final=is_final)))
            visit.line.close(REFUSED if is_final else GOING_AWAY, "not let in")
        except Exception:
            visit.line.close(FAILED, "come back")
            raise
        finally:
            visit.is_entering = False
        early, visit.early = visit.early, []
        for written in early:
            if visit.line in self._visits:
                self.heard(visit.line, written)

    def _let_in(self, visit: Visit, room: Room, person: p.Person | None, message: p.Enter) -> None:
        """A person has one line to a table: a newer one takes over."""
        self._watchers += 1
        who = person.person if person else f"watcher {self._watchers}"
        if older := self.at(room.id).get(who):
            older.send(p.write(p.LineClosed(reason=told(Reason("elsewhere")), is_final=True)))
            older.close(TAKEN_OVER, "elsewhere")
            self._visits[older].room = None
        visit.room, visit.who, visit.person = room, who, person.person if person else None
        if room.game.actions.hold is None:
            visit.line.rest()
        self._at.setdefault(room.id, {})[who] = visit.line
        self._house.step(room, room.enter(who, person, message, self._house.now()))
        self._house.lobby.people_changed()
        self._tell_news(visit.line, self._house.outbox.ticket_of(room.id))

    def _tell_news(self, line: Line, ticket: int) -> None:
        """Whoever comes hears what everyone was told before."""
        if self._house.outbox.is_stuck:
            line.send(p.write(p.NoticeGiven(reason=told(Reason("storing_waits")))))
        if self._house.is_draining:
            self._house.outbox.send(ticket, [(line, p.write(p.NoticeGiven(reason=told(Reason("draining")))))])

    # Everyone.

    def notice_late_pongs(self) -> None:
        """Say of each line that seems to answer pings late on purpose that there is one."""
        for visit in self._visits.values():
            if not visit.is_suspected and visit.line.delays.is_suspicious:
                visit.is_suspected = True
                warn("suspicious_pings", table=visit.table, late_by=round(visit.line.delays.excess, 3))

    def suspected_at(self, table: str) -> int:
        """How many lines to a table seem to answer pings late on purpose."""
        return sum(self._visits[line].is_suspected for line in self.at(table).values())

    def send_away(self, table: str) -> None:
        """A table leaves the memory: those who are there come back."""
        for line in self._at.pop(table, NOBODY).values():
            self.send_back(line)
            self._visits[line].room = None

    def send_back(self, line: Line) -> None:
        """End a line whose client is to come back."""
        line.send(p.write(p.LineClosed(reason=told(Reason("come_back")), is_final=False)))
        line.close(GOING_AWAY, "come back")

    def close_lines_of(self, person: str, reason: Reason) -> None:
        """End all lines of a person."""
        for visit in [visit for visit in self._visits.values() if visit.person == person]:
            visit.line.send(p.write(p.LineClosed(reason=told(reason), is_final=True)))
            visit.line.close(REFUSED, reason.code)

    def tell_everyone(self, reason: Reason) -> None:
        """Something that everyone should know."""
        written = p.write(p.NoticeGiven(reason=told(reason)))
        for visit in self._visits.values():
            if visit.who is not None:
                visit.line.send(written)
