"""How a bot plays at a table whose tree is known, as a policy: what it chooses in every information state, how often.

A bot is asked many times, each time as if it had just sat down, with chance of its own; it is given the view of the
seat and nothing else. So a bot that looks at the record alone, as ours do, is asked once for all information states
that look alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from openoutcry import bots
from openoutcry.engine import contract, turn
from openoutcry.engine.chance import CHANCE, key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.lab.game_tree import GameTree
from openoutcry.table.view import View


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
