"""What takes play-outs to tell, on fewer keys than the rest: whether decisions matter, when a game is settled, drama
and surprise, and of what the result is made: seat, skill, luck and whims.

For the last four every key is played at every rotation of players who differ, twice, with other whims. What a seat wins
beyond an equal share varies; how much of that stays the same when only the seat is known, the seat and who sits where,
that and the key, are sums of squares of means. Each is estimated without the noise of having few keys, and the
intervals are a jackknife's over groups of keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from openoutcry.bots import Spec
from openoutcry.bots.judging import IDEAS
from openoutcry.bots.memory import WHOLE, new_tree, nodes_for
from openoutcry.bots.probing import DECISIONS, PLAYOUTS, PROBE, ROOM, new_prober, play_again, probe_games
from openoutcry.bots.selfplay import OUTCOME
from openoutcry.engine.game import Game
from openoutcry.lab.measures import PARTS, PROBED, Measure, Values, rotations_of, shares_of_wins
from openoutcry.lab.simulate import Series
from openoutcry.lab.statistics import Sample

GROUPS = 32
"""Keys are summed up in so many groups, in turn, so that one can be left out."""
SETTLED = 0.9
"""A game is settled for whoever has such a chance of winning, and wins."""
TOTALS, SQUARES = range(2)


class Probed(Series):
    """Games that are looked into, one by one. One thread uses it at a time."""

    def __init__(self, game: Game, template: Any, bots: Sequence[Spec]) -> None:
        super().__init__(game, template, bots)
        self._prober, self._path, self._tree = new_prober(game), np.zeros(ROOM, game.state_type), _tree()
        self._probes = np.zeros(1, PROBE)

    def _play(self, trees: Any, first: int, games: int) -> None:
        self._probes[:] = np.zeros((), PROBE)
        kept = self._prober, self._path, self._tree
        probe_games(self._workspace, trees, first, *kept, self._outcomes[:games], self._probes[:games])

    def values(self) -> list[float]:
        """Whether decisions matter, when it was settled, drama and surprise."""
        chances = self._probes["chances"][0, :, :, : self._seats] / (WHOLE * PLAYOUTS)
        won = shares_of_wins(self.places[:1])[0]
        return [
            float(self._probes["meaningful"][0]) / DECISIONS,
            settled(chances, won),
            100 * drama(chances, won),
            100 * surprise(chances, won),
        ]


def _tree() -> Any:
    return new_tree(nodes_for(IDEAS))


class Twice(Series):
    """Games that are played twice, with the same cards and dice and other whims. One thread uses it at a time."""

    def __init__(self, game: Game, template: Any, bots: Sequence[Spec]) -> None:
        super().__init__(game, template, bots)
        self._prober, self._others = new_prober(game), np.zeros(1, OUTCOME)

    def _play(self, trees: Any, first: int, games: int) -> None:
        play_again(self._workspace, trees, first, self._prober, self._outcomes[:games], self._others[:games])

    def values(self) -> Values:
        """What everybody won beyond an equal share, a row for each time."""
        both = np.array([self.places[0], self._others["places"][0, : self._seats]])
        apart: Values = shares_of_wins(both) - 1 / self._seats
        return apart


def settled(chances: Values, won: Values) -> float:
    """When the chance of whoever won was large for good, as a share of the game; 1 is the very end.

    >>> rising = np.array([[[p, 1 - p]] * 2 for p in (0.5, 0.95, 0.8, 0.92)])
    >>> settled(rising, np.array([1.0, 0.0]))
    0.75
    """
    together = chances.mean(axis=1)[:, won > 0].sum(axis=1)
    open_at = np.flatnonzero(together < SETTLED)
    return float(open_at[-1] + 1) / len(chances) if len(open_at) else 0.0


def drama(chances: Values, won: Values) -> float:
    """How far whoever won was behind the favourite, on average over the game: one half of the play-outs says who the
    favourite is, the other by how much.
    """
    behind = 0.0
    for one, other in ((0, 1), (1, 0)):
        favourites = chances[:, one].argmax(axis=1)
        theirs = chances[np.arange(len(chances)), other, favourites]
        apart = theirs - chances[:, other, won > 0].mean(axis=1)
        behind += float(np.where(won[favourites] > 0, 0.0, apart).mean()) / 2
    return behind


def surprise(chances: Values, won: Values) -> float:
    """How much of the chances changes hands from one point to the next, on average: one half of the play-outs says in
    which direction, the other by how much.
    """
    ends = np.broadcast_to(won, (1, *chances.shape[1:]))
    one, other = np.moveaxis(np.diff(np.concatenate([chances, ends]), axis=0), 1, 0)
    moved = (one * np.sign(other) + other * np.sign(one)) / 2
    return float(moved.sum(axis=1).mean()) / 2


class Part(NamedTuple):
    """A part of the result: the values of a jackknife, and by how much their mean's squared error is larger."""

    values: Values
    more: float

    def beside(self, other: Part) -> Part:
        """How it differs from the same part elsewhere."""
        return Part(self.values - other.values, self.more + other.more)

    @property
    def sample(self) -> Sample:
        """As a sample, whose mean and error are those of the part."""
        found, count = Sample.of([float(value) for value in self.values]), len(self.values)
        return Sample(count, found.total, found.squares + count * (count - 1) * self.more)


