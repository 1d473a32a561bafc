"""What the server bears, beside boardgame.io's: `python bench/server.py`, or with the names of some measures.

Both servers run on one core and those who play on another; they take turns in short rounds, and a ratio is taken within
each round, because machines are shared. Rates are by the server's processor time, of all its threads, so that other
work on the machine counts less; what the clock on the wall says is told beside them. Ours stores every action before
anybody is told of it (SQLite, `synchronous = FULL`), checks the rules of Crypto Cards, and chains hashes; boardgame.io
plays a simpler game, with a `playerView`, in memory. Clients of both are programs of the same kind: asyncio, no library
for sockets, every message decoded, and a legal action played as soon as it is one's turn.

Their game never ends, so that nothing but actions is measured. Ours does, after some fifty: then the same number of
people go on at another table, which was opened and dealt before anything was counted. What the server bears where each
match is followed by a new table, new sockets and a new shuffle is measured beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.request import urlopen

import msgspec
import uvloop
from rich import box
from rich.console import Console
from rich.table import Table

from openoutcry.bots import ready
from openoutcry.games import find
from openoutcry.server import keeping
from openoutcry.server.crowd import UNMASKED, WARM_UP, Load
from openoutcry.server.loadtest import OwnServer, measure, own_server, processor_time
from openoutcry.server.page import PAGE
from openoutcry.server.websocket import MASKED, WHOLE_TEXT, head

ROOT = Path(__file__).resolve().parent.parent
PEER = ROOT / "bench" / "peers" / "boardgame"
GAME, SEATS = "crypto_cards", 4
TABLES, SECONDS, ROUNDS = 400, 3.0, 5
SPARE = 2 * TABLES
"""Tables at which people go on whose match has ended."""
ACTING, EVERY = 20, 1.0
"""Tables that play beside idle ones, and seconds between their actions."""
STARTS = 3
LEAST_TIMES, GOAL_TIMES, MOST_P99, MOST_START = 2.0, 5.0, 50.0, 3.0
HANDSHAKE = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
SERVER_CORE, CLIENT_CORE = 0, 1


class NotMeasured(Exception):
    """What a measurement needs is not here; the message says what."""


class Measure(NamedTuple):
    """A figure, what it should be, and whether it is."""

    name: str
    shown: str
    target: str = ""
    met: bool | None = None


class Rate(NamedTuple):
    """Actions per second: of the server's processor time, and on the wall; and how long answers took (ms)."""

    processor: float
    wall: float
    p50: float
    p99: float


def on_core(number: int, process: int = 0) -> None:
    """Keep a process on one core, where the system lets a program choose."""
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(process, {number % (os.cpu_count() or 1)})


# Ours.


@contextmanager
def ours() -> Iterator[OwnServer]:
    """Our server on one core; its database is on the disk that has this repository."""
    (ROOT / "build").mkdir(exist_ok=True)
    with TemporaryDirectory(dir=ROOT / "build") as folder, own_server(GAME, Path(folder)) as server:
        for thread in Path(f"/proc/{server.process}/task").iterdir():
            on_core(SERVER_CORE, int(thread.name))
        yield server


def measured(server: OwnServer, **load: Any) -> Rate:
    """What comes of a load; anything wrong in what was heard ends the bench."""
    counts = measure(Load(server.url, GAME, SEATS, **load), server=server.process)
    if counts.faults:
        raise SystemExit("wrong: " + "; ".join(counts.faults))
    told = counts.as_dict()
    return Rate(counts.actions / max(counts.processor, 1e-9), told["actions_per_second"], told["p50"], told["p99"])


def our_rate(spare: int = SPARE) -> Rate:
    with ours() as server:
        return measured(server, tables=TABLES, spare=spare, seconds=SECONDS)


# boardgame.io.


