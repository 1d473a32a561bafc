"""A match looked at again: what each decision of a player was worth, given what that player could know then.

A decision is judged by whole games played on from it in worlds that the player could not tell apart (`bots/search.py`,
`judge`): how often the action wins, and how often the best alternative does. What a decision cost is the difference,
where it is more than chance. All else that moved the chance of winning is luck: the cards, the dice, and what the
others did.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from openoutcry.bots.memory import WHOLE
from openoutcry.bots.thinking import Judgement, Mind
from openoutcry.engine.chance import new_chance
from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import Match, View

PLAYOUTS = 200
WORST = 3


@dataclass(frozen=True)
class Decision:
    """One decision: where in the log, what was known, and how the action compares with the best."""

    entry: int
    view: View
    judgement: Judgement

    @property
    def before(self) -> float:
        """The chance of winning before the decision, with the best action."""
        return self.judgement.before / WHOLE

    @property
    def after(self) -> float:
        """The chance of winning with the action."""
        return self.judgement.wins / WHOLE

    @property
    def wins_of_best(self) -> float:
        """The chance of winning with the best alternative."""
        return self.judgement.wins_of_best / WHOLE

    @property
    def cost(self) -> float:
        """What the decision cost, in chances of winning."""
        return self.judgement.cost / WHOLE


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
        """What the decisions cost in all, in chances of winning; 0 is perfect."""
        return -self._costs / WHOLE

    @property
    def _costs(self) -> int:
        return sum(decision.judgement.cost for decision in self.decisions)

    @property
    def luck(self) -> float | None:
        """What cards, dice and the others did to the chance of winning."""
        if self.result is None or not self.decisions:
            return None
        return self.result - (self.decisions[0].judgement.before - self._costs) / WHOLE

    @property
    def costliest(self) -> list[Decision]:
        """The decisions that cost most, the worst first."""
        costly = [decision for decision in self.decisions if decision.judgement.cost > 0]
        return sorted(costly, key=lambda decision: -decision.judgement.cost)[:WORST]

    def as_dict(self) -> dict[str, Any]:
        """The review as JSON has it."""
        return {
            "game": self.match.game.name,
            "seat": self.seat,
            "player": self.match.players[self.seat],
            "result": self.result,
            "luck": self.luck,
            "play": self.play,
            "decisions": [
                {
                    "entry": decision.entry,
                    "action": str(decision.judgement.action),
                    "before": decision.before,
                    "after": decision.after,
                    "best": str(decision.judgement.best),
                    "wins_of_best": decision.wins_of_best,
                    "error": decision.judgement.error / WHOLE,
                    "cost": decision.cost,
                }
                for decision in self.decisions
            ],
        }


def review(
    match: Match, seat: int, playouts: int = PLAYOUTS, progress: Callable[[int, int], None] = lambda _done, _all: None
) -> Review:
    """Judge every decision of a seat, telling how many are done of how many; the same match and play-outs give the same
    review.
    """
    if not 0 <= seat < match.seats:
        raise Mistake(f"there is no seat {seat}; they go from 0 to {match.seats - 1}")
    if not 20 <= playouts <= 100_000:
        raise Mistake(f"a decision is judged by 20 to 100,000 play-outs, not {playouts}")
    found, mind, decisions = list(match.decisions(seat)), Mind(match.game, playouts), []
    for number, (entry, view) in enumerate(found):
        action = match.log[entry].action
        assert action is not None
        mind.wake(new_chance(entry.to_bytes(32, "little")), playouts)
        decisions.append(Decision(entry, view, mind.judge(view.record, seat, action, playouts)))
        progress(number + 1, len(found))
    return Review(match, seat, decisions)
