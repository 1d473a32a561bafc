"""Search: information-set Monte Carlo tree search, the same for every game.

It is given a hidden record and never sees the state. Each play-out fills what is hidden with a sample of what it could
be (`redeal`), goes down the tree by choosing what has brought most to whoever acts, given what that seat knows in the
sample, tries something new, and plays on by the rules of thumb with some randomness. Whoever acts is asked as at the
table, so secret choices and races need nothing of their own.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from openoutcry.bots.memory import (
    DEPTH,
    NONE,
    WHOLE,
    Memory,
    add_edge,
    add_node,
    edge_of,
    forget,
    has_room,
    logarithm,
    most_trusted,
    node_of,
)
from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING, U
from openoutcry.engine.chance import DICE, Chance, below, next_word, rekey
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import (
    LONGEST,
    SURE,
    any_kind,
    apply,
    greedy,
    hide,
    horizon,
    is_bluffing,
    is_settled,
    legal,
    patience,
    place,
    plausibility,
    prospects,
    redeal,
    whims,
)
from openoutcry.engine.mask import Mask, count, is_allowed, nth_action
from openoutcry.engine.playout import next_seat

CURIOSITY, CURIOSITY_BELOW = 0.15, 0.1
"""How much an action that was seldom tried is preferred, in rewards: at the decision itself, and further down the
tree.
"""
FOR_WINNING = 2
"""Of ten parts of the reward, those for winning; the others are for how far one is ahead or behind, which tells more
sooner.
"""
LEAST = -(1 << 40)
WORLDS = 12
"""So many worlds are looked at for one that fits what the others did."""
GUESSES = 4
"""So often something new is looked for by guessing before it is looked for one by one."""
SEARCH_KEYS = U(0x686372616573)
"""The nonce under which a bot's key gives the keys of its searches."""


@rule
def think(
    view: Any,
    seat: int,
    playouts: int,
    to_the_end: int,
    memory: Memory,
    thought: Chance,
    world: Any,
    scratch: Any,
    mask: Mask,
) -> int:
    """Grow the tree by so many play-outs from what the seat knows; how often the decision has been looked at in all.

    To the end, every play-out is a whole game, and wins are wins; else it goes as far as the game's rules of thumb can
    see.
    """
    if not has_room(memory, playouts):
        forget(memory)
    memory.root = node_for(memory, view, seat)
    if memory.root == NONE:
        return 0
    steps = LONGEST if to_the_end else horizon(view)
    for _ in range(playouts):
        imagine(world, view, seat, thought)
        descend(world, seat, memory, thought, scratch, mask)
        play_on(world, steps, thought, mask)
        learn(world, memory)
    return memory.visits[memory.root]


@rule
def node_for(memory: Memory, view: Any, seat: int) -> int:
    """The node of what a seat knows, new if need be; none if the memory is full."""
    key = states.digest(view) ^ U(seat)
    node = node_of(memory, key)
    return add_node(memory, key) if node == NONE else node


@rule
def imagine(world: Any, view: Any, seat: int, thought: Chance) -> None:
    """A world that could be, and that fits what the others were seen to do."""
    for _ in range(WORLDS):
        states.copy(world, view)
        redeal(world, seat, thought)
        fits = plausibility(world, seat)
        if fits >= SURE or below(thought, DICE, SURE) < fits:
            return


@rule
def descend(world: Any, seat: int, memory: Memory, thought: Chance, scratch: Any, mask: Mask) -> None:
    """Go down the tree, from the decision of that seat, until something is new: the last step of the way is the newest
    edge.
    """
    actor, memory.steps = seat, 0
    while memory.steps < DEPTH:
        legal(world, actor, mask)
        choices = count(mask)
        if choices > 1:
            states.copy(scratch, world)
            hide(scratch, actor)
            node = node_for(memory, scratch, actor)
            if node == NONE or (memory.visits[node] == 0 and memory.steps > 0):
                add_step(memory, node, NONE, actor)
                return
            edge = edge_to_try(scratch, actor, memory, node, choices, thought, mask)
            add_step(memory, node, edge, actor)
            if edge == NONE:
                return
            apply(world, actor, memory.actions[edge], thought)
        else:
            apply(world, actor, nth_action(mask, 0), thought)
        if world.to_act == NOTHING:
            return
        actor = next_seat(world, thought)


@inlined
def add_step(memory: Memory, node: int, edge: int, actor: int) -> None:
    """One step further down; a visit without an edge counts too."""
    if node != NONE:
        memory.visits[node] += 1
    memory.way[memory.steps] = edge
    memory.actors[memory.steps] = actor
    memory.steps += 1


