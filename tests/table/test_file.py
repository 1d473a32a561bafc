"""Match files: readable, replayed on loading, and refused where they do not follow the rules, saying where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import openoutcry as oo
from openoutcry.games import registered
from openoutcry.table.match import same_position
from table.test_match import played

Data = dict[str, Any]


@pytest.mark.parametrize("actions", [0, 1, 9, 10_000])
@pytest.mark.parametrize("game", registered())
def test_a_match_survives_its_file(game: str, actions: int, tmp_path: Path) -> None:
    players, bots = ["Ann", "Bo", "Çelik"], {1: "medium", 2: "search:500"}
    match = played(oo.Match(game, 3, seed=5, players=players, bots=bots), actions)
    match.save(tmp_path / "match.json")
    again = oo.load(tmp_path / "match.json")
    assert same_position(match, again)
    assert match.log == again.log
    assert (match.players, match.options, match.points) == (again.players, again.options, again.points)
    assert again.bots == bots
    again.save(tmp_path / "again.json")
    assert (tmp_path / "match.json").read_bytes() == (tmp_path / "again.json").read_bytes()


def test_undoing_survives_the_file(tmp_path: Path) -> None:
    match = oo.Match("crypto_cards", 2, seed=7)
    match.play(0, "pass")
    match.undo(0)
    match.play(0, "pass")
    match.play(0, match.legal(0)[0])
    match.undo(0, consent=True)
    match.save(tmp_path / "match.json")
    assert oo.load(tmp_path / "match.json").log == match.log


def test_a_person_can_read_it(tmp_path: Path) -> None:
    played(oo.Match("crypto_cards", 2, seed=7), 3).save(tmp_path / "match.json")
    lines = (tmp_path / "match.json").read_text(encoding="utf-8").splitlines()
    assert '    {"seat": 0, "action": 160, "text": "pass"},' in lines
    assert '  "game": "crypto_cards",' in lines


def change(**values: Any) -> Callable[[Data], None]:
    return lambda data: data.update(values)


def change_entry(number: int, **values: Any) -> Callable[[Data], None]:
    return lambda data: data["log"][number].update(values)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (change(format="something"), "is not a match file: its format should be 'openoutcry match 1'"),
        (change(game="chess"), "cannot be replayed: there is no game 'chess'; there are bounce, "),
        (
            change(version=99),
            "cannot be replayed: it was played by version 99 of the rules of Crypto Cards, here is version 1; a newer",
        ),
        (change(version=0), "is damaged: 'version' should be 1 or more"),
        (change(seats=9), "cannot be replayed: Crypto Cards is for 2 to 6 players, not 9"),
        (change(options={"hand": 77}), "cannot be replayed: option hand takes a whole number from 3 to 8, not 77"),
        (change(players=["Ann"]), "cannot be replayed: 2 seats need 2 players' names, not 1"),
        (change(bots=["easy"]), "cannot be replayed: 'bots' should be names by the numbers of their seats"),
        (change(bots={"one": "easy"}), "cannot be replayed: 'bots' should be names by the numbers of their seats"),
        (change(bots={"2": "easy"}), "cannot be replayed: bots are names by their seats, 0 to 1, not 'easy' at 2"),
        (change(bots={"1": 7}), "cannot be replayed: bots are names by their seats, 0 to 1, not 7 at 1"),
        (change(key="zz"), "is damaged: the key is not hexadecimal"),
        (change(key="00" * 32), "is damaged: the key is not the one it was committed to"),
        (change(log=7), "is damaged: 'log' is missing or of the wrong kind"),
        (lambda data: data.pop("seats"), "is damaged: 'seats' is missing or of the wrong kind"),
        (lambda data: data.pop("stands"), "is damaged: its end is missing"),
        (change(stands={}), "is damaged: after the last log entry to_act should be [0]"),
        (lambda data: data["log"].pop(), "is damaged: after the last log entry to_act should be [1]"),
        (change_entry(2, seat=0), "does not follow the rules at log entry 3: §2.1: It is not your turn."),
        (change_entry(2, seat=5), "does not follow the rules at log entry 3: there is no seat 5; they go from 0 to 1"),
        (change_entry(0, action=0, text="sell AC"), "does not follow the rules at log entry 1: §3.2: "),
        (
            change_entry(0, action=999),
            "does not follow the rules at log entry 1: there is no action 999; they go from 0 to 160",
        ),
        (change_entry(0, text="fly"), "does not follow the rules at log entry 1: action 160 is 'pass', not 'fly'"),
        (
            lambda data: data["log"].insert(0, 3),
            "does not follow the rules at log entry 1: it should be an object with a seat",
        ),
        (
            lambda data: data["log"].insert(0, {"seat": 0}),
            "does not follow the rules at log entry 1: it should have the number of an action",
        ),
        (
            lambda data: data["log"].insert(2, {"seat": 0, "undo": 1}),
            "does not follow the rules at log entry 3: this cannot be taken back without consent",
        ),
    ],
)
def test_a_damaged_file_is_refused_saying_where(damage: Callable[[Data], None], sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    played(oo.Match("crypto_cards", 2, seed=7), 4).save(path)
    data = json.loads(path.read_text(encoding="utf-8"))
    damage(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(oo.Mistake) as caught:
        oo.load(path)
    assert str(caught.value).startswith(f"{path} {sentence}")


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    played(oo.Match("crypto_cards", 2, seed=7), 4).save(path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: len(text) // 2], encoding="utf-8")
    with pytest.raises(oo.Mistake, match="is damaged: line "):
        oo.load(path)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"[]", b"null"])
def test_what_is_no_match_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    with pytest.raises(oo.Mistake, match=r"is not a match file|is damaged"):
        oo.load(path)


def test_a_file_that_cannot_be_written_is_one_sentence_and_leaves_the_old_one(tmp_path: Path) -> None:
    match = oo.Match("bounce", 1, seed=1)
    with pytest.raises(oo.Mistake, match="cannot be written: No such file or directory"):
        match.save(tmp_path / "nowhere" / "match.json")
    assert list(tmp_path.iterdir()) == []
