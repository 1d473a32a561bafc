"""Play between bots, compiled: each seat has a policy, and a bot that looks is given a copy in which all it may not
know is hidden.
"""

from __future__ import annotations

from typing import Annotated, Any

from openoutcry.bots.guests import ask
from openoutcry.bots.learned import by_network
from openoutcry.bots.memory import forget
from openoutcry.bots.search import by_thumb, search
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import any_action, apply, hide, legal, place, points
from openoutcry.engine.mask import Mask, is_allowed
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.engine.record import Kind, Row, record_type
from openoutcry.engine.workspace import MOST_SEATS, Workspace

POLICIES = ("random", "greedy", "search", "guest", "learned")
RANDOM, GREEDY, SEARCH, GUEST, LEARNED = range(5)
"""A guest is a compiled bot of another package; who has learned has a network."""

Long = Annotated[int, Kind("i8")]
EachSeat = Annotated[Row[Long], MOST_SEATS]


class Outcome:
    """What a game came to: how many actions it took, and everybody's points and places.

    Where a guest failed the length is negative, -1 less its seat, and its answer stands in place of the first points.
    """

    length: Long
    points: EachSeat
    places: EachSeat


OUTCOME = record_type(Outcome)


@rule
def play_games(
    workspace: Workspace, trees: Any, first: int, finals: Row[Any], outcomes: Row[Outcome], counts: Row[int]
) -> None:
    """Games first, first + 1, … of the workspace's key, one for each final state; all at random they are those of
    `engine/playout.py`.

    Each seat has a policy and, to search, a budget of play-outs and a tree; without trees there is no search in the
    code at all. Each action is counted by its number. A game in which a guest fails is the last.
    """
    for number in range(len(finals)):
        state, outcome = finals[number], outcomes[number]
        deal(state, workspace.template, workspace.master, first + number, workspace.chance, workspace.thought)
        outcome.length, outcome.points[0] = play_out(state, workspace, trees, counts)
        if outcome.length < 0:
            return
        take_down(state, outcome)


@rule
def take_down(state: Any, outcome: Outcome) -> None:
    """Everybody's points and places."""
    for seat in range(state.seats):
        outcome.points[seat] = points(state, seat)
        outcome.places[seat] = place(state, seat)


@rule
def play_out(state: Any, workspace: Workspace, trees: Any, counts: Row[int]) -> tuple[int, int]:
    """Play on until the game is over; how many actions it took, and 0. Whoever searches begins with an empty tree.

    Where a guest answers with what is not legal, play ends: -1 less its seat, and the answer.
    """
    forget_all(state, workspace, trees)
    steps = 0
    while state.to_act != NOTHING and steps < MOST_STEPS:
        seat = next_seat(state, workspace.chance)
        action = asked(state, seat, workspace, trees)
        if has_failed(state, seat, action, workspace, len(counts)):
            return -1 - seat, action
        counts[action] += 1
        apply(state, seat, action, workspace.chance)
        steps += 1
    return steps, 0


@rule
def forget_all(state: Any, workspace: Workspace, trees: Any) -> None:
    """Empty the tree of everybody who searches."""
    if trees is not None:
        for seat in range(state.seats):
            if workspace.policies[seat] == SEARCH:
                forget(trees[seat])


@rule
def asked(state: Any, seat: int, workspace: Workspace, trees: Any) -> int:
    """What a seat does, with its own tree where there are trees."""
    if trees is None:
        return chosen(state, seat, workspace, None)
    return chosen(state, seat, workspace, trees[seat])


@rule
def has_failed(state: Any, seat: int, action: int, workspace: Workspace, actions: int) -> bool:
    """Whether a guest answered with what is not legal."""
    return workspace.policies[seat] == GUEST and not is_legal(state, seat, action, workspace.mask, actions)


@rule
def chosen(state: Any, seat: int, workspace: Workspace, tree: Any) -> int:
    """What a seat does by its policy.

    The budget is play-outs for search, for greedy one action in so many that is any action, for a guest its
    address, for a network that of its block. At random nothing has to be hidden: what is legal tells no secret.
    """
    policy, budget, view, mask = workspace.policies[seat], workspace.budgets[seat], workspace.seen, workspace.mask
    if policy == RANDOM:
        legal(state, seat, mask)
        return any_action(state, mask, workspace.thought)
    states.copy(view, state)
    hide(view, seat)
    if tree is not None:  # noqa: SIM102 (by itself: compiled without trees, there is no search in the code at all)
        if policy == SEARCH:
            return search(workspace, tree, seat, budget)
    legal(view, seat, mask)
    if policy == GUEST:
        return ask(budget, view, seat, mask, workspace.thought)
    if policy == LEARNED:
        return by_network(view, seat, mask, workspace.thought, budget)
    return by_thumb(view, seat, mask, workspace.thought, budget)


@rule
def is_legal(state: Any, seat: int, action: int, mask: Mask, actions: int) -> bool:
    """Whether the rules allow what a guest answered, however it has left the mask that it was given."""
    legal(state, seat, mask)
    return 0 <= action < actions and is_allowed(mask, action)
