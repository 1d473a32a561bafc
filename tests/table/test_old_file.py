"""Files of another version of the rules: never played again, told as they stand, and only if they have the shape of a
match file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import openoutcry as oo
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.table.old_file import LONGEST, OldLine, OtherVersion, legible

Data = dict[str, Any]


def saved(path: Path, change: Callable[[Data], object] = lambda _: None, version: int = 99) -> Path:
    """A match of Bounce that another version played."""
    match = oo.Match("bounce", 2, seed=1, players=["Ann", "Bo"])
    for seat in (0, 1, 0):
        match.play(seat, "roll")
    match.save(path)
    data = json.loads(path.read_text(encoding="utf-8")) | {"version": version}
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def refused(path: Path) -> OtherVersion:
    with pytest.raises(OtherVersion) as caught:
        oo.load(path)
    return caught.value


@pytest.mark.parametrize("game", registered().values(), ids=registered())
def test_every_earlier_version_of_a_games_rules_has_a_release_that_reads_it(game: Game) -> None:
    assert sorted(game.releases) == list(range(1, game.version))
    here = tuple(map(int, oo.__version__.split(".")[:2]))
    for release in game.releases.values():
        name, _, number = release.rpartition(" ")
        assert name == "Open Outcry"
        assert tuple(map(int, number.split("."))) < here, "this release has other rules"


def test_what_the_file_says_is_told_and_its_numbers_are_not_trusted(tmp_path: Path) -> None:
    match = refused(saved(tmp_path / "old.json", lambda data: data["log"][1].update(action=1))).match
    assert (match.game.name, match.version, match.players, match.over) == ("bounce", 99, ["Ann", "Bo"], False)
    assert match.lines == [OldLine(0, "roll", True), OldLine(1, "roll", True), OldLine(0, "roll", True)]
    assert match.options["spaces"] == "9"


@pytest.mark.parametrize("text", ["ROLL", "roll ", " roll", "roll 3", "", "somersault", "{player}", "roll\n"])
def test_what_is_not_written_as_an_action_of_these_rules_is_not_known(text: str, tmp_path: Path) -> None:
    match = refused(saved(tmp_path / "old.json", lambda data: data["log"][0].update(text=text))).match
    assert match.lines[0] == OldLine(0, legible(text), False)


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda data: data.update(key="00" * 32), "is damaged: the key is not the one it was committed to"),
        (lambda data: data.update(players=["Ann"]), "is damaged: 'players' should be a name for each of the seats"),
        (
            lambda data: data.update(players=["Ann", None]),
            "is damaged: 'players' should be a name for each of the seats",
        ),
        (
            lambda data: data["log"].insert(1, "roll"),
            "is damaged: log entry 2 should be an object with one of the seats",
        ),
        (
            lambda data: data["log"][2].update(seat=2),
            "is damaged: log entry 3 should be an object with one of the seats",
        ),
        (
            lambda data: data["log"][2].update(seat=-1),
            "is damaged: log entry 3 should be an object with one of the seats",
        ),
        (lambda data: data["log"][0].update(text=7), "is damaged: log entry 1 should have the text of an action"),
        (lambda data: data["log"][0].pop("text"), "is damaged: log entry 1 should have the text of an action"),
    ],
)
def test_a_file_without_the_shape_of_one_is_damaged(
    damage: Callable[[Data], object], sentence: str, tmp_path: Path
) -> None:
    path = saved(tmp_path / "old.json", damage)
    with pytest.raises(oo.Mistake) as caught:
        oo.load(path)
    assert str(caught.value) == f"{path} {sentence}"
    assert not isinstance(caught.value, OtherVersion)


def test_an_older_version_without_a_release_is_read_by_an_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registered()["bounce"], "releases", {})
    assert "here is version 2; an older release reads it whole" in str(refused(saved(tmp_path / "old.json", version=1)))


def test_long_texts_are_cut() -> None:
    assert legible("x" * 5_000_000) == "x" * LONGEST + "…"
    assert legible("x" * LONGEST) == "x" * LONGEST
    assert legible("Ça va ♢") == "Ça va ♢"
