"""A house in this process: real tables, store, application and lines, but lines that keep what is said to them, and a
clock that is given.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette

from openoutcry.server.app import application
from openoutcry.server.house import House, Runs
from openoutcry.server.metrics import Metrics
from openoutcry.server.room import Room
from openoutcry.server.settings import Settings
from openoutcry.server.store import Store
from openoutcry.server.vault import Vault
from openoutcry.server.websocket import Line, Sockets

OPERATOR = "the operator's token"


class StillHouse(House):
    """A house whose time passes when the test says so, and where the same is dealt each time."""

    time = 1_000_000.0
    _secrets = 0

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return self.time

    def new_secret(self) -> bytes:
        self._secrets += 1
        return hashlib.sha256(f"secret {self._secrets}".encode()).digest()

    def check_ready(self, game: object) -> None:
        """What is not compiled is played as it is."""


class Wire(asyncio.Transport):
    """The far end of a line, of which nothing comes by itself."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 4711)})

    def write(self, data: Any) -> None:
        """Frames are not looked at: the line keeps its messages."""

    def can_write_eof(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        """Nothing is connected."""


class Kept(Line):
    """A line that keeps what was said to it."""

    def __init__(self, sockets: Sockets, path: str) -> None:
        super().__init__(sockets, Wire(), path, {}, "192.0.2.1", set())
        self.said: list[bytes] = []
        self.closed_with: int | None = None

    def send(self, *written: bytes) -> None:
        if self.is_open:
            self.said += written

    def close(self, code: int, reason: str = "") -> None:
        del reason
        if self.is_open:
            self.closed_with = code
        self._is_closing = True

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """What was said of that kind, the newest last."""
        return [told for said in self.said if (told := json.loads(said))["type"] == kind]


class Client:
    """Somebody: a token, and lines to where they are."""

    def __init__(self, served: Served, name: str, person: str | None, token: str | None) -> None:
        self.served, self.name, self.person, self.token = served, name, person, token
        self.nonce = hashlib.sha256(name.encode()).hexdigest()
        self.line: Kept

    async def enter(self, path: str, **more: Any) -> Kept:
        """Connect, and come in."""
        self.line = self.served.line(path)
        self.say("enter", token=self.token, **more)
        await self.served.settle()
        return self.line

    def say(self, kind: str, **parts: Any) -> None:
        """Say something at the last line."""
        self.hear(json.dumps({"type": kind, **parts}).encode())

    def hear(self, written: bytes) -> None:
        """Have the server hear something."""
        if self.line.is_open:
            self.line.heard_at = self.served.house.time - self.served.house.epoch
            self.served.house.visits.heard(self.line, written)

    async def wants(self, kind: str, **parts: Any) -> str:
        """Say something that is answered: whether it was done, or why not."""
        number = parts.pop("id", None) or next(self.served.ids)
        before = len(self.line.said)
        self.say(kind, id=number, **parts)
        await self.served.settle()
        for said in self.line.said[before:]:
            told = json.loads(said)
            if told["type"] == "accepted" and told["id"] == number:
                return "accepted"
            if told["type"] == "declined" and told["id"] == number:
                return str(told["reason"]["code"])
        return "no answer"


class Served:
    """A house, with people and its application."""

    def __init__(self, house: StillHouse, app: Starlette, http: httpx.AsyncClient) -> None:
        self.house, self.app, self.http = house, app, http
        self.ids = count(1)
        self._sockets = Sockets(house.visits)

    def line(self, path: str) -> Kept:
        line = Kept(self._sockets, path)
        self.house.visits.opened(line)
        return line

    async def settle(self) -> None:
        """Let everything happen that can happen by now, and be stored."""
        for _ in range(3):
            while self.house._tasks:
                await asyncio.sleep(0.001)
            await self.house.outbox.stored([])
            if self.house.lobby._is_count_due:
                self.house.lobby._count()
            if self.house.lobby._is_due:
                self.house.lobby._tell()

    async def person(self, name: str) -> Client:
        """Somebody new."""
        made = (await self.http.post("/api/people", json={"name": name})).json()
        return Client(self, name, made["person"], made["token"])

    def stranger(self) -> Client:
        """Somebody without a name."""
        return Client(self, "", None, None)

    async def table(self, host: Client, people: list[Client], **settings: Any) -> tuple[Room, dict[str, Any]]:
        """A table at which the host and people sit, and nobody has begun."""
        made = await self.http.post("/api/tables", json=settings, headers=bearer(host.token))
        assert made.status_code == 201, made.text
        told = made.json()
        for seat, person in enumerate((host, *people)):
            await person.enter(f"/ws/tables/{told['table']}", code=told["invite"])
            nonce = {"nonce": person.nonce} if settings.get("days") else {}
            if seat or nonce:
                assert await person.wants("take_seat", seat=seat, **nonce) == "accepted"
                assert await person.wants("be_ready", is_ready=True) == "accepted"
        return self.house.rooms[told["table"]], told

    async def begun(self, host: Client, people: list[Client], **settings: Any) -> tuple[Room, dict[str, Any]]:
        """A table at which a match has begun."""
        room, told = await self.table(host, people, **settings)
        assert await host.wants("start_match") == "accepted"
        for each in (host, *people):
            each.say("commit_nonce", round=1, commitment=hashlib.sha256(bytes.fromhex(each.nonce)).hexdigest())
        for each in (host, *people):
            each.say("reveal_nonce", round=1, nonce=each.nonce)
        await self.settle()
        assert room.phase == "playing"
        return room, told

    async def wait(self, seconds: float) -> None:
        """Let time pass at the tables, never late."""
        house = self.house
        until = house.time + seconds
        while at := min((at for room in house.rooms.values() if (at := room.next_at) and at <= until), default=0.0):
            house.time = max(house.time, at)
            for room in list(house.rooms.values()):
                house.step(room, room.due(house.time))
            await self.settle()
        house.time = until


def bearer(token: str | None) -> dict[str, str]:
    """How a token is shown over HTTP."""
    return {"Authorization": f"Bearer {token}"} if token else {}


@asynccontextmanager
async def housed(folder: Path, **settings: Any) -> AsyncIterator[Served]:
    """A house with an empty database of its own in a folder."""
    page = folder / "page"
    page.mkdir()
    (page / "index.html").write_text("<h1>Outcry</h1>", encoding="utf-8")
    usual: dict[str, Any] = {"most_people_per_hour": 100_000, "most_requests_per_minute": 1_000_000, "thinkers": 1}
    with Store(str(folder / "outcry.sqlite")) as store:
        vault, runs = Vault(folder / "vault.key"), Runs(1, 0.0)
        house = StillHouse(store, vault, Settings(**usual | settings), Metrics(), runs, OPERATOR)
        app = application(page, house)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            try:
                yield Served(house, app, http)
            finally:
                await house.close()


def in_house(folder: Path, scene: Callable[[Served], Any], **settings: Any) -> Any:
    """What comes of something that is done in a house."""

    async def run() -> Any:
        async with housed(folder, **settings) as served:
            return await scene(served)

    return asyncio.run(run())
