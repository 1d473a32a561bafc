"""The commands that only tell: games, rules, and the help."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cli.command import is_one_sentence, nothing_written, outcry, outcry_apart
from openoutcry import Game, Match, __version__
from openoutcry.cli import COMMANDS
from openoutcry.games import find, registered


def test_version() -> None:
    assert outcry("--version").out == f"outcry {__version__}\n"


def test_games() -> None:
    answer = outcry("games")
    assert answer.code == 0
    for game in registered().values():
        assert game.name in answer.out
        assert game.title in answer.out
    assert "2–6" in answer.out


def test_games_as_json() -> None:
    listed = outcry("games", "--json").json
    assert [game["name"] for game in listed] == list(registered())
    assert next(game for game in listed if game["name"] == "crypto_cards") == {
        "name": "crypto_cards",
        "title": "Crypto Cards",
        "seats": [2, 6],
        "best": [2, 4],
        "minutes": 2,
        "line": find("crypto_cards").line,
    }


@pytest.mark.parametrize(
    "arguments",
    [["games"], ["--help"], ["play", "--help"], ["serve", "--help"], ["rules", "bounce", "--clause", "2.5"]],
)
def test_no_compiler_is_loaded_to_tell(arguments: list[str]) -> None:
    slow = {"numba", "numpy", "starlette", "uvicorn"}
    watched = f"import sys; from openoutcry.cli import main\ntry: main()\nfinally: assert not {slow} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", watched, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    answer = outcry(command, "--help")
    assert answer.code == 0
    assert f"Example: outcry {command}" in answer.out


def test_the_usual_pace_is_told() -> None:
    assert f"[default: ({find('cash_a_catch').pace})]" in outcry("play", "--help").out


def test_help_lists_the_commands() -> None:
    answer = outcry("--help")
    assert all(command in answer.out for command in COMMANDS)


@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
def test_rules_in_a_pipe_are_the_rulebook(game: Game) -> None:
    assert outcry("rules", game.name).out.strip() == game.rulebook().text.strip()
    assert outcry("rules", game.name, "--language", "de").out.strip() == game.rulebook("de").text.strip()


def test_one_clause() -> None:
    clause = find("crypto_cards").clauses["§3.3"]
    for written in ("§3.3", "3.3", " § 3.3"):
        assert outcry("rules", "Crypto-Cards", "--clause", written).out == f"§3.3 {clause}\n"
    assert "muss verkauft werden" in outcry("rules", "crypto_cards", "--clause", "3.3", "--language", "de").out


def test_rules_as_json() -> None:
    rules = outcry("rules", "crypto_cards", "--json", "--language", "de").json
    assert rules["game"] == "crypto_cards"
    assert rules["version"] == find("crypto_cards").version
    assert rules["clauses"] == dict(find("crypto_cards").rulebook("de").clauses)
    assert rules["options"][0] == {
        "name": "hand",
        "label": "Handkarten",
        "help": find("crypto_cards").words["de"]["help"]["hand"],
        "clause": "§6.1",
        "default": 5,
        "low": 3,
        "high": 8,
    }
    assert rules["options"][-1]["choices"] == ["turn", "round"]
    assert list(outcry("rules", "bounce", "--json", "--clause", "1.1").json["clauses"]) == ["§1.1"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["frobnicate"], "frobnicate"),
        (["--frobnicate"], "--frobnicate"),
        (["games", "bounce"], "bounce"),
        (["games", "--frobnicate"], "--frobnicate"),
        (["rules"], "GAME"),
        (["rules", "chess"], "there is no game 'chess'; there are bounce, cash_a_catch, cash_or_crash"),
        (["rules", "bounce", "--clause", "9.9"], "Bounce has no clause §9.9; they go from §1.1 to §6.5"),
        (["rules", "bounce", "--clause", ""], "Bounce has no clause §"),
        (["rules", "bounce", "--language", "xx"], "it speaks en, de"),
        (["replay"], "FILE"),
        (["replay", "nowhere.json"], "nowhere.json cannot be read"),
        (["play"], "GAME"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", ""], "there is no game ''"),
        (["play", "bounce", "--seats", "5"], "Bounce is for 1 to 4 players, not 5"),
        (["play", "crypto_cards", "--seats", "1"], "Crypto Cards is for 2 to 6 players, not 1"),
        (["play", "cash_or_crash", "--seats", "9"], "Cash or Crash is for 2 to 8 players, not 9"),
        (
            ["play", "cash_or_crash", "--option", "variant=speedy"],
            "option variant takes classic or endurance or blitz, not 'speedy'",
        ),
        (["simulate", "cash_or_crash", "--seats", "9"], "Cash or Crash is for 2 to 8 players, not 9"),
        (
            ["simulate", "cash_or_crash", "--option", "variant=speedy"],
            "option variant takes classic or endurance or blitz, not 'speedy'",
        ),
        (["play", "bounce", "--seats", "two"], "--seats"),
        (["play", "bounce", "--seats", "2", "--seat", "2"], "there is no seat 2; they go from 0 to 1"),
        (["play", "bounce", "--seat", "-1"], "there is no seat -1"),
        (["play", "bounce", "--option", "height=3"], "there is no option 'height'"),
        (["play", "bounce", "--option", "spaces"], "an option is written name=value, not 'spaces'"),
        (["play", "bounce", "--option", "spaces=99"], "option spaces takes a whole number from 3 to 30, not '99'"),
        (["play", "bounce", "--option", "finish=never"], "option finish takes first or all, not 'never'"),
        (["play", "bounce", "--option", "spaces=5", "--option", "spaces=6"], "option spaces is given twice"),
        (["play", "bounce", "--seed", "lucky"], "--seed"),
        (["play", "cash_a_catch", "--seats", "2"], "Cash-a-Catch is for 3 to 5 players, not 2"),
        (["play", "cash_a_catch", "--pace", "quick"], "--pace"),
        (["play", "cash_a_catch", "--pace", "-1"], "--pace takes seconds from 0 to 60, not -1"),
        (["play", "cash_a_catch", "--pace", "nan"], "--pace takes seconds from 0 to 60, not nan"),
        (["play", "bounce", "--bots", "oracle"], "there is no bot 'oracle'; there are"),
        (["play", "bounce", "--seats", "4", "--bots", "random,random"], "there are 3 seats for bots"),
        (["play", "bounce", "--language", "xx"], "Bounce does not speak 'xx'"),
        (["play", "bounce", "--save", "nowhere/match.json"], "there is no folder nowhere"),
        (["play", "bounce", "--save", "there.json"], "there.json is there already"),
        (["play", "bounce", "there.json"], "outcry play bounce --resume there.json"),
        (["play", "bounce", "--resume"], "there is no unfinished game of Bounce in"),
        (["play", "bounce", "--resume", "there.json"], "there.json is damaged: line 1"),
        (["play", "bounce", "--resume", "--seats", "2"], "--seats is for a new game"),
        (["play", "bounce", "--resume", "."], ". is a folder, not a match file"),
        (["play", "bounce", "--save", "."], ". is a folder, not a file"),
        (["play", "bounce", "--save", "x" * 300], "cannot be written: File name too long"),
        (["play", "bounce", "--save", "/dev/full"], "/dev/full is not a file but a device"),
        (["play", "bounce", "--save", "/proc/match.json"], "/proc/match.json cannot be written: "),
        (["play", "bounce", "--seed", "-1"], "a seed is a whole number from 0 to"),
        (["play", "bounce", "--seed", "9" * 5000], "--seed"),
        (
            ["play", "bounce", "--seats", "2", "--bots", "easy,easy"],
            "there is 1 seat for a bot, so name one bot for all of them or 1, not 2",
        ),
        (["play", "x" * 100_000], "there is no game 'xxx"),
        (["replay", ""], ". is a folder, not a match file"),
        (["replay", "/dev/zero"], "/dev/zero is not a match file but a device"),
        (["replay", "there.json", "--seat", "x" * 100_000], "there.json is damaged"),
        (["review", "there.json"], "there.json is damaged: line 1"),
        (["review", "/"], "/ is a folder, not a match file"),
        (["rules", "bounce", "--clause", "x" * 100_000], "Bounce has no clause §xxx"),
        (["rules", "bounce", "--clause", "\x1b[2J"], "Bounce has no clause §\\x1b[2J;"),
        (["simulate", "bounce", "--seats", "0"], "Bounce is for 1 to 4 players, not 0"),
        (["simulate", "bounce", "--seats", "1", "--bots", "easy,easy"], "1 seat needs one bot, not 2"),
        (["simulate", "bounce", "--games", "0"], "the number of games goes from 1 to"),
        (["simulate", "bounce", "--seed", "-1"], "a seed is a whole number from 0 to"),
        (["ladder", "bounce", "--seats", "0"], "Bounce is for 1 to 4 players, not 0"),
        (["ladder", "bounce", "--seats", "1"], "a ladder needs two seats or more"),
        (["ladder", "bounce", "--picture", "."], ". is a folder, not a file"),
        (["ladder", "bounce", "--picture", "nowhere/picture.svg"], "there is no folder nowhere to write in"),
        (["ladder", "bounce", "--picture", "/proc/picture.svg"], "/proc/picture.svg cannot be written: "),
        (["ladder", "bounce", "--picture", "/dev/full"], "/dev/full is not a file but a device"),
        (["bench", "bounce", "--seconds", "nan"], "a measurement takes more than 0 seconds, not nan"),
        (["solve", "crypto_cards"], "Crypto Cards has not been solved"),
        (["new", "json"], "there is already a package 'json', which the game would hide"),
        (["new", "numpy"], "there is already a package 'numpy', which the game would hide"),
        (["new", "openoutcry"], "there is already a package 'openoutcry', which the game would hide"),
        (["new", "hands"], "a game's state is called like the game, and 'hands' is something in it already"),
        (["new", "class"], "class is a word of Python's own"),
        (["new", "bounce"], "there is already a game 'bounce'"),
        (["new", "Fish Market"], "a game's name is small letters, digits and _"),
        (["new", "x" * 100], "a game's name is small letters, digits and _"),
        (["new", "fish_market", "--folder", "there.json"], "there.json/fish_market cannot be written: Not a directory"),
        (["new", "fish_market", "--folder", "/proc"], "/proc/fish_market cannot be written: "),
    ],
)
def test_a_mistake_is_one_sentence_and_changes_nothing(arguments: list[str], part: str, tmp_path: Path) -> None:
    (tmp_path / "there.json").write_text("{", encoding="utf-8")
    with nothing_written(tmp_path):
        answer = outcry(*arguments, typed="1\n")
    assert is_one_sentence(answer), answer
    assert part in answer.err
    assert answer.out == ""


def test_one_thing_is_not_counted_as_several(tmp_path: Path) -> None:
    assert "bounce, 1 seat, 1 game, seed 0" in outcry("simulate", "bounce", "--seats", "1", "--games", "1").out
    assert repr(Match("bounce", 1, seed=5)) == "<Match bounce, 1 seat, 0 actions>"
    match = Match("crypto_cards", 2, seed=7)
    match.play(0, "pass")
    match.play(0, match.legal(0)[0])
    match.save(tmp_path / "match.json")
    assert "\n1 decision. " in outcry("review", "match.json", "--seat", "0", "--steps", "10000").out


def test_a_mistake_as_a_program() -> None:
    answer = outcry_apart("play", "chess")
    assert is_one_sentence(answer), answer
