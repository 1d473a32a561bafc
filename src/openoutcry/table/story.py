"""What a reader is told of a match: what was done, as far as they saw it, and what came of it.

It follows from the log alone, so it is the same after a reload, from a file and for whoever joins late.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from openoutcry.engine import contract
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.events import NOBODY, Telling
from openoutcry.engine.game import Game
from openoutcry.engine.telling import new_told

if TYPE_CHECKING:
    from openoutcry.table.match import Match


class LogLine(TypedDict):
    """A seat and the notation of what it did, as far as the reader saw it, and what came of it; what was taken back
    later is gone.
    """

    seat: int | None
    text: str
    events: list[Telling]
    gone: NotRequired[bool]


@dataclass(frozen=True)
class Line:
    """An entry of the log as a reader is told it: a seat and the notation of what it did, where they saw it, and the
    events. What was taken back later is gone.
    """

    seat: int | None
    text: str
    events: tuple[Telling, ...] = ()
    is_gone: bool = False

    def as_json(self) -> LogLine:
        """The line as messages have it."""
        told: LogLine = {"seat": self.seat, "text": self.text, "events": list(self.events)}
        if self.is_gone:
            told["gone"] = True
        return told


def events_of(game: Game, before: Any, after: Any, seat: int, action: int) -> tuple[Telling, ...]:
    """What came of an action, from what a reader knew before it and knows after it, and saw done."""
    if not game.events:
        return ()
    told = new_told()
    contract.events(before, after, NOBODY if action == NOBODY else seat, action, told)
    return game.events.read(told)


class Story:
    """The lines that one reader is told of a match, kept as it goes on: one for the deal and one for each entry of the
    log, or none.

    To an open story nothing is hidden: it is for matches that are over, and for whoever runs the table.
    """

    def __init__(self, watcher: int | None, *, is_open: bool = False) -> None:
        self.watcher = watcher
        self.is_open = is_open
        self.lines: list[Line | None] = []

    def copy(self) -> Story:
        """The same story, to go on apart from this one."""
        again = Story(self.watcher, is_open=self.is_open)
        again.lines = list(self.lines)
        return again

    def told(self, match: Match) -> list[Line]:
        """Everything up to now."""
        missing = 1 + len(match.log) - len(self.lines)
        if missing == 1:
            self._add(match)
        elif missing:
            self.lines = []
            for moment in match.moments():
                self._add(moment)
        gone = {1 + place for entry in match.log for place in entry.gone}
        return [
            replace(line, is_gone=True) if place in gone else line
            for place, line in enumerate(self.lines)
            if line is not None
        ]

    def _add(self, match: Match) -> None:
        """The line of the entry that has just been written; of the deal, where there is none yet."""
        entry = match.log[-1] if match.log else None
        seen = None if entry is None else match.seen_entries(self.watcher)[-1]
        if entry is not None and self.is_open:
            seen = (entry.seat, str(entry))
        if entry is None:
            events = self._events(match, NOBODY, NOBODY)
        else:
            events = () if entry.action is None else self._events(match, entry.seat, entry.action.number)
        if seen is not None:
            self.lines.append(Line(*seen, events))
        else:
            self.lines.append(Line(None, "", events) if events else None)

    def _events(self, match: Match, seat: int, action: int) -> tuple[Telling, ...]:
        before, after = match.around_last()
        if not self.is_open:
            reader = SPECTATOR if self.watcher is None else self.watcher
            match.game.sight.hide(before, reader)
            match.game.sight.hide(after, reader)
            action = action if seat in (self.watcher, NOBODY) else match.game.actions.seen_number(action)
        return events_of(match.game, before, after, seat, action)
