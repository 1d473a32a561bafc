"""Who plays at a live table in the tests: bots that ring or hold, and somebody at a keyboard."""

from __future__ import annotations

from typing import Any

from openoutcry.cli.live import FRAME
from openoutcry.engine.actions import Action
from openoutcry.table.match import View
from openoutcry.table.race import HandClock


class Bell:
    """A bot that does one thing if it can, and knows how often it was asked."""

    def __init__(self, verb: str) -> None:
        self.verb, self.asked = verb, 0

    def choose(self, view: View, _: Any) -> Action:
        self.asked += 1
        return next((action for action in view.legal if action.verb == self.verb), view.legal[-1])


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
