"""Every registered game keeps the contract: by fixed seeds, and wherever Hypothesis looks."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.table.conformance import CHECKS, Check, random_match

GAMES = 1 if IS_PLAIN else 15
MOST_SEATS = 2 if IS_PLAIN else 99
"""Long games at full tables take minutes in plain Python."""

every_game = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)


@every_game
@every_check
def test_fixed_games_keep_the_contract(game: Game, check: Check) -> None:
    for number in range(GAMES):
        check(random_match(game, number, MOST_SEATS), random.Random(number))


@every_game
@pytest.mark.skipif(IS_PLAIN, reason="the fixed games above run plain too; more of them would take minutes")
@settings(max_examples=50)
@given(number=st.integers(0, 2**32), check=st.sampled_from(CHECKS))
def test_any_game_keeps_the_contract(game: Game, number: int, check: Check) -> None:
    check(random_match(game, number), random.Random(number))
