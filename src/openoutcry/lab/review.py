"""A match looked at again: what each decision of a player was worth, given what that player could know then.

A decision is judged by whole games played on from it in worlds that the player could not tell apart
(`bots/judging.py`): how often the action wins, and how often others would have. A decision costs something where
another action is better by more than chance, and is credited where it beats the rules of thumb. All else that moved the
chance of winning is luck: the cards, the dice, and what the others did.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from openoutcry.bots.thinking import Mind
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import new_chance
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.asks import WHOLE, Judged, Split, split, steps_for
from openoutcry.table.limits import FEWEST_STEPS, MOST_STEPS, STEPS
from openoutcry.table.match import Match, View

WORST = 3


@dataclass(frozen=True)
class Decision:
    """One decision: where in the log, what was known and done, and how the action compares with the others."""

    entry: int
    view: View
    action: Action
    judged: Judged

    @property
    def best(self) -> Action:
        """The best alternative."""
        return self.view.game.actions[self.judged.best]

    @property
    def before(self) -> float:
        """The chance of winning before the decision: with the best alternative if that is better, with the rules of
        thumb if the action is better than those, else with the action.
        """
        return self.judged.before / WHOLE

    @property
    def after(self) -> float:
        """The chance of winning with the action."""
        return self.judged.wins / WHOLE

    @property
    def wins_of_best(self) -> float:
        """The chance of winning with the best alternative."""
        return self.judged.wins_of_best / WHOLE

    @property
    def margin(self) -> float:
        """Half of a 95% interval of the difference."""
        return 2 * self.judged.error / WHOLE

    @property
    def cost(self) -> float:
        """What the decision cost, in chances of winning."""
        return self.judged.cost / WHOLE

    @property
    def credit(self) -> float:
        """What the decision won beyond the rules of thumb, in chances of winning."""
        return self.judged.credit / WHOLE


@dataclass(frozen=True)
class Review:
    """All decisions of a seat, and what the match came to for it."""

    match: Match
    seat: int
    decisions: list[Decision]

    @property
    def result(self) -> float | None:
        """1 for a win, a part of it for a shared one, else 0; nothing if the match is not over."""
        if not self.match.over:
            return None
        first = [place == 1 for place in self.match.places]
        return first[self.seat] / max(sum(first), 1)

    @property
    def play(self) -> float:
        """What the decisions won and cost in all, in chances of winning."""
        return self._split.play

    @property
    def luck(self) -> float | None:
        """What cards, dice and the others did to the chance of winning."""
        return None if self.result is None or not self.decisions else self._split.luck

    @property
    def margin(self) -> float:
        """Half of a 95% interval of luck, and of play."""
        return self._split.margin

    @property
    def _split(self) -> Split:
        return split(self.result or 0.0, [decision.judged for decision in self.decisions])

    @property
    def costliest(self) -> list[Decision]:
        """The decisions that cost most, the worst first."""
        costly = [decision for decision in self.decisions if decision.judged.cost > 0]
        return sorted(costly, key=lambda decision: -decision.judged.cost)[:WORST]

    @property
    def finest(self) -> list[Decision]:
        """The decisions that won most beyond the rules of thumb, the finest first."""
        found = [decision for decision in self.decisions if decision.judged.credit > 0]
        return sorted(found, key=lambda decision: -decision.judged.credit)[:WORST]

    def as_dict(self) -> dict[str, Any]:
        """The review as JSON has it."""
        return {
            "game": self.match.game.name,
            "seat": self.seat,
            "player": self.match.players[self.seat],
            "result": self.result,
            "luck": self.luck,
            "play": self.play,
            "margin": self.margin,
            "decisions": [
                {
                    "entry": decision.entry,
                    "action": str(decision.action),
                    "before": decision.before,
                    "after": decision.after,
                    "best": str(decision.best),
                    "wins_of_best": decision.wins_of_best,
                    "margin": decision.margin,
                    "cost": decision.cost,
                    "credit": decision.credit,
                    "verdict": decision.judged.verdict,
                }
                for decision in self.decisions
            ],
        }


def review(
    match: Match, seat: int, steps: int = STEPS, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> Review:
    """Judge every decision of a seat by so many steps in all, the last first, as games from there are short; telling
    how many decisions are done of how many. The same match and steps give the same review.
    """
    if not 0 <= seat < match.seats:
        raise Mistake(f"there is no seat {seat}; they go from 0 to {match.seats - 1}")
    if not FEWEST_STEPS <= steps <= MOST_STEPS:
        raise Mistake(f"a match is reviewed by {FEWEST_STEPS:,} to {MOST_STEPS:,} steps, not {steps:,}")
    found, mind, decisions, left = list(match.decisions(seat)), Mind(match.game), list[Decision](), steps
    for entry, view in reversed(found):
        action = match.log[entry].action
        assert action is not None
        mind.wake(new_chance(entry.to_bytes(32, "little")), 0)
        judged = mind.judge(view.record, seat, action, steps_for(steps, left, len(found) - len(decisions)))
        left -= judged.steps
        decisions.append(Decision(entry, view, action, judged))
        progress(len(decisions), len(found))
    return Review(match, seat, decisions[::-1])
