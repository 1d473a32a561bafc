"""The environments pass Gymnasium's checker; one match and many come to the same."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.envs.gymnasium import Lanes, Solo, name_of
from openoutcry.games import registered
from varying import tables

SEED, LANES = 5, 6


@pytest.fixture(params=sorted(registered()))
def game(request: pytest.FixtureRequest) -> Game:
    return registered()[request.param]


def checked(game: Game, seats: int, options: Any, seat: int) -> None:
    made = gymnasium.make(name_of(game), seats=seats, options=options, seat=seat, render_mode="ansi")
    check_env(made.unwrapped)


def test_gymnasiums_checker_passes_with_all_numbers_of_seats(game: Game) -> None:
    for seats in game.seats:
        checked(game, seats, None, seats - 1)


@pytest.mark.long
def test_gymnasiums_checker_passes_with_all_variants(game: Game) -> None:
    for seats, options in tables(game):
        checked(game, seats, options, 0)


def lowest(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


def test_many_matches_are_those_of_one(game: Game) -> None:
    many = gymnasium.make_vec(name_of(game), num_envs=LANES, opponents="random")
    assert isinstance(many, Lanes)
    rows, infos = many.reset(seed=SEED)
    one = Solo(game, opponents="random")
    row, info = one.reset(seed=SEED)
    for _ in range(3000):
        assert many.observation_space.contains(rows)
        assert rows[0].tobytes() == row.tobytes()
        actions = np.array([lowest(mask) for mask in infos["action_mask"]])
        rows, rewards, over, _, infos = many.step(actions)
        row, reward, is_over, _, info = one.step(lowest(info["action_mask"]))
        assert (reward, is_over) == (rewards[0], over[0])
        if is_over:
            assert infos["final_obs"][0].tobytes() == row.tobytes()
            assert infos["final_info"]["points"][0].tolist() == info["points"]
            return
    raise AssertionError("the match does not end")


def test_rewards_come_at_the_end_and_are_those_of_the_seat() -> None:
    many = Lanes("bounce", num_envs=64, seats=2, opponents="random")
    _, infos = many.reset(seed=SEED)
    rewards: list[float] = []
    while len(rewards) < 200:
        _, reward, over, _, infos = many.step(np.array([lowest(mask) for mask in infos["action_mask"]]))
        rewards += reward[over].tolist()
        assert (reward[~over] == 0).all()
    assert set(rewards) <= {-1.0, 0.0, 1.0}
    many.close()


def test_an_illegal_action_changes_nothing_and_is_told() -> None:
    solo = Solo("crypto_cards", seats=3)
    row, info = solo.reset(seed=SEED)
    before = solo.save()
    again, reward, is_over, is_cut, told = solo.step(lowest(1 - info["action_mask"]))
    assert "§" in told["refused"]
    assert (again.tobytes(), reward, is_over, is_cut, solo.save()) == (row.tobytes(), 0.0, False, False, before)
    many = Lanes("crypto_cards", num_envs=2, seats=3)
    _, infos = many.reset(seed=SEED)
    with pytest.raises(Mistake, match=r"^lane 0, seat 0, \w+ \w+: §\d\.\d: "):
        many.step(np.array([lowest(1 - mask) for mask in infos["action_mask"]]))


def test_what_is_saved_goes_on_to_the_same_bytes() -> None:
    solo, again = Solo("cash_a_catch", seats=3), Solo("cash_a_catch", seats=3)
    solo.reset(seed=SEED)
    for _ in range(5):
        solo.step(lowest(solo.action_masks()))
    again.restore(solo.save())
    for _ in range(5):
        assert (
            solo.step(lowest(solo.action_masks()))[0].tobytes() == again.step(lowest(again.action_masks()))[0].tobytes()
        )
    with pytest.raises(Mistake, match=r"^what was saved is not of a batch like this one: it differs in bots$"):
        Solo("cash_a_catch", seats=3, opponents="random").restore(solo.save())


def test_when_it_is_over_the_next_is_dealt_by_reset() -> None:
    solo = Solo("bounce", seats=2, render_mode="ansi")
    solo.reset(seed=SEED)
    is_over = False
    while not is_over:
        _, _, is_over, _, info = solo.step(lowest(solo.action_masks()))
    assert sorted(info["places"]) in ([1, 2], [1, 1])
    assert solo.render().startswith("Bounce: 1. ")
    with pytest.raises(Mistake, match=r"^the match is over; reset deals the next one$"):
        solo.step(0)
    solo.reset()
    assert solo.action_masks().any()


def test_a_seat_that_is_never_asked_is_no_agents() -> None:
    with pytest.raises(Mistake, match=r"^in 1000 games in a row nobody was asked but bots: sit at another seat$"):
        Solo("crypto_cards", seats=6, options={"hand": 8}, seat=5)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"seat": 3}, "seats go from 0 to 2, not 3"),
        ({"opponents": ["greedy"]}, "an agent has 2 opponents at 3 seats, not 1"),
        ({"opponents": "search"}, "search cannot play in a batch; random, easy and greedy can"),
    ],
)
def test_what_makes_no_environment_is_refused(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as refused:
        Solo("crypto_cards", **{"seats": 3} | given)
    assert str(refused.value) == sentence


def test_playing_needs_none_of_it() -> None:
    imported = "import sys, openoutcry, openoutcry.cli, openoutcry.envs.batch"
    seen = f"{imported}; print({{'gymnasium', 'pettingzoo'}} & {{*sys.modules}})"
    done = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
