"""What one thread works with, allocated once: a record per game for all that its searches and games need besides a
state.

So whatever works gets one record, and the page one address. What a search remembers is not in it (`bots/memory.py`): a
tree has a size of its own, and stays a seat's from one decision to the next.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from openoutcry.engine.chance import CHANCE, Chance
from openoutcry.engine.compiled import GAME_DIGESTS, type_of
from openoutcry.engine.mask import Mask
from openoutcry.engine.record import RECORD, SEAT_NUMBERS, Row, blank

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

DEPTH = 128
"""So many steps down its tree a search goes at most."""
MOST_SEATS = len(SEAT_NUMBERS)
WINS, WINS_OF_BEST, ERROR, COST, BEFORE = range(5)
"""What a judgement comes to, each in ten-thousandths of a win."""
JUDGED = 5


class Workspace:
    """Records and rows that are written before they are read: nothing is handed from one use to the next."""

    seen: Any
    """What the seat that chooses may know."""
    world: Any
    scratch: Any
    template: Any
    """The seats and options of the games that are played."""
    master: Chance
    """The key of the games, from which each has its own."""
    chance: Chance
    thought: Chance
    """What the game draws, and what those who play it do."""
    mask: Mask
    policies: Row[int]
    budgets: Row[int]
    """Who plays at each seat (`bots/selfplay.py`)."""
    steps: int
    way: Row[int]
    actors: Row[int]
    """The way down a tree: edges, and whose they are."""
    judged: Row[int]


@cache
def workspace_type(game: Game) -> np.dtype[Any]:
    """The NumPy type of a game's workspace."""
    state, mask = game.state_type, game.mask_type
    layout: list[Any] = [
        *((name, state) for name in ("seen", "world", "scratch", "template")),
        *((name, CHANCE) for name in ("master", "chance", "thought")),
        ("mask", mask),
        *((name, "i8", (MOST_SEATS,)) for name in ("policies", "budgets")),
        ("steps", "i8"),
        *((name, "i4", (DEPTH,)) for name in ("way", "actors")),
        ("judged", "i4", (JUDGED,)),
    ]
    kind = np.dtype((RECORD, np.dtype(layout, align=True)))
    GAME_DIGESTS[type_of(kind)] = GAME_DIGESTS[type_of(state)]
    return kind


def new_workspace(game: Game) -> Any:
    """A workspace, all zero."""
    return blank(workspace_type(game))
