"""What a server bears: tables of programs over real sockets, shared out over processes so that the server is what is
measured (`server/crowd.py`); and a server of its own to try it on.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from openoutcry.bots import ready
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find
from openoutcry.server import keeping
from openoutcry.server.crowd import Counts, Crowd, Load
from openoutcry.server.listening import listen, url_of
from openoutcry.server.running import loop_factory, run
from openoutcry.server.settings import Settings

MOST_TABLES, MOST_PROCESSES = 20_000, 64
STOPS_WITHIN = 30.0
"""Seconds in which a server of our own ends that is asked to."""
UNLIMITED = 1_000_000
"""More than a load test asks for of what a server usually limits."""
CONTEXT = multiprocessing.get_context("spawn")


class OwnServer(NamedTuple):
    """A server, and its process where that is known."""

    url: str
    process: int


def checked(load: Load, processes: int) -> Load:
    """A load that can be."""
    find(load.game).check_seats(load.seats)
    if not 0 < load.tables + load.idle + load.spare <= MOST_TABLES or min(load.tables, load.idle, load.spare) < 0:
        raise Mistake(f"there are 1 to {MOST_TABLES} tables, not {load.tables} and {load.idle} idle ones")
    if load.seconds <= 0 or load.every < 0:
        raise Mistake(f"it takes more than 0 seconds, with 0 or more between actions, not {load.seconds}, {load.every}")
    if not 1 <= processes <= MOST_PROCESSES:
        raise Mistake(f"there are 1 to {MOST_PROCESSES} processes, not {processes}")
    return load


def measure(load: Load, processes: int = 1, server: int = 0) -> Counts:
    """Put a load on a server, and count. Its time begins once all tables have. The server's process, where it is given,
    is watched.
    """
    prepare(load.game)
    workers = [_Worker(share) for share in shares(checked(load, processes), processes)]
    try:
        for worker in workers:
            worker.heard()
        for worker in workers:
            worker.go()
        for worker in workers:
            worker.heard()
        total, before = Counts(), processor_time(server)
        for worker in workers:
            total.add(worker.heard())
        total.processor = processor_time(server) - before
        return total
    finally:
        for worker in workers:
            worker.end()


def processor_time(process: int) -> float:
    """Seconds that a process has worked, where the system tells: by all its threads, ours and the system's."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def prepare(game: str) -> None:
    """Have compiled what a server needs of a game."""
    ready.prepare([find(game)], keeping.NEEDS)


def shares(load: Load, processes: int) -> list[Load]:
    """What each process does of a load.

    >>> [(share.tables, share.idle) for share in shares(Load("http://localhost:1", tables=3, idle=2), 2)]
    [(2, 1), (1, 1)]
    """
    counts = [_parts(count, processes) for count in (load.tables, load.idle, load.spare)]
    each = [replace(load, tables=some, idle=idle, spare=spare) for some, idle, spare in zip(*counts, strict=True)]
    return [share for share in each if share.tables + share.idle]


def _parts(whole: int, count: int) -> list[int]:
    return [whole // count + (number < whole % count) for number in range(count)]


class _Worker:
    """A process that has a share of the load: it says when its tables have begun and when it counts, and then what it
    has counted.
    """

    def __init__(self, load: Load) -> None:
        self._line, other = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_work, args=(load, other), daemon=True)
        self._process.start()
        other.close()

    def heard(self) -> Any:
        """What the process says next."""
        try:
            said = self._line.recv()
        except EOFError:
            raise RuntimeError("a process of the load test has ended before its time") from None
        if isinstance(said, Mistake):
            raise said
        return said

    def go(self) -> None:
        """Let it play."""
        self._line.send(None)

    def end(self) -> None:
        """Stop it, whatever it does."""
        self._process.terminate()
        self._process.join()


def _work(load: Load, line: Connection) -> None:
    """Play a share of the load."""

    async def play() -> None:
        crowd = Crowd(load, asyncio.get_running_loop())
        await crowd.gather()
        gc.collect()
        gc.freeze()
        line.send(None)
        await crowd.loop.run_in_executor(None, line.recv)
        line.send(await crowd.play(lambda: line.send(None)))
        crowd.leave()

    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(play())
    except Mistake as mistake:
        line.send(Mistake(str(mistake)))


# A server of our own.


@contextmanager
def own_server(game: str, folder: Path | None = None, **settings: Any) -> Iterator[OwnServer]:
    """A server with a database of its own, in a folder or for the time being, at a free port: it sets no limits that a
    crowd from one place would meet, and has one game only.
    """
    prepare(game)
    with TemporaryDirectory() as spare, listen("127.0.0.1", 0) as listening:
        chosen = Settings(**_free_of_limits(folder or Path(spare)) | settings)
        mine, other = CONTEXT.Pipe()
        server = CONTEXT.Process(target=_serve, args=(chosen, Path(spare), game, listening, other), daemon=True)
        server.start()
        other.close()
        try:
            _wait_for(mine)
            yield OwnServer(url_of(listening).rstrip("/"), server.pid or 0)
        finally:
            _stop(server)


def _free_of_limits(folder: Path) -> dict[str, Any]:
    return {
        "database": str(folder / "load.sqlite"),
        "vault_file": str(folder / "load.key"),
        "most_connections": UNLIMITED,
        "most_connections_of_one": UNLIMITED,
        "most_people_per_hour": UNLIMITED,
        "most_tables": UNLIMITED,
        "most_requests_per_minute": UNLIMITED,
        "messages_per_second": float(UNLIMITED),
    }


def _wait_for(server: Connection) -> None:
    try:
        server.recv()
    except EOFError:
        raise Mistake("the server for the load test has not started") from None


def _stop(server: BaseProcess) -> None:
    server.terminate()
    server.join(STOPS_WITHIN)
    if server.is_alive():
        server.kill()
        server.join()


def _serve(settings: Settings, folder: Path, game: str, listening: socket.socket, told: Connection) -> None:
    """Serve one game, and a page that says so."""
    (folder / "index.html").write_text("<!doctype html><title>Load test</title>\n", encoding="utf-8")
    run(settings, folder, listening, lambda: told.send(None), [find(game)])
