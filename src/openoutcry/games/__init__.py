"""The games: those of this folder, and those of other packages through the entry-point group `openoutcry.games`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Reason, quoted

GROUP = "openoutcry.games"


@cache
def registered() -> dict[str, Game]:
    """Every game by its name, ours first; a game of another package cannot take the name of one that is there."""
    found = {name: _ours(name) for _, name, is_package in pkgutil.iter_modules(__path__) if is_package}
    for entry in entry_points(group=GROUP):
        game = entry.load()
        if not isinstance(game, Game):
            raise TypeError(f"entry point {entry.name!r} of {GROUP} must be a Game, not {type(game).__name__}")
        found.setdefault(game.name, game)
    return found


def _ours(name: str) -> Game:
    game: Game = import_module(f"{__name__}.{name}").GAME
    return game


def find(name: str) -> Game:
    """The game of that name, with - for _ if you like."""
    known = registered()
    found = known.get(name.strip().lower().replace("-", "_")) if isinstance(name, str) else None
    if found is None:
        raise Reason("no_such_game", game=quoted(name), games=", ".join(known))
    return found
