"""Narrow windows: no board, list of choices or table loses a word, a number or a market, at 40 columns or more."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console, Group, RenderableType
from rich.table import Table

from cli.command import outcry
from cli.live_table import table_of
from openoutcry import Game, Match
from openoutcry.cli import MOST_COLUMNS, boards
from openoutcry.cli.choices import Choices
from openoutcry.cli.console import out
from openoutcry.cli.fitting import FRAME, fitted, packed
from openoutcry.cli.names import SeatedWords
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.result import result
from openoutcry.cli.skeleton import GAME as SKELETON
from openoutcry.cli.terminal import TerminalGame
from openoutcry.games import registered

WIDE = 400
GAMES = [*registered().values(), SKELETON]


def drawn(drawing: RenderableType, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), markup=False, highlight=False, color_system=None)
    console.print(drawing)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def words(text: str) -> Counter[str]:
    """The words of a drawing, whatever stands between them."""
    return Counter(word for part in FRAME.sub(" ", text).split() if (word := part.strip(":(),")))


def moments(game: Game, seats: int, seed: int) -> Iterator[Match]:
    """A match played at random, looked at now and then, and at its end."""
    match, chance = Match(game, seats, seed=seed), random.Random(seed)
    for step in range(260):
        if match.over:
            break
        if step % 26 == 0:
            yield match
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
    yield match


def screens(game: Game, language: str, seed: int) -> Iterator[RenderableType]:
    """What the terminal shows of some moments to one of the players, and of the whole to whoever may see all."""
    seats = game.seats[-1]
    for match in moments(game, seats, seed):
        seat = match.to_act[0] if match.to_act else 0
        players = ["You" if each == seat else f"Annabella {each}" for each in range(seats)]
        spoken, say, view = SeatedWords(game, language, players, seat), Phrases(language), match.view(seat)
        yield boards.draw(match.open_view(), spoken, players)
        below = (
            Choices(view.legal, spoken, say).offer()
            if view.legal
            else result(match, spoken, say, players, seat)
            if match.over
            else ""
        )
        yield Group(boards.draw(view, spoken, players), below)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_screen_loses_a_word(game: Game, language: str) -> None:
    for screen in screens(game, language if language in game.words else "en", seed=len(language + game.name)):
        whole = words(drawn(screen, WIDE))
        for width in (40, 60, 80, 100):
            narrow = drawn(screen, width)
            assert not whole - words(narrow), narrow
            assert "…" not in narrow
            assert max(map(len, narrow.splitlines())) <= width


def test_a_table_that_does_not_fit_comes_row_by_row() -> None:
    table = Table("Name", "Money", "Fish")
    table.add_row("Anna", "€14", "3 eels\n1 2")
    assert drawn(fitted(table), 40).count("│") > 0
    assert [line.rstrip() for line in drawn(fitted(table), 14).splitlines()] == [
        "Name",
        "Anna",
        "    Money: €14",
        "    Fish: 3",
        "    eels (1 2)",
    ]
    assert packed([], 10) == []


COMMANDS = [
    ("games",),
    ("simulate", "bounce", "--games", "50"),
    ("ladder", "bounce", "--bots", "random,greedy,easy", "--most", "16"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_table_of_a_command_loses_a_word(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def told(columns: int) -> Counter[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        answer = outcry(*command)
        assert answer.code == 0, answer.err
        return words(re.sub(r"[\d,.]+( s: [\d,]+)? (steps|games)/s|[\d.]+ s:", "", " ".join(answer.out.split())))

    assert not told(300) - told(40)


def test_a_window_that_is_too_narrow_for_anything_is_said_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(out, "_width", 30)
    match = Match("crypto_cards", 2, seed=1, players=["You", "Bot 1"])
    game = TerminalGame(table_of(match, 0), tmp_path / "match.json", "en", resume_with="")
    game.show()
    assert "! This window is 30 columns wide; from 40 on everything is shown as it is meant." in " ".join(
        capsys.readouterr().out.split()
    )
    monkeypatch.setattr(out, "_width", 40)
    game.show()
    assert "This window" not in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [("games",), ("--help",), ("play", "--help")])
def test_a_window_wider_than_any_is_taken_for_a_wide_one(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "99999999")
    answer = outcry(*arguments)
    assert answer.code == 0
    assert max(map(len, answer.out.splitlines())) <= MOST_COLUMNS