class Depth:
    """The columns of a table's deep measures: the first are measures themselves, from the others follow the parts."""

    def __init__(self, game: Game, seats: int, bots: Sequence[str]) -> None:
        self.seats, self.players = seats, players_of(bots, game)
        self.rotations = rotations_of(self.players)
        self.measures = tuple(map(Measure, (*PROBED, *PARTS)))
        self.places = {name: place for place, name in enumerate(PROBED)}
        cells = len(PROBED) + seats * self.rotations
        self._cells, self._seats = slice(len(PROBED), cells), slice(cells, cells + seats)
        self._same, self._total, self._keys = range(cells + seats, cells + seats + 3)
        self.columns = cells + seats + 3

    def values(self, probed: Sequence[float], rotated: Sequence[Values]) -> Values:
        """The row of a key."""
        won = np.array(rotated)
        cells = won.mean(axis=1)
        same, total = (won[:, 0] * won[:, 1]).mean(), (won * won).mean()
        return np.array([*probed, *cells.ravel(), *cells.mean(axis=0), same, total, 1.0])

    def parts(self, groups: Values) -> dict[str, Part]:
        """The parts of the result, each by a jackknife over the groups that have a key."""
        there = groups[groups[:, TOTALS, self._keys] > 0]
        if len(there) < 3:
            return {name: Part(np.zeros(0), 0.0) for name in PARTS}
        every, count = there.sum(axis=0), len(there)
        whole = self._shares(every)
        without = np.array([self._shares(every - group) for group in there])
        values = (count * whole - (count - 1) * without).T
        return {name: Part(*each) for name, *each in zip(PARTS, values, self._more(every), strict=True)}

    def _more(self, sums: Values) -> list[float]:
        """By how much the squared error of each part is larger than a jackknife sees: where a mean is near nothing, its
        square varies by its own noise.
        """
        noise, total = self._noise(sums), sums[TOTALS, self._total] / sums[TOTALS, self._keys]
        seat = 6 * noise[self._seats].mean() ** 2 / (self.seats - 1)
        cells = 6 * noise[self._cells].mean() ** 2 / ((self.seats - 1) * self.rotations)
        return [float(each) / max(total * total, 1e-12) for each in (seat, seat + cells, cells, 0.0)]

    def _noise(self, sums: Values) -> Values:
        """The squared error of every mean."""
        keys = sums[TOTALS, self._keys]
        means = sums[TOTALS] / keys
        found: Values = (sums[SQUARES] / keys - means * means) / (keys - 1)
        return found

    def _shares(self, sums: Values) -> Values:
        """Seat, skill, luck and whims as shares of the variance of what a seat wins."""
        keys = sums[TOTALS, self._keys]
        means = sums[TOTALS] / keys
        squares = means * means - self._noise(sums)
        seat, cells = squares[self._seats].mean(), squares[self._cells].mean()
        same, total = means[self._same], means[self._total]
        parts = np.array([seat, cells - seat, same - cells, total - same])
        return parts / total if total > 0 else np.zeros(len(PARTS))


def players_of(bots: Sequence[str], game: Game) -> tuple[str, ...]:
    """Who plays where the result is taken apart: those of the table; where they are all alike, every second plays at
    random, or, if they do, better.

    >>> from openoutcry.games import find
    >>> players_of(["greedy"] * 3, find("crypto_cards")), players_of(["random"] * 2, find("bounce"))
    (('greedy', 'random', 'greedy'), ('random', 'greedy'))
    """
    if len(set(bots)) > 1:
        return tuple(bots)
    better = "greedy" if game.has("choose") else "search:100"
    other = better if bots[0] == "random" else "random"
    return tuple(other if seat % 2 else bot for seat, bot in enumerate(bots))
