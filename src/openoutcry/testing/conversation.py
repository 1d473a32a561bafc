"""Conversations at a table, recorded: what was heard when, what was said when. Whoever runs tables reproduces them to
the letter: the session here, the host in the page.

Records and files are long, and are written as the beginning of their SHA-256.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from openoutcry.bots.seated import SeatedBots
from openoutcry.table.messages import HostMessage, read, write
from openoutcry.table.session import Session

Step = dict[str, Any]
LONG = ("record", "text")


class Conversation:
    """A table that is spoken to, and all that was said there.

    Times are in milliseconds, so that they are written alike everywhere.
    """

    def __init__(self, title: str, *, is_own: bool = True, key: str = "0b" * 32) -> None:
        self.title, self.is_own, self.key = title, is_own, key
        self.steps: list[Step] = []
        self.now = 0
        self.session = Session(bytes.fromhex(key), is_own=is_own)
        self._bots = SeatedBots()
        self._said: list[Any] = []

    def says(self, who: str, message: dict[str, Any]) -> None:
        """Somebody says something."""
        heard = read(json.dumps(message))
        self._step({"who": who, "says": message}, lambda: self.session.hear(who, heard, self.now / 1000))

    def leaves(self, who: str) -> None:
        """Somebody's connection breaks."""
        self._step({"leaves": who}, lambda: self.session.leave(who, self.now / 1000))

    def waits(self, milliseconds: int) -> None:
        """Time passes; what is due comes when it is due."""
        self.now += milliseconds
        self._step({}, lambda: self.session.due(self.now / 1000))

    def last(self, who: str, kind: str) -> dict[str, Any]:
        """The last thing of a kind that somebody was told."""
        return next(
            said
            for step in reversed(self.steps)
            for _, to, said in reversed(step["said"])
            if to == who and said["type"] == kind
        )

    def as_json(self) -> dict[str, Any]:
        """The conversation as it is kept."""
        return {"title": self.title, "own": self.is_own, "key": self.key, "steps": self.steps}

    def _step(self, step: Step, act: Any) -> None:
        self._said = []
        end = self.now / 1000
        while (at := self.session.next_at) is not None and at < end:
            self._note(at, self.session.due(at))
        self._note(end, act())
        self.steps.append({"at": self.now, **step, "said": self._said})

    def _note(self, at: float, said: Iterable[tuple[str, HostMessage]]) -> None:
        """Write down what was said, and ask the bots; what they answer is heard at once."""
        self._said += [[round(at * 1000), who, shortened(json.loads(write(message)))] for who, message in said]
        while asks := self.session.wanted():
            for ask in asks:
                if self.session.is_wanted(ask.number):
                    self._note(at, self.session.decided(ask.number, self._bots.answer(ask), at))


def again(recorded: dict[str, Any]) -> Conversation:
    """The same conversation once more."""
    conversation = Conversation(recorded["title"], is_own=recorded["own"], key=recorded["key"])
    for step in recorded["steps"]:
        conversation.now = step["at"]
        if "says" in step:
            conversation.says(step["who"], step["says"])
        elif "leaves" in step:
            conversation.leaves(step["leaves"])
        else:
            conversation.waits(0)
    return conversation


def shortened(message: dict[str, Any]) -> dict[str, Any]:
    """A message with its long parts as digests."""
    return {
        name: hashlib.sha256(value.encode()).hexdigest()[:16] if name in LONG and isinstance(value, str) else value
        for name, value in message.items()
    }
