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
from openoutcry.cli import drawing, fields
from openoutcry.engine.contract import BOARD, COLOURED, QUIET
from openoutcry.engine.record import as_dict
from openoutcry.engine.rows import Seen
from openoutcry.table.match import View
from openoutcry.table.words import Words

Notice = tuple[int, str]
"""Something that was seen to happen: the seat it belongs to, or NOBODY, and a sentence."""
NOBODY = -1


class Notices(Protocol):
    """What a module of this folder has."""

    def notices(self, before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[Notice]:
        """What came of an action, as far as two views show it: cards, dice."""
        ...


def draw(view: View, words: Words, players: Sequence[str]) -> RenderableType:
    """The table as a view shows it."""
    board = view.game.member(BOARD)
    return drawing.drawing(board(seen_in(view, words, players))) if board else fields.draw(view, words, players)


def seen_in(view: View, words: Words, players: Sequence[str]) -> Seen:
    """What a board is made from."""
    state = as_dict(view.record, view.game.fields)
    return Seen(view.record, state, view.seat, view.to_act, view.points, view.places, players, words)


def coloured(game: Game, sentence: str) -> Text:
    """A sentence with its cards in their colours: those of a game that has its own, else those of the suits."""
    return drawing.text(game.member(COLOURED)(sentence))


def bell(game: Game) -> str | None:
    """The verb that a key plays in the game's races, where there is nothing else to do in them but to hold."""
    return next((verb.name for verb in game.actions.verbs if verb.bell), None)


def is_news(game: Game, verb: str) -> bool:
    """Whether people want to hear of the actions of a verb, and not only of what came of them."""
    return verb not in game.member(QUIET)


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[Notice]:
    """What came of an action, as far as two views show it."""
    return _notices(after.game.name).notices(before, after, words, players, you)


@cache
def _notices(game: str) -> Notices:
    name = f"{__name__}.{game}"
    return cast("Notices", import_module(name) if find_spec(name) else fields)
