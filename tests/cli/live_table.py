"""Who plays at a table in the tests: bots that ring or hold, and somebody at a keyboard, by a clock moved by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from openoutcry import Match
from openoutcry.bots import Bot
from openoutcry.bots.seated import SeatedBots
from openoutcry.cli.live import FRAME
from openoutcry.cli.own_table import OwnTable
from openoutcry.engine.actions import Action
from openoutcry.table.asks import Ask
from openoutcry.table.file import text_of
from openoutcry.table.match import View
from openoutcry.table.messages import LoadMatch


class HandClock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def move(self, seconds: float) -> None:
        self.time += seconds


class Bell:
    """A bot that does one thing if it can."""

    def __init__(self, verb: str) -> None:
        self.verb = verb

    def choose(self, view: View, _: Any) -> Action:
        return next((action for action in view.legal if action.verb == self.verb), view.legal[-1])


class Ringers(SeatedBots):
    """Bots of which some ring whenever they can, and the others hold; they know who was asked."""

    def __init__(self, *ringers: int) -> None:
        super().__init__()
        self.ringers, self.asked = ringers, list[int]()

    def bot(self, ask: Ask) -> Bot:
        return Bot("bell", Bell("ring" if ask.seat in self.ringers else "hold"))

    def answer(self, ask: Ask) -> Any:
        self.asked.append(ask.seat)
        return super().answer(ask)


class Typist:
    """A keyboard at which time passes only while it is waited for; keys come in the frames they are given for, and then
    q.
    """

    def __init__(self, clock: HandClock, keys: dict[int, str], last: int) -> None:
        self.clock, self.keys, self.last, self.frame = clock, keys, last, 0

    def __enter__(self) -> Typist:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def wait(self, seconds: float) -> str:
        self.clock.move(max(seconds, FRAME / 10))
        self.frame += 1
        return "q" if self.frame > self.last else self.keys.get(self.frame, "")


def table_of(
    match: Match,
    seat: int,
    bots: SeatedBots | None = None,
    *,
    level: str = "medium",
    pace: float = 0.0,
    seed: int = 1,
    clock: Callable[[], float] = time.monotonic,
) -> OwnTable:
    """A table at which a person goes on with a match at a seat, and bots at all the others."""
    others = {other: level for other in range(match.seats) if other != seat}
    opening = LoadMatch(file=text_of(match), seat=seat, bots=others, pace=pace, haste=0.0)
    return OwnTable(opening, seed=seed, bots=bots, clock=clock)
