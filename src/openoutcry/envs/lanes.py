"""The compiled half of a batch: every match has a lane of its own, and slices of lanes are played side by side.

A slice is given a workspace (`engine/workspace.py`), in an array of one: the template and the key of the games, who
plays each seat, and room to look in. Nothing is allocated, no Python is in the loop, and no lane depends on another.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from openoutcry.bots.selfplay import OUTCOME, Outcome, chosen, take_down
from openoutcry.engine import mask as masks
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING, bit, index, nth, size, spread_into
from openoutcry.engine.chance import CHANCE, TIES, Chance, below
from openoutcry.engine.compiled import GAME_DIGESTS, inlined, rule, type_of
from openoutcry.engine.contract import any_action, apply, legal, step
from openoutcry.engine.game import Game
from openoutcry.engine.mask import Mask, is_allowed
from openoutcry.engine.observing import observe
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.engine.record import RECORD, Grid, Row
from openoutcry.engine.turn import NOBODY
from openoutcry.engine.workspace import Workspace

AGENT = -1
"""The policy of a seat whose actions come from outside; the others are those of `bots/selfplay.py`."""
WHOEVER_IS_ASKED = -2
"""Stands for a seat where each lane has its own."""
NONE_SUCH = -1
MOST_PASSED_OVER = 1000
"""After so many games in a row that end before an agent is asked, none is looked for."""


class Lane:
    """One match of a batch: how it stands, who is asked and what they may do, and what the last one came to."""

    state: Any
    chance: Chance
    thought: Chance
    mask: Mask
    outcome: Outcome
    number: int
    """Which game of the master key it is."""
    seat: int
    """Who is asked; NOBODY where the match is over."""
    length: int
    ended: int
    """Whether a match ended with the last action."""


@cache
def lane_type(game: Game) -> np.dtype[Any]:
    """The NumPy type of a game's lanes."""
    layout: list[Any] = [
        ("state", game.state_type),
        *((name, CHANCE) for name in ("chance", "thought")),
        ("mask", game.mask_type),
        ("outcome", OUTCOME),
        *((name, "i8") for name in ("number", "seat", "length", "ended")),
    ]
    kind = np.dtype((RECORD, np.dtype(layout, align=True)))
    GAME_DIGESTS[type_of(kind)] = GAME_DIGESTS[type_of(game.state_type)]
    return kind


@rule
def begin(workspaces: Row[Workspace], lanes: Row[Lane], stride: int) -> None:
    """Deal every lane the game of its number."""
    workspace = workspaces[0]
    for place in range(len(lanes)):
        _deal(workspace, lanes[place], stride)


@rule
def begin_again(workspaces: Row[Workspace], lanes: Row[Lane], stride: int) -> None:
    """Deal the next game wherever one is over."""
    workspace = workspaces[0]
    for place in range(len(lanes)):
        lane = lanes[place]
        if lane.seat == NOBODY:
            lane.number += stride
            _deal(workspace, lane, stride)


@rule
def _deal(workspace: Workspace, lane: Lane, stride: int) -> None:
    """Deal a lane its game, or, where that ends before an agent is asked, the next in which one is."""
    _deal_one(workspace, lane)
    for _ in range(MOST_PASSED_OVER):
        if lane.seat != NOBODY:
            return
        lane.number += stride
        _deal_one(workspace, lane)


@rule
def _deal_one(workspace: Workspace, lane: Lane) -> None:
    deal(lane.state, workspace.template, workspace.master, lane.number, lane.chance, lane.thought)
    lane.length, lane.ended = 0, 0
    _ask(workspace, lane)


@rule
def _ask(workspace: Workspace, lane: Lane) -> None:
    """Let the bots play until an agent is asked, or the match is over; where several may act, chance asks one first
    (its stream for ties), as in `engine/playout.py`.
    """
    state, has_thought = lane.state, False
    while state.to_act != NOTHING and lane.length < MOST_STEPS:
        seat = next_seat(state, lane.chance)
        if workspace.policies[seat] == AGENT:
            lane.seat = seat
            legal(state, seat, lane.mask)
            if has_thought:
                states.copy(lane.thought, workspace.thought)
            return
        if not has_thought:
            states.copy(workspace.thought, lane.thought)
            has_thought = True
        _play(lane, seat, chosen(state, seat, workspace, None))
    lane.seat = NOBODY
    masks.clear(lane.mask)


@rule
def _play(lane: Lane, seat: int, action: int) -> None:
    apply(lane.state, seat, action, lane.chance)
    lane.length += 1


@rule
def first_illegal(lanes: Row[Lane], actions: Row[int], count: int) -> int:
    """The first lane that is asked and given an action it may not do; NONE_SUCH where all may. Nothing is played."""
    for place in range(len(lanes)):
        lane, action = lanes[place], actions[place]
        if lane.seat != NOBODY and not (0 <= action < count and is_allowed(lane.mask, action)):
            return place
    return NONE_SUCH


