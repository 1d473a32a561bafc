"""What the page loads of every game: its .wasm, its manifest, its lesson, and a list of all games (`python -m
openoutcry.server.page FOLDER`).
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TypedDict

from msgspec.json import encode as json_of

from openoutcry.bots import wasm
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import registered
from openoutcry.table.lesson import lesson_of
from openoutcry.targets.manifest import SeatNumbers

PAGE = Path(__file__).parent / "page"
"""The built page: in a wheel it is there, in a checkout `make page` makes it."""


class GameListed(TypedDict):
    """A game as the home of the page shows it."""

    game: str
    seats: SeatNumbers
    minutes: int
    pace: float
    titles: dict[str, str]
    lines: dict[str, str]
    lesson: bool
    bytes: int


def write_games(folder: Path) -> None:
    """Every game's files, and games.json."""
    wasm.build(folder)
    write_lessons(folder, registered().values())
    _write_list(folder, [_listed(game, folder) for game in registered().values()])


def write_lessons(folder: Path, games: Iterable[Game]) -> list[str]:
    """The lessons of those games that have one, each in a file of its own that is loaded when it is asked for; the
    files' names.
    """
    written = []
    for game in games:
        if lesson := lesson_of(game):
            written.append(f"{game.name}.lesson.json")
            (folder / written[-1]).write_bytes(json_of(lesson))
    return written


def _write_list(folder: Path, listed: list[GameListed]) -> None:
    (folder / "games.json").write_text(json.dumps(listed, ensure_ascii=False, indent=1), encoding="utf-8")


def page_of_all(spare: Path) -> Path:
    """The page with every game that is installed: as it was built, or copied into a spare folder, the games of other
    packages added.
    """
    if not (PAGE / "games" / "games.json").is_file():
        return PAGE
    listed: list[GameListed] = json.loads((PAGE / "games" / "games.json").read_text(encoding="utf-8"))
    others = [game for name, game in registered().items() if name not in {each["game"] for each in listed}]
    if not others:
        return PAGE
    if find_spec("ziglang") is None:
        names = ", ".join(game.name for game in others)
        raise Mistake(f"the page comes without {names}, which cannot be compiled here: pip install 'openoutcry[wasm]'")
    page = spare / "page"
    shutil.copytree(PAGE, page)
    wasm.build(page / "games", others)
    lessons = write_lessons(page / "games", others)
    _write_list(page / "games", [*listed, *(_listed(game, page / "games") for game in others)])
    built = [name for game in others for name in wasm.names_of(game)]
    files = [*(f"{name}.{kind}" for name in built for kind in ("json", "wasm")), *lessons]
    _keep_offline(page, [f"games/{name}" for name in files])
    return page


def _keep_offline(page: Path, names: list[str]) -> None:
    """The service worker keeps these files too, under a version that changes with them."""
    worker = page / "service-worker.js"
    digest = hashlib.sha256(b"".join((page / name).read_bytes() for name in names)).hexdigest()[:12]
    files = "".join(f',"./{name}"' for name in names)
    code = re.sub(r"^(const FILES = \[.*)\];$", rf"\1{files}];", worker.read_text(encoding="utf-8"), flags=re.MULTILINE)
    worker.write_text(
        re.sub(r'^(const VERSION = "\w+)";$', rf'\1-{digest}";', code, flags=re.MULTILINE), encoding="utf-8"
    )


def _listed(game: Game, folder: Path) -> GameListed:
    return {
        "game": game.name,
        "seats": {"least": game.seats[0], "most": game.seats[-1], "best": [game.best[0], game.best[-1]]},
        "minutes": game.minutes,
        "pace": game.pace,
        "titles": {language: words["title"] for language, words in game.words.items()},
        "lines": {language: words["line"] for language, words in game.words.items()},
        "lesson": lesson_of(game) is not None,
        "bytes": (folder / f"{game.name}.wasm").stat().st_size,
    }


def main() -> None:
    """Write the files into the folder that is named."""
    if len(sys.argv) != 2:
        raise SystemExit("write: python -m openoutcry.server.page FOLDER")
    write_games(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
