"""A small table, solved: its tree is the one that OpenSpiel walks, and what comes out is an equilibrium."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from openoutcry.engine.mistakes import Mistake
from openoutcry.envs.tree import Node, root
from openoutcry.games import find
from openoutcry.lab.game_tree import GameTree, tree_of
from openoutcry.lab.solved import policy_of, state_at
from openoutcry.lab.solving import best_response, exploitability, joined, solve, uniform, value

GAME = find("cash_or_crash")
OPTIONS: dict[str, int | str] = {"variant": "classic", "cards": "spread", "set_size": 3, "round_limit": 1}
TEMPLATE = GAME.template(2, OPTIONS)


@pytest.fixture(scope="module")
def tree() -> GameTree:
    return tree_of(GAME, TEMPLATE)


@pytest.fixture(scope="module")
def solved(tree: GameTree) -> Any:
    *_, last = solve(tree, [10, 1000])
    return last


def test_the_tree_is_that_of_the_slow_way_with_the_same_information_states(tree: GameTree) -> None:
    """Node by node: a key of perfect recall stands for the story that a seat is told."""
    stories: dict[int, str] = {}
    keys: dict[tuple[int, str], int] = {}
    nodes: list[tuple[Node, int]] = [(root(GAME, 2, OPTIONS), 0)]
    children: dict[int, list[int]] = {}
    for number in range(1, tree.size):
        children.setdefault(int(tree.parents[number]), []).append(number)
    met = 0
    while nodes:
        node, number = nodes.pop()
        met += 1
        assert int(tree.actors[number]) == node.seat
        if node.is_over:
            first, second = node.places()
            assert tree.values[number] == second - first
            continue
        info, story = int(tree.infos[number]), node.moment.story(node.seat)
        assert stories.setdefault(info, story) == story
        assert keys.setdefault((node.seat, story), info) == info
        assert [int(tree.actions[child]) for child in children[number]] == node.legal
        nodes += [(node.child(int(tree.actions[child])), child) for child in children[number]]
    assert (met, len(keys)) == (tree.size, len(tree.owners)) == (37_216, 3_164)


def test_it_converges_to_a_ninth_for_the_second_seat(solved: Any) -> None:
    assert solved.value == pytest.approx(-1 / 9, abs=1e-3)
    assert 0 <= solved.exploitability < 1e-3


def test_nobody_gains_by_leaving_the_equilibrium(tree: GameTree, solved: Any) -> None:
    dice = np.random.default_rng(1)
    for seat in range(2):
        for _ in range(20):
            sums = dice.random(len(solved.policy)) ** 8
            sizes = np.diff(tree.firsts)
            other = sums / np.repeat(np.add.reduceat(sums, tree.firsts[:-1]), sizes)
            got = value(tree, joined(tree, other, solved.policy, seat))
            assert (got if seat == 0 else -got) <= best_response(tree, solved.policy, seat)[1] + 1e-12


def test_a_best_response_is_better_than_any_other(tree: GameTree) -> None:
    policy = uniform(tree)
    assert exploitability(tree, policy) == pytest.approx(0.7046296, abs=1e-6)
    best, worth = best_response(tree, policy, 0)
    assert value(tree, joined(tree, best, policy, 0)) == pytest.approx(worth)


def test_what_a_bot_does_is_a_policy(tree: GameTree) -> None:
    policy = policy_of("greedy", GAME, TEMPLATE, tree, 5)
    sums = np.add.reduceat(policy, tree.firsts[:-1])
    assert sums == pytest.approx(np.ones(len(tree.owners)))
    assert exploitability(tree, policy) > 0.2


def test_a_state_of_the_tree_can_be_had_again(tree: GameTree) -> None:
    end = int(np.flatnonzero(tree.actors < 0)[-1])
    assert int(state_at(GAME, TEMPLATE, tree, end)[0].to_act) == 0
    assert int(state_at(GAME, TEMPLATE, tree, 0)[0].to_act) == 3


def test_only_what_is_small_and_without_chance_is_solved() -> None:
    with pytest.raises(Mistake, match="a table that is solved has two seats, not 3"):
        tree_of(GAME, GAME.template(3))
    with pytest.raises(Mistake, match="the tree of this table has more than 100,000 nodes"):
        tree_of(GAME, GAME.template(2), most=100_000)
    with pytest.raises(Mistake, match="a table that is solved leaves nothing to chance"):
        tree_of(find("bounce"), find("bounce").template(2, {"jumps": 2}), most=2_000_000)
