"""The exact solution of Bounce for one player: against the slow twin's whole tree, and against simulation."""

from __future__ import annotations

import math
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import product

import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.games import find
from openoutcry.games.bounce.solve import solve
from openoutcry.lab.simulate import Simulation
from openoutcry.table.match import Match
from twins.bounce import Twin

Options = dict[str, int | str | bool]
Values = dict[tuple[str, int], tuple[Fraction, Fraction]]

TABLES: list[Options] = [
    {"jumps": 2, "two_dice": 1, "one_die": 1, "spaces": 3},
    {"jumps": 4, "two_dice": 2, "one_die": 3, "spaces": 4},
    {"jumps": 3, "two_dice": 9, "one_die": 1, "spaces": 6},
    {"jumps": 2, "two_dice": 2, "one_die": 9, "spaces": 30},
    {},
]


def value_by_tree(twin: Twin, known: Values) -> tuple[Fraction, Fraction]:
    """Landing and rolls with best play, by trying every action and every throw of the twin."""
    if not twin.to_act():
        return Fraction(twin.points(0)), Fraction(0)
    here = (twin.tokens[0].text(), twin.tokens[0].arrow)
    if here not in known:
        merits = []
        for action in sorted(twin.legal(0)):
            after = [value_by_tree(each, known) for each in outcomes(twin, action)]
            merits.append(
                (
                    sum(landing for landing, _ in after) / Fraction(len(after)),
                    -1 - sum(rolls for _, rolls in after) / Fraction(len(after)),
                )
            )
        known[here] = max(merits)[0], -max(merits)[1]
    return known[here]


def outcomes(twin: Twin, action: str) -> Iterator[Twin]:
    """The twin after every throw of the dice, all equally likely."""
    sides: list[int] = []
    trial = deepcopy(twin)

    def below(count: int) -> int:
        sides.append(count)
        return 0

    trial.below = below
    trial.play(0, action)
    for throw in product(*(range(count) for count in sides)):
        after, coming = deepcopy(twin), iter(throw)
        after.below = lambda _, coming=coming: next(coming)  # type: ignore[misc]
        after.play(0, action)
        yield after


@pytest.mark.skipif(IS_PLAIN, reason="the solver calls the rules, which other tests run plain")
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_solution_is_that_of_the_twins_whole_tree(options: Options) -> None:
    solution = solve(options)
    assert value_by_tree(Twin(1, solution.options, lambda _: 0), {}) == (
        solution.chances.landing,
        solution.chances.rolls,
    )


def test_the_default_game_is_solved_for_good() -> None:
    """As `outcry solve bounce` prints it."""
    chances = solve().chances
    assert math.isclose(chances.landing, 0.9466296866347225)
    assert math.isclose(chances.rolls, 14.163305308436799)


def test_close_to_the_mat_a_faceplant_is_best() -> None:
    decisions = solve().decisions
    assert [(decision.space, decision.best) for decision in decisions] == [(2, "faceplant"), (3, "faceplant")]
    assert [decision.faceplant.landing for decision in decisions] == [Fraction(1, 2), Fraction(3, 4)]
    assert [decision.roll.landing for decision in decisions] == [Fraction(1, 6), Fraction(1, 4)]


@pytest.mark.skipif(IS_PLAIN, reason="a hundred thousand games take hours in plain Python")
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_simulated_random_play_agrees_with_the_exact_mixture(options: Options) -> None:
    """Random play faceplants half the times it may."""
    exact = solve(options, faceplants=Fraction(1, 2)).chances
    simulation = Simulation(find("bounce"), 1, 1_000_000, seed=2, options=options)
    simulation.run()
    report = simulation.report()
    assert abs(report["wins"][0] - exact.landing) <= report["wins_ci95"][0]
    assert abs(report["length"]["mean"] - exact.rolls) <= 3 * report["length"]["sd"] / 1000


@pytest.mark.skipif(IS_PLAIN, reason="thousands of games take too long in plain Python")
def test_simulated_best_play_agrees_with_the_solution() -> None:
    games, landed = 3000, 0
    for seed in range(games):
        match = Match("bounce", 1, seed=seed)
        while not match.over:
            match.play(0, match.legal(0)[-1])
        landed += match.points[0]
    exact = float(solve().chances.landing)
    assert abs(landed / games - exact) <= 3 * math.sqrt(exact * (1 - exact) / games)
