"""The whole tree of a small table at which nothing is left to chance, as arrays, made by compiled code.

A node comes after its parent. Information states have perfect recall: a key that takes up, with every action, what the
seat saw of it and what it then knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING, U, index, lowest
from openoutcry.engine.chance import CHANCE, Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import apply, hide, legal, place
from openoutcry.engine.game import Game
from openoutcry.engine.mask import Mask, count, forbid, nth_action
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.record import Row

SEATS = 2
OVER = -1
"""Who acts when the game is over."""
DEEPEST = 400
UNSEEN = -1
"""How an action of another looks of which nothing is seen (`Actions.seen_number`)."""


@rule
def mixed(key: np.uint64, word: np.uint64) -> np.uint64:
    """A key that has taken up one more word (xorshift and a product that stays within 64 bits, half by half)."""
    key ^= word
    key ^= (key << U(13)) & U(0xFFFF_FFFF_FFFF_FFFF)
    key ^= key >> U(7)
    key ^= (key << U(17)) & U(0xFFFF_FFFF_FFFF_FFFF)
    low = (key & U(0xFFFF_FFFF)) * U(0x9E37_79B1)
    return ((key >> U(32)) ^ low ^ (low << U(32))) & U(0xFFFF_FFFF_FFFF_FFFF)


@rule
def known(state: Any, seat: int, room: Any) -> np.uint64:
    """A digest of what a seat may know."""
    states.copy(room, state)
    hide(room, seat)
    return states.digest(room)


@rule
def first_asked(state: Any) -> int:
    """Who acts: where several choose secretly, by seat."""
    return OVER if state.to_act == NOTHING else index(lowest(state.to_act))


@rule
def grow(
    path: Row[Any],
    masks: Row[Mask],
    room: Row[Any],
    chances: Row[Chance],
    seen: Row[int],
    keys: Any,
    knows: Any,
    nodes: Row[int],
    parents: Row[int],
    actors: Row[int],
    actions: Row[int],
    infos: Row[np.uint64],
    values: Row[float],
) -> int:
    """Write every node of the tree below the first state of the path; how many there are, or -1 if there is no room."""
    found, depth = 1, 0
    nodes[0], parents[0], actions[0] = 0, -1, -1
    for seat in range(SEATS):
        knows[0, seat] = known(path[0], seat, room[0])
        keys[0, seat] = mixed(U(seat + 1), knows[0, seat])
    actors[0] = first_asked(path[0])
    infos[0] = keys[0, actors[0]]
    legal(path[0], actors[0], masks[0])
    while depth >= 0:
        if count(masks[depth]) == 0:
            depth -= 1
            continue
        if found == len(parents) or depth + 1 == len(path):
            return -1
        action, actor = nth_action(masks[depth], 0), actors[nodes[depth]]
        forbid(masks[depth], action)
        below = depth + 1
        states.copy(path[below], path[depth])
        apply(path[below], actor, action, chances[0])
        for seat in range(SEATS):
            knows[below, seat] = known(path[below], seat, room[0])
            shown = action if seat == actor else seen[action]
            keys[below, seat] = keys[depth, seat]
            if shown != UNSEEN or knows[below, seat] != knows[depth, seat]:
                keys[below, seat] = mixed(mixed(keys[depth, seat], U(shown + 1)), knows[below, seat])
        nodes[below], parents[found], actions[found] = found, nodes[depth], action
        actors[found] = first_asked(path[below])
        if actors[found] == OVER:
            values[found] = place(path[below], 1) - place(path[below], 0)
        else:
            infos[found] = keys[below, actors[found]]
            legal(path[below], actors[found], masks[below])
            depth = below
        found += 1
    return found


@dataclass(frozen=True)
class GameTree:
    """A tree: of each node its parent, who acts there, by which action it came about, which information state it is in,
    and, at an end, what it is worth to seat 0. Every action of an information state has a place of its own.
    """

    parents: Any
    actors: Any
    actions: Any
    infos: Any
    values: Any
    edges: Any
    """The place of the action that led to a node."""
    firsts: Any
    """The place of the first action of each information state, and after the last how many places there are."""
    owners: Any
    """Who acts in each information state."""
    examples: Any
    """A node of each information state."""

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.parents)

    def numbers(self) -> Any:
        """The action of each place."""
        found = np.empty(int(self.firsts[-1]), np.int64)
        found[self.edges[1:]] = self.actions[1:]
        return found


def tree_of(game: Game, template: Any, most: int = 50_000_000) -> GameTree:
    """The tree of a table of two without chance."""
    if int(template.seats) != SEATS:
        raise Mistake(f"a table that is solved has two seats, not {int(template.seats)}")
    room, grown = 1 << 16, -1
    while grown < 0:
        if room > most:
            raise Mistake(f"the tree of this table has more than {most:,} nodes")
        room *= 4
        parents, actors, actions = (np.empty(room, np.int32), np.empty(room, np.int8), np.empty(room, np.int32))
        infos, values = np.zeros(room, np.uint64), np.zeros(room)
        path, chances = np.zeros(DEEPEST, game.state_type), np.zeros(1, CHANCE)
        path[0] = template
        game.rules.setup(path[0], chances[0])
        seen = np.array([game.actions.seen_number(number) for number in range(len(game.actions))])
        keys, knows = np.zeros((DEEPEST, SEATS), np.uint64), np.zeros((DEEPEST, SEATS), np.uint64)
        masks, inner = np.zeros(DEEPEST, game.mask_type), np.zeros(1, game.state_type)
        stack = np.zeros(DEEPEST, np.int64)
        grown = int(
            grow(path, masks, inner, chances, seen, keys, knows, stack, parents, actors, actions, infos, values)
        )
    if chances["drawn"].any():
        raise Mistake("a table that is solved leaves nothing to chance")
    return _put_together(*(each[:grown] for each in (parents, actors, actions, infos, values)))


def _put_together(parents: Any, actors: Any, actions: Any, keys: Any, values: Any) -> GameTree:
    """Number information states and their actions without gaps."""
    playing = np.flatnonzero(actors != OVER)
    _, examples, numbers = np.unique(keys[playing], return_index=True, return_inverse=True)
    infos = np.full(len(parents), -1, np.int32)
    infos[playing] = numbers
    counts = np.bincount(parents[1:], minlength=len(parents))
    sizes = counts[playing[examples]]
    if (counts[playing] != sizes[numbers]).any() or (actors[playing] != actors[playing[examples]][numbers]).any():
        raise AssertionError("nodes of one information state differ in who acts or in what may be done")
    firsts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32)
    edges = np.full(len(parents), -1, np.int32)
    edges[1:] = firsts[infos[parents[1:]]] + _rank_among_siblings(parents)
    return GameTree(
        parents, actors, actions, infos, values, edges, firsts, actors[playing[examples]], playing[examples]
    )


def _rank_among_siblings(parents: Any) -> Any:
    """How many children of its parent came before each node but the first."""
    order = np.argsort(parents[1:], kind="stable")
    sorted_parents = parents[1:][order]
    starts = np.searchsorted(sorted_parents, sorted_parents)
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.arange(len(order)) - starts
    return ranks
