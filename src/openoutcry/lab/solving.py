"""CFR+ and best responses on a tree of two seats (`lab/game_tree.py`), compiled.

A policy is a number for every place of the tree's actions: how likely the action is in its information state. A value
is what seat 0 may expect, from -1 to 1; seat 1 may expect as much less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from openoutcry.engine.compiled import rule
from openoutcry.engine.record import Row
from openoutcry.lab.game_tree import SEATS, GameTree


@rule
def weigh(
    parents: Row[int], actors: Row[int], edges: Row[int], policy: Row[float], seat: int, reaches: Row[float]
) -> None:
    """How likely each node is as far as everybody but a seat has to do with it."""
    reaches[0] = 1.0
    for node in range(1, len(parents)):
        parent = parents[node]
        reaches[node] = reaches[parent] * (1.0 if actors[parent] == seat else policy[edges[node]])


@rule
def value_below(
    parents: Row[int],
    actors: Row[int],
    edges: Row[int],
    ends: Row[float],
    policy: Row[float],
    seat: int,
    reaches: Row[float],
    values: Row[float],
    gains: Row[float],
) -> None:
    """What each node is worth to seat 0, and what each action gains the seat, weighed by how likely others let it."""
    for node in range(len(values)):
        values[node] = ends[node]
    for place in range(len(gains)):
        gains[place] = 0.0
    sign = 1.0 if seat == 0 else -1.0
    for node in range(len(parents) - 1, 0, -1):
        parent, edge = parents[node], edges[node]
        values[parent] += policy[edge] * values[node]
        if actors[parent] == seat:
            gains[edge] += sign * reaches[parent] * values[node]


@rule
def learn(
    firsts: Row[int], owners: Row[int], seat: int, gains: Row[float], regrets: Row[float], policy: Row[float]
) -> None:
    """CFR+: regrets that never fall below nothing, and a policy in proportion to them."""
    for info in range(len(owners)):
        if owners[info] == seat:
            expected, total = 0.0, 0.0
            for place in range(firsts[info], firsts[info + 1]):
                expected += policy[place] * gains[place]
            for place in range(firsts[info], firsts[info + 1]):
                regrets[place] = max(regrets[place] + gains[place] - expected, 0.0)
                total += regrets[place]
            for place in range(firsts[info], firsts[info + 1]):
                policy[place] = regrets[place] / total if total > 0 else 1.0 / (firsts[info + 1] - firsts[info])


@rule
def add_up(
    parents: Row[int],
    actors: Row[int],
    infos: Row[int],
    edges: Row[int],
    policy: Row[float],
    seat: int,
    weight: float,
    reaches: Row[float],
    sums: Row[float],
    seen: Row[int],
    round_number: int,
) -> None:
    """Add a seat's policy to its sum, weighed by how likely the seat itself comes there; once per information state."""
    reaches[0] = 1.0
    for node in range(1, len(parents)):
        parent, edge = parents[node], edges[node]
        is_own = actors[parent] == seat
        reaches[node] = reaches[parent] * (policy[edge] if is_own else 1.0)
        if is_own and seen[edge] != round_number:
            seen[edge] = round_number
            sums[edge] += weight * reaches[node]


@rule
def be_greedy(firsts: Row[int], owners: Row[int], seat: int, gains: Row[float], policy: Row[float]) -> bool:
    """Do what gains most in every information state of a seat; whether that is anything new."""
    is_new = False
    for info in range(len(owners)):
        if owners[info] == seat:
            best, now = firsts[info], firsts[info]
            for place in range(firsts[info], firsts[info + 1]):
                if policy[place] == 1.0:
                    now = place
            if policy[now] == 1.0:
                best = now
            for place in range(firsts[info], firsts[info + 1]):
                if gains[place] > gains[best] + 1e-12:
                    best = place
            if policy[best] != 1.0:
                is_new = True
                for place in range(firsts[info], firsts[info + 1]):
                    policy[place] = 1.0 if place == best else 0.0
    return is_new


def uniform(tree: GameTree) -> Any:
    """Every action as likely as another."""
    sizes = np.diff(tree.firsts)
    return np.repeat(1.0 / sizes, sizes)


def _valued(tree: GameTree, policy: Any, seat: int, room: _Room) -> float:
    weigh(tree.parents, tree.actors, tree.edges, policy, seat, room.reaches)
    value_below(tree.parents, tree.actors, tree.edges, tree.values, policy, seat, room.reaches, room.values, room.gains)
    return float(room.values[0])


class _Room(NamedTuple):
    """Room for what is worked out at every step."""

    reaches: Any
    values: Any
    gains: Any

    @classmethod
    def of(cls, tree: GameTree) -> _Room:
        return cls(np.empty(tree.size), np.empty(tree.size), np.empty(int(tree.firsts[-1])))


def value(tree: GameTree, policy: Any) -> float:
    """What seat 0 may expect if both play by a policy."""
    return _valued(tree, policy, 0, _Room.of(tree))


def best_response(tree: GameTree, policy: Any, seat: int) -> tuple[Any, float]:
    """The best that a seat can do if the other plays by a policy, and what it then may expect itself.

    Whatever comes last is right after the first time, what comes before it after the second, and so on.
    """
    room, best = _Room.of(tree), policy.copy()
    worth = _valued(tree, best, seat, room)
    while be_greedy(tree.firsts, tree.owners, seat, room.gains, best):
        worth = _valued(tree, best, seat, room)
    return best, worth if seat == 0 else -worth


def joined(tree: GameTree, policy: Any, other: Any, seat: int) -> Any:
    """The policy in which a seat plays by one and the other seat by another."""
    return np.where(np.repeat(tree.owners == seat, np.diff(tree.firsts)), policy, other)


def exploitability(tree: GameTree, policy: Any) -> float:
    """Half of what both best responses get together against a policy: 0 if nobody can do better."""
    return sum(best_response(tree, policy, seat)[1] for seat in range(SEATS)) / SEATS


@dataclass(frozen=True)
class Step:
    """What CFR+ has come to after so many iterations."""

    iterations: int
    policy: Any
    value: float
    exploitability: float


def solve(tree: GameTree, looks: list[int]) -> Iterator[Step]:
    """CFR+ with weights that grow, one seat after the other; its average policy after each of these numbers of
    iterations.
    """
    policy, places = uniform(tree), int(tree.firsts[-1])
    regrets, sums, seen, room = np.zeros(places), np.zeros(places), np.zeros(places, np.int64), _Room.of(tree)
    for iteration in range(1, looks[-1] + 1):
        for seat in range(SEATS):
            _valued(tree, policy, seat, room)
            learn(tree.firsts, tree.owners, seat, room.gains, regrets, policy)
            add_up(
                tree.parents,
                tree.actors,
                tree.infos,
                tree.edges,
                policy,
                seat,
                float(iteration),
                room.reaches,
                sums,
                seen,
                iteration,
            )
        if iteration in looks:
            average = normalised(tree, sums)
            yield Step(iteration, average, value(tree, average), exploitability(tree, average))


def normalised(tree: GameTree, sums: Any) -> Any:
    """A policy in proportion to some numbers; where they are all nothing, every action is as likely as another."""
    sizes = np.diff(tree.firsts)
    totals = np.repeat(np.add.reduceat(sums, tree.firsts[:-1]), sizes)
    return np.where(totals > 0, sums / np.where(totals > 0, totals, 1), np.repeat(1.0 / sizes, sizes))
