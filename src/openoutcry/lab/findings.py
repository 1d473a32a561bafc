"""What an experiment has found: figures with intervals, variants compared, and verdicts on what the designer wants."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from openoutcry.lab.depth import GROUPS
from openoutcry.lab.experiment import Aim, Arm, Experiment, can_have_advantage
from openoutcry.lab.measures import DEEP, PARTS, SEAT_ADVANTAGE, Measure
from openoutcry.lab.statistics import (
    LEVEL,
    Interval,
    Sample,
    difference,
    effect_size,
    holm,
    interval,
    keys_to_see,
    p_value,
)
from openoutcry.lab.trial import Stage, Trial, further

MORE, LESS, NONE_SEEN = "more", "less", "none seen"
MET, MISSED, UNSURE = "met", "missed", "unsure"
BETTER, WORSE, AS_GOOD = "better", "worse", "as good"


@dataclass(frozen=True)
class Figure:
    """A measure at a table: the mean over keys, its interval, and how much single keys vary."""

    measure: str
    is_share: bool
    mean: float
    low: float
    high: float
    keys: int
    deviation: float | None = None


@dataclass(frozen=True)
class Comparison:
    """How a measure differs from that of the baseline, key by key."""

    measure: str
    is_share: bool
    difference: float
    low: float
    high: float
    relative: float | None
    """The difference as a share of the baseline's mean."""
    effect: float
    """The difference in standard deviations."""
    p: float | None
    """Corrected for all comparisons of the experiment; nothing is tested where it was stopped early."""
    verdict: str
    keys_to_see: float
    """How many keys it takes to see a difference of this size four times of five."""


@dataclass(frozen=True)
class Verdict:
    """Whether a table is what the designer wants, and whether it is nearer to that than what it is compared with."""

    aim: Aim
    verdict: str
    figure: Figure
    """With the interval by which it is judged: those of all verdicts hold together."""
    beside: str = ""
    """Nothing where nothing was compared."""


@dataclass(frozen=True)
class Found:
    """All that was found at one table."""

    arm: Arm
    is_baseline: bool
    games: int
    figures: Mapping[str, Figure]
    comparisons: Mapping[str, Comparison]
    verdicts: tuple[Verdict, ...]
    rival: Arm | None = None
    """The table at which the first line-up plays the same, where another does here."""
    beside: Mapping[str, Comparison] = field(default_factory=dict)
    """How the measures differ from those there."""


@dataclass(frozen=True)
class Findings:
    """All that was found."""

    experiment: Experiment
    keys: int
    is_whole: bool
    tables: tuple[Found, ...]
    is_pilot: bool = False
    """Whether these are figures of the pilot, which was stopped, or all that was played; nothing is compared then."""

    @property
    def games(self) -> int:
        """How many games were played for it, without the pilot's."""
        return sum(found.games for found in self.tables)

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for each table and measure, all numbers and texts."""
        for found in self.tables:
            head = {"game": self.experiment.game.name, "seats": found.arm.seats, "bots": found.arm.players}
            head |= {"variant": found.arm.variant, "is_baseline": found.is_baseline}
            head["is_pilot"] = self.is_pilot
            head |= {f"option_{name}": str(value) for name, value in found.arm.options.items()}
            for name, figure in found.figures.items():
                compared = found.comparisons.get(name)
                more = asdict(compared) if compared else {}
                yield (
                    head
                    | {"games": found.games, **asdict(figure)}
                    | {
                        "difference": more.get("difference"),
                        "difference_low": more.get("low"),
                        "difference_high": more.get("high"),
                        **{name: more.get(name) for name in ("relative", "effect", "p", "verdict", "keys_to_see")},
                    }
                    | _beside_as_row(found, name)
                )

    def as_json(self) -> dict[str, Any]:
        """The figures that were asked for, as programs read them."""
        asked = self.experiment.asked
        tables = [
            {
                "seats": found.arm.seats,
                "bots": list(found.arm.bots),
                "options": dict(found.arm.options),
                "is_baseline": found.is_baseline,
                "games": found.games,
                "figures": {name: _finite(asdict(found.figures[name])) for name in asked if name in found.figures},
                "comparisons": {name: _finite(asdict(each)) for name, each in found.comparisons.items()},
                "other_bots": found.rival and list(found.rival.bots),
                "beside_other_bots": {name: _finite(asdict(each)) for name, each in found.beside.items()},
                "aims": {each.aim.written: each.verdict for each in found.verdicts},
                "aims_beside_baseline": {each.aim.written: each.beside or None for each in found.verdicts},
            }
            for found in self.tables
        ]
        return {"game": self.experiment.game.name, "keys": self.keys, "is_whole": self.is_whole} | {
            "is_pilot": self.is_pilot,
            "tables": tables,
        }


def _beside_as_row(found: Found, name: str) -> dict[str, Any]:
    """How a measure differs where others play the same, in columns of its own."""
    more = asdict(found.beside[name]) if name in found.beside else {}
    columns = {f"bots_{column}": more.get(column) for column in ("difference", "low", "high", "p", "verdict")}
    return {"other_bots": found.rival.players if found.rival else None, **columns}


def _finite(figures: dict[str, Any]) -> dict[str, Any]:
    """JSON knows no infinity."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in figures.items()
    }


