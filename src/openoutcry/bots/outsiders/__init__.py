"""Opponents from outside, for the ladder: each is a simple idea of how to play one game, in plain Python.

They use nothing of our rules of thumb and our search, so that what these are worth is not measured against themselves
only; `docs/strength.md` says which were tuned against our bots. Each is a file with one function of a view and a
chance, which is all a bot of another package is given, and `GAME`, the game it plays; it is named `outsider:` and the
name of its file.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

PREFIX = "outsider"


def named(name: str) -> ModuleType:
    """The file of an outsider."""
    return import_module(f"{__name__}.{name}")


def outsiders(game: str | None = None) -> list[str]:
    """The names of all outsiders, or of those that play a game.

    >>> outsiders("crypto_cards")
    ['hurry']
    """
    return [name for _, name, _ in iter_modules(__path__) if game is None or game == named(name).GAME]
