"""The house: every table on this server, the lines that people have to them, and what drives them.

All of it happens in one event loop, so that each table is changed by one thing at a time. What a table says waits until
what it rests on is stored; the table itself does not wait.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from openoutcry import bots
from openoutcry.bots import ready
from openoutcry.engine.chance import KEY_SIZE
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.server import keeping
from openoutcry.server import protocol as p
from openoutcry.server.database import why
from openoutcry.server.files import is_by_other_rules
from openoutcry.server.lobby import Lobby
from openoutcry.server.logs import fail, say, warn
from openoutcry.server.metrics import Metrics
from openoutcry.server.people import People
from openoutcry.server.playing import Playing, Said
from openoutcry.server.room import GATHERING, PLAYING, Kept, Room, Seat
from openoutcry.server.rows import ServerRow
from openoutcry.server.settings import Settings
from openoutcry.server.shuffle import DrawnRound
from openoutcry.server.store import Store
from openoutcry.server.thinking import Thinkers
from openoutcry.server.vault import FINGERPRINT, Vault
from openoutcry.server.websocket import Line
from openoutcry.server.writer import Told, Writer
from openoutcry.table import messages as m
from openoutcry.table.asks import Ask
from openoutcry.table.limits import LONGEST_NAME
from openoutcry.table.reasons import Reason, told

Answer = TypeVar("Answer")

GOING_AWAY, REFUSED, FAILED, TAKEN_OVER = 1001, 1008, 1011, 4000
MOST_WAITING = 10_000
"""Messages that wait to be stored before nothing more is heard."""
MOST_EARLY = 32
"""Messages that a client may say before it is let in."""
ALIVE_EVERY = 2.0
"""Seconds after which the store hears again that the server runs."""
A_DAY, MOST_DAYS = 86_400, 30 * 86_400
"""Seconds after which a table closes at which nobody has begun to play; by correspondence there is more time."""
SLOW = 2.0
"""Seconds after which people are told that storing takes long."""
IDLE_FOR = 600.0
"""Seconds after which a table that nobody looks at leaves the memory; it is stored."""


class Runs(NamedTuple):
    """How many servers have run with this database, and when the one before was last alive."""

    generation: int
    alive_at: float


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


class House:
    """Everything that one server has. The application and the sockets call it; rooms ask it for what they need."""

    def __init__(
        self, store: Store, vault: Vault, settings: Settings, metrics: Metrics, runs: Runs, operator_token: str
    ) -> None:
        self.store, self.vault, self.settings, self.metrics = store, vault, settings, metrics
        self.operator_token = operator_token
        self.loop = asyncio.get_running_loop()
        self.generation, alive_at = runs
        self._epoch = alive_at - time.monotonic()
        self.people = People(self)
        self.lobby = Lobby(self)
        self.thinkers = Thinkers(self, settings.thinkers)
        self.rooms: dict[str, Room] = {}
        self.is_draining = settings.drain
        self._visits: dict[Line, Visit] = {}
        self._lines: dict[tuple[str, str], Line] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._timers: dict[str, tuple[float, asyncio.TimerHandle]] = {}
        self._tickets: dict[str, int] = {}
        self._waiting: deque[tuple[int, list[tuple[Line, bytes]], float]] = deque()
        self._promises: deque[tuple[int, asyncio.Future[None]]] = deque()
        self._committed = self._begun = 0
        self._is_stuck = self._is_writer_called = False
        self._watchers = 0
        self._others: list[tuple[Room, Said]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.writer = Writer(
            store,
            Told(
                committed=self._from_writer(self._stored),
                waiting=self._from_writer(self._storing_waits),
                resumed=self._from_writer(self._storing_goes_on),
                broken=self._from_writer(self._storing_failed),
            ),
        )

    def _from_writer(self, do: Callable[..., None]) -> Callable[..., None]:
        """What the thread that writes calls is done in the loop."""

        def call(*told: Any) -> None:
            if not self.loop.is_closed():
                self.loop.call_soon_threadsafe(do, *told)

        return call

    async def reading(self, read: Callable[..., Answer], *about: Any) -> Answer:
        """Look something up in the store, beside the loop."""
        try:
            return await self.loop.run_in_executor(None, read, *about)
        except SQLAlchemyError as error:
            warn("reading_waits", why=why(error))
            raise Reason("storing_waits") from None

    # Time and chance, for rooms.

    def now(self) -> float:
        """Seconds of the tables' clock: it begins with those since 1970, is never set, and stands still while no server
        runs, so that nobody's time passes then.
        """
        return self._epoch + time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def new_secret(self) -> bytes:
        """Chance that nobody knows."""
        return secrets.token_bytes(KEY_SIZE)

    def due_at(self, room: Room) -> float | None:
        """When a table has to be woken even if nobody looks at it, by the tables' clock."""
        return room.playing.next_at if room.playing and room.playing.session.has_clocks else None

    def check_bot(self, name: str, game: Game) -> object:
        """Refuse a bot that does not play a game, or that is not for everybody."""
        if name not in bots.LEVELS and name not in ("random", "greedy"):
            raise Reason("no_such_bot", name=name[:LONGEST_NAME])
        return bots.read(name, game)

    def check_ready(self, game: Game) -> None:
        """Refuse a game that is still being compiled."""
        if not ready.is_ready(game, keeping.NEEDS):
            raise Reason("game_not_ready", game=game.title)

    # Sockets.

    def may_open(self, path: str, headers: Mapping[str, str]) -> int:
        """Whether somebody may connect, as HTTP says it."""
        if not (path == "/ws/lobby" or path.startswith("/ws/tables/")):
            return 404
        if not self.settings.is_origin_allowed(headers.get("origin"), headers.get("host")):
            return 403
        return 101

    def opened(self, line: Line) -> None:
        """Somebody has connected."""
        table = None if line.path == "/ws/lobby" else line.path.removeprefix("/ws/tables/")
        self._visits[line] = Visit(line, table)
        self.metrics.lines.inc()

    def stopping(self) -> None:
        """The server ends."""
        self.tell_everyone(Reason("server_stops"))

    def closed(self, line: Line) -> None:
        """A connection is gone."""
        self.metrics.lines.dec()
        visit = self._visits.pop(line)
        self.lobby.leave(line)
        room = visit.room
        if room and visit.who and self._lines.get((room.id, visit.who)) is line:
            del self._lines[room.id, visit.who]
            self._step(room, room.leave(visit.who, self.now()))

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
                self._go(self._enter(visit, message))
            else:
                self._refuse(visit, Reason("enter_first"))
        elif visit.room is not None and not isinstance(message, p.Enter):
            self._hear(visit, visit.room, visit.who, message)
        else:
            self._refuse(visit, Reason("enter_first"))

    def _refuse(self, visit: Visit, mistake: Mistake) -> None:
        """What is no message is said so; whoever says too much of it is not heard any longer."""
        visit.strikes += 1
        self.metrics.refused.inc()
        visit.line.send(p.write(p.NoticeGiven(reason=told(mistake))))
        if visit.strikes > self.settings.strikes:
            visit.line.close(REFUSED, "not understood")

    def _hear(self, visit: Visit, room: Room, who: str, message: p.SocketMessage) -> None:
        if self._is_stuck and len(self._waiting) > MOST_WAITING:
            number = getattr(message, "id", 0)
            reason = told(Reason("storing_waits"))
            visit.line.send(p.write(m.Declined(id=number, reason=reason) if number else p.NoticeGiven(reason=reason)))
            return
        if room.playing is not None:
            room.playing.half_trips[who] = visit.line.half_trip or 0.0
        began = time.monotonic()
        self._step(room, room.hear(who, message, self._epoch + began, self._epoch + visit.line.heard_at))
        self.metrics.heard(type(message).__name__, time.monotonic() - began)

    def _go(self, doing: Any) -> None:
        task = self.loop.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.loop.call_exception_handler({"message": "a task failed", "exception": error})

    async def _enter(self, visit: Visit, message: p.Enter) -> None:
        """Let somebody in: they prove who they are, and may be there."""
        try:
            room = None if visit.table is None else await self.room(visit.table)
            person = await self.people.by_token(message.token) if message.token else None
            if room is not None:
                room.check_may_enter(person, message.code)
                if visit.line in self._visits:
                    self._let_in(visit, room, person, message)
            elif visit.line in self._visits:
                visit.who = visit.person = person.person if person else ""
                await self.lobby.enter(visit.line, person)
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
        if older := self._lines.get((room.id, who)):
            older.send(p.write(p.LineClosed(reason=told(Reason("elsewhere")), is_final=True)))
            older.close(TAKEN_OVER, "elsewhere")
            self._visits[older].room = None
        visit.room, visit.who, visit.person = room, who, person.person if person else None
        self._lines[room.id, who] = visit.line
        self._step(room, room.enter(who, person, message, self.now()))

    # Tables.

    async def room(self, table: str) -> Room:
        """A table, from the memory or the store."""
        if room := self.rooms.get(table):
            return room
        if not keeping.is_id(table):
            raise Reason("no_table")
        if table not in self._loading:
            self._loading[table] = self.loop.create_future()
            self._go(self._load(table, self._loading[table]))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str, promise: asyncio.Future[Room]) -> None:
        try:
            room = await self.reading(keeping.load, self, table)
            if room.kept.twin and room.kept.twin not in self.rooms:
                twin = await self.reading(keeping.load, self, room.kept.twin)
                self.rooms.setdefault(twin.id, twin)
                self._step(self.rooms[twin.id], [])
            self.rooms.setdefault(table, room)
            promise.set_result(self.rooms[table])
            self._step(self.rooms[table], [])
        except Exception as error:
            promise.set_exception(error)
            promise.exception()
            if not isinstance(error, Mistake):
                raise
        finally:
            del self._loading[table]

    async def open_tables(self, person: p.Person, settings: p.NewTable) -> p.TableMade:
        """A new table, or two for a duplicate at two tables; told when it is stored."""
        self._check_room_for(person)
        room = keeping.open_table(self, person, settings)
        twin = self.twin_of(room)
        for each in (room, twin):
            if each is not None:
                self._step(each, [])
        await self.stored([])
        made = None if twin is None else p.TableMade(table=twin.id, invite=twin.invite, watch=twin.watch)
        return p.TableMade(table=room.id, invite=room.invite, watch=room.watch, twin=made)

    def _check_room_for(self, person: p.Person) -> None:
        """Refuse a table where there are too many."""
        if self.is_draining:
            raise Reason("draining")
        if self.lobby.count >= self.settings.most_tables:
            raise Reason("server_full")
        if self.lobby.count_of(person.person) >= self.settings.most_tables_of_one:
            raise Reason("too_many_tables", most=self.settings.most_tables_of_one)

    def open_next(self, room: Room, seats: list[Seat]) -> str:
        """The next table of the same people."""
        following = keeping.open_next(self, room, seats)
        self._others.append((following, []))
        return following.id

    def new_room(self, settings: p.NewTable, kept: Kept) -> Room:
        """A room with an id, codes and a secret of its own."""
        codes = keeping.new_code(), keeping.new_code()
        room = Room(keeping.new_id(), settings, kept, codes, self.new_secret(), self)
        room.opened_at, room.used_at = self.wall(), self.now()
        self.rooms[room.id] = room
        self.metrics.opened += 1
        say("table_opened", table=room.id, game=room.game.name)
        return room

    def ended(self, room: Room) -> None:
        """A table is over, or closed."""
        self.metrics.ended += 1
        say("table_ended", table=room.id, game=room.game.name, phase=room.phase, why=room.kept.why_closed or "played")

    def twin_of(self, room: Room) -> Room | None:
        """The other table of a duplicate, where it is in the memory; it is while either is."""
        return self.rooms.get(room.kept.twin or "")

    def sat_down_late(self, room: Room, seat: int) -> None:
        """Somebody else sits at a seat of a match that runs."""
        keeping.sit_down_late(room, seat)

    def file_of(self, room: Room) -> str:
        """The file of a match that is over."""
        return keeping.file_of(room)

    def also(self, room: Room, said: Said) -> None:
        """Something has happened at another table too: it is stored together with what happens at this one."""
        self._others.append((room, said))

    def begin_match(self, room: Room, rounds: list[DrawnRound], key: bytes, now: float) -> Playing:
        """Deal."""
        return keeping.begin(self, room, rounds, key, now)

    def _step(self, room: Room, said: Said) -> None:
        """A table has changed: store it, then tell; ask its bots, and wake it when it is time."""
        items = keeping.items_of(self, room)
        others, self._others = self._others, []
        for other, _ in others:
            items += keeping.items_of(self, other)
        if items:
            ticket = self._tickets[room.id] = self._put(items)
            self._tickets |= {other.id: ticket for other, _ in others}
        self._go_on(room, said)
        for other, told_there in others:
            self._go_on(other, told_there)

    def _go_on(self, room: Room, said: Said) -> None:
        self._carry(room, said)
        for ask in room.asks():
            self.thinkers.ask(room, ask)
        self._wind(room)
        self.lobby.table_changed(room)

    def _carry(self, room: Room, said: Said) -> None:
        """What is said waits until what it rests on is stored."""
        lines, delay = self._lines, room.settings.delay
        written: list[tuple[Line, bytes]] = []
        for who, message in said:
            line = lines.get((room.id, who))
            if line is None:
                continue
            if delay and isinstance(message, LATER) and room.seat_of(who) is None:
                self.loop.call_later(delay, self._send_later, room.id, line, p.write(message))
            else:
                written.append((line, p.write(message)))
        if not written:
            return
        self._send_stored(self._tickets.get(room.id, self._begun), written)

    def _send_stored(self, ticket: int, written: list[tuple[Line, bytes]]) -> None:
        """Send once everything up to a ticket is stored, in order."""
        if ticket <= self._committed and not self._waiting:
            send(written)
        else:
            self._waiting.append((ticket, written, time.perf_counter()))

    def _send_later(self, table: str, line: Line, written: bytes) -> None:
        """However little later it is: what is told is stored."""
        if line in self._visits:
            self._send_stored(self._tickets.get(table, self._begun), [(line, written)])

    def _wind(self, room: Room) -> None:
        """Wake the table when it is time."""
        at, (planned, timer) = room.next_at, self._timers.get(room.id, (None, None))
        if at == planned:
            return
        if timer is not None:
            timer.cancel()
            del self._timers[room.id]
        if at is not None:
            self._timers[room.id] = at, self.loop.call_later(max(0.0, at - self.now()), self._wake, room)

    def _wake(self, room: Room) -> None:
        self._timers.pop(room.id, None)
        if self.rooms.get(room.id) is room:
            self._step(room, room.due(self.now()))

    def decided(self, room: Room, ask: Ask, answer: Any) -> None:
        """A bot has answered; what a table asked that has left the memory since nobody wants to know."""
        if self.rooms.get(room.id) is room:
            self._step(room, room.decided(ask, answer, self.now()))

    # Storing.

    def _put(self, items: list[Any]) -> int:
        """Have something stored. All that comes in one turn of the loop is stored together: the thread that writes is
        woken at its end.
        """
        if not self._is_writer_called:
            self._is_writer_called = True
            self.loop.call_soon(self._wake_writer)
        return self.writer.put(items, wakes=False)

    def _wake_writer(self) -> None:
        self._is_writer_called = False
        self.writer.wake()

    def _stored(self, ticket: int) -> None:
        """Everything up to a ticket is stored: it may be told."""
        self._committed = max(self._committed, ticket)
        told: list[tuple[Line, bytes]] = []
        now = time.perf_counter()
        while self._waiting and self._waiting[0][0] <= self._committed:
            _, written, since = self._waiting.popleft()
            told += written
            self.metrics.telling.observe(now - since)
        send(told)
        while self._promises and self._promises[0][0] <= self._committed:
            promise = self._promises.popleft()[1]
            if not promise.done():
                promise.set_result(None)

    async def stored(self, items: list[Any]) -> None:
        """Store something, and wait until it is."""
        promise: asyncio.Future[None] = self.loop.create_future()
        self._promises.append((self.writer.put(items), promise))
        await promise

    def _storing_waits(self, why: str) -> None:
        if self._is_stuck:
            return
        warn("storing_waits", why=why)
        self._is_stuck = True
        self.metrics.storing_waits.set(1)
        self.tell_everyone(Reason("storing_waits"))

    def _storing_goes_on(self) -> None:
        if not self._is_stuck:
            return
        warn("storing_goes_on")
        self._is_stuck = False
        self.metrics.storing_waits.set(0)
        self.tell_everyone(Reason("storing_goes_on"))

    def _storing_failed(self, ticket: int, error: Exception) -> None:
        """What could not be stored and never will is told to nobody; a table whose memory is not what is stored is
        taken from the store again.
        """
        self._waiting = deque(each for each in self._waiting if each[0] != ticket)
        fail("not_stored", error)
        self.metrics.broken.inc()
        for id, at in list(self._tickets.items()):
            if at >= ticket and (room := self.rooms.get(id)):
                self.forget(room)

    def forget(self, room: Room) -> None:
        """Let a table leave the memory, and those who are there come back."""
        for (id, who), line in list(self._lines.items()):
            if id == room.id:
                line.send(p.write(p.LineClosed(reason=told(Reason("come_back")), is_final=False)))
                line.close(GOING_AWAY, "come back")
                del self._lines[id, who]
                self._visits[line].room = None
        self.rooms.pop(room.id, None)
        if planned := self._timers.pop(room.id, None):
            planned[1].cancel()
        self.thinkers.forget(room.id)
        self._tickets.pop(room.id, None)

    # Everyone.

    @property
    def lines_here(self) -> int:
        """How many connections there are."""
        return len(self._visits)

    @property
    def untold(self) -> int:
        """How much waits to be told until it is stored."""
        return len(self._waiting)

    @property
    def people_here(self) -> int:
        """How many people have a line to this server."""
        return len({visit.person for visit in self._visits.values() if visit.person})

    async def load_tables(self, tables: Iterable[str]) -> None:
        """Have tables in the memory; one that cannot be had is left out."""
        for table in list(tables):
            try:
                await self.room(table)
            except Mistake:
                continue

    def renamed(self, person: p.Person) -> None:
        """Somebody is called otherwise: tables where they sit or watch say so."""
        for room in self._rooms_of(person.person):
            self._step(room, room.rename(person))

    async def leaves_for_good(self, person: str) -> None:
        """Somebody is to be forgotten: their lines end, and nowhere are they called by their name any more."""
        stored = [row.id for row in await self.reading(self.store.tables_of, person)]
        await self.load_tables({*stored, *self.lobby.tables_of(person)})
        for room in self._rooms_of(person):
            self._step(room, room.forget_person(person))
        self.close_lines_of(person, Reason("not_known"))

    def close_lines_of(self, person: str, reason: Reason) -> None:
        """End all lines of a person."""
        for visit in [visit for visit in self._visits.values() if visit.person == person]:
            visit.line.send(p.write(p.LineClosed(reason=told(reason), is_final=True)))
            visit.line.close(REFUSED, reason.code)

    def _rooms_of(self, person: str) -> list[Room]:
        return [room for room in self.rooms.values() if person in room.guests or room.seat_of(person) is not None]

    def tell_everyone(self, reason: Reason) -> None:
        """Something that everyone should know."""
        written = p.write(p.NoticeGiven(reason=told(reason)))
        for visit in self._visits.values():
            if visit.who is not None:
                visit.line.send(written)

    # For whoever runs it.

    async def open(self) -> None:
        """Know every table that goes on; wake those whose time comes, and say from time to time that all is well.

        Tables that were played by other rules than are here now are closed. Nobody is told anything before this run of
        the server is counted.
        """
        counted = [ServerRow(FINGERPRINT, self.vault.fingerprint), ServerRow("generation", str(self.generation))]
        self._begun = self._put(counted)
        for row in await self.reading(self.store.open_tables):
            settings = msgspec.json.decode(row.settings, type=p.NewTable)
            self.lobby.remember(row, settings, msgspec.json.decode(row.state, type=Kept))
            if row.phase == PLAYING and is_by_other_rules(row):
                self._load_when_due(row.id)
            elif row.due_at is not None:
                self._load_at(row.due_at, row.id)
        self._go(self._live())

    def _load_at(self, at: float, table: str) -> None:
        self.loop.call_later(max(0.0, at - self.now()), self._load_when_due, table)

    def _load_when_due(self, table: str) -> None:
        if table not in self.rooms:
            self._go(self.load_tables([table]))

    async def _live(self) -> None:
        """Every few seconds: how late it is goes to the store, and tables that nobody looks at leave the memory."""
        while True:
            storing = self.loop.create_task(self.stored([ServerRow("alive_at", str(self.now()))]))
            if not (await asyncio.wait([storing], timeout=SLOW))[0]:
                self._storing_waits("it takes long")
            await storing
            self._storing_goes_on()
            self._sweep()
            await asyncio.sleep(ALIVE_EVERY)

    def _sweep(self) -> None:
        now = self.now()
        here = {id for id, _ in self._lines}
        for room in list(self.rooms.values()):
            if room.id in here or room.kept.twin in here or self._tickets.get(room.id, 0) > self._committed:
                room.used_at = now
            elif now - room.used_at > IDLE_FOR and (room.next_at is None or room.next_at - now > IDLE_FOR):
                if room.phase == GATHERING and now - room.opened_at > (MOST_DAYS if room.settings.days else A_DAY):
                    self._step(room, room.close("nobody_came"))
                if (at := self.due_at(room)) is not None:
                    self._load_at(at, room.id)
                self.forget(room)

    def why_not_ready(self) -> str | None:
        """What keeps the server from its work."""
        if self._is_stuck:
            return "nothing can be stored right now"
        if self.is_draining:
            return "the server is about to stop, and opens no tables"
        return None

    def overview(self) -> dict[str, Any]:
        """All tables in the memory and the load, for the operator; nothing of their cards."""
        return {
            "lines": len(self._visits),
            "people": self.people_here,
            "tables": self.lobby.count,
            "in_memory": len(self.rooms),
            "waiting_to_be_stored": len(self._waiting),
            "waiting_for_bots": self.thinkers.waiting,
            "draining": self.is_draining,
            "rooms": [
                {
                    "table": room.id,
                    "game": room.game.name,
                    "phase": room.phase,
                    "is_open": room.settings.is_open,
                    "since": room.opened_at,
                    "players": [{"person": seat.person, "name": seat.name, "bot": seat.bot} for seat in room.seats],
                    "here": sum(guest.is_here for guest in room.guests.values()),
                }
                for room in sorted(self.rooms.values(), key=lambda room: -room.opened_at)
            ],
        }

    def close_table(self, room: Room, why: str) -> None:
        """End a table from outside."""
        self._step(room, room.close(why))

    def drain(self) -> None:
        """Open no more tables; people are told."""
        say("draining", tables=self.lobby.count)
        self.is_draining = True
        self.tell_everyone(Reason("draining"))

    async def close(self) -> None:
        """Stop: everything is stored."""
        for task in self._tasks:
            task.cancel()
        for _, timer in self._timers.values():
            timer.cancel()
        self.thinkers.close()
        await self.reading(self.writer.close)


LATER = (m.MatchOpened, m.TableChanged, m.ViewChanged, m.MomentShown, p.ViewDescribed)
"""What spectators are told later, where the table says so."""


def send(written: Iterable[tuple[Line, bytes]]) -> None:
    """Everything that is for a line in one go."""
    by_line: dict[Line, list[bytes]] = defaultdict(list)
    for line, one in written:
        by_line[line].append(one)
    for line, several in by_line.items():
        line.send(*several)
