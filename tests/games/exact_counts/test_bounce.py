"""Bounce, small set-ups played to the end in every way: so many positions, and no others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from counting import Answers, Options, check_counts, countable, every_option
from openoutcry.engine.chance import DICE
from openoutcry.engine.record import copied
from openoutcry.games import find
from support import any_chance, game_of, rigged_dice
from twins import bounce


@cache
def every_throw(dice: int, sides: int) -> list[Any]:
    return [rigged_dice(values, sides) for values in itertools.product(range(1, sides + 1), repeat=dice)]


@dataclass(frozen=True)
class Trampoline:
    """Bounce from its beginning; how many positions there are after 0, 1, 2 … actions."""

    title: str
    seats: int
    options: Options
    counts: list[int]

    def __str__(self) -> str:
        return self.title

    def state(self) -> Any:
        state = find("bounce").template(self.seats, self.options)
        find("bounce").rules.setup(state, any_chance())
        return state

    def twin(self) -> Any:
        return bounce.Twin(self.seats, every_option("bounce", self.seats, self.options), lambda _: 0)

    @staticmethod
    def chances(state: Any, verb: str) -> Iterator[Any]:
        """Every way the dice or the coin can fall."""
        sides = 2 if verb == "faceplant" else 6
        trial, before = rigged_dice([1, 1, 1], sides), copied(state)
        game_of(state).rules.apply(before, int(state.seat), game_of(state).actions.read(verb).number, trial)
        thrown = int(trial.drawn[DICE]) - 1
        return map(copied, every_throw(thrown, sides))

    @staticmethod
    def ask(twin: Any, answers: Answers) -> None:
        twin.below = answers.below


SET_UPS = [
    Trampoline(
        "Bounce alone",
        1,
        {"spaces": 4, "jumps": 5, "two_dice": 2, "one_die": 3},
        [1, 16, 20, 19, 17, 15, 13, 11, 10, 9, 8, 7, 5, 4, 3, 2],
    ),
    Trampoline(
        "Bounce for two on a low board",
        2,
        {"spaces": 3, "jumps": 3, "two_dice": 1, "one_die": 2},
        [1, 9, 56, 46, 32, 23, 18, 15, 12, 8, 5, 2],
    ),
    Trampoline(
        "Bounce for three until all have gone",
        3,
        {"spaces": 4, "jumps": 2, "two_dice": 1, "one_die": 1, "finish": "all"},
        [1, 5, 22, 87, 92, 75, 56, 40, 24, 8],
    ),
]


@pytest.mark.parametrize("set_up", countable(SET_UPS), ids=str)
@pytest.mark.long
def test_the_rules_and_the_twin_reach_the_same_positions_and_exactly_so_many(set_up: Trampoline) -> None:
    check_counts(set_up)
