"""Play between bots: at random it is the engine's random play, and each seat has the bot it was given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from openoutcry.bots import Spec, read
from openoutcry.bots.selfplay import GREEDY, POLICIES, RANDOM
from openoutcry.engine import workspace
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.playout import play_game
from openoutcry.engine.record import blank
from openoutcry.games import registered
from openoutcry.lab import simulate
from openoutcry.lab.ladder import Ladder
from openoutcry.lab.simulate import Series, Simulation
from openoutcry.testing.random_play import random_match

GAMES = 60


def of_bots(game: Game, template: Any, policies: list[int], first: int) -> tuple[Any, ...]:
    """The final states of some games, how often each action was played, and what the games came to."""
    series = Series(game, template, [Spec(POLICIES[policy], policy) for policy in policies], GAMES)
    series.play(new_chance(key_of_seed(3)), first, GAMES)
    return series.finals.tobytes(), series.counts, series.lengths, series.points, series.places


def at_random(game: Game, template: Any, first: int) -> tuple[Any, ...]:
    """The same from the engine, game by game; it counts no actions."""
    finals, lengths = np.zeros(GAMES, game.state_type), np.zeros(GAMES, np.int64)
    points, places = np.zeros((2, GAMES, int(template.seats)), np.int64)
    master, chance, thought = new_chance(key_of_seed(3)), new_chance(bytes(32)), new_chance(bytes(32))
    for number, state in enumerate(finals):
        lengths[number] = play_game(state, template, master, first + number, chance, thought, blank(game.mask_type))
        for seat in range(int(template.seats)):
            points[number, seat], places[number, seat] = game.rules.points(state, seat), game.rules.place(state, seat)
    return finals.tobytes(), lengths, points, places


@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
@pytest.mark.long
def test_all_random_it_plays_the_games_of_the_engine(game: Game) -> None:
    for number in range(6):
        match = random_match(game, number)
        template = game.template(match.seats, match.options)
        finals, counts, *results = of_bots(game, template, [RANDOM] * match.seats, number * GAMES)
        others, *expected = at_random(game, template, number * GAMES)
        assert finals == others
        assert all((one == other).all() for one, other in zip(results, expected, strict=True))
        assert counts.sum() == results[0].sum()


def test_a_thread_allocates_what_it_works_with_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Game] = []

    def new_workspace(game: Game) -> Any:
        made.append(game)
        return workspace.new_workspace(game)

    monkeypatch.setattr(simulate, "new_workspace", new_workspace)
    monkeypatch.setattr(simulate, "CHUNK", 2)
    simulation = Simulation(registered()["bounce"], seats=2, games=12)
    simulation.run(workers=2)
    assert simulation.tally.games == 12
    assert 1 <= len(made) <= 3, "one for each worker, and one for the game that compiles it all"
    made.clear()
    ladder = Ladder(registered()["bounce"], ["random", "greedy", "easy"], seats=2)
    for number in range(3):
        for pair in ladder.cells:
            ladder.share(pair, number)
    assert len(made) == 1, "whoever sits down"


def test_what_was_played_before_changes_no_game() -> None:
    game = registered()["bounce"]
    template, master = game.template(2), new_chance(key_of_seed(3))
    used = Series(game, template, [read("greedy", game)] * 2, 4)
    used.play(master, 0, 4)
    bots = [read("search:5", game), read("random", game)]
    used.sit_down(bots)
    used.play(master, 9, 2)
    fresh = Series(game, template, bots, 2)
    fresh.play(master, 9, 2)
    assert used.finals[:2].tobytes() == fresh.finals.tobytes()
    assert (used.lengths[:2] == fresh.lengths).all()
    assert (used.counts == fresh.counts).all()


def test_every_seat_has_its_own_policy() -> None:
    game = registered()["cash_a_catch"]
    template = game.template(3)
    for own in range(3):
        _, _, _, points, _ = of_bots(game, template, [GREEDY if seat == own else RANDOM for seat in range(3)], 0)
        assert points.mean(axis=0).argmax() == own