@rule
def edge_to_try(view: Any, actor: int, memory: Memory, node: int, choices: int, thought: Chance, mask: Mask) -> int:
    """Something new as long as few actions were tried for so many visits, else the most promising of those that
    were.
    """
    tried = memory.edges_at[node]
    visits = 1 if node == memory.root else patience(view)
    if tried < choices and tried * tried * visits <= 2 * memory.visits[node]:
        edge = add_edge(memory, node, something_new(view, actor, memory, node, choices, thought, mask))
        if edge != NONE:
            return edge
    return most_promising(memory, node)


@rule
def something_new(view: Any, actor: int, memory: Memory, node: int, choices: int, thought: Chance, mask: Mask) -> int:
    """An action not tried yet: first by the rules of thumb, which may have several ideas, then of any kind, then
    whatever is left.
    """
    for guess in range(GUESSES):
        action = greedy(view, actor, mask, thought) if guess == 0 else any_kind(view, mask, thought)
        if edge_of(memory, node, action) == NONE:
            return action
    first = below(thought, DICE, choices)
    for number in range(choices):
        action = nth_action(mask, (first + number) % choices)
        if edge_of(memory, node, action) == NONE:
            return action
    return first


@rule
def most_promising(memory: Memory, node: int) -> int:
    """The edge with the best mean reward, a bonus added for those tried seldom."""
    best, most = NONE, -1.0
    curiosity = CURIOSITY if node == memory.root else CURIOSITY_BELOW
    bonus = curiosity * curiosity * logarithm(memory.visits[node] + 1)
    edge = memory.first_edge[node]
    while edge != NONE:
        tries = float(memory.tries[edge])
        promise = memory.values[edge] / (tries * WHOLE) + math.sqrt(bonus / tries) if tries > 0.0 else 2.0
        if promise > most:
            best, most = edge, promise
        edge = memory.next_edge[edge]
    return best


@rule
def any_whim(view: Any, mask: Mask, thought: Chance) -> int:
    """Any legal action, its kind first."""
    return any_kind(view, mask, thought)


@rule
def play_on(world: Any, steps: int, thought: Chance, mask: Mask) -> None:
    """So many steps and on until things are settled, or to the end; everyone by the rules of thumb but for a whim now
    and then.
    """
    for step in range(LONGEST):
        if world.to_act == NOTHING or (step >= steps and is_settled(world)):
            return
        actor = next_seat(world, thought)
        legal(world, actor, mask)
        if below(thought, DICE, whims(world)) == 0:
            apply(world, actor, any_kind(world, mask, thought), thought)
        else:
            apply(world, actor, greedy(world, actor, mask, thought), thought)


@rule
def learn(world: Any, memory: Memory) -> None:
    """Every decision on the way is credited with what it brought to whoever made it."""
    first, total, most, second = 0, 0, LEAST, LEAST
    for seat in range(world.seats):
        has = prospects(world, seat)
        total += has
        second = max(second, min(most, has))
        most = max(most, has)
    for seat in range(world.seats):
        first += is_first(world, seat, most)
    memory.games += 1
    memory.margins += most - second if world.seats > 1 else 0
    usual = memory.margins // memory.games + 1
    for step in range(memory.steps):
        edge, actor = memory.way[step], memory.actors[step]
        if edge != NONE:
            won = WHOLE // first if is_first(world, actor, most) else 0
            own = prospects(world, actor)
            rivals = (total - own) // max(world.seats - 1, 1)
            margin = own - (rivals + (second if own == most else most)) // 2 if world.seats > 1 else own
            memory.tries[edge] += 1
            memory.wins[edge] += won
            memory.values[edge] += reward(won, margin, usual)


@inlined
def is_first(world: Any, seat: int, most: int) -> bool:
    """Whether a seat has won, or stands best while the game goes on."""
    return place(world, seat) == 1 if world.to_act == NOTHING else prospects(world, seat) == most


@inlined
def reward(won: int, margin: int, usual: int) -> int:
    """Winning, and by how much compared with what is usual: that tells good from bad sooner."""
    share = WHOLE // 2 + WHOLE * margin // (2 * (abs(margin) + usual))
    return (FOR_WINNING * won + (10 - FOR_WINNING) * share) // 10


