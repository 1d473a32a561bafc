"""What the README and the docs show is what happens."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OUTCRY = str(Path(sys.executable).with_name("outcry"))
PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]


MOST_SECONDS = 300


def environment(folder: Path) -> dict[str, str]:
    """What the command keeps, it keeps in a folder of the test; what it serves, it serves to this machine alone."""
    kept = {name: str(folder) for name in ("OUTCRY_STATE", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    return os.environ | kept | {"NO_COLOR": "1", "COLUMNS": "88", "OUTCRY_HOST": "127.0.0.1", "BROWSER": "true"}


def run(command: str, tmp_path: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [OUTCRY, *shlex.split(command)],
        input=typed,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=MOST_SECONDS,
    )


def serve(command: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """What serves until it is stopped is stopped once it says where it is."""
    arguments = [OUTCRY, *shlex.split(command)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        arguments, env=environment(tmp_path), text=True, cwd=tmp_path, stdout=pipe, stderr=pipe
    ) as server:
        assert server.stdout is not None
        said = server.stdout.readline()
        server.send_signal(signal.SIGINT)
        more, complaints = server.communicate(timeout=MOST_SECONDS)
    assert said.startswith("Open Outcry is at http://"), said + complaints
    return subprocess.CompletedProcess(arguments, server.returncode, said + more, complaints)


def test_the_screen_in_the_readme_is_the_games(tmp_path: Path) -> None:
    played = run("play crypto_cards --seats 3 --seed 3", tmp_path, "1\n" * 13).stdout
    screen = "─" * 10 + played.rpartition("─ Crypto Cards ─")[2].partition("Your choice")[0]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = "─" * 10 + readme.partition("─ Crypto Cards ─")[2].partition("```")[0]
    assert [line.rstrip() for line in screen.splitlines()] == [line.rstrip() for line in shown.splitlines()]


@pytest.mark.parametrize("page", PAGES)
def test_examples_in_python_are_true(page: str) -> None:
    assert doctest.testfile(str(ROOT / page), module_relative=False).failed == 0


def commands() -> list[str]:
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    text = re.sub(r"\s*\\\n\s*", " ", text)  # a line that goes on
    return sorted(set(re.findall(r"^\$ outcry (.*?)(?:\s+#.*)?$", text, re.MULTILINE)))


@pytest.mark.parametrize("command", [command for command in commands() if not command.startswith("play fish_market")])
def test_commands_in_the_docs_work(command: str, tmp_path: Path) -> None:
    done = (serve if command.startswith("serve") else run)(command, tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_command_is_called_outcry_everywhere_and_where_it_comes_from_is_said_once() -> None:
    paths = [ROOT / page for page in PAGES] + [
        path for path in (ROOT / "src").rglob("*") if path.suffix in (".py", ".toml", ".md")
    ]
    named = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines() if ".venv/" in line]
    assert [line.partition("#")[0].strip() for line in named] == ["$ . .venv/bin/activate"]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", (ROOT / page).read_text(encoding="utf-8")):
        assert ((ROOT / page).parent / target).exists(), target