def findings_of(trial: Trial) -> Findings:
    """What a trial has found so far; where it was stopped early, the intervals are those that hold at any time."""
    experiment, is_pilot = trial.experiment, trial.told is trial.pilot
    read = [{each.measure.name: each for each in readings(trial, number)} for number in range(len(experiment.arms))]
    corrected = _corrected(trial, read) if trial.is_over else {}
    level, aims = level_of_verdicts(trial), experiment.read_aims
    wide = [
        figures_at(trial, number, read[number], {aim.measure for aim in aims}, level) for number in range(len(read))
    ]
    tables = []
    for number, arm in enumerate(experiment.arms):
        figures = {name: each.figure() for name, each in read[number].items()}
        figures |= {SEAT_ADVANTAGE: advantage(trial, number)} if can_have_advantage(arm) else {}
        compared = {
            name: _compared(read[number][name], corrected.get((number, name)))
            for name in _comparable(experiment, arm)
            if name in read[number] and not is_pilot
        }
        rival = experiment.rivals.get(number)
        beside = {
            name: _compared(each, corrected.get((number, BESIDE + name)))
            for name, each in _beside(trial, number).items()
            if not is_pilot
        }
        base = wide[_base(experiment, number)]
        verdicts = tuple(
            Verdict(aim, judged(aim, own), own, nearness(aim, own, base[aim.measure], compared.get(aim.measure)))
            for aim in aims
            if (own := wide[number].get(aim.measure))
        )
        games = trial.told.done * arm.rotations
        other = None if rival is None else experiment.arms[rival]
        tables.append(Found(arm, experiment.is_baseline(arm), games, figures, compared, verdicts, other, beside))
    return Findings(experiment, trial.told.done, trial.is_over, tuple(tables), is_pilot)


def level_of_verdicts(trial: Trial) -> float:
    """How sure each interval by which an aim is judged has to be for all of them to hold together (Bonferroni)."""
    verdicts = 0
    for arm in trial.experiment.arms:
        there = {*arm.sheet.places, *(DEEP if arm.depth and trial.deep.done else ())}
        there |= {SEAT_ADVANTAGE} if can_have_advantage(arm) else set()
        verdicts += sum(aim.measure in there for aim in trial.experiment.read_aims)
    return 1 - (1 - LEVEL) / max(verdicts, 1)


def figures_at(
    trial: Trial, number: int, read: Mapping[str, Reading], names: set[str], level: float
) -> dict[str, Figure]:
    """Some figures of a table, with intervals of another level."""
    found = {name: read[name].figure(level) for name in names if name in read}
    return found | ({SEAT_ADVANTAGE: advantage(trial, number, level)} if SEAT_ADVANTAGE in found else {})


