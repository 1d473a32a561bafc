"""How fast random play is: whole games on one core, from the key to the end, with no Python in the loop."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from openoutcry.bots import read
from openoutcry.bots.thinking import Mind
from openoutcry.engine.chance import Chance, key_of_seed, new_chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.game import Game
from openoutcry.engine.mask import Mask
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.playout import deal, play_game
from openoutcry.engine.record import blank
from openoutcry.games import registered
from openoutcry.lab.simulate import Series
from openoutcry.table.match import seats_in

SEATS = 4
SHARE = 0.05
"""The part of the time that one call takes at most, so that a measurement ends about when it should."""


@dataclass(frozen=True)
class Pace:
    """What was played, and in what time."""

    game: str
    seats: int
    games: int
    steps: int
    seconds: float

    @property
    def steps_per_second(self) -> float:
        """Actions a second."""
        return self.steps / self.seconds if self.seconds else 0.0

    @property
    def games_per_second(self) -> float:
        """Whole games a second."""
        return self.games / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The figures as JSON has them."""
        return asdict(self) | {"steps_per_second": self.steps_per_second, "games_per_second": self.games_per_second}


@rule
def play_many(
    state: Any, template: Any, master: Chance, first: int, games: int, chance: Chance, thought: Chance, mask: Mask
) -> int:
    """How many actions the games first, first + 1, … of a master key take together."""
    steps = 0
    for number in range(first, first + games):
        steps += play_game(state, template, master, number, chance, thought, mask)
    return steps


class Course:
    """Random play of one game at four seats, or as near as it allows, compiled before the clock runs.

    >>> from openoutcry.games import find
    >>> course = Course(find("bounce"))
    >>> course.run(0, 10).steps == course.run(0, 4).steps + course.run(4, 6).steps
    True
    """

    def __init__(self, game: Game, key: bytes | None = None, seats: int = SEATS) -> None:
        self.game = game
        self.seats = min(game.seats, key=lambda near: abs(near - seats))
        self.key = key_of_seed(0) if key is None else key
        self._template, self._state = game.template(self.seats), blank(game.state_type)
        self._master, self._chance, self._thought = new_chance(self.key), new_chance(bytes(32)), new_chance(bytes(32))
        self._mask = blank(game.mask_type)
        self.run(0, 1)

    def run(self, first: int, games: int) -> Pace:
        """Play the games first, first + 1, … of the key."""
        started = time.perf_counter()
        steps = play_many(
            self._state, self._template, self._master, first, games, self._chance, self._thought, self._mask
        )
        return Pace(self.game.name, self.seats, games, int(steps), time.perf_counter() - started)

    def measure(self, seconds: float) -> Pace:
        """Play for so many seconds."""
        if not 0 < seconds < math.inf:
            raise Mistake(f"a measurement takes more than 0 seconds, not {seconds}")
        games = steps = 0
        spent = 0.0
        batch = 1
        while spent < seconds:
            pace = self.run(games, batch)
            games, steps, spent = games + pace.games, steps + pace.steps, spent + pace.seconds
            if pace.seconds < seconds * SHARE / 2:
                batch *= 2
        return Pace(self.game.name, self.seats, games, steps, spent)


class Habit(Course):
    """The rules of thumb at every seat, each asked with what it may know: a step is a decision, carried out.

    >>> from openoutcry.games import find
    >>> habit = Habit(find("bounce"))
    >>> habit.run(0, 10).steps == habit.run(0, 4).steps + habit.run(4, 6).steps
    True
    """

    def run(self, first: int, games: int) -> Pace:
        """Play the games first, first + 1, … of the key."""
        series = Series(self.game, self._template, [read("greedy", self.game)] * self.seats, games)
        started = time.perf_counter()
        series.play(self._master, first, games)
        return Pace(self.game.name, self.seats, games, int(series.lengths.sum()), time.perf_counter() - started)


class Thought(Course):
    """Search from the first decision of a deal, on one core: a step is a play-out, and game n is the deal of that
    number. Play-outs go to the end of the game: else a decision with one thing to do is not thought about.

    >>> from openoutcry.games import find
    >>> Thought(find("bounce")).run(3, 10).steps
    10
    """

    def run(self, first: int, games: int) -> Pace:
        """Think about the deal number `first` with so many play-outs, beginning with an empty memory."""
        mind = Mind(self.game)
        deal(self._state, self._template, self._master, first, self._chance, self._thought)
        seat = seats_in(self._state)[0]
        self.game.sight.hide(self._state, seat)
        mind.wake(self._thought, games)
        started = time.perf_counter()
        mind.think(self._state, seat, games, to_the_end=True)
        return Pace(self.game.name, self.seats, 1, games, time.perf_counter() - started)


def measure(seconds: float = 2.0, games: Iterable[Game] | None = None) -> list[Pace]:
    """The pace of every game, or of some, each measured for so many seconds."""
    return [Course(game).measure(seconds) for game in (registered().values() if games is None else games)]
