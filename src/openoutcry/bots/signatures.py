"""What the bots have compiled for a game, each function with the types it is called with (`targets/signatures.py` asks)."""

from __future__ import annotations

from collections.abc import Iterator

import numba
from numba import types

from openoutcry.bots import memory, read, search, selfplay
from openoutcry.bots.memory import MEMORY
from openoutcry.bots.selfplay import POLICIES
from openoutcry.engine.game import Game
from openoutcry.targets.signatures import CHANCE_TYPE, Compiled, Level

MEMORY_TYPE = numba.from_dtype(MEMORY)


def bots_for(game: Game) -> Iterator[Compiled]:
    """The bots that are one function, by their names."""
    if game.has("choose"):
        yield (
            "greedy",
            game.member("choose"),
            (numba.from_dtype(game.rules.STATE), types.int64, numba.from_dtype(game.mask_type), CHANCE_TYPE),
        )


def minds_for(game: Game) -> Iterator[Compiled]:
    """What a search is made of: to think, to decide, to look at what was found."""
    state, mask, number = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type), types.int64
    scratch = (state, state, mask)
    yield "deal", selfplay.deal, (state, state, CHANCE_TYPE, number, CHANCE_TYPE, CHANCE_TYPE)
    yield "any_kind", search.any_whim, (state, mask, CHANCE_TYPE)
    yield "think", search.think, (state, number, number, number, MEMORY_TYPE, CHANCE_TYPE, *scratch)
    yield "decide", search.decide, (state, number, MEMORY_TYPE, CHANCE_TYPE, mask)
    yield "judge", search.judge, (state, number, number, number, MEMORY_TYPE, CHANCE_TYPE, *scratch)
    yield "best_of", search.best_of, (MEMORY_TYPE,)
    yield "wake", search.wake, (CHANCE_TYPE, CHANCE_TYPE)
    yield "found", search.found, (MEMORY_TYPE, number)
    yield "forget", memory.forget, (MEMORY_TYPE,)
    yield "tries_of", memory.tries_of, (MEMORY_TYPE, number)
    yield "wins_of", memory.wins_of, (MEMORY_TYPE, number)


def levels_for(game: Game) -> dict[str, Level]:
    """What each level for people is: a bot, and its budget."""
    specs = {name: read(name, game) for name in ("easy", "medium", "hard")}
    return {name: {"bot": POLICIES[spec.policy or 0], "budget": spec.budget} for name, spec in specs.items()}


def compiled_for(game: Game) -> Iterator[Compiled]:
    """The bots, and play between them."""
    yield from bots_for(game)
    yield from minds_for(game)
    state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
    row, rows, states = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C"), types.Array(state, 1, "C")
    games = (states, state, row, row, CHANCE_TYPE, types.int64)
    yield "merge", memory.merge, (MEMORY_TYPE, MEMORY_TYPE)
    memories = types.Array(MEMORY_TYPE, 1, "C")
    yield "play_games", selfplay.play_games, (*games, CHANCE_TYPE, CHANCE_TYPE, memories, states, mask, row, row, rows, rows)
