"""Whole games on a GPU: a thread plays one game after another, at random or by the rules of thumb.

There are two ways about it, which come to the same bytes. In the first every thread plays on by itself: 32 of them, a
warp, go through the code together, and wait for one another wherever they differ. In the second the threads of a block
vote before every step: those go on whose next action has the verb that most of them are about to play, and the others
wait until theirs is the most frequent. So a warp has more to do at a time, and all warps of a block run the same code,
which for a large game is more than the processor's memory for instructions holds.
"""

from __future__ import annotations

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
from openoutcry.targets.cuda import IS_SIMULATED, Rules

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

NO_WHIMS = 0
POLICIES = ("random", "greedy")
SMALL = 512
"""Games with records of so many bytes at most have so little code that voting costs more than it brings."""
VOTING_THREADS = 1024
"""All threads of a multiprocessor vote together."""
DEAL, DONE = 0, -1
"""What a thread waits for that has no game, to be dealt one, or nothing any more; else it is the number of a verb."""
ALL_OF_A_WARP, WARP, PLACES = -1, 32, 128


def votes_by_itself(game: Game) -> bool:
    """Whether threads vote where nobody says."""
    return game.state_type.itemsize > SMALL


@rule
def decide(state: Any, seen: Any, seat: int, mask: Mask, thought: Chance) -> int:
    """What a seat does: one of the next two stands in for this."""
    return 0


@rule
def decide_at_random(state: Any, seen: Any, seat: int, mask: Mask, thought: Chance) -> int:
    """Anything that is legal."""
    legal(state, seat, mask)
    return any_action(state, mask, thought)


@rule
def decide_by_thumb(state: Any, seen: Any, seat: int, mask: Mask, thought: Chance) -> int:
    """What the rules of thumb say to what the seat may know."""
    states.copy(seen, state)
    hide(seen, seat)
    legal(seen, seat, mask)
    return by_thumb(seen, seat, mask, thought, NO_WHIMS)


@rule
def begins(number: int, games: int) -> int:
    """What a thread waits for whose next game has that number."""
    return DEAL if number < games else DONE


@rule
def take_down(state: Any, points_of: Any, places_of: Any) -> None:
    """Everybody's points and places."""
    for seat in range(state.seats):
        points_of[seat] = points(state, seat)
        places_of[seat] = place(state, seat)


@rule
def keep(state: Any, finals: Any, number: int, kept: int) -> None:
    """Keep the final state of one of the first games."""
    if number < kept:
        states.copy(finals[number], state)


@rule
def most_frequent(counts: Any, turn: int, waits_for: int) -> int:
    """What most threads of the block wait for; nothing if all are done. A warp counts and looks together."""
    alike = cuda.match_any_sync(np.int32(ALL_OF_A_WARP), np.int32(waits_for))
    if waits_for != DONE and cuda.ffs(alike) - 1 == cuda.laneid:
        cuda.atomic.add(counts, (turn, waits_for), cuda.popc(alike))
    cuda.syncthreads()
    best = np.int32(0)
    for each in range(cuda.laneid, counts.shape[1], WARP):
        if counts[turn, each] > 0:
            best = max(best, counts[turn, each] * np.int32(PLACES) + np.int32(each + 1))
    for far in (16, 8, 4, 2, 1):
        best = max(best, cuda.shfl_xor_sync(np.int32(ALL_OF_A_WARP), best, far))
    for each in range(cuda.threadIdx.x, counts.shape[1], cuda.blockDim.x):
        counts[(turn + 2) % 3, each] = 0  # nobody looks at these any more, or adds to them yet
    return int(best % PLACES - 1)


def most_frequent_of(counts: Any) -> int:
    """The same from counts alone: the simulator has no warps."""
    return int(np.flatnonzero(counts == counts.max())[-1]) if counts.any() else DONE


def playouts(game: Game, policy: str, votes: bool | None = None) -> Any:
    """The kernel of games first, first + 1, … of a master key, one for each length; of the first of them the final
    states are kept, as many as are asked for.
    """
    decided = decide_by_thumb if policy == "greedy" else decide_at_random
    is_voting = votes_by_itself(game) if votes is None else votes
    return Rules(game, {decide: decided}).kernel((_by_vote if is_voting else _one_by_one)(game))


