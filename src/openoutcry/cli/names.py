"""A game's words at one table, where seats are called by their players."""

from __future__ import annotations

from collections.abc import Sequence

from openoutcry import Game
from openoutcry.cli.phrases import Phrases
from openoutcry.cli.plain import spelled_out
from openoutcry.engine.actions import Domain
from openoutcry.table.words import Words

SEAT = "seat"


class TableWords(Words):
    """The words of a game in which an action that names a seat tells the name of who sits there."""

    def __init__(self, game: Game, language: str, players: Sequence[str], you: int | None) -> None:
        super().__init__(game, language)
        self.table = spelled_out(self.table)
        spoken_to = Phrases(language)("you_object")
        self.called = {str(seat): spoken_to if seat == you else player for seat, player in enumerate(players)}

    def part(self, parameter: str, domain: Domain, written: str) -> str:
        """One parameter as people read it, a seat by its player's name."""
        return (self.called.get(written) if parameter == SEAT else None) or super().part(parameter, domain, written)
