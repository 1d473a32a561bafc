"""The page that is served has every game that is installed."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from openoutcry import Mistake
from openoutcry.bots import wasm
from openoutcry.cli.skeleton import GAME
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.server import page

BOUNCE = registered()["bounce"]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built page with one game."""
    folder = tmp_path / "built"
    (folder / "games").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>Outcry</h1>", encoding="utf-8")
    (folder / "games" / "games.json").write_text(json.dumps([{"game": "bounce"}]), encoding="utf-8")
    (folder / "service-worker.js").write_text('const FILES = ["./"];\nconst VERSION = "12ab";\n', encoding="utf-8")
    monkeypatch.setattr(page, "PAGE", folder)
    monkeypatch.setattr(page, "registered", lambda: {"bounce": BOUNCE})
    return folder


@pytest.fixture
def with_another(built: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same when a game of another package is installed."""

    def build(folder: Path, games: Iterable[Game]) -> None:
        for game in games:
            for name in wasm.names_of(game):
                (folder / f"{name}.wasm").write_bytes(b"\0asm")
                (folder / f"{name}.json").write_text("{}", encoding="utf-8")

    monkeypatch.setattr(page, "registered", lambda: {"bounce": BOUNCE, "skeleton": GAME})
    monkeypatch.setattr(wasm, "build", build)
    return built


def test_with_no_other_games_it_is_the_built_one(built: Path, tmp_path: Path) -> None:
    assert page.page_of_all(tmp_path / "spare") == built


def test_a_game_of_another_package_is_added_to_a_copy(with_another: Path, tmp_path: Path) -> None:
    copy = page.page_of_all(tmp_path / "spare")
    assert copy != with_another
    assert [each["game"] for each in json.loads((copy / "games" / "games.json").read_text(encoding="utf-8"))] == [
        "bounce",
        "skeleton",
    ]
    assert (copy / "games" / "skeleton.wasm").read_bytes() == b"\0asm"
    files, version = (copy / "service-worker.js").read_text(encoding="utf-8").splitlines()
    names = ("skeleton.json", "skeleton.wasm", "skeleton.lab.json", "skeleton.lab.wasm")
    kept = ["./", *(f"./games/{name}" for name in names)]
    assert files == f"const FILES = {json.dumps(kept, separators=(',', ':'))};"
    assert version.startswith('const VERSION = "12ab-')
    assert len(json.loads((with_another / "games" / "games.json").read_text(encoding="utf-8"))) == 1


def test_without_the_tools_it_says_what_is_missing(
    with_another: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "find_spec", lambda _: None)
    with pytest.raises(Mistake, match=r"comes without skeleton.*openoutcry\[wasm\]"):
        page.page_of_all(tmp_path / "spare")