@rule
def play(
    workspaces: Row[Workspace],
    lanes: Row[Lane],
    actions: Row[int],
    stride: int,
    rewards: Grid[float],
    finals: Row[Any],
    legals: Row[Row[np.uint64]],
    rows: Row[Row[np.uint64]],
) -> int:
    """Play an action in every lane that is not over, a random one where none are given; with a stride, where one ends
    the game of so many further numbers begins, and `finals` keeps the last state. Where there is room for it, what
    whoever is asked next may do and know is written while the lane is at hand. How many have ended.
    """
    workspace, ended = workspaces[0], 0
    for place in range(len(lanes)):
        lane = lanes[place]
        lane.ended = 0
        if lane.seat != NOBODY:
            _play(lane, lane.seat, actions[place] if len(actions) > 0 else _any(workspace, lane))
            _go_on(workspace, lane, stride, rewards, finals, place)
        else:
            _reward(lane, rewards, place)
        ended += lane.ended
        if len(rows) > 0:
            _unpack_one(lane.mask, legals[place])
            observe(lane.state, lane.seat, workspace.seen, rows[place])
    return ended


@rule
def play_at_once(
    workspaces: Row[Workspace],
    lanes: Row[Lane],
    choices: Grid[int],
    count: int,
    rewards: Grid[float],
    finals: Row[Any],
) -> int:
    """Play what all that may act have chosen at the same time, a column per seat, asking them in the order of the
    stream for ties. Who is asked when the step is over, or may not do it any more, was too late, and what is none of so
    many actions is not played. How many have ended.
    """
    workspace, ended = workspaces[0], 0
    for place in range(len(lanes)):
        lane = lanes[place]
        lane.ended = 0
        if lane.seat != NOBODY:
            _play_chosen(workspace, lane, choices, place, count)
            _go_on(workspace, lane, 0, rewards, finals, place)
        else:
            _reward(lane, rewards, place)
        ended += lane.ended
    return ended


@rule
def _play_chosen(workspace: Workspace, lane: Lane, choices: Grid[int], place: int, count: int) -> None:
    """The one who is asked first, then the others as chance asks them, as long as the same step is open."""
    state, seat = lane.state, lane.seat
    opened, left = step(state), state.to_act
    while True:
        legal(state, seat, workspace.mask)
        action = choices[place, seat]
        if 0 <= action < count and is_allowed(workspace.mask, action):
            _play(lane, seat, action)
        left &= state.to_act & ~bit(seat)
        if left == NOTHING or opened == 0 or step(state) != opened:
            return
        seat = index(nth(left, below(lane.chance, TIES, size(left))))


@rule
def _go_on(workspace: Workspace, lane: Lane, stride: int, rewards: Grid[float], finals: Row[Any], place: int) -> None:
    """Ask the next one; what a match that is over came to is written, and the next one dealt where there is a
    stride.
    """
    _ask(workspace, lane)
    if lane.seat == NOBODY:
        lane.outcome.length = lane.length
        take_down(lane.state, lane.outcome)
        states.copy(finals[place], lane.state)
        if stride > 0:
            lane.number += stride
            _deal(workspace, lane, stride)
        lane.ended = 1
    _reward(lane, rewards, place)


@rule
def _reward(lane: Lane, rewards: Grid[float], place: int) -> None:
    """By places: how many are behind less how many are ahead, of all others. Who plays alone wins or loses."""
    seats, places = lane.state.seats, lane.outcome.places
    for seat in range(seats):
        reward = 0.0
        if lane.ended and seats == 1:
            reward = 1.0 if places[0] == 1 else -1.0
        elif lane.ended:
            for other in range(seats):
                reward += (places[other] > places[seat]) - (places[other] < places[seat])
            reward /= seats - 1
        rewards[place, seat] = reward


@rule
def choose_any(workspaces: Row[Workspace], lanes: Row[Lane], actions: Row[int]) -> None:
    """A legal action for every lane that is asked, at random, out of the game's own stream for those who play it."""
    workspace = workspaces[0]
    for place in range(len(lanes)):
        lane = lanes[place]
        if lane.seat != NOBODY:
            actions[place] = _any(workspace, lane)


@rule
def _any(workspace: Workspace, lane: Lane) -> int:
    masks.copy(workspace.mask, lane.mask)
    return any_action(lane.state, workspace.mask, lane.thought)


@rule
def unpack(workspaces: Row[Workspace], lanes: Row[Lane], seat: int, legals: Row[Row[np.uint64]]) -> None:
    """Write what a seat may do as a byte per action, 0 or 1, eight of them at a time."""
    workspace = workspaces[0]
    for place in range(len(lanes)):
        lane = lanes[place]
        if seat == WHOEVER_IS_ASKED:
            _unpack_one(lane.mask, legals[place])
        else:
            legal(lane.state, seat, workspace.mask)
            _unpack_one(workspace.mask, legals[place])


@inlined
def _unpack_one(mask: Mask, legals: Row[np.uint64]) -> None:
    for word in range(len(mask.words)):
        spread_into(legals, word * 8, mask.words[word])


@rule
def observe_all(workspaces: Row[Workspace], lanes: Row[Lane], seat: int, rows: Row[Row[np.uint64]]) -> None:
    """Write what a seat, or whoever is asked, may know; where nobody is asked, what a spectator may."""
    workspace = workspaces[0]
    for place in range(len(lanes)):
        lane = lanes[place]
        watcher = lane.seat if seat == WHOEVER_IS_ASKED else seat
        observe(lane.state, watcher, workspace.seen, rows[place])


@rule
def observe_finals(
    workspaces: Row[Workspace], lanes: Row[Lane], finals: Row[Any], seat: int, rows: Row[Row[np.uint64]]
) -> None:
    """Write what a seat may know of the last record of a match, where one ended with the last action."""
    workspace = workspaces[0]
    for place in range(len(lanes)):
        if lanes[place].ended:
            observe(finals[place], seat, workspace.seen, rows[place])
