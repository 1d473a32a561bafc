"""A real server that is killed, stopped, short of disk or without its database: nothing is lost, people are told."""

from __future__ import annotations

import asyncio
import hashlib
import json
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from kills import OPERATOR, Served, kill_again_and_again, server_in, until
from needed import lacks, program
from openoutcry.games import find
from openoutcry.table.checking import check, holds
from openoutcry.table.file import replayed
from openoutcry.table.old_file import OtherVersion
from postgres import Postgres

GAME = {"game": "crypto_cards", "seats": 2, "undo": "never", "haste": 0.0, "bots": {1: "greedy"}}
SECONDS = 60.0
RUN = 83_412
"""The run of every client here, whose ids go on over all its lines."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with server_in(tmp_path) as server:
        yield server


def test_twenty_kills(served: Served) -> None:
    counts = asyncio.run(kill_again_and_again(served, 20, seed=1))
    assert counts["kills"] == 20
    assert counts["play_action"] > 20


@pytest.mark.long
def test_two_hundred_kills(served: Served) -> None:
    counts = asyncio.run(kill_again_and_again(served, 200, seed=2))
    assert counts["kills"] == 200
    assert counts["files checked"] > 0


# One person at one table.


class Guest:
    """Somebody who came by HTTP, and has a table with a bot."""

    def __init__(self, served: Served, **settings: Any) -> None:
        self.served = served
        made = httpx.post(f"{served.url}/api/people", json={"name": "Ann"}, timeout=SECONDS).json()
        self.person, self.token = made["person"], made["token"]
        self.ids = count(1)
        self.table, self.invite = "", ""
        self.open(**settings)

    def open(self, **settings: Any) -> None:
        answer = httpx.post(
            f"{self.served.url}/api/tables",
            json=GAME | settings,
            headers={"Authorization": f"Bearer {self.token}"},
            timeout=SECONDS,
        )
        assert answer.status_code == 201, answer.text
        self.table, self.invite = answer.json()["table"], answer.json()["invite"]

    @contextmanager
    def line(self, last: int = 1) -> Iterator[Line]:
        """A line to the table."""
        where = f"ws://127.0.0.1:{self.served.port}/ws/tables/{self.table}"
        with connect(where, open_timeout=SECONDS, max_size=2**24) as socket:
            line = Line(socket)
            line.say(type="enter", token=self.token, code=self.invite, last=last, run=RUN)
            yield line

    def choice(self, line: Line) -> int:
        """An action that may be played, once there is one."""
        line.say(type="describe_view")
        while not (view := line.hears("view_described"))["legal"]:
            line.hears("view_changed")
            line.say(type="describe_view")
        action: int = view["legal"][0]["action"]
        return action

    def play(self, line: Line, action: int | None = None) -> int:
        """Say an action; its id."""
        number = next(self.ids)
        line.say(type="play_action", id=number, action=self.choice(line) if action is None else action)
        return number

    def begin(self, line: Line) -> None:
        """Start, and shuffle."""
        line.say(type="start_match", id=next(self.ids))
        nonce = bytes(32)
        asked = line.hears("shuffle_asked")
        commitment = hashlib.sha256(nonce).hexdigest()
        line.say(type="commit_nonce", round=asked["round"], commitment=commitment)
        line.hears("nonces_committed")
        line.say(type="reveal_nonce", round=asked["round"], nonce=nonce.hex())
        line.hears("view_changed")

    def entries(self) -> list[tuple[Any, ...]]:
        """What is stored of the log."""
        asked = "SELECT line, person, client_id FROM entries WHERE table_id = ? ORDER BY number"
        return self.served.rows(asked, self.table)

    def file(self) -> httpx.Response:
        return httpx.get(
            f"{self.served.url}/api/tables/{self.table}/file", params={"code": self.invite}, timeout=SECONDS
        )


class Line:
    """A line at which one waits for what is to be heard."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hears(self, kind: str, is_it: Callable[[dict[str, Any]], object] = lambda _: True) -> dict[str, Any]:
        """The next message of a kind."""
        end = time.monotonic() + SECONDS
        while True:
            heard: dict[str, Any] = json.loads(self.socket.recv(timeout=end - time.monotonic()))
            self.heard.append(heard)
            if heard["type"] == kind and is_it(heard):
                return heard

    def hears_notice(self, code: str) -> None:
        self.hears("notice_given", lambda told: told["reason"]["code"] == code)

    def is_quiet(self, seconds: float, kind: str) -> bool:
        """Whether nothing of a kind is heard for a while."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.heard.append(json.loads(self.socket.recv(timeout=left)))
            except TimeoutError:
                break
            if self.heard[-1]["type"] == kind:
                return False
        return True


def status_of(served: Served, path: str) -> int:
    return httpx.get(f"{served.url}{path}", timeout=SECONDS).status_code


def test_what_was_said_before_a_kill_is_said_once(served: Served) -> None:
    """A line of chat, before the match and in it, and an action: said again under the same id after a kill."""
    served.started()
    guest = Guest(served)
    with guest.line(last=0) as line:
        line.say(type="say_line", id=500, text="before")
        line.hears("accepted")
        guest.begin(line)
        line.say(type="say_line", id=501, text="in play")
        played = guest.play(line)
        line.hears("accepted", lambda told: told["id"] == played)
    said = guest.entries()[-1] if guest.entries()[-1][1] else guest.entries()[-2]
    served.end()
    served.started()
    with guest.line() as line:
        line.say(type="say_line", id=500, text="before")
        line.say(type="say_line", id=501, text="in play")
        line.say(type="play_action", id=played, action=json.loads(said[0])["action"])
        for number in (500, 501, played):
            assert line.hears("accepted")["id"] == number
    asked = "SELECT text, client_id FROM chats WHERE table_id = ? ORDER BY number"
    assert served.rows(asked, guest.table) == [("before", f"{RUN}-500"), ("in play", f"{RUN}-501")]
    assert [said_as for _, person, said_as in guest.entries() if person] == [f"{RUN}-{played}"]


# Trouble with the disk and the database.


def waits_and_goes_on(served: Served, guest: Guest, stop: Callable[[], object], go_on: Callable[[], object]) -> None:
    """While nothing can be stored nothing is acknowledged, and people are told; then it goes on."""
    with guest.line(last=0) as line:
        guest.begin(line)
        action = guest.choice(line)
        stop()
        number = guest.play(line, action)
        line.hears_notice("storing_waits")
        assert line.is_quiet(1.0, "accepted")
        assert number not in [told.get("id") for told in line.heard if told["type"] == "accepted"][1:]
        assert status_of(served, "/") == 200
        assert status_of(served, "/healthz") == 200
        assert status_of(served, "/readyz") == 503
        go_on()
        codes = [told["reason"]["code"] for told in line.heard if told["type"] == "notice_given"]
        assert codes == ["storing_waits"]
        heard = len(line.heard)
        line.hears("accepted", lambda told: told["id"] == number)
        if not any(told["type"] == "notice_given" for told in line.heard[heard:]):
            line.hears_notice("storing_goes_on")
        until(lambda: status_of(served, "/readyz") == 200)


def test_a_full_disk(served: Served) -> None:
    """The files of the server may grow no further."""
    served.started()
    guest = Guest(served)
    log = Path(f"{served.database}-wal")

    def limit(size: int) -> None:
        resource.prlimit(served.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    waits_and_goes_on(served, guest, lambda: limit(log.stat().st_size), lambda: limit(resource.RLIM_INFINITY))
    assert guest.entries()


def test_a_locked_database(served: Served) -> None:
    served.started()
    guest = Guest(served)
    with closing(sqlite3.connect(served.database, isolation_level=None, timeout=SECONDS)) as other:
        waits_and_goes_on(served, guest, lambda: other.execute("BEGIN EXCLUSIVE"), lambda: other.execute("ROLLBACK"))
    assert guest.entries()


SLOW = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
static int slow(const char *name, int file) {
    while (access(getenv("SLOW_WHILE"), F_OK) == 0) usleep(20000);
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}
int fsync(int file) { return slow("fsync", file); }
int fdatasync(int file) { return slow("fdatasync", file); }
"""


