"""A few games in Numba's CUDA simulator, printed for whoever compares: run with NUMBA_ENABLE_CUDASIM=1 and
NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import numpy as np

from openoutcry.envs.cuda import Batch, Playouts
from openoutcry.envs.stepping import ENDED, PLAYED, REFUSED

SEED, FIRST, GAMES, LANES, THREADS = 11, 5, 3, 2, 2
WAYS = {"one by one": False, "by vote": True}


def outcomes(game: str, bot: str, votes: bool) -> dict[str, Any]:
    """What some games came to, and a digest of their final states."""
    found = Playouts(game, bot=bot, seed=SEED, votes=votes, threads=THREADS).play(FIRST, GAMES, GAMES)
    numbers = {name: np.from_dlpack(getattr(found, name)).tolist() for name in ("lengths", "points", "places")}
    return numbers | {"finals": hashlib.sha256(found.finals.tobytes()).hexdigest()}


def stepped(game: str, seed: int) -> dict[int, Any]:
    """Games of a batch that plays at random: their points by number; legal actions are those that are sampled."""
    batch, points = Batch(game, seed=seed, size=LANES, threads=LANES), {}
    left = LANES
    refuse_all(batch)
    while left > 0:
        actions, legal = np.from_dlpack(batch.sample()), np.from_dlpack(batch.legal())
        assert legal[np.arange(LANES), actions].all()
        rows, asked, lanes = np.from_dlpack(batch.observe()), np.from_dlpack(batch.asked), batch._lanes.copy_to_host()
        for row, seat, lane in zip(rows, asked.tolist(), lanes, strict=True):
            assert row.tolist() == batch.layout.observe(lane.state, seat).tolist()
        batch.step(actions.astype(np.int32))
        results, came = np.from_dlpack(batch.results), np.from_dlpack(batch.points)
        for lane in np.flatnonzero(results == ENDED).tolist():
            points[int(lanes[lane]["number"])] = came[lane].tolist()
            left -= 1
    return points


def refuse_all(batch: Batch) -> None:
    """What is not legal is not played."""
    before = np.array(np.from_dlpack(batch.asked))
    batch.step(np.full(LANES, -1, np.int32))
    assert (np.from_dlpack(batch.results) == REFUSED).all()
    assert (np.from_dlpack(batch.asked) == before).all()
    batch.step(np.array(np.from_dlpack(batch.legal()).argmax(axis=1), np.int32))
    assert np.isin(np.from_dlpack(batch.results), (PLAYED, ENDED)).all()
    batch.begin()


def main() -> None:
    """Play games of one, by a bot, by some of the ways; or a batch of it, of a seed."""
    game, bot, *ways = sys.argv[1:]
    if bot == "batch":
        print(json.dumps(stepped(game, int(ways[0]))))
        return
    for name in ways:
        print(json.dumps(outcomes(game, bot, WAYS[name])), flush=True)


if __name__ == "__main__":
    main()
