"""Where the terminal game keeps its matches: one file each, written after every action."""

from __future__ import annotations

import os
import time
from pathlib import Path

from platformdirs import user_state_path

from openoutcry import Game, Mistake
from openoutcry.games import find
from openoutcry.table.limits import json_in, text_in


def folder() -> Path:
    """OUTCRY_STATE, else the system's place for what a program should remember."""
    if chosen := os.environ.get("OUTCRY_STATE"):
        return Path(chosen)
    try:
        return user_state_path("openoutcry", appauthor=False)
    except RuntimeError:
        raise Mistake("you have no home folder to keep games in; set OUTCRY_STATE to a folder") from None


def new_path(game: Game) -> Path:
    """A file for a new match: no two processes share one."""
    return folder() / f"{game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.json"


def newest_first(game: Game) -> list[Path]:
    """The files of a game's matches, the one last played first."""
    return sorted(folder().glob(f"{game.name}-*.json"), key=_last_changed, reverse=True)


def _last_changed(path: Path) -> float:
    """When a file was last written; of one that cannot be looked at, long ago."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def is_unfinished(path: Path) -> bool:
    """Whether somebody may still act in a match; a file that cannot be read is not known to be over."""
    try:
        return bool(json_in(text_in(path))["stands"]["to_act"])
    except (Mistake, KeyError, TypeError):
        return True


def game_of(path: Path) -> list[Game]:
    """The game of a match file, to be prepared before the file is loaded; none if it cannot be told, or if the file is
    of other rules.
    """
    try:
        data = json_in(text_in(path))
        game = find(data["game"])
        return [game] if data["version"] == game.version else []
    except (Mistake, KeyError, TypeError, AttributeError):
        return []


def last_left(game: Game) -> Path | None:
    """The match last played, if it was left before its end."""
    return next((path for path in newest_first(game)[:1] if is_unfinished(path)), None)


def last_unfinished(game: Game) -> Path | None:
    """The last match played that is not over."""
    return next((path for path in newest_first(game) if is_unfinished(path)), None)
