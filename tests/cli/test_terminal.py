"""The terminal game at a (pseudo-)terminal, as a person plays it: mistakes, undo, save, quit, a kill, and playing on."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from cli.command import PROGRAM
from openoutcry import Match, load

pexpect = pytest.importorskip("pexpect")
pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

PROMPT = r"Your choice[^:]*: "
ENDED = "outcry replay "


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

    def play_to_the_end(self) -> None:
        """Take the first choice until the game is over; the prompt is there."""
        self.type("1")
        while self.wait(PROMPT, ENDED) == 0:
            self.type("1")


def only_match(state: Path) -> Match:
    (path,) = state.glob("*.json")
    return load(path)


def test_the_menu() -> None:
    terminal = Terminal()
    terminal.wait("Which game")
    terminal.type("1")
    terminal.wait("How many players")
    terminal.type("3")
    terminal.wait(PROMPT)
    assert "Bot 2" in terminal.seen()
    terminal.type("quit")
    assert terminal.left() == 0
    assert "Nothing was played" in terminal.seen()


@pytest.mark.parametrize("game", ["bounce", "crypto_cards"])
def test_a_game_from_the_deal_to_the_end(game: str, state: Path) -> None:
    terminal = Terminal("play", game, "--seats", "3", "--seed", "5")
    terminal.wait(PROMPT)

    terminal.type("jump the queue")
    terminal.wait(PROMPT)
    assert "Type a number of the list" in terminal.seen()

    terminal.type("1")
    terminal.wait(PROMPT)
    terminal.type("save copy.json")
    terminal.wait(r"Saved to copy\.json\.")
    terminal.wait(PROMPT)
    assert load("copy.json").log == only_match(state).log

    terminal.type("quit")
    assert terminal.left() == 0
    assert f"outcry play {game} --resume" in terminal.seen()

    terminal = Terminal("play", game, "--resume")
    terminal.wait(PROMPT)
    terminal.play_to_the_end()
    assert terminal.left() == 0
    assert only_match(state).over


def test_an_illegal_action_and_undo_in_crypto_cards(state: Path) -> None:
    terminal = Terminal("play", "crypto_cards", "--seats", "2", "--seed", "4")
    terminal.wait(PROMPT)
    terminal.type("sell 7D")
    terminal.wait(PROMPT)
    assert "Only numbers that lie in your own portfolio can be sold. (§3.2)" in terminal.seen()
    terminal.type("pass")
    terminal.wait(PROMPT)
    assert "You pass." in terminal.seen()
    terminal.type("undo")
    terminal.wait(PROMPT)
    assert "You take your last move back." in terminal.seen()
    terminal.child.sendeof()
    assert terminal.left() == 0
    assert [str(entry) for entry in only_match(state).log] == ["pass", "undo"]


def test_undo_by_consent_in_bounce(state: Path) -> None:
    terminal = Terminal("play", "bounce", "--seats", "2", "--seed", "4")
    terminal.wait(PROMPT)
    terminal.type("faceplant")
    terminal.wait(PROMPT)
    assert "(§2.5)" in terminal.seen()
    terminal.type("")
    terminal.wait(PROMPT)
    terminal.type("undo")
    terminal.wait(r"Take it back all the same\? \[y/N\] ")
    terminal.type("y")
    terminal.wait(PROMPT)
    assert "You take your last move back." in terminal.seen()
    terminal.child.sendintr()
    assert terminal.left() == 0
    assert only_match(state).log[-1].by_consent


@pytest.mark.parametrize("game", ["bounce", "crypto_cards"])
def test_a_killed_terminal_loses_nothing(game: str, state: Path) -> None:
    terminal = Terminal("play", game, "--seats", "2", "--seed", "8")
    terminal.wait(PROMPT)
    terminal.type("1")
    terminal.wait(PROMPT)
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    before = only_match(state).log
    assert before

    terminal = Terminal("play", game)
    terminal.wait(r"with 2 players on .* Resume it\? \[Y/n\] ")
    terminal.type("")
    terminal.wait(PROMPT)
    terminal.play_to_the_end()
    assert terminal.left() == 0
    match = only_match(state)
    assert match.over
    assert match.log[: len(before)] == before


def test_a_game_that_was_left_can_be_left_alone(state: Path) -> None:
    for answer in ("", "n"):
        terminal = Terminal("play", "bounce", "--seats", "2", "--seed", "8")
        if answer:
            terminal.wait(r"Resume it\?")
            terminal.type(answer)
        terminal.wait(PROMPT)
        terminal.type("1")
        terminal.wait(PROMPT)
        terminal.child.kill(signal.SIGKILL)
        terminal.child.wait()
    assert len(list(state.glob("*.json"))) == 2


def test_the_rulebook_is_shown_page_by_page() -> None:
    terminal = Terminal("play", "bounce")
    terminal.wait(PROMPT)
    terminal.type("rules")
    terminal.wait(PROMPT)
    assert "Meeting others" in terminal.seen()
    terminal.type("rules 2.5")
    terminal.wait(PROMPT)
    assert "Faceplant" in terminal.seen()
    terminal.type("q")
    assert terminal.left() == 0
