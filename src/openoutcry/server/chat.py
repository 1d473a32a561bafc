"""What is said at a table: kept with it, limited in how much and how often."""

from __future__ import annotations

import unicodedata
from collections import deque

from openoutcry.server import protocol as p
from openoutcry.table.fairness import REMOVED
from openoutcry.table.limits import JOINERS, UNSEEN
from openoutcry.table.reasons import Reason

MOST_TOLD = 200
"""Lines that whoever enters is told."""
LINES, SECONDS = 6, 12.0
"""How many lines anybody may say in how many seconds."""


class Chat:
    """The lines of one table, and who has said how much lately."""

    def __init__(self) -> None:
        self.lines: deque[p.ChatLine] = deque(maxlen=MOST_TOLD)
        self.count = 0
        self._by: dict[int, str] = {}
        self._speakers: dict[str, int] = {}
        self._lately: dict[str, deque[float]] = {}

    def add(
        self, who: str, said: p.SayLine | p.SayPhrase, seat: int | None, person: p.Person, now: float, wall: float
    ) -> p.ChatLine:
        """One line more, if it is one and does not come too soon."""
        text = shown(said.text) if isinstance(said, p.SayLine) else None
        if text == "":
            raise Reason("nothing_said")
        lately = self._lately.setdefault(who, deque(maxlen=LINES))
        if len(lately) == LINES and now - lately[0] < SECONDS:
            raise Reason("said_too_much")
        lately.append(now)
        line: p.ChatLine = {
            "number": self.count,
            "at": wall,
            "speaker": self.speaker(person.person),
            "name": person.name,
            "colour": person.colour,
            "seat": seat,
            "text": text,
            "phrase": said.phrase if isinstance(said, p.SayPhrase) else None,
        }
        self.said_by(person.person, line)
        return line

    def speaker(self, person: str) -> int:
        """The number of somebody who speaks: people are counted as they first do."""
        return self._speakers.setdefault(person, len(self._speakers))

    def said_by(self, person: str, line: p.ChatLine) -> None:
        """Take in a line, new or as it was stored."""
        self.count = line["number"] + 1
        self._by[line["number"]] = person
        self._by.pop(line["number"] - MOST_TOLD, None)
        self.lines.append(line)

    def forget(self, person: str) -> None:
        """Somebody is called by no name any more."""
        for line in self.lines:
            if self._by.get(line["number"]) == person:
                line["name"] = REMOVED


def shown(text: str) -> str:
    r"""What can be seen of a line, on one line.

    >>> shown("  well\nplayed \x1b[2J ")
    'well played [2J'
    """
    seen = "".join(
        letter if letter in JOINERS or unicodedata.category(letter) not in UNSEEN else " " for letter in text
    )
    return " ".join(seen.split())
