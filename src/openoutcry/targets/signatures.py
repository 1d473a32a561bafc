"""What is compiled for a game: the verbs of the contract and the generic algorithms, each with the types it is called with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, TypedDict

import numba
from numba import types

from openoutcry.engine import contract, playout, states
from openoutcry.engine.chance import CHANCE
from openoutcry.engine.game import Game

Compiled = tuple[str, Callable[..., Any], tuple[Any, ...]]


class Level(TypedDict):
    """A bot for people, and its budget: play-outs for search, and for greedy one action in so many at random (0: none)."""

    bot: str
    budget: int


CHANCE_TYPE = numba.from_dtype(CHANCE)

LAYERS_ABOVE = ("openoutcry.bots.signatures",)
"""Modules of higher layers that have something compiled for a game too: named, not imported, because imports point down only."""


def verbs_of(game: Game) -> Iterator[Compiled]:
    """Every verb of the contract, and the game's own help with work: name, function, types."""
    kinds = {"state": numba.from_dtype(game.rules.STATE), "mask": numba.from_dtype(game.mask_type), "chance": CHANCE_TYPE}
    for verb, parameters in contract.VERBS.items():
        yield verb, game.member(verb), tuple(kinds.get(parameter, types.int64) for parameter in parameters)
    yield "any_action", game.member("any_action"), (kinds["state"], kinds["mask"], CHANCE_TYPE)
    if game.has("tidy"):
        yield "tidy", game.member("tidy"), (kinds["state"], types.int64)
    if game.has("step"):
        yield "step", game.member("step"), (kinds["state"],)


def playouts_of(game: Game) -> Iterator[Compiled]:
    """Random play of one game."""
    state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
    yield "play_out", playout.play_out, (state, CHANCE_TYPE, CHANCE_TYPE, mask)
    yield "play_game", playout.play_game, (state, state, CHANCE_TYPE, types.int64, CHANCE_TYPE, CHANCE_TYPE, mask)


def native_of(game: Game) -> Iterator[Compiled]:
    """All that the command, the table and the lab call from Python."""
    yield from verbs_of(game)
    state = numba.from_dtype(game.rules.STATE)
    yield "copy", states.copy, (state, state)
    yield "same", states.same, (state, state)
    yield "digest", states.digest, (state,)
    for module in LAYERS_ABOVE:
        yield from import_module(module).compiled_for(game)


def bots_of(game: Game) -> Iterator[Compiled]:
    """The bots that other targets get too."""
    for module in LAYERS_ABOVE:
        yield from import_module(module).bots_for(game)


def minds_of(game: Game) -> Iterator[Compiled]:
    """What searches on other targets are made of."""
    for module in LAYERS_ABOVE:
        yield from import_module(module).minds_for(game)


def levels_of(game: Game) -> dict[str, Level]:
    """The levels for people: easy, medium, hard."""
    levels: dict[str, Level] = {}
    for module in LAYERS_ABOVE:
        levels |= import_module(module).levels_for(game)
    return levels


def bytes_of_memory() -> int:
    """How much a search remembers."""
    return int(import_module("openoutcry.bots.memory").MEMORY.itemsize)