def installed() -> str:
    """boardgame.io in its folder, of the version that is pinned there; the command that runs Node."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NotMeasured("Node and npm are not installed")
    if not (PEER / "node_modules" / "boardgame.io").is_dir():
        command = [npm, "install", "--prefix", str(PEER), "--no-package-lock", "--no-audit", "--no-fund", "--silent"]
        if subprocess.run(command, check=False).returncode:
            raise NotMeasured("boardgame.io could not be installed")
    return node


@contextmanager
def theirs() -> Iterator[OwnServer]:
    """Their server on one core."""
    port = free_port()
    command = [installed(), str(PEER / "server.cjs"), str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            if "ready" not in server.stdout.readline():
                raise RuntimeError("boardgame.io's server has not started")
            for thread in Path(f"/proc/{server.pid}/task").iterdir():
                on_core(SERVER_CORE, int(thread.name))
            yield OwnServer(f"http://127.0.0.1:{port}", server.pid)
        finally:
            server.kill()


def free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Board:
    """All that is counted of their clients."""

    def __init__(self) -> None:
        self.actions, self.views, self.latencies, self.is_on = 0, 0, list[float](), False


class BoardPlayer(asyncio.Protocol):
    """A client of boardgame.io: it speaks socket.io over a WebSocket, and plays any card of its hand in its turn."""

    def __init__(self, board: Board, match: str, seat: int) -> None:
        self._board, self._match, self._seat = board, match, str(seat)
        self._held, self._is_open, self._asked = b"", False, 0.0
        self._state: dict[str, Any] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._write = transport.write  # type: ignore[attr-defined]
        self._write(HANDSHAKE)

    def data_received(self, data: bytes) -> None:
        data = self._held + data
        if not self._is_open:
            _, end, data = data.partition(b"\r\n\r\n")
            self._is_open = bool(end)
        position, size = 0, len(data)
        while size - position >= 2:
            length, start = data[position + 1], position + 2
            if length > 125:
                start += 2 if length == 126 else 8
                if size < start:
                    break
                length = int.from_bytes(data[position + 2 : start], "big")
            if start + length > size:
                break
            self._heard(data[start : start + length])
            position = start + length
        self._held = data[position:]

    def _say(self, written: bytes) -> None:
        begun = head(WHOLE_TEXT, len(written))
        self._write(begun[:1] + bytes([begun[1] | MASKED]) + begun[2:] + UNMASKED + written)

    def _emit(self, *said: Any) -> None:
        self._say(b"42/market," + msgspec.json.encode(said))

    def _heard(self, written: bytes) -> None:
        """Open, ping, connected, or an event."""
        if written.startswith(b"0"):
            self._say(b"40/market,")
        elif written == b"2":
            self._say(b"3")
        elif written.startswith(b"40"):
            self._emit("sync", self._match, self._seat, None, SEATS)
        elif written.startswith(b"42/market,"):
            kind, _, *told = msgspec.json.decode(written[10:])
            if kind == "sync":
                self._see(told[0]["state"])
            elif kind == "update":
                self._board.views += 1
                self._see(told[0])

    def _see(self, state: dict[str, Any]) -> None:
        if self._asked and self._state is not None and state["_stateID"] > self._state["_stateID"]:
            self._board.latencies.append(time.perf_counter() - self._asked)
            self._board.actions += 1
            self._asked = 0.0
        self._state = state
        self.act()

    def act(self) -> None:
        state = self._state
        if state and self._board.is_on and state["ctx"]["currentPlayer"] == self._seat and not self._asked:
            self._asked = time.perf_counter()
            args = [random.randrange(len(state["G"]["hands"][self._seat]))]
            payload = {"type": "play", "args": args, "playerID": self._seat, "credentials": None}
            self._emit("update", {"type": "MAKE_MOVE", "payload": payload}, state["_stateID"], self._match, self._seat)


def the(player: BoardPlayer) -> BoardPlayer:
    """A connection's own player."""
    return player


async def drive_theirs(server: OwnServer) -> Rate:
    loop, board, players = asyncio.get_running_loop(), Board(), list[BoardPlayer]()
    port = int(server.url.rpartition(":")[2])
    for table in range(TABLES):
        for seat in range(SEATS):
            player = BoardPlayer(board, f"match {table}", seat)
            await loop.create_connection(partial(the, player), "127.0.0.1", port)
            players.append(player)
    while not all(player._state for player in players):
        await asyncio.sleep(0.05)
    board.is_on = True
    for player in players:
        player.act()
    await asyncio.sleep(WARM_UP)
    board.actions, board.latencies = 0, []
    began, before = time.perf_counter(), processor_time(server.process)
    await asyncio.sleep(SECONDS)
    took, spent = time.perf_counter() - began, processor_time(server.process) - before
    board.is_on = False
    latencies = sorted(board.latencies)
    at = [1000 * latencies[int(part * len(latencies))] for part in (0.5, 0.99)]
    return Rate(board.actions / max(spent, 1e-9), board.actions / took, *at)


def play_theirs(server: OwnServer, answer: Connection) -> None:
    on_core(CLIENT_CORE)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        answer.send(runner.run(drive_theirs(server)))


def their_rate() -> Rate:
    with theirs() as server:
        context = multiprocessing.get_context("spawn")
        mine, other = context.Pipe()
        player = context.Process(target=play_theirs, args=(server, other))
        player.start()
        other.close()
        try:
            return Rate(*mine.recv())
        finally:
            player.kill()
            player.join()


# What is measured.


def told(rate: Rate) -> str:
    return f"{rate.processor:,.0f} ({rate.wall:,.0f} on the wall, p50 {rate.p50:.0f} ms, p99 {rate.p99:.0f} ms)"


