"""Experiments: what can be asked, what is refused before anything is played, and that a file says the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from openoutcry.engine.mistakes import Mistake
from openoutcry.lab.experiment import Experiment, experiment_of, read_file


def asked(**more: Any) -> Experiment:
    return experiment_of({"game": "crypto_cards"} | more)


def test_every_variant_is_played_at_every_number_of_seats_by_everybody() -> None:
    arms = asked(vary=["hand=4..5", "faces=always,after-first-joker"], seats="2-3", bots=["greedy", "random"]).arms
    assert len(arms) == 2 * 2 * 2 * 2
    assert arms[0].options == {"hand": 4, "faces": "always"}
    assert arms[0].template.hand == 4
    assert [arm.table for arm in arms[::4]] == [
        (2, ("greedy",) * 2),
        (2, ("random",) * 2),
        (3, ("greedy",) * 3),
        (3, ("random",) * 3),
    ]


def test_variants_are_compared_with_the_game_as_it_comes_or_else_with_the_first() -> None:
    assert asked(vary=["hand=3..8"]).baseline == {"hand": 5}
    assert asked(vary=["hand=6..8"]).baseline == {"hand": 6}
    assert asked().baseline == {}


@pytest.mark.parametrize(
    ("bots", "rotations"),
    [("greedy", 1), ("greedy,random,random,random", 4), ("greedy,...random", 4), ("greedy,random,greedy,random", 2)],
)
def test_bots_that_differ_sit_at_every_seat(bots: str, rotations: int) -> None:
    assert asked(seats="4", bots=[bots]).arms[0].rotations == rotations


def test_whoever_leaves_something_out_sits_alone_among_others() -> None:
    arms = asked(seats="3", without=["endorse", "buy"]).arms
    assert [arm.bots for arm in arms] == [
        ("greedy",) * 3,
        ("greedy without endorse", "greedy", "greedy"),
        ("greedy without buy", "greedy", "greedy"),
    ]
    assert [arm.rotations for arm in arms] == [1, 3, 3]
    assert "bot.greedy without endorse" in asked(seats="3", without=["endorse"]).asked
    bots = asked(seats="2", bots=["search:50"], without=["face"]).arms[1].bots
    assert bots == ("search:50 without face", "search:50")
    assert (
        asked(seats="2", bots=["Random  without sell+endorse,greedy"]).arms[0].bots[0] == "random without sell+endorse"
    )


def test_a_question_is_about_the_main_measures_unless_it_says_otherwise() -> None:
    assert {"turns", "ties", "wins.0", "wins.3", "seat_advantage"} <= set(asked().asked)
    assert "action.sell" not in asked().asked
    assert asked(measures=["turns", "action"]).asked[:3] == ("turns", "action.sell", "action.endorse")
    assert "seat_advantage" not in asked(seats="2", bots=["greedy,random"]).asked
    assert asked(measures=["turns"], aims=["ties < 3%"]).asked == ("turns", "ties")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"vary": ["hands=3..8"]}, "Crypto Cards has no option 'hands'; it has hand, order, faces"),
        ({"vary": ["hand=8..3"]}, "hand=8..3 has no values"),
        ({"vary": ["hand"]}, "what varies is written like hand=3..8"),
        ({"vary": ["hand=3..9"]}, "option hand takes a whole number from 3 to 8, not '9'"),
        ({"vary": ["hand=3,3"]}, "hand=3,3 has a value twice"),
        ({"vary": ["hand=3..4", "hand=5"]}, "option hand is varied twice"),
        ({"vary": ["hand=3..4"], "options": ["hand=5"]}, "option hand is given twice"),
        ({"vary": ["order=first"]}, "option order takes mine-sell-transfer or sell-mine-transfer, not 'first'"),
        ({"seats": "4-2"}, "there are no seats from 4 to 2"),
        ({"seats": "many"}, "seats are written 4, 2-4 or 2,4, not 'many'"),
        ({"seats": "2-9"}, "Crypto Cards is for 2 to 6 players, not 7"),
        ({"bots": ["oracle"]}, "there is no bot 'oracle'"),
        ({"bots": ["greedy,random"], "seats": "3"}, "3 seats need one bot or 3, not 2"),
        ({"bots": ["search:100ms"]}, "search:100ms cannot play many games at once"),
        ({"measures": ["fun"]}, "there is no measure 'fun' here; there are turns"),
        ({"aims": ["short games"]}, "an aim is written like turns 20..40"),
        ({"aims": ["turns 40..20"]}, "'turns 40..20' cannot be met"),
        ({"aims": ["turns < 20", "turns > 30"]}, "'turns < 20' and 'turns > 30' contradict each other"),
        ({"aims": ["ties < 3"]}, "ties is a share from 0 to 1, as in 0.03 or 3%"),
        ({"aims": ["turns < many"]}, "an aim is written like turns 20..40"),
        ({"aims": ["wins > 90%"], "seats": "2"},
         "'wins > 90%' does not say which; there is one for each seat: wins.0, wins.1"),
        ({"aims": ["points < 5"], "seats": "2"},
         "'points < 5' does not say which; there is one for each seat: points.0, points.1"),
        ({"aims": ["bot > 30%"], "bots": ["greedy,...random"]},
         "'bot > 30%' does not say which; there is one for each bot: bot.greedy, bot.random"),
        ({"aims": ["ending < 3%"]}, "'ending < 3%' does not say which; there is one for each ending: ending."),
        ({"aims": ["action < 3"]}, "'action < 3' does not say which; there is one for each action: action.sell"),
        ({"aims": ["event > 3"]}, "'event > 3' does not say which; there is one for each event: event."),
        ({"aims": ["clause > 3%"]}, "'clause > 3%' does not say which; there is one for each clause: clause.2.1, "),
        ({"aims": ["turns < -5"]}, "'turns < -5' cannot be met: turns is never less than 0"),
        ({"aims": ["action.sell -3..-1"]}, "'action.sell -3..-1' cannot be met: action.sell is never less than 0"),
        ({"aims": ["options < 0.5"]}, "'options < 0.5' cannot be met: options is never less than 1"),
        ({"aims": ["wins.0 < 40%", "wins.1 < 40%"], "seats": "2"},
         "'wins.0 < 40%' and 'wins.1 < 40%' contradict each other: wins.0 and wins.1 are 100%"),
        ({"aims": ["bot.greedy < 30%", "bot.random < 20%"], "bots": ["greedy,...random"]},
         "'bot.greedy < 30%' and 'bot.random < 20%' contradict each other: bot.greedy and 3 times bot.random are 100%"),
        ({"aims": ["seat < 20%", "luck < 20%", "skill < 20%", "whims < 20%"]},
         "'seat < 20%' and 'luck < 20%' and 'skill < 20%' and 'whims < 20%' contradict each other: seat and skill"),
        ({"aims": ["seat_advantage > 80%"]},
         "'seat_advantage > 80%' cannot be met: of 4 players one wins 75.0% more than its share at most"),
        ({"aims": ["seat_advantage < 2%", "wins.0 > 60%"]},
         ("'seat_advantage < 2%' and 'wins.0 > 60%' contradict each other: with 4 players and a seat_advantage like "
          "that, no seat wins more than 27.0%")),
        ({"aims": ["wins.0 < 20%", "seat_advantage < 1%"]},
         ("'wins.0 < 20%' and 'seat_advantage < 1%' contradict each other: with 4 players and a seat_advantage like "
          "that, all seats together win less than 100%")),
        ({"aims": ["wins.0 < 40%", "wins.1 < 40%", "wins.2 < 40%", "seat_advantage > 10%"], "seats": "3"},
         ("'wins.0 < 40%' and 'wins.1 < 40%' and 'wins.2 < 40%' and 'seat_advantage > 10%' contradict each other: "
          "with 3 players and a seat_advantage like that, one seat wins at least 43.3%")),
        ({"without": ["fly"]}, "Crypto Cards has no action or habit 'fly'; it has sell, endorse, transfer, buy, pass"),
        ({"without": ["bluff"]}, "Crypto Cards has no action or habit 'bluff'; it has sell, endorse"),
        ({"bots": ["greedy,random"], "seats": "2", "without": ["sell"]}, "one bot for all seats leaves out sell"),
        ({"precision": 0.0}, "the precision is between 0 and 1"),
        ({"most": 1}, "the most keys at a table go from 64"),
        ({"seed": -1}, "a seed is a whole number from 0 to"),
        ({"vary": ["hand=3..8", "face_sales=1..3", "order=mine-sell-transfer,sell-mine-transfer"], "seats": "2-6",
          "bots": ["greedy", "random"]}, "these are 360 tables; at most 200"),
        ({"colour": "red"}, "the experiment says 'colour'; it can say game, vary"),
        ({"vary": 3}, "vary of the experiment is a list of texts, not 3"),
        ({"most": "many"}, "most of the experiment is a number, not 'many'"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_in_one_sentence(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as refused:
        asked(**more)
    assert str(refused.value).startswith(sentence)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("aims", "more"),
    [
        (["wins.0 < 40%", "wins.1 < 40%"], {"seats": "3"}),
        (["wins.0 25%..25%", "wins.1 25%..25%", "wins.2 <= 25%", "wins.3 < 25%", "seat_advantage < 0%"], {}),
        (["wins.0 > 27%", "seat_advantage < 2%"], {}),
        (["bot.greedy < 40%", "bot.random < 20%"], {"bots": ["greedy,...random"]}),
        (["seat_advantage > 75%", "points.0 < -3", "options < 1", "turns < 0"], {}),
    ],
)
def test_aims_that_can_be_met_together_are_asked(aims: list[str], more: dict[str, Any]) -> None:
    assert [aim.written for aim in asked(aims=aims, **more).read_aims] == aims


def test_what_a_player_may_do_without_is_listed() -> None:
    listed = [
        ("crypto_cards", "pass, and the habits face"),
        ("cash_or_crash", "stop, and the habits bluff, big_bluff,"),
    ]
    for game, end in [*listed, ("bounce", ", and no habits")]:
        with pytest.raises(Mistake, match=f"has no action or habit 'fly'; it has .*{end}"):
            asked(game=game, without=["fly"])


def test_a_file_says_the_same_as_a_command(tmp_path: Path) -> None:
    experiment = asked(vary=["hand=3..5"], seats="2-3", aims=["ties < 3%"], precision=0.02, seed=7)
    path = tmp_path / "experiment.toml"
    path.write_text(experiment.as_toml, encoding="utf-8")
    assert read_file(path) == experiment


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("vary = [", "experiment.toml is not an experiment"),
        ("seats = '4'", "experiment.toml has to name a game"),
        ("game = 'whist'", "there is no game"),
    ],
)
def test_a_file_that_is_no_experiment_is_refused(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "experiment.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(Mistake, match=sentence):
        read_file(path)
    with pytest.raises(Mistake, match="cannot be read"):
        read_file(tmp_path / "none.toml")
