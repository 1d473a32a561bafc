"""Many games of random play on all cores, and their statistics."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.playout import play_games
from openoutcry.engine.record import blank

CHUNK = 1024
MOST_GAMES = 10**12
WIDE = 1.96
"""Standard errors to either side of a 95% interval."""


@dataclass
class Tally:
    """Sums over games, from which every figure follows; tallies of different games can be added up."""

    seats: int
    names_of_endings: Sequence[str]
    games: int = 0
    steps: int = 0
    squared_steps: int = 0
    shortest: int = 0
    longest: int = 0
    ties: int = 0
    endings: Any = field(init=False)
    wins: Any = field(init=False)
    squared_wins: Any = field(init=False)
    points: Any = field(init=False)
    squared_points: Any = field(init=False)

    def __post_init__(self) -> None:
        self.wins, self.squared_wins, self.points, self.squared_points = np.zeros((4, self.seats))
        self.endings = np.zeros(len(self.names_of_endings), np.int64)

    def add(self, endings: Any, lengths: Any, points: Any, places: Any) -> None:
        """Count the games of one batch; a shared first place is a win divided among those who share it."""
        first = places == 1
        sharing = first.sum(axis=1)
        shares = first / np.maximum(sharing, 1)[:, None]
        self.shortest = int(lengths.min()) if not self.games else min(self.shortest, int(lengths.min()))
        self.longest = max(self.longest, int(lengths.max()))
        self.games += len(lengths)
        self.steps += int(lengths.sum())
        self.squared_steps += int((lengths**2).sum())
        self.ties += int((sharing > 1).sum())
        self.endings += np.bincount(endings, minlength=len(self.endings))
        self.wins += shares.sum(axis=0)
        self.squared_wins += (shares**2).sum(axis=0)
        self.points += points.sum(axis=0)
        self.squared_points += (points.astype(float) ** 2).sum(axis=0)

    def report(self, seconds: float) -> dict[str, Any]:
        """The figures, each mean with half the width of its 95% interval."""
        games = self.games
        return {
            "games": games,
            "steps": self.steps,
            "seconds": seconds,
            "steps_per_second": self.steps / seconds if seconds else 0.0,
            "games_per_second": games / seconds if seconds else 0.0,
            "length": {
                "mean": self.steps / games if games else None,
                "sd": _deviation(self.steps, self.squared_steps, games),
                "min": self.shortest if games else None,
                "max": self.longest if games else None,
            },
            "wins": [win / games if games else None for win in self.wins.tolist()],
            "wins_ci95": [_half_width(*sums, games) for sums in zip(self.wins, self.squared_wins, strict=True)],
            "points": [point / games if games else None for point in self.points.tolist()],
            "points_ci95": [_half_width(*sums, games) for sums in zip(self.points, self.squared_points, strict=True)],
            "ties": self.ties / games if games else None,
            "endings": {name: int(often) / games for name, often in zip(self.names_of_endings, self.endings, strict=True) if often},
        }


def _deviation(total: float, squares: float, count: int) -> float | None:
    return math.sqrt(max(squares - total * total / count, 0.0) / (count - 1)) if count > 1 else None


def _half_width(total: float, squares: float, count: int) -> float | None:
    deviation = _deviation(float(total), float(squares), count)
    return None if deviation is None else WIDE * deviation / math.sqrt(count)


class Simulation:
    """A number of games of random play, the same for the same seed however many cores there are.

    >>> from openoutcry.games import find
    >>> simulation = Simulation(find("bounce"), seats=1, games=2000, seed=1)
    >>> simulation.run()
    >>> simulation.tally.games
    2000
    """

    def __init__(self, game: Game, seats: int, games: int, seed: int = 0, options: Mapping[str, int | str | bool] | None = None) -> None:
        """Check everything; nothing is played yet."""
        if not 1 <= games <= MOST_GAMES:
            raise Mistake(f"the number of games goes from 1 to {MOST_GAMES}, not {games}")
        self.game, self.games, self.seed = game, games, seed
        self.template = game.template(seats, options)
        self.tally = Tally(seats, game.rules.ENDINGS)
        self.seconds = 0.0
        self._master = new_chance(key_of_seed(seed))

    def run(self, progress: Callable[[int], None] = lambda _: None, workers: int | None = None) -> None:
        """Play on all cores, telling how many games are done; the clock runs once all is compiled. Interrupted, it keeps what there is."""
        self._chunk(0, 1)
        started = time.perf_counter()
        count = workers or os.cpu_count() or 1
        pool = ThreadPoolExecutor(count)
        waiting: set[Future[Any]] = set()
        first = 0
        try:
            while first < self.games or waiting:
                while first < self.games and len(waiting) < 2 * count:
                    waiting.add(pool.submit(self._chunk, first, min(CHUNK, self.games - first)))
                    first += CHUNK
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for batch in done:
                    self.tally.add(*batch.result())
                self.seconds = time.perf_counter() - started
                progress(self.tally.games)
        finally:
            pool.shutdown(cancel_futures=True)

    def _chunk(self, first: int, games: int) -> tuple[Any, Any, Any, Any]:
        seats = self.tally.seats
        finals = np.zeros(games, self.game.state_type)
        lengths, points, places = np.zeros(games, np.int64), np.zeros((games, seats), np.int64), np.zeros((games, seats), np.int64)
        chance, thought, mask = new_chance(bytes(32)), new_chance(bytes(32)), blank(self.game.mask_type)
        play_games(finals, self.template, self._master, first, chance, thought, mask, lengths, points, places)
        return finals["ending"], lengths, points, places

    def report(self) -> dict[str, Any]:
        """What was played, and the figures."""
        options = {option.name: option.show(int(self.template[option.name])) for option in self.game.options}
        head = {"game": self.game.name, "version": self.game.version, "seats": self.tally.seats, "seed": self.seed, "options": options}
        return head | self.tally.report(self.seconds)
