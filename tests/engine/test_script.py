"""Chance by a script: what is wanted, what can come of it, and that it comes to what a key comes to."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

from openoutcry.engine import contract
from openoutcry.engine.chance import DECK, DICE, below, key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.script import LONGEST, Outcome, Playing, Wanted, dealing
from openoutcry.games import find, registered
from openoutcry.table.view import listed, seats_in

GAMES = sorted(registered())


def play_by_key(playing: Playing, chance: Any) -> Any:
    """The state after an action, with the outcomes that a key gives to the same questions."""
    while True:
        after, wanted = playing.result()
        if wanted is None:
            return after
        playing = playing.given(int(below(chance, wanted.stream, wanted.numbers)))


def leaves(playing: Playing) -> Counter[bytes]:
    """Every state that can come of an action, with its probability."""
    after, wanted = playing.result()
    if wanted is None:
        return Counter({after.tobytes(): 1})
    found: Counter[bytes] = Counter()
    for outcome in playing.possible(wanted):
        for state, probability in leaves(playing.given(outcome.number)).items():
            found[state] += probability * outcome.probability  # type: ignore[assignment]
    return found


def any_action(game: Game, states: Any, dice: random.Random) -> tuple[int, int]:
    seat = dice.choice(seats_in(states[0]))
    return seat, dice.choice(listed(game, states, seat)).number


@pytest.mark.parametrize("name", GAMES)
def test_a_script_of_what_a_key_draws_comes_to_the_same_bytes(name: str) -> None:
    game, dice = find(name), random.Random(1)
    for seed in range(3):
        by_key, by_script = new_chance(key_of_seed(seed)), new_chance(key_of_seed(seed))
        template = game.template(game.best[0])
        state = template.copy()
        game.rules.setup(state, by_key)
        states = play_by_key(dealing(game, template), by_script)
        assert states.tobytes() == state.tobytes()
        for _ in range(200):
            if not seats_in(state):
                break
            seat, action = any_action(game, states, dice)
            contract.apply(state, seat, action, by_key)
            states = play_by_key(Playing(game, states, seat, action), by_script)
            assert states.tobytes() == state.tobytes()
        assert by_script.tobytes() == by_key.tobytes()


@pytest.mark.parametrize("name", [name for name in GAMES if name != "cash_or_crash"])
def test_probabilities_are_the_frequencies_of_many_keys(name: str) -> None:
    """The first action of a game, played at random, of which a few hundred things can come."""
    game, dice = find(name), random.Random(2)
    states = play_by_key(dealing(game, game.template(game.best[0])), new_chance(key_of_seed(0)))
    seat, action = any_action(game, states, dice)
    while Playing(game, states, seat, action).result()[1] is None:
        states = play_by_key(Playing(game, states, seat, action), new_chance(key_of_seed(0)))
        seat, action = any_action(game, states, dice)
    exact = leaves(Playing(game, states, seat, action))
    assert len(exact) > 1
    assert sum(exact.values()) == 1
    found: Counter[bytes] = Counter()
    for seed in range(games := 40 * len(exact)):
        after = states.copy()
        contract.apply(after[0], seat, action, new_chance(key_of_seed(seed)))
        found[after.tobytes()] += 1
    assert set(found) <= set(exact)
    expected = [float(probability) * games for probability in exact.values()]
    assert stats.chisquare([found[state] for state in exact], expected).pvalue > 1e-4


def test_what_is_wanted_is_said_and_what_can_come_of_it() -> None:
    game = find("bounce")
    states = dealing(game, game.template(2)).result()[0]
    rolling = Playing(game, states, 0, 0)
    assert rolling.result()[1] == Wanted(DICE, 6)
    assert rolling.possible(Wanted(DICE, 6))[5] == Outcome(5, -1, Fraction(1, 6))
    assert rolling.given(0).given(1).given(2).result()[0][0].dice.tolist() == [1, 2, 3]
    assert states[0].dice.tolist() == [0, 0, 0]


def test_numbers_that_give_the_same_card_are_one_outcome() -> None:
    """Of 104 cards of Cash-a-Catch the first that is turned is one of 23 kinds; each of the first has five."""
    game = find("cash_a_catch")
    opening = Playing(game, dealing(game, game.template(3)).result()[0], 0, game.actions.read("open").number)
    wanted = opening.result()[1]
    assert wanted is not None
    assert wanted.stream == DECK
    outcomes = opening.possible(wanted)
    assert len(outcomes) == 23
    assert outcomes[0].probability == Fraction(5, wanted.numbers)
    assert sum(outcome.probability for outcome in outcomes) == 1


def test_a_script_has_an_end() -> None:
    game = find("bounce")
    playing = Playing(game, dealing(game, game.template(2)).result()[0], 0, 0, (0,) * LONGEST)
    with pytest.raises(ValueError, match=f"bounce draws more than {LONGEST} times in one action"):
        playing.result()


def test_a_state_is_left_as_it_was() -> None:
    game = find("crypto_cards")
    states = game.template(2).reshape(1)
    before = states.tobytes()
    dealing(game, states[0]).result()
    dealing(game, states[0]).possible(Wanted(DECK, 52))
    assert states.tobytes() == before
    assert np.shares_memory(dealing(game, states[0]).before, states)
