"""Kill a server again and again while people play, and see that nothing is lost: `python tests/kills.py 1000`.

A real server with tables of all five games, people who reconnect by themselves and say again what was not answered, and
SIGKILL at any moment: while it starts, shuffles, stores or waits. What is stored is compared with what people heard
after each kill, and the files of matches that are over are checked.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import importlib
import io
import json
import os
import random
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from openoutcry.bots import ready
from openoutcry.bots.seated import SeatedBots
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.games import find, registered
from openoutcry.server import keeping, waking
from openoutcry.table import messages as m
from openoutcry.table.checking import Shown, check, holds
from openoutcry.table.match import Match
from openoutcry.table.session import Session

CLOCK = {"move": 60.0, "bank": 60.0, "increment": 1.0, "leaves": False}
GAMES: list[dict[str, Any]] = [
    {"game": "crypto_cards", "seats": 3, "undo": "consent", "options": {"hand": 3}},
    {"game": "bounce", "seats": 3, "undo": "never", "clock": CLOCK},
    {"game": "cash_a_catch", "seats": 3, "undo": "right", "pace": 0.6},
    {"game": "cash_or_crash", "seats": 3, "undo": "consent", "pace": 0.3, "options": {"round_limit": 4}},
    {"game": "dead_cat_bounce", "seats": 3, "undo": "never", "clock": CLOCK},
]
"""A table of each game: two people and a bot."""
MOMENTS = ("starting", "shuffling", "storing", "any")
SAID = ("hello", "good luck", "Öl", "thanks 🐟")
OPERATOR = "the operator of the tests"
PATIENCE = 60.0
"""Seconds within which something has to go on, on a busy machine too."""
RUN = 83_412
"""The run of every client, whose ids go on over all its lines."""


# The server.


class Nursery:
    """Starts servers at once: a process that has imported all they need, and forks."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self, settings: dict[str, str]) -> int:
        """A server with settings by the environment; the id of its process."""
        assert self._process.stdin, self._process.stdout
        self._process.stdin.write(json.dumps(settings) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline()) if self._process.stdout else 0

    def close(self) -> None:
        """Start no more."""
        self._process.communicate()


def nurse() -> None:
    """Be the process that forks."""
    for module in ("uvloop", "openoutcry.cli.serve", "openoutcry.server.running", "openoutcry.server.page"):
        importlib.import_module(module)
    from openoutcry.cli import main

    registered()
    with suppress(SystemExit), redirect_stdout(io.StringIO()):
        main(["serve", "--help"])
    for settings in GAMES:
        _load_code(find(settings["game"]))
    ready.prepare_in_background = lambda *_: None  # what is compiled now would outlive whoever is killed
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _be_server(json.loads(line))
        print(pid, flush=True)


def _load_code(game: Game) -> None:
    """Play a little, so that what was compiled is in the memory."""
    if not ready.is_ready(game, keeping.NEEDS) or IS_PLAIN:
        return
    session = Session(bytes(32))
    match = Match(game, 3, key=bytes(32), players=["Ann", "Bea", "Bot"])
    session.begin(match, {"Ann": 0, "Bea": 1}, {2: "greedy"}, now=0.0, haste=0.0)
    session.hear("Ann", m.Hello(), 0.0)
    for now in range(1, 20):
        for ask in session.wanted():
            session.decided(ask.number, SeatedBots().answer(ask), float(now))
        for who, seat in (("Ann", 0), ("Bea", 1)):
            if match.to_act == [seat]:
                session.hear(who, m.PlayAction(id=now, action=match.legal(seat)[0].number), float(now))
        session.due(float(now))


