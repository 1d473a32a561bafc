"""All bots against each other: each alone at a table of each other, at every seat in turn with the same key, as often
as it takes to be precise enough. How often that is, a pilot says, which is then left out, as in the lab
(`lab/statistics.py`): nothing of what is averaged has a say in how much is averaged.

A cell of the table is how often a bot wins alone among so many of another; equal bots win one game in as many as there
are seats. From the cells follow ratings: by Luce's model a bot of strength s wins against others of strength t with s /
(s + (seats - 1) t), and a rating is 400 log10 s, so that 100 points more win 64% of games for two.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import numpy as np

from openoutcry.bots import check, find, read
from openoutcry.engine.chance import BOT_KEYS, GAME_KEYS, TIES, below, key_of_seed, new_chance, rekey
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.lab.simulate import LOOK_EVERY, WIDE, Series
from openoutcry.lab.statistics import LEVEL, Sample, keys_for, sequence_width, student
from openoutcry.table.match import Match

ELO = 400 / math.log(10)
SKILL = ("search:100", "search:400", "search:1600", "search:6400")
"""The same bot with four budgets: how much thinking helps says how deep a game is."""
LEAST_KEYS = 8
"""No interval is believed before so many keys were played."""


PILOT_PART = 10
"""At most one key in so many is a pilot's, but for the least."""
PILOT_KEYS = 1 << 40
"""The number of the pilot's first key."""


@dataclass
class Cell:
    """How a bot fares alone among others: for each key the share of wins over all seats."""

    shares: list[float] = field(default_factory=list)
    pilot: list[float] = field(default_factory=list)
    planned: int | None = None
    """How many keys are to be played; the pilot says so."""

    @property
    def told(self) -> list[float]:
        """The keys that count; the pilot's, if it was stopped before there were any."""
        return self.shares or self.pilot

    @property
    def is_cut_short(self) -> bool:
        """Whether somebody stopped before all was played, perhaps because of what they saw."""
        return bool(self.pilot) and (self.planned is None or len(self.shares) < self.planned)

    @property
    def wins(self) -> float:
        """The mean."""
        return sum(self.told) / len(self.told) if self.told else math.nan

    @property
    def half_width(self) -> float:
        """Half the 95% interval of the mean; a key more that was won, and one that was lost, keep it from being
        nothing. Cut short, it is that of a confidence sequence.
        """
        if len(self.told) < 2:
            return math.inf
        shares = np.array([*self.told, 0.0, 1.0]) if len(set(self.told)) == 1 else np.array(self.told)
        errors = sequence_width(len(shares)) if self.is_cut_short else student(LEVEL, len(shares) - 1)
        return float(errors * shares.std(ddof=1) / math.sqrt(len(shares)))

    @property
    def known_half_width(self) -> float | None:
        """The same for JSON, which knows no infinity: nothing while nothing is known."""
        return self.half_width if len(self.told) > 1 else None


@dataclass(frozen=True)
class Rating:
    """A bot's rating with half its 95% interval; the mean of all bots is 0."""

    bot: str
    rating: float
    half_width: float


