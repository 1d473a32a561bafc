"""What the bots have compiled for a game, each function with the types it is called with (`targets/signatures.py` asks)."""

from __future__ import annotations

from collections.abc import Iterator

import numba
from numba import types

from openoutcry.bots import selfplay
from openoutcry.bots.greedy import choose_of
from openoutcry.engine.game import Game
from openoutcry.targets.signatures import CHANCE_TYPE, Compiled


def bots_for(game: Game) -> Iterator[Compiled]:
    """The bots that are compiled for a game, by their names."""
    if (choose := choose_of(game.name)) is not None:
        yield "greedy", choose, (numba.from_dtype(game.rules.STATE), types.int64, numba.from_dtype(game.mask_type), CHANCE_TYPE)


def compiled_for(game: Game) -> Iterator[Compiled]:
    """The bots, and play between them."""
    yield from bots_for(game)
    state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
    row, rows = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    games = (types.Array(state, 1, "C"), state, row, CHANCE_TYPE, types.int64)
    yield "play_games", selfplay.play_games, (*games, CHANCE_TYPE, CHANCE_TYPE, state, mask, row, row, rows, rows)
