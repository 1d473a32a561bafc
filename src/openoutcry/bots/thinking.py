"""Search as a bot: a memory for each seat, a budget in play-outs or milliseconds, and all cores."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from openoutcry.bots import judging, search
from openoutcry.bots.memory import WHOLE, merge, new_tree, nodes_for, tries_of, wins_of
from openoutcry.engine.actions import Action
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.engine.workspace import VERDICTS, new_workspace
from openoutcry.table.asks import Judged
from openoutcry.table.match import View

PLAYOUTS = 2000
A_TREE = 2500
MOST_TREES = 8
"""A budget of play-outs is divided among trees of at least so many, whatever the machine: the same key gives the same
move everywhere.
"""
ADVICE = 1000
"""Play-outs for a hint, each a whole game."""
SLICE = 50
"""Play-outs between two looks at the clock."""


@dataclass(frozen=True)
class Estimate:
    """An action, how often it was tried, and how often it won in games that were played to their end."""

    action: Action
    tries: int
    wins: float


class Mind:
    """What one tree needs, allocated once: with it, a workspace."""

    def __init__(self, game: Game, playouts: int = 0) -> None:
        """With room for so many play-outs at a time."""
        self.game, self.tree, self.workspace = game, new_tree(nodes_for(playouts)), new_workspace(game)

    def wake(self, chance: Any, playouts: int) -> None:
        """Begin the thoughts of a decision, of so many play-outs; changes the bot's own chance."""
        search.wake(self.workspace, self.tree, playouts, chance)

    def think(self, record: Any, seat: int, playouts: int, *, to_the_end: bool = False) -> int:
        """Grow the tree; how often the decision has been looked at in all."""
        self.workspace.seen = record
        return int(search.think(self.workspace, self.tree, seat, playouts, int(to_the_end)))

    def decide(self, record: Any, seat: int, chance: Any) -> Action:
        """The action to play; changes the bot's own chance."""
        self.workspace.seen = record
        return self.game.actions[int(search.decide(self.workspace, self.tree, seat, chance))]

    @property
    def best(self) -> Action:
        """The action trusted most where the tree was grown last."""
        return self.game.actions[int(search.best_of(self.tree))]

    def judge(self, record: Any, seat: int, action: Action, steps: int) -> Judged:
        """What an action was worth beside the best alternative, each played to the end of the game in the same worlds,
        by so many steps at most.
        """
        self.workspace.seen = record
        best = int(judging.judge(self.workspace, self.tree, seat, action.number, steps))
        *figures, verdict, spent = self.workspace.judged.tolist()
        return Judged._make([best, *figures, VERDICTS[verdict], spent])

    def estimates(self, actions: list[Action]) -> list[Estimate]:
        """What is known of these actions, the most tried first."""
        found = [
            Estimate(each, int(tries_of(self.tree, each.number)), int(wins_of(self.tree, each.number)) / WHOLE)
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
        return minds[0].decide(view.record, view.seat, chance)

    def _minds_of(self, game: Game, seat: int) -> list[Mind]:
        count = (os.cpu_count() or 1) if self.milliseconds else min(max(self.playouts // A_TREE, 1), MOST_TREES)
        if (game.name, seat) not in self._minds:
            self._minds[game.name, seat] = [Mind(game, self.playouts // count) for _ in range(count)]
        return self._minds[game.name, seat]

    def _think(self, minds: list[Mind], record: Any, seat: int, chance: Any) -> None:
        playouts = SLICE if self.milliseconds else self.playouts // len(minds)
        for mind in minds:
            mind.wake(chance, playouts)
        grow = _for(self.milliseconds) if self.milliseconds else _by(playouts)
        if len(minds) == 1 or IS_PLAIN:
            for mind in minds:
                grow(mind, record, seat)
        else:
            with ThreadPoolExecutor(len(minds)) as pool:
                list(pool.map(lambda mind: grow(mind, record, seat), minds))
        for mind in minds[1:]:
            merge(minds[0].tree, mind.tree)


def advice(view: View, chance: Any, playouts: int = ADVICE, mind: Mind | None = None) -> list[Estimate]:
    """What a search would do for a seat, the best first, each with the share of whole games it wins; what the seat
    knows, and no more. A new mind thinks about it, which may be given.
    """
    assert view.seat is not None, "who only watches needs no advice"
    mind = mind or Mind(view.game, playouts)
    mind.wake(chance, playouts)
    mind.think(view.record, view.seat, playouts, to_the_end=True)
    found = mind.estimates(view.legal)
    return sorted(found, key=lambda each: each.action != mind.best)


Grow = Callable[[Mind, Any, int], object]


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
