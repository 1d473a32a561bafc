"""Experiments are played: the same figures on any number of cores and with any interruption, and the truth in them."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find
from openoutcry.games.bounce.solve import solve
from openoutcry.lab import trial as trials
from openoutcry.lab.experiment import Experiment, experiment_of
from openoutcry.lab.findings import LESS, MET, MISSED, MORE, NONE_SEEN, Findings, advantage, best_seat, findings_of
from openoutcry.lab.report import report
from openoutcry.lab.statistics import Sample, interval, normal
from openoutcry.lab.summary import summary
from openoutcry.lab.trial import STATE, Trial, further
from openoutcry.lab.words import Voice
from toy_game import GAME as TOY

QUESTION = {"game": "crypto_cards", "vary": ["hand=4..5"], "seats": "3", "precision": 0.03, "most": 4000}


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that many of them are left when one is played."""
    monkeypatch.setattr(trials, "BLOCK", 32)


def played(folder: Path | None = None, workers: int | None = None, **more: Any) -> Trial:
    trial = Trial(experiment_of(QUESTION | more), folder)
    trial.run(workers=workers)
    return trial


def stopped(folder: Path, keys: int, **more: Any) -> Trial:
    """A trial that is stopped once so many keys are played."""
    trial = Trial(experiment_of(QUESTION | more), folder)

    def look(done: float, _total: float, doing: str) -> None:
        if doing == "Playing" and done >= keys:
            trial.stop()

    trial.run(look)
    return trial


def figures(trial: Trial) -> Any:
    return [stage.done for stage in (trial.pilot, trial.main)], [sums.tolist() for sums in trial.main.sums]


def test_the_figures_are_the_same_on_any_number_of_cores() -> None:
    assert figures(played(workers=1)) == figures(played(workers=3))
    assert figures(played()) != figures(played(seed=1))


def test_an_experiment_that_was_stopped_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    first = stopped(tmp_path, 600, precision=0.02)
    assert 600 <= first.main.done < first.planned
    assert not findings_of(first).is_whole
    again = played(tmp_path, precision=0.02)
    assert again.is_over
    assert figures(again) == figures(played(precision=0.02))
    assert played(tmp_path, precision=0.02).seconds == again.seconds, "nothing is played twice"


def test_a_pilot_that_was_stopped_goes_on(tmp_path: Path) -> None:
    trial = Trial(experiment_of(QUESTION | {"most": 10_240}), tmp_path)
    trial.run_pilot(lambda done, *_: trial.stop() if done >= 512 else None, 1)
    assert 512 <= trial.pilot.done < trial.pilot.keys
    assert not trial.planned
    assert figures(played(tmp_path, most=10_240)) == figures(played(most=10_240))


def test_a_pilot_that_was_stopped_is_told_as_a_pilot_and_compares_nothing(tmp_path: Path) -> None:
    question = QUESTION | {"most": 10_240, "bots": ["greedy", "random"], "aims": ["turns 20..40"]}
    trial = Trial(experiment_of(question), tmp_path)
    trial.run_pilot(lambda done, *_: trial.stop() if done >= 512 else None, 1)
    found = findings_of(trial)
    assert found.is_pilot
    assert not found.is_whole
    assert found.keys == trial.pilot.done
    assert not any(each.comparisons or each.beside or each.verdicts[0].beside for each in found.tables)
    place = trial.experiment.arms[0].sheet.places["turns"]
    assert found.tables[0].figures["turns"].low == interval(trial.pilot.sample(0, place), at_any_time=True).low
    assert {row["is_pilot"] for row in found.rows()} == {True}
    assert found.as_json()["is_pilot"]
    for language, said in (("en", "these are figures of the pilot alone"), ("de", "Dies sind Zahlen des Vorlaufs")):
        assert said in report(trial, found, Voice(language))
    assert not any(each.startswith("Never came") for each in summary(found, Voice()))
    again = Trial(experiment_of(question), tmp_path)
    again.run()
    assert not findings_of(again).is_pilot
    assert findings_of(again).keys == again.planned


