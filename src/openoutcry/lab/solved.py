"""How a bot plays at a table whose tree is known, as a policy: what it chooses in every information state, how often.

A bot is asked many times, each time as if it had just sat down, with chance of its own; it is given the view of the
seat and nothing else. So a bot that looks at the record alone, as ours do, is asked once for all information states
that look alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from openoutcry import bots
from openoutcry.bots.learned import options_of
from openoutcry.bots.solved import Line, Solution, key_of, whole_weights
from openoutcry.engine import contract, turn
from openoutcry.engine.chance import CHANCE, key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.lab.game_tree import GameTree
from openoutcry.table.view import View, listed, seats_in


def state_at(game: Game, template: Any, tree: GameTree, node: int) -> Any:
    """The state at a node of a tree, in an array: all that led there is played again."""
    way = []
    while node > 0:
        way.append((int(tree.actors[tree.parents[node]]), int(tree.actions[node])))
        node = int(tree.parents[node])
    states, chance = template.copy().reshape(1), np.zeros(1, CHANCE)[0]
    game.rules.setup(states[0], chance)
    for seat, action in reversed(way):
        contract.apply(states[0], seat, action, chance)
    return states


def policy_of(bot: str, game: Game, template: Any, tree: GameTree, samples: int, seed: int = 1) -> Any:
    """How often a bot chooses each action, of so many times that it is asked."""
    policy, chance = np.zeros(int(tree.firsts[-1])), new_chance(key_of_seed(seed))
    numbers, known = tree.numbers(), dict[bytes, Any]()
    for info, node in enumerate(tree.examples):
        seat, places = int(tree.owners[info]), slice(int(tree.firsts[info]), int(tree.firsts[info + 1]))
        states = state_at(game, template, tree, int(node))
        turn.hide_at(states, seat)
        key = bytes([seat]) + states.tobytes()
        if key not in known:
            known[key] = _asked(bot, View(game, seat, states[0], ()), numbers[places], samples, chance)
        policy[places] = known[key]
    return policy


def _asked(bot: str, view: View, choices: Any, samples: int, chance: Any) -> Any:
    """How often each of some choices is made."""
    if len(choices) == 1:
        return np.ones(1)
    counts = dict.fromkeys(choices.tolist(), 0)
    for _ in range(samples):
        counts[bots.find(bot, view.game).choose(view, chance).number] += 1
    return np.array([counts[number] / samples for number in choices.tolist()])


def view_at(game: Game, template: Any, tree: GameTree, node: int) -> View:
    """What whoever acts at a node of a tree may know, with the log that led there."""
    states, log, seat, above = state_at(game, template, tree, node), list[Line](), int(tree.actors[node]), node
    turn.hide_at(states, seat)
    while above > 0:
        by, action = int(tree.actors[tree.parents[above]]), int(tree.actions[above])
        text = game.actions[action].text if by == seat else game.actions.seen(action)
        log += [] if text is None else [(by, text)]
        above = int(tree.parents[above])
    return View(game, seat, states[0], log[::-1])


def chosen_at_once(game: Game, template: Any, tree: GameTree) -> list[str]:
    """The verbs of what several choose at once."""
    found = set()
    for node in tree.examples:
        states = state_at(game, template, tree, int(node))
        if len(seats_in(states[0])) > 1:
            found |= {action.verb for action in listed(game, states, int(tree.actors[node]))}
    return sorted(found)


def solution(game: Game, template: Any, tree: GameTree, policy: Any) -> Solution:
    """A policy as the bot `solved` plays it; no two information states may look alike to it."""
    at_once, entries = chosen_at_once(game, template, tree), dict[int, list[int]]()
    for info, node in enumerate(tree.examples):
        weights = policy[int(tree.firsts[info]) : int(tree.firsts[info + 1])]
        if len(weights) > 1:
            view = view_at(game, template, tree, int(node))
            key = key_of(view, view.legal, at_once)
            if key in entries:
                raise AssertionError("two information states look alike to the bot")
            entries[key] = whole_weights(weights.tolist())
    return Solution(game, options_of(game, template), at_once, entries)


def policy_by(known: Solution, template: Any, tree: GameTree) -> Any:
    """The policy of a solution at a table: what its bot draws by, asked in every information state."""
    policy = np.zeros(int(tree.firsts[-1]))
    for info, node in enumerate(tree.examples):
        weights = known.chances(view_at(known.game, template, tree, int(node)))
        policy[int(tree.firsts[info]) : int(tree.firsts[info + 1])] = np.array(weights) / sum(weights)
    return policy