class Ladder:
    """The bots, the table they play at, and what they came to so far. The games of a seed and a key are the same on
    every machine.

    >>> from openoutcry.games import find
    >>> ladder = Ladder(find("crypto_cards"), ["random", "greedy"], seats=2, most=200, precision=0.04)
    >>> ladder.run()
    >>> [rating.bot for rating in ladder.ratings()]
    ['greedy', 'random']
    """

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        seats: int,
        *,
        seed: int = 0,
        options: Mapping[str, int | str | bool] | None = None,
        precision: float = 0.05,
        most: int = 1000,
        alone: str | None = None,
    ) -> None:
        """Check everything; nothing is played yet. `most` is the number of keys a pair of bots plays at most.

        With `alone`, only that bot is tried alone among each of the others.
        """
        names = [name.strip().lower() for name in bots]
        if len(set(names)) != len(names) or len(names) < 2:
            raise Mistake("a ladder needs two bots or more, all different")
        if seats < 2:
            raise Mistake("a ladder needs two seats or more")
        if not 0 < precision < 1:
            raise Mistake(f"the precision is a share of games between 0 and 1, not {precision}")
        if most < LEAST_KEYS:
            raise Mistake(f"a pair of bots plays {LEAST_KEYS} keys or more, not {most}")
        self.game, self.bots, self.seats, self.seed, self.precision, self.most = (
            game,
            names,
            seats,
            seed,
            precision,
            most,
        )
        self.specs = {name: read(name, game) for name in names}
        self.template = game.template(seats, options)
        check(names, game, self.template)
        single = None if alone is None else alone.strip().lower()
        if single is not None and single not in names:
            raise Mistake(f"{alone!r} is not one of the bots: {', '.join(names)}")
        self.cells = {pair: Cell() for pair in permutations(names, 2) if single in (None, pair[0])}
        self.is_stopped = False
        self._master = new_chance(key_of_seed(seed))
        self._own = threading.local()

    @property
    def games(self) -> int:
        """How many games were played that count."""
        return self.seats * sum(len(cell.told) for cell in self.cells.values())

    def run(self, progress: Callable[[float], None] = lambda _: None, workers: int | None = None) -> None:
        """Play on all cores, the pilot and then as many keys as every pair needs, telling the part that is done;
        interrupted, it keeps what there is.
        """
        keys, part = max(LEAST_KEYS, self.most // PILOT_PART), 1 / (1 + PILOT_PART)
        pilots = {pair: cell.pilot for pair, cell in self.cells.items()}
        self._play(pilots, dict.fromkeys(pilots, keys), PILOT_KEYS, lambda done: progress(part * done), workers)
        if self.is_stopped:
            return
        for cell in self.cells.values():
            needed = keys_for(Sample.of(cell.pilot), self.precision, is_share=True)
            cell.planned = min(max(needed, LEAST_KEYS), self.most)
        shares = {pair: cell.shares for pair, cell in self.cells.items()}
        planned = {pair: cell.planned or 0 for pair, cell in self.cells.items()}
        self._play(shares, planned, 0, lambda done: progress(part + (1 - part) * done), workers)

    def _play(
        self,
        shares: Mapping[tuple[str, str], list[float]],
        planned: Mapping[tuple[str, str], int],
        first: int,
        progress: Callable[[float], None],
        workers: int | None,
    ) -> None:
        """Play so many keys with each pair, in rounds, so that all are played while anybody waits; the shares of wins
        are those of the first keys without a gap.
        """
        count = workers or os.cpu_count() or 1
        rounds = range(max(planned.values()))
        todo = [(pair, number) for number in rounds for pair in planned if number < planned[pair]]
        waiting: dict[Future[float], tuple[tuple[str, str], int]] = {}
        played: dict[tuple[tuple[str, str], int], float] = {}
        pool, following, done = ThreadPoolExecutor(count), 0, 0
        try:
            while done < len(todo) and not self.is_stopped:
                while following < len(todo) and len(waiting) < count:
                    pair, number = todo[following]
                    waiting[pool.submit(self.share, pair, first + number)] = todo[following]
                    following += 1
                for each in wait(waiting, LOOK_EVERY, FIRST_COMPLETED).done:
                    played[waiting.pop(each)] = each.result()
                    done += 1
                for pair, found in shares.items():
                    while (pair, len(found)) in played:
                        found.append(played.pop((pair, len(found))))
                progress(done / len(todo))
        finally:
            pool.shutdown(cancel_futures=True)

    def stop(self) -> None:
        """End a run soon, from another thread or a signal; it keeps what there is."""
        self.is_stopped = True

    def share(self, pair: tuple[str, str], number: int) -> float:
        """The share of wins of a bot alone among others, over all seats, with one key."""
        return sum(self._won(pair, own, number) for own in range(self.seats)) / self.seats

    def _won(self, pair: tuple[str, str], own: int, number: int) -> float:
        names = [pair[0] if seat == own else pair[1] for seat in range(self.seats)]
        places = (
            self._without_python(names, number)
            if all(self.specs[name].is_compiled for name in pair)
            else self._one_by_one(names, number)
        )
        first = [seat for seat, place in enumerate(places) if place == 1]
        return 1 / len(first) if own in first else 0.0

    def _without_python(self, names: Sequence[str], number: int) -> list[int]:
        bots = [self.specs[name] for name in names]
        if not hasattr(self._own, "series"):
            self._own.series = Series(self.game, self.template, bots)
        series: Series = self._own.series
        series.sit_down(bots)
        series.play(self._master, number, 1)
        return [int(place) for place in series.places[0]]

    def _one_by_one(self, names: Sequence[str], number: int) -> list[int]:
        """A game with bots that are not compiled, move by move."""
        keys = [new_chance(bytes(32)) for _ in range(self.seats + 2)]
        rekey(keys[0], self._master, GAME_KEYS, number)
        for seat, chance in enumerate(keys[1:]):
            rekey(chance, keys[0], BOT_KEYS, seat)
        options = {option.name: option.show(int(self.template[option.name])) for option in self.game.options}
        match = Match(self.game, self.seats, options, key=keys[0].key.tobytes())
        bots = [find(name, self.game) for name in names]
        while not match.over:
            seats = match.to_act
            seat = seats[int(below(keys[-1], TIES, len(seats)))] if len(seats) > 1 else seats[0]
            match.play(seat, bots[seat].choose(match.view(seat), keys[1 + seat]))
        return match.places

    def ratings(self) -> list[Rating]:
        """The ratings that fit the cells best, the best bot first."""
        count = len(self.bots)
        laplacian, pull = np.zeros((count, count)), np.zeros(count)
        for (one, other), cell in self.cells.items():
            if not cell.told:
                continue
            keys = len(cell.told)
            wins = (cell.wins * keys + 1 / self.seats) / (keys + 1)
            spread = min(max(wins * (1 - wins), 1e-9), 0.25)
            error = max(cell.half_width / WIDE, math.sqrt(spread / (keys + 1)) / self.seats) if keys > 1 else 1.0
            weight = (spread / error) ** 2
            apart = math.log(wins * (self.seats - 1) / (1 - wins))
            a, b = self.bots.index(one), self.bots.index(other)
            laplacian[[a, b], [a, b]] += weight
            laplacian[[a, b], [b, a]] -= weight
            pull[a] += weight * apart
            pull[b] -= weight * apart
        covariance = np.linalg.pinv(laplacian)
        strengths, errors = covariance @ pull, np.sqrt(np.diag(covariance))
        rated = [
            Rating(bot, ELO * float(s), ELO * WIDE * float(e))
            for bot, s, e in zip(self.bots, strengths, errors, strict=True)
        ]
        return sorted(rated, key=lambda rating: -rating.rating)

    def report(self) -> dict[str, Any]:
        """What was played, the cells and the ratings."""
        options = {option.name: option.show(int(self.template[option.name])) for option in self.game.options}
        cells = [
            {
                "bot": one,
                "against": other,
                "keys": len(cell.told),
                "wins": cell.wins,
                "wins_ci95": cell.known_half_width,
            }
            for (one, other), cell in self.cells.items()
            if cell.told
        ]
        rated = [{"bot": each.bot, "rating": each.rating, "rating_ci95": each.half_width} for each in self.ratings()]
        head = {
            "game": self.game.name,
            "version": self.game.version,
            "seats": self.seats,
            "seed": self.seed,
            "options": options,
        }
        return head | {"games": self.games, "fair": 1 / self.seats, "ratings": rated, "cells": cells}


def picture(report: Mapping[str, Any]) -> str:
    """The ratings as a drawing (SVG): a point for each bot, and its interval."""
    ratings = report["ratings"]
    low = min(each["rating"] - each["rating_ci95"] for each in ratings)
    high = max(each["rating"] + each["rating_ci95"] for each in ratings)
    left, width, row, whole = 150, 560, 34, max(float(high - low), 1e-9)

    def across(rating: float) -> float:
        return left + width * float(rating - low) / whole

    height = row * len(ratings) + 70
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 70} {height}" '
            'font-family="Georgia, serif" font-size="15">'
        ),
        f"<title>{report['game']}, {report['seats']} seats: ratings with 95% intervals</title>",
        '<rect width="100%" height="100%" fill="#f7f1e3"/>',
        f'<text x="20" y="28" font-size="18">{report["game"]}, {report["seats"]} seats</text>',
    ]
    for place, each in enumerate(ratings):
        y = 58 + row * place
        x, half = across(each["rating"]), width * each["rating_ci95"] / whole
        lines += [
            f'<text x="20" y="{y + 5}">{each["bot"]}</text>',
            f'<line x1="{x - half:.1f}" x2="{x + half:.1f}" y1="{y}" y2="{y}" stroke="#1f3d2e" stroke-width="3"/>',
            f'<circle cx="{x:.1f}" cy="{y}" r="6" fill="#c98a1b"/>',
            f'<text x="{left + width + 14}" y="{y + 5}">{each["rating"]:+.0f}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
