"""Games that are looked into are those that are played otherwise, and what is told of them is what play-outs say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from openoutcry.bots import probing, read
from openoutcry.bots.memory import WHOLE
from openoutcry.bots.probing import DECISIONS, HALVES, PLAYOUTS, POINTS
from openoutcry.cli.skeleton import GAME as SKELETON
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.games import find
from openoutcry.lab.depth import Probed, Twice
from openoutcry.lab.simulate import Series

CRYPTO_CARDS = find("crypto_cards")
MASTER = new_chance(key_of_seed(4))


def series(kind: type[Any], game: Game, bots: list[str]) -> Any:
    return kind(game, game.template(len(bots)), [read(bot, game) for bot in bots])


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        (CRYPTO_CARDS, ["greedy", "random", "greedy"]),
        (CRYPTO_CARDS, ["search:20", "greedy"]),
        (SKELETON, ["random", "random"]),
    ],
)
def test_they_are_the_same_games(game: Game, bots: list[str]) -> None:
    plain, probed, twice = (series(kind, game, bots) for kind in (Series, Probed, Twice))
    for number in range(4):
        for each in (plain, probed, twice):
            each.play(MASTER, number, 1)
        assert plain.lengths[0] == probed.lengths[0] == twice.lengths[0]
        assert plain.points[0].tolist() == probed.points[0].tolist() == twice.points[0].tolist()


def test_every_play_out_has_its_winners_and_what_is_over_is_known() -> None:
    probed = series(Probed, CRYPTO_CARDS, ["greedy"] * 2)
    chances = []
    for number in range(12):
        probed.play(MASTER, number, 1)
        chances.append(probed._probes["chances"][0].copy())
        assert (chances[-1].sum(axis=2) == WHOLE * PLAYOUTS).all()
        assert not chances[-1][:, :, 2:].any()
        assert 0 <= probed._probes["meaningful"][0] <= DECISIONS
    at_first, at_last = (
        np.abs(np.array(chances)[:, point, :, 0] / (WHOLE * PLAYOUTS) - 0.5).mean() for point in (0, -1)
    )
    assert at_last > at_first + 0.2, "in the end it is clear who wins"
    assert np.array(chances).shape[1:3] == (POINTS, HALVES)


def test_other_whims_matter_only_where_somebody_has_any() -> None:
    for bots, differ in ((["greedy"] * 3, False), (["random"] * 3, True)):
        twice = series(Twice, find("cash_a_catch") if differ else CRYPTO_CARDS, bots)
        apart = 0
        for number in range(12):
            twice.play(MASTER, number, 1)
            one, other = twice.values()
            assert one.sum() == pytest.approx(0)
            apart += bool((one != other).any())
        assert (apart > 0) is differ


def test_a_game_that_is_longer_than_there_is_room_is_kept_at_larger_steps() -> None:
    prober = probing.new_prober(SKELETON)
    path, state = np.zeros(8, SKELETON.state_type), SKELETON.template(2)
    prober.stride = 1
    for steps in range(40):
        state.seat = steps % 100
        if steps % prober.stride == 0:
            probing.keep(state, steps % 2, steps, prober, path)
    assert prober.stride == 8
    assert path["seat"][: prober.kept].tolist() == [0, 8, 16, 24, 32]
    assert prober.actors[: prober.kept].tolist() == [0] * 5
