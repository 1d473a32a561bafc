"""`outcry replay`, and that it shows each seat only what that seat could see."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import is_one_sentence, outcry
from openoutcry import Match
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
    assert "seat 0: You, seat 1: Bot 1, seat 2: Bot 2" in answer.out
    assert f"{len(match.log)}  " in answer.out
    assert "Place" in answer.out
    assert "You" in answer.out


def test_json_says_what_the_match_says(tmp_path: Path) -> None:
    match = played(tmp_path / "match.json")
    told = outcry("replay", "match.json", "--json").json
    assert [(line["seat"], line["text"]) for line in told["log"]] == [(entry.seat, str(entry)) for entry in match.log]
    assert told["log"][0]["told"] == "You pass."
    assert {name: told[name] for name in told if name != "log"} == {
        "game": "crypto_cards",
        "version": match.game.version,
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
    hands = {seat: outcry("replay", "match.json", *(["--seat", seat] if seat else [])).out for seat in ("", "0", "1", "all")}
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
        ('"seat": 0, "action"', '"seat": 1, "action"', "does not follow the rules at log entry 1: §2.1: It is not your turn."),
        ('"stands"', '"stood"', "is damaged: its end is missing"),
        ('"key": "', '"key": "0', "is damaged"),
        ('"version": 1', '"version": 99', "was played by version 99"),
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


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    (tmp_path / "match.json").write_bytes(b"\xff\xfe\x00")
    assert is_one_sentence(outcry("replay", "match.json"))
    assert is_one_sentence(outcry("replay", str(tmp_path)))
