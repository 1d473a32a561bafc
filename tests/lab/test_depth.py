"""Deep measures: known answers of a game that says what decides it, honest intervals, the same figures always."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openoutcry.bots.judging import MATTERS
from openoutcry.bots.memory import WHOLE
from openoutcry.engine.mistakes import Mistake
from openoutcry.lab.depth import GROUPS, Depth, drama, players_of, settled, surprise
from openoutcry.lab.experiment import DEEP_KEYS, Experiment, experiment_of
from openoutcry.lab.findings import LESS, MORE, Figure, Findings, findings_of
from openoutcry.lab.measures import DEEP, PARTS, PROBED
from openoutcry.lab.report import report
from openoutcry.lab.statistics import interval
from openoutcry.lab.summary import summary
from openoutcry.lab.trial import Trial
from openoutcry.lab.words import Voice, languages
from toy_game import GAME as TOY

KEYS = 96


def experiment(*by: str, **more: Any) -> Experiment:
    asked: dict[str, Any] = {"seats": "2", "deep": KEYS, "precision": 0.2, "most": 64}
    return Experiment(TOY, vary=(f"by={','.join(by)}",), **asked | more)


@cache
def found(*by: str, **more: Any) -> Findings:
    trial = Trial(experiment(*by, **more))
    trial.run()
    return findings_of(trial)


def figures(by: str, **more: Any) -> dict[str, Figure]:
    return dict(found(by, **more).tables[0].figures)


def near(figure: Figure, truth: float, within: float = 0.0) -> bool:
    """Whether an interval holds the truth, and the mean is near."""
    return figure.low - 1e-9 <= truth <= figure.high + 1e-9 and abs(figure.mean - truth) <= within + 1e-9


@pytest.mark.parametrize("seats", ["2", "3", "4"])
@pytest.mark.parametrize(
    ("by", "part", "at_least"),
    [("late", "luck", 0.999), ("early", "luck", 0.999), ("seat", "seat", 0.999), ("skill", "skill", 0.95)],
)
def test_the_result_is_made_of_what_decides_it(by: str, part: str, at_least: float, seats: str) -> None:
    parts = {name: figures(by, seats=seats)[name] for name in PARTS}
    assert parts[part].mean >= at_least
    for name in PARTS:
        assert parts[name].low <= parts[name].mean <= parts[name].high
        assert name == part or parts[name].mean <= 0.05


def test_what_players_do_at_a_whim_decides_where_nothing_else_does() -> None:
    parts = {name: figures("whims")[name] for name in PARTS}
    assert near(parts["whims"], 1.0, 0.1)
    assert near(parts["skill"], 0.0, 0.05)


@pytest.mark.parametrize("by", ["late", "early", "seat"])
def test_where_nothing_that_is_done_counts_no_decision_is_meaningful(by: str) -> None:
    assert figures(by)["meaningful"].mean == 0


def test_where_the_largest_number_wins_three_of_four_blind_choices_cost_something() -> None:
    assert near(figures("skill")["meaningful"], 0.75, 0.06)
    assert MATTERS == WHOLE // 20


def test_a_game_is_settled_when_its_die_is_thrown() -> None:
    assert figures("late")["settled"].mean == 1
    assert figures("early")["settled"].mean == 0
    assert figures("seat")["settled"].mean == 0


def test_nobody_is_surprised_by_what_was_known_and_all_by_the_last_die() -> None:
    assert figures("early")["surprise"].mean == 0
    assert near(figures("late")["surprise"], 100 * 0.5 / 20, 0.4)
    assert near(figures("early")["drama"], 0.0)
    assert near(figures("late")["drama"], 0.0, 0.5)


def test_drama_is_how_far_behind_the_favourite_the_winner_was() -> None:
    behind = np.array([[[0.2, 0.8]] * 2, [[0.4, 0.6]] * 2, [[0.7, 0.3]] * 2])
    assert drama(behind, np.array([1.0, 0.0])) == pytest.approx((0.6 + 0.2 + 0) / 3)
    assert drama(behind, np.array([0.0, 1.0])) == pytest.approx(0.4 / 3)
    assert drama(behind, np.array([0.5, 0.5])) == 0
    assert surprise(behind, np.array([1.0, 0.0])) == pytest.approx((0.2 + 0.3 + 0.3) / 3)


def test_the_noise_of_play_outs_is_neither_drama_nor_surprise() -> None:
    dice = np.random.default_rng(1)
    noise = [dice.binomial(50, 0.5, (20, 2)) / 50 for _ in range(2000)]
    chances = [np.stack([each, 1 - each], axis=2) for each in noise]
    told = [(drama(each, np.array([1.0, 0.0])), surprise(each[:, :], np.array([0.5, 0.5]))) for each in chances]
    assert np.abs(np.mean(told, axis=0)).max() < 0.01, "with half as many the winner would be behind by 3 in a hundred"


def test_a_tie_is_settled_when_those_who_share_it_have_all_the_chances() -> None:
    chances = np.array([[[0.4, 0.2, 0.4]] * 2, [[0.5, 0.05, 0.45]] * 2])
    assert settled(chances, np.array([0.5, 0.0, 0.5])) == 0.5


def made(dice: Any, keys: int, depth: Depth, by: tuple[float, float, float, float]) -> tuple[Any, Any]:
    """Sums of keys whose results have these parts, and how large they are in truth."""
    seat, skill, luck, whims = np.sqrt(by)
    seats = np.array([1.0, -1.0]) * seat
    players = np.array([[1.0, -1.0], [-1.0, 1.0]]) * skill
    groups = np.zeros((GROUPS, 4, depth.columns))
    for key in range(keys):
        deal = dice.choice([-1.0, 1.0], (2, 1)) * np.array([1.0, -1.0]) * luck
        whim = dice.choice([-1.0, 1.0], (2, 2, 1)) * np.array([1.0, -1.0]) * whims
        row = depth.values([0.0] * 4, list((seats + players + deal)[:, None] + whim))
        groups[key % GROUPS, :2] += [row, row * row]
    return groups, np.array(by) / sum(by)


@pytest.mark.parametrize("truth", [(0.02, 0.2, 0.5, 0.28), (0.0, 0.01, 0.7, 0.29), (0.3, 0.5, 0.1, 0.1)])
def test_of_a_thousand_experiments_930_hold_the_parts(truth: tuple[float, float, float, float]) -> None:
    depth, dice = Depth(TOY, 2, ["greedy"] * 2), np.random.default_rng(2)
    held, means = np.zeros(4), np.zeros(4)
    for _ in range(1000):
        groups, parts = made(dice, KEYS, depth, truth)
        for place, part in enumerate(depth.parts(groups).values()):
            around = interval(part.sample)
            held[place] += around.low <= parts[place] <= around.high
            means[place] += part.sample.mean / 1000
    print(f"{held.astype(int).tolist()} of 1000 hold seat, skill, luck and whims")
    assert held.min() >= 930
    assert means == pytest.approx(parts, abs=0.003), "no part is flattered by having few keys"


def test_players_who_differ_are_those_of_the_table_or_every_second_plays_otherwise() -> None:
    assert players_of(["greedy", "random", "random"], TOY) == ("greedy", "random", "random")
    assert players_of(["search:50"] * 4, TOY) == ("search:50", "random", "search:50", "random")
    assert Depth(TOY, 4, ["greedy"] * 4).rotations == 2
    assert Depth(TOY, 3, ["greedy"] * 3).rotations == 3


def sums(trial: Trial) -> Any:
    return trial.deep.done, [each.tolist() for each in (*trial.main.sums, *trial.deep.sums)]


def played(folder: Path | None = None, workers: int | None = None, stop_at: int = KEYS, **more: Any) -> Trial:
    trial = Trial(experiment("late", "skill", **more), folder)
    trial.run(lambda done, _total, doing: trial.stop() if doing != "Playing" and done >= stop_at else None, workers)
    return trial


def test_the_figures_are_the_same_on_any_number_of_cores_and_after_an_interruption(tmp_path: Path) -> None:
    one, two, three = (sums(played(workers=workers)) for workers in (1, 2, 3))
    assert one == two == three
    stopped = Trial(experiment("late", "skill"), tmp_path)
    stopped.run(lambda done, _total, doing: stopped.stop() if doing == "Looking deeper" and done >= 20 else None, 1)
    assert 20 <= stopped.deep.done < KEYS
    assert not stopped.is_over
    assert sums(played(tmp_path)) == one
    assert sums(played(seed=1)) != one


def test_stopped_early_the_intervals_are_wider_and_nothing_is_tested() -> None:
    trial = Trial(experiment("late", "skill"))
    trial.run(lambda done, _total, doing: trial.stop() if doing == "Looking deeper" and done >= 40 else None, 1)
    early, whole = findings_of(trial), found("late", "skill")
    assert not early.is_whole
    assert all(each.p is None for each in early.tables[1].comparisons.values())
    for name in ("settled", "meaningful", "luck"):
        one, other = early.tables[0].figures[name], whole.tables[0].figures[name]
        assert one.high - one.low > other.high - other.low or one.high - one.low == 1
        assert one.keys == trial.deep.done < other.keys == KEYS


def test_variants_are_compared_in_them_key_by_key() -> None:
    compared = found("late", "skill").tables[1].comparisons
    assert set(DEEP) <= set(compared)
    assert compared["luck"].verdict == LESS
    assert compared["skill"].verdict == MORE
    assert compared["meaningful"].verdict == MORE
    assert compared["settled"].verdict == LESS


def test_they_are_measured_where_they_are_asked_for_and_cost_nothing_else() -> None:
    assert experiment("late", deep=0).deep_keys == 0
    assert Trial(experiment("late", deep=0)).deep.sums[0].size == 0
    assert experiment("late", deep=0, measures=("settled",)).deep_keys == DEEP_KEYS
    assert experiment("late", deep=0, aims=("drama > 3",)).deep_keys == DEEP_KEYS
    assert set(DEEP) <= set(experiment("late").asked)
    assert not set(DEEP) & set(experiment("late", deep=0).asked)
    assert "probed games" in experiment("late").needs
    assert experiment("late", deep=0).needs == ("watched games",)
    assert experiment("late", bots=("random",)).needs == ("watched games", "probed games")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"deep": 3}, "the deep keys at a table go from 64 to 1,000,000,000, not 3"),
        ({"seats": "1", "measures": ("settled",)}, "there is no measure 'settled' here; there are turns"),
        ({"aims": ("luck < 30",)}, "luck is a share from 0 to 1, as in 0.03 or 3%"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Mistake) as refused:
        experiment("late", **more)
    assert str(refused.value).startswith(sentence)


def test_whoever_plays_alone_or_leaves_something_out_has_none() -> None:
    assert experiment("late", seats="1").arms[0].depth is None
    arms = experiment_of({"game": "crypto_cards", "seats": "3", "without": ["endorse"], "deep": 64}).arms
    assert [arm.depth is None for arm in arms] == [False, True]


@pytest.mark.parametrize("language", languages())
def test_the_report_says_what_decides_and_how_it_was_measured(language: str) -> None:
    trial, voice = Trial(experiment("late", "skill", bots=("greedy", "greedy,random"))), Voice(language)
    trial.run()
    findings = findings_of(trial)
    text, told = report(trial, findings, voice), summary(findings, voice)
    assert voice.say("deeply", keys=KEYS) in text
    for name in DEEP:
        assert voice.meaning(name) in text
    assert sum(voice.title("luck") in sentence and "greedy, random" in sentence for sentence in told) == 2
    assert sum(sentence.startswith("greedy ") and "random; " in sentence for sentence in told) == 2


def test_it_says_in_words_whether_skill_counts() -> None:
    told = summary(found("late", "skill", bots=("greedy,random",)), Voice())
    late, skill = (sentence for sentence in told if sentence.startswith(("greedy wins", "random wins")))
    assert late.endswith("no skill of that kind is seen to count.")
    assert skill.startswith("greedy wins 100.0%")
    assert skill.endswith("an equal share would be 50.0% (2 players, by=skill): skill of that kind counts.")


def test_probed_and_parts_are_all_there_is() -> None:
    assert (*PROBED, *PARTS) == DEEP
