"""What some games tell of all games: means and shares with intervals, differences of paired games, many comparisons.

The unit is the key: games of one key with the seats rotated are one observation, their mean. An interval is honest for
the way in which its games were counted:

- `interval` and `difference`, where the number of keys was fixed before any of them was played. `keys_for` fixes it, to
  a precision, from the spread of other keys, a pilot that is then left out: nothing of what is averaged has a say in
  how much is averaged.
- The same `at_any_time`, where somebody may have looked, and stopped when they liked what they saw: a confidence
  sequence, which holds the truth at all times at once, for half as much again of width.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple, TypeVar

LEVEL = 0.95
POWER = 0.8
"""How likely a difference is to be seen with the number of games that is said to be needed for it."""
TIGHTEST = 8192
"""The number of keys at which a confidence sequence is least wide."""
T = TypeVar("T")


class Interval(NamedTuple):
    """From low to high."""

    low: float
    high: float

    @property
    def half(self) -> float:
        """Half its width."""
        return (self.high - self.low) / 2


UNKNOWN = Interval(-math.inf, math.inf)


@dataclass(frozen=True)
class Sample:
    """Observations by their count, their sum and the sum of their squares; samples can be added up.

    >>> Sample(4, 10.0, 30.0).mean, Sample.of([1, 2, 3, 4]) == Sample(2, 3, 5) + Sample(2, 7, 25)
    (2.5, True)
    """

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    @staticmethod
    def of(values: Sequence[float]) -> Sample:
        """A sample of these values."""
        return Sample(len(values), math.fsum(values), math.fsum(value * value for value in values))

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean; not a number where there is nothing."""
        return self.total / self.count if self.count else math.nan

    @property
    def deviation(self) -> float:
        """The standard deviation, infinite while nothing is known of it."""
        if self.count < 2:
            return math.inf
        return math.sqrt(max(self.squares - self.total * self.total / self.count, 0.0) / (self.count - 1))


SHARE_PRIOR = Sample(4, 2.0, 2.0)
"""Agresti and Coull: two more that are 0 and two that are 1 keep the interval of a rare share honest, and from being
nothing.
"""
DIFFERENCE_PRIOR = Sample(2, 0.0, 1.0)
"""Agresti and Min: half a pair more of each of the four kinds does the same for the difference of two shares."""


def normal(level: float = LEVEL) -> float:
    """Standard errors to either side of an interval of that level.

    >>> round(normal(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf((1 + level) / 2)


def student(level: float, freedom: int) -> float:
    """The same by Student's distribution: the first terms of its expansion around the normal one (Abramowitz and
    Stegun 26.7.5).
    """
    z = normal(level)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def interval(sample: Sample, *, is_share: bool = False, level: float = LEVEL, at_any_time: bool = False) -> Interval:
    """The interval of a mean, of keys whose number was fixed beforehand, or at any time; a share is from 0 to 1."""
    found = _around(sample + SHARE_PRIOR if is_share else sample, level, at_any_time)
    return Interval(max(found.low, 0.0), min(found.high, 1.0)) if is_share else found


def difference(pairs: Sample, *, is_share: bool = False, level: float = LEVEL, at_any_time: bool = False) -> Interval:
    """The interval of the mean difference of pairs."""
    return _around(pairs + DIFFERENCE_PRIOR if is_share else pairs, level, at_any_time)


def _around(sample: Sample, level: float, at_any_time: bool) -> Interval:
    if sample.count < 2:
        return UNKNOWN
    errors = sequence_width(sample.count, level) if at_any_time else student(level, sample.count - 1)
    half = errors * sample.deviation / math.sqrt(sample.count)
    return Interval(sample.mean - half, sample.mean + half)


def sequence_width(count: int, level: float = LEVEL) -> float:
    """Standard errors to either side of a confidence sequence after so many observations (Waudby-Smith and others,
    2021: Robbins' mixture, with the spread estimated).

    >>> [round(sequence_width(count), 2) for count in (512, 8192, 1_000_000)]
    [4.38, 3.04, 3.59]
    """
    time = 8 * count / TIGHTEST
    return math.sqrt((time + 1) / time * math.log((time + 1) / (1 - level) ** 2))


def keys_for(pilot: Sample, half: float, *, is_share: bool = False, level: float = LEVEL) -> int:
    """How many keys give an interval of half that width, by the spread of a pilot; somewhat more, as the spread of a
    small pilot may be too small by chance.
    """
    taken = pilot + SHARE_PRIOR if is_share else pilot
    if not 0 < half < math.inf or taken.count < 2:
        return 0
    caution = 1 + 1 / math.sqrt(taken.count)
    return math.ceil((normal(level) * caution * taken.deviation / half) ** 2)


def keys_to_see(pairs: Sample, effect: float | None = None, *, level: float = LEVEL) -> float:
    """How many keys it takes to see a difference, the one that was found or another, with a power of 80%."""
    sought = pairs.mean if effect is None else effect
    if not sought or pairs.count < 2:
        return math.inf
    errors = normal(level) + NormalDist().inv_cdf(POWER)
    return math.ceil((errors * pairs.deviation / sought) ** 2)


def p_value(pairs: Sample, *, is_share: bool = False) -> float:
    """How likely a mean at least so far from 0 is where the true one is 0 (Student's test; Abramowitz and Stegun
    26.7.8).
    """
    taken = pairs + DIFFERENCE_PRIOR if is_share else pairs
    if taken.count < 2 or not taken.deviation:
        return 1.0 if taken.count < 2 or not taken.mean else 0.0
    freedom = taken.count - 1
    t = abs(taken.mean) / (taken.deviation / math.sqrt(taken.count))
    z = t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))
    return math.erfc(z / math.sqrt(2))


def holm(values: Mapping[T, float]) -> dict[T, float]:
    """Corrected for being many (Holm): below 0.05 all of them together are wrong in at most one case of twenty.

    >>> holm({"a": 0.01, "b": 0.04, "c": 0.03})
    {'a': 0.03, 'c': 0.06, 'b': 0.06}
    """
    corrected: dict[T, float] = {}
    least = 0.0
    for place, name in enumerate(sorted(values, key=values.__getitem__)):
        least = max(least, min(1.0, (len(values) - place) * values[name]))
        corrected[name] = least
    return corrected


def effect_size(pairs: Sample, one: Sample, other: Sample) -> float:
    """A mean difference in standard deviations of what is compared (Cohen's d); 0 where nothing varies."""
    spread = math.sqrt((one.deviation**2 + other.deviation**2) / 2)
    return pairs.mean / spread if spread else 0.0
