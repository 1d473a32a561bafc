"""How many actions a table takes per second: `python bench/session.py`, or with the names of some games.

Whole games of random legal actions by people at four seats, or as near as the game allows. An action is
`Session.hear` for whoever plays, and all that is then said to everybody written as JSON; to find what is legal, and to
open the table, does not count. The time is the processor's, one core.
"""

from __future__ import annotations

import argparse
import random
import time
from itertools import count

from openoutcry.engine.game import Game
from openoutcry.games import find, registered
from openoutcry.table import messages as m
from openoutcry.table.match import Match
from openoutcry.table.session import Session

SEATS = 4
LEAST = 6_000
"""Actions per second that every game has to reach."""


def seated(game: Game, seats: int, seed: int) -> Session:
    """A table with somebody at every seat."""
    session = Session(bytes(32))
    names, key = [f"Player {seat}" for seat in range(seats)], seed.to_bytes(32, "little").hex()
    session.hear(names[0], m.OpenMatch(game=game.name, seats=seats, seat=0, players=names, key=key), 0.0)
    for seat in range(1, seats):
        session.hear(names[seat], m.SitDown(id=1, seat=seat, name=names[seat]), 0.0)
    return session


def play_match(game: Game, seats: int, seed: int) -> tuple[int, float]:
    """Play one match at random to its end; how many actions it took, and how many seconds."""
    session, dice, seconds = seated(game, seats, seed), random.Random(seed), 0.0
    match = session.match
    assert isinstance(match, Match)
    for number in count(2):
        if match.over:
            return number - 2, seconds
        seat = dice.choice(match.to_act)
        message = m.PlayAction(id=number, action=dice.choice(match.legal(seat)).number)
        started = time.process_time()
        for _, said in session.hear(f"Player {seat}", message, float(number)):
            m.write(said)
        seconds += time.process_time() - started
    raise AssertionError("unreachable")


def actions_per_second(game: Game, seconds: float) -> float:
    """Actions for so long, compiled before the clock runs; the same matches in the same order each time."""
    seats = min(game.seats, key=lambda near: abs(near - SEATS))
    play_match(game, seats, seed=0)
    actions, took = 0, 0.0
    for seed in count(1):
        if took >= seconds:
            break
        more, spent = play_match(game, seats, seed)
        actions, took = actions + more, took + spent
    return actions / took


def main() -> None:
    """Print the actions per second of each game, and what it has to reach."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="some games (default: all)")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each game (default: %(default)s)")
    wanted = parser.parse_args()
    for game in [find(name) for name in wanted.games] or registered().values():
        print(
            f"{game.name:16} {actions_per_second(game, wanted.seconds):9,.0f} actions per second (at least {LEAST:,})"
        )


if __name__ == "__main__":
    main()
