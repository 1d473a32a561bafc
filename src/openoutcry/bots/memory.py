"""What a search remembers: a tree of decisions, kept in arrays that are allocated once.

A node is all that a seat knew when it had to decide: its key is a hash of the seat's hidden record. So whatever the
seat could not tell apart is one node, chance needs no nodes of its own, and a tree that was grown for one move serves
the next. An edge is an action that was tried at a node. Nodes and edges are numbered from 1; 0 is none.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np

from openoutcry.engine.bits import ONE, U
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.record import Kind, Row, T, record_type

NODES = 1 << 14
EDGES = 1 << 15
SLOTS = 1 << 15
DEPTH = 128
NONE = 0

WHOLE = 10_000
"""Rewards are whole numbers, in ten-thousandths: sums of them are the same on every machine."""

DOUBT = 0.3
"""How much better than the first idea another has to be, in rewards, after one try; chance flatters one of many, and
those tried seldom.
"""

PerNode = Annotated[Row[T], NODES]
PerEdge = Annotated[Row[T], EDGES]
PerSlot = Annotated[Row[T], SLOTS]
PerStep = Annotated[Row[T], DEPTH]
Word = Annotated[np.uint64, Kind("u8")]
Long = Annotated[int, Kind("i8")]
Whole = Annotated[int, Kind("i4")]


class Memory:
    """The nodes and where to find them, the edges, and the way down the tree that is being gone."""

    keys: PerNode[Word]
    visits: PerNode[Whole]
    edges_at: PerNode[Whole]
    first_edge: PerNode[Whole]
    node_in: PerSlot[Whole]
    values: PerEdge[Long]
    wins: PerEdge[Long]
    tries: PerEdge[Whole]
    actions: PerEdge[Whole]
    next_edge: PerEdge[Whole]
    way: PerStep[Whole]
    actors: PerStep[Whole]
    nodes: Long
    edges: Long
    root: Long
    steps: Long
    margins: Long
    games: Long
    found: Annotated[Row[Long], 4]


MEMORY = record_type(Memory)


def new_memory() -> Any:
    """A search's memory, empty."""
    memory = np.zeros(1, MEMORY)[0]
    forget(memory)
    return memory


@rule
def forget(memory: Memory) -> None:
    """Empty the memory."""
    for slot in range(SLOTS):
        memory.node_in[slot] = NONE
    memory.nodes = memory.edges = 1
    memory.root = NONE
    memory.margins = memory.games = 0


@rule
def has_room(memory: Memory, nodes: int) -> bool:
    """Whether so many more nodes, and as many edges, can be remembered."""
    return memory.nodes + nodes < NODES and memory.edges + nodes < EDGES


@inlined
def slot_of(memory: Memory, key: np.uint64) -> int:
    """Where a key is, or would be: the next free slot after its own."""
    slot: int = np.int64(key & U(SLOTS - 1))  # type: ignore[assignment]
    while memory.node_in[slot] != NONE and memory.keys[memory.node_in[slot]] != key:
        slot = (slot + 1) % SLOTS
    return slot


@rule
def node_of(memory: Memory, key: np.uint64) -> int:
    """The node with that key, or none."""
    return memory.node_in[slot_of(memory, key)]


@rule
def add_node(memory: Memory, key: np.uint64) -> int:
    """A new node, which nobody has visited; none if the memory is full."""
    if memory.nodes >= NODES:
        return NONE
    node = memory.nodes
    memory.nodes = node + 1
    memory.node_in[slot_of(memory, key)] = node
    memory.keys[node] = key
    memory.visits[node] = memory.edges_at[node] = 0
    memory.first_edge[node] = NONE
    return node


@rule
def edge_of(memory: Memory, node: int, action: int) -> int:
    """The edge for an action at a node, or none."""
    edge = memory.first_edge[node]
    while edge != NONE and memory.actions[edge] != action:
        edge = memory.next_edge[edge]
    return edge


@rule
def add_edge(memory: Memory, node: int, action: int) -> int:
    """A new edge, which nobody has tried; none if the memory is full."""
    if memory.edges >= EDGES:
        return NONE
    edge = memory.edges
    memory.edges = edge + 1
    memory.actions[edge] = action
    memory.tries[edge] = 0
    memory.values[edge] = memory.wins[edge] = 0
    memory.next_edge[edge] = memory.first_edge[node]
    memory.first_edge[node] = edge
    memory.edges_at[node] += 1
    return edge


@rule
def most_trusted(memory: Memory, node: int) -> int:
    """The edge with the best mean reward, where all but the first idea, that of the rules of thumb, have to prove
    themselves.
    """
    best, most = NONE, -1.0
    edge = memory.first_edge[node]
    while edge != NONE:
        tries = float(max(memory.tries[edge], 1))
        trust = memory.values[edge] / (tries * WHOLE)
        if memory.next_edge[edge] != NONE:
            trust -= DOUBT * math.sqrt(logarithm(memory.edges_at[node]) / tries)
        if trust >= most:
            best, most = edge, trust
        edge = memory.next_edge[edge]
    return best


@rule
def merge(memory: Memory, other: Memory) -> None:
    """Add to the root of one memory what another has found at its own: they are roots of the same decision."""
    edge = other.first_edge[other.root]
    while edge != NONE:
        own = edge_of(memory, memory.root, other.actions[edge])
        if own == NONE:
            own = add_edge(memory, memory.root, other.actions[edge])
        if own != NONE:
            memory.tries[own] += other.tries[edge]
            memory.values[own] += other.values[edge]
            memory.wins[own] += other.wins[edge]
        edge = other.next_edge[edge]
    memory.visits[memory.root] += other.visits[other.root]


@rule
def tries_of(memory: Memory, action: int) -> int:
    """How often an action was tried at the root."""
    edge = edge_of(memory, memory.root, action)
    return 0 if edge == NONE else memory.tries[edge]


@rule
def wins_of(memory: Memory, action: int) -> int:
    """How often an action of the root won, in ten-thousandths; 0 if it was never tried."""
    edge = edge_of(memory, memory.root, action)
    return 0 if edge == NONE else memory.wins[edge] // max(memory.tries[edge], 1)


@inlined
def logarithm(number: int) -> float:
    """The binary logarithm, straight lines between powers of two: the same on every machine, unlike a library's."""
    whole, power = 0, ONE
    while power << ONE <= U(number):
        power <<= ONE
        whole += 1
    return whole + float(number) / float(power) - 1.0
