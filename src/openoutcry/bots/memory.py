"""What a search remembers: a tree of decisions, kept in an array that is allocated once; its length is its size.

A node is all that a seat knew when it had to decide: its key is a hash of the seat's hidden record. So whatever the
seat could not tell apart is one node, chance needs no nodes of its own, and a tree that was grown for one move serves
the next. An edge is an action that was tried at a node. Nodes and edges are numbered from 1; 0 is none.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np
from numba.extending import intrinsic, overload

from openoutcry.engine.bits import ONE, U
from openoutcry.engine.compiled import inlined, rule, type_of
from openoutcry.engine.record import Kind, Row, record_type

NODES = 1 << 14
"""So many nodes a tree has room for, unless more play-outs are asked of it at a time; of edges it has twice as many."""
NONE = 0

WHOLE = 10_000
"""Rewards are whole numbers, in ten-thousandths: sums of them are the same on every machine."""

DOUBT = 0.3
"""How much better than the first idea another has to be, in rewards, after one try; chance flatters one of many, and
those tried seldom.
"""

Word = Annotated[np.uint64, Kind("u8")]
Long = Annotated[int, Kind("i8")]
Whole = Annotated[int, Kind("i4")]


class Cell:
    """A node, an edge, and a place of the table by which nodes are found: the cell of a number has those of that
    number.
    """

    key: Word
    visits: Whole
    edges_at: Whole
    first_edge: Whole
    value: Long
    wins: Long
    tries: Whole
    action: Whole
    next_edge: Whole
    node_in: Whole


class Head:
    """How many nodes and edges there are (the next has that number), where the last decision is, and by how much games
    were won.

    It lies over what is never read of the cell that stands for none: its key, value and wins.
    """

    margins: Long
    nodes: Whole
    edges: Whole
    root: Whole
    games: Whole


CELL, HEAD = record_type(Cell), record_type(Head)
Tree = Row[Cell]


def head(tree: Tree) -> Head:
    """The first cell, which is no node's and no edge's: what is known of the whole tree."""
    cells: Any = tree
    found: Head = cells[:1].view(np.uint8)[: HEAD.itemsize].view(HEAD)[0]
    return found


def _first(_typing: Any, tree: Any) -> Any:
    """Where a tree begins, as its head."""

    def generate(context: Any, builder: Any, called: Any, given: Any) -> Any:
        cells = context.make_array(called.args[0])(context, builder, given[0])
        return builder.bitcast(cells.data, context.get_value_type(called.return_type))

    return type_of(HEAD)(tree), generate


_first_of: Any = intrinsic(_first)


def _head(tree: Any) -> Any:
    """The same in compiled code; Numba wants the two signatures equal to the letter."""
    return lambda tree: _first_of(tree)


_head.__annotations__ = {}
overload(head, target="generic", jit_options={"forceinline": True})(_head)


def new_tree(nodes: int = NODES) -> Any:
    """An empty tree with room for so many nodes, a power of two."""
    tree = np.zeros(2 * nodes + 1, CELL)
    begin(tree)
    return tree


def nodes_for(playouts: int) -> int:
    """How many nodes a tree needs room for, if so many play-outs are asked of it at a time: each adds one or none."""
    nodes = NODES
    while nodes <= playouts + 1:
        nodes *= 2
    return nodes


@inlined
def room(tree: Tree) -> int:
    """How many edges there can be, and places to find nodes by; of nodes half as many."""
    return len(tree) - 1


@rule
def forget(tree: Tree) -> None:
    """Empty the tree."""
    for slot in range(1, room(tree) + 1):
        tree[slot].node_in = NONE
    begin(tree)


@rule
def begin(tree: Tree) -> None:
    """No node and no edge."""
    whole = head(tree)
    whole.nodes = whole.edges = 1
    whole.root = NONE
    whole.margins = whole.games = 0


@rule
def has_room(tree: Tree, nodes: int) -> bool:
    """Whether so many more nodes, and as many edges, can be remembered."""
    return head(tree).nodes + nodes < room(tree) // 2 and head(tree).edges + nodes < room(tree)


@inlined
def slot_of(tree: Tree, key: np.uint64) -> int:
    """Where a key is, or would be: the next free slot after its own."""
    last = room(tree) - 1
    slot: int = np.int64(key & U(last)) + 1  # type: ignore[assignment]
    while tree[slot].node_in != NONE and tree[tree[slot].node_in].key != key:
        slot = (slot & last) + 1
    return slot


@rule
def node_of(tree: Tree, key: np.uint64) -> int:
    """The node with that key, or none."""
    return tree[slot_of(tree, key)].node_in


@rule
def add_node(tree: Tree, key: np.uint64) -> int:
    """A new node, which nobody has visited; none if the tree is full."""
    number = head(tree).nodes
    if number >= room(tree) // 2:
        return NONE
    head(tree).nodes = number + 1
    tree[slot_of(tree, key)].node_in = number
    tree[number].key = key
    begin_node(tree, number)
    return number


@rule
def begin_node(tree: Tree, number: int) -> None:
    """Nobody has visited a node, and nothing was tried there."""
    node = tree[number]
    node.visits = node.edges_at = 0
    node.first_edge = NONE


@rule
def edge_of(tree: Tree, node: int, action: int) -> int:
    """The edge for an action at a node, or none."""
    edge = tree[node].first_edge
    while edge != NONE and tree[edge].action != action:
        edge = tree[edge].next_edge
    return edge


@rule
def add_edge(tree: Tree, node: int, action: int) -> int:
    """A new edge, which nobody has tried; none if the tree is full."""
    number = head(tree).edges
    if number >= room(tree):
        return NONE
    head(tree).edges = number + 1
    edge = tree[number]
    edge.action = action
    edge.tries = 0
    edge.value = edge.wins = 0
    edge.next_edge = tree[node].first_edge
    tree[node].first_edge = number
    tree[node].edges_at += 1
    return number


@rule
def most_trusted(tree: Tree, node: int) -> int:
    """The edge with the best mean reward, where all but the first idea, that of the rules of thumb, have to prove
    themselves.
    """
    best, most = NONE, -1.0
    edge = tree[node].first_edge
    while edge != NONE:
        trusted = trust(tree, node, edge)
        if trusted >= most:
            best, most = edge, trusted
        edge = tree[edge].next_edge
    return best


@inlined
def trust(tree: Tree, node: int, edge: int) -> float:
    """The mean reward of an edge, less what chance may have flattered it by; the first idea is not doubted."""
    tries = float(max(tree[edge].tries, 1))
    mean = tree[edge].value / (tries * WHOLE)
    if tree[edge].next_edge != NONE:
        mean -= DOUBT * math.sqrt(logarithm(tree[node].edges_at) / tries)
    return mean


@rule
def merge(tree: Tree, other: Tree) -> None:
    """Add to the root of one tree what another has found at its own: they are roots of the same decision."""
    edge = other[head(other).root].first_edge
    while edge != NONE:
        own = edge_of(tree, head(tree).root, other[edge].action)
        if own == NONE:
            own = add_edge(tree, head(tree).root, other[edge].action)
        if own != NONE:
            tree[own].tries += other[edge].tries
            tree[own].value += other[edge].value
            tree[own].wins += other[edge].wins
        edge = other[edge].next_edge
    tree[head(tree).root].visits += other[head(other).root].visits


@rule
def tries_of(tree: Tree, action: int) -> int:
    """How often an action was tried at the root."""
    edge = edge_of(tree, head(tree).root, action)
    return 0 if edge == NONE else tree[edge].tries


@rule
def wins_of(tree: Tree, action: int) -> int:
    """How often an action of the root won, in ten-thousandths; 0 if it was never tried."""
    edge = edge_of(tree, head(tree).root, action)
    return 0 if edge == NONE else tree[edge].wins // max(tree[edge].tries, 1)


@inlined
def logarithm(number: int) -> float:
    """The binary logarithm, straight lines between powers of two: the same on every machine, unlike a library's."""
    whole, power = 0, ONE
    while power << ONE <= U(number):
        power <<= ONE
        whole += 1
    return whole + float(number) / float(power) - 1.0
