"""`outcry serve` in a process of its own, as it is, with everything that it keeps in a folder of the test."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

OPERATOR = "the-token-of-the-operator"
PROGRAM = """
import sys
from pathlib import Path
from openoutcry.cli import main
from openoutcry.server import page
page.PAGE = Path(sys.argv[1])
main(sys.argv[2:])
"""


class Command:
    """The command while it runs, and people who come to it."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        page = folder / "page"
        page.mkdir(parents=True)
        (page / "index.html").write_text("<h1>Outcry</h1>", encoding="utf-8")
        kept = {name: str(folder / name) for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        usual = {"OUTCRY_OPERATOR_TOKEN": OPERATOR, "NUMBA_DISABLE_JIT": "1"}
        arguments = ["serve", "--port", "0", "--database", str(folder / "outcry.sqlite")]
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(page), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | kept | usual | settings,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert said.startswith("Open Outcry"), said + self.process.communicate()[1]
        self.port = int(said.partition(" (")[0].rstrip("/").rpartition(":")[2])
        self.http = httpx.Client(base_url=f"http://localhost:{self.port}", timeout=20)

    def person(self, name: str = "Ada") -> dict[str, Any]:
        """Somebody new."""
        made: dict[str, Any] = self.http.post("/api/people", json={"name": name}).raise_for_status().json()
        return made

    def table(self, token: str, **settings: Any) -> dict[str, Any]:
        """A table of bots and whoever opens it."""
        usual = {"game": "crypto_cards", "seats": 3, "bots": {1: "random", 2: "random"}, "is_open": True}
        headers = {"Authorization": f"Bearer {token}"}
        made = self.http.post("/api/tables", json=usual | settings, headers=headers).raise_for_status()
        found: dict[str, Any] = made.json()
        return found

    def line(self, path: str, **more: Any) -> ClientConnection:
        """A connection by WebSocket."""
        line: ClientConnection = connect(f"ws://localhost:{self.port}{path}", compression=None, open_timeout=20, **more)
        return line

    @contextmanager
    def entered(self, table: str, token: str | None = None) -> Iterator[ClientConnection]:
        """A connection to a table, at which somebody has come in."""
        with self.line(f"/ws/tables/{table}") as line:
            line.send(json.dumps({"type": "enter", "token": token}))
            assert json.loads(line.recv(timeout=20))["type"] == "entered"
            yield line

    def memory(self) -> int:
        """Bytes that the process has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return 1024 * int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])

    def end(self) -> str:
        """Stop it; what it has complained of."""
        self.http.close()
        self.process.send_signal(signal.SIGTERM)
        _, complaints = self.process.communicate(timeout=30)
        return complaints


@contextmanager
def commanded(folder: Path, **settings: str) -> Iterator[Command]:
    """The command, which has to end quietly whatever was done to it."""
    command = Command(folder, {f"OUTCRY_{name.upper()}": value for name, value in settings.items()})
    try:
        yield command
    except BaseException:
        command.end()
        raise
    assert command.end() == ""
