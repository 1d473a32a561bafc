"""Play between bots, compiled: each seat has a policy, and a bot that looks is given a copy in which all it may not
know is hidden.
"""

from __future__ import annotations

from typing import Any

from openoutcry.bots.guests import ask
from openoutcry.bots.memory import forget
from openoutcry.bots.search import search
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.chance import DICE, Chance, below
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import any_action, any_kind, apply, greedy, hide, legal, place, points
from openoutcry.engine.mask import Mask, is_allowed
from openoutcry.engine.playout import MOST_STEPS, deal, next_seat
from openoutcry.engine.record import Row

POLICIES = ("random", "greedy", "search", "guest")
RANDOM, GREEDY, SEARCH, GUEST = range(4)
"""A guest is a compiled bot of another package."""


@rule
def chosen(
    policy: int,
    budget: int,
    state: Any,
    seat: int,
    memory: Any,
    thought: Chance,
    view: Any,
    world: Any,
    scratch: Any,
    mask: Mask,
) -> int:
    """What a seat does by its policy.

    The budget is play-outs for search, for greedy one action in so many that is any action, and for a guest its
    address. At random nothing has to be hidden: what is legal tells no secret.
    """
    if policy == RANDOM:
        legal(state, seat, mask)
        return any_action(state, mask, thought)
    states.copy(view, state)
    hide(view, seat)
    if memory is not None:  # noqa: SIM102 (by itself: compiled without memories, there is no search in the code at all)
        if policy == SEARCH:
            return search(view, seat, budget, memory, thought, world, scratch, mask)
    legal(view, seat, mask)
    if policy == GUEST:
        return ask(budget, view, seat, mask, thought)
    if budget > 0 and below(thought, DICE, budget) == 0:
        return any_kind(view, mask, thought)
    return greedy(view, seat, mask, thought)


@rule
def play_out(
    state: Any,
    policies: Row[int],
    budgets: Row[int],
    chance: Chance,
    thought: Chance,
    memories: Any,
    scratch: Any,
    mask: Mask,
    counts: Row[int],
) -> tuple[int, int]:
    """Play on until the game is over, counting each action by its number; how many it took, and 0.

    Whoever searches begins with an empty memory. Where a guest answers with what is not legal, play ends: -1 less its
    seat, and the answer.
    """
    if memories is not None:
        for seat in range(state.seats):
            forget(memories[seat])
    steps = 0
    while state.to_act != NOTHING and steps < MOST_STEPS:
        seat = next_seat(state, chance)
        policy, budget = policies[seat], budgets[seat]
        if memories is None:
            action = chosen(policy, budget, state, seat, None, thought, scratch[0], scratch[1], scratch[2], mask)
        else:
            action = chosen(
                policy, budget, state, seat, memories[seat], thought, scratch[0], scratch[1], scratch[2], mask
            )
        if policy == GUEST and not is_legal(state, seat, action, mask, len(counts)):
            return -1 - seat, action
        counts[action] += 1
        apply(state, seat, action, chance)
        steps += 1
    return steps, 0


@rule
def is_legal(state: Any, seat: int, action: int, mask: Mask, actions: int) -> bool:
    """Whether the rules allow what a guest answered, however it has left the mask that it was given."""
    legal(state, seat, mask)
    return 0 <= action < actions and is_allowed(mask, action)


@rule
def play_games(
    finals: Any,
    template: Any,
    policies: Row[int],
    budgets: Row[int],
    master: Chance,
    first: int,
    chance: Chance,
    thought: Chance,
    memories: Any,
    scratch: Any,
    mask: Mask,
    counts: Row[int],
    lengths: Any,
    results: Any,
    places: Any,
) -> None:
    """Games first, first + 1, …, one for each final state; all at random they are those of `engine/playout.py`.

    Each seat has a policy and, to search, a budget of play-outs and a memory; the scratch has three records for what a
    bot looks at. A game in which a guest fails is the last: its length is negative, and its first result is what was
    answered (`play_out`).
    """
    for number in range(len(finals)):
        state = finals[number]
        deal(state, template, master, first + number, chance, thought)
        lengths[number], answer = play_out(state, policies, budgets, chance, thought, memories, scratch, mask, counts)
        if lengths[number] < 0:
            results[number, 0] = answer
            return
        for seat in range(template.seats):
            results[number, seat] = points(state, seat)
            places[number, seat] = place(state, seat)
