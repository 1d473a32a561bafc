"""OpenSpiel's own solvers run on a small table, and agree with ours."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from openoutcry.envs.openspiel import PREFIX
from openoutcry.games import find
from openoutcry.lab.game_tree import tree_of
from openoutcry.lab.solving import exploitability, uniform

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # OpenSpiel's own modules warn while they are imported
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import cfr
    from open_spiel.python.algorithms import exploitability as theirs

OPTIONS: dict[str, int | str] = {"variant": "endurance", "cards": "spread", "set_size": 3, "round_limit": 1}


@pytest.fixture(scope="module")
def game() -> Any:
    return pyspiel.load_game(f"{PREFIX}cash_or_crash({','.join(f'{name}={each}' for name, each in OPTIONS.items())})")


@pytest.mark.long
def test_exploitability_is_what_openspiel_finds(game: Any) -> None:
    ours = find("cash_or_crash")
    tree = tree_of(ours, ours.template(2, OPTIONS))
    assert theirs.exploitability(game, policy.UniformRandomPolicy(game)) == pytest.approx(
        exploitability(tree, uniform(tree))
    )


@pytest.mark.long
def test_its_cfr_comes_closer_to_an_equilibrium(game: Any) -> None:
    solver = cfr.CFRPlusSolver(game)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert theirs.exploitability(game, solver.average_policy()) < 0.7
