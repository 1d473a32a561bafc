"""What the page loads of every game: its .wasm, its manifest, and a list of all games (`python -m openoutcry.server.page FOLDER`)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TypedDict

from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.targets import wasm
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
    bytes: int


def write_games(folder: Path) -> None:
    """Every game's files, and games.json."""
    wasm.build(folder)
    listed = [_listed(game, folder) for game in registered().values()]
    (folder / "games.json").write_text(json.dumps(listed, ensure_ascii=False, indent=1), encoding="utf-8")


def _listed(game: Game, folder: Path) -> GameListed:
    return {
        "game": game.name,
        "seats": {"least": game.seats[0], "most": game.seats[-1], "best": [game.best[0], game.best[-1]]},
        "minutes": game.minutes,
        "pace": game.pace,
        "titles": {language: words["title"] for language, words in game.words.items()},
        "lines": {language: words["line"] for language, words in game.words.items()},
        "bytes": (folder / f"{game.name}.wasm").stat().st_size,
    }


def main() -> None:
    """Write the files into the folder that is named."""
    if len(sys.argv) != 2:
        raise SystemExit("write: python -m openoutcry.server.page FOLDER")
    write_games(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
