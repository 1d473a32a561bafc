"""A terminal without UTF-8: letters for suits, signs of ASCII for all others, and never a question mark for want of a
letter.
"""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from cli.command import PROGRAM
from openoutcry.games import registered

ASCII = {"PYTHONIOENCODING": "ascii"}
UTF_8 = {"PYTHONIOENCODING": "utf-8"}
C = {"LC_ALL": "C", "PYTHONIOENCODING": "", "PYTHONUTF8": ""}


def outcry(environment: dict[str, str], *arguments: str, typed: str = "") -> bytes:
    done = subprocess.run(
        [*PROGRAM, *arguments], env=os.environ | environment, input=typed.encode(), capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


@pytest.mark.parametrize(("language", "environment"), [("en", ASCII), ("de", C)])
@pytest.mark.parametrize("game", registered())
@pytest.mark.long
def test_a_game_is_played_in_ascii(game: str, language: str, environment: dict[str, str]) -> None:
    play = ("play", game, "--seed", "3", "--bots", "random", "--language", language)
    typed = "rules\nhelp\n" + "1\n" * 12 + "log\nquit\n"
    plain, full = (outcry(each, *play, typed=typed) for each in (environment, UTF_8))
    assert plain.isascii()
    assert not full.isascii()
    assert plain.count(b"?") == full.count(b"?")
    assert b"\\u" not in plain


def test_suits_are_letters_and_columns_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "88")
    played = outcry(
        ASCII, "play", "crypto_cards", "--seats", "3", "--seed", "3", "--bots", "random", typed="1\n" * 5
    ).decode()
    assert "LUK C" in played
    assert "LUT S" in played
    lines = played[played.rindex("Markets") :].splitlines()
    assert len({len(line.rstrip()) for line in lines[2:6]}) == 1, "four markets as wide as one another"


def test_amounts_and_clauses_are_spelled_out() -> None:
    assert b"EUR" in outcry(ASCII, "play", "cash_a_catch", "--seed", "1", "--bots", "random", typed="1\n")
    assert outcry(ASCII, "rules", "crypto_cards", "--clause", "2.2").startswith(b"sec. 2.2 ")
    assert b"schuerfen" in outcry(C, "rules", "crypto_cards", "--clause", "2.2", "--language", "de")


def test_what_programs_read_is_not_changed() -> None:
    told = outcry(ASCII, "games", "--json")
    assert told.isascii()
    assert json.loads(told) == json.loads(outcry(UTF_8, "games", "--json"))