def test_two_keys_say_how_long_a_pilot_takes_and_change_nothing() -> None:
    trial = Trial(experiment_of(QUESTION))
    assert trial.pilot_seconds(1) > 0
    assert not trial.pilot.done
    trial.run()
    assert trial.pilot_seconds(1) == 0
    assert figures(trial) == figures(played())


def test_another_experiment_other_code_and_a_damaged_file_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path)
    with pytest.raises(Mistake, match="holds another experiment"):
        played(tmp_path, seed=2)
    monkeypatch.setattr(trials, "__version__", "0.0")
    with pytest.raises(Mistake, match="was begun with other code"):
        played(tmp_path)
    monkeypatch.undo()
    kept = json.loads((tmp_path / STATE).read_text())
    for damaged in ("", "[]", json.dumps(kept | {"main": {"keys": 3, "done": 1, "sums": [[1]]}})):
        (tmp_path / STATE).write_text(damaged)
        with pytest.raises(Mistake, match="is damaged"):
            played(tmp_path)


def test_a_pilot_plans_and_does_not_count() -> None:
    trial = played()
    assert trial.main.first == trial.pilot.keys == 400
    assert trial.planned == min(max(trial.needed.values()), 4000)
    assert played(precision=0.3).planned < trial.planned
    found = findings_of(trial).tables[0]
    assert all(
        (found.figures[name].high - found.figures[name].low) / 2 <= 0.031 for name in ("ties", "wins.0", "comebacks")
    )


def test_the_keys_that_are_said_to_be_needed_bring_the_precision() -> None:
    trial = played(measures=["turns"], precision=0.01, most=100_000)
    assert trial.planned < 100_000
    for found in findings_of(trial).tables:
        turns = found.figures["turns"]
        assert (turns.high - turns.low) / 2 <= 0.0105 * turns.mean


@pytest.mark.parametrize("seats", ["3", "4"])
def test_the_advantage_of_a_seat_is_as_precise_as_was_asked(seats: str) -> None:
    trial = played(seats=seats, vary=[], measures=["seat_advantage"], precision=0.015, most=100_000)
    assert trial.planned < 100_000
    advantage = findings_of(trial).tables[0].figures["seat_advantage"]
    assert advantage.low > 0
    assert (advantage.high - advantage.low) / 2 <= 0.015
    assert played(seats=seats, vary=[], measures=["wins"], precision=0.015, most=100_000).planned < trial.planned


def test_bounce_comes_to_its_exact_solution() -> None:
    trial = Trial(experiment_of({"game": "bounce", "seats": "1", "measures": ["event.landed", "decisions"]}))
    trial.run()
    found, exact = findings_of(trial).tables[0].figures, solve().chances
    assert found["event.landed"].low <= exact.landing <= found["event.landed"].high
    assert found["decisions"].low <= exact.rolls <= found["decisions"].high


def test_of_a_thousand_experiments_930_hold_the_exact_solution_of_bounce() -> None:
    exact, held, widths, counts = solve().chances, [0, 0], [], []
    question = {"game": "bounce", "seats": "1", "measures": ["event.landed", "decisions"], "precision": 0.08}
    for seed in range(1000):
        trial = Trial(experiment_of(question | {"seed": seed, "most": 2000}))
        trial.run(workers=1)
        found = findings_of(trial).tables[0].figures
        held[0] += found["event.landed"].low <= exact.landing <= found["event.landed"].high
        held[1] += found["decisions"].low <= exact.rolls <= found["decisions"].high
        widths.append((found["event.landed"].high - found["event.landed"].low) / 2)
        counts.append(trial.planned)
    fixed = normal() * math.sqrt(float(exact.landing * (1 - exact.landing)) / (sum(counts) / 1000))
    print(f"{held} of 1000; ± {sum(widths) / 1000:.4f}, a fixed number ± {fixed:.4f}")
    assert min(held) >= 930
    assert len(set(counts)) > 10, "they stop when they are precise"
    assert sum(widths) / 1000 < 1.1 * fixed


