"""Measure batches with masks and observations beside environments driven from Python: `python bench/batch.py`.

Every step counts that plays an action and then gives a mask and an observation of whoever is asked next. Contenders
take turns in short rounds; a ratio is taken within each round, and the median of the rounds is told. OpenSpiel's deals
and rolls count as steps too, though ours do not.

Who has one thread is measured by the processor's seconds, which others on the machine do not take away. What all cores
come to is measured by the clock, and only where nobody else works: on a busy machine two threads get more of it than
one, and the batch would seem to gain four times by two cores.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

from openoutcry.engine.game import Game
from openoutcry.envs.batch import Batch
from openoutcry.games import registered

ROUNDS = 7
SEATS = 4
NEAREST = {"dead_cat_bounce": "gin_rummy"}
"""OpenSpiel's nearest game; for the others that is liars_dice."""
RLCARD = ("leduc-holdem", "limit-holdem", "gin-rummy", "uno")
PETTINGZOO = ("leduc_holdem_v4", "texas_holdem_v4")
"""Card games of RLCard's, and those that PettingZoo 1.27 still has of them; gin rummy it has no more."""

BUSY = 0.5
"""The load per core from which on a machine is not quiet."""

Steps = Callable[[float], tuple[int, float, float]]
"""Steps for about so many seconds; how many they were, the seconds by the clock, and those of the processor."""


def batch_steps(game: Game, size: int, cores: int | None) -> Steps:
    """A batch at random, with masks and observations."""
    seats = min(game.seats, key=lambda near: abs(near - SEATS))
    batch = Batch(game, seats, size=size, cores=cores)

    def step() -> int:
        batch.step()
        return size

    return for_seconds(step)


def open_spiel_steps(name: str) -> Steps:
    """A game of OpenSpiel's, driven from Python, with mask and observation as its users ask for them."""
    import pyspiel

    game, chooser = pyspiel.load_game(name), random.Random(0)
    observed = "observation_tensor" if game.get_type().provides_observation_tensor else "information_state_tensor"
    state: Any = game.new_initial_state()

    def step() -> int:
        nonlocal state
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, chances)[0])
        else:
            np.array(getattr(state, observed)(state.current_player()), np.float32)
            np.array(state.legal_actions_mask(), bool)
            state.apply_action(chooser.choice(state.legal_actions()))
        return 1

    return for_seconds(step)


def pettingzoo_steps(env: Any) -> Steps:
    """An environment of PettingZoo's, its own or ours, driven as its users drive it."""
    chooser = random.Random(0)
    env.reset(seed=0)

    def step() -> int:
        seen, _, is_over, is_cut, _ = env.last()
        if is_over or is_cut:
            env.reset()
        else:
            env.step(int(chooser.choice(np.flatnonzero(seen["action_mask"]).tolist())))
        return 1

    return for_seconds(step)


def for_seconds(step: Callable[[], int]) -> Steps:
    """The same step again and again; the clock is looked at seldom."""

    def steps(seconds: float) -> tuple[int, float, float]:
        done, started, worked = 0, time.perf_counter(), time.process_time()
        while (spent := time.perf_counter() - started) < seconds:
            done += step()
        return done, spent, time.process_time() - worked

    return steps


def rlcard_steps(name: str) -> Steps:
    """A game of RLCard's: each step gives what the next player sees and may do."""
    import rlcard

    table, chooser = rlcard.make(name, config={"seed": 0}), random.Random(0)
    seen, _ = table.reset()

    def step() -> int:
        nonlocal seen
        if table.is_over():
            seen, _ = table.reset()
        else:
            seen, _ = table.step(chooser.choice(list(seen["legal_actions"])))
        return 1

    return for_seconds(step)


def card_games() -> dict[str, Steps]:
    """RLCard's own card games, and PettingZoo's, which are made of RLCard's."""
    if find_spec("rlcard") is None:
        print("RLCard's and PettingZoo's card games: not measured, rlcard is not installed: pip install rlcard")
        return {}
    modules = {name: import_module(f"pettingzoo.classic.{name}") for name in PETTINGZOO}
    return {
        **{f"RLCard's {name}": rlcard_steps(name) for name in RLCARD},
        **{f"PettingZoo's {name}": pettingzoo_steps(module.env()) for name, module in modules.items()},
    }


def raced(contenders: dict[str, Steps], seconds: float, *, by_clock: bool = False) -> dict[str, list[float]]:
    """Everybody's steps a second in each round, after one that does not count."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(ROUNDS + 1):
        for name, steps in contenders.items():
            done, spent, worked = steps(seconds / ROUNDS)
            if number:
                rates[name].append(done / (spent if by_clock else worked))
    return rates


def ratio(rates: dict[str, list[float]], ours: str, peer: str) -> float:
    """How many times as fast ours is, in the median of the rounds."""
    return median(mine / other for mine, other in zip(rates[ours], rates[peer], strict=True))


def scaling(game: Game, given: argparse.Namespace, cores: int, peers: dict[str, Steps]) -> str:
    """What all cores come to by the clock, beside one, and beside OpenSpiel's nearest game."""
    one, many = "one", "many"
    batches = {one: batch_steps(game, given.size, 1), many: batch_steps(game, given.size, cores)}
    nearest = {name: peers[name] for name in [nearest_of(game)] if name in peers}
    rates = raced(batches | nearest, given.seconds, by_clock=True)
    told = [f"{median(rates[many]):,.0f} steps a second", f"{ratio(rates, many, one):.2f} times one core"]
    return ", ".join(told + [f"{ratio(rates, many, peer):.1f} times {peer}" for peer in nearest])


def nearest_of(game: Game) -> str:
    """OpenSpiel's game to compare with."""
    return NEAREST.get(game.name, "liars_dice")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each contender")
    parser.add_argument("--size", type=int, default=4096, help="lanes of a batch")
    parser.add_argument("--games", nargs="+", default=sorted(registered()), choices=sorted(registered()))
    given = parser.parse_args()
    from openoutcry.envs.pettingzoo import env

    cores, has_spiel = os.cpu_count() or 1, find_spec("pyspiel") is not None
    peers: dict[str, Steps] = {}
    if has_spiel:
        peers = {name: open_spiel_steps(name) for name in ("liars_dice", "gin_rummy")}
    cards = card_games()
    peers |= cards
    # Looked at before anything is played: what is measured here is load, too.
    load = os.getloadavg()[0]
    is_busy = f"not measured: the machine is busy (load {load:.1f} on {cores} cores)" if load > BUSY * cores else ""
    games = [registered()[name] for name in given.games]
    scaled = {game.title: is_busy or scaling(game, given, cores, peers) for game in games}
    for game in games:
        one, ours = "batch on one core", "our PettingZoo"
        contenders = {
            one: batch_steps(game, given.size, 1),
            ours: pettingzoo_steps(env(game, min(game.seats, key=lambda near: abs(near - SEATS)))),
        }
        rates = raced(contenders | peers, given.seconds)
        told = [f"{name} {median(rates[name]):,.0f}" for name in rates]
        print(f"{game.title}, steps per second of the processor: {', '.join(told)}")
        against = [nearest_of(game)] if has_spiel else []
        for peer in [*against, *cards]:
            print(f"  {one} to {peer}: {ratio(rates, one, peer):.1f} times")
        print(f"  {cores} cores by the clock: {scaled[game.title]}")
    if not has_spiel:
        print("OpenSpiel: not measured, it is not installed: pip install 'openoutcry[openspiel]'")


if __name__ == "__main__":
    main()