def test_a_slow_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written is on disk only when a file is gone."""
    compiler = program("cc")
    if sys.platform != "linux":
        lacks("slowing down a disk needs Linux")
    (tmp_path / "slow.c").write_text(SLOW)
    library = tmp_path / "slow.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, tmp_path / "slow.c", "-ldl"], check=True)
    slow = tmp_path / "slow"
    monkeypatch.setenv("SLOW_WHILE", str(slow))
    monkeypatch.setenv("LD_PRELOAD", str(library))
    with server_in(tmp_path) as served:
        monkeypatch.delenv("LD_PRELOAD")
        served.started()
        guest = Guest(served)
        waits_and_goes_on(served, guest, slow.touch, slow.unlink)
        assert guest.entries()


def test_a_postgres_that_is_killed_and_started_again(
    tmp_path: Path, postgres: Postgres, postgres_database: str
) -> None:
    with server_in(tmp_path, OUTCRY_DATABASE=postgres_database) as served:
        served.started()
        guest = Guest(served)
        waits_and_goes_on(served, guest, postgres.kill, postgres.start)
        with guest.line() as line:
            line.hears("view_changed")


def test_who_comes_while_the_database_is_away_is_told_to_come_back(
    tmp_path: Path, postgres: Postgres, postgres_database: str
) -> None:
    with server_in(tmp_path, OUTCRY_DATABASE=postgres_database) as served:
        served.started()
        guest = Guest(served)
        served.end()
        served.started()
        postgres.kill()
        try:
            with guest.line() as line:
                assert line.hears("line_closed")["is_final"] is False
            headers = {"Authorization": f"Bearer {guest.token}"}
            assert httpx.get(f"{served.url}/api/me", headers=headers, timeout=SECONDS).status_code == 503
        finally:
            postgres.start()
        with guest.line() as line:
            line.hears("entered")


# Time, versions and the end.


def test_clocks_stand_still_while_the_server_is_down(served: Served) -> None:
    served.started()
    guest = Guest(served, clock={"move": 0.0, "bank": 100.0, "increment": 0.0, "leaves": False})

    def left(line: Line) -> float:
        view = line.hears("view_changed", lambda view: view["clocks"][0]["runs"])
        seconds: float = view["clocks"][0]["left"]
        return seconds

    with guest.line(last=0) as line:
        guest.begin(line)
        guest.play(line)
        before, at = left(line), time.monotonic()
    served.end()
    time.sleep(8)
    served.start()
    until(served.answers)
    started = time.monotonic()
    with guest.line() as line:
        after = left(line)
    assert before - after < 7 + time.monotonic() - started
    assert time.monotonic() - at > 8


def correspondence(guest: Guest) -> None:
    """Sit down with a nonce, start, and go."""
    with guest.line(last=0) as line:
        line.say(type="take_seat", id=next(guest.ids), seat=0, nonce="ab" * 32)
        line.say(type="start_match", id=next(guest.ids))
        line.hears("view_changed")


def test_a_move_by_correspondence_whose_time_is_up_is_made_though_nobody_looks(served: Served) -> None:
    """The server was down, and has been running for days in all."""
    served.started()
    guest = Guest(served, days=1)
    correspondence(guest)
    served.end()
    before = len([line for line, _, _ in guest.entries() if json.loads(line)["seat"] == 0])
    with closing(sqlite3.connect(served.database)) as other, other:
        other.execute("UPDATE server SET value = CAST(CAST(value AS REAL) + 90000 AS TEXT) WHERE key = 'alive_at'")
    served.started()
    until(lambda: len([line for line, _, _ in guest.entries() if json.loads(line)["seat"] == 0]) > before)
    assert {person for _, person, _ in guest.entries()} == {None}


def test_a_table_by_correspondence_that_left_the_memory_is_woken(tmp_path: Path) -> None:
    with server_in(tmp_path, KILLS_DAY="6", KILLS_IDLE="1") as served:
        served.started()
        guest = Guest(served, days=1)
        correspondence(guest)
        until(lambda: any(json.loads(line)["seat"] == 0 for line, _, _ in guest.entries()))
        assert {person for _, person, _ in guest.entries()} == {None}


def test_a_table_whose_rules_have_changed_is_closed_and_its_log_kept(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    served.started()
    guest = Guest(served)
    with guest.line(last=0) as line:
        guest.begin(line)
        number = guest.play(line)
        line.hears("accepted", lambda told: told["id"] == number)
    served.end()
    before = guest.entries()
    rules = find("crypto_cards").rules
    monkeypatch.setattr(rules, "VERSION", find("crypto_cards").version + 1)
    served.started(KILLS_VERSION="crypto_cards")
    until(lambda: served.rows("SELECT phase FROM tables WHERE id = ?", guest.table) == [("closed",)])
    for _ in range(2):
        with guest.line() as line:
            assert line.hears("room_changed")["phase"] == "closed"
            line.hears_notice("rules_changed")
        answer = guest.file()
        assert answer.status_code == 200, answer.text
        assert holds(check(answer.text))
        assert [{k: v for k, v in json.loads(line).items() if k != "note"} for line, _, _ in before] == answer.json()[
            "log"
        ]
        served.end()
        served.started(KILLS_VERSION="crypto_cards")
    with pytest.raises(OtherVersion):
        replayed(answer.text)


def test_a_stop_tells_people_and_loses_nothing(served: Served) -> None:
    served.started()
    guest = Guest(served)
    with guest.line(last=0) as line:
        guest.begin(line)
        number = guest.play(line)
        line.hears("accepted", lambda told: told["id"] == number)
        served.end(signal.SIGTERM)
        line.hears_notice("server_stops")
        with pytest.raises(ConnectionClosed):
            line.hears("nothing")
    served.started()
    with guest.line() as line:
        line.hears("view_changed")
    assert [said_as for _, person, said_as in guest.entries() if person] == [f"{RUN}-{number}"]


def test_a_server_that_drains_goes_on_and_opens_nothing(served: Served) -> None:
    served.started()
    guest = Guest(served)
    with guest.line(last=0) as line:
        guest.begin(line)
        answer = httpx.post(f"{served.url}/api/operator/drain", headers={"Authorization": f"Bearer {OPERATOR}"})
        assert answer.status_code == 204
        line.hears_notice("draining")
    served.end(signal.SIGTERM)
    served.started(OUTCRY_DRAIN="true")
    assert status_of(served, "/readyz") == 503
    answer = httpx.post(
        f"{served.url}/api/tables", json=GAME, headers={"Authorization": f"Bearer {guest.token}"}, timeout=SECONDS
    )
    assert (answer.status_code, answer.json()["reason"]["code"]) == (503, "draining")
    with guest.line() as line:
        number = guest.play(line)
        line.hears("accepted", lambda told: told["id"] == number)
