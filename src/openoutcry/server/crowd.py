"""Programs that play at a server as people do, many in one process: for `server/loadtest.py`.

Everybody plays by their own view alone: its record is read as the game declares it, and what is legal is found by the
game's rules. Every view is checked: nobody is told what is not theirs to see, and nothing is missing.
"""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import random
import re
import secrets
import time
from array import array
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, cycle, islice
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

import msgspec
import numpy as np

from openoutcry.engine import turn
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find
from openoutcry.server import protocol as p
from openoutcry.server.websocket import CLOSE, FINAL, MASKED, PING, PONG, WHOLE_TEXT, head
from openoutcry.table import messages as m

WARM_UP = 1.0
"""Seconds of play before anything is counted."""
TABLES_OF_ONE = 40
"""Tables at which one person sits: fewer than a server usually allows."""
OPENING_AT_ONCE = 50
"""Tables of a process at which people are sitting down."""
BEGINS_WITHIN = 60.0
"""Seconds in which a table has to begin."""
PATIENCE, PAUSE = 60.0, 2.0
"""For how many seconds a server that says "too often" is asked again, and after how many."""
MOST_FAULTS = 20
"""Faults that are kept; the others are counted."""
BOT = "random"
"""Who sits with the one person at an idle table."""
A_HEAD = re.compile("[0-9a-f]{64}")
PARTS = (50, 90, 99)
"""Percentiles that are told."""
UNMASKED = bytes(4)
"""A mask that changes nothing."""
HANDSHAKE = (
    "GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)

_READER = msgspec.json.Decoder(p.ServerMessage)
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Load:
    """What a server is to bear: tables where people act every so many seconds (0: as soon as they may), and idle ones,
    at which one person waits among bots. Where there are spare tables, dealt before anything is counted, whoever has
    ended a match goes on at one of those; else they open the next.
    """

    url: str
    game: str = "crypto_cards"
    seats: int = 4
    tables: int = 20
    idle: int = 0
    spare: int = 0
    seconds: float = 10.0
    every: float = 0.0


@dataclass
class Counts:
    """What was heard in the time that counts, and what of it was wrong at any time."""

    actions: int = 0
    views: int = 0
    matches: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    """Seconds that the server's processor has worked in this time, where that is known."""
    latencies: array[float] = field(default_factory=lambda: array("d"))
    """Seconds from each action to its answer."""
    declined: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    more_faults: int = 0

    def fault(self, text: str) -> None:
        """Something is not as it should be."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(text)
        else:
            self.more_faults += 1

    def begin(self) -> None:
        """Count from here on; what was wrong before stays wrong."""
        self.actions = self.views = self.matches = 0
        self.latencies = array("d")
        self.declined.clear()

    def add(self, other: Counts) -> None:
        """Count what another process has counted in the same time."""
        self.actions += other.actions
        self.views += other.views
        self.matches += other.matches
        self.seconds = max(self.seconds, other.seconds)
        self.latencies += other.latencies
        self.declined += other.declined
        for text in other.faults:
            self.fault(text)
        self.more_faults += other.more_faults

    def percentile(self, part: float) -> float:
        """Seconds that so many of a hundred answers did not exceed; 0 where there was none."""
        return float(np.percentile(self.latencies, part)) if self.latencies else 0.0

    def as_dict(self) -> dict[str, Any]:
        """What was counted, as JSON has it; times in milliseconds."""
        return {
            "actions_per_second": self.actions / self.seconds,
            "views_per_second": self.views / self.seconds,
            "actions_per_second_of_processor": self.actions / self.processor if self.processor else None,
            **{f"p{part}": 1000 * self.percentile(part) for part in PARTS},
            "matches": self.matches,
            "declined": dict(self.declined),
            "faults": self.faults,
            "more_faults": self.more_faults,
        }


class Desk:
    """A server over HTTP."""

    def __init__(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise Mistake(f"a server is at an address such as http://localhost:8642, not {url!r}")
        self.is_safe = address.scheme == "https"
        self.host, self.port = address.hostname, address.port or (443 if self.is_safe else 80)
        kind = http.client.HTTPSConnection if self.is_safe else http.client.HTTPConnection
        self._connection, self.url = kind(self.host, self.port, timeout=30), url

    def post(self, path: str, body: p.Body, kind: type[Answer], token: str = "") -> Answer:
        """Have something made; a server that wants fewer requests is asked again after a while."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._connection.request("POST", path, msgspec.json.encode(body), headers)
                answer = self._connection.getresponse()
                said = answer.read()
                self._connection.close()  # a server keeps none that is idle for some seconds, as this one soon is
            except (OSError, http.client.HTTPException) as error:
                raise Mistake(f"the server at {self.url} does not answer: {error}") from None
            if answer.status < 300:
                return msgspec.json.decode(said, type=kind)
            if answer.status != http.client.TOO_MANY_REQUESTS or time.monotonic() > until:
                raise Mistake(f"the server at {self.url} refuses {path}: {said.decode(errors='replace')[:200]}")
            time.sleep(PAUSE)


class Sight:
    """How the records of a game are read: room is there once, for whoever looks."""

    def __init__(self, game: Game) -> None:
        self.size = game.state_type.itemsize
        self._states = np.zeros(1, game.state_type)
        self._bytes = self._states.view(np.uint8)
        self._mask, self._numbers = np.zeros(1, game.mask_type), np.zeros(len(game.actions), np.int32)

    def _read(self, record: bytes) -> None:
        self._bytes[:] = np.frombuffer(record, np.uint8)

    def to_act(self, record: bytes) -> int:
        """The seats that may act, as bits."""
        self._read(record)
        return int(self._states["to_act"][0])

    def is_hidden(self, record: bytes, seat: int) -> bool:
        """Whether all that a seat may not know is hidden in a record: then hiding it changes nothing."""
        self._read(record)
        turn.hide_at(self._states, seat)
        return self._states.tobytes() == record

    def legal(self, record: bytes, seat: int) -> list[int]:
        """What a seat may do."""
        self._read(record)
        return cast(
            "list[int]", self._numbers[: turn.list_legal(self._states, seat, self._mask, self._numbers)].tolist()
        )


class Player(asyncio.Protocol):
    """One person's line to a table: sits down, takes part in the shuffle, and plays whatever is legal."""

    def __init__(self, table: Table, token: str, seat: int | None) -> None:
        self._table, self._crowd, self._token = table, table.crowd, token
        self.seat = seat
        self.is_host = False
        self.is_ready = False
        self.has_view = False
        self._transport: asyncio.Transport | None = None
        self._is_open = self._is_leaving = False
        self._held = b""
        self._ids = count(1)
        self._wanted: dict[int, str] = {}
        """What was asked for besides actions, by its id."""
        self._nonce = secrets.token_bytes(32)
        self._ready_id = self._asked = self._asked_after = 0
        self._asked_at = 0.0
        self._number = self._lines = self._entries = 0
        self._record = b""
        self._may_act = False

    # The line.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = both_ways = cast("asyncio.Transport", transport)  # uvloop's are not of asyncio's classes
        self._write = both_ways.write
        self._write(HANDSHAKE.format(table=self._table.id, host=self._crowd.desk.host).encode())

    def data_received(self, data: bytes) -> None:
        """Take every whole frame."""
        if self._held:
            data = self._held + data
        if not self._is_open:
            answer, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._held = answer
                return
            if not answer.startswith(b"HTTP/1.1 101 "):
                self._fault(f"no socket is opened: {answer.partition(bytes([13]))[0].decode(errors='replace')}")
                self.leave()
                return
            self._is_open = True
            self._enter()
        self._held = self._take_frames(data)

    def _take_frames(self, data: bytes) -> bytes:
        """Hear every whole frame; returns what is left."""
        position, size = 0, len(data)
        while size - position >= 2:
            first, length, start = data[position], data[position + 1], position + 2
            if length > 125:
                start += 2 if length == 126 else 8
                if size < start:
                    break
                length = int.from_bytes(data[position + 2 : start], "big")
            end = start + length
            if end > size:
                break
            if first == WHOLE_TEXT:
                self._heard(data[start:end])
            else:
                self._control(first, data[start:end])
            position = end
        return data[position:]

    def _control(self, first: int, payload: bytes) -> None:
        if first == FINAL | PING:
            self._send(FINAL | PONG, payload)
        elif first == FINAL | CLOSE:
            if not self._is_leaving:
                self._fault(f"the line is closed: {payload[2:].decode(errors='replace')}")
            self.leave()
        else:
            self._fault(f"a frame that begins with {first:#04x}")

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, or lost."""
        if not self._is_leaving:
            self._fault(f"the line is lost: {exc or 'the server hangs up'}")

    def leave(self) -> None:
        """Hang up."""
        self._is_leaving = True
        if self._transport is not None:
            self._transport.abort()

    def _send(self, first: int, payload: bytes) -> None:
        begun = head(first, len(payload))
        self._write(begun[:1] + bytes([begun[1] | MASKED]) + begun[2:] + UNMASKED + payload)

    def say(self, message: p.SocketMessage) -> None:
        """Say something."""
        self._send(WHOLE_TEXT, p.write(message))

    def _fault(self, text: str) -> None:
        self._crowd.counts.fault(f"table {self._table.id}, seat {self.seat}: {text}")

    # Sitting down.

    def _enter(self) -> None:
        self.say(p.Enter(token=self._token, code=self._table.invite))
        if self.seat:
            self._want(p.TakeSeat(id=next(self._ids), seat=self.seat))
        if not self.is_host:
            self._ready_id = next(self._ids)
            self._want(p.BeReady(id=self._ready_id, is_ready=True))

    def start(self) -> None:
        """Begin the match."""
        self._want(p.StartMatch(id=next(self._ids)))

    def _want(self, message: p.TakeSeat | p.BeReady | p.StartMatch | p.PlayAgain) -> None:
        self._wanted[message.id] = type(message).__name__
        self.say(message)

    def _heard(self, written: bytes) -> None:
        try:
            message = _READER.decode(written)
        except (msgspec.DecodeError, UnicodeError) as error:
            self._fault(f"this is no message: {error}")
            return
        if take := HEARD.get(type(message)):
            take(self, message)

    def _entered(self, _: p.Entered) -> None:
        if self.is_host:
            self._be_ready()

    def _be_ready(self) -> None:
        self.is_ready = True
        self._table.somebody_is_ready()

    def _shuffle(self, asked: p.ShuffleAsked) -> None:
        self.say(p.CommitNonce(round=asked.round, commitment=hashlib.sha256(self._nonce).hexdigest()))

    def _reveal(self, committed: p.NoncesCommitted) -> None:
        self.say(p.RevealNonce(round=committed.round, nonce=self._nonce.hex()))

    def _room_changed(self, room: p.RoomChanged) -> None:
        if self._table.is_rotated:
            self.seat = room.seat
        if room.next and self.is_host:
            self._crowd.follow(self._table, room.next)

    def _opened(self, opened: m.MatchOpened) -> None:
        if opened.seat != self.seat:
            self._fault(f"dealt to at seat {opened.seat}")
        self._number = -1

    # Playing.

    def _see(self, view: m.ViewChanged) -> None:
        """Check what one is shown, and go on."""
        self._crowd.counts.views += 1
        for fault in self._wrong_in(view):
            self._fault(f"view {view.number}: {fault}")
        self._number, self._lines, self._entries = view.number, view.log_from + len(view.log), view.entries
        self._record = view.record
        self._may_act = False
        if len(view.record) == self._crowd.sight.size and self.seat is not None:
            to_act = self._crowd.sight.to_act(view.record)
            self._may_act = bool(to_act >> self.seat & 1)
            if not to_act and self.is_host:
                self._over()
        if not self.has_view:
            self.has_view = True
            self._table.somebody_sees()
        self.consider()

    def _wrong_in(self, view: m.ViewChanged) -> list[str]:
        wrong = []
        if self._number >= 0 and view.number != self._number + 1:
            wrong.append(f"it came after {self._number}")
        if view.log_from > (self._lines if self._number >= 0 else 0):
            wrong.append(f"its log goes on from {view.log_from} after {self._lines} lines")
        if self._number >= 0 and view.entries < self._entries:
            wrong.append(f"{view.entries} entries after {self._entries}")
        if not isinstance(view.head, str) or not A_HEAD.fullmatch(view.head):
            wrong.append(f"its head is {view.head!r}")
        if len(view.record) != self._crowd.sight.size:
            wrong.append(f"its record has {len(view.record)} bytes instead of {self._crowd.sight.size}")
        elif self.seat is not None and not self._crowd.sight.is_hidden(view.record, self.seat):
            wrong.append("it shows what is hidden from this seat")
        return wrong

    def _over(self) -> None:
        self._crowd.counts.matches += 1
        if self._crowd.is_on and not self._crowd.go_on_at_spare_table():
            self._want(p.PlayAgain(id=next(self._ids)))

    def consider(self) -> None:
        """Act when it is time."""
        if self._may_act and not self._asked and self._crowd.is_on and not self._table.is_idle:
            if self._crowd.load.every:
                self._crowd.loop.call_at(self._table.next_turn(), self.act)
            else:
                self.act()

    def act(self) -> None:
        """Play something that is legal."""
        if not self._may_act or self._asked or not self._crowd.is_on or self._is_leaving or self.seat is None:
            return
        legal = self._crowd.sight.legal(self._record, self.seat)
        if not legal:
            self._fault(f"view {self._number}: this seat is to act, and may do nothing")
            return
        self._may_act, self._asked, self._asked_after = False, next(self._ids), self._number
        self._asked_at = time.perf_counter()
        self.say(m.PlayAction(id=self._asked, action=random.choice(legal)))

    def _accepted(self, answer: m.Accepted) -> None:
        if answer.id == self._ready_id:
            self._be_ready()
        elif answer.id == self._asked:
            counts = self._crowd.counts
            counts.latencies.append(time.perf_counter() - self._asked_at)
            counts.actions += 1
            self._asked = 0
            self.consider()

    def _declined(self, answer: m.Declined) -> None:
        """What was legal when it was played may have become illegal since; if one saw nothing new, it may not."""
        code = answer.reason["code"]
        if answer.id != self._asked:
            self._fault(f"{self._wanted.get(answer.id, 'what was not asked for')} is declined: {code}")
            return
        self._crowd.counts.declined[code] += 1
        self._asked = 0
        if self._number == self._asked_after:
            self._fault(f"view {self._number}: a legal action is declined: {code}")
        self.consider()

    def _told(self, notice: p.NoticeGiven | p.LineClosed | m.HostFailed) -> None:
        self._fault(f"told {notice.reason['code']}")


HEARD: dict[type[m.Said], Callable[[Player, Any], None]] = {
    p.Entered: Player._entered,
    p.ShuffleAsked: Player._shuffle,
    p.NoncesCommitted: Player._reveal,
    p.RoomChanged: Player._room_changed,
    p.NoticeGiven: Player._told,
    p.LineClosed: Player._told,
    m.HostFailed: Player._told,
    m.MatchOpened: Player._opened,
    m.ViewChanged: Player._see,
    m.Accepted: Player._accepted,
    m.Declined: Player._declined,
}
"""What is done about each message; others are nothing to a program that plays anything."""


class Table:
    """A table with its people: those whose table it is first. At the next table of the same people seats are rotated,
    and theirs already.
    """

    def __init__(
        self, crowd: Crowd, id: str, invite: str | None, tokens: list[str], *, is_rotated: bool = False
    ) -> None:
        self.crowd, self.id, self.invite, self.tokens = crowd, id, invite, tokens
        self.is_rotated, self.is_idle = is_rotated, len(tokens) < crowd.load.seats
        self.is_followed = False
        seats = [None] * len(tokens) if is_rotated else list(range(len(tokens)))
        self.players = [Player(self, token, seat) for token, seat in zip(tokens, seats, strict=True)]
        self.players[0].is_host = True
        self.has_begun: asyncio.Future[None] = crowd.loop.create_future()
        self._next_turn = 0.0

    async def open(self) -> None:
        """Everybody comes and sits down, until the match has begun."""
        desk, loop = self.crowd.desk, self.crowd.loop
        try:
            async with asyncio.timeout(BEGINS_WITHIN):
                for player in self.players:
                    await loop.create_connection(lambda one=player: one, desk.host, desk.port, ssl=desk.is_safe or None)
                await self.has_begun
        except (OSError, TimeoutError) as error:
            self.crowd.counts.fault(f"table {self.id} does not begin: {error or 'it takes too long'}")

    def somebody_is_ready(self) -> None:
        """Begin once all are."""
        if all(player.is_ready for player in self.players):
            self.players[0].start()

    def somebody_sees(self) -> None:
        """The match has begun once all have a view."""
        if all(player.has_view for player in self.players) and not self.has_begun.done():
            self.has_begun.set_result(None)

    def next_turn(self) -> float:
        """When the next action of this table is to be."""
        every, now = self.crowd.load.every, self.crowd.loop.time()
        if not self._next_turn:
            self._next_turn = now + random.random() * every
        at = max(now, self._next_turn)
        self._next_turn = at + every
        return at

    def leave(self) -> None:
        """Everybody hangs up."""
        for player in self.players:
            player.leave()


class Crowd:
    """All tables of one process."""

    def __init__(self, load: Load, loop: asyncio.AbstractEventLoop) -> None:
        self.load, self.loop = load, loop
        self.desk, self.sight, self.counts = Desk(load.url), Sight(find(load.game)), Counts()
        self.is_on = False
        self.tables: list[Table] = []
        self._spare: list[Table] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def gather(self) -> None:
        """Open all tables, and have everybody sit down."""
        load = self.load
        playing = load.tables + load.spare
        sitting = playing * load.seats + load.idle
        people = [self._person(number) for number in range(max(load.seats, -(-sitting // TABLES_OF_ONE)))]
        next_one = cycle(people)
        crews = [load.seats] * playing + [1] * load.idle
        for start in range(0, len(crews), OPENING_AT_ONCE):
            opened = [self._opened(list(islice(next_one, crew))) for crew in crews[start : start + OPENING_AT_ONCE]]
            self.tables += opened
            await asyncio.gather(*(table.open() for table in opened))
        self._spare = self.tables[load.tables : playing]
        for table in self._spare:
            table.is_idle = True

    def _person(self, number: int) -> str:
        return self.desk.post("/api/people", p.NewPerson(name=f"Load {number}"), p.PersonMade).token

    def _opened(self, tokens: list[str]) -> Table:
        load = self.load
        bots = dict.fromkeys(range(len(tokens), load.seats), BOT)
        settings = p.NewTable(game=load.game, seats=load.seats, bots=bots, pace=0.0, haste=0.0)
        made = self.desk.post("/api/tables", settings, p.TableMade, tokens[0])
        return Table(self, made.table, made.invite, tokens)

    async def play(self, when_counting: Callable[[], object]) -> Counts:
        """Play for a while, and count; tells when that begins."""
        self.is_on = True
        for table in self.tables:
            for player in table.players:
                player.consider()
        await asyncio.sleep(WARM_UP)
        self.counts.begin()
        when_counting()
        began = time.perf_counter()
        await asyncio.sleep(self.load.seconds)
        self.is_on, self.counts.seconds = False, time.perf_counter() - began
        counts, self.counts = self.counts, Counts()
        return counts

    def leave(self) -> None:
        """Everybody hangs up."""
        for table in self.tables:
            table.leave()

    def go_on_at_spare_table(self) -> bool:
        """Play at a table where nobody does yet, if there is one."""
        if not self._spare:
            return False
        table = self._spare.pop()
        table.is_idle = False
        for player in table.players:
            player.consider()
        return True

    def follow(self, table: Table, following: str) -> None:
        """The next table of the same people: they leave the last."""
        if not table.is_followed and self.is_on:
            table.is_followed = True
            self.tables.remove(table)
            self.tables.append(after := Table(self, following, None, table.tokens, is_rotated=True))
            table.leave()
            task = self.loop.create_task(after.open())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
