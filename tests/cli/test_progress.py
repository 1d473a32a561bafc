"""The progress bar of the commands: there where somebody looks, and nothing but the answer elsewhere."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pexpect
import pytest

import openoutcry.cli
from openoutcry.cli.progress import progress

PROGRAM = """
import time
from openoutcry.cli.progress import progress
with progress("Counting") as move:
    for done in range(1, 4):
        move(done, 3, f"Counting to {done}")
        time.sleep(0.3)
print("done")
"""


def test_nothing_is_written_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    with progress("Counting", 2) as move:
        move(1)
        move(2)
    assert capfd.readouterr() == ("", "")


def test_a_terminal_shows_what_is_done_and_of_how_much() -> None:
    child = pexpect.spawn(sys.executable, ["-c", PROGRAM], encoding="utf-8", timeout=60, dimensions=(24, 100))
    child.expect(r"Counting to \d .* \d/3")
    child.expect("done")
    child.expect(pexpect.EOF)


def test_no_command_makes_a_bar_of_its_own() -> None:
    folder = Path(openoutcry.cli.__file__).parent
    users = [
        path.name
        for path in sorted(folder.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "rich.progress"
    ]
    assert users == ["progress.py"]
