"""An experiment is played: a pilot, which says how many keys it takes, and then these keys at every table.

Blocks of keys are played on all cores, or on a cluster, and summed up in their order, so that the figures are the same
to the last digit on any number of cores. What is summed up is kept in a file, from which an experiment goes on.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple, TypeVar

import numpy as np

from openoutcry import __version__
from openoutcry.bots import Spec
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.compiled import PACKAGE, digest_of_code, digest_of_sources, fingerprint
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.playout import MOST_STEPS
from openoutcry.lab.crew import Block, Crew, Threads
from openoutcry.lab.depth import GROUPS, Probed, Twice
from openoutcry.lab.experiment import LEAST_KEYS, Arm, Experiment, base_of, can_have_advantage, left_out_by
from openoutcry.lab.measures import Measure, Values, Watched
from openoutcry.lab.simulate import LOOK_EVERY, Series, without_python
from openoutcry.lab.statistics import Sample, keys_for

STATE = "state.json"
BLOCK = 512
MOST_PILOT = 1024
PILOT_PART = 10
"""At most one key in so many is a pilot's."""
DEEP_KEYS = 1 << 43
"""The keys from this number on are looked into."""
KEEP_EVERY = 5.0
"""Seconds after which what there is so far is kept."""
TOTALS, SQUARES, DIFFERENCES, SQUARED_DIFFERENCES, PRODUCTS = range(5)
"""The sums of every measure at a table, and of its differences to the table that it is compared with; then, a row for
each seat there, of the products of its wins with those here: so can any two seats be compared.
"""

Table = TypeVar("Table", bound=Series)
Move = Callable[[float, float, str], None]
"""Is told how many keys are done, of how many, and what is being done."""


class Span(NamedTuple):
    """Some keys in a row, and how many of them are looked into."""

    first: int
    keys: int
    deep: int


@dataclass
class Stage:
    """Some keys in a row, those of the pilot or those that count, and what they came to as far as they are played."""

    first: int
    keys: int
    sums: list[Values]
    done: int = 0

    @property
    def is_over(self) -> bool:
        """Whether all its keys are played."""
        return self.done >= self.keys

    def at(self, arm: int) -> Values:
        """The sums of a table: a row for each kind of them, a column for each measure."""
        return self.sums[arm]

    def sample(self, arm: int, place: int) -> Sample:
        """A measure at a table."""
        sums = self.at(arm)[:, place]
        return Sample(self.done, float(sums[TOTALS]), float(sums[SQUARES]))

    def pairs(self, arm: int, place: int) -> Sample:
        """How a measure differs from the same at the table that it is compared with, key by key."""
        sums = self.at(arm)[:, place]
        return Sample(self.done, float(sums[DIFFERENCES]), float(sums[SQUARED_DIFFERENCES]))

    def pairs_of_seats(self, arm: int, own: int, base: int, other: int, first: int) -> Sample:
        """How what one seat wins at a table differs from what another does at the table that it is compared with, key
        by key; their columns begin with the first.
        """
        here, there = self.at(arm), self.at(base)
        total = here[TOTALS, first + own] - there[TOTALS, first + other]
        squares = here[SQUARES, first + own] + there[SQUARES, first + other]
        return Sample(self.done, float(total), float(squares - 2 * here[PRODUCTS + other, first + own]))


class DeepStage(Stage):
    """Keys that are looked into, summed up in groups (`lab/depth.py`)."""

    def at(self, arm: int) -> Values:
        """The sums of all groups."""
        total: Values = self.sums[arm].sum(axis=0)
        return total


S = TypeVar("S", bound=Stage)


