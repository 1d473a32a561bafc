"""The example clients play against each other at a real server, the Python one as the host."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hosted import Player, hosted

CLIENTS = Path(__file__).parents[1] / "examples" / "clients"
PYTHON = [sys.executable, str(CLIENTS / "client.py")]


def node() -> list[str]:
    """Node has sockets of its own since 22, and before that where it is asked for them."""
    program = shutil.which("node", path=f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}")
    if program is None:
        if os.environ.get("CI"):
            pytest.fail("there is no Node here")
        pytest.skip("there is no Node here")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    is_new = int(version.lstrip("v").split(".")[0]) >= 22
    return [program, *([] if is_new else ["--experimental-websocket"]), str(CLIENTS / "client.mjs")]


def played(command: list[str], *arguments: str) -> str:
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_each_opens_a_table_and_plays_it_to_the_end(language: str, tmp_path: Path) -> None:
    command = PYTHON if language == "python" else node()
    with hosted(tmp_path) as server:
        said = played(command, server.url, "bounce")
        assert said.strip()
        assert server.overview()["tables"] == 0


def test_one_plays_against_the_other(tmp_path: Path) -> None:
    with hosted(tmp_path) as server:
        host = Player(server, "Host")
        made = host.opens(seats=3, bots={}, haste=0.0)
        said: dict[str, str] = {}
        commands = {"python": (PYTHON, "1"), "javascript": (node(), "2")}

        def play(language: str) -> None:
            command, seat = commands[language]
            said[language] = played(command, server.url, made["table"], made["invite"], seat)

        with host.at(made["table"]) as line:
            threads = [threading.Thread(target=play, args=(language,)) for language in commands]
            for thread in threads:
                thread.start()
            rooms = (heard for heard in map(json.loads, line) if heard["type"] == "room_changed")
            next(room for room in rooms if all(seat["is_ready"] for seat in room["seats"][1:]))
            host.ask(line, "start_match")
            view = host.plays(line)
            for thread in threads:
                thread.join(60)
    points = [int(number) for number in view["points"]]
    for answer in said.values():
        assert [int(number) for number in re.findall(r"-?\d+", answer)][:3] == points
    assert set(said) == set(commands)
