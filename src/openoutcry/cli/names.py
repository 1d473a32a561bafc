"""A game's words at one table, where seats are called by their players."""

from __future__ import annotations

from collections.abc import Sequence

from openoutcry import Game
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.plain import spelled_out
from openoutcry.table.words import Words


class SeatedWords(Words):
    """The words of a game in which an action that names a seat tells the name of who sits there."""

    def __init__(self, game: Game, language: str, players: Sequence[str], you: int | None) -> None:
        spoken_to = Phrases(language)("you_object")
        super().__init__(game, language, [spoken_to if seat == you else name for seat, name in enumerate(players)])
        self.phrases = spelled_out(self.phrases)
