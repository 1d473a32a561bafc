"""What is compiled for a game, each function with the types it is called with, by what it is needed for; and all that
the page gets.
"""

from __future__ import annotations

from collections.abc import Iterator

import numba
from numba import types

from openoutcry.bots import memory, read, search, selfplay
from openoutcry.bots.memory import CELL, NODES
from openoutcry.bots.selfplay import OUTCOME, POLICIES
from openoutcry.engine.game import Game
from openoutcry.engine.workspace import workspace_type
from openoutcry.targets.manifest import BotsDescription
from openoutcry.targets.signatures import CHANCE_TYPE, Signature, facts_of, playouts_of, steps_of, turns_of, verbs_of

CELL_TYPE = numba.from_dtype(CELL)
TREE, TREES = types.Array(CELL_TYPE, 1, "C"), types.Array(CELL_TYPE, 2, "C")
ROW, OUTCOMES = types.Array(types.int64, 1, "C"), types.Array(numba.from_dtype(OUTCOME), 1, "C")

TABLE, THUMB, SEARCH, REVIEW, GAMES, SEARCHED_GAMES = "table", "thumb", "search", "review", "games", "searched games"
NEEDS = (TABLE, THUMB, SEARCH, REVIEW, GAMES, SEARCHED_GAMES)
"""A match; bots by rules of thumb; bots that search, and hints; judging decisions; many games at once, without and with
search.
"""


def signatures_for(game: Game, need: str) -> Iterator[Signature]:
    """What is compiled of a game for one of these needs."""
    if need == TABLE:
        yield from verbs_of(game)
        yield from facts_of(game)
        yield from turns_of(game)
    elif need == THUMB:
        yield from bots_of(game)
    elif need == SEARCH:
        yield from search_of(game)
        yield "tries_of", memory.tries_of, (TREE, types.int64)
        yield "merge", memory.merge, (TREE, TREE)
    elif need == REVIEW:
        yield from review_of(game)
    else:
        yield from games_of(game, TREES if need == SEARCHED_GAMES else types.none)


def bots_of(game: Game) -> Iterator[Signature]:
    """The bots that are one function, by their names."""
    if game.has("choose"):
        state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
        yield "greedy", search.whimsical, (state, types.int64, mask, CHANCE_TYPE, types.int64)


def search_of(game: Game) -> Iterator[Signature]:
    """What a search is made of: to think, to decide, to look at what was found."""
    workspace, number = numba.from_dtype(workspace_type(game)), types.int64
    yield "wake", search.wake, (workspace, TREE, number, CHANCE_TYPE)
    yield "think", search.think, (workspace, TREE, number, number, number)
    yield "decide", search.decide, (workspace, TREE, number, CHANCE_TYPE)
    yield "best_of", search.best_of, (TREE,)
    yield "wins_of", memory.wins_of, (TREE, number)
    yield "forget", memory.forget, (TREE,)


def review_of(game: Game) -> Iterator[Signature]:
    """What judges a decision."""
    number = types.int64
    yield "judge", search.judge, (numba.from_dtype(workspace_type(game)), TREE, number, number, number)


def games_of(game: Game, trees: types.Type) -> Iterator[Signature]:
    """Whole games between bots; those that search have trees, and without any there is no search in the code."""
    workspace, states = numba.from_dtype(workspace_type(game)), types.Array(numba.from_dtype(game.rules.STATE), 1, "C")
    yield "play_games", selfplay.play_games, (workspace, trees, types.int64, states, OUTCOMES, ROW)


def exports_of(game: Game) -> list[Signature]:
    """Everything that other targets get."""
    played = [*playouts_of(game), *bots_of(game), *search_of(game), *review_of(game)]
    return [*verbs_of(game), *facts_of(game), *steps_of(game), *played]


def bots_described(game: Game) -> BotsDescription:
    """What a manifest says of the bots: which there are, what the levels for people mean, and what a search works
    with.
    """
    specs, workspace = {name: read(name, game) for name in ("easy", "medium", "hard")}, workspace_type(game)
    places = {name: place for name, (_, place, *_) in (workspace.fields or {}).items()}
    return {
        "bots": ["random", *(name for name, _, _ in bots_of(game))],
        "levels": {name: {"bot": POLICIES[spec.policy or 0], "budget": spec.budget} for name, spec in specs.items()},
        "workspace": {"bytes": workspace.itemsize, "seen": places["seen"], "judged": places["judged"]},
        "tree": {"nodes": NODES, "cell": CELL.itemsize},
    }