def nearness(aim: Aim, own: Figure, base: Figure, compared: Comparison | None) -> str:
    """Whether a variant is nearer to an aim than what it is compared with, for all that both may be within their
    intervals: a difference has to be seen, and then to lead towards the aim, or away from it.
    """
    if compared is None or compared.p is None:
        return ""
    if compared.verdict == NONE_SEEN:
        return NONE_SEEN
    low, high, here, there = aim.low, aim.high, Interval(own.low, own.high), Interval(base.low, base.high)
    if compared.verdict == LESS:
        low, high, here, there = -high, -low, *(Interval(-each.high, -each.low) for each in (here, there))
    if low <= min(here.low, there.low) and max(here.high, there.high) <= high:
        return AS_GOOD
    if there.high < low and here.high - high < low - there.high:
        return BETTER
    is_worse = there.low > high or (here.low > high and here.low - high > low - there.low)
    return WORSE if is_worse else UNSURE


def judged(aim: Aim, figure: Figure) -> str:
    """Whether the whole interval lies within the aim, or outside."""
    if aim.low <= figure.low and figure.high <= aim.high:
        return MET
    return MISSED if figure.high < aim.low or aim.high < figure.low else UNSURE


@dataclass(frozen=True)
class Reading:
    """A measure at a table as it was read: a sample of it, and of its differences to the same at the table that it is
    compared with.
    """

    measure: Measure
    sample: Sample
    pairs: Sample
    before: Sample
    """The sample there."""
    stage: Stage
    is_part: bool = False
    """Whether the samples are values of a jackknife rather than keys."""

    @property
    def is_counted(self) -> bool:
        """Whether it is a share of things that are counted, whose interval has to be kept from being nothing."""
        return self.measure.is_share and not self.is_part

    def figure(self, level: float = LEVEL) -> Figure:
        """The mean with its interval; a part of a whole is from 0 to 1."""
        around = interval(self.sample, is_share=self.is_counted, level=level, at_any_time=not self.stage.is_over)
        mean, low, high = self.sample.mean, *around
        if self.is_part:
            mean, low, high = (min(max(each, 0.0), 1.0) for each in (mean, low, high))
        deviation = None if self.is_part else self.sample.deviation
        return Figure(self.measure.name, self.measure.is_share, mean, low, high, self.stage.done, deviation)


def readings(trial: Trial, number: int) -> Iterator[Reading]:
    """All measures of a table."""
    arm, base = trial.experiment.arms[number], _base(trial.experiment, number)
    for place, measure in enumerate(arm.sheet.measures):
        yield _at(trial.told, number, base, place, measure)
    if arm.depth and trial.deep.done and trial.told is trial.main:
        for name, place in arm.depth.places.items():
            yield _at(trial.deep, number, base, place, Measure(name))
        own, theirs = (arm.depth.parts(trial.deep.sums[each]) for each in (number, base))
        for name in PARTS:
            samples = own[name].sample, own[name].beside(theirs[name]).sample, theirs[name].sample
            yield Reading(Measure(name), *samples, trial.deep, is_part=True)
    if can_have_advantage(arm):
        yield _advantages(trial, number, base)


def _at(stage: Stage, number: int, base: int, place: int, measure: Measure) -> Reading:
    return Reading(measure, stage.sample(number, place), stage.pairs(number, place), stage.sample(base, place), stage)


def _base(experiment: Experiment, number: int) -> int:
    """The table that another is compared with."""
    table = experiment.arms[number].table
    return next(
        other for other, each in enumerate(experiment.arms) if each.table == table and experiment.is_baseline(each)
    )


def advantage(trial: Trial, number: int, level: float = LEVEL) -> Figure:
    """By how much the best seat wins more than its share; the intervals of all seats hold together."""
    arm, stage = trial.experiment.arms[number], trial.told
    each, fair = 1 - (1 - level) / arm.seats, 1 / arm.seats
    samples = [stage.sample(number, arm.sheet.places[f"wins.{seat}"]) for seat in range(arm.seats)]
    around = [interval(sample, is_share=True, level=each, at_any_time=not stage.is_over) for sample in samples]
    low, high = (max(bounds) - fair for bounds in zip(*around, strict=True))
    mean = max(sample.mean for sample in samples) - fair
    return Figure(SEAT_ADVANTAGE, True, mean, max(low, 0.0), high, stage.done)