def actions() -> list[Measure]:
    """Actions per second beside boardgame.io's."""
    mine, opening, others = [], [], []
    why = ""
    for _ in range(ROUNDS):
        mine.append(our_rate())
        opening.append(our_rate(spare=0))
        try:
            others.append(their_rate())
        except NotMeasured as missing:
            why = str(missing)
    found = [
        Measure(f"Actions per second of processor time, {TABLES} tables of {SEATS}, durable", told(max(mine))),
        Measure("The same where each match is followed by a new table, dealt anew", told(max(opening))),
    ]
    if why:
        return [*found, Measure("Ours to boardgame.io's", f"not measured: {why}")]
    times, times_opening = (
        median(one.processor / other.processor for one, other in zip(rates, others, strict=True))
        for rates in (mine, opening)
    )
    return [
        *found,
        Measure(f"boardgame.io 0.50.2, {TABLES} tables of {SEATS}, in memory", told(max(others))),
        Measure(
            "Ours to boardgame.io's",
            f"{times:.1f} times ({times_opening:.1f} with new tables)",
            f"at least {LEAST_TIMES:.0f} times; {GOAL_TIMES:.0f} is the goal",
            times >= LEAST_TIMES,
        ),
    ]


def open_tables(count: int) -> list[Measure]:
    """How long answers take while many tables are open."""
    with ours() as server:
        before = memory_of(server.process)
        rate = measured(server, tables=ACTING, idle=count - ACTING, every=EVERY, seconds=10.0)
        grown = (memory_of(server.process) - before) / count
    shown = f"p50 {rate.p50:.1f} ms, p99 {rate.p99:.1f} ms"
    return [
        Measure(f"{count:,} tables open, {ACTING} of them act every second", shown),
        Measure(f"Memory per table, {count:,} with one person each", f"{grown / 1024:.0f} KiB"),
    ]


def busy_tables() -> list[Measure]:
    """A thousand tables where people play as people do."""
    with ours() as server:
        before = memory_of(server.process)
        rate = measured(server, tables=1000, every=3.0, seconds=15.0)
        grown = (memory_of(server.process) - before) / 1000
    shown = f"p50 {rate.p50:.1f} ms, p99 {rate.p99:.1f} ms, {rate.wall:.0f} actions per second"
    return [
        Measure(
            "1,000 tables of four that each act every three seconds",
            shown,
            f"p99 under {MOST_P99:.0f} ms",
            rate.p99 < MOST_P99,
        ),
        Measure("Memory per table, 1,000 with four people each", f"{grown / 1024:.0f} KiB"),
    ]


def start() -> list[Measure]:
    """From the command to the first answer, nothing to compile."""
    if not (PAGE / "index.html").is_file():
        return [Measure("Start of `outcry serve`", "not measured: the page is not built (make page)")]
    ready.prepare([find(GAME)], keeping.NEEDS)
    took, worked = min(one_start() for _ in range(STARTS))
    shown = f"{took:.2f} s ({worked:.2f} s of processor time)"
    return [Measure("Start of `outcry serve`, warm", shown, f"under {MOST_START:.0f} s", took < MOST_START)]


def one_start() -> tuple[float, float]:
    """Seconds until a server answers, and those of its processor."""
    port = free_port()
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from openoutcry.cli import main; main()", "serve", "--port", str(port)]
        environment = os.environ | {"OUTCRY_DATABASE": f"{folder}/start.sqlite", "OUTCRY_VAULT_FILE": f"{folder}/key"}
        began = time.perf_counter()
        with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as server:
            try:
                while True:
                    with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                        assert answer.status == 200
                        return time.perf_counter() - began, processor_time(server.pid)
                    time.sleep(0.01)
            finally:
                server.terminate()


def memory_of(process: int) -> int:
    """Bytes of memory that a process has now."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


MEASURES: dict[str, Callable[[], list[Measure]]] = {
    "actions": actions,
    **{f"open-{count}": partial(open_tables, count) for count in (200, 1000, 5000)},
    "busy": busy_tables,
    "start": start,
}


def show(found: list[Measure], *, markdown: bool) -> None:
    """Print the figures as a table."""
    headings = ("Measure", "Result", "Target", "Met")
    rows = [(one.name, one.shown, one.target, {True: "yes", False: "no", None: ""}[one.met]) for one in found]
    if markdown:
        for row in (headings, ["---"] * 4, *rows):
            print(f"| {' | '.join(row)} |")
        return
    table = Table(*headings, box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measures", nargs="*", help=f"some of {', '.join(MEASURES)} (default: all)")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    wanted = parser.parse_args()
    on_core(CLIENT_CORE)
    load = os.getloadavg()[0]
    found = [measure for name in wanted.measures or MEASURES for measure in MEASURES[name]()]
    show(found, markdown=wanted.markdown)
    print(f"\ncores {os.cpu_count()}, load before {load:.1f}, {time.strftime('%Y-%m-%d')}")


if __name__ == "__main__":
    main()