def _be_server(settings: dict[str, str]) -> None:
    """Be `outcry serve`, from the first moment on; of a later version of a game, or with shorter days, if so set."""
    os.environ |= settings
    log = os.open(settings["KILLS_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    null = os.open(os.devnull, os.O_RDONLY)
    for number, file in ((null, 0), (log, 1), (log, 2)):
        os.dup2(number, file)
    sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if "KILLS_VERSION" in settings:
        game = find(settings["KILLS_VERSION"])
        vars(game.rules)["VERSION"] = game.version + 1
    keeping.A_DAY = int(settings.get("KILLS_DAY", keeping.A_DAY))
    waking.IDLE_FOR = float(settings.get("KILLS_IDLE", waking.IDLE_FOR))
    from openoutcry.cli import main

    sys.argv = ["outcry", "serve"]
    status: object = 1
    try:
        main()
    except SystemExit as end:
        status = end.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status if isinstance(status, int) else 1)


class Served:
    """A server that can be killed and started again, on the same database and port."""

    def __init__(self, nursery: Nursery, folder: Path, **settings: str) -> None:
        self.folder, self.database = folder, folder / "outcry.sqlite"
        self._nursery, self.pid = nursery, 0
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        self._settings = {
            "OUTCRY_PORT": str(self.port),
            "OUTCRY_DATABASE": str(self.database),
            "OUTCRY_VAULT_FILE": str(folder / "vault.key"),
            "OUTCRY_MOST_PEOPLE_PER_HOUR": "100000",
            "OUTCRY_MESSAGES_PER_SECOND": "1000",
            "OUTCRY_OPERATOR_TOKEN": OPERATOR,
            "KILLS_LOG": str(self.log),
        } | settings

    def start(self, **settings: str) -> None:
        """Begin to start; see `answers`."""
        assert not self.pid, "one runs"
        self.pid = self._nursery.start(self._settings | settings)

    def answers(self) -> bool:
        """Whether it is up."""
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/healthz", timeout=5).status_code == 200
        return False

    def started(self, **settings: str) -> None:
        """Start, and wait until it is up."""
        self.start(**settings)
        until(self.answers)

    def end(self, number: int = signal.SIGKILL) -> None:
        """End it, by default without a word, and wait until it is gone."""
        os.kill(self.pid, number)
        until(lambda: not self.is_there)
        self.pid = 0

    @property
    def is_there(self) -> bool:
        """Whether the process runs."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, 0)
            return True
        return False

    def rows(self, asked: str, *given: object) -> list[tuple[Any, ...]]:
        """What is stored, looked up past the server."""
        with closing(sqlite3.connect(self.database, timeout=PATIENCE)) as connection:
            return connection.execute(asked, given).fetchall()


def until(holds: Any, seconds: float = PATIENCE) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.005)


@contextmanager
def server_in(folder: Path, **settings: str) -> Iterator[Served]:
    """A server that is not started yet; it is gone at the end."""
    nursery = Nursery()
    served = Served(nursery, folder, **settings)
    try:
        yield served
    finally:
        if served.pid and served.is_there:
            served.end()
        nursery.close()


# People.


@dataclass
class Person:
    """Somebody at one table, wherever the line breaks: what they said, heard and were answered."""

    fleet: Fleet
    table: Table
    token: str
    id: str
    is_host: bool
    seat: int
    ids: Iterator[int] = field(default_factory=lambda: count(1))
    sent: dict[int, dict[str, Any]] = field(default_factory=dict)
    waiting: dict[int, dict[str, Any]] = field(default_factory=dict)
    accepted: dict[int, dict[str, Any]] = field(default_factory=dict)
    heads: set[str] = field(default_factory=set)
    story: list[Any] = field(default_factory=list)
    view: dict[str, Any] | None = None
    chats: dict[int, str] = field(default_factory=dict)
    last: int = 0
    entries: int = 0
    nonce: bytes = b""
    phase: str = ""
    line: ClientConnection | None = None
    heard: dict[str, Any] = field(default_factory=dict)

    async def live(self) -> None:
        """Be at the table until it is over, over as many lines as it takes."""
        while not self.table.is_over:
            with suppress(OSError, WebSocketException, TimeoutError):
                where = f"ws://127.0.0.1:{self.fleet.served.port}/ws/tables/{self.table.id}"
                async with connect(where, open_timeout=5, ping_interval=None, max_size=2**24) as self.line:
                    await self._enter()
                    while not self.table.is_over:
                        self._hear(await heard_at(self.line))
                        await self._go_on()
            await asyncio.sleep(0.02)

    async def _enter(self) -> None:
        """Whoever comes back says so, and says again what was not answered, under the same ids."""
        await self.say(type="enter", token=self.token, code=self.table.invite, last=self.last, run=RUN)
        for message in list(self.waiting.values()):
            await self.say(**message)

    async def say(self, **message: Any) -> None:
        assert self.line is not None
        await self.line.send(json.dumps(message))

    async def ask(self, **message: Any) -> None:
        """Say something that is to be answered."""
        number = next(self.ids)
        self.sent[number] = self.waiting[number] = {"id": number, **message}
        await self.say(**self.waiting[number])
        self.fleet.happens("storing")

    def _hear(self, heard: dict[str, Any]) -> None:
        self.heard = heard
        match heard["type"]:
            case "accepted":
                if (said := self.waiting.pop(heard["id"], None)) is not None:
                    self.accepted[heard["id"]] = said
                    self.fleet.counts[said["type"]] += 1
            case "declined":
                self.waiting.pop(heard["id"], None)
                self.fleet.counts[f"declined: {heard['reason']['code']}"] += 1
            case "view_changed":
                self._see(heard)
            case "chat_told":
                for line in heard["lines"]:
                    known = self.chats.setdefault(line["number"], line["text"])
                    assert known == line["text"], "a line of chat was another before"
            case "room_changed":
                self.table.is_over = heard["phase"] == "over"
                assert heard["seat"] == self.seat, "whoever sits keeps their seat"
                self.phase = heard["phase"]
            case "line_closed":
                assert not heard["is_final"], heard
            case "host_failed":
                raise AssertionError(heard)

    def _see(self, view: dict[str, Any]) -> None:
        """What is seen now goes on from what was seen before."""
        self.last, before = view["number"], self.view
        self.story[view["log_from"] :] = view["log"]
        if before is not None and self.table.settings["undo"] == "never":
            assert view["entries"] >= before["entries"], "something was lost"
            if view["entries"] == before["entries"] and view["head"] == before["head"]:
                assert view["record"] == before["record"], "the same moment looks different"
        self.heads.add(view["head"])
        self.entries, self.view = max(self.entries, view["entries"]), view

    async def _go_on(self) -> None:
        """Do what is to be done after what was heard."""
        heard, dice = self.heard, self.fleet.dice
        match heard["type"]:
            case "room_changed" if heard["phase"] == "gathering" and not self._is_asking("start_match", "be_ready"):
                if not self.is_host and not heard["seats"][self.seat]["is_ready"]:
                    await self.ask(type="be_ready", is_ready=True)
                elif self.is_host and all(seat["is_ready"] or seat["bot"] for seat in heard["seats"][1:]):
                    await self.ask(type="start_match")
            case "shuffle_asked":
                self.nonce = secrets.token_bytes(32)
                self.fleet.happens("shuffling")
                commitment = hashlib.sha256(self.nonce).hexdigest()
                await self.say(type="commit_nonce", round=heard["round"], commitment=commitment)
            case "nonces_committed":
                self.fleet.happens("shuffling")
                await self.say(type="reveal_nonce", round=heard["round"], nonce=self.nonce.hex())
            case "view_changed" | "declined" if self.phase == "playing":
                await self.say(type="describe_view")
            case "table_changed" if (undo := heard["undo"]) and undo["seat"] != self.seat:
                if self.seat not in undo["agreed"] and not self._is_asking("answer_undo"):
                    await self.ask(type="answer_undo", agrees=dice.random() < 0.7)
            case "view_described":
                await self._play(heard)

    def _is_asking(self, *types: str) -> bool:
        return any(said["type"] in types for said in self.waiting.values())

    async def _play(self, view: dict[str, Any]) -> None:
        dice = self.fleet.dice
        if dice.random() < 0.03 and not self._is_asking("say_line"):
            await self.ask(type="say_line", text=f"{dice.choice(SAID)} {self.seat} {len(self.sent)}")
        if self._is_asking("play_action", "take_back", "ask_undo"):
            return
        if self.view and dice.random() < 0.04:
            if self.view["may_undo"]:
                await self.ask(type="take_back")
                return
            if self.view["may_ask_undo"]:
                await self.ask(type="ask_undo")
                return
        if view["legal"]:
            await self.ask(type="play_action", action=dice.choice(view["legal"])["action"])


@dataclass
class Table:
    """A table, and who sits there."""

    id: str
    invite: str
    settings: dict[str, Any]
    people: list[Person] = field(default_factory=list)
    is_over: bool = False


class Fleet:
    """People at a table of each game; where one is over the next is opened."""

    def __init__(self, served: Served, dice: random.Random, bot: str = "greedy") -> None:
        self.served, self.dice, self.bot = served, dice, bot
        self.tables: list[Table] = []
        self.counts: Counter[str] = Counter()
        self._moments = {moment: asyncio.Event() for moment in MOMENTS}
        self._http = httpx.AsyncClient(base_url=served.url, timeout=10)
        self._guests: list[dict[str, Any]] = []

    def happens(self, moment: str) -> None:
        self._moments[moment].set()

    async def comes(self, moment: str, seconds: float) -> None:
        """Wait for something to happen, or so long."""
        self._moments[moment].clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._moments[moment].wait()

    async def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """Ask until it is answered."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                answer = await self._http.post(path, json=body, headers={"Authorization": f"Bearer {token or 0}"})
                assert answer.status_code in (201, 429, 503), answer.text
                if answer.status_code == 201:
                    made: dict[str, Any] = answer.json()
                    return made
                why = answer.text
            except httpx.HTTPError as error:
                why = repr(error)
            assert time.monotonic() < end, f"{path} is not answered: {why}"
            await asyncio.sleep(0.05)

    async def play(self, game: dict[str, Any]) -> None:
        """Play a game, and then the next."""
        guests = [await self.post("/api/people", {"name": f"Person {number}"}) for number in range(2)]
        while True:
            settings = {"bots": {2: self.bot}, "haste": 0.0, "is_open": True} | game
            made = await self.post("/api/tables", settings, guests[0]["token"])
            table = Table(made["table"], made["invite"], settings)
            people = [
                Person(self, table, guest["token"], guest["person"], seat == 0, seat)
                for seat, guest in enumerate(guests)
            ]
            await self._sit(people[1])
            table.people = people
            self.tables.append(table)
            async with asyncio.TaskGroup() as group:
                for person in people:
                    group.create_task(person.live())
            self.counts["matches over"] += 1

    async def _sit(self, person: Person) -> None:
        """Take a seat, however often that has to be said."""
        while True:
            with suppress(OSError, WebSocketException, TimeoutError):
                where = f"ws://127.0.0.1:{self.served.port}/ws/tables/{person.table.id}"
                async with connect(where, open_timeout=5, ping_interval=None) as line:
                    enter = {"type": "enter", "token": person.token, "code": person.table.invite}
                    await line.send(json.dumps(enter))
                    await line.send(json.dumps({"type": "take_seat", "id": 2**40, "seat": person.seat}))
                    while True:
                        heard = await heard_at(line)
                        assert heard["type"] != "declined", heard
                        if heard["type"] == "accepted":
                            return
            await asyncio.sleep(0.02)

    # What has to hold, whenever no server runs.

    def compare(self) -> None:
        """What is stored is what people were told."""
        for table in self.tables:
            rows = self.served.rows(
                "SELECT number, line, hash, person, client_id FROM entries WHERE table_id = ? ORDER BY number", table.id
            )
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
            header = json.loads(self.served.rows("SELECT rounds FROM tables WHERE id = ?", table.id)[0][0])
            known = {row[2] for row in rows} | ({_root(header)} if header else set())
            by_id: dict[tuple[str, int], list[dict[str, Any]]] = {}
            for _, line, _, person, number in rows:
                if person is not None:
                    by_id.setdefault((person, id_of(number)), []).append(json.loads(line))
            people = {person.id: person for person in table.people}
            for (who, number), lines in by_id.items():
                _is_what_was_said(people[who], number, lines)
            alone = [json.loads(line) for _, line, _, person, _ in rows if person is None]
            assert all(line["seat"] == 2 or line.get("text") == "hold" for line in alone), "only the bot acts by itself"
            chats = Counter(
                (person, id_of(number), text)
                for person, number, text in self.served.rows(
                    "SELECT person, client_id, text FROM chats WHERE table_id = ?", table.id
                )
            )
            assert set(chats.values()) <= {1}, "a line of chat was doubled"
            for person in table.people:
                assert person.heads <= known, "somebody was told what is not stored"
                for number, said in person.accepted.items():
                    if said["type"] in ("play_action", "take_back"):
                        assert (person.id, number) in by_id, f"what was accepted is lost: {said}"
                    if said["type"] == "say_line":
                        assert (person.id, number, said["text"]) in chats, f"a line of chat is lost: {said}"
            for who, number, text in chats:
                assert people[who].sent[number]["text"] == text, "a line of chat was invented"

    async def check_files(self) -> int:
        """The files of matches that are over hold, with the heads that people saw; how many there were."""
        over = [table for table in self.tables if table.is_over]
        for table in over:
            answer = await self._http.get(f"/api/tables/{table.id}/file", params={"code": table.invite})
            while answer.status_code == 429:
                await asyncio.sleep(1)
                answer = await self._http.get(f"/api/tables/{table.id}/file", params={"code": table.invite})
            assert answer.status_code == 200, answer.text
            for person in table.people:
                head = person.view["head"] if person.view else None
                steps = check(answer.text, Shown(head=head))
                assert holds(steps), [str(step.reason) for step in steps if step.holds is False]
                assert person.heads <= set(answer.json()["fairness"]["hashes"])
        return len(over)

    def stand(self) -> str:
        """How all people stand."""
        return "".join(
            f"\n{table.settings['game']} {person.seat} {person.phase} {person.waiting} {str(person.heard)[:300]}"
            for table in self.tables
            if not table.is_over
            for person in table.people
        )

    async def close(self) -> None:
        await self._http.aclose()


async def heard_at(line: ClientConnection) -> Any:
    """What comes next; not by `wait_for`, which in Python 3.11 may forget that it was cancelled."""
    async with asyncio.timeout(PATIENCE):
        return json.loads(await line.recv())


def id_of(written: str) -> int:
    """The id that a client gave, as it is stored with its run."""
    run, id = written.split("-")
    assert int(run) == RUN, "a run that nobody had"
    return int(id)


def _root(header: dict[str, Any]) -> str:
    from openoutcry.table.fairness import root_of

    return root_of(header).hex()


def _is_what_was_said(person: Person, number: int, lines: list[dict[str, Any]]) -> None:
    """What stands in the log under an id is what was said under it, once; in a race others have held before."""
    said = person.sent.get(number)
    assert said is not None, "an action was invented"
    if said["type"] == "play_action":
        lines = [line for line in lines if line["seat"] == person.seat or line["text"] != "hold"]
    assert len(lines) == 1, f"an action was doubled: {said}, {lines}"
    match said["type"]:
        case "play_action":
            assert (lines[0]["seat"], lines[0].get("action")) == (person.seat, said["action"]), (said, lines)
        case "take_back":
            assert (lines[0]["seat"], "undo" in lines[0]) == (person.seat, True), (said, lines)
        case kind:
            assert kind in ("ask_undo", "answer_undo"), (said, lines)
            assert "undo" in lines[0], (said, lines)


# Killing.


async def kill_again_and_again(served: Served, kills: int, seed: int, seconds: float = 1e9) -> Counter[str]:
    """So many kills, or for so long; then the tables go on for ten actions more, and all that is over is checked."""
    dice = random.Random(seed)
    fleet = Fleet(served, dice)
    end = time.monotonic() + seconds
    playing = asyncio.ensure_future(_all(fleet))
    try:
        await asyncio.to_thread(served.started)
        while fleet.counts["kills"] < kills and time.monotonic() < end:
            await _kill_once(fleet, dice, playing)
        before = fleet.counts["accepted"] = fleet.counts["play_action"]
        await _until_played(fleet, before + 10, playing)
        fleet.counts["files checked"] = await fleet.check_files()
    finally:
        playing.cancel()
        await asyncio.wait([playing])
        await fleet.close()
    if not playing.cancelled() and (error := playing.exception()):
        raise error
    served.end()
    fleet.compare()
    return fleet.counts


async def _all(fleet: Fleet) -> None:
    """A table of each game."""
    not_ready = [game["game"] for game in GAMES if not ready.is_ready(find(game["game"]), keeping.NEEDS)]
    assert not not_ready, f"compile them first, with `python -m openoutcry.bots.ready`: {', '.join(not_ready)}"
    async with asyncio.TaskGroup() as group:
        for game in GAMES:
            fleet.counts[f"games: {game['game']}"] = 1
            group.create_task(fleet.play(game))


async def _until_played(fleet: Fleet, actions: int, playing: asyncio.Future[None]) -> None:
    """The tables go on."""
    end = time.monotonic() + PATIENCE
    while fleet.counts["play_action"] < actions:
        if playing.done():
            playing.result()
        assert time.monotonic() < end, f"nothing goes on after the kill: {fleet.stand()} {fleet.counts}"
        await asyncio.sleep(0.01)


async def _kill_once(fleet: Fleet, dice: random.Random, playing: asyncio.Future[None]) -> None:
    served, moment = fleet.served, dice.choice(MOMENTS)
    if moment == "starting":
        await asyncio.sleep(dice.random() * 0.4)
    else:
        await asyncio.to_thread(until, served.answers)
        await fleet.comes(moment, dice.random() * (0.6 if moment == "any" else 4.0))
        await asyncio.sleep(dice.random() * 0.01)
    await asyncio.to_thread(served.end)
    if playing.done():
        playing.result()
    fleet.counts["kills"] += 1
    fleet.counts[f"while {moment}"] += 1
    fleet.compare()
    served.start()
    if dice.random() < 0.5:
        await _until_played(fleet, fleet.counts["play_action"] + 1, playing)


def main() -> None:
    """The command."""
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("kills", type=int, nargs="?", default=1000)
    reading.add_argument("--seed", type=int, default=0)
    reading.add_argument("--seconds", type=float, default=1e9)
    reading.add_argument("--nursery", action="store_true", help=argparse.SUPPRESS)
    given = reading.parse_args()
    if given.nursery:
        nurse()
        return
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, server_in(Path(folder)) as served:
        try:
            counts = asyncio.run(kill_again_and_again(served, given.kills, given.seed, given.seconds))
        finally:
            print(served.log.read_text()[-3000:], file=sys.stderr)
    print(f"{counts['kills']} kills in {time.monotonic() - began:.0f} s, nothing lost and nothing doubled:")
    for name, number in sorted(counts.items()):
        print(f"  {number:7} {name}")


if __name__ == "__main__":
    main()