def _advantages(trial: Trial, number: int, base: int, rows: int = 0) -> Reading:
    """What the best seat wins, beside what the best one does at the table that it is compared with; which they are, the
    pilot says, so that neither is flattered.
    """
    own, other = best_seat(trial, number), best_seat(trial, base)
    here, there = (trial.experiment.arms[each].sheet.places for each in (number, base))
    return Reading(
        Measure(SEAT_ADVANTAGE),
        trial.told.sample(number, here[f"wins.{own}"]),
        trial.told.pairs_of_seats(number, own, base, other, here["wins.0"], rows),
        trial.told.sample(base, there[f"wins.{other}"]),
        trial.told,
    )


def _beside(trial: Trial, number: int) -> dict[str, Reading]:
    """What was asked for, beside the same where the first line-up plays it; what takes play-outs is not among it."""
    rival, experiment = trial.experiment.rivals.get(number), trial.experiment
    if rival is None:
        return {}
    arm, other, stage = experiment.arms[number], experiment.arms[rival], trial.told
    rows, found = further(arm), dict[str, Reading]()
    for name in experiment.asked:
        if name in arm.sheet.places and name in other.sheet.places:
            own, place = arm.sheet.places[name], other.sheet.places[name]
            samples = stage.sample(number, own), stage.pairs(number, own, rows), stage.sample(rival, place)
            found[name] = Reading(arm.sheet.measures[own], *samples, stage)
        elif name == SEAT_ADVANTAGE and can_have_advantage(arm) and can_have_advantage(other):
            found[name] = _advantages(trial, number, rival, rows)
    return found


def best_seat(trial: Trial, number: int) -> int:
    """The seat that won most often in the pilot."""
    arm = trial.experiment.arms[number]
    wins = [trial.pilot.sample(number, arm.sheet.places[f"wins.{seat}"]).total for seat in range(arm.seats)]
    return wins.index(max(wins))


def _comparable(experiment: Experiment, arm: Arm) -> list[str]:
    """The measures in which a variant is compared with the baseline."""
    there = {*arm.sheet.places, *(DEEP if arm.depth else ())}
    there |= {SEAT_ADVANTAGE} if can_have_advantage(arm) else set()
    return [] if experiment.is_baseline(arm) else [name for name in experiment.asked if name in there]


BESIDE = "beside "
"""Before the name of a measure that is compared with that of other players."""


def _corrected(trial: Trial, read: Sequence[Mapping[str, Reading]]) -> dict[tuple[int, str], float]:
    """How likely each difference is by chance alone, corrected for how many there are, between variants and between
    line-ups.
    """
    readings = {
        (number, name): read[number][name]
        for number, arm in enumerate(trial.experiment.arms)
        for name in _comparable(trial.experiment, arm)
    }
    for number in trial.experiment.rivals:
        readings |= {(number, BESIDE + name): each for name, each in _beside(trial, number).items()}
    return holm({which: p_value(each.pairs, is_share=each.is_counted) for which, each in readings.items()})


def _compared(reading: Reading, p: float | None) -> Comparison:
    pairs, before = reading.pairs, reading.before
    around: Interval = difference(pairs, is_share=reading.is_counted, at_any_time=p is None)
    is_seen = p is not None and p < 1 - LEVEL
    scale = reading.stage.done / GROUPS if reading.is_part else 1
    return Comparison(
        measure=reading.measure.name,
        is_share=reading.measure.is_share,
        difference=pairs.mean,
        low=around.low,
        high=around.high,
        relative=pairs.mean / abs(before.mean) if reading.stage.done and before.mean else None,
        effect=0.0 if reading.is_part or reading.stage.done < 2 else effect_size(pairs, reading.sample, before),
        p=p,
        verdict=NONE_SEEN if not is_seen else MORE if pairs.mean > 0 else LESS,
        keys_to_see=keys_to_see(pairs) * scale,
    )
