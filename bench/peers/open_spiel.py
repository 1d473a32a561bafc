"""A game of OpenSpiel's, driven from Python the way its users drive it: a random legal action each step, chance nodes
sampled.

For each line "FIRST GAMES" it plays so many games and answers "STEPS SECONDS". Rolls and deals count as steps too,
though ours do not.
"""

from __future__ import annotations

import random
import sys
import time

import pyspiel


def main() -> None:
    game = pyspiel.load_game(sys.argv[1])
    for line in sys.stdin:
        first, games = map(int, line.split())
        chooser = random.Random(first)
        started = time.perf_counter()
        steps = sum(steps_of_one(game, chooser) for _ in range(games))
        print(steps, time.perf_counter() - started, flush=True)


def steps_of_one(game: pyspiel.Game, chooser: random.Random) -> int:
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = chooser.choices(outcomes, chances)[0]
        else:
            action = chooser.choice(state.legal_actions())
        state.apply_action(action)
        steps += 1
    return steps


if __name__ == "__main__":
    main()