def compared(**more: Any) -> Findings:
    return findings_of(played(**more))


def test_a_shorter_deck_makes_shorter_games_and_what_changes_nothing_is_not_seen_to() -> None:
    found = compared(vary=["hand=4..6"], precision=0.02)
    by_hand = {each.arm.options["hand"]: each for each in found.tables}
    assert not by_hand[5].comparisons
    assert by_hand[4].comparisons["turns"].verdict == MORE
    assert by_hand[6].comparisons["turns"].verdict == LESS
    assert by_hand[6].comparisons["turns"].relative == pytest.approx(-0.08, abs=0.03)
    same = compared(game="bounce", seats="1", vary=["finish=first,all"])
    assert {each.verdict for each in same.tables[1].comparisons.values()} == {NONE_SEEN}


def test_pairs_are_of_the_same_key() -> None:
    trial = played()
    hand_4, place = 0, trial.experiment.arms[0].sheet.places["turns"]
    pairs, one = trial.main.pairs(hand_4, place), trial.main.sample(hand_4, place)
    other = trial.main.sample(1, place)
    assert pairs.mean == pytest.approx(one.mean - other.mean)
    assert trial.main.pairs(1, place) == Sample(trial.main.done)
    assert trial.main.sample(hand_4, place).count == trial.planned


def test_rotated_bots_are_one_observation_per_key() -> None:
    trial = played(bots=["greedy,random,random"], vary=[], measures=["bot"])
    found = findings_of(trial).tables[0]
    assert found.games == 3 * trial.planned
    assert found.figures["bot.greedy"].low > 1 / 3 > found.figures["bot.random"].high


def test_whoever_never_endorses_loses_by_it_and_the_summary_says_so() -> None:
    found = compared(vary=[], without=["endorse"], measures=["bot"])
    alone = found.tables[1].figures["bot.greedy without endorse"]
    assert 0.15 < alone.low < alone.high < 0.3
    assert found.tables[1].games == 3 * found.keys
    (told,) = [each for each in summary(found, Voice()) if each.startswith("Whoever does without endorse wins 2")]
    assert told.endswith("an equal share would be 33.3% (3 players, greedy).")


@pytest.mark.parametrize(("bot", "most"), [("greedy", 128), ("search:8", 64)])
def test_who_does_without_a_habit_has_the_same_figures_on_any_number_of_cores(bot: str, most: int) -> None:
    question: dict[str, Any] = {"game": "cash_or_crash", "seats": "2", "vary": [], "most": most, "bots": [bot]}
    question |= {"without": ["bluff"], "measures": ["bot"]}
    one, other = played(workers=1, **question), played(workers=3, **question)
    assert figures(one) == figures(other)
    found = findings_of(one)
    alone, equal = found.tables[1].figures[f"bot.{bot} without bluff"], found.tables[1].figures[f"bot.{bot}"]
    assert alone.high < equal.low, "whoever never bluffs loses by it"
    assert any(each.startswith("Whoever does without bluffs wins") for each in summary(found, Voice()))
    assert any(each.startswith("Wer auf Bluffs verzichtet, gewinnt") for each in summary(found, Voice("de")))


def test_the_summary_says_where_bots_disagree_what_it_costs_to_do_without() -> None:
    question: dict[str, Any] = {"game": "cash_or_crash", "seats": "2", "vary": [], "most": 64, "without": ["bluff"]}
    found = findings_of(played(**question, bots=["greedy", "random"], measures=["bot"]))
    told = "The bots do not agree on what it costs to do without bluffs (2 players): greedy wins less by it, random "
    assert any(each.startswith(told) for each in summary(found, Voice()))
    alike = findings_of(played(**question, bots=["greedy"], measures=["bot"]))
    assert not any(each.startswith("The bots do not agree") for each in summary(alike, Voice()))


