"""The terminal game at a (pseudo-)terminal, as a person plays it: mistakes, undo, save, quit, a kill, and playing
on.
"""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from cli.terminal import LINES, PROMPT, Terminal, only_match
from openoutcry import load
from openoutcry.games import find, registered

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")


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


@pytest.mark.parametrize("game", registered())
def test_a_game_from_the_deal_to_the_end(game: str, state: Path) -> None:
    terminal = Terminal("play", game, "--seats", "3", "--seed", "5", "--pace", "0")
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
    assert f"outcry play {game} --resume --pace 0" in terminal.seen()

    terminal = Terminal("play", game, "--resume", "--pace", "0")
    terminal.wait(PROMPT)
    terminal.play_to_the_end(LINES.get(game, ("1",)))
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


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=() if name == "crypto_cards" else pytest.mark.long) for name in registered()]
)
def test_a_killed_terminal_loses_nothing(game: str, state: Path) -> None:
    seats = max(2, find(game).seats[0])
    terminal = Terminal("play", game, "--seats", str(seats), "--seed", "8", "--pace", "0")
    terminal.wait(PROMPT)
    terminal.type("1")
    terminal.wait(PROMPT)
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    before = only_match(state).log
    assert before

    terminal = Terminal("play", game, "--pace", "0")
    terminal.wait(rf"with {seats} players on .* Resume it\? \[Y/n\] ")
    terminal.type("")
    terminal.wait(PROMPT)
    terminal.play_to_the_end(LINES.get(game, ("1",)))
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
