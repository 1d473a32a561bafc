"""Many games between bots on all cores, and their statistics."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from openoutcry.bots import Spec, check, failure, guest_address, read
from openoutcry.bots.learned import network_of
from openoutcry.bots.memory import CELL, nodes_for
from openoutcry.bots.selfplay import GUEST, LEARNED, OUTCOME, SEARCH, play_games
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.workspace import new_workspace

CHUNK = 1024
MOST_GAMES = 10**12
LOOK_EVERY = 0.2
"""Seconds after which a run looks whether it should stop."""
WIDE = 1.96
"""Standard errors to either side of a 95% interval."""


@dataclass
class Tally:
    """Sums over games, from which every figure follows; tallies of different games can be added up."""

    seats: int
    names_of_endings: Sequence[str]
    names_of_verbs: Sequence[str]
    games: int = 0
    steps: int = 0
    squared_steps: int = 0
    shortest: int = 0
    longest: int = 0
    ties: int = 0
    endings: Any = field(init=False)
    actions: Any = field(init=False)
    wins: Any = field(init=False)
    squared_wins: Any = field(init=False)
    points: Any = field(init=False)
    squared_points: Any = field(init=False)

    def __post_init__(self) -> None:
        self.wins, self.squared_wins, self.points, self.squared_points = np.zeros((4, self.seats))
        self.endings = np.zeros(len(self.names_of_endings), np.int64)
        self.actions = np.zeros(len(self.names_of_verbs), np.int64)

    def add(self, endings: Any, actions: Any, lengths: Any, points: Any, places: Any) -> None:
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
        self.actions += actions
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
            "actions": {
                name: int(often) / games if games else None
                for name, often in zip(self.names_of_verbs, self.actions, strict=True)
            },
            "endings": {
                name: int(often) / games
                for name, often in zip(self.names_of_endings, self.endings, strict=True)
                if often
            },
        }


def _deviation(total: float, squares: float, count: int) -> float | None:
    return math.sqrt(max(squares - total * total / count, 0.0) / (count - 1)) if count > 1 else None


def _half_width(total: float, squares: float, count: int) -> float | None:
    deviation = _deviation(float(total), float(squares), count)
    return None if deviation is None else WIDE * deviation / math.sqrt(count)


def bots_at(seats: int, names: Sequence[str], game: Game) -> list[str]:
    """The bot of every seat: one name stands for all.

    >>> from openoutcry.games import find
    >>> bots_at(2, ["random"], find("bounce"))
    ['random', 'random']
    """
    written = [name.strip().lower() for name in names]
    for name in written:
        without_python(name, game)
    if len(written) not in (1, seats):
        raise Mistake(
            f"{seats} seats need one bot or {seats}, not {len(written)}"
            if seats > 1
            else f"1 seat needs one bot, not {len(written)}"
        )
    return written * seats if len(written) == 1 else written


def without_python(name: str, game: Game) -> Spec:
    """A bot that can play whole games without Python.

    >>> from openoutcry.games import find
    >>> without_python("search:100ms", find("bounce"))
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: search:100ms cannot play many games at once; give search a number of play-outs
    """
    spec = read(name, game)
    if spec.milliseconds:
        raise Mistake(f"{name} cannot play many games at once; give search a number of play-outs")
    if not spec.is_compiled:
        raise Mistake(
            f"{name} cannot play many games at once, as it is not compiled; outcry ladder has it play one by one"
        )
    return spec


class Series:
    """Games between compiled bots, one at each seat, and all that playing them needs, allocated once. One thread uses
    it at a time.
    """

    def __init__(self, game: Game, template: Any, bots: Sequence[Spec], games: int = 1) -> None:
        """So many games can be played at a time."""
        self.game, self._seats = game, int(template.seats)
        self._workspace, self._outcomes = new_workspace(game), np.zeros(games, OUTCOME)
        self._workspace.template = template
        self._trees = np.zeros((self._seats, 0), CELL)
        self._network: Any = None
        self.finals, self.counts = np.zeros(games, game.state_type), np.zeros(len(game.actions), np.int64)
        self.sit_down(bots)

    def sit_down(self, bots: Sequence[Spec]) -> None:
        """Have other bots play; a tree grows where theirs need more room."""
        self.bots = bots
        for seat, spec in enumerate(bots):
            self._workspace.policies[seat] = spec.policy
            self._workspace.budgets[seat] = self._budget_of(spec)
        if budgets := [spec.budget for spec in bots if spec.policy == SEARCH]:
            cells = 2 * nodes_for(max(budgets)) + 1
            if self._trees.shape[1] < cells:
                self._trees = np.zeros((self._seats, cells), CELL)

    def _budget_of(self, spec: Spec) -> int:
        """What the compiled loop has to know of a bot besides its policy: a number, or where it is."""
        if spec.policy == GUEST:
            return guest_address(spec, self.game)
        if spec.policy == LEARNED:
            if self._network is None:
                self._network = network_of(self.game, self._workspace.template).block()
            return int(self._network.ctypes.data)
        return spec.budget

    def lay(self, template: Any) -> None:
        """Go on with other options; the number of seats stays."""
        self._workspace.template = template

    def play(self, master: Any, first: int, games: int) -> None:
        """Play the games first, first + 1, … of a master key; what they came to is in the arrays."""
        self._workspace.master = master
        self._play(self._trees if SEARCH in (spec.policy for spec in self.bots) else None, first, games)
        for number in np.flatnonzero(self.lengths[:games] < 0):
            seat, own = -1 - int(self.lengths[number]), self._workspace
            answer = int(self.points[number, 0])
            raise failure(self.bots[seat], self.game, own.seen, seat, own.mask, own.thought, answer)

    def _play(self, trees: Any, first: int, games: int) -> None:
        self.counts[:] = 0
        play_games(self._workspace, trees, first, self.finals[:games], self._outcomes[:games], self.counts)

    @property
    def lengths(self) -> Any:
        """How many actions each game took."""
        return self._outcomes["length"]

    @property
    def points(self) -> Any:
        """Everybody's points, a row per game."""
        return self._outcomes["points"][:, : self._seats]

    @property
    def places(self) -> Any:
        """Everybody's places, a row per game."""
        return self._outcomes["places"][:, : self._seats]


