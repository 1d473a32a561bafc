"""Search: information-set Monte Carlo tree search, the same for every game.

It is given a hidden record and never sees the state. Each play-out fills what is hidden with a sample of what it could be (`redeal`), goes
down the tree by choosing what has brought most to whoever acts, given what that seat knows in the sample, tries something new, and plays on
by the rules of thumb with some randomness. Whoever acts is asked as at the table, so secret choices and races need nothing of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from openoutcry.bots.greedy import choose_of, greedy
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
from openoutcry.engine.contract import any_kind, apply, hide, legal, lowest_wins, place, points, redeal
from openoutcry.engine.mask import Mask, count, is_allowed, nth_action
from openoutcry.engine.playout import next_seat

CURIOSITY, CURIOSITY_BELOW = 0.15, 0.1
"""How much an action that was seldom tried is preferred, in rewards: at the decision itself, and further down the tree."""
PATIENCE = 16
"""Further down the tree everyone does what the rules of thumb say until there were so many visits: few play-outs tell little.
A game's rules of thumb may ask for more."""
FOR_WINNING = 2
"""Of ten parts of the reward, those for winning; the others are for how far one is ahead or behind, which tells more sooner."""
LEAST = -(1 << 40)
WHIMS = 50
"""One in so many actions of a play-out is any action: opponents do not all play by our rules of thumb. A game may ask for fewer whims."""
WORLDS = 12
"""So many worlds are looked at for one that fits what the others did."""
GUESSES = 4
"""So often something new is looked for by guessing before it is looked for one by one."""
LONGEST = 100_000
"""A play-out is cut off after so many steps; every game ends long before."""
SURE = 1000
SEARCH_KEYS = U(0x686372616573)
"""The nonce under which a bot's key gives the keys of its searches."""


@cache
def hint_of(game: str, name: str) -> Any:
    """What a game's file of rules of thumb has to say to a search: a function or a number of that name, or nothing."""
    return None if choose_of(game) is None else getattr(import_module(f"openoutcry.bots.greedy.{game}"), name, None)


@rule
def all_alike(world: Any, seat: int) -> int:
    """Every world is as good as another, in games where what others do says little."""
    return SURE


@rule
def most_points(world: Any, seat: int) -> int:
    """The points so far."""
    return points(world, seat)


@rule
def fewest_points(world: Any, seat: int) -> int:
    """The points so far, where fewest win."""
    return -points(world, seat)


def _prospects_of(kind: Any) -> Any:
    hint = hint_of(next(iter(kind.fields)), "prospects")
    return hint or (fewest_points if lowest_wins(kind) else most_points)


def prospects(world: Any, seat: int) -> int:
    """How well a seat stands, the more the better: by the rules of thumb, or by its points."""
    return int(_prospects_of(numba.from_dtype(world.dtype))(world, seat))


def _prospects(world: Any, seat: Any) -> Any:
    estimate = _prospects_of(world)
    return lambda world, seat: estimate(world, seat)


def plausibility(world: Any, seat: int) -> int:
    """How well a sampled world fits what the others were seen to do, in thousandths."""
    return int((hint_of(world.dtype.names[0], "plausibility") or all_alike)(world, seat))


def _plausibility(world: Any, seat: Any) -> Any:
    weigh = hint_of(next(iter(world.fields)), "plausibility") or all_alike
    return lambda world, seat: weigh(world, seat)


def is_bluffing(world: Any) -> bool:
    """Whether one's own actions tell others what one has: then a bot must not always do the same."""
    return hint_of(world.dtype.names[0], "plausibility") is not None


def _is_bluffing(world: Any) -> Any:
    bluffs = hint_of(next(iter(world.fields)), "plausibility") is not None
    return lambda world: bluffs  # noqa: ARG005


@rule
def always(world: Any) -> bool:
    """A game in which one can tell at any time how everybody stands."""
    return True


def is_settled(world: Any) -> bool:
    """Whether one can tell now how everybody stands: nothing is half done."""
    return bool((hint_of(world.dtype.names[0], "is_settled") or always)(world))


