"""What is compiled for a game: the verbs of the contract and the generic algorithms, each with the types it is called
with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba import types

from openoutcry.engine import contract, playout, turn
from openoutcry.engine.chance import CHANCE
from openoutcry.engine.game import Game
from openoutcry.engine.telling import TOLD

Signature = tuple[str, Callable[..., Any], tuple[Any, ...]]


CHANCE_TYPE = numba.from_dtype(CHANCE)


def verbs_of(game: Game) -> Iterator[Signature]:
    """Every verb of the contract, and the game's own help with work: name, function, types."""
    kinds = {
        "state": numba.from_dtype(game.rules.STATE),
        "mask": numba.from_dtype(game.mask_type),
        "chance": CHANCE_TYPE,
    }
    for verb, parameters in contract.VERBS.items():
        yield verb, game.member(verb), tuple(kinds.get(parameter, types.int64) for parameter in parameters)
    yield "any_action", game.member("any_action"), (kinds["state"], kinds["mask"], CHANCE_TYPE)
    if game.has("events"):
        told = numba.from_dtype(TOLD)
        yield "events", game.member("events"), (kinds["state"], kinds["state"], types.int64, types.int64, told)
    for work in ("tidy", "lapse"):
        if game.has(work):
            yield work, game.member(work), (kinds["state"], types.int64)
    if game.has("step"):
        yield "step", game.member("step"), (kinds["state"],)


def facts_of(game: Game) -> Iterator[Signature]:
    """Every fact, under the name that other targets have for it: no fact can be taken for a verb."""
    state = numba.from_dtype(game.rules.STATE)
    for name, fact in game.facts.items():
        yield f"fact_{name}", fact.function, (state, *(types.int64 for _ in fact.parameters))


def turns_of(game: Game) -> Iterator[Signature]:
    """The steps of a table, as a match in Python calls them."""
    state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
    told, number = numba.from_dtype(TOLD), types.int64
    states, masks, chances, tolds = (types.Array(kind, 1, "C") for kind in (state, mask, CHANCE_TYPE, told))
    numbers = types.Array(number, 1, "C")
    yield "attempt_at", turn.attempt_at, (states, types.int64, types.int64, chances)
    yield (
        "play_out",
        turn.play_out,
        (states, chances, number, number, number, states, chances, tolds, numbers),
    )
    yield "list_legal", turn.list_legal, (states, types.int64, masks, types.Array(types.int32, 1, "C"))
    yield "hide_all", turn.hide_all, (states, states)
    yield "hide_at", turn.hide_at, (states, number)
    yield "tell_all", turn.tell_all, (states, states, number, number, number, tolds)
    yield "way_back_at", turn.way_back_at, (states, chances, states, number, number, number, states, chances)
    yield "stay_asked", turn.stay_asked, (state, state)
    if game.has("step"):
        yield "step_at", turn.step_at, (states,)
    if game.has("tidy"):
        yield "tidy_at", turn.tidy_at, (states, number)
    if game.has("lapse"):
        yield "lapse_at", turn.lapse_at, (states, number)
    if game.actions.hold is not None:
        yield "looks_the_same_at", turn.looks_the_same_at, (states, states, states)
        yield "next_to_hold_at", turn.next_to_hold_at, (states, number)
        yield "hold_until_at", turn.hold_until_at, (states, chances, number, number, states, chances)


def steps_of(game: Game) -> Iterator[Signature]:
    """The steps of a table for other targets, and the chance of those who sit there."""
    state, number = numba.from_dtype(game.rules.STATE), types.int64
    yield "attempt", turn.attempt, (state, number, number, CHANCE_TYPE)
    yield from _taking_back_of(game)
    yield from _races_of(game)
    yield "number_below", turn.number_below, (CHANCE_TYPE, number, number)
    yield "begin_bot", turn.begin_bot, (CHANCE_TYPE, CHANCE_TYPE, number)


def _taking_back_of(game: Game) -> Iterator[Signature]:
    state, number = numba.from_dtype(game.rules.STATE), types.int64
    yield "way_back", turn.way_back, (state, CHANCE_TYPE, state, number, number, number, state)
    yield "stay_asked", turn.stay_asked, (state, state)


def _races_of(game: Game) -> Iterator[Signature]:
    """What is asked in a race; nothing in a game without any."""
    if game.actions.hold is not None:
        state, number = numba.from_dtype(game.rules.STATE), types.int64
        yield "looks_the_same", turn.looks_the_same, (state, state, state)
        yield "next_to_hold", turn.next_to_hold, (state, number)
        yield "hold_until", turn.hold_until, (state, CHANCE_TYPE, number, number, state, state)


def playouts_of(game: Game) -> Iterator[Signature]:
    """The deal of one game, and random play of it."""
    state, mask = numba.from_dtype(game.rules.STATE), numba.from_dtype(game.mask_type)
    yield "deal", playout.deal, (state, state, CHANCE_TYPE, types.int64, CHANCE_TYPE, CHANCE_TYPE)
    yield "play_out", playout.play_out, (state, CHANCE_TYPE, CHANCE_TYPE, mask)
    yield "play_game", playout.play_game, (state, state, CHANCE_TYPE, types.int64, CHANCE_TYPE, CHANCE_TYPE, mask)
