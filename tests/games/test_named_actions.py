"""The rules call an action by the name of its verb: `do.SELL`."""

from __future__ import annotations

from importlib import import_module

import pytest

from openoutcry.engine.game import Game
from openoutcry.games import registered

WITH_A_FILE_OF_THEIR_OWN = ("cash_a_catch", "cash_or_crash", "dead_cat_bounce")


@pytest.mark.parametrize("game", registered().values(), ids=registered())
def test_every_verb_has_a_constant_of_its_name_its_first_action(game: Game) -> None:
    where = "actions" if game.name in WITH_A_FILE_OF_THEIR_OWN else "rules"
    constants = vars(import_module(f"{game.package}.{where}"))
    first = {verb.name: game.actions.first(verb.name) for verb in game.actions.verbs}
    assert {verb: constants.get(verb.upper()) for verb in first} == first
