"""Running the `outcry` command in a test: in this process, which is quick, or as a program of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from openoutcry.cli import main

PROGRAM = [sys.executable, "-c", "from openoutcry.cli import main; main()"]


@dataclass(frozen=True)
class Answer:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def outcry(*arguments: str, typed: str = "") -> Answer:
    """Run the command here."""
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.StringIO(typed)), patch("sys.stdout", out), patch("sys.stderr", err):
        try:
            main(arguments)
        except SystemExit as end:
            code = end.code
    assert code is None or isinstance(code, int)
    return Answer(code or 0, out.getvalue(), err.getvalue())


def outcry_apart(*arguments: str, typed: str = "") -> Answer:
    """Run the command as a program of its own."""
    done = subprocess.run([*PROGRAM, *arguments], input=typed, capture_output=True, text=True, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


def is_one_sentence(answer: Answer) -> bool:
    """Whether a command failed as it should: exit code 2 and one line that explains it."""
    lines = answer.err.splitlines()
    return (
        answer.code == 2
        and len(lines) == 1
        and lines[0].startswith("outcry: ")
        and "Traceback" not in answer.err + answer.out
    )


@contextmanager
def nothing_written(folder: Path) -> Iterator[None]:
    """Fail if a file came, went or changed."""

    def contents() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    before = contents()
    yield
    assert contents() == before
