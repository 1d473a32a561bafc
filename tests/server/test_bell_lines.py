"""The fair bell over real sockets: lines of different delays, by proxies that hold back what goes through them."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from ipaddress import ip_network
from itertools import chain

import pytest
from websockets.asyncio.client import ClientConnection, connect

import auctions
from openoutcry.server.websocket import Headers, Limits, Line
from openoutcry.table.match import Match
from ringing import BellTable
from serving import FINAL, PING, PONG, Echo, Raw, frame, serving, until

ONE_WAY, JITTER, FIRST_BY = (0.02, 0.06, 0.1), 0.02, 0.03
TABLES, RACES, PINGS = 4, 10, 8
SOON = Limits(first_pings=PINGS, first_ping_every=0.1, ping_every=2.0, trusted_proxies=(ip_network("127.0.0.0/8"),))


def auction() -> Match:
    return auctions.match_at(auctions.after(auctions.table(*[""] * 4), "0 open: E1"))


class Room:
    """A table at the server: three lines, race after race."""

    def __init__(self) -> None:
        self.lines: dict[int, Line] = {}
        self.races, self.table = 0, BellTable(auction(), time.monotonic(), half_trips={})
        self.timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Begin a race, once the delays were measured."""
        if len(self.lines) < 3 or any(len(line.delays._last) < PINGS - 1 for line in self.lines.values()):
            asyncio.get_running_loop().call_later(0.1, self.begin)
            return
        self.races += 1
        half_trips = {seat: line.half_trip for seat, line in self.lines.items()}
        self.table = BellTable(auction(), time.monotonic(), half_trips=half_trips)
        self._tell(f"race {self.races}")

    def hear(self, seat: int) -> None:
        """Somebody rings."""
        line = self.lines[seat]
        if self.table.bell.is_open:
            self.table.ring(seat, line.heard_at, line.half_trip)
            self.look()

    def look(self) -> None:
        """Do what is due, and look again when more is."""
        if self.timer:
            self.timer.cancel()
        self.table.step(now := time.monotonic())
        if self.table.log:
            self._tell(f"won {self.table.log[0]}")
            if self.races < RACES:
                asyncio.get_running_loop().call_later(0.3, self.begin)
        elif (at := self.table.next_at) is not None:
            self.timer = asyncio.get_running_loop().call_later(max(0.0, at - now), self.look)

    def _tell(self, what: str) -> None:
        for line in self.lines.values():
            line.send(what.encode())


class Rooms(Echo):
    """Rooms by their numbers: a line says where it belongs by its path."""

    def __init__(self) -> None:
        super().__init__()
        self.rooms = [Room() for _ in range(TABLES)]

    def may_open(self, path: str, headers: Headers) -> int:
        return 101 if path.startswith("/ws/") and "x-forwarded-for" in headers else 404

    def opened(self, line: Line) -> None:
        super().opened(line)
        room, seat = map(int, line.path.split("/")[2:])
        self.rooms[room].lines[seat] = line
        if len(self.rooms[room].lines) == 3:
            self.rooms[room].begin()

    def heard(self, line: Line, written: bytes) -> None:
        assert written == b"ring"
        room, seat = map(int, line.path.split("/")[2:])
        self.rooms[room].hear(seat)


@asynccontextmanager
async def far_away(port: int, one_way: float, chance: random.Random) -> AsyncIterator[int]:
    """A port behind which the server is, so much further away."""
    loop, pumps = asyncio.get_running_loop(), set[asyncio.Task[None]]()

    async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        last = 0.0
        while data := await source.read(65536):
            last = max(last + 1e-6, loop.time() + one_way + chance.uniform(0, JITTER))
            loop.call_at(last, sink.write, data)

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        both = [asyncio.create_task(pump(reader, back)), asyncio.create_task(pump(there, writer))]
        pumps.update(both)
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task, sink in zip(both, (back, writer), strict=True):
            task.cancel()
            sink.close()

    async with await asyncio.start_server(join, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


async def race(clients: dict[int, ClientConnection], chance: random.Random) -> bool | None:
    """Whether whoever pressed first has won; nothing if they were not first by enough, for the machine was busy."""
    for client in clients.values():
        assert str(await client.recv()).startswith("race")
    order, pressed = chance.sample(list(clients), 3), dict[int, float]()

    async def press(seat: int, after: float) -> None:
        await asyncio.sleep(after)
        pressed[seat] = time.monotonic()
        await clients[seat].send("ring")

    at = 0.1 + chance.uniform(0, 0.1)
    await asyncio.gather(*(press(seat, at + place * (FIRST_BY + 0.003)) for place, seat in enumerate(order)))
    won = {str(await client.recv()) for client in clients.values()}
    first, second = sorted(pressed, key=pressed.__getitem__)[:2]
    return None if pressed[second] - pressed[first] < FIRST_BY else won == {f"won {first} ring"}


async def all_races(port: int) -> list[bool | None]:
    chance = random.Random(15)
    async with AsyncExitStack() as stack:
        ports = [await stack.enter_async_context(far_away(port, one_way, chance)) for one_way in ONE_WAY]

        async def play(room: int) -> list[bool | None]:
            clients = {}
            for seat, far in enumerate(ports, start=1):
                headers = {"X-Forwarded-For": f"192.0.2.{seat}"}
                url = f"ws://127.0.0.1:{far}/ws/{room}/{seat}"
                client = connect(url, additional_headers=headers, ping_interval=None, compression=None)
                clients[seat] = await stack.enter_async_context(client)
            return [await race(clients, chance) for _ in range(RACES)]

        return list(chain.from_iterable(await asyncio.gather(*(play(room) for room in range(TABLES)))))


def test_whoever_presses_first_by_30_ms_wins_over_lines_of_different_delays() -> None:
    warm = BellTable(auction(), half_trips={})  # what is compiled is compiled before anybody waits for it
    warm.ring(1, 1.0, None)
    warm.run(1.5)
    assert warm.log == ["1 ring"]
    with serving(Rooms(), SOON) as served:
        judged = [won for won in asyncio.run(all_races(served.port)) if won is not None]
    assert len(judged) >= TABLES * RACES / 2
    assert sum(judged) >= 0.9 * len(judged)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what its peers' systems take to answer")
def test_a_client_that_answers_pings_late_on_purpose_is_noticed_by_what_its_system_answers() -> None:
    limits = Limits(first_pings=12, first_ping_every=0.1, ping_every=60)
    echo = Echo()
    with serving(echo, limits) as served, Raw(served.port) as late, Raw(served.port) as prompt:
        until(lambda: len(echo.open) == 2)
        late_line, prompt_line = echo.open
        for _ in range(6):
            number = prompt.control(PING)
            prompt.say(frame(FINAL | PONG, number))
            number = late.control(PING)
            time.sleep(0.08)
            late.say(frame(FINAL | PONG, number))
        until(lambda: len(late_line.delays._last) >= 5)
        until(lambda: len(prompt_line.delays._last) >= 5)
        assert late_line.delays.excess > 0.05
        assert (late_line.delays.is_suspicious, prompt_line.delays.is_suspicious) == (True, False)
