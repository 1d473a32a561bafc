"""`outcry replay`, and that it shows each seat only what that seat could see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.command import is_one_sentence, outcry
from openoutcry import Match
from openoutcry.cli.saves import game_of
from openoutcry.games import registered


def played(path: Path, game: str = "crypto_cards", actions: int | None = None) -> Match:
    """A match that went on for so many actions, or to its end."""
    match = Match(game, seats=3, seed=7, players=["You", "Bot 1", "Bot 2"])
    while not match.over and (actions is None or len(match.log) < actions):
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    match.save(path)
    return match


@pytest.mark.parametrize("game", registered())
def test_the_whole_match_is_told(game: str, tmp_path: Path) -> None:
    match = played(tmp_path / "match.json", game)
    answer = outcry("replay", "match.json")
    assert answer.code == 0, answer
    assert f"{match.game.title}, version {match.game.version} of the rules" in answer.out
    assert "first to play: You, second: Bot 1, third: Bot 2" in answer.out
    assert f"{len(match.log)}  " in answer.out
    assert "Place" in answer.out
    assert "You" in answer.out


def test_a_match_that_was_played_on_with_another_key_is_told_as_one(tmp_path: Path) -> None:
    match = played(tmp_path / "match.json", actions=5)
    match.new_key()
    while not match.over:
        match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    match.save(tmp_path / "match.json")
    answer = outcry("replay", "match.json")
    assert answer.code == 0, answer
    assert "Place" in answer.out
    assert outcry("verify", "match.json").code == 0


def test_json_says_what_the_match_says(tmp_path: Path) -> None:
    match = played(tmp_path / "match.json")
    told = outcry("replay", "match.json", "--json").json
    assert [(line["seat"], line["text"]) for line in told["log"]] == [(entry.seat, str(entry)) for entry in match.log]
    assert told["log"][0]["told"] == "You pass."
    assert {name: told[name] for name in told if name != "log"} == {
        "game": "crypto_cards",
        "version": match.game.version,
        "checked": True,
        "seats": 3,
        "options": match.options,
        "players": ["You", "Bot 1", "Bot 2"],
        "over": True,
        "ending": "second_joker",
        "points": match.points,
        "places": match.places,
    }


def test_steps_show_the_table_after_every_action(tmp_path: Path) -> None:
    match = played(tmp_path / "match.json", actions=6)
    assert outcry("replay", "match.json", "--steps").out.count("Markets") == len(match.log)
    assert outcry("replay", "match.json").out.count("Markets") == 1


def test_a_seat_sees_only_its_own_hand_and_a_running_match_is_seen_by_a_spectator(tmp_path: Path) -> None:
    played(tmp_path / "match.json", actions=5)
    hands = {
        seat: outcry("replay", "match.json", *(["--seat", seat] if seat else [])).out for seat in ("", "0", "1", "all")
    }
    assert "Hand:" not in hands[""]
    assert "Your hand" not in hands[""]
    assert "mine" not in hands[""].partition("Scoring")[2]
    assert "Your hand" in hands["0"]
    assert "Hand:" not in hands["0"]
    assert hands["0"] != hands["1"]
    assert hands["all"].count("Hand:") == 3


def test_once_over_everything_is_shown(tmp_path: Path) -> None:
    played(tmp_path / "match.json")
    assert outcry("replay", "match.json").out.count("Hand:") == 3
    assert outcry("replay", "match.json", "--seat", "1").out.count("Hand:") == 0


def test_what_was_taken_back_is_told(tmp_path: Path) -> None:
    match = Match("bounce", seats=2, seed=3)
    match.play(0, "roll")
    match.undo(0, consent=True)
    match.save(tmp_path / "match.json")
    assert "seat 0 takes the last move back." in outcry("replay", "match.json").out


@pytest.mark.parametrize("seat", ["3", "-1", "some", ""])
def test_a_seat_that_is_not_there(seat: str, tmp_path: Path) -> None:
    played(tmp_path / "match.json", actions=2)
    answer = outcry("replay", "match.json", "--seat", seat)
    assert is_one_sentence(answer), answer
    assert f"there is no seat {seat!r}" in answer.err


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        (
            '"seat": 0, "action"',
            '"seat": 1, "action"',
            "does not follow the rules at log entry 1: §2.1: It is not your turn.",
        ),
        ('"stands"', '"stood"', "is damaged: its end is missing"),
        ('"key": "', '"key": "0', "is damaged"),
        ('"version": 1', '"version": 0', "is damaged: 'version' should be 1 or more"),
        ("}\n}\n", "}\n", "is damaged: line"),
        ("openoutcry match 1", "solitaire", "is not a match file"),
    ],
)
def test_a_damaged_file(old: str, new: str, part: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    played(path, actions=3)
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    answer = outcry("replay", str(path))
    assert is_one_sentence(answer), answer
    assert part in answer.err


def old_file(
    path: Path, *lines: tuple[int, str], version: int = 1, ending: str | None = "nobody_left", **changed: Any
) -> Path:
    """A file of Bounce, or of another game, as another version of its rules wrote it."""
    match = Match(changed.pop("game", "bounce"), seats=2, seed=7, players=["You", "Bo"])
    match.save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    entries = [
        {"seat": seat, "undo": 1} if text == "undo" else {"seat": seat, "action": 0, "text": text}
        for seat, text in lines
    ]
    data |= {"version": version, "log": entries, "stands": data["stands"] | {"ending": ending}} | changed
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


OLD = "played by version 1 of the rules of Bounce, here is version 2; Open Outcry 0.1 reads it whole"
FUTURE = "played by version 99 of the rules of Bounce, here is version 2; a newer release reads it whole"


@pytest.mark.parametrize(("version", "sentence"), [(1, OLD), (99, FUTURE)])
def test_the_log_of_another_version_is_told_and_marked(version: int, sentence: str, tmp_path: Path) -> None:
    old_file(
        tmp_path / "old.json",
        (0, "roll"),
        (1, "roll"),
        (1, "undo"),
        (1, "somersault 3 \x1b[2J\u202e"),
        (0, "roll 6"),
        version=version,
    )
    answer = outcry("replay", "old.json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[0] == f"Bounce, version {version} of the rules"
    assert f"Not checked: {sentence}." in " ".join(answer.out.split())
    told = [
        "You roll.",
        "Bo rolls.",
        "Bo takes the last move back.",
        "Bo: somersault 3 \\u001b[2J\\u202e",
        "You: roll 6",
    ]
    assert [line.partition("  ")[2] for line in answer.out.splitlines()[-5:]] == told
    shown = outcry("replay", "old.json", "--json").json
    assert (shown["version"], shown["checked"], shown["not_checked"]) == (version, False, sentence)
    assert [line["told"] for line in shown["log"]] == told
    assert "places" not in shown
    assert game_of(tmp_path / "old.json") == [], "nothing is compiled for it"


def test_a_file_of_another_version_is_not_played_on_nor_judged(tmp_path: Path, state: Path) -> None:
    old_file(tmp_path / "old.json", (0, "roll"), ending=None)
    sentence = f"old.json cannot be replayed: it was {OLD}, and outcry replay tells its log"
    for arguments in (["play", "bounce", "--resume"], ["review"], ["replay", "--steps"]):
        answer = outcry(*arguments, "old.json")
        assert is_one_sentence(answer), answer
        assert sentence in " ".join(answer.err.split())


def test_an_unfinished_match_of_another_version_keeps_its_secrets(tmp_path: Path) -> None:
    lines = [
        (0, "swap GGG"),
        (0, "undo"),
        (1, "swap OOO"),
        (1, "take GGO"),
        (0, "stake WWW"),
        (1, "stake OOO"),
        (1, "undo"),
        (1, "whisper GOW"),
    ]
    old_file(tmp_path / "old.json", *lines, game="cash_or_crash", ending=None)
    told = {
        seat: [(line["seat"], line["text"]) for line in outcry("replay", "old.json", "--json", *more).json["log"]]
        for seat, more in {"": [], "0": ["--seat", "0"], "1": ["--seat", "1"], "all": ["--seat", "all"]}.items()
    }
    assert told["all"] == lines
    assert told[""] == [(0, "stake ?"), (1, "stake ?"), (1, "undo"), (1, "?")]
    assert told["0"] == [(0, "swap GGG"), (0, "undo"), (0, "stake WWW"), (1, "stake ?"), (1, "undo"), (1, "?")]
    assert told["1"] == [
        (1, "swap OOO"),
        (1, "take GGO"),
        (0, "stake ?"),
        (1, "stake OOO"),
        (1, "undo"),
        (1, "whisper GOW"),
    ]
    assert "there is no seat '2'" in outcry("replay", "old.json", "--seat", "2").err


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(b"\xff\xfe\x00")
    assert is_one_sentence(outcry("replay", "match.json"))
    assert is_one_sentence(outcry("replay", str(tmp_path)))
