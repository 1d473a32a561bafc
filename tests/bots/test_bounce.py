"""Exact play of Bounce, against the solution for one player and against every throw for several."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from openoutcry.engine.chance import new_chance
from openoutcry.engine.record import blank, copied
from openoutcry.games import find
from openoutcry.games.bounce import rules
from openoutcry.games.bounce.solve import solve
from openoutcry.games.bounce.thumb import choose
from openoutcry.lab.simulate import Simulation
from support import position, rigged_dice

GAME = find("bounce")
MAT = "mat"


def choice(state: Any) -> str:
    """What the seat to act does."""
    mask = blank(GAME.mask_type)
    GAME.rules.legal(state, state.seat, mask)
    return str(GAME.actions[int(choose(state, state.seat, mask, new_chance(bytes(32))))])


def on_space(space: int, others: Sequence[int] = (), options: Mapping[str, int | str] | None = None) -> Any:
    """Seat 0 faces down on a space, one jump before being sick; the states of the other tokens."""
    template = GAME.template(1 + len(others), options)
    spaces, jumps = int(template.spaces), int(template.jumps)
    tokens = [2 * spaces + 1 - space, *others]
    arrows = [jumps - 1] + [1 if token else 0 for token in others]
    return position("bounce", len(tokens), options, seat=0, tokens=tokens, arrows=arrows)


def every_few_options() -> Iterator[dict[str, int | str]]:
    for jumps, two_dice, one_die, spaces in product((2, 3, 5), (1, 2, 4), (1, 2, 5), (3, 4, 9)):
        yield {"jumps": jumps, "two_dice": two_dice, "one_die": one_die, "spaces": spaces}


def test_alone_it_does_what_the_solution_says() -> None:
    checked = 0
    for options in every_few_options():
        for decision in solve(options).decisions:
            assert choice(on_space(decision.space, options=options)) == decision.best
            checked += 1
    assert checked == 2 * 81


def outcomes(state: Any, action: str) -> dict[str, Fraction]:
    """Every throw played by the rules: how often the token comes to the mat, and how often to each position where it
    jumps on.
    """
    dice, sides = (1, 2) if action == "faceplant" else (int(rules.dice_to_roll(state, 0)), 6)
    found: dict[str, Fraction] = {}
    for throw in product(range(1, sides + 1), repeat=dice):
        after = copied(state)
        rules.apply(after, 0, GAME.actions.read(action).number, rigged_dice(throw, sides))
        after.dice[:] = 0
        if after.statuses[0] != rules.SICK:
            where = MAT if after.statuses[0] == rules.LANDED else after.tobytes().hex()
            found[where] = found.get(where, Fraction(0)) + Fraction(1, sides**dice)
    return found


def test_among_others_the_coin_comes_more_often_wherever_the_dice_come() -> None:
    dice = random.Random(1)
    for options in every_few_options():
        for space, finish in product((2, 3), ("first", "all")):
            others = tuple(dice.randint(0, 2 * int(options["spaces"]) - 1) for _ in range(dice.randint(1, 3)))
            state = on_space(space, others, options | {"finish": finish})
            roll, coin = outcomes(state, "roll"), outcomes(state, "faceplant")
            assert coin[MAT] > roll.get(MAT, 0)
            assert all(coin[where] >= 3 * often for where, often in roll.items())
            assert choice(state) == "faceplant"


@pytest.mark.parametrize("others", [(), (17,), (2,), (2, 17, 17)])
def test_whoever_stands_on_the_space_below_it_faceplants(others: tuple[int, ...]) -> None:
    assert choice(on_space(3, others)) == "faceplant"


def test_it_rolls_where_there_is_no_choice() -> None:
    assert choice(on_space(4)) == "roll"
    assert choice(position("bounce", 1, seat=0, tokens=[17], arrows=[13])) == "roll"


def test_where_the_choice_matters_it_lands_more_often_than_at_random() -> None:
    options = {"jumps": 3, "two_dice": 1, "one_die": 1, "spaces": 4}
    landed = {}
    for bot in ("greedy", "random"):
        simulation = Simulation(GAME, 1, 20_000, options=options, bots=[bot])
        simulation.run()
        landed[bot] = simulation.report()["wins"][0]
    assert landed["greedy"] == pytest.approx(float(solve(options).chances.landing), abs=0.01)
    assert landed["greedy"] > landed["random"] + 0.1
