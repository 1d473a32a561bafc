"""`outcry serve` in a process of its own, with a database and a key of its own, and people who play there."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

PROGRAM = """
import sys
from pathlib import Path
from openoutcry.cli import main
from openoutcry.server import page
page.PAGE = Path(sys.argv[1])
main(sys.argv[2:])
"""
"""The command as it is, with a page of the test."""


class Hosted:
    """A server that runs, and where."""

    def __init__(self, folder: Path, *arguments: str, code: str = PROGRAM, **environment: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "page").mkdir(exist_ok=True)
        (folder / "page" / "index.html").write_text("<h1>Outcry</h1>", encoding="utf-8")
        self.folder, self.database, self.key = folder, folder / "outcry.sqlite", folder / "vault.key"
        self.environment = clean_environment(folder) | {
            "OUTCRY_DATABASE": str(self.database),
            "OUTCRY_VAULT_FILE": str(self.key),
            **environment,
        }
        command = [sys.executable, "-c", code, str(folder / "page"), "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.err: list[str] = []
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said, "".join(self.err)
        self.url = said.split()[4].rstrip("/")
        self.web = httpx.Client(base_url=self.url, timeout=30)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        self.err += self.process.stderr

    @property
    def operator(self) -> dict[str, str]:
        """What the operator shows."""
        return {"Authorization": f"Bearer {(self.folder / 'operator.token').read_text()}"}

    def close_streams(self) -> None:
        self._listening.join(10)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def overview(self) -> Any:
        return self.web.get("/api/operator", headers=self.operator).json()

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, list[str]]:
        """Stop it: its exit code, and all lines it has said on the error stream."""
        self.web.close()
        self.process.send_signal(how)
        code = self.process.wait(30)
        self._listening.join(10)
        return code, self.err


def clean_environment(folder: Path) -> dict[str, str]:
    """Nothing of whoever runs the tests; rules in plain Python, which need no compiling."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OUTCRY_", "XDG_"))}
    homes = {name: str(folder / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    return kept | homes | {"NUMBA_DISABLE_JIT": "1"}


@contextmanager
def hosted(folder: Path, *arguments: str, code: str = PROGRAM, **environment: str) -> Iterator[Hosted]:
    """A server that is gone at the end, whatever happens."""
    server = Hosted(folder, *arguments, code=code, **environment)
    try:
        yield server
    finally:
        server.web.close()
        server.process.kill()
        server.process.wait()
        server.close_streams()


class Player:
    """Somebody who has come as a guest."""

    def __init__(self, server: Hosted, name: str) -> None:
        self.server = server
        made = server.web.post("/api/people", json={"name": name})
        assert made.status_code == 201, made.text
        self.person, self.token = made.json()["person"], made.json()["token"]
        self.headers = {"Authorization": f"Bearer {self.token}"}
        self.nonce = secrets.token_bytes(32)
        self._ids = 0

    def opens(self, game: str = "bounce", seats: int = 2, **settings: Any) -> dict[str, Any]:
        """A table with bots at all other seats."""
        bots = {str(seat): "random" for seat in range(1, seats)}
        body = {"game": game, "seats": seats, "bots": bots, "pace": 0.0, "haste": 0.0} | settings
        made = self.server.web.post("/api/tables", json=body, headers=self.headers)
        assert made.status_code == 201, made.text
        table: dict[str, Any] = made.json()
        return table

    @contextmanager
    def at(self, table: str, code: str | None = None) -> Iterator[ClientConnection]:
        """A line to a table."""
        with connect(f"{self.server.url.replace('http', 'ws')}/ws/tables/{table}") as line:
            self.say(line, "enter", token=self.token, code=code)
            yield line

    def say(self, line: ClientConnection, type: str, **more: Any) -> None:
        line.send(json.dumps({"type": type, **more}))

    def ask(self, line: ClientConnection, type: str, **more: Any) -> int:
        """Say something that is answered under the id that is returned."""
        self._ids += 1
        self.say(line, type, id=self._ids, **more)
        return self._ids

    def plays(
        self, line: ClientConnection, *, until: Callable[[dict[str, Any]], bool] = lambda heard: bool(heard["is_over"])
    ) -> dict[str, Any]:
        """Shuffle and play the first action there is until a view, by names, is as it is wanted."""
        asked = 0
        for written in line:
            heard: dict[str, Any] = json.loads(written)
            match heard["type"]:
                case "shuffle_asked":
                    committed = hashlib.sha256(self.nonce).hexdigest()
                    self.say(line, "commit_nonce", round=heard["round"], commitment=committed)
                case "nonces_committed":
                    self.say(line, "reveal_nonce", round=heard["round"], nonce=self.nonce.hex())
                case "view_changed":
                    self.say(line, "describe_view")
                case "accepted" | "declined" if heard["id"] == asked:
                    asked = 0
                case "view_described":
                    if until(heard):
                        return heard
                    if heard["legal"] and not asked:
                        asked = self.ask(line, "play_action", action=heard["legal"][0]["action"])
        raise AssertionError("the line was closed")


def play_whole(server: Hosted, name: str = "Ann", **settings: Any) -> dict[str, Any]:
    """A whole game of one person against bots; returns its table."""
    player = Player(server, name)
    table = player.opens(**settings)
    with player.at(table["table"]) as line:
        player.ask(line, "start_match")
        player.plays(line)
    return table
