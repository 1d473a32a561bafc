"""Tuning: of all settings those that come nearest to what the designer wants, by successive halving over paired games.

In every round the settings that are left play the same keys, the worse half of them is left out, and the keys are
doubled. What is told of the best in the end comes from other keys, which had no say in the choice, and the intervals by
which an aim is said to be met hold for all finalists together.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from openoutcry.lab.experiment import Aim, Experiment
from openoutcry.lab.findings import MET, MISSED, UNSURE, Figure, figures_at, judged, level_of_verdicts, readings
from openoutcry.lab.trial import STATE, Move, Span, Trial

FINALISTS = 4
"""So many settings are played with fresh keys in the end, beside the game as it comes."""
START, START_OF_SEARCH = 256, 16
"""Keys of the first round; fewer where somebody searches."""
FIRST_KEY = 1 << 42
"""The number of the first key by which something is chosen: far from all that count."""
DEEP_PART, LEAST_DEEP = 16, 16
"""One key in so many is looked into in a round, and at least so many."""
RANKS = (MET, UNSURE, MISSED)
"""From the best to the worst that can be said of a setting."""

Options = Mapping[str, int | str]


@dataclass(frozen=True)
class Standing:
    """How a setting stands: its figures by what is wanted, those of the table that is furthest from it, and how far
    each is from that, in deviations between settings; below 0 it is met.
    """

    options: Options
    figures: tuple[Figure, ...]
    gaps: tuple[float, ...]
    is_fresh: bool = False
    """Whether the figures are of keys that had no say in the choice."""
    verdicts: tuple[str, ...] = ()
    """The worst that any of its tables comes to, by what is wanted."""

    @property
    def variant(self) -> str:
        """The options as people write them."""
        return " ".join(f"{name}={value}" for name, value in self.options.items())

    @property
    def score(self) -> float:
        """How far it is from all that is wanted, the less the better; where all is met, how narrowly."""
        missed = [gap for gap in self.gaps if gap > 0]
        return sum(missed) if missed else max(self.gaps)

    def dominates(self, other: Standing) -> bool:
        """Whether it is as near to every aim as the other, and nearer to one."""
        pairs = [(max(own, 0.0), max(theirs, 0.0)) for own, theirs in zip(self.gaps, other.gaps, strict=True)]
        return all(own <= theirs for own, theirs in pairs) and any(own < theirs for own, theirs in pairs)


class Tuning:
    """The search for settings; with a folder it is kept there, and goes on where it was.

    >>> from openoutcry.games import find
    >>> asked = Experiment(find("bounce"), vary=("finish=first,all",), seats="2", aims=("turns < 9",), tune=True)
    >>> Tuning(asked).rounds
    []
    """

    def __init__(self, experiment: Experiment, folder: Path | None = None) -> None:
        self.experiment, self.folder, self.aims = experiment, folder, experiment.read_aims
        self.standings: dict[str, Standing] = {}
        """How every setting stands, by what it was last seen at."""
        self.is_stopped = False
        self.played_by: Callable[[Trial], AbstractContextManager[None]] = lambda _: nullcontext()
        """Has a round played by others than the threads of this machine (`lab/cluster.py`)."""
        self._left = list(experiment.settings)
        self._scales: tuple[float, ...] = ()
        self._playing: Trial | None = None
        if folder is not None:
            Trial(replace(experiment, only=(self._left[0],))).kept_in(folder / STATE)

    @property
    def rounds(self) -> list[tuple[int, Span]]:
        """How many settings each round begins with, and its keys."""
        found, count, first = list[tuple[int, Span]](), len(self.experiment.settings), FIRST_KEY
        keys = START_OF_SEARCH if self.experiment.searches else START
        while count > FINALISTS:
            taken = min(keys, self.experiment.most)
            deep = max(taken // DEEP_PART, LEAST_DEEP) if self.experiment.deep_keys else 0
            found.append((count, Span(first, taken, deep)))
            count, first, keys = (count + 1) // 2, first + taken, 2 * keys
        return found

    def seconds(self, workers: int | None = None) -> float:
        """How long the rounds will take, as long as a few games of the first setting say."""
        rounds = self.rounds
        if not rounds:
            return 0.0
        pace, deep_pace = Trial(replace(self.experiment, only=(self._left[0],)), span=rounds[0][1]).pace()
        whole = sum(count * (span.keys * pace + span.deep * deep_pace) for count, span in rounds)
        return whole / (workers or os.cpu_count() or 1)

    @property
    def is_decided(self) -> bool:
        """Whether the finalists are known."""
        return len(self._left) <= FINALISTS

    def stop(self) -> None:
        """End a run soon, from another thread or a signal; it keeps what there is."""
        self.is_stopped = True
        if self._playing is not None:
            self._playing.stop()

    def run(self, move: Move = lambda *_: None, workers: int | None = None) -> None:
        """Play the rounds; interrupted, they keep what there is."""
        rounds = self.rounds
        for number, (_, span) in enumerate(rounds, start=1):
            only = replace(self.experiment, only=tuple(self._left))
            self._playing = Trial(only, self.folder, span=span, file=f"round-{number}.json")
            with self.played_by(self._playing):
                self._playing.run(_named(move, f"Round {number} of {len(rounds)}"), workers)
            if self.is_stopped or not self._playing.is_over:
                return
            ranked = sorted(self._stand(self._playing), key=lambda standing: standing.score)
            self._left = [standing.options for standing in ranked[: (len(ranked) + 1) // 2]]

    @property
    def finalists(self) -> tuple[Options, ...]:
        """The settings that are played with fresh keys: the best, and the game as it comes where that is one of all."""
        usual, best = self.experiment.usual, self._left[:FINALISTS]
        return tuple(best if usual is None or usual in best else [usual, *best])

    def final(self) -> Trial:
        """The experiment of the finalists."""
        only = replace(self.experiment, only=self.finalists)
        return Trial(only, self.folder if self.is_decided else None)

    def take(self, final: Trial) -> None:
        """Have the finalists stand by their fresh figures."""
        if final.main.done:
            self._stand(final, is_fresh=True)

    def _stand(self, trial: Trial, *, is_fresh: bool = False) -> list[Standing]:
        """How the settings of a trial stand now."""
        several = [list(self._figures(trial, options)) for options in trial.experiment.settings]
        if not self._scales:
            means = [[_mean(figures) for figures in each] for each in several]
            self._scales = tuple(statistics.pstdev(column) or 1.0 for column in zip(*means, strict=True))
        found = [
            self._standing(options, figures, is_fresh=is_fresh)
            for options, figures in zip(trial.experiment.settings, several, strict=True)
        ]
        self.standings |= {standing.variant: standing for standing in found}
        return found

    def _figures(self, trial: Trial, options: Options) -> Iterator[list[Figure]]:
        """For every aim the figures of a setting, at all tables that have any; the intervals hold for all settings,
        tables and aims together.
        """
        level = level_of_verdicts(trial)
        numbers = [number for number, arm in enumerate(trial.experiment.arms) if arm.options == options]
        names = {aim.measure for aim in self.aims}
        read = [_figures_at(trial, number, names, level) for number in numbers]
        for aim in self.aims:
            yield [figures[aim.measure] for figures in read if aim.measure in figures]

    def _standing(self, options: Options, several: Sequence[list[Figure]], *, is_fresh: bool) -> Standing:
        """A setting stands by the table that is furthest from what is wanted, and is judged by the worst of all."""
        worst, gaps, verdicts = [], [], []
        for aim, figures, scale in zip(self.aims, several, self._scales, strict=True):
            worst.append(max(figures, key=lambda figure: gap(aim, figure.mean)))
            gaps.append(gap(aim, worst[-1].mean) / scale)
            verdicts.append(max((judged(aim, figure) for figure in figures), key=RANKS.index))
        return Standing(options, tuple(worst), tuple(gaps), is_fresh, tuple(verdicts))

    @property
    def frontier(self) -> list[Standing]:
        """The settings that no other is as near to every aim as, and nearer to one; the best first."""
        every = list(self.standings.values())
        kept = [one for one in every if not any(other.dominates(one) for other in every)]
        return sorted(kept, key=lambda standing: standing.score)

    def verdict(self, standing: Standing) -> str:
        """The worst that can be said of it."""
        return max(standing.verdicts, key=RANKS.index)

    @property
    def best(self) -> Standing | None:
        """Of those with fresh figures the one that meets most surely what is wanted, or comes closest to it."""
        fresh = [standing for standing in self.standings.values() if standing.is_fresh]
        return min(fresh, key=lambda standing: (RANKS.index(self.verdict(standing)), standing.score), default=None)

    def as_json(self) -> dict[str, Any]:
        """What was found, as programs read it."""
        best = self.best
        frontier = [
            {
                "options": dict(each.options),
                "means": {figure.measure: figure.mean for figure in each.figures},
                "is_fresh": each.is_fresh,
            }
            for each in self.frontier
        ]
        return {
            "settings": len(self.experiment.settings),
            "best": None if best is None else dict(best.options),
            "verdict": None if best is None else self.verdict(best),
            "frontier": frontier,
        }


def gap(aim: Aim, value: float) -> float:
    """How far a value is from what is wanted; below 0 it is inside.

    >>> gap(Aim("turns 20..40", "turns", 20, 40), 43), gap(Aim("turns 20..40", "turns", 20, 40), 25)
    (3, -5)
    """
    return max(aim.low - value, value - aim.high)


def _named(move: Move, doing: str) -> Move:
    """Tells of a round under its own name."""
    return lambda done, total, _: move(done, total, doing)


def _mean(figures: Sequence[Figure]) -> float:
    return statistics.fmean(figure.mean for figure in figures)


def _figures_at(trial: Trial, number: int, names: set[str], level: float) -> dict[str, Figure]:
    """Some figures of a table."""
    return figures_at(trial, number, {each.measure.name: each for each in readings(trial, number)}, names, level)
