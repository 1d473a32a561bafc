"""Bounce for one player, solved exactly: every position from the last to the first, in fractions.

Whatever is rolled, a token only ever goes on: to a later state of this bounce, or to a later bounce. So the positions
can be taken in that order. The moves themselves are made by the rules; nothing of them is written again here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from openoutcry.games.bounce import GAME, rules

COIN = Counter({1: 1, 2: 1})


@dataclass(frozen=True)
class Chances:
    """The probability to land and the expected number of rolls (a coin counts as one) from a position on, with best
    play.
    """

    landing: Fraction
    rolls: Fraction

    @property
    def merit(self) -> tuple[Fraction, Fraction]:
        """What best play prefers: landing, and of equal chances fewer rolls."""
        return self.landing, -self.rolls


@dataclass(frozen=True)
class Decision:
    """The one choice of the game: on that space, facing down, one jump before being sick."""

    space: int
    roll: Chances
    faceplant: Chances

    @property
    def best(self) -> str:
        """The better action."""
        return "faceplant" if self.faceplant.merit > self.roll.merit else "roll"


@dataclass(frozen=True)
class Solution:
    """What best play comes to, and the decisions on the way."""

    options: Mapping[str, int | str]
    chances: Chances
    decisions: tuple[Decision, ...]


def solve(options: Mapping[str, int | str | bool] | None = None, faceplants: Fraction | None = None) -> Solution:
    """Solve the game for one player with these options; with best play, or faceplanting that share of the times one
    may.

    >>> solve({"jumps": 2, "two_dice": 1, "one_die": 1, "spaces": 3}).chances.landing
    Fraction(2, 27)
    """
    state = GAME.template(1, options)
    known: dict[tuple[int, int], Chances] = {}
    decisions = []
    for arrow in range(int(state.jumps) - 1, -1, -1):
        for token in range(2 * int(state.spaces) - 1, -1, -1):
            if (arrow == 0) != (token == 0):
                continue
            _put(state, token, arrow)
            best = _expected(state, token, arrow, _sums(int(rules.dice_to_roll(state, 0))), known)
            _put(state, token, arrow)
            if rules.may_faceplant(state, 0):
                space = int(rules.space_of(state, token))
                decision = Decision(space, best, _expected(state, token, arrow, COIN, known))
                decisions.append(decision)
                best = _chosen(decision, faceplants)
            known[token, arrow] = best
    shown = {option.name: option.show(int(state[option.name])) for option in GAME.options}
    return Solution(shown, known[0, 0], tuple(sorted(decisions, key=lambda decision: decision.space)))


def _chosen(decision: Decision, faceplants: Fraction | None) -> Chances:
    """The chances of the better action, or of both mixed."""
    roll, coin = decision.roll, decision.faceplant
    if faceplants is None:
        return coin if decision.best == "faceplant" else roll
    rest = 1 - faceplants
    return Chances(faceplants * coin.landing + rest * roll.landing, faceplants * coin.rolls + rest * roll.rolls)


def _expected(
    state: Any, token: int, arrow: int, throws: Mapping[int, int], known: Mapping[tuple[int, int], Chances]
) -> Chances:
    """The mean over all throws, each with its number of ways."""
    landing, rolls, ways = Fraction(0), Fraction(0), sum(throws.values())
    for pips, count in throws.items():
        _put(state, token, arrow)
        rules.move(state, 0, pips)
        rules.slow_down(state, 0)
        share = Fraction(count, ways)
        if state.statuses[0] == rules.JUMPING:
            after = known[int(state.tokens[0]), int(state.arrows[0])]
            landing += share * after.landing
            rolls += share * after.rolls
        elif state.statuses[0] == rules.LANDED:
            landing += share
    return Chances(landing, rolls + 1)


def _put(state: Any, token: int, arrow: int) -> None:
    state.tokens[0], state.arrows[0], state.statuses[0], state.sick, state.went[0] = token, arrow, rules.JUMPING, 0, 0


def _sums(dice: int) -> Counter[int]:
    """In how many ways that many dice give each sum."""
    rolls: Iterable[tuple[int, ...]] = product(range(1, 7), repeat=dice)
    return Counter(sum(roll) for roll in rolls)