def test_bots_that_search_play_too_key_by_key() -> None:
    question = {"game": "bounce", "seats": "2", "bots": ["search:20,random"], "most": 64, "measures": ["bot"]}
    one, other = Trial(experiment_of(question)), Trial(experiment_of(question))
    one.run(workers=1)
    other.run(workers=2)
    assert one.main.done == 64
    assert figures(one) == figures(other)


def test_a_game_that_does_not_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "MOST_STEPS", 20)
    with pytest.raises(Mistake, match="a game of greedy at 3 seats does not end: 20 actions"):
        played()


def test_aims_are_met_missed_or_open() -> None:
    found = compared(aims=["turns 20..40", "seat_advantage < 2%"]).tables[1]
    assert {each.aim.measure: each.verdict for each in found.verdicts} == {"turns": MET, "seat_advantage": MISSED}
    assert found.figures["seat_advantage"].mean == pytest.approx(0.085, abs=0.03)


def test_where_it_was_stopped_early_intervals_are_those_that_hold_at_any_time(tmp_path: Path) -> None:
    trial = stopped(tmp_path, 600, precision=0.02)
    figure = findings_of(trial).tables[0].figures["turns"]
    place = trial.experiment.arms[0].sheet.places["turns"]
    sample = trial.main.sample(0, place)
    assert (figure.low, figure.high) == interval(sample, at_any_time=True)
    assert all(each.p is None for each in findings_of(trial).tables[0].comparisons.values())


@pytest.mark.parametrize("name", ["bounce", "cash_a_catch"])
def test_every_game_can_be_asked(name: str) -> None:
    game = find(name)
    trial = Trial(experiment_of({"game": name, "most": 640, "precision": 0.1}))
    trial.run()
    assert {f"event.{event.name}" for event in game.events} <= set(findings_of(trial).tables[0].figures)


def test_the_best_seats_of_two_variants_are_compared_key_by_key() -> None:
    trial = played(measures=["seat_advantage"])
    arms, first, keys = trial.experiment.arms, trial.main.first, trial.main.done
    blocks = [(first + done, min(trials.BLOCK, keys - done)) for done in range(0, keys, trials.BLOCK)]
    own, base = (np.concatenate([trial.values(arm, *block) for block in blocks]) for arm in arms)
    wins = arms[0].sheet.places["wins.0"]
    for seat in range(3):
        for other in range(3):
            apart = own[:, wins + seat] - base[:, wins + other]
            pairs = trial.main.pairs_of_seats(0, seat, 1, other, wins)
            assert pairs.total == pytest.approx(apart.sum(), abs=1e-9)
            assert pairs.squares == pytest.approx((apart * apart).sum())
    assert best_seat(trial, 0) == best_seat(trial, 1) == 2
    compared = findings_of(trial).tables[0].comparisons["seat_advantage"]
    assert compared.difference == pytest.approx((own[:, wins + 2] - base[:, wins + 2]).mean())
    assert compared.low < compared.difference < compared.high
    assert 0 <= (compared.p or 0.0) <= 1


@pytest.mark.parametrize("wins", [(0.16, 0.21, 0.27, 0.36), (0.3, 0.3, 0.2, 0.2), (0.25,) * 4], ids=str)
def test_of_a_thousand_advantages_of_a_seat_930_intervals_hold_the_truth(wins: tuple[float, ...]) -> None:
    trial = Trial(Experiment(TOY, seats="4", measures=("seat_advantage",)))
    first, keys = trial.experiment.arms[0].sheet.places["wins.0"], 2000
    trial.main.keys = trial.main.done = keys
    held = 0
    for won in np.random.default_rng(8).multinomial(keys, wins, 1000):
        trial.main.sums[0][: trials.SQUARES + 1, first : first + 4] = won
        found = advantage(trial, 0)
        held += found.low <= max(wins) - 1 / 4 <= found.high
    print(f"{held} of 1000 hold an advantage of {max(wins) - 1 / 4:.2f}")
    assert held >= 930