def _is_settled(world: Any) -> Any:
    ask = hint_of(next(iter(world.fields)), "is_settled") or always
    return lambda world: ask(world)


def number_for(name: str, otherwise: int) -> Callable[[Any], int]:
    """A number that a game's file of rules of thumb may set, as a function of any record of the game."""

    def number(world: Any) -> int:
        return int(hint_of(world.dtype.names[0], name) or otherwise)

    def compiled(world: Any) -> Any:
        found = hint_of(next(iter(world.fields)), name) or otherwise
        return lambda world: found  # noqa: ARG005

    compiled.__annotations__ = {}
    overload(number, target="generic")(compiled)
    return number


horizon = number_for("HORIZON", LONGEST)
"""After how many steps of a play-out to ask how everybody stands, rather than to play to the end."""
patience = number_for("PATIENCE", PATIENCE)
"""How patient to be with what the rules of thumb say."""
whims = number_for("WHIMS", WHIMS)
"""How seldom somebody has a whim."""

for _generic, _compiled in (
    (prospects, _prospects),
    (plausibility, _plausibility),
    (is_bluffing, _is_bluffing),
    (is_settled, _is_settled),
):
    _compiled.__annotations__ = {}
    overload(_generic, target="generic")(_compiled)


@rule
def think(
    view: Any, seat: int, playouts: int, to_the_end: int, memory: Memory, thought: Chance, world: Any, scratch: Any, mask: Mask
) -> int:
    """Grow the tree by so many play-outs from what the seat knows; how often the decision has been looked at in all.

    To the end, every play-out is a whole game, and wins are wins; else it goes as far as the game's rules of thumb can see.
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
    """Go down the tree, from the decision of that seat, until something is new: the last step of the way is the newest edge."""
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
    """Something new as long as few actions were tried for so many visits, else the most promising of those that were."""
    tried = memory.edges_at[node]
    visits = 1 if node == memory.root else patience(view)
    if tried < choices and tried * tried * visits <= 2 * memory.visits[node]:
        edge = add_edge(memory, node, something_new(view, actor, memory, node, choices, thought, mask))
        if edge != NONE:
            return edge
    return most_promising(memory, node)


@rule
def something_new(view: Any, actor: int, memory: Memory, node: int, choices: int, thought: Chance, mask: Mask) -> int:
    """An action not tried yet: first by the rules of thumb, which may have several ideas, then of any kind, then whatever is left."""
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
    """So many steps and on until things are settled, or to the end; everyone by the rules of thumb but for a whim now and then."""
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
    """The action that the search trusts most; where it would tell too much, one of those that are nearly as good, by lot."""
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
    """Make sure that a legal action of the decision is tried, whatever the rules of thumb think of it; its edge, or none."""
    legal(view, seat, mask)
    memory.root = node_for(memory, view, seat)
    if memory.root == NONE or not is_allowed(mask, action):
        return NONE
    edge = edge_of(memory, memory.root, action)
    return add_edge(memory, memory.root, action) if edge == NONE else edge


@rule
def compare(
    view: Any, seat: int, one: int, other: int, games: int, memory: Memory, thought: Chance, world: Any, scratch: Any, mask: Mask
) -> None:
    """Play two actions in the same worlds, each to the end of the game: how often either won, and the squares of the differences."""
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
def judge(view: Any, seat: int, action: int, playouts: int, memory: Memory, thought: Chance, world: Any, scratch: Any, mask: Mask) -> int:
    """The best alternative to an action, itself if there is none, by whole games; `found` says how often either wins.

    First a search for what may be best, then half as many games in which both are played in the same worlds: a search flatters its best.
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
def search(view: Any, seat: int, playouts: int, memory: Memory, thought: Chance, world: Any, scratch: Any, mask: Mask) -> int:
    """Think, then decide; where there is no choice there is nothing to think about."""
    legal(view, seat, mask)
    if count(mask) > 1:
        think(view, seat, playouts, 0, memory, thought, world, scratch, mask)
    return decide(view, seat, memory, thought, mask)
