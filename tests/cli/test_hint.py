"""`hint` in the terminal game: a legal action and how often it wins, knowing what the person knows; one sentence at a
wrong time.
"""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest

from cli.command import outcry
from cli.live_table import table_of
from cli.terminal import PROMPT, Terminal
from openoutcry import Match
from openoutcry.bots import thinking
from openoutcry.cli.choices import Choices
from openoutcry.cli.names import SeatedWords
from openoutcry.cli.terminal import TerminalGame
from openoutcry.games import registered

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

GIVEN = re.compile(r"A strong player would choose: (.+?)\. That wins (\d+)% of the games from here\.")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints of few play-outs."""
    monkeypatch.setattr(thinking.advice, "__defaults__", (60,))


def table(match: Match, seat: int, tmp_path: Path) -> TerminalGame:
    return TerminalGame(table_of(match, seat), tmp_path / "match.json", "en", resume_with="")


def with_a_choice(name: str) -> Match:
    """A match in which whoever is to act has something to choose."""
    for seed in count():
        match = Match(name, max(2, registered()[name].seats[0]), seed=seed)
        while not match.over:
            legal = match.legal(match.to_act[0])
            if len(legal) > 1:
                return match
            match.play(match.to_act[0], legal[0])
    raise AssertionError


def ask(game: TerminalGame) -> bool:
    """Type `hint`; whether the table has changed."""
    choices = Choices(game.match.legal(game.match.to_act[0]), game.words, game.say, None)
    return game.handle("hint", choices, game.act_oneself)


@pytest.mark.parametrize("name", registered())
def test_a_hint_is_a_legal_action_and_changes_nothing(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seat = with_a_choice(name).to_act[0]
    game = table(with_a_choice(name), seat, tmp_path)
    match = game.match
    before, log = match._state.tobytes(), match.log
    assert ask(game) is False
    found = GIVEN.search(" ".join(capsys.readouterr().out.split()))
    assert found
    words = SeatedWords(match.game, "en", game.players, seat)
    assert found[1] in {" ".join(words.action(action).split()) for action in match.legal(seat)}
    assert 0 <= int(found[2]) <= 100
    assert (match._state.tobytes(), match.log) == (before, log)


def test_with_one_action_there_is_nothing_to_advise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(table(Match("bounce", 2, seed=5), 0, tmp_path)) is False
    assert capsys.readouterr().out.strip() == "! there is nothing to choose"


def test_when_it_is_not_ones_turn_a_hint_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(table(Match("bounce", 2, seed=5), 1, tmp_path)) is False
    assert capsys.readouterr().out.strip() == "! A hint is for when it is your turn."


def test_the_hint_is_the_same_whatever_others_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for deal in range(3):
        match = Match("crypto_cards", 3, seed=5)
        match.play(0, "pass")
        game = table(match, 0, tmp_path)
        if deal:
            match.game.sight.redeal(game.match._state, 0, game.match._chance)
        ask(game)
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "A strong player would choose: "), ("de", "Ein starker Spieler wählte: ")]
)
def test_it_can_be_typed_among_other_lines_and_the_game_goes_on(language: str, sentence: str) -> None:
    typed = "pass\nhint\n1\nquit\n"
    answer = outcry(
        "play", "crypto_cards", "--seats", "2", "--seed", "4", "--bots", "greedy", "--language", language, typed=typed
    )
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count(sentence) == 1


def test_at_a_terminal() -> None:
    terminal = Terminal("play", "crypto_cards", "--seats", "2", "--seed", "4", "--bots", "greedy")
    terminal.wait(PROMPT)
    terminal.type("pass")
    terminal.wait(PROMPT)
    terminal.type("hint")
    terminal.wait(PROMPT)
    assert "Thinking" in terminal.seen()
    assert "A strong player would choose: " in terminal.seen()
    terminal.type("quit")
    assert terminal.left() == 0
