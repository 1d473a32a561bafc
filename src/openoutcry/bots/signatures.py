"""What the bots have compiled for a game, each function with the types it is called with (`targets/signatures.py` asks)."""

from __future__ import annotations

from collections.abc import Iterator

import numba
from numba import types

from openoutcry.bots import selfplay
from openoutcry.bots.greedy import choose_of
from openoutcry.engine.game import Game
from openoutcry.targets.signatures import CHANCE_TYPE, Compiled


def compiled_for(game: Game) -> Iterator[Compiled]:
    """The greedy bot, where there is one, and play between bots."""
    state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
    if (choose := choose_of(game.name)) is not None:
        yield "greedy", choose, (state, types.int64, mask, CHANCE_TYPE)
    row, rows = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    games = (types.Array(state, 1, "C"), state, row, CHANCE_TYPE, types.int64)
    yield "play_games", selfplay.play_games, (*games, CHANCE_TYPE, CHANCE_TYPE, state, mask, row, row, rows, rows)
