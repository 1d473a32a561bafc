"""The house: every table on this server, and what follows when something happens at one.

All of it happens in one event loop, so that each table is changed by one thing at a time. What a table says waits until
what it rests on is stored (`server/outbox.py`); the table itself does not wait. Lines are in `server/visits.py`, timers
in `server/waking.py`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from openoutcry import bots
from openoutcry.bots import ready
from openoutcry.engine.chance import KEY_SIZE
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.server import keeping
from openoutcry.server import protocol as p
from openoutcry.server.bell import Delays
from openoutcry.server.database import why
from openoutcry.server.kept import PLAYING, Kept, Seat
from openoutcry.server.later import LATER, Later
from openoutcry.server.lobby import Lobby
from openoutcry.server.logs import say, warn
from openoutcry.server.metrics import Metrics
from openoutcry.server.outbox import Outbox
from openoutcry.server.people import People
from openoutcry.server.playing import Playing, Said
from openoutcry.server.room import Room
from openoutcry.server.rows import ServerRow
from openoutcry.server.settings import Settings
from openoutcry.server.shuffle import DrawnRound
from openoutcry.server.store import Store
from openoutcry.server.thinking import Thinkers
from openoutcry.server.vault import FINGERPRINT, Vault
from openoutcry.server.visits import Visits
from openoutcry.server.waking import Waking
from openoutcry.table.asks import Ask
from openoutcry.table.limits import LONGEST_NAME
from openoutcry.table.reasons import Reason

Answer = TypeVar("Answer")


class Runs(NamedTuple):
    """How many servers have run with this database, and when the one before was last alive."""

    generation: int
    alive_at: float


class House:
    """Everything that one server has. The application calls it; rooms ask it for what they need."""

    def __init__(
        self, store: Store, vault: Vault, settings: Settings, metrics: Metrics, runs: Runs, operator_token: str
    ) -> None:
        self.store, self.vault, self.settings, self.metrics = store, vault, settings, metrics
        self.operator_token = operator_token
        self.loop = asyncio.get_running_loop()
        self.generation, alive_at = runs
        self.epoch = alive_at - time.monotonic()
        """What the tables' clock is before the time since the machine was started."""
        self.rooms: dict[str, Room] = {}
        self.is_draining = settings.drain
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._others: list[tuple[Room, Said]] = []
        self._ready: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self.people = People(self)
        self.lobby = Lobby(self)
        self.visits = Visits(self)
        self.waking = Waking(self)
        self.thinkers = Thinkers(self, settings.thinkers)
        self.outbox = Outbox(self)
        self.later = Later(self.loop, self.outbox.tell)

    async def open(self) -> None:
        """Go on with every table; nobody is told anything before this run of the server is counted."""
        counted = [ServerRow(FINGERPRINT, self.vault.fingerprint), ServerRow("generation", str(self.generation))]
        self.outbox.begin(counted)
        await self.waking.begin()

    async def close(self) -> None:
        """Stop: everything is stored, and whatever comes now comes too late."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        self.waking.close()
        self.thinkers.close()
        await self.reading(self.outbox.writer.close)

    async def reading(self, read: Callable[..., Answer], *about: Any) -> Answer:
        """Look something up in the store, beside the loop."""
        try:
            return await self.loop.run_in_executor(None, read, *about)
        except SQLAlchemyError as error:
            warn("reading_waits", why=why(error))
            raise Reason("storing_waits") from None

    def go(self, doing: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while."""
        task = self.loop.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.loop.call_exception_handler({"message": "a task failed", "exception": error})

    # Time and chance, for rooms.

    def now(self) -> float:
        """Seconds of the tables' clock: it begins with those since 1970, is never set, and stands still while no server
        runs, so that nobody's time passes then.
        """
        return self.epoch + time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def new_secret(self) -> bytes:
        """Chance that nobody knows."""
        return secrets.token_bytes(KEY_SIZE)

    def due_at(self, room: Room) -> float | None:
        """When a table has to be woken even if nobody looks at it, by the tables' clock."""
        return self.waking.due_at(room)

    def check_bot(self, name: str, game: Game) -> object:
        """Refuse a bot that does not play a game, or that is not for everybody."""
        if name not in bots.LEVELS and name not in ("random", "greedy"):
            raise Reason("no_such_bot", name=name[:LONGEST_NAME])
        return bots.read(name, game)

    def check_ready(self, game: Game) -> None:
        """Refuse a game that is still being compiled; what is ready stays so."""
        if game.name in self._ready:
            return
        if not ready.is_ready(game, keeping.NEEDS):
            raise Reason("game_not_ready", game=game.title)
        self._ready.add(game.name)

    def delays_of(self, table: str, who: str) -> Delays | None:
        """How long messages are on their way to somebody at a table, and back."""
        line = self.visits.at(table).get(who)
        return None if line is None else line.delays

    # Tables.

    async def room(self, table: str) -> Room:
        """A table, from the memory or the store; the other of a duplicate comes with it."""
        if (room := self.rooms.get(table)) and (not room.kept.twin or room.kept.twin in self.rooms):
            return room
        if not keeping.is_id(table):
            raise Reason("no_table")
        if table not in self._loading:
            self._loading[table] = self.loop.create_future()
            self.go(self._load(table, self._loading[table]))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str, promise: asyncio.Future[Room]) -> None:
        try:
            room = self.rooms.get(table)
            if room is None:
                room = await self.reading(keeping.load, self, table)
            if room.kept.twin and room.kept.twin not in self.rooms:
                twin = await self.reading(keeping.load, self, room.kept.twin)
                self.rooms.setdefault(twin.id, twin)
                self.step(self.rooms[twin.id], [])
            self.rooms.setdefault(table, room)
            promise.set_result(self.rooms[table])
            self.step(self.rooms[table], [])
        except Exception as error:
            promise.set_exception(error)
            promise.exception()
            if not isinstance(error, Mistake):
                raise
        finally:
            del self._loading[table]

    async def load_tables(self, tables: Iterable[str]) -> None:
        """Have tables in the memory; one that cannot be had is left out."""
        for table in list(tables):
            try:
                await self.room(table)
            except Mistake:
                continue

    def take_again(self, tables: Iterable[str]) -> None:
        """Tables whose memory is not what is stored are taken from the store; what is not there was never opened."""
        for table in list(tables):
            if room := self.rooms.get(table):
                self.forget(room)
                self.go(self._take_again(table))

    async def _take_again(self, table: str) -> None:
        try:
            await self.room(table)
        except Mistake as mistake:
            if isinstance(mistake, Reason) and mistake.code == "no_table":
                self.lobby.forget(table)

    async def open_tables(self, person: p.Person, settings: p.NewTable) -> p.TableMade:
        """A new table, or two for a duplicate at two tables; told when it is stored."""
        room = keeping.open_table(self, person, settings)
        if twin := self.twin_of(room):
            self.also(twin, [])
        self.step(room, [])
        await self.outbox.until(self.outbox.ticket_of(room.id))
        made = None if twin is None else p.TableMade(table=twin.id, invite=twin.invite, watch=twin.watch)
        return p.TableMade(table=room.id, invite=room.invite, watch=room.watch, twin=made)

    def _check_room_for(self, host: str) -> None:
        """Refuse a table where there are too many."""
        if self.is_draining:
            raise Reason("draining")
        if self.lobby.count >= self.settings.most_tables:
            raise Reason("server_full")
        if self.lobby.count_of(host) >= self.settings.most_tables_of_one:
            raise Reason("too_many_tables", most=self.settings.most_tables_of_one)

    def open_next(self, room: Room, seats: list[Seat]) -> str:
        """The next table of the same people."""
        following = keeping.open_next(self, room, seats)
        self._others.append((following, []))
        return following.id

    def new_room(self, settings: p.NewTable, kept: Kept) -> Room:
        """A room with an id, codes and a secret of its own, where there is room for it; for the other table of a
        duplicate there is.
        """
        if kept.twin is None:
            self._check_room_for(kept.host)
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

    def with_twin(self, room: Room) -> list[Room]:
        """A table, and the other where it is a duplicate."""
        twin = self.twin_of(room)
        return [room] if twin is None else [room, twin]

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

    def forget(self, room: Room) -> None:
        """Let a table leave the memory, with its twin, and those who are there come back."""
        for each in self.with_twin(room):
            self.visits.send_away(each.id)
            self.rooms.pop(each.id, None)
            self.waking.forget(each.id)
            self.thinkers.forget(each.id)
            self.outbox.forget(each.id)

    # What follows when something happens.

    def step(self, room: Room, said: Said) -> None:
        """A table has changed: store it, then tell; ask its bots, and wake it when it is time."""
        if self._is_closed:
            return
        items = keeping.items_of(self, room)
        others, self._others = self._others, []
        for other, _ in others:
            items += keeping.items_of(self, other)
        if items:
            self.outbox.put(items, room.id, *[other.id for other, _ in others])
        self._go_on(room, said)
        for other, told_there in others:
            self._go_on(other, told_there)

    def _go_on(self, room: Room, said: Said) -> None:
        if said:
            self._carry(room, said)
        for ask in room.asks():
            self.thinkers.ask(room, ask)
        self.waking.wind(room)
        self.lobby.table_changed(room)

    def _carry(self, room: Room, said: Said) -> None:
        """What is said goes to the lines of those it is said to; to spectators of a match that runs perhaps later."""
        lines, delay = self.visits.at(room.id), room.settings.delay
        if not delay:
            write = p.WRITER.encode
            written = [(lines[who], write(message)) for who, message in said if who in lines]
            self.outbox.tell(room.id, written)
            return
        written = []
        for who, message in said:
            line = lines.get(who)
            if line is None:
                continue
            if isinstance(message, LATER):
                is_watching = room.seat_of(who) is None
                if is_watching and room.phase == PLAYING:
                    if not self.later.hold(room.id, line, p.write(message), delay):
                        self.visits.send_back(line)
                    continue
                held = self.later.drop(line)
                if is_watching:
                    written += [(line, one) for one in held]
            written.append((line, p.write(message)))
        if written:
            self.outbox.tell(room.id, written)

    def decided(self, room: Room, ask: Ask, answer: Any) -> None:
        """A bot has answered; what a table asked that has left the memory since nobody wants to know."""
        if self.rooms.get(room.id) is room:
            self.step(room, room.decided(ask, answer, self.now()))

    # People.

    def renamed(self, person: p.Person) -> None:
        """Somebody is called otherwise: tables where they sit or watch say so."""
        for room in self._rooms_of(person.person):
            self.step(room, room.rename(person))

    async def leaves_for_good(self, person: str) -> None:
        """Somebody is to be forgotten: their lines end, and nowhere are they called by their name any more."""
        stored = [row.id for row in await self.reading(self.store.tables_of, person)]
        await self.load_tables({*stored, *self.lobby.tables_of(person)})
        for room in self._rooms_of(person):
            self.step(room, room.forget_person(person))
        self.visits.close_lines_of(person, Reason("not_known"))

    def _rooms_of(self, person: str) -> list[Room]:
        return [room for room in self.rooms.values() if person in room.guests or room.seat_of(person) is not None]
