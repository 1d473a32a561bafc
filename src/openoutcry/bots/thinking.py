"""Search as a bot: a memory for each seat, a budget in play-outs or milliseconds, and all cores."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from openoutcry.bots import search
from openoutcry.bots.memory import WHOLE, merge, new_memory, tries_of, wins_of
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import new_chance
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.engine.record import blank
from openoutcry.table.match import View

PLAYOUTS = 2000
A_TREE = 2500
MOST_TREES = 8
"""A budget of play-outs is divided among trees of at least so many, whatever the machine: the same key gives the same
move everywhere.
"""
ADVICE = 1000
"""Play-outs for a hint, each a whole game."""
SURE_AFTER = 2.0
"""So many standard errors a difference must have to be blamed on the player."""
SLICE = 50
"""Play-outs between two looks at the clock."""


@dataclass(frozen=True)
class Estimate:
    """An action, how often it was tried, and how often it won in games that were played to their end."""

    action: Action
    tries: int
    wins: float


@dataclass(frozen=True)
class Judgement:
    """An action beside the best alternative: how often either wins, and the standard error of the difference."""

    action: Action
    best: Action
    wins: float
    wins_of_best: float
    error: float

    @property
    def cost(self) -> float:
        """What the action cost, in chances of winning; nothing where the difference may well be chance."""
        lost = self.wins_of_best - self.wins
        return lost if lost > SURE_AFTER * self.error else 0.0


class Mind:
    """What one tree needs, allocated once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.memory, self.thought = new_memory(), new_chance(bytes(32))
        self.world, self.scratch, self.mask = blank(game.state_type), blank(game.state_type), blank(game.mask_type)

    def think(self, record: Any, seat: int, playouts: int, *, to_the_end: bool = False) -> None:
        """Grow the tree."""
        search.think(
            record, seat, playouts, int(to_the_end), self.memory, self.thought, self.world, self.scratch, self.mask
        )

    def judge(self, record: Any, seat: int, action: Action, playouts: int) -> Judgement:
        """What an action was worth beside the best alternative, each played to the end of the game in the same
        worlds.
        """
        own = self.memory, self.thought, self.world, self.scratch, self.mask
        best = int(search.judge(record, seat, action.number, playouts, *own))
        games = playouts // 2 + 1
        after, before = (int(wins) / games / WHOLE for wins in self.memory.found[:2])
        squares = int(self.memory.found[2]) / games / WHOLE**2
        error = (max(squares - (before - after) ** 2, 0.0) / games) ** 0.5
        return Judgement(action, self.game.actions[best], after, before, error)

    def estimates(self, actions: list[Action]) -> list[Estimate]:
        """What is known of these actions, the most tried first."""
        found = [
            Estimate(each, int(tries_of(self.memory, each.number)), int(wins_of(self.memory, each.number)) / WHOLE)
            for each in actions
        ]
        return sorted((each for each in found if each.tries), key=lambda each: -each.tries)


class SearchBot:
    """Information-set Monte Carlo tree search with a budget for each decision.

    Each seat has a memory of its own, kept from one of its decisions to the next: what one seat has thought must not
    help another.
    """

    def __init__(self, playouts: int = PLAYOUTS, milliseconds: int = 0) -> None:
        self.playouts, self.milliseconds = playouts, milliseconds
        self._minds: dict[tuple[str, int], list[Mind]] = {}

    def choose(self, view: View, chance: Any) -> Action:
        """What the search trusts most."""
        assert view.seat is not None, "who only watches has nothing to choose"
        minds = self._minds_of(view.game, view.seat)
        if len(view.legal) > 1:
            self._think(minds, view.record, view.seat, chance)
        first = minds[0]
        return view.game.actions[int(search.decide(view.record, view.seat, first.memory, chance, first.mask))]

    def _minds_of(self, game: Game, seat: int) -> list[Mind]:
        count = (os.cpu_count() or 1) if self.milliseconds else min(max(self.playouts // A_TREE, 1), MOST_TREES)
        if (game.name, seat) not in self._minds:
            self._minds[game.name, seat] = [Mind(game) for _ in range(count)]
        return self._minds[game.name, seat]

    def _think(self, minds: list[Mind], record: Any, seat: int, chance: Any) -> None:
        for mind in minds:
            search.wake(mind.thought, chance)
        grow = _for(self.milliseconds) if self.milliseconds else _by(self.playouts // len(minds))
        if len(minds) == 1 or IS_PLAIN:
            for mind in minds:
                grow(mind, record, seat)
        else:
            with ThreadPoolExecutor(len(minds)) as pool:
                list(pool.map(lambda mind: grow(mind, record, seat), minds))
        for mind in minds[1:]:
            merge(minds[0].memory, mind.memory)


def advice(view: View, chance: Any, playouts: int = ADVICE) -> list[Estimate]:
    """What a search would do for a seat, the best first, each with the share of whole games it wins; what the seat
    knows, and no more.
    """
    assert view.seat is not None, "who only watches needs no advice"
    mind = Mind(view.game)
    search.wake(mind.thought, chance)
    if len(view.legal) == 1:
        only = mind.judge(view.record, view.seat, view.legal[0], playouts // 2)
        return [Estimate(only.action, playouts // 4 + 1, only.wins)]
    mind.think(view.record, view.seat, playouts, to_the_end=True)
    found = mind.estimates(view.legal)
    best = int(search.best_of(mind.memory))
    return sorted(found, key=lambda each: each.action.number != best)


Grow = Callable[[Mind, Any, int], None]


def _by(playouts: int) -> Grow:
    """Grow by a number of play-outs."""
    return lambda mind, record, seat: mind.think(record, seat, playouts)


def _for(milliseconds: int) -> Grow:
    """Grow until the time is up."""
    end = time.monotonic() + milliseconds / 1000

    def grow(mind: Mind, record: Any, seat: int) -> None:
        mind.think(record, seat, SLICE)
        while time.monotonic() < end:
            mind.think(record, seat, SLICE)

    return grow
