"""Our games as OpenSpiel sees them: its own tests of a game, what can be kept, and what a table is worth."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import unittest
import warnings
from typing import Any

import pytest

from openoutcry.engine.observation import layout_of
from openoutcry.envs.openspiel import PREFIX
from openoutcry.envs.tree import Node
from openoutcry.games import find, registered

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # OpenSpiel's own games and JAX warn while they are imported
    import pyspiel
    from open_spiel.integration_tests import api_test

GAMES = [f"{PREFIX}{name}" for name in sorted(registered())]
LARGER = [
    f"{PREFIX}bounce(seats=4,finish=all)",
    f"{PREFIX}cash_a_catch(seats=5)",
    f"{PREFIX}cash_or_crash(seats=3,variant=blitz,doubling=on,round_limit=5)",
    f"{PREFIX}cash_or_crash(seats=4,variant=endurance,cards=spread)",
    f"{PREFIX}crypto_cards(seats=4,buy_back=on,scoring=points)",
    f"{PREFIX}dead_cat_bounce(seats=4)",
]


@pytest.mark.parametrize("name", GAMES)
def test_random_play_is_what_openspiel_expects(name: str) -> None:
    is_long = name.endswith("dead_cat_bounce")
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1 if is_long else 3, serialize=not is_long, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, *LARGER])
def test_much_random_play_is_what_openspiel_expects(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_tests_of_a_game(name: str) -> None:
    assert name in api_test._GAMES_TO_TEST
    kind = type(name, (api_test.EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": pyspiel.load_game(name)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    assert result.testsRun >= 5
    assert result.failures + result.errors == []


def played(name: str, seed: int, steps: int) -> Any:
    state, dice = pyspiel.load_game(name).new_initial_state(), random.Random(seed)
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", [*GAMES, LARGER[2]])
def test_a_state_can_be_kept_copied_and_played_on(name: str) -> None:
    for steps in (0, 7, 25):
        state = played(name, 5, steps)
        _, restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
        again = [state.clone(), pickle.loads(pickle.dumps(state)), restored]
        before = str(state)
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
        for other in again:
            assert str(other) == before
            assert other.history() == state.history()[: len(other.history())]
            if not other.is_terminal():
                other.apply_action(other.legal_actions()[-1])
            assert str(other) == str(state)
            assert other.current_player() == state.current_player()


def test_utilities_are_by_place_and_shared_where_places_are(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played(f"{PREFIX}bounce(seats=4)", 1, 10_000)
    assert state.is_terminal()
    for places, utilities in {
        (1, 2, 3, 4): [1, 1 / 3, -1 / 3, -1],
        (1, 2, 2, 2): [1, -1 / 3, -1 / 3, -1 / 3],
        (2, 2, 2, 2): [0, 0, 0, 0],
    }.items():
        monkeypatch.setattr(Node, "places", lambda _node, found=places: list(found))
        assert state.returns() == pytest.approx(utilities)


def test_a_table_has_what_was_asked_for() -> None:
    game = pyspiel.load_game(f"{PREFIX}crypto_cards(seats=3,hand=4,buy_back=on)")
    assert game.num_players() == 3
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    table = played(f"{PREFIX}crypto_cards(seats=3,hand=4,buy_back=on)", 1, 13).node.moment.states[0]
    assert (table.hand, table.buy_back, table.hand_sizes.tolist()[:3]) == (4, 1, [5, 4, 4])
    kinds = pyspiel.GameType.ChanceMode
    for options, kind in {"variant=endurance": kinds.DETERMINISTIC, "variant=blitz": kinds.EXPLICIT_STOCHASTIC}.items():
        assert pyspiel.load_game(f"{PREFIX}cash_or_crash(seats=3,{options})").get_type().chance_mode == kind


def test_nobody_plays_alone() -> None:
    with pytest.raises(ValueError, match="Bounce in OpenSpiel is for 2 or more, not for 1"):
        pyspiel.load_game(f"{PREFIX}bounce(seats=1)")


def test_actions_and_chance_are_in_our_notation() -> None:
    state = pyspiel.load_game(f"{PREFIX}crypto_cards").new_initial_state()
    assert state.is_chance_node()
    assert [state.action_to_string(card) for card in state.legal_actions()[:3]] == ["AC", "2C", "3C"]
    state = played(f"{PREFIX}crypto_cards", 3, 11)
    assert state.action_to_string(state.legal_actions()[-1]) == "pass"
    assert state.string_to_action("pass") == state.legal_actions()[-1]


def test_an_observation_is_what_a_seat_knows_now() -> None:
    state = played(f"{PREFIX}cash_or_crash", 3, 6)
    assert '"hands": [[], [' in state.observation_string(1)
    game = state.get_game()
    numbers = state.observation_tensor(1)
    assert len(numbers) == game.observation_tensor_size()
    assert numbers[:2] == [0, 1]
    assert numbers == layout_of(find("cash_or_crash"), 2).observe(state.node.moment.states[0], 1).tolist()
    observer = game.make_py_observer(
        pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert '"hands": [[], []]' in observer.string_from(state, 1)


def test_without_openspiel_the_import_says_so() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import openoutcry.envs.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == (
        "openoutcry.engine.mistakes.Mistake: OpenSpiel is not installed: pip install 'openoutcry[openspiel]'"
    )
