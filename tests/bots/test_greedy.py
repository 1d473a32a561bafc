"""Every greedy bot: legal, repeatable, blind to secrets, far better than chance, and alike in plain Python."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openoutcry.bots import find
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.record import blank, copied
from openoutcry.games import find as find_game
from openoutcry.games import registered as registered_games
from openoutcry.lab.simulate import Simulation
from openoutcry.table.match import Match
from openoutcry.testing.random_play import random_match

GREEDY_GAMES = [game for game in registered_games().values() if game.has("choose")]
GAMES_OF_SKILL = [game for game in GREEDY_GAMES if game.name != "bounce"]
"""In Bounce nearly every turn is a roll, whoever plays."""

every_greedy_game = pytest.mark.parametrize("game", GREEDY_GAMES, ids=lambda game: game.name)
every_game_of_skill = pytest.mark.parametrize("game", GAMES_OF_SKILL, ids=lambda game: game.name)


def played_by_bots(match: Match, number: int) -> Any:
    """Play on, each seat greedy or random as it comes, stopping before every action of a greedy one: its seat and its
    choice.
    """
    dice, thought, greedy = random.Random(number), new_chance(key_of_seed(number)), find("greedy", match.game)
    names = [dice.choice(["greedy", "random"]) for _ in range(match.seats)]
    while not match.over:
        seat = dice.choice(match.to_act)
        if names[seat] == "greedy":
            action = greedy.choose(match.view(seat), thought)
            yield seat, action
        else:
            action = dice.choice(match.legal(seat))
        match.play(seat, action)


@every_greedy_game
def test_a_choice_is_legal_and_changes_nothing(game: Game) -> None:
    for number in range(12):
        match = random_match(game, number)
        for seat, action in played_by_bots(match, number):
            assert action in match.legal(seat)
            view = match.view(seat)
            before = view.as_bytes()
            assert find("greedy", game).choose(view, new_chance(bytes(32))) in match.legal(seat)
            assert view.as_bytes() == before


@every_greedy_game
def test_what_a_seat_may_not_know_changes_no_choice(game: Game) -> None:
    for number in range(12):
        match = random_match(game, number)
        for seat, _ in played_by_bots(match, number):
            true = match._state
            choices = set()
            for deal in range(4):
                match._state = copied(true)
                if deal:
                    game.sight.redeal(match._state, seat, new_chance(key_of_seed(deal)))
                choices.add(find("greedy", game).choose(match.view(seat), new_chance(bytes(32))))
            match._state = true
            assert len(choices) == 1


@every_greedy_game
def test_the_true_state_gives_the_choice_of_the_hidden_one(game: Game) -> None:
    """Search calls the rules of thumb on sampled worlds and hides nothing."""
    choose, mask = game.member("choose"), blank(game.mask_type)
    for number in range(24):
        match = random_match(game, number)
        for seat, _ in played_by_bots(match, number):
            choices = set()
            for record in (match._state, match.view(seat).record):
                game.rules.legal(record, seat, mask)
                before = record.tobytes(), mask.tobytes()
                choices.add(int(choose(record, seat, mask, new_chance(key_of_seed(number)))))
                assert (record.tobytes(), mask.tobytes()) == before
            assert len(choices) == 1


@every_greedy_game
def test_the_same_seed_plays_the_same_games_however_many_take_part(game: Game) -> None:
    reports = []
    for workers in (1, 3):
        simulation = Simulation(game, game.seats[0], 3000, seed=5, bots=["greedy"])
        simulation.run(workers=workers)
        reports.append(
            {name: figure for name, figure in simulation.report().items() if not name.endswith(("seconds", "_second"))}
        )
    assert reports[0] == reports[1]


@every_game_of_skill
def test_one_greedy_player_beats_random_ones_from_every_seat(game: Game) -> None:
    for seats in game.seats:
        wins = []
        for own in range(seats):
            bots = ["greedy" if seat == own else "random" for seat in range(seats)]
            simulation = Simulation(game, seats, 300, seed=own, bots=bots)
            simulation.run()
            wins.append(simulation.report()["wins"][own])
        assert np.mean(wins) > 1.5 / seats


def digest_of_choices(name: str, games: int) -> str:
    """A digest of every choice of the greedy bots in so many games."""
    digest = hashlib.sha256()
    for number in range(games):
        for seat, action in played_by_bots(random_match(find_game(name), number), number):
            digest.update(f"{seat} {action}\n".encode())
    return digest.hexdigest()


@every_greedy_game
@pytest.mark.long
def test_plain_python_chooses_as_native_code_does(game: Game) -> None:
    code = f"from bots.test_greedy import *; print(digest_of_choices({game.name!r}, 6))"
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), *sys.path]),
    }
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.strip() == digest_of_choices(game.name, 6)
