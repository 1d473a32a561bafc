"""What is compiled for a game, each function with the types it is called with, by what it is needed for; and all that
the page gets.
"""

from __future__ import annotations

from collections.abc import Iterator

import numba
from numba import types

from openoutcry.bots import memory, read, search, selfplay
from openoutcry.bots.memory import MEMORY
from openoutcry.bots.selfplay import POLICIES
from openoutcry.engine.game import Game
from openoutcry.targets.manifest import BotsDescription
from openoutcry.targets.signatures import CHANCE_TYPE, Compiled, facts_of, playouts_of, turns_of, verbs_of

MEMORY_TYPE = numba.from_dtype(MEMORY)
ROW, ROWS = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
MEMORIES = types.Array(MEMORY_TYPE, 1, "C")

TABLE, THUMB, SEARCH, REVIEW, GAMES, SEARCHED_GAMES = "table", "thumb", "search", "review", "games", "searched games"
NEEDS = (TABLE, THUMB, SEARCH, REVIEW, GAMES, SEARCHED_GAMES)
"""A match; bots by rules of thumb; bots that search, and hints; judging decisions; many games at once, without and with
search.
"""


def compiled_for(game: Game, need: str) -> Iterator[Compiled]:
    """What is compiled of a game for one of these needs."""
    if need == TABLE:
        yield from verbs_of(game)
        yield from facts_of(game)
        yield from turns_of(game)
    elif need == THUMB:
        yield from bots_of(game)
    elif need == SEARCH:
        yield from search_of(game)
        yield "merge", memory.merge, (MEMORY_TYPE, MEMORY_TYPE)
    elif need == REVIEW:
        yield from review_of(game)
    else:
        yield from games_of(game, MEMORIES if need == SEARCHED_GAMES else types.none)


def bots_of(game: Game) -> Iterator[Compiled]:
    """The bots that are one function, by their names."""
    if game.has("choose"):
        state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
        yield "greedy", game.member("choose"), (state, types.int64, mask, CHANCE_TYPE)


def search_of(game: Game) -> Iterator[Compiled]:
    """What a search is made of: to think, to decide, to look at what was found."""
    state, mask, number = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type), types.int64
    yield "any_kind", search.any_whim, (state, mask, CHANCE_TYPE)
    yield "think", search.think, (state, number, number, number, MEMORY_TYPE, CHANCE_TYPE, state, state, mask)
    yield "decide", search.decide, (state, number, MEMORY_TYPE, CHANCE_TYPE, mask)
    yield "best_of", search.best_of, (MEMORY_TYPE,)
    yield "wake", search.wake, (CHANCE_TYPE, CHANCE_TYPE)
    yield "forget", memory.forget, (MEMORY_TYPE,)
    yield "tries_of", memory.tries_of, (MEMORY_TYPE, number)
    yield "wins_of", memory.wins_of, (MEMORY_TYPE, number)


def review_of(game: Game) -> Iterator[Compiled]:
    """What judges a decision."""
    state, mask, number = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type), types.int64
    yield "judge", search.judge, (state, number, number, number, MEMORY_TYPE, CHANCE_TYPE, state, state, mask)
    yield "found", search.found, (MEMORY_TYPE, number)


def games_of(game: Game, memories: types.Type) -> Iterator[Compiled]:
    """Whole games between bots; those that search have memories, and without any there is no search in the code."""
    state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
    states = types.Array(state, 1, "C")
    given = (states, state, ROW, ROW, CHANCE_TYPE, types.int64, CHANCE_TYPE, CHANCE_TYPE, memories, states, mask)
    yield "play_games", selfplay.play_games, (*given, ROW, ROW, ROWS, ROWS)


def exports_of(game: Game) -> list[Compiled]:
    """Everything that other targets get."""
    played = [*playouts_of(game), *bots_of(game), *search_of(game), *review_of(game)]
    return [*verbs_of(game), *facts_of(game), *played]


def bots_described(game: Game) -> BotsDescription:
    """What a manifest says of the bots: which there are, what the levels for people mean, and how much a search
    remembers.
    """
    specs = {name: read(name, game) for name in ("easy", "medium", "hard")}
    return {
        "bots": ["random", *(name for name, _, _ in bots_of(game))],
        "levels": {name: {"bot": POLICIES[spec.policy or 0], "budget": spec.budget} for name, spec in specs.items()},
        "memory": MEMORY.itemsize,
    }
