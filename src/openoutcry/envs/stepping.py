"""Many matches stepped at once on a GPU: a thread plays the action of its lane, says who is asked next, what they may
do and what they know. Where a match is over its lane begins the next one.

Lane i of n plays games i, i + n, i + 2n, … of a master key, as `engine/playout.py` numbers them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import cuda, types

from openoutcry.bots.kernels import take_down
from openoutcry.engine.bits import NOTHING, has
from openoutcry.engine.chance import CHANCE
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import any_action, apply, legal
from openoutcry.engine.mask import copy, is_allowed
from openoutcry.engine.observing import observe
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.engine.record import RECORD
from openoutcry.targets.cuda import Rules

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

PLAYED, ENDED, REFUSED = range(3)
"""What came of an action: the match goes on, it was the match's last and the next one has begun, or it is not legal and
nothing was done.
"""


def lane_type(game: Game) -> np.dtype[Any]:
    """The NumPy type of what a lane keeps: a match, its chance, and which game of the key it is."""
    layout: list[Any] = [
        ("state", game.state_type),
        ("chance", CHANCE),
        ("thought", CHANCE),
        ("number", "i8"),
        ("length", "i8"),
    ]
    return np.dtype((RECORD, np.dtype(layout, align=True)))


@rule
def begin(lane: Any, template: Any, master: Any) -> None:
    """Deal the game of the lane's number."""
    lane.length = 0
    deal(lane.state, template, master, lane.number, lane.chance, lane.thought)


@rule
def is_over(lane: Any) -> bool:
    """Whether nobody acts any more."""
    return bool(lane.state.to_act == NOTHING) or lane.length >= MOST_STEPS


@rule
def begin_one_to_play(lane: Any, template: Any, master: Any, stride: int) -> None:
    """Deal the game of the lane's number, or, where that is over as soon as it is dealt, the next that is not."""
    begin(lane, template, master)
    while is_over(lane):
        lane.number += stride
        begin(lane, template, master)


@rule
def play(lane: Any, seat: int, action: int) -> None:
    """Play a legal action."""
    apply(lane.state, seat, action, lane.chance)
    lane.length += 1


class Kernels:
    """The kernels of a game's lanes."""

    def __init__(self, game: Game) -> None:
        rules = Rules(game)
        self.begin = rules.kernel(_beginning())
        self.step = rules.kernel(_stepping(game))
        self.sample = rules.kernel(_sampling(game))
        self.unpack = rules.kernel(_unpacking())
        self.observe = rules.kernel(_observing(game))


def _beginning() -> Any:
    """Deal every lane its first game, and ask somebody."""

    def begin_lanes(template: Any, master: Any, lanes: Any, asked: Any, masks: Any) -> None:
        for place in range(cuda.grid(1), len(lanes), cuda.gridsize(1)):
            lane = lanes[place]
            lane.number = place
            begin_one_to_play(lane, template[0], master[0], len(lanes))
            asked[place] = next_seat(lane.state, lane.chance)
            legal(lane.state, asked[place], masks[place])

    return begin_lanes


def _stepping(game: Game) -> Any:
    """Play an action in every lane; `results`, `lengths`, `points_of` and `places_of` say what came of it."""
    actions_of_game = len(game.actions)

    def step(
        template: Any,
        master: Any,
        lanes: Any,
        asked: Any,
        masks: Any,
        actions: Any,
        results: Any,
        lengths: Any,
        points_of: Any,
        places_of: Any,
    ) -> None:
        for place in range(cuda.grid(1), len(lanes), cuda.gridsize(1)):
            lane, action = lanes[place], actions[place]
            if not (0 <= action < actions_of_game and is_allowed(masks[place], action)):
                results[place] = REFUSED
                continue
            play(lane, asked[place], action)
            results[place] = PLAYED
            if is_over(lane):
                results[place] = ENDED
                lengths[place] = lane.length
                take_down(lane.state, points_of[place], places_of[place])
                lane.number += len(lanes)
                begin_one_to_play(lane, template[0], master[0], len(lanes))
            asked[place] = next_seat(lane.state, lane.chance)
            legal(lane.state, asked[place], masks[place])

    return step


def _sampling(game: Game) -> Any:
    """A legal action for every lane, at random: so it plays the very games of `engine/playout.py`."""
    mask_type = game.mask_type

    def sample(lanes: Any, masks: Any, actions: Any) -> None:
        mask = cuda.local.array(1, mask_type)[0]
        for place in range(cuda.grid(1), len(lanes), cuda.gridsize(1)):
            lane = lanes[place]
            copy(mask, masks[place])
            actions[place] = any_action(lane.state, mask, lane.thought)

    return sample


def _unpacking() -> Any:
    """What may be done as a 0 or 1 per action: a thread per action, so that neighbours write side by side."""

    def unpack(masks: Any, legals: Any) -> None:
        actions = legals.shape[1]
        for place in range(cuda.grid(1), legals.shape[0] * actions, cuda.gridsize(1)):
            lane, action = place // actions, place % actions
            legals[lane, action] = has(masks[lane].words[action >> 6], action & 63)

    return unpack


def _observing(game: Game) -> Any:
    """What whoever is asked may know, a row per lane."""
    state_type = game.state_type

    def observe_lanes(lanes: Any, asked: Any, rows: Any) -> None:
        seen = cuda.local.array(1, state_type)[0]
        for place in range(cuda.grid(1), len(lanes), cuda.gridsize(1)):
            observe(lanes[place].state, asked[place], seen, rows[place])

    return observe_lanes


def signatures(game: Game) -> dict[str, tuple[Any, ...]]:
    """What each kernel takes, as Numba calls it."""

    def rows_of(kind: np.dtype[Any]) -> Any:
        return types.Array(numba.from_dtype(kind), 1, "C")

    template, master = rows_of(game.state_type), rows_of(CHANCE)
    lanes, masks = rows_of(lane_type(game)), rows_of(game.mask_type)
    numbers, small, bytes_of = types.int32[::1], types.int8[::1], types.int8[:, ::1]
    return {
        "begin": (template, master, lanes, small, masks),
        "step": (
            *(template, master, lanes, small, masks, numbers),
            *(small, numbers, types.int32[:, ::1], bytes_of),
        ),
        "sample": (lanes, masks, numbers),
        "unpack": (masks, types.uint8[:, ::1]),
        "observe": (lanes, small, types.uint64[:, ::1]),
    }