@rule
def decide(view: Any, seat: int, memory: Memory, thought: Chance, mask: Mask) -> int:
    """The action that the search trusts most; where it would tell too much, one of those that are nearly as good, by
    lot.
    """
    legal(view, seat, mask)
    choices = count(mask)
    if choices == 1:
        return nth_action(mask, 0)
    best = most_trusted(memory, memory.root) if memory.root != NONE else NONE
    if best == NONE:
        return greedy(view, seat, mask, thought)
    return memory.actions[by_lot(memory, best, thought)] if is_bluffing(view) else memory.actions[best]


@rule
def by_lot(memory: Memory, best: int, thought: Chance) -> int:
    """One of the edges tried at least half as often as the best, each as likely as it was tried often."""
    least, total = memory.tries[best] // 2, 0
    edge = memory.first_edge[memory.root]
    while edge != NONE:
        if memory.tries[edge] > least:
            total += memory.tries[edge]
        edge = memory.next_edge[edge]
    ticket = below(thought, DICE, max(total, 1))
    edge = memory.first_edge[memory.root]
    while edge != NONE:
        if memory.tries[edge] > least:
            ticket -= memory.tries[edge]
            if ticket < 0:
                return edge
        edge = memory.next_edge[edge]
    return best


@rule
def consider(memory: Memory, view: Any, seat: int, action: int, mask: Mask) -> int:
    """Make sure that a legal action of the decision is tried, whatever the rules of thumb think of it; its edge, or
    none.
    """
    legal(view, seat, mask)
    memory.root = node_for(memory, view, seat)
    if memory.root == NONE or not is_allowed(mask, action):
        return NONE
    edge = edge_of(memory, memory.root, action)
    return add_edge(memory, memory.root, action) if edge == NONE else edge


@rule
def compare(
    view: Any,
    seat: int,
    one: int,
    other: int,
    games: int,
    memory: Memory,
    thought: Chance,
    world: Any,
    scratch: Any,
    mask: Mask,
) -> None:
    """Play two actions in the same worlds, each to the end of the game: how often either won, and the squares of the
    differences.
    """
    memory.found[0] = memory.found[1] = memory.found[2] = 0
    for _ in range(games):
        imagine(scratch, view, seat, thought)
        first = share_of_win(scratch, seat, one, thought, world, mask)
        second = first if other == one else share_of_win(scratch, seat, other, thought, world, mask)
        memory.found[0] += first
        memory.found[1] += second
        memory.found[2] += (first - second) * (first - second)


@rule
def share_of_win(before: Any, seat: int, action: int, thought: Chance, world: Any, mask: Mask) -> int:
    """What an action came to in one whole game: a win, part of one, or nothing."""
    states.copy(world, before)
    apply(world, seat, action, thought)
    play_on(world, LONGEST, thought, mask)
    if place(world, seat) != 1:
        return 0
    first = 0
    for other in range(world.seats):
        first += place(world, other) == 1
    return WHOLE // first


@rule
def found(memory: Memory, place: int) -> int:
    """What `compare` has found, for callers that cannot read the memory; the squares in units of a win."""
    return memory.found[place] if place < 2 else memory.found[2] // WHOLE


@rule
def judge(
    view: Any,
    seat: int,
    action: int,
    playouts: int,
    memory: Memory,
    thought: Chance,
    world: Any,
    scratch: Any,
    mask: Mask,
) -> int:
    """The best alternative to an action, itself if there is none, by whole games; `found` says how often either wins.

    First a search for what may be best, then half as many games in which both are played in the same worlds: a search
    flatters its best.
    """
    forget(memory)
    legal(view, seat, mask)
    if consider(memory, view, seat, action, mask) == NONE:
        return action
    think(view, seat, playouts, 1, memory, thought, world, scratch, mask)
    best = best_of(memory)
    compare(view, seat, action, best, playouts // 2 + 1, memory, thought, world, scratch, mask)
    return best


@rule
def best_of(memory: Memory) -> int:
    """The action of the root that is trusted most."""
    return memory.actions[most_trusted(memory, memory.root)]


@rule
def wake(thought: Chance, chance: Chance) -> None:
    """Begin the thoughts of a search: their key follows from the bot's own chance, and each time it is another."""
    rekey(thought, chance, SEARCH_KEYS, np.int64(next_word(chance, DICE)))  # type: ignore[arg-type]


@rule
def search(
    view: Any, seat: int, playouts: int, memory: Memory, thought: Chance, world: Any, scratch: Any, mask: Mask
) -> int:
    """Think, then decide; where there is no choice there is nothing to think about."""
    legal(view, seat, mask)
    if count(mask) > 1:
        think(view, seat, playouts, 0, memory, thought, world, scratch, mask)
    return decide(view, seat, memory, thought, mask)
