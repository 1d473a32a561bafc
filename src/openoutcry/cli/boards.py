"""The boards: how a view looks in the terminal. A game without one is shown field by field."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from openoutcry import Game
from openoutcry.cli import drawing, fields
from openoutcry.engine.contract import BOARD, COLOURED
from openoutcry.engine.record import as_dict
from openoutcry.engine.rows import Seen
from openoutcry.table.match import View
from openoutcry.table.words import Words


def draw(view: View, words: Words, players: Sequence[str]) -> RenderableType:
    """The table as a view shows it."""
    board = view.game.member(BOARD)
    return drawing.drawing(board(seen_in(view, words, players))) if board else fields.draw(view, words, players)


def seen_in(view: View, words: Words, players: Sequence[str]) -> Seen:
    """What a board is made from."""
    state = as_dict(view.record, view.game.fields)
    return Seen(state, view.fact, view.seat, view.to_act, view.points, view.places, players, words)


def coloured(game: Game, sentence: str) -> Text:
    """A sentence with its cards in their colours: those of a game that has its own, else those of the suits."""
    return drawing.text(game.member(COLOURED)(sentence))


def bell(game: Game) -> str | None:
    """The verb that a key plays in the game's races, where there is nothing else to do in them but to hold."""
    return next((verb.name for verb in game.actions.verbs if verb.bell), None)
