"""One run of the server: the database is opened, tables go on, until somebody asks for the end."""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from uvicorn import Server

from openoutcry import __version__
from openoutcry.bots import ready
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import registered
from openoutcry.server import keeping
from openoutcry.server.app import application
from openoutcry.server.house import House, Runs
from openoutcry.server.listening import server_of
from openoutcry.server.logs import in_loop, say, write_logs
from openoutcry.server.metrics import Metrics
from openoutcry.server.settings import Settings, limits_of
from openoutcry.server.store import Store, usual_database
from openoutcry.server.vault import FINGERPRINT, Vault, usual_key
from openoutcry.server.websocket import Sockets

SWITCHES = 0.0005
"""Seconds after which the thread that plays lets the one that stores have Python's lock."""
RUBBISH_AFTER = 50_000
"""New objects after which Python looks for rubbish among them: tables are many that stay, and make little of it."""
TOKEN = "operator.token"
"""The file beside the vault's key in which the operator's token is, unless it is set."""


def operator_token(settings: Settings) -> str:
    """The operator's token: as it is set, or from a file that only we may read, which is made if there is none."""
    if settings.operator_token:
        return settings.operator_token
    path = token_file(settings)
    try:
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(24))
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise Mistake(f"the operator's token in {path} cannot be had: {error.strerror}") from None


def token_file(settings: Settings) -> Path:
    """Where the operator's token is kept."""
    return (Path(settings.vault_file) if settings.vault_file else usual_key()).with_name(TOKEN)


def run(
    settings: Settings,
    folder: Path,
    listening: socket.socket,
    when_ready: Callable[[], None],
    games: Iterable[Game] | None = None,
) -> int:
    """Serve until a signal asks for the end, from the first moment on, and say which it was; 0 where none did. All
    games are made ready unless some are given.
    """
    run = _Run(settings, folder, listening, when_ready, registered().values() if games is None else games)
    before = {number: signal.signal(number, run.end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        sys.setswitchinterval(SWITCHES)
        _raise_limit_of_files()
        gc.freeze()
        gc.set_threshold(RUBBISH_AFTER)
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(run.serve())
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    return run.asked


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """The quickest loop there is."""
    with suppress(ImportError):
        import uvloop

        return uvloop.new_event_loop
    return asyncio.new_event_loop


def _raise_limit_of_files() -> None:
    """Have as many files open as the system allows: every line is one."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Run:
    """What a signal has to reach, from the first moment on."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        listening: socket.socket,
        when_ready: Callable[[], None],
        games: Iterable[Game],
    ) -> None:
        self._settings, self._folder, self._listening, self._when_ready = settings, folder, listening, when_ready
        self._games = games
        self.asked = 0
        self._server: Server | None = None

    def end(self, number: int, _frame: object) -> None:
        """Somebody asks for the end."""
        self.asked = number
        if self._server is not None:
            self._server.should_exit = True

    async def serve(self) -> None:
        """Open, serve, and close in the right order: nothing that was told of is lost."""
        settings = self._settings
        began = time.monotonic()
        write_logs(settings.log, settings.log_level)
        asyncio.get_running_loop().set_exception_handler(in_loop)
        with Store(settings.database or usual_database()) as store:
            vault = _vault(settings, store)
            house = House(store, vault, settings, Metrics(), _runs(store), operator_token(settings))
            house.metrics.watch(house)
            try:
                await self._serve(house, began)
            finally:
                say("stopping", lines=len(house.visits), tables=house.lobby.count)
                await house.close()
                say("stopped", is_all_stored=house.outbox.writer.waiting == 0)

    async def _serve(self, house: House, began: float) -> None:
        settings = self._settings
        await house.open()
        ready.prepare_in_background(self._games, keeping.NEEDS)
        sockets = Sockets(house.visits, limits_of(settings))
        self._server = server_of(application(self._folder, house), sockets, settings.most_connections)
        self._server.should_exit = bool(self.asked)
        self._when_ready()
        say(
            "started",
            version=__version__,
            database=house.store.url.get_backend_name(),
            run=house.generation,
            tables=house.lobby.count,
            vault=house.vault.fingerprint,
            drains=settings.drain,
            seconds=round(time.monotonic() - began, 3),
        )
        await self._server.serve([self._listening])


def _vault(settings: Settings, store: Store) -> Vault:
    """The vault, whose key has to be the one that the database belongs to; only a database that is new gets a new
    key.
    """
    fingerprint = store.value(FINGERPRINT)
    vault = Vault(Path(settings.vault_file) if settings.vault_file else None, makes_key=fingerprint is None)
    vault.check_fingerprint(fingerprint)
    return vault


def _runs(store: Store) -> Runs:
    """How often a server has run with this database, and when the last one was alive."""
    generation = int(store.value("generation") or 0) + 1
    return Runs(generation, float(store.value("alive_at") or time.time()))