class Simulation:
    """A number of games between bots, the same for the same seed however many cores there are.

    >>> from openoutcry.games import find
    >>> simulation = Simulation(find("cash_a_catch"), seats=3, games=2000, seed=1, bots=["greedy", "random", "random"])
    >>> simulation.run()
    >>> simulation.tally.games, simulation.report()["wins"][0] > 0.5
    (2000, True)
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        games: int,
        seed: int = 0,
        options: Mapping[str, int | str | bool] | None = None,
        bots: Sequence[str] = ("random",),
    ) -> None:
        """Check everything; nothing is played yet. One bot plays all seats, or each has its own."""
        if not 1 <= games <= MOST_GAMES:
            raise Mistake(f"the number of games goes from 1 to {MOST_GAMES}, not {games}")
        self.game, self.games, self.seed = game, games, seed
        self.template = game.template(seats, options)
        self.bots = bots_at(seats, bots, game)
        check(self.bots, game, self.template)
        self.tally = Tally(seats, game.rules.ENDINGS, [verb.name for verb in game.actions.verbs])
        self.seconds = 0.0
        self.is_stopped = False
        self._master = new_chance(key_of_seed(seed))
        self._specs = [without_python(name, game) for name in self.bots]
        self.searches = any(spec.policy == SEARCH for spec in self._specs)
        self._chunk_size = 1 if self.searches else CHUNK
        self._own = threading.local()
        self._firsts = [game.actions.first(verb.name) for verb in game.actions.verbs]

    def run(self, progress: Callable[[int], None] = lambda _: None, workers: int | None = None) -> None:
        """Play on all cores, telling how many games are done; the clock runs once all is compiled. Interrupted, it
        keeps what there is.
        """
        self._chunk(0, 1)
        started = time.perf_counter()
        count = workers or os.cpu_count() or 1
        pool = ThreadPoolExecutor(count)
        waiting: set[Future[Any]] = set()
        first = 0
        try:
            while (first < self.games or waiting) and not self.is_stopped:
                while first < self.games and len(waiting) < 2 * count:
                    waiting.add(pool.submit(self._chunk, first, min(self._chunk_size, self.games - first)))
                    first += self._chunk_size
                done, waiting = wait(waiting, LOOK_EVERY, FIRST_COMPLETED)
                for batch in done:
                    self.tally.add(*batch.result())
                self.seconds = time.perf_counter() - started
                progress(self.tally.games)
        finally:
            pool.shutdown(cancel_futures=True)

    def stop(self) -> None:
        """End a run soon, from another thread or a signal; it keeps what there is."""
        self.is_stopped = True

    def _chunk(self, first: int, games: int) -> tuple[Any, ...]:
        series = self._series
        series.play(self._master, first, games)
        figures = series.lengths, series.points, series.places
        return (
            series.finals["ending"][:games].copy(),
            np.add.reduceat(series.counts, self._firsts),
            *(each[:games].copy() for each in figures),
        )

    @property
    def _series(self) -> Series:
        """What this thread plays with."""
        if not hasattr(self._own, "series"):
            self._own.series = Series(self.game, self.template, self._specs, min(self._chunk_size, self.games))
        found: Series = self._own.series
        return found

    def report(self) -> dict[str, Any]:
        """What was played, and the figures."""
        options = {option.name: option.show(int(self.template[option.name])) for option in self.game.options}
        head = {"game": self.game.name, "version": self.game.version, "seats": self.tally.seats, "bots": self.bots}
        return head | {"seed": self.seed, "options": options} | self.tally.report(self.seconds)
