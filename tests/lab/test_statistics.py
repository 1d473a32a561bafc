"""The lab's statistics: against SciPy, and by experiments with a known answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

from openoutcry.lab.statistics import (
    LEVEL,
    Interval,
    Sample,
    difference,
    effect_size,
    holm,
    interval,
    keys_for,
    keys_to_see,
    normal,
    p_value,
    sequence_width,
    student,
)

EXPERIMENTS, MUST_HOLD = 1000, 930
PILOT = 256
Draw = Callable[[Any, int], Any]
KNOWN: dict[str, tuple[float, float, bool, Draw]] = {
    "a share of a quarter": (0.25, 0.02, True, lambda dice, n: (dice.random(n) < 0.25) * 1.0),
    "a rare share": (0.01, 0.004, True, lambda dice, n: (dice.random(n) < 0.01) * 1.0),
    "a length with a long tail": (10.0, 0.4, False, lambda dice, n: dice.exponential(10.0, n)),
    "a mean of three rotated games": (1 / 3, 0.02, True, lambda dice, n: dice.binomial(3, 1 / 3, n) / 3),
    "points": (100.0, 1.0, False, lambda dice, n: dice.normal(100.0, 15.0, n)),
}


PAIRED: dict[str, tuple[float, float, float, int]] = {
    "a quarter and somewhat more": (0.05, 0.08, 0.22, 800),
    "halves that differ widely": (0.15, 0.35, 0.20, 200),
    "rare shares": (0.01, 0.02, 0.001, 800),
    "shares of the same games, nearly": (0.002, 0.004, 0.30, 2000),
    "shares that are equal": (0.18, 0.18, 0.07, 256),
}
"""How often only the one comes, only the other, and both; and how many keys."""


def sample(values: Any) -> Sample:
    return Sample(len(values), float(values.sum()), float((values * values).sum()))


def holds(found: Interval, truth: float) -> bool:
    return found.low <= truth <= found.high


@pytest.mark.parametrize("freedom", [11, 31, 255, 100_000])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_quantiles_are_scipy_s(level: float, freedom: int) -> None:
    assert normal(level) == pytest.approx(stats.norm.ppf((1 + level) / 2))
    assert student(level, freedom) == pytest.approx(stats.t.ppf((1 + level) / 2, freedom), rel=2e-3)


def test_the_interval_of_a_mean_is_student_s() -> None:
    values = np.random.default_rng(1).gamma(2.0, 3.0, 400)
    found = interval(sample(values))
    low, high = stats.t.interval(LEVEL, len(values) - 1, values.mean(), stats.sem(values))
    assert found == pytest.approx((low, high), rel=1e-6)


@pytest.mark.parametrize(("hits", "count"), [(0, 200), (1, 200), (50, 200), (199, 200), (200, 200)])
def test_the_interval_of_a_share_is_near_wilson_s(hits: int, count: int) -> None:
    found = interval(Sample(count, hits, hits), is_share=True)
    wilson = stats.binomtest(hits, count).proportion_ci(LEVEL, "wilson")
    assert 0 <= found.low <= hits / count <= found.high <= 1
    assert found == pytest.approx((wilson.low, wilson.high), abs=0.012)


@pytest.mark.parametrize("shift", [0.0, 0.3, 2.0])
def test_the_p_value_of_pairs_is_scipy_s(shift: float) -> None:
    dice = np.random.default_rng(2)
    one = dice.normal(0.0, 1.0, 300)
    other = one + dice.normal(shift / 10, 1.0, 300)
    pairs = sample(other - one)
    assert p_value(pairs) == pytest.approx(stats.ttest_rel(other, one).pvalue, rel=0.01, abs=1e-9)
    low, high = stats.ttest_rel(other, one).confidence_interval(LEVEL)
    assert difference(pairs) == pytest.approx((low, high), rel=1e-4)


def test_many_comparisons_are_corrected_as_holm_says() -> None:
    values = dict(zip("abcdef", [0.001, 0.2, 0.012, 0.9, 0.011, 0.04], strict=True))
    expected = {"a": 0.006, "b": 0.4, "c": 0.055, "d": 0.9, "e": 0.055, "f": 0.12}
    assert holm(values) == pytest.approx(expected)
    dice = np.random.default_rng(3)
    wrong = 0
    for _ in range(EXPERIMENTS):
        seen = holm(dict(enumerate(p_value(sample(dice.normal(0.0, 1.0, 100))) for _ in range(10))))
        wrong += min(seen.values()) < 1 - LEVEL
    assert wrong <= EXPERIMENTS - MUST_HOLD


def test_an_effect_is_told_in_standard_deviations() -> None:
    one, other = Sample.of([1, 2, 3, 4]), Sample.of([3, 4, 5, 6])
    assert effect_size(Sample.of([2, 2, 2, 2]), other, one) == pytest.approx(2 / np.std([1, 2, 3, 4], ddof=1))
    assert effect_size(Sample.of([0, 0]), Sample.of([1, 1]), Sample.of([1, 1])) == 0


def test_as_many_games_as_are_said_to_be_needed_show_a_difference_in_four_of_five_experiments() -> None:
    dice = np.random.default_rng(4)
    needed = int(keys_to_see(sample(dice.normal(0.2, 1.0, 100_000)), 0.2))
    seen = sum(p_value(sample(dice.normal(0.2, 1.0, needed))) < 1 - LEVEL for _ in range(EXPERIMENTS))
    assert 760 <= seen <= 840
    assert keys_to_see(Sample.of([1.0, -1.0])) == math.inf


@pytest.mark.parametrize("known", KNOWN)
def test_of_a_thousand_experiments_that_stop_when_precise_930_hold_the_truth(known: str) -> None:
    truth, precision, is_share, draw = KNOWN[known]
    dice = np.random.default_rng(5)
    held, widths, counts = 0, [], []
    for _ in range(EXPERIMENTS):
        count = keys_for(sample(draw(dice, PILOT)), precision, is_share=is_share)
        found = interval(sample(draw(dice, max(count, PILOT))), is_share=is_share)
        held += holds(found, truth)
        widths.append(found.half)
        counts.append(max(count, PILOT))
    fixed = normal() * sample(draw(dice, 1_000_000)).deviation / math.sqrt(np.mean(counts))
    print(f"{known}: {held} of {EXPERIMENTS} hold it; ± {np.mean(widths):.4f}, a fixed number ± {fixed:.4f}")
    assert held >= MUST_HOLD
    assert np.mean(widths) <= 1.15 * fixed
    assert np.mean(widths) <= 1.02 * precision


@pytest.mark.parametrize("known", PAIRED)
def test_of_a_thousand_differences_of_shares_930_intervals_hold_the_truth(known: str) -> None:
    one, other, both, keys = PAIRED[known]
    dice = np.random.default_rng(7)
    counts = dice.multinomial(keys, [one, other, both, 1 - one - other - both], EXPERIMENTS)
    pairs = [Sample(keys, float(more - less), float(more + less)) for less, more, *_ in counts]
    held = sum(holds(difference(each, is_share=True), other - one) for each in pairs)
    print(f"{known}: {held} of {EXPERIMENTS} hold {other - one:.3f}")
    assert held >= MUST_HOLD


@pytest.mark.parametrize("known", KNOWN)
def test_whoever_stops_when_they_like_what_they_see_is_not_deceived_by_a_confidence_sequence(known: str) -> None:
    truth, _, is_share, draw = KNOWN[known]
    dice = np.random.default_rng(6)
    looks = [256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192]
    held = fooled = 0
    for _ in range(EXPERIMENTS):
        values = draw(dice, looks[-1])
        sums = [sample(values[:look]) for look in looks]
        held += all(holds(interval(each, is_share=is_share, at_any_time=True), truth) for each in sums)
        fooled += not all(holds(interval(each, is_share=is_share), truth) for each in sums)
    print(f"{known}: {held} of {EXPERIMENTS} hold it at all times; {fooled} fixed intervals miss it at some time")
    assert held >= MUST_HOLD
    assert fooled > EXPERIMENTS - MUST_HOLD
    assert 1.5 < sequence_width(looks[-1]) / normal() < 1.6


def test_nothing_is_known_of_nothing() -> None:
    assert interval(Sample.of([3.0])) == (-math.inf, math.inf)
    assert interval(Sample(), at_any_time=True) == (-math.inf, math.inf)
    assert interval(Sample(), is_share=True) == (0.0, 1.0)
    assert math.isnan(Sample().mean)
    assert p_value(Sample.of([1.0])) == 1.0
    assert keys_for(Sample(), 0.1) == 0
