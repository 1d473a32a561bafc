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
    NONE,
    WHOLE,
    Tree,
    add_edge,
    add_node,
    begin_node,
    edge_of,
    forget,
    has_room,
    head,
    logarithm,
    most_trusted,
    node_of,
)
from openoutcry.bots.restraint import is_restrained, restrain
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
    is_settled,
    legal,
    patience,
    place,
    plausibility,
    prospects,
    redeal,
    sensible,
    whims,
)
from openoutcry.engine.mask import Mask, copy, count, is_allowed, nth_action
from openoutcry.engine.playout import next_seat
from openoutcry.engine.workspace import DEPTH, Workspace

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
def think(workspace: Workspace, tree: Tree, seat: int, playouts: int, to_the_end: int) -> int:
    """Grow the tree by so many play-outs from what the seat knows, as the workspace has it; how often the decision has
    been looked at in all.

    To the end, every play-out is a whole game, and wins are wins; else it goes as far as the game's rules of thumb can
    see.
    """
    make_room(tree, playouts)
    root = node_for(tree, workspace.seen, seat)
    head(tree).root = root
    look_for_sense(workspace, seat)
    if root == NONE or (count(workspace.sense) == 1 and not to_the_end):
        return 0
    forget_nonsense(workspace, tree, root)
    steps = LONGEST if to_the_end else horizon(workspace.seen)
    for _ in range(playouts):
        imagine(workspace.world, workspace.seen, seat, workspace.thought)
        descend(workspace, tree, seat)
        play_on(workspace, steps)
        learn(workspace, tree)
    return tree[root].visits


@rule
def look_for_sense(workspace: Workspace, seat: int) -> None:
    """Write down what the seat can do with sense, and does not do without."""
    legal(workspace.seen, seat, workspace.sense)
    if is_restrained(workspace, seat):
        restrain(workspace, workspace.seen, seat, workspace.sense)
        sensible(workspace.seen, seat, workspace.sense)
        restrain(workspace, workspace.seen, seat, workspace.sense)
    else:
        sensible(workspace.seen, seat, workspace.sense)


@rule
def forget_nonsense(workspace: Workspace, tree: Tree, root: int) -> None:
    """Begin a decision anew if something was tried there that makes no sense: from further up the tree, or from another
    seat's side, that could not be told.
    """
    edge = tree[root].first_edge
    while edge != NONE:
        if not is_allowed(workspace.sense, tree[edge].action):
            begin_node(tree, root)
            return
        edge = tree[edge].next_edge


@rule
def make_room(tree: Tree, playouts: int) -> None:
    """Forget, if there is no room for so many play-outs more."""
    if not has_room(tree, playouts):
        forget(tree)


@rule
def node_for(tree: Tree, view: Any, seat: int) -> int:
    """The node of what a seat knows, new if need be; none if the tree is full."""
    key = states.digest(view) ^ U(seat)
    node = node_of(tree, key)
    return add_node(tree, key) if node == NONE else node


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
def descend(workspace: Workspace, tree: Tree, seat: int) -> None:
    """Go down the tree, from the decision of that seat, until something is new: the last step of the way is the newest
    edge.
    """
    world, scratch, mask, thought = workspace.world, workspace.scratch, workspace.mask, workspace.thought
    actor, workspace.steps = seat, 0
    copy(mask, workspace.sense)
    while workspace.steps < DEPTH:
        choices = count(mask)
        if choices > 1 or workspace.steps == 0:
            states.copy(scratch, world)
            hide(scratch, actor)
            if actor == seat and workspace.steps > 0 and is_restrained(workspace, seat):
                restrain(workspace, scratch, seat, mask)
                choices = count(mask)
            node = node_for(tree, scratch, actor)
            if node == NONE or (tree[node].visits == 0 and workspace.steps > 0):
                add_step(workspace, tree, node, NONE, actor)
                return
            edge = edge_to_try(workspace, tree, node, actor, choices)
            add_step(workspace, tree, node, edge, actor)
            if edge == NONE:
                return
            apply(world, actor, tree[edge].action, thought)
        else:
            apply(world, actor, nth_action(mask, 0), thought)
        if world.to_act == NOTHING:
            return
        actor = next_seat(world, thought)
        legal(world, actor, mask)


@inlined
def add_step(workspace: Workspace, tree: Tree, node: int, edge: int, actor: int) -> None:
    """One step further down; a visit without an edge counts too."""
    if node != NONE:
        tree[node].visits += 1
    workspace.way[workspace.steps] = edge
    workspace.actors[workspace.steps] = actor
    workspace.steps += 1


@rule
def edge_to_try(workspace: Workspace, tree: Tree, node: int, actor: int, choices: int) -> int:
    """Something new as long as few actions were tried for so many visits, else the most promising of those that
    were.
    """
    tried = tree[node].edges_at
    visits = 1 if node == head(tree).root else patience(workspace.scratch)
    if tried < choices and tried * tried * visits <= 2 * tree[node].visits:
        edge = add_edge(tree, node, something_new(workspace, tree, node, actor, choices))
        if edge != NONE:
            return edge
    return most_promising(tree, node)