class Trial:
    """An experiment being played; with a folder it is kept there, and goes on where it was.

    >>> from openoutcry.games import find
    >>> trial = Trial(Experiment(find("bounce"), seats="2", most=640, precision=0.05))
    >>> trial.run()
    >>> trial.is_over, trial.main.done == trial.planned
    (True, True)
    """

    def __init__(
        self,
        experiment: Experiment,
        folder: Path | None = None,
        *,
        span: Span | None = None,
        file: str = STATE,
        block: int | None = None,
    ) -> None:
        """With a span, its keys are played without a pilot. A block is so many keys; whoever does not ask for a number
        gets one that suits.
        """
        self.experiment, self.path = experiment, folder / file if folder else None
        self.block = block or (1 if experiment.searches else BLOCK)
        self.crew: Crew | None = None
        """Who plays; threads of this machine where nobody is named."""
        pilot = 0 if span else min(MOST_PILOT, max(experiment.most // PILOT_PART, LEAST_KEYS // 2))
        first, keys, deep = span or Span(pilot, 0, experiment.deep_keys)
        self.pilot = Stage(0, pilot, self._nothing())
        self.main = Stage(first, keys, self._nothing())
        self.deep = DeepStage(DEEP_KEYS + first, deep, self._nothing_deep())
        self.needed: dict[str, int] = {}
        """How many keys each measure needs."""
        self.seconds = self.deep_seconds = 0.0
        self.is_stopped = False
        self._master = new_chance(key_of_seed(experiment.seed))
        self._own = threading.local()
        self._kept_at = time.monotonic()
        if self.path is not None:
            self._resume(self.path)

    def _nothing(self) -> list[Values]:
        return [np.zeros((PRODUCTS + arm.seats, len(arm.sheet.measures))) for arm in self.experiment.arms]

    def _nothing_deep(self) -> list[Values]:
        is_deep, arms = bool(self.experiment.deep_keys), self.experiment.arms
        widths = [arm.depth.columns if arm.depth and is_deep else 0 for arm in arms]
        return [np.zeros((GROUPS, PRODUCTS, width)) for width in widths]

    @cached_property
    def specs(self) -> dict[str, Spec]:
        """The bots by their names."""
        names = {name for arm in self.experiment.arms for name in arm.bots}
        names |= {name for arm in self.experiment.arms if arm.depth for name in arm.depth.players}
        return {name: without_python(base_of(name), self.experiment.game) for name in names}

    @property
    def planned(self) -> int:
        """How many keys are played at each table after the pilot; 0 before it is known."""
        return self.main.keys

    @property
    def is_over(self) -> bool:
        """Whether all that was planned is played."""
        return 0 < self.planned <= self.main.done and self.deep.is_over

    @property
    def games_per_key(self) -> int:
        """How many games a key is, at all tables together."""
        return sum(arm.rotations for arm in self.experiment.arms)

    def stop(self) -> None:
        """End a run soon, from another thread or a signal; it keeps what there is."""
        self.is_stopped = True

    def run_pilot(self, move: Move = lambda *_: None, workers: int | None = None) -> float | None:
        """Play the pilot, and say how many seconds the rest will take; nothing if it was stopped before."""
        left = self.pilot.keys - self.pilot.done
        try:
            seconds = self._play(self.pilot, "Pilot", move, workers)
            if self.pilot.is_over and not self.planned:
                self.plan()
            deeply = self._deep_seconds(workers) if self.pilot.is_over else 0.0
        finally:
            self.keep()
        if not self.pilot.is_over:
            return None
        pace = seconds / left if left else self.seconds / max(self.main.done, 1)
        return pace * (self.planned - self.main.done) + deeply

    def _deep_seconds(self, workers: int | None) -> float:
        """How long looking into the rest of the deep keys will take, as long as those before; the first two are looked
        into for it, as the first loads what is compiled.
        """
        while self.deep.done < min(2, self.deep.keys) and not self.is_stopped:
            started = time.perf_counter()
            self._add(self.deep, self._played(self.deep.first + self.deep.done, 1))
            self.deep_seconds = self.deep.done * (time.perf_counter() - started) / (workers or os.cpu_count() or 1)
        return self.deep_seconds * (self.deep.keys - self.deep.done) / max(self.deep.done, 1)

    def pace(self) -> tuple[float, float]:
        """How many seconds a key takes on one core, and one that is looked into."""
        found = []
        for stage in (self.main, self.deep):
            keys = min(self._block_of(stage.first), stage.keys)
            for _ in range(2 if keys else 0):
                started = time.perf_counter()
                self._played(stage.first, keys)
                found.append((time.perf_counter() - started) / keys)
        return found[1], found[-1] if self.deep.keys else 0.0

    def run(self, move: Move = lambda *_: None, workers: int | None = None) -> None:
        """Play all that is not played yet, the pilot first; interrupted, it keeps what there is."""
        if self.run_pilot(move, workers) is None:
            return
        try:
            self.seconds += self._play(self.main, "Playing", move, workers)
            if self.main.is_over:
                self.deep_seconds += self._play(self.deep, "Looking deeper", move, workers)
        finally:
            self.keep()

    def plan(self) -> None:
        """Fix how many keys are played, by the spread in the pilot alone."""
        for number, arm in enumerate(self.experiment.arms):
            for measure in self.experiment.precise(arm):
                sample = self.pilot.sample(number, arm.sheet.places[measure.name])
                keys = keys_for(sample, self.half_width(measure, sample), is_share=measure.is_share)
                self.needed[measure.name] = max(self.needed.get(measure.name, 0), keys)
        self.main.keys = min(max([LEAST_KEYS, *self.needed.values()]), self.experiment.most)

    def half_width(self, measure: Measure, sample: Sample) -> float:
        """Half the interval that is wanted: of a share the precision itself, of others so much of the mean, or of the
        deviation where that is larger.
        """
        scale = 1.0 if measure.is_share else max(abs(sample.mean), sample.deviation)
        return self.experiment.precision * scale

    def _play(self, stage: Stage, doing: str, move: Move, workers: int | None) -> float:
        """Play the rest of a stage, block by block, and sum up in the order of the blocks; how many
        seconds it took, once all was compiled.
        """
        if stage.is_over:
            return 0.0
        crew = self.crew or self._threads(stage.first + stage.done, workers)
        started = time.perf_counter()
        played: dict[int, list[Block]] = {}
        following = stage.done
        try:
            while not stage.is_over and not self.is_stopped:
                while following < stage.keys and len(crew.waiting) + len(played) < 4 * crew.count:
                    keys = min(crew.blocks * self._block_of(stage.first), stage.keys - following)
                    crew.send(stage.first + following, keys)
                    following += keys
                for first, blocks in crew.answers(LOOK_EVERY):
                    played[first - stage.first] = blocks
                while stage.done in played:
                    for block in played.pop(stage.done):
                        self._add(stage, block)
                move(stage.done, stage.keys, doing)
                self._keep_now_and_then()
        finally:
            crew.rest()
        return time.perf_counter() - started

    def _threads(self, first: int, workers: int | None) -> Threads:
        """Threads for which all is compiled; what looks deeper is by now."""
        if first < DEEP_KEYS:
            self.played(first, 1)
        return Threads(self.played, workers)

    def _add(self, stage: Stage, block: Block) -> None:
        for sums, more in zip(stage.sums, block, strict=True):
            sums += more
        stage.done = min(stage.done + self._block_of(stage.first), stage.keys)

    def _block_of(self, first: int) -> int:
        """How many keys are a block there: one, where they are looked into."""
        return 1 if first >= DEEP_KEYS else self.block

    def played(self, first: int, keys: int) -> list[Block]:
        """Some keys in a row, block by block."""
        step = self._block_of(first)
        return [self._played(begin, min(step, first + keys - begin)) for begin in range(first, first + keys, step)]

    def _played(self, first: int, keys: int) -> Block:
        """The sums of a block of keys at every table, those of the one key that is looked into in its group."""
        arms = self.experiment.arms
        if first < DEEP_KEYS:
            values = [self.values(arm, first, keys) for arm in arms]
            compared = zip(arms, values, self._bases(values), strict=True)
            return [np.concatenate([_summed(own, base), _products(arm, own, base)]) for arm, own, base in compared]
        values, groups = [self._probed(arm, first) for arm in arms], self._nothing_deep()
        for group, own, base in zip(groups, values, self._bases(values), strict=True):
            group[first % GROUPS] = _summed(own, base)
        return groups

    def _bases(self, values: list[Values]) -> list[Values]:
        """For every table the values of the one that it is compared with."""
        arms = self.experiment.arms
        there = {arm.table: own for arm, own in zip(arms, values, strict=True) if self.experiment.is_baseline(arm)}
        return [there[arm.table] for arm in arms]

    def values(self, arm: Arm, first: int, keys: int) -> Values:
        """A row for each key: the mean of its games, in which the bots sit at every seat in turn."""
        watched = self._watched(arm)
        watched.lay(arm.template)
        total: Values = np.zeros((keys, len(arm.sheet.measures)))
        for rotation in range(arm.rotations):
            bots = [arm.bots[(seat - rotation) % arm.seats] for seat in range(arm.seats)]
            watched.sit_down([self.specs[name] for name in bots])
            watched.restrict([left_out_by(name) for name in bots])
            watched.play(self._master, first, keys)
            if watched.lengths[:keys].max() >= MOST_STEPS:
                raise Mistake(f"a game of {arm.players} at {arm.seats} seats does not end: {MOST_STEPS:,} actions")
            total += arm.sheet.values(watched, keys, rotation)
        return total / arm.rotations

    def _probed(self, arm: Arm, key: int) -> Values:
        """The row of a key that is looked into, with the players of the table, then with those who differ, twice."""
        if arm.depth is None:
            return np.zeros((1, 0))
        probed = self._own_table(Probed, arm)
        probed.lay(arm.template)
        probed.sit_down([self.specs[name] for name in arm.bots])
        probed.play(self._master, key, 1)
        twice, rotated = self._own_table(Twice, arm), []
        twice.lay(arm.template)
        for rotation in range(arm.depth.rotations):
            players = [arm.depth.players[(seat - rotation) % arm.seats] for seat in range(arm.seats)]
            twice.sit_down([self.specs[name] for name in players])
            twice.play(self._master, key, 1)
            rotated.append(twice.values())
        return arm.depth.values(probed.values(), rotated)[None]

    def _watched(self, arm: Arm) -> Watched:
        return self._own_table(Watched, arm, self.block)

    def _own_table(self, kind: type[Table], arm: Arm, *games: int) -> Table:
        """What this thread plays with at tables of so many seats."""
        own: dict[tuple[type[Series], int], Any] = self._own.__dict__.setdefault("tables", {})
        if (kind, arm.seats) not in own:
            specs = [self.specs[name] for name in arm.bots]
            own[kind, arm.seats] = kind(self.experiment.game, arm.template, specs, *games)
        found: Table = own[kind, arm.seats]
        return found

    @cached_property
    def versions(self) -> Mapping[str, str]:
        """What the figures depend on: other code may play otherwise."""
        game = self.experiment.game
        parts = digest_of_code(game.folder), digest_of_sources(PACKAGE / "bots"), fingerprint()
        code = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
        return {"openoutcry": __version__, game.name: str(game.version), "code": code}

    def _keep_now_and_then(self) -> None:
        if time.monotonic() - self._kept_at > KEEP_EVERY:
            self.keep()

    def keep(self) -> None:
        """Write what there is so far, whole or not at all."""
        if self.path is None:
            return
        there = ("pilot", self.pilot), ("main", self.main), ("deep", self.deep)
        stages = {name: _as_json(stage) for name, stage in there}
        said = {"experiment": self.experiment.as_toml, "versions": dict(self.versions), "needed": self.needed}
        write(
            self.path,
            json.dumps(said | {"seconds": self.seconds, "deep_seconds": self.deep_seconds} | stages),
        )
        self._kept_at = time.monotonic()

    def kept_in(self, path: Path) -> dict[str, Any] | None:
        """What a file has of this experiment, if it is the same, played by the same code; nothing where there is
        none.
        """
        if (kept := _kept(path)) is None:
            return None
        if kept.get("experiment") != self.experiment.as_toml:
            raise Mistake(f"{path.parent} holds another experiment; write this one to another folder")
        if kept.get("versions") != dict(self.versions):
            raise Mistake(f"{path} was begun with other code; without that file the experiment begins anew")
        return kept

    def _resume(self, path: Path) -> None:
        """Go on with what was kept."""
        if (kept := self.kept_in(path)) is None:
            return
        try:
            self.pilot, self.main = _read(kept["pilot"], self.pilot), _read(kept["main"], self.main)
            self.deep = _read(kept["deep"], self.deep)
            self.needed, self.seconds = dict(kept["needed"]), float(kept["seconds"])
            self.deep_seconds = float(kept["deep_seconds"])
        except (ValueError, TypeError, KeyError):
            raise Mistake(DAMAGED.format(path=path)) from None


DAMAGED = "{path} is damaged; without it the experiment begins anew"


def _kept(path: Path) -> dict[str, Any] | None:
    """What a file has of an experiment; nothing where there is none."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Mistake(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise Mistake(DAMAGED.format(path=path)) from None
    if not isinstance(kept, dict):
        raise Mistake(DAMAGED.format(path=path))
    return kept


def _summed(own: Values, base: Values) -> Values:
    """The sums of a table's values, and of their differences to the table that it is compared with."""
    apart = own - base
    return np.array([own.sum(0), (own * own).sum(0), apart.sum(0), (apart * apart).sum(0)])


def _products(arm: Arm, own: Values, base: Values) -> Values:
    """The sums of the products of all seats' wins here and there, where somebody asks which seat is best."""
    found: Values = np.zeros((arm.seats, own.shape[1]))
    if can_have_advantage(arm) and own is not base:
        first = arm.sheet.places["wins.0"]
        wins = slice(first, first + arm.seats)
        found[:, wins] = (base[:, wins].T[:, None] * own[:, wins].T).sum(axis=2)
    return found


def _as_json(stage: Stage) -> dict[str, Any]:
    return {"keys": stage.keys, "done": stage.done, "sums": [sums.tolist() for sums in stage.sums]}


def _read(kept: Mapping[str, Any], like: S) -> S:
    """A stage that was kept, of as many measures as it has to be."""
    sums = [np.array(each, float).reshape(own.shape) for each, own in zip(kept["sums"], like.sums, strict=True)]
    if [each.shape for each in sums] != [each.shape for each in like.sums]:
        raise ValueError
    return type(like)(like.first, int(kept["keys"]), sums, int(kept["done"]))


def write(path: Path, content: str | bytes) -> None:
    """Write a file: whole, or not at all."""
    content = content.encode() if isinstance(content, str) else content
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}-", delete=False) as file:
        making = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            making.chmod(0o644)
            making.replace(path)
        except BaseException:
            making.unlink(missing_ok=True)
            raise
