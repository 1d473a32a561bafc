"""What is measured in a game: everything cheap at once, one number for each measure and game.

A measure has a name: `turns`, or one of several of a kind, such as `wins.0` (by seat), `bot.greedy`, `action.sell`,
`event.sold`, `clause.3.2` and `ending.second_joker`. Games of other packages have all of them for nothing, but for the
events that they do not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from openoutcry.bots import Spec
from openoutcry.bots.measuring import GENERAL, OF_SEVERAL, measure_games, measured, width_of
from openoutcry.bots.measuring import SHARES as CHEAP_SHARES
from openoutcry.bots.watching import new_watcher, notes_type, watch_games
from openoutcry.engine.bits import bit
from openoutcry.engine.game import Game
from openoutcry.lab.simulate import Series

Values = np.ndarray[Any, np.dtype[np.float64]]
SEAT_ADVANTAGE = "seat_advantage"
"""By how much the seat that wins most often wins more than its share; it follows from the wins of all seats."""
PROBED = ("meaningful", "settled", "drama", "surprise")
PARTS = ("seat", "skill", "luck", "whims")
DEEP = (*PROBED, *PARTS)
"""What takes play-outs to tell, and is measured on fewer keys (`lab/depth.py`)."""
KINDS = ("wins", "points", "bot", "ending", "action", "event", "clause")
SHARES = CHEAP_SHARES | {SEAT_ADVANTAGE, "meaningful", "settled", *PARTS}
"""From 0 to 1; the others count or sum up."""


@dataclass(frozen=True)
class Measure:
    """A measure by its kind and, where there are several of that kind, which of them."""

    kind: str
    which: str = ""

    @property
    def name(self) -> str:
        """As people write it."""
        return f"{self.kind}.{self.which}" if self.which else self.kind

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games, or of a game: from 0 to 1."""
        return self.kind in SHARES


class Watched(Series):
    """Games between compiled bots that are watched. One thread uses it at a time."""

    def __init__(self, game: Game, template: Any, bots: Sequence[Spec], games: int = 1) -> None:
        super().__init__(game, template, bots, games)
        self._watcher, self._notes = new_watcher(game), np.zeros(games, notes_type(game))

    def restrict(self, without: Sequence[Iterable[str]]) -> None:
        """Have each seat do without some verbs and habits, as long as something else is legal."""
        own, habits, verbs = self._workspace, self.game.habits, {verb.name: verb for verb in self.game.actions.verbs}
        own.restrained, own.never[:], own.habits[:] = 0, 0, 0
        for seat, names in enumerate(without):
            for name in names:
                own.restrained |= bit(seat)
                if name in habits:
                    own.habits[seat] |= bit(habits.number(name))
                    continue
                first = self.game.actions.first(name)
                for action in range(first, first + len(verbs[name])):
                    own.never[seat, action >> 6] |= bit(action & 63)

    def _play(self, trees: Any, first: int, games: int) -> None:
        self._notes[:games] = np.zeros((), self._notes.dtype)
        watch_games(self._workspace, trees, first, self._watcher, self._outcomes[:games], self._notes[:games])

    @property
    def notes(self) -> Any:
        """What was seen of each game."""
        return self._notes

    def values(self, games: int) -> Values:
        """A row for each game: all measures that do not depend on who sits where."""
        rows: Values = np.zeros((games, width_of(self.game, self._seats)))
        measure_games(self._watcher, self._seats, self._outcomes[:games], self._notes[:games], rows.reshape(-1))
        return rows


class Sheet:
    """The measures of a game at a table: their names, and their values for games that were watched.

    >>> from openoutcry.games import find
    >>> sheet = Sheet(find("crypto_cards"), seats=2, bots=["greedy", "greedy"])
    >>> [measure.name for measure in sheet.measures][11:18]
    ['wins.0', 'wins.1', 'points.0', 'points.1', 'ending.second_joker', 'ending.last_round', 'action.sell']
    """

    def __init__(self, game: Game, seats: int, bots: Sequence[str]) -> None:
        """The bots are those of the seats before any rotation."""
        self.game, self.seats, self.bots = game, seats, tuple(bots)
        which = {
            "wins": [str(seat) for seat in range(seats)],
            "points": [str(seat) for seat in range(seats)],
            "bot": list(dict.fromkeys(bots)) if len(set(bots)) > 1 else [],
            **measured(game),
        }
        several = [
            *(Measure(name) for name in GENERAL),
            *(Measure(kind, each) for kind in KINDS for each in which[kind]),
        ]
        self._kept = np.array([seats > 1 or measure.kind not in OF_SEVERAL for measure in several])
        self.measures = tuple(measure for measure, kept in zip(several, self._kept, strict=True) if kept)
        self.places = {measure.name: place for place, measure in enumerate(self.measures)}

    def values(self, watched: Watched, games: int, rotation: int = 0) -> Values:
        """A row for each game, a column for each measure; the bots sit so many seats further on."""
        values, wins = watched.values(games), len(GENERAL)
        before = wins + 2 * self.seats
        by_bot = self._by_bot(values[:, wins : wins + self.seats], rotation)
        return np.column_stack([values[:, :before], *by_bot, values[:, before:]])[:, self._kept]

    def _by_bot(self, shares: Any, rotation: int) -> list[Any]:
        """Each bot's share of the wins, divided by how many of it there are: equal bots have 1 in as many as seats."""
        if len(set(self.bots)) == 1:
            return []
        seated = np.array([self.bots[(seat - rotation) % self.seats] for seat in range(self.seats)])
        return [shares[:, seated == bot].mean(axis=1) for bot in dict.fromkeys(self.bots)]


def shares_of_wins(places: Any) -> Any:
    """What everybody has of each win: a shared first place is a win divided."""
    first = places == 1
    return first / np.maximum(first.sum(axis=1), 1)[:, None]


def rotations_of(bots: Sequence[str]) -> int:
    """How often a key is played, until everybody has sat everywhere.

    >>> rotations_of(["greedy", "random", "greedy", "random"]), rotations_of(["greedy", "random", "random"])
    (2, 3)
    """
    there = list(bots)
    return next(turn for turn in range(1, len(there) + 1) if there[turn:] + there[:turn] == there)
