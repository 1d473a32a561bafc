"""How many minutes a match takes that one person plays with bots: `python bench/minutes.py`, or some games.

The usual set-up of the page: as many seats as are best, options as usual, bots in no hurry, races at the game's pace.
The table is the real one (`table/session.py`), and its clock runs only here. The person plays by the rules of thumb,
takes 10 seconds for the first choice after others have acted, 4 for a further one and 2 where there is nothing to
choose, and acts in a race after 0.8. What comes out stands in `minutes` of each game, and on the page's home.
"""

from __future__ import annotations

import argparse
import statistics

from openoutcry.bots import find as bot_named
from openoutcry.cli.own_table import OwnTable
from openoutcry.engine.chance import new_chance
from openoutcry.engine.game import Game
from openoutcry.games import find, registered
from openoutcry.table import messages as m

FIRST, NEXT, SINGLE, REACTS = 10.0, 4.0, 2.0, 0.8
"""Seconds that a person takes."""
PERSON = 0


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Evening:
    """One match of a person with bots."""

    def __init__(self, game: Game, bot: str, seed: int) -> None:
        self.game, self.clock = game, Clock()
        seats = max(game.best)
        players = ["Person", *(f"Bot {number}" for number in range(1, seats))]
        opening = m.OpenMatch(
            game=game.name,
            seats=seats,
            seat=PERSON,
            players=players,
            bots=dict.fromkeys(range(1, seats), bot),
            key=seed.to_bytes(32, "little").hex(),
            pace=game.pace or 0.0,
        )
        self.table = OwnTable(opening, seed=seed, clock=self.clock)
        self.person, self.thought = bot_named("greedy", game), new_chance(bytes(32))
        self.is_new_turn = True

    def seconds(self) -> float:
        """Play it to the end; how long it took."""
        while not self.table.match.over:
            if self._ask_bots():
                continue
            if PERSON in self.table.match.to_act and not self._lets_pass():
                self._play()
            else:
                self.is_new_turn = True
                self._wait(self.table.time_to_next)
        return self.clock.now

    def _ask_bots(self) -> bool:
        """Have bots answer what they are asked; whether there was anything."""
        asks = list(self.table.asked())
        for ask in asks:
            self.table.answer(ask)
        return bool(asks)

    def _choice(self) -> int:
        return self.person.choose(self.table.match.view(PERSON), self.thought).number

    def _lets_pass(self) -> bool:
        """Whether the person does nothing in a race."""
        hold = self.game.actions.hold
        return self.table.race is not None and hold is not None and self._choice() == hold.number

    def _play(self) -> None:
        """Take the time that a person takes, in which others may act, then act if it is still their turn."""
        match = self.table.match
        entries, choices = match.entries, len(match.legal(PERSON))
        takes = SINGLE if choices == 1 else FIRST if self.is_new_turn else NEXT
        until = self.clock.now + (REACTS if self.table.race else takes)
        while self.table.time_to_next <= until - self.clock.now and match.entries == entries:
            self._wait(self.table.time_to_next)
            self._ask_bots()
        self.clock.now = max(self.clock.now, until) if match.entries == entries else self.clock.now
        if match.over or PERSON not in match.to_act or self._lets_pass():
            return
        self.table.say(m.PlayAction, action=self._choice())
        self.is_new_turn = self.is_new_turn and choices == 1

    def _wait(self, seconds: float) -> None:
        self.clock.now += seconds
        self.table.let_time_pass()


def main() -> None:
    """Print how long matches of each game take, and what the game says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="some games (default: all)")
    parser.add_argument("--matches", type=int, default=10, help="of each game (default: %(default)s)")
    parser.add_argument("--bots", default="medium", help="their level (default: %(default)s)")
    wanted = parser.parse_args()
    for game in [find(name) for name in wanted.games] or registered().values():
        took = [Evening(game, wanted.bots, seed).seconds() / 60 for seed in range(1, wanted.matches + 1)]
        print(
            f"{game.name:16} {statistics.median(took):5.1f} minutes"
            f" ({min(took):.1f} to {max(took):.1f} in {len(took)} matches); the game says {game.minutes}"
        )


if __name__ == "__main__":
    main()
