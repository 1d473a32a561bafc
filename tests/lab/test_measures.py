"""Measures: what they are called, and that they say what was played."""

from __future__ import annotations

import numpy as np
import pytest

from openoutcry.bots import read
from openoutcry.bots.measuring import GENERAL
from openoutcry.cli.skeleton import GAME as SKELETON
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.games import find
from openoutcry.lab.measures import Sheet, Watched
from openoutcry.lab.simulate import Simulation

CRYPTO_CARDS = find("crypto_cards")
GAMES = 300


def measured(game: Game, bots: list[str], rotation: int = 0) -> dict[str, np.ndarray]:
    """The values of every measure, by name; the bots sit so many seats further on."""
    seats = len(bots)
    turned = [bots[(seat - rotation) % seats] for seat in range(seats)]
    watched = Watched(game, game.template(seats), [read(name, game) for name in turned], GAMES)
    watched.play(new_chance(key_of_seed(0)), 0, GAMES)
    sheet = Sheet(game, seats, bots)
    values = sheet.values(watched, GAMES, rotation)
    assert values.shape == (GAMES, len(sheet.measures))
    return {measure.name: values[:, place] for place, measure in enumerate(sheet.measures)}


def test_they_say_what_a_simulation_says() -> None:
    found = measured(CRYPTO_CARDS, ["greedy"] * 4)
    simulation = Simulation(CRYPTO_CARDS, 4, GAMES, bots=["greedy"])
    simulation.run()
    report = simulation.report()
    assert found["decisions"].mean() == pytest.approx(report["length"]["mean"])
    assert found["ties"].mean() == pytest.approx(report["ties"])
    assert found["ending.second_joker"].mean() == report["endings"]["second_joker"]
    for seat in range(4):
        assert found[f"wins.{seat}"].mean() == pytest.approx(report["wins"][seat])
        assert found[f"points.{seat}"].mean() == pytest.approx(report["points"][seat])
    for verb, often in report["actions"].items():
        assert found[f"action.{verb}"].mean() == pytest.approx(often)


def test_a_clause_matters_in_a_game_where_its_verb_or_event_comes() -> None:
    found = measured(CRYPTO_CARDS, ["greedy"] * 3)
    assert (found["clause.3.2"] == (found["action.sell"] > 0)).all()
    assert (found["clause.2.3"] == (found["event.mined"] > 0)).all()
    assert not found["clause.6.5"].any(), "nothing is bought back without the option"


def test_shares_are_from_0_to_1_and_a_margin_is_none_where_first_place_is_shared_by_points() -> None:
    sheet = Sheet(CRYPTO_CARDS, 4, ["greedy"] * 4)
    found = measured(CRYPTO_CARDS, ["greedy"] * 4)
    for measure in sheet.measures:
        if measure.is_share:
            assert 0 <= found[measure.name].min() <= found[measure.name].max() <= 1, measure.name
    assert (found["margin"] >= 0).all()
    assert (found["margin"][found["ties"] == 1] == 0).all()
    assert (np.add.reduce([found[f"wins.{seat}"] for seat in range(4)]) == 1).all()


def test_only_whoever_led_alone_halfway_wins_as_the_leader() -> None:
    found = measured(CRYPTO_CARDS, ["greedy"] * 4)
    assert (found["leader_wins"] <= found["led"]).all()
    assert 0.5 < found["leader_wins"].sum() / found["led"].sum() < 0.75, "of those who lead, not of all games"
    watched = Watched(CRYPTO_CARDS, CRYPTO_CARDS.template(4), [read("greedy", CRYPTO_CARDS)] * 4)
    for number in range(50):
        watched.play(new_chance(key_of_seed(0)), number, 1)
        leaders = int(watched._watcher.leaders[int(watched.lengths[0]) // 2])
        assert found["led"][number] == (leaders.bit_count() == 1)


def test_a_bot_is_followed_to_the_seat_where_it_sits() -> None:
    bots = ["greedy", "random", "random"]
    for rotation in range(3):
        found = measured(CRYPTO_CARDS, bots, rotation)
        assert (found["bot.greedy"] == found[f"wins.{rotation}"]).all()
        assert np.allclose(found["bot.greedy"] + 2 * found["bot.random"], 1)


def test_whoever_plays_alone_has_no_lead_and_no_tie() -> None:
    names = {measure.name for measure in Sheet(find("bounce"), 1, ["greedy"]).measures}
    assert {"turns", "decisions", "forced", "options", "points.0", "event.sick"} <= names
    assert not names & {"ties", "margin", "comebacks", "wins.0"}


def test_a_game_without_events_has_all_the_rest() -> None:
    found = measured(SKELETON, ["random"] * 2)
    assert {*GENERAL, "wins.0", "points.1"} <= set(found)
    assert not any(name.startswith("event.") for name in found)
    assert (found["turns"] > 0).all()
