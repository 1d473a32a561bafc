"""What one thread works with, allocated once: a record per game for all that its searches and games need besides a
state.

So whatever works gets one record, and the page one address. What a search remembers is not in it (`bots/memory.py`): a
tree has a size of its own, and stays a seat's from one decision to the next.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from openoutcry.engine.chance import CHANCE, Chance
from openoutcry.engine.compiled import GAME_DIGESTS, type_of
from openoutcry.engine.mask import Mask
from openoutcry.engine.record import RECORD, SEAT_NUMBERS, Row, Seats, blank

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

DEPTH = 128
"""So many steps down its tree a search goes at most."""
MOST_SEATS = len(SEAT_NUMBERS)
JUDGED = 9
WINS, WINS_OF_BEST, ERROR, COST, CREDIT, BEFORE, SPREAD, VERDICT, SPENT = range(JUDGED)
"""What a judgement comes to: chances and their errors in ten-thousandths of a win, then a verdict, and the steps that
were played for it.
"""
Verdict = Literal["sound", "costly", "found", "lost", "won", "open"]
"""An action is as good as any, cost something, beats the rules of thumb; the match is lost, or won, already; or it
cannot be told.
"""
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
SOUND, COSTLY, FOUND, LOST, WON, OPEN = range(len(VERDICTS))
ENTRANTS = 8
"""So many actions are compared at most."""


class Workspace:
    """Records and rows that are written before they are read: nothing is handed from one use to the next."""

    seen: Any
    """What the seat that chooses may know."""
    world: Any
    scratch: Any
    template: Any
    """The seats and options of the games that are played."""
    before: Any
    after: Any
    """What a seat would know before and after a step of the world (`bots/ahead.py`)."""
    master: Chance
    """The key of the games, from which each has its own."""
    chance: Chance
    thought: Chance
    """What the game draws, and what those who play it do."""
    mask: Mask
    sense: Mask
    """What the seat that chooses can do with sense."""
    policies: Row[int]
    budgets: Row[int]
    """Who plays at each seat (`bots/selfplay.py`)."""
    restrained: Seats
    never: Any
    habits: Row[np.uint64]
    """Who does without something; a mask of such actions for each seat, and the habits that it has not
    (`bots/restraint.py`).
    """
    spare: Mask
    steps: int
    way: Row[int]
    actors: Row[int]
    """The way down a tree: edges, and whose they are."""
    judged: Row[int]
    worlds: int
    spent: int
    """In how many worlds actions were compared, and the steps played there (`bots/judging.py`)."""
    thumb: int
    """What the rules of thumb say."""
    best: int
    """The best of those that are compared with the action."""
    runners: int
    entrants: Row[int]
    is_in: Row[int]
    raced: Row[int]
    won: Row[int]
    gains: Row[int]
    squares: Row[int]
    gain: Row[float]
    error: Row[float]
    """Who is compared, whether they still are, in how many worlds they were, and what came of it: sums, and what they
    say.
    """


@cache
def workspace_type(game: Game) -> np.dtype[Any]:
    """The NumPy type of a game's workspace."""
    state, mask = game.state_type, game.mask_type
    layout: list[Any] = [
        *((name, state) for name in ("seen", "world", "scratch", "template", "before", "after")),
        *((name, CHANCE) for name in ("master", "chance", "thought")),
        ("mask", mask),
        ("sense", mask),
        *((name, "i8", (MOST_SEATS,)) for name in ("policies", "budgets")),
        ("steps", "i8"),
        *((name, "i4", (DEPTH,)) for name in ("way", "actors")),
        ("judged", "i4", (JUDGED,)),
        *((name, "i8") for name in ("worlds", "spent", "thumb", "best", "runners")),
        *((name, "i8", (ENTRANTS,)) for name in ("entrants", "is_in", "raced", "won", "gains", "squares")),
        *((name, "f8", (ENTRANTS,)) for name in ("gain", "error")),
        ("restrained", "u8"),
        ("never", "u8", (MOST_SEATS, game.actions.words)),
        ("habits", "u8", (MOST_SEATS,)),
        ("spare", mask),
    ]
    kind = np.dtype((RECORD, np.dtype(layout, align=True)))
    GAME_DIGESTS[type_of(kind)] = GAME_DIGESTS[type_of(state)]
    return kind


def new_workspace(game: Game) -> Any:
    """A workspace, all zero."""
    return blank(workspace_type(game))
