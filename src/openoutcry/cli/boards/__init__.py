"""The boards: how a view looks in the terminal. A game without one is shown field by field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from rich.console import RenderableType
from rich.text import Text

from openoutcry import Game
from openoutcry.cli import fields, suits
from openoutcry.table.match import View
from openoutcry.table.words import Words

Notice = tuple[int, str]
"""Something that was seen to happen: the seat it belongs to, or NOBODY, and a sentence."""
NOBODY = -1


class Board(Protocol):
    """What a module of this folder has."""

    def draw(self, view: View, words: Words, players: Sequence[str]) -> RenderableType:
        """The table as a view shows it."""
        ...

    def notices(self, before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[Notice]:
        """What came of an action, as far as two views show it: cards, dice."""
        ...


def draw(view: View, words: Words, players: Sequence[str]) -> RenderableType:
    """The table as a view shows it."""
    return _board(view.game.name).draw(view, words, players)


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[Notice]:
    """What came of an action, as far as two views show it."""
    return _board(after.game.name).notices(before, after, words, players, you)


def coloured(game: Game, sentence: str) -> Text:
    """A sentence with its cards in their colours: those of a board that has its own, else those of the suits."""
    text: Text = getattr(_board(game.name), "coloured", suits.coloured)(sentence)
    return text


def bell(game: Game) -> str | None:
    """The verb that a key plays in the game's races, where its board names one: there is nothing else to do in them but
    to hold.
    """
    verb: str | None = getattr(_board(game.name), "BELL", None)
    return verb


def is_news(game: Game, verb: str) -> bool:
    """Whether people want to hear of the actions of a verb, and not only of what came of them."""
    return verb not in getattr(_board(game.name), "QUIET", ())


@cache
def _board(game: str) -> Board:
    name = f"{__name__}.{game}"
    return cast("Board", import_module(name) if find_spec(name) else fields)