def _one_by_one(game: Game) -> Any:
    """Each thread plays a game from its deal to its end, then the next."""
    state_type, mask_type = game.state_type, game.mask_type

    def play(
        template: Any, master: Any, first: int, lengths: Any, points_of: Any, places_of: Any, finals: Any, kept: int
    ) -> None:
        state, seen = cuda.local.array(1, state_type)[0], cuda.local.array(1, state_type)[0]
        mask = cuda.local.array(1, mask_type)[0]
        chance, thought = cuda.local.array(1, CHANCE)[0], cuda.local.array(1, CHANCE)[0]
        for number in range(cuda.grid(1), len(lengths), cuda.gridsize(1)):
            deal(state, template[0], master[0], first + number, chance, thought)
            steps = 0
            while state.to_act != NOTHING and steps < MOST_STEPS:
                seat = next_seat(state, chance)
                apply(state, seat, decide(state, seen, seat, mask, thought), chance)
                steps += 1
            lengths[number] = steps
            take_down(state, points_of[number], places_of[number])
            keep(state, finals, number, kept)

    return play


def verbs_of(game: Game) -> Any:
    """The verb of every action, counted from 1."""
    verbs = game.actions.verbs
    return np.repeat(np.arange(1, len(verbs) + 1), [len(verb) for verb in verbs])


def _by_vote(game: Game) -> Any:  # noqa: C901 (a branch is for the simulator, which has no warps)
    """In every turn those go on who wait for what most wait for: to be dealt a game, or to play an action of a verb."""
    state_type, mask_type = game.state_type, game.mask_type
    verb_of, waiting = verbs_of(game), len(game.actions.verbs) + 1

    def play(
        template: Any, master: Any, first: int, lengths: Any, points_of: Any, places_of: Any, finals: Any, kept: int
    ) -> None:
        counts = cuda.shared.array((3, waiting), np.int32)
        state, seen = cuda.local.array(1, state_type)[0], cuda.local.array(1, state_type)[0]
        mask = cuda.local.array(1, mask_type)[0]
        chance, thought = cuda.local.array(1, CHANCE)[0], cuda.local.array(1, CHANCE)[0]
        number, steps, turn, seat, action = cuda.grid(1), 0, 0, 0, 0
        for each in range(cuda.threadIdx.x, 3 * waiting, cuda.blockDim.x):
            counts[each // waiting, each % waiting] = 0
        cuda.syncthreads()
        waits_for = begins(number, len(lengths))
        while True:
            if IS_SIMULATED:
                if waits_for != DONE:
                    cuda.atomic.add(counts, (turn, waits_for), 1)
                cuda.syncthreads()
                chosen = most_frequent_of(counts[turn])
                for each in range(cuda.threadIdx.x, waiting, cuda.blockDim.x):
                    counts[(turn + 2) % 3, each] = 0
            else:
                chosen = most_frequent(counts, turn, waits_for)
            turn = (turn + 1) % 3
            if chosen == DONE:
                break
            if waits_for == chosen:
                if waits_for == DEAL:
                    deal(state, template[0], master[0], first + number, chance, thought)
                    steps = 0
                else:
                    apply(state, seat, action, chance)
                    steps += 1
                if state.to_act != NOTHING and steps < MOST_STEPS:
                    seat = next_seat(state, chance)
                    action = decide(state, seen, seat, mask, thought)
                    waits_for = verb_of[action]
                else:
                    lengths[number] = steps
                    take_down(state, points_of[number], places_of[number])
                    keep(state, finals, number, kept)
                    number += cuda.gridsize(1)
                    waits_for = begins(number, len(lengths))

    return play


def playouts_signature(game: Game) -> tuple[Any, ...]:
    """What the kernel takes, as Numba calls it."""
    states_type = types.Array(numba.from_dtype(game.state_type), 1, "C")
    chances = types.Array(numba.from_dtype(CHANCE), 1, "C")
    lengths, points_of, places_of = types.int32[::1], types.int32[:, ::1], types.int8[:, ::1]
    return states_type, chances, types.int64, lengths, points_of, places_of, states_type, types.int64
