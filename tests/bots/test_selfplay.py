"""Play between bots: at random it is the engine's random play, and each seat has the bot it was given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from openoutcry.bots import Spec
from openoutcry.bots.selfplay import GREEDY, POLICIES, RANDOM
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.playout import play_game
from openoutcry.engine.record import blank
from openoutcry.games import registered
from openoutcry.lab.simulate import Series
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


def test_every_seat_has_its_own_policy() -> None:
    game = registered()["cash_a_catch"]
    template = game.template(3)
    for own in range(3):
        _, _, _, points, _ = of_bots(game, template, [GREEDY if seat == own else RANDOM for seat in range(3)], 0)
        assert points.mean(axis=0).argmax() == own
