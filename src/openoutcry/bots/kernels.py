"""Whole games on a GPU: a thread plays one game after another, at random or by the rules of thumb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import cuda, types

from openoutcry.bots.search import by_thumb
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.chance import CHANCE, Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import any_action, apply, hide, legal, place, points
from openoutcry.engine.mask import Mask
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.targets.cuda import Rules

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

NO_WHIMS = 0


@rule
def act_at_random(state: Any, _seen: Any, chance: Chance, thought: Chance, mask: Mask) -> None:
    """One step of random play."""
    seat = next_seat(state, chance)
    legal(state, seat, mask)
    apply(state, seat, any_action(state, mask, thought), chance)


@rule
def act_by_thumb(state: Any, seen: Any, chance: Chance, thought: Chance, mask: Mask) -> None:
    """One step by the rules of thumb, from what the seat may know."""
    seat = next_seat(state, chance)
    states.copy(seen, state)
    hide(seen, seat)
    legal(seen, seat, mask)
    apply(state, seat, by_thumb(seen, seat, mask, thought, NO_WHIMS), chance)


@rule
def act(state: Any, seen: Any, chance: Chance, thought: Chance, mask: Mask) -> None:
    """One step of whoever plays: another function stands in for this one."""


@rule
def take_down(state: Any, points_of: Any, places_of: Any) -> None:
    """Everybody's points and places."""
    for seat in range(state.seats):
        points_of[seat] = points(state, seat)
        places_of[seat] = place(state, seat)


def playouts(game: Game, policy: str) -> Any:
    """The kernel of games first, first + 1, … of a master key."""
    state_type, mask_type, chance_type = game.state_type, game.mask_type, CHANCE

    def play(
        template: Any, master: Any, first: int, lengths: Any, points_of: Any, places_of: Any, finals: Any
    ) -> None:
        state = cuda.local.array(1, state_type)[0]
        seen = cuda.local.array(1, state_type)[0]
        chance = cuda.local.array(1, chance_type)[0]
        thought = cuda.local.array(1, chance_type)[0]
        mask = cuda.local.array(1, mask_type)[0]
        for number in range(cuda.grid(1), len(lengths), cuda.gridsize(1)):
            deal(state, template[0], master[0], first + number, chance, thought)
            steps = 0
            while state.to_act != NOTHING and steps < MOST_STEPS:
                act(state, seen, chance, thought, mask)
                steps += 1
            lengths[number] = steps
            take_down(state, points_of[number], places_of[number])
            if number < len(finals):
                states.copy(finals[number], state)

    acting = {"random": act_at_random, "greedy": act_by_thumb}[policy]
    return Rules(game, {act: acting}).kernel(play)


def signature(game: Game) -> tuple[Any, ...]:
    state = numba.from_dtype(game.state_type)
    one = types.Array(state, 1, "C")
    return (one, types.Array(numba.from_dtype(CHANCE), 1, "C"), types.int64, types.Array(types.int32, 1, "C"),
        types.Array(types.int32, 2, "C"), types.Array(types.int8, 2, "C"), one)
