"""How fast a match is that is played from Python: `python bench/match.py`, or with the names of some games.

Whole games of random legal actions at four seats, or as near as the game allows. A play is `Match.play`, and after it
`Match.legal` for every seat that is to act; beginning a match counts too. The time is the processor's, one core.
"""

from __future__ import annotations

import argparse
import random
import time

from openoutcry.engine.game import Game
from openoutcry.games import find, registered
from openoutcry.table.match import Match

SEATS = 4
LEAST, LEAST_OF = 20_000, {"bounce": 60_000, "crypto_cards": 60_000}
"""Plays per second that every game has to reach, and more in the light ones."""


def play_match(game: Game, seats: int, seed: int) -> int:
    """Play one match at random to its end; how many plays it took."""
    match, dice, plays = Match(game, seats, seed=seed), random.Random(seed).random, 0
    choices = [(seat, match.legal(seat)) for seat in match.to_act]
    while choices:
        seat, actions = choices[int(dice() * len(choices))]
        match.play(seat, actions[int(dice() * len(actions))])
        choices = [(seat, match.legal(seat)) for seat in match.to_act]
        plays += 1
    return plays


def plays_per_second(game: Game, seconds: float) -> float:
    """Plays for so long, compiled before the clock runs; the same matches in the same order each time."""
    seats = min(game.seats, key=lambda near: abs(near - SEATS))
    play_match(game, seats, seed=0)
    plays, seed, started = 0, 1, time.process_time()
    while time.process_time() - started < seconds:
        plays += play_match(game, seats, seed)
        seed += 1
    return plays / (time.process_time() - started)


def main() -> None:
    """Print the plays per second of each game, and what it has to reach."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="some games (default: all)")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each game (default: %(default)s)")
    wanted = parser.parse_args()
    for game in [find(name) for name in wanted.games] or registered().values():
        print(
            f"{game.name:16} {plays_per_second(game, wanted.seconds):9,.0f} plays per second"
            f" (at least {LEAST_OF.get(game.name, LEAST):,})"
        )


if __name__ == "__main__":
    main()
