"""Whole games on a GPU: a thread plays one game after another, at random or by the rules of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import cuda, types

from openoutcry.bots.search import by_thumb
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.chance import CHANCE, DECK, DICE, STREAMS, Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import any_action, apply, hide, legal, place, points
from openoutcry.engine.mask import Mask
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.engine.record import RECORD
from openoutcry.targets import cuda_chance
from openoutcry.targets.cuda import Rules

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

NO_WHIMS = 0
POLICIES = ("random", "greedy")


@dataclass(frozen=True)
class Way:
    """How the threads go about it: that changes how fast it is, and never a byte.

    `is_flat`: whoever has ended a game begins the next at once, rather than to wait for the others of its warp.
    `has_one_cipher`: the cipher stands once in the code, rather than wherever something is drawn.
    `ahead`: after so many steps all threads make random words together, a power of two; 0: when they are drawn.
    `shared`: states are in shared memory, of so many threads of a block; 0: each is in its thread's own memory.
    """

    is_flat: bool = False
    has_one_cipher: bool = False
    ahead: int = 0
    shared: int = 0


USUAL = Way()


@rule
def act(state: Any, seen: Any, chance: Chance, thought: Chance, mask: Mask) -> None:
    """One step of whoever plays: one of the next two stands in for this."""


@rule
def act_at_random(state: Any, seen: Any, chance: Chance, thought: Chance, mask: Mask) -> None:
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
def prepare(chance: Chance, thought: Chance) -> None:
    """What all threads do together before a step: nothing, unless another function stands in for this."""


@rule
def prepare_words(chance: cuda_chance.AheadChance, thought: cuda_chance.AheadChance) -> None:
    """Make random words ahead: of all streams for the game, and those by which bots choose."""
    cuda_chance.make_ahead(chance, DECK, STREAMS)
    cuda_chance.make_ahead(thought, DICE, DICE + 1)


@rule
def take_down(state: Any, points_of: Any, places_of: Any) -> None:
    """Everybody's points and places."""
    for seat in range(state.seats):
        points_of[seat] = points(state, seat)
        places_of[seat] = place(state, seat)


def playouts(game: Game, policy: str, way: Way = USUAL) -> Any:
    """The kernel of games first, first + 1, … of a master key, one for each length; of the first of them the final
    states are kept, as many as are asked for.
    """
    return Rules(game, _instead(policy, way)).kernel((_flat if way.is_flat else _one_by_one)(game, way))


def _one_by_one(game: Game, way: Way) -> Any:
    """A game from its deal to its end, then the next."""
    state_type, mask_type, chance_type = game.state_type, game.mask_type, _chance_type(way)
    padded_type, threads, is_shared, between = _padded(state_type), way.shared, way.shared > 0, max(way.ahead, 1) - 1

    def play(
        template: Any, master: Any, first: int, lengths: Any, points_of: Any, places_of: Any, finals: Any, kept: int
    ) -> None:
        if is_shared:
            state = cuda.shared.array(threads, padded_type)[cuda.threadIdx.x].state
        else:
            state = cuda.local.array(1, state_type)[0]
        seen, mask = cuda.local.array(1, state_type)[0], cuda.local.array(1, mask_type)[0]
        chance, thought = cuda.local.array(1, chance_type)[0], cuda.local.array(1, chance_type)[0]
        for number in range(cuda.grid(1), len(lengths), cuda.gridsize(1)):
            deal(state, template[0], master[0], first + number, chance, thought)
            steps = 0
            while state.to_act != NOTHING and steps < MOST_STEPS:
                if steps & between == 0:
                    prepare(chance, thought)
                act(state, seen, chance, thought, mask)
                steps += 1
            lengths[number] = steps
            take_down(state, points_of[number], places_of[number])
            if number < kept:
                states.copy(finals[number], state)

    return play


def _flat(game: Game, way: Way) -> Any:
    """One loop of steps, in which whoever has ended a game deals the next."""
    state_type, mask_type, chance_type = game.state_type, game.mask_type, _chance_type(way)
    padded_type, threads, is_shared, between = _padded(state_type), way.shared, way.shared > 0, max(way.ahead, 1) - 1

    def play(
        template: Any, master: Any, first: int, lengths: Any, points_of: Any, places_of: Any, finals: Any, kept: int
    ) -> None:
        if is_shared:
            state = cuda.shared.array(threads, padded_type)[cuda.threadIdx.x].state
        else:
            state = cuda.local.array(1, state_type)[0]
        seen, mask = cuda.local.array(1, state_type)[0], cuda.local.array(1, mask_type)[0]
        chance, thought = cuda.local.array(1, chance_type)[0], cuda.local.array(1, chance_type)[0]
        number, steps, turns = cuda.grid(1) - cuda.gridsize(1), 0, 0
        state.to_act = NOTHING
        while number < len(lengths):
            if state.to_act != NOTHING and steps < MOST_STEPS:
                if turns & between == 0:
                    prepare(chance, thought)
                act(state, seen, chance, thought, mask)
                steps += 1
            else:
                if number >= 0:
                    lengths[number] = steps
                    take_down(state, points_of[number], places_of[number])
                    if number < kept:
                        states.copy(finals[number], state)
                number += cuda.gridsize(1)
                if number < len(lengths):
                    deal(state, template[0], master[0], first + number, chance, thought)
                    steps = 0
            turns += 1

    return play


def _chance_type(way: Way) -> np.dtype[Any]:
    return cuda_chance.AHEAD if way.ahead else CHANCE


def _instead(policy: str, way: Way) -> dict[Any, Any]:
    """Which functions stand in for others."""
    instead: dict[Any, Any] = {act: act_by_thumb if policy == "greedy" else act_at_random}
    if way.ahead:
        instead |= cuda_chance.INSTEAD | {prepare: prepare_words}
    if way.has_one_cipher:
        instead |= cuda_chance.STANDING
    return instead


def _padded(state: np.dtype[Any]) -> np.dtype[Any]:
    """A state and what makes it an odd number of 64-bit words: so 16 threads read 16 different banks of memory."""
    rest = [] if state.itemsize // 8 % 2 else [("rest", "u8")]
    return np.dtype((RECORD, np.dtype([("state", state), *rest], align=True)))


def playouts_signature(game: Game) -> tuple[Any, ...]:
    """What the kernel takes, as Numba calls it."""
    states_type = types.Array(numba.from_dtype(game.state_type), 1, "C")
    chances = types.Array(numba.from_dtype(CHANCE), 1, "C")
    lengths, points_of, places_of = types.int32[::1], types.int32[:, ::1], types.int8[:, ::1]
    return states_type, chances, types.int64, lengths, points_of, places_of, states_type, types.int64
