"""Why an action is better than another, as far as looking ahead shows it: what surely comes of it, and what comes to
pass more often, or less, before its player has to choose again.

Both are played in the same worlds, each of which could be (`bots/ahead.py`), then on to the end of the game. What is
told is told as the player would hear of it. The page does the same (`web/src/host/outlook.ts`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openoutcry.bots import ahead
from openoutcry.bots.memory import WHOLE
from openoutcry.bots.thinking import ADVICE, Estimate, Mind, advice
from openoutcry.engine import contract
from openoutcry.engine.actions import HIDDEN, Action
from openoutcry.engine.events import NOBODY, Telling
from openoutcry.engine.workspace import MOST_SEATS
from openoutcry.table.asks import Advice
from openoutcry.table.story import LogLine, events_of
from openoutcry.table.view import View

WORLDS = 100
STEPS = 60
"""So many worlds are looked at, and so many steps of each at most."""
APART = 25
"""What comes to pass in so many worlds more after one action than after the other is told of."""
MATTERS = 20
"""It is a reason if whoever sees it come to pass wins more often, or less, by one game in so many at least."""


class Outlook(NamedTuple):
    """What surely comes of an action and not of the other; what else speaks for it, with the shares of worlds in which
    that comes to pass after either; and the points in the end, on average, where they are clearly better.
    """

    brings: list[Telling]
    foreseen: LogLine | None = None
    often: float = 0.0
    otherwise: float = 0.0
    points: float | None = None
    next_points: float | None = None


@dataclass
class Games:
    """Games after one action: in how many a thing came to pass, what its player won of these and of all, in
    ten-thousandths, what came of the action itself, and the points in the end, world by world.
    """

    happened: Counter[str] = field(default_factory=Counter)
    won_with: Counter[str] = field(default_factory=Counter)
    won: int = 0
    brought: Counter[str] = field(default_factory=Counter)
    points: list[int] = field(default_factory=list)

    @property
    def brings(self) -> list[str]:
        """What came of the action itself, always."""
        return [told for told, count in self.brought.items() if count == WORLDS]

    def matters(self, happening: str) -> tuple[int, int]:
        """How much oftener the player wins where a thing comes to pass, as a fraction: what is above and below the
        line.
        """
        with_it, won_with = self.happened[happening], self.won_with[happening]
        without = WORLDS - with_it
        return won_with * without - (self.won - won_with) * with_it, with_it * without


def advised(view: View, chance: Any, playouts: int = ADVICE) -> Advice:
    """What would be best, beside the next best, and why.

    If the next best wins more often, in the games of the search and in those looked ahead, it is the best.
    """
    mind = Mind(view.game, playouts)
    found = advice(view, chance, playouts, mind)[:2]
    games = looked_ahead(mind, view, [each.action for each in found])
    if len(found) < 2:
        return Advice(found[0].action.number, pooled(found[0], games[0]), brings=events_in(games[0].brings))
    if found[1].wins > found[0].wins and games[1].won >= games[0].won:
        found, games = found[::-1], games[::-1]
    best, other = found
    chances = best.action.number, pooled(best, games[0]), other.action.number, pooled(other, games[1])
    why = outlook(*games, is_lowest_best=bool(view.game.member("LOWEST_WINS")))
    return Advice(*chances)._replace(**why._asdict())


def pooled(found: Estimate, games: Games) -> float:
    """How often an action wins, in the games of the search and in those looked ahead."""
    return (round(found.wins * WHOLE) * found.tries + games.won) / (found.tries + WORLDS) / WHOLE


def looked_ahead(mind: Mind, view: View, actions: Sequence[Action]) -> list[Games]:
    """Games after each of some actions, all in the same worlds."""
    looking, found = Looking(mind, view), [Games() for _ in actions]
    for _ in range(WORLDS):
        looking.suppose()
        for action, games in zip(actions, found, strict=True):
            looking.look(action, games)
    return found


def outlook(games: Games, others: Games, *, is_lowest_best: bool) -> Outlook:
    """What speaks for an action, from games after it and after another."""
    brings = events_in([line for line in games.brings if line not in others.brings])
    found = Outlook(brings)
    if best := strongest(games, others):
        shares = games.happened[best] / WORLDS, others.happened[best] / WORLDS
        found = Outlook(brings, json.loads(best), *shares)
    if is_better(games.points, others.points, -1 if is_lowest_best else 1):
        return found._replace(points=sum(games.points) / WORLDS, next_points=sum(others.points) / WORLDS)
    return found


def is_better(points: Sequence[int], others: Sequence[int], sign: int) -> bool:
    """Whether points are better than others by two standard errors of the difference in the same worlds."""
    apart = [sign * (one - other) for one, other in zip(points, others, strict=True)]
    total, squares = sum(apart), sum(each * each for each in apart)
    return total > 0 and total * total * WORLDS > 4 * (squares * WORLDS - total * total)


def events_in(lines: Sequence[str]) -> list[Telling]:
    """The events that some lines tell."""
    return [told for line in lines for told in json.loads(line)["events"]]


def strongest(games: Games, others: Games) -> str | None:
    """Of all that comes to pass more often after one action than after the other, or less, and is as good or bad for
    the player as that, what differs most.
    """
    best, most = None, APART - 1
    for happening in (*games.happened, *others.happened):
        apart = games.happened[happening] - others.happened[happening]
        above, below = map(sum, zip(games.matters(happening), others.matters(happening), strict=True))
        speaks_for = (above if apart > 0 else -above) * MATTERS >= below * WHOLE
        if abs(apart) > most and speaks_for and happening not in games.brings:
            best, most = happening, abs(apart)
    return best


class Looking:
    """Looks ahead from what a seat may know."""

    def __init__(self, mind: Mind, view: View) -> None:
        assert view.seat is not None, "whoever only watches has nothing to choose"
        self.game, self.seat, self.workspace = view.game, view.seat, mind.workspace
        self.workspace.seen = view.record

    def suppose(self) -> None:
        """Another world that could be."""
        ahead.suppose(self.workspace, self.seat)

    def look(self, action: Action, games: Games) -> None:
        """Play an action in it, to the end."""
        happened: dict[str, None] = {}
        for place, line in enumerate(self._lines(action)):
            if place == 0:
                games.brought.update(map(alone, line["events"]))
            happened |= dict.fromkeys(self._happenings(line))
        won = int(ahead.ends_well(self.workspace, self.seat))
        games.won += won
        games.points.append(int(contract.points(self.workspace.world, self.seat)))
        for happening in happened:
            games.happened[happening] += 1
            games.won_with[happening] += won

    def _lines(self, action: Action) -> Iterator[LogLine]:
        """What the player would be told, step by step; headings are left out."""
        number = action.number
        for _ in range(STEPS):
            step = int(ahead.step_ahead(self.workspace, self.seat, number))
            if step == NOBODY:
                return
            done, actor = divmod(step, MOST_SEATS)
            seen = done if actor == self.seat else self.game.actions.seen_number(done)
            events = events_of(self.game, self.workspace.before, self.workspace.after, actor, seen)
            text = self.game.actions.seen(done) or ""
            yield {"seat": actor, "text": text, "events": [told for told in events if not self._is_heading(told)]}
            number = NOBODY

    def _is_heading(self, told: Telling) -> bool:
        return bool(self.game.events.by_name[told["event"]].heading)

    def _happenings(self, line: LogLine) -> Iterator[str]:
        """What came to pass, each as a line of its own: what another was seen to do, and events whose sentence can
        stand alone.
        """
        is_seen = line["text"] and HIDDEN not in line["text"] and not self._is_hold(line["text"])
        if line["seat"] != self.seat and is_seen:
            yield written({"seat": line["seat"], "text": line["text"], "events": []})
        yield from (alone(told) for told in line["events"] if self._names(told))

    def _names(self, told: Telling) -> bool:
        """Whether the sentence of an event names whom it is about, so that it can stand alone."""
        phrase = self.game.words["en"].get("events", {}).get(told["event"], "")
        return f"{{{self.game.events.by_name[told['event']].about}}}" in phrase

    def _is_hold(self, text: str) -> bool:
        hold = self.game.actions.hold
        return hold is not None and text == hold.text


def alone(told: Telling) -> str:
    """An event as a line of its own."""
    return written({"seat": None, "text": "", "events": [told]})


def written(line: LogLine) -> str:
    """As JSON, so that what is alike is the same."""
    return json.dumps(line)
