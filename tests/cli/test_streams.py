"""A full disk, a closed pipe, a closed keyboard: every command says one sentence or nothing, and never a traceback."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.command import PROGRAM
from needed import lacks
from openoutcry import Match
from openoutcry.cli import COMMANDS, INTERRUPTED, UNHEARD
from openoutcry.server.page import PAGE
from openoutcry.server.store import Store
from openoutcry.server.vault import Vault
from table.test_match import played

SITUATIONS = {
    "a full disk": (">/dev/full", UNHEARD, "outcry: the output cannot be written: No space left on device\n"),
    "a closed pipe": ("", UNHEARD, ""),
    "no output": (">&-", 0, ""),
    "no keyboard": ("<&-", 0, ""),
    "a keyboard that cannot be read": ("<&- 0>/dev/null", None, None),
    "no errors": ("2>&-", 0, ""),
    "errors to a full disk": ("2>/dev/full", 0, ""),
    "nothing": ("<&- >&- 2>&-", 0, ""),
}
"""What is done with the streams, the exit code and what is said on the error stream; the answer to one depends on
whether it reads.
"""
ARGUMENTS = {
    "": [],
    "games": ["games"],
    "rules": ["rules", "bounce"],
    "play": ["play", "bounce", "--seats", "2", "--seed", "1", "--bots", "random"],
    "replay": ["replay", "match.json"],
    "verify": ["verify", "match.json"],
    "review": ["review", "match.json", "--seat", "0", "--steps", "10000"],
    "simulate": ["simulate", "bounce", "--games", "5"],
    "lab": ["lab", "bounce", "--seats", "2", "--most", "64", "--to", "report"],
    "ladder": [
        "ladder",
        "bounce",
        "--bots",
        "random,greedy",
        "--seats",
        "2",
        "--most",
        "8",
        "--picture",
        "picture.svg",
    ],
    "solve": ["solve", "bounce"],
    "bench": ["bench", "bounce", "--seconds", "0.01"],
    "new": ["new", "fish_market"],
    "backup": ["backup", "copy.sqlite", "--database", "outcry.sqlite"],
    "restore": ["restore", "backup.sqlite", "--database", "new.sqlite"],
    "export": ["export", "matches", "--database", "outcry.sqlite", "--vault-file", "vault.key"],
    "loadtest": ["loadtest", "--game", "bounce", "--seats", "2", "--tables", "1", "--seconds", "0.1"],
}
TYPED = "bounce\n2\n" + "1\n" * 300


@contextmanager
def running(redirected: str, arguments: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A command in a folder of its own, its streams redirected by the shell, or with an output that nobody reads any
    more.
    """
    folder.mkdir()
    (folder / "typed").write_text(TYPED, encoding="utf-8")
    played(Match("bounce", 2, seed=1), 6).save(folder / "match.json")
    for database in ("outcry.sqlite", "backup.sqlite"):
        Store(folder / database).close()
    Vault(folder / "vault.key")
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "OUTCRY_STATE": str(folder / "state")}
    command = ["sh", "-c", f'exec "$@" {redirected}', "sh", *PROGRAM, *arguments]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        with (folder / "typed").open() as typed:
            out = subprocess.DEVNULL if redirected else writing
            with subprocess.Popen(
                command, cwd=folder, env=environment, stdin=typed, stdout=out, stderr=subprocess.PIPE, text=True
            ) as process:
                yield process
    finally:
        os.close(writing)


def test_every_command_is_tried() -> None:
    assert {*ARGUMENTS, "serve"} == {"", *COMMANDS}


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("command", ARGUMENTS)
@pytest.mark.long
def test_no_traceback_whatever_the_streams_are(command: str, situation: str, tmp_path: Path) -> None:
    redirected, code, said = SITUATIONS[situation]
    with running(redirected, ARGUMENTS[command], tmp_path / "here") as process:
        _, err = process.communicate(timeout=300)
    if code is None:
        asks = command in ("", "play")
        code, said = (UNHEARD, "outcry: the terminal cannot be used: Bad file descriptor\n") if asks else (0, "")
    assert (process.returncode, err) == (code, said)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_server_too(situation: str, tmp_path: Path) -> None:
    """It stops where it cannot say where it is, and runs where nobody wants to know."""
    if not PAGE.is_dir():
        lacks("the page is not built; build it with: make page")
    redirected, code, said = SITUATIONS[situation]
    runs = code != UNHEARD
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with running(redirected, ["serve", "--port", str(port)], tmp_path / "here") as process:
        if runs:
            wait_for(port)
            process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode in ((0, INTERRUPTED) if runs else (UNHEARD,))
    assert err == (said or "")


def wait_for(port: int) -> None:
    """Wait until somebody listens."""
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("nobody listens")
