"""A person at a pseudo-terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from cli.command import PROGRAM
from openoutcry import Match, load

pexpect = pytest.importorskip("pexpect")

PROMPT = r"Your choice[^:]*: "
ENDED = "outcry replay "
LINES = {"cash_or_crash": ("1", "1 g", "challenge"), "dead_cat_bounce": ("next", "1")}
"""What ends a game in which it is not enough to take the first choice; what is refused does no harm."""


class Terminal:
    """A person at a terminal of 80 by 30."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "TERM": "xterm", "PAGER": "cat"}
        self.child: Any = pexpect.spawn(
            PROGRAM[0], [*PROGRAM[1:], *arguments], dimensions=(30, 80), encoding="utf-8", env=environment, timeout=60
        )

    def wait(self, *patterns: Any) -> int:
        """Wait for one of the patterns; which one it was."""
        found: int = self.child.expect(list(patterns))
        return found

    def type(self, text: str) -> None:
        self.child.sendline(text)

    def seen(self) -> str:
        """The text that came before what was waited for."""
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", str(self.child.before))

    def left(self) -> int:
        """Wait for the end of the program; its exit code."""
        self.wait(pexpect.EOF)
        self.child.close()
        return int(self.child.exitstatus)

    def play_to_the_end(self, lines: Sequence[str] = ("1",)) -> None:
        """Type these lines again and again until the game is over; the prompt is there."""
        for line in cycle(lines):
            self.type(line)
            if self.wait(PROMPT, ENDED) == 1:
                break


def only_match(state: Path) -> Match:
    (path,) = state.glob("*.json")
    return load(path)