@rule
def something_new(workspace: Workspace, tree: Tree, node: int, actor: int, choices: int) -> int:
    """An action not tried yet: first by the rules of thumb, which may have several ideas, then of any kind, then
    whatever is left.
    """
    view, mask, thought = workspace.scratch, workspace.mask, workspace.thought
    for guess in range(GUESSES):
        action = greedy(view, actor, mask, thought) if guess == 0 else any_kind(view, mask, thought)
        if edge_of(tree, node, action) == NONE and is_allowed(mask, action):
            return action
    first = below(thought, DICE, choices)
    for number in range(choices):
        action = nth_action(mask, (first + number) % choices)
        if edge_of(tree, node, action) == NONE:
            return action
    return first


@rule
def most_promising(tree: Tree, node: int) -> int:
    """The edge with the best mean reward, a bonus added for those tried seldom."""
    best, most = NONE, -1.0
    curiosity = CURIOSITY if node == head(tree).root else CURIOSITY_BELOW
    bonus = curiosity * curiosity * logarithm(tree[node].visits + 1)
    edge = tree[node].first_edge
    while edge != NONE:
        tries = float(tree[edge].tries)
        promise = tree[edge].value / (tries * WHOLE) + math.sqrt(bonus / tries) if tries > 0.0 else 2.0
        if promise > most:
            best, most = edge, promise
        edge = tree[edge].next_edge
    return best


@rule
def whimsical(view: Any, seat: int, mask: Mask, thought: Chance, whims: int) -> int:
    """What the rules of thumb say; with whims, one action in so many is any action, its kind first."""
    if whims > 0 and below(thought, DICE, whims) == 0:
        return any_kind(view, mask, thought)
    return greedy(view, seat, mask, thought)


@rule
def by_thumb(view: Any, seat: int, mask: Mask, thought: Chance, whims: int) -> int:
    """A bot that plays by the rules of thumb: even its whims make sense."""
    sensible(view, seat, mask)
    return whimsical(view, seat, mask, thought, whims)


@rule
def play_on(workspace: Workspace, steps: int) -> int:
    """So many steps and on until things are settled, or to the end; everyone by the rules of thumb but for a whim now
    and then. How many steps it took.
    """
    world, mask, thought = workspace.world, workspace.mask, workspace.thought
    for step in range(LONGEST):
        if world.to_act == NOTHING or (step >= steps and is_settled(world)):
            return step
        actor = next_seat(world, thought)
        legal(world, actor, mask)
        apply(world, actor, whimsical(world, actor, mask, thought, whims(world)), thought)
    return LONGEST


@rule
def share_of_win(world: Any, seat: int) -> int:
    """What a game that is over came to for a seat, in ten-thousandths: a win, part of one, or nothing."""
    first, is_first = 0, False
    for other in range(world.seats):
        if place(world, other) == 1:
            first += 1
            is_first |= other == seat
    return WHOLE // first if is_first else 0


@rule
def learn(workspace: Workspace, tree: Tree) -> None:
    """Every decision on the way is credited with what it brought to whoever made it."""
    world, whole = workspace.world, head(tree)
    first, total, most, second = 0, 0, LEAST, LEAST
    for seat in range(world.seats):
        has = prospects(world, seat)
        total += has
        second = max(second, min(most, has))
        most = max(most, has)
    for seat in range(world.seats):
        first += is_first(world, seat, most)
    whole.games += 1
    whole.margins += most - second if world.seats > 1 else 0
    usual = whole.margins // whole.games + 1
    for step in range(workspace.steps):
        number, actor = workspace.way[step], workspace.actors[step]
        if number != NONE:
            won = WHOLE // first if is_first(world, actor, most) else 0
            own = prospects(world, actor)
            rivals = (total - own) // max(world.seats - 1, 1)
            margin = own - (rivals + (second if own == most else most)) // 2 if world.seats > 1 else own
            edge = tree[number]
            edge.tries += 1
            edge.wins += won
            edge.value += reward(won, margin, usual)


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
def decide(workspace: Workspace, tree: Tree, seat: int, thought: Chance) -> int:
    """The action that the search trusts most, of those that make sense."""
    view, mask = workspace.seen, workspace.sense
    look_for_sense(workspace, seat)
    if count(mask) == 1:
        return nth_action(mask, 0)
    root = head(tree).root
    best = most_trusted(tree, root) if root != NONE else NONE
    if best == NONE:
        return greedy(view, seat, mask, thought)
    return tree[best].action


@rule
def best_of(tree: Tree) -> int:
    """The action of the root that is trusted most."""
    return tree[most_trusted(tree, head(tree).root)].action


@rule
def wake(workspace: Workspace, tree: Tree, playouts: int, chance: Chance) -> None:
    """Begin the thoughts of a decision, of so many play-outs: their key follows from the bot's own chance, and each
    time it is another.
    """
    make_room(tree, playouts)
    rekey(workspace.thought, chance, SEARCH_KEYS, np.int64(next_word(chance, DICE)))  # type: ignore[arg-type]


@rule
def search(workspace: Workspace, tree: Tree, seat: int, playouts: int) -> int:
    """Think, then decide; where there is no choice there is nothing to think about."""
    legal(workspace.seen, seat, workspace.mask)
    if count(workspace.mask) > 1:
        think(workspace, tree, seat, playouts, 0)
    return decide(workspace, tree, seat, workspace.thought)
