"""The environments pass PettingZoo's own tests, in every game with all numbers of seats and all variants."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.playout import next_seat
from openoutcry.envs.pettingzoo import env, parallel_env
from openoutcry.games import registered
from openoutcry.table.match import Match
from varying import tables

pytestmark = [
    # PettingZoo knows the environments by name in which an observation with a mask is as it should be.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]
CYCLES, SEED = 60, 5


@pytest.fixture(params=sorted(registered()))
def game(request: pytest.FixtureRequest) -> Game:
    return registered()[request.param]


def pass_all(game: Game, seats: int, options: Any) -> None:
    api_test(env(game, seats, options), num_cycles=CYCLES)
    seed_test(lambda: env(game, seats, options), num_cycles=CYCLES)
    render_test(lambda render_mode: env(game, seats, options, render_mode))
    parallel_api_test(parallel_env(game, seats, options), num_cycles=CYCLES)


def test_pettingzoos_own_tests_pass_with_all_numbers_of_seats(game: Game) -> None:
    for seats in game.seats:
        pass_all(game, seats, None)


@pytest.mark.long
def test_pettingzoos_own_tests_pass_with_all_variants(game: Game) -> None:
    for seats, options in tables(game):
        pass_all(game, seats, options)


def play(played: Any, dice: random.Random) -> Iterator[tuple[str, int]]:
    """Play to the end at random, telling who does what."""
    for agent in played.agent_iter():
        observation, _, is_over, _, _ = played.last()
        action = None if is_over else int(dice.choice(np.flatnonzero(observation["action_mask"]).tolist()))
        played.step(action)
        if action is not None:
            yield agent, action


def test_a_match_goes_as_at_a_table(game: Game) -> None:
    seats = game.seats[-1]
    played, match = env(game, seats), Match(game, seats, key=game_key())
    played.reset(seed=SEED)
    for agent, action in play(played, random.Random(SEED)):
        assert agent == f"seat_{next_seat(match._state, match._chance)}"
        match.play(int(agent.removeprefix("seat_")), action)
        batch = played.unwrapped.sitting.batch
        assert not match.over or batch.states[0].tobytes() == match._state.tobytes()
    assert match.over


def game_key() -> bytes:
    """The key of game 0 of the seed."""
    from openoutcry.engine.chance import GAME_KEYS, key_of_seed, new_chance, rekey

    chance = new_chance(bytes(32))
    rekey(chance, new_chance(key_of_seed(SEED)), GAME_KEYS, 0)
    return bytes(chance.key.tobytes())


def test_rewards_come_at_the_end_by_places_with_points_in_the_infos() -> None:
    played = env("crypto_cards", seats=3)
    played.reset(seed=SEED)
    while not any(played.terminations.values()):
        assert set(played.rewards.values()) == {0.0}
        assert set(map(str, played.infos.values())) == {"{}"}
        played.step(int(np.flatnonzero(played.observe(played.agent_selection)["action_mask"])[0]))
    places = [played.infos[agent]["place"] for agent in played.agents]
    assert sum(played.rewards.values()) == 0
    assert [played.rewards[agent] for agent in played.agents] == [
        (sum(other > place for other in places) - sum(other < place for other in places)) / 2 for place in places
    ]
    assert {type(info["points"]) for info in played.infos.values()} == {int}


def test_what_is_saved_goes_on_to_the_same_end(game: Game) -> None:
    one, other = env(game), env(game)
    one.reset(seed=SEED)
    other.reset(seed=SEED + 1)
    for number, _ in enumerate(play(one, random.Random(0))):
        if number == 7:
            break
    saved = one.unwrapped.save()
    other.unwrapped.restore(saved)
    assert [*play(one, random.Random(1))] == [*play(other, random.Random(1))]
    assert one.unwrapped.save() == other.unwrapped.save() != saved


def test_each_reset_deals_another_game_and_a_seed_the_same_again() -> None:
    played = env("crypto_cards", seats=2)
    seen = []
    for seed in (SEED, None, None, SEED):
        played.reset(seed=seed)
        seen.append(played.last()[0]["observation"].tobytes())
    assert seen[0] == seen[3]
    assert len(set(seen)) == 3


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    played = env("crypto_cards", seats=2)
    played.reset(seed=SEED)
    before = played.unwrapped.save()
    illegal = int(np.flatnonzero(1 - played.last()[0]["action_mask"])[0])
    with pytest.raises(Mistake, match=r"^lane 0, seat 0, \w+ \w+: §\d\.\d: "):
        played.step(illegal)
    assert played.unwrapped.save() == before


def test_all_that_may_act_do_so_at_once_and_the_others_wait() -> None:
    played = parallel_env("cash_or_crash", seats=4)
    observations, _ = played.reset(seed=SEED)
    dice, together = random.Random(SEED), set()
    while played.agents:
        state = played.sitting.batch.states[0]
        may_act = {f"seat_{seat}" for seat in range(4) if int(state.to_act) >> seat & 1}
        waiting = {name for name, seen in observations.items() if seen["action_mask"][played.wait]}
        assert waiting == set(played.agents) - may_act
        together.add(len(may_act))
        actions = {
            name: int(dice.choice(np.flatnonzero(seen["action_mask"]).tolist())) for name, seen in observations.items()
        }
        observations, rewards, over, _, infos = played.step(actions)
    assert {1, 4} <= together
    assert all(over.values())
    assert abs(sum(rewards.values())) < 1e-6
    assert all(info["place"] >= 1 for info in infos.values())


def test_at_once_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    played = parallel_env("crypto_cards", seats=2)
    observations, _ = played.reset(seed=SEED)
    before, legal = played.save(), int(np.flatnonzero(observations["seat_0"]["action_mask"])[0])
    wait = played.wait
    for actions, sentence in (
        ({"seat_0": legal}, "seat_1 gives an action from 0 to 161, not None"),
        ({"seat_0": legal, "seat_1": 3}, "seat_1 may not act and waits, which is action 161, not 3"),
        ({"seat_0": wait, "seat_1": wait}, "seat_0 may act and cannot wait"),
    ):
        with pytest.raises(Mistake) as refused:
            played.step(actions)
        assert str(refused.value) == sentence
    illegal = int(np.flatnonzero(1 - observations["seat_0"]["action_mask"])[0])
    with pytest.raises(Mistake, match=r"^seat_0, \w+ \w+: §\d\.\d: "):
        played.step({"seat_0": illegal, "seat_1": wait})
    assert played.save() == before


def test_only_what_there_is_can_be_rendered() -> None:
    with pytest.raises(Mistake, match=r"^it can be rendered as human, ansi, rgb_array, not as 'video'$"):
        env("bounce", render_mode="video")
