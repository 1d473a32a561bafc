"""Where the time of an action goes in the server: `python bench/house.py`.

The house with real tables, people, a store and its writer, but lines that only keep what they are sent; the profiler
counts the processor time of the thread that plays. It slows down small functions more than large ones, so that shares
are to be read as shares, not as times.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import hashlib
import pstats
import random
import secrets
import time
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, cast

from rich import box
from rich.console import Console
from rich.table import Table

from openoutcry.bots import ready
from openoutcry.games import find
from openoutcry.server import keeping
from openoutcry.server import protocol as p
from openoutcry.server.house import House, Runs
from openoutcry.server.metrics import Metrics
from openoutcry.server.room import Room
from openoutcry.server.running import RUBBISH_AFTER
from openoutcry.server.settings import Settings
from openoutcry.server.store import Store
from openoutcry.server.vault import Vault
from openoutcry.server.websocket import Line
from openoutcry.table import messages as m

GAME, SEATS = "crypto_cards", 4
PARTS = {
    "read the message": [("protocol.py", "read")],
    "play it: rules, log, what all may know": [("match.py", "play")],
    "(of that: in compiled code, at the desk)": [("desk.py", "play")],
    "(of that: the story)": [("match.py", "_write")],
    "chain its hash": [("session.py", "_follow")],
    "tell everybody: views": [("session.py", "_tell_all")],
    "(of that: what may be undone)": [("match.py", "undo_rights")],
    "write the messages": [("house.py", "_carry")],
    "rows to be stored": [("keeping.py", "items_of"), ("outbox.py", "put")],
    "when to wake the table": [("waking.py", "wind")],
    "lobby": [("lobby.py", "table_changed")],
    "counts": [("metrics.py", "heard")],
}
"""What is done for an action, by the functions that do it; what is in brackets is part of what stands above it."""


class Kept:
    """A line that keeps what it is sent."""

    def __init__(self, path: str) -> None:
        self.path, self.half_trip, self.heard_at = path, 0.001, time.monotonic()
        self.sent: list[bytes] = []

    def send(self, *written: bytes) -> None:
        self.sent += written

    def rest(self) -> None:
        """Nobody races."""

    def close(self, code: int, reason: str = "") -> None:
        raise RuntimeError(f"the house closes a line: {code} {reason}")


async def seated(house: House, people: list[p.PersonMade]) -> tuple[Room, list[Kept]]:
    """A table in play, with somebody at every seat."""
    host = p.Person(person=people[0].person, name=people[0].name, colour=0)
    made = await house.open_tables(host, p.NewTable(game=GAME, seats=SEATS, pace=0.0))
    lines = [Kept(f"/ws/tables/{made.table}") for _ in people]
    for seat, (line, person) in enumerate(zip(lines, people, strict=True)):
        house.visits.opened(cast("Line", line))
        say(house, line, p.Enter(token=person.token, code=made.invite))
        while not line.sent:
            await asyncio.sleep(0)
        if seat:
            say(house, line, p.TakeSeat(id=1, seat=seat), p.BeReady(id=2, is_ready=True))
    say(house, lines[0], p.StartMatch(id=3))
    nonces = [secrets.token_bytes(32) for _ in lines]
    for line, nonce in zip(lines, nonces, strict=True):
        say(house, line, p.CommitNonce(round=1, commitment=hashlib.sha256(nonce).hexdigest()))
    for line, nonce in zip(lines, nonces, strict=True):
        say(house, line, p.RevealNonce(round=1, nonce=nonce.hex()))
    return house.rooms[made.table], lines


def say(house: House, line: Kept, *messages: p.SocketMessage) -> None:
    for message in messages:
        house.visits.heard(cast("Line", line), p.write(message))


async def profiled(tables: int, actions: int, folder: Path) -> tuple[cProfile.Profile, float]:
    """So many actions in turn at all tables; the profile, and the microseconds of one in the middle without it."""
    with Store(folder / "house.sqlite") as store:
        settings = Settings(most_tables_of_one=tables)
        house = House(store, Vault(folder / "key"), settings, Metrics(), Runs(1, time.time()), "token")
        people = [await house.people.make(p.NewPerson(name=f"Player {seat}")) for seat in range(SEATS)]
        rooms = [await seated(house, people) for _ in range(tables)]
        gc.freeze()
        gc.set_threshold(RUBBISH_AFTER)
        ids, times, profile = count(10), list[float](), cProfile.Profile(time.thread_time)
        for number in range(2 * actions):
            room, lines = rooms[number % tables]
            match = room.playing.match if room.playing else None
            if match is None or match.over:
                continue
            seat = random.choice(match.to_act)
            written = p.write(m.PlayAction(id=next(ids), action=random.choice(match.legal(seat)).number))
            began = time.thread_time()
            if number < actions:
                house.visits.heard(cast("Line", lines[seat]), written)
                times.append(time.thread_time() - began)
            else:
                profile.runcall(house.visits.heard, cast("Line", lines[seat]), written)
            for line in lines:
                line.sent.clear()
            if number % tables == 0:
                await asyncio.sleep(0)
        await house.close()
    return profile, 1e6 * median(times)


def seconds_in(stats: dict[Any, Any], part: list[tuple[str, str]]) -> float:
    """Seconds in some functions, and in what they called."""
    return float(
        sum(
            told[3]
            for (file, _, function), told in stats.items()
            for name, wanted in part
            if file.endswith(f"/{name}") and function == wanted and "openoutcry" in file
        )
    )


def main() -> None:
    """Print what each part of an action takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=150, help="tables (default: %(default)s)")
    parser.add_argument("--actions", type=int, default=2000, help="actions (default: %(default)s)")
    wanted = parser.parse_args()
    ready.prepare([find(GAME)], keeping.NEEDS)
    with TemporaryDirectory() as folder:
        profile, each = asyncio.run(profiled(wanted.tables, wanted.actions, Path(folder)))
    stats = cast("Any", pstats.Stats(profile)).stats
    whole = seconds_in(stats, [("visits.py", "heard")])
    table = Table("What is done for an action", "Share", box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name, part in PARTS.items():
        table.add_row(name, f"{seconds_in(stats, part) / whole:.0%}")
    Console().print(table)
    print(f"\n{each:.0f} microseconds of processor time for each action, without the profiler")


if __name__ == "__main__":
    main()
