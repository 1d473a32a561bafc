"""Measure pgx's games, which run on JAX, at random: `python bench/pgx_games.py` (`--lanes`, `--steps`, `--games`).

Each game is played in one compiled scan of vectorised steps: every lane plays an action drawn among those that are
legal, gives its mask and its observation, and begins anew where its game is over, as pgx's own users train. The best
of three launches is told, compiling apart; JAX takes a GPU where there is one.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

GAMES = ("kuhn_poker", "connect_four", "leduc_holdem", "sparrow_mahjong", "backgammon", "go_9x9")
LANES, STEPS = 1 << 16, 256
LAUNCHES = 3


def steps_per_second(
    name: str, lanes: int, steps: int, alone: Callable[[], AbstractContextManager[Any]] = nullcontext
) -> dict[str, Any]:
    """How many steps a second a game of pgx's comes to, with so many lanes and so many steps of each in one launch;
    `alone` keeps others from measuring meanwhile.
    """
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env: Any = pgx.make(name)
    begin, step = env.init, auto_reset(env.step, env.init)

    def one(carried: Any, _: None) -> Any:
        states, key = carried
        key, chosen, dealt = jax.random.split(key, 3)
        # All that are legal are equally likely.
        weights = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
        actions = jax.random.categorical(chosen, weights, axis=-1)
        states = jax.vmap(step)(states, actions, jax.random.split(dealt, lanes))
        # What nobody uses the compiler leaves out: of each observation something is used.
        seen = states.observation.reshape(lanes, -1).astype(jnp.float32).sum()
        return (states, key), (states.terminated.sum(), seen)

    def scan(states: Any, key: Any) -> Any:
        (states, key), (ended, seen) = jax.lax.scan(one, (states, key), None, length=steps)
        return states, key, ended.sum(), seen.sum()

    played, key = jax.jit(scan), jax.random.key(0)
    states = jax.jit(jax.vmap(begin))(jax.random.split(key, lanes))
    begun = time.perf_counter()
    states, key, ended, _ = jax.block_until_ready(played(states, key))
    compiling, best = time.perf_counter() - begun, float("inf")
    for _ in range(LAUNCHES):
        with alone():
            begun = time.perf_counter()
            states, key, ended, _ = jax.block_until_ready(played(states, key))
            spent = time.perf_counter() - begun
        best = min(best, spent)
    return {
        "steps a second": round(lanes * steps / best),
        "lanes": lanes,
        "steps": steps,
        "games ended": int(ended),
        "numbers in an observation": int(states.observation[0].size),
        "first launch": round(compiling, 1),
        "device": jax.devices()[0].device_kind,
        "versions": f"pgx {pgx.__version__}, JAX {jax.__version__}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(GAMES), help="by pgx's names")
    parser.add_argument("--lanes", type=int, default=LANES)
    parser.add_argument("--steps", type=int, default=STEPS, help="of every lane, in one launch")
    given = parser.parse_args()
    for name in given.games.split(","):
        print(f"{name}: {json.dumps(steps_per_second(name, given.lanes, given.steps))}", flush=True)


if __name__ == "__main__":
    main()