def test_seats_that_do_not_differ_are_seldom_said_to() -> None:
    wrong = 0
    for seed in range(200):
        trial = Trial(Experiment(TOY, vary=("by=early,late",), seats="3", measures=("seat_advantage",), seed=seed,
                                 precision=0.1, most=640))  # fmt: skip
        trial.run(workers=1)
        wrong += findings_of(trial).tables[0].comparisons["seat_advantage"].verdict != NONE_SEEN
    print(f"{wrong} of 200 see an advantage that is not there")
    assert wrong <= 200 * 0.07


def test_line_ups_that_play_the_same_are_compared_key_by_key() -> None:
    trial = played(vary=[], bots=["greedy", "greedy,random,random"], measures=["wins", "turns", "action", "ending"])
    one, other = findings_of(trial).tables
    assert not one.beside
    assert other.rival == trial.experiment.arms[0]
    assert set(other.beside) == set(trial.experiment.asked)
    arms, first, keys = trial.experiment.arms, trial.main.first, trial.main.done
    blocks = [(first + done, min(trials.BLOCK, keys - done)) for done in range(0, keys, trials.BLOCK)]
    theirs, own = (np.concatenate([trial.values(arm, *block) for block in blocks]) for arm in arms)
    for name, compared in other.beside.items():
        apart = own[:, arms[1].sheet.places[name]] - theirs[:, arms[0].sheet.places[name]]
        sample = trial.main.pairs(1, arms[1].sheet.places[name], further(arms[1]))
        assert (sample.total, sample.squares) == pytest.approx((apart.sum(), (apart * apart).sum()), abs=1e-9)
        assert compared.difference == pytest.approx(apart.mean(), abs=1e-12)
        assert compared.difference == pytest.approx(other.figures[name].mean - one.figures[name].mean, abs=1e-12)
    assert other.beside["action.endorse"].verdict == MORE
    assert other.beside["turns"].verdict == NONE_SEEN
    rows = {(row["bots"], row["measure"]): row for row in findings_of(trial).rows()}
    assert rows["greedy,random,random", "action.endorse"]["bots_verdict"] == MORE
    assert rows["greedy", "action.endorse"]["bots_verdict"] is None
    assert findings_of(trial).as_json()["tables"][1]["other_bots"] == ["greedy"] * 3


def test_the_best_seats_of_two_line_ups_are_compared_by_what_others_saw() -> None:
    trial = Trial(Experiment(TOY, options=("by=whims",), seats="3", bots=("greedy", "random"), precision=0.1, most=640))
    trial.run(workers=1)
    one, other = findings_of(trial).tables
    assert one.figures["wins.0"].mean == 1, "all say 3, and together that is seat 0"
    compared = other.beside["seat_advantage"]
    assert compared.verdict == other.beside["wins.0"].verdict == LESS
    assert compared.low <= -2 / 3 <= compared.high
    assert other.beside["turns"].verdict == NONE_SEEN


def test_tables_at_which_somebody_does_without_are_no_line_ups_of_their_own() -> None:
    experiment = experiment_of(QUESTION | {"bots": ["greedy", "random"], "without": ["endorse"]})
    assert {(experiment.arms[one].players, experiment.arms[other].players, experiment.arms[one].variant
             == experiment.arms[other].variant) for one, other in experiment.rivals.items()} == {
        ("random", "greedy", True)}  # fmt: skip


def test_line_ups_that_do_not_differ_are_seldom_said_to() -> None:
    wrong = 0
    for seed in range(200):
        trial = Trial(Experiment(TOY, options=("by=whims",), seats="3", bots=("random", "greedy,random,random"),
                                 measures=("wins",), seed=seed, precision=0.1, most=640))  # fmt: skip
        trial.run(workers=1)
        beside = findings_of(trial).tables[1].beside.values()
        assert len(beside) == 3
        wrong += any(each.verdict != NONE_SEEN for each in beside)
    print(f"{wrong} of 200 see a difference that is not there")
    assert wrong <= 200 * 0.07
