"""What a reader is told of a match: what was done, as far as they saw it, and what came of it.

It follows from the log alone, so it is the same after a reload, from a file and for whoever joins late.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from openoutcry.engine import contract
from openoutcry.engine.events import NOBODY, Telling
from openoutcry.engine.game import Game
from openoutcry.engine.telling import new_told

if TYPE_CHECKING:
    from openoutcry.table.match import LogEntry, Match


class LogLine(TypedDict):
    """A seat and the notation of what it did, as far as the reader saw it, and what came of it; what was taken back
    later is gone.
    """

    seat: int | None
    text: str
    events: list[Telling]
    gone: NotRequired[bool]


class Line(Struct, frozen=True, gc=False):
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
        self.lines: list[Line] = []
        self.entries = 0
        """How many entries of the log are told as such, not only what came of them."""
        self.changes: list[int] = []
        """The first line that was new, or gone, with each change of the lines."""
        self._places: list[int] = []
        """Which line is that of the deal, and of each entry of the log; -1 where there is none."""

    @classmethod
    def of(cls, match: Match, watcher: int | None, *, is_open: bool = False) -> Story:
        """The story of a match so far."""
        story = cls(watcher, is_open=is_open)
        for moment in match.moments() if match.entries else (match,):
            story.add(moment)
        return story

    def copy(self) -> Story:
        """The same story, to go on apart from this one."""
        again = Story(self.watcher, is_open=self.is_open)
        again.lines, again.changes, again._places = list(self.lines), list(self.changes), list(self._places)
        again.entries = self.entries
        return again

    def lines_after(self, entries: int, log: Sequence[LogEntry]) -> list[Line]:
        """The lines as they were after so many entries of the log: what was taken back later was not gone yet."""
        lines = [replace(line, is_gone=False) for line in self.lines[: self._lines_by(entries)]]
        for entry in log[:entries]:
            for place in (self._places[1 + gone] for gone in entry.gone):
                if place >= 0:
                    lines[place] = replace(lines[place], is_gone=True)
        return lines

    def _lines_by(self, entries: int) -> int:
        """How many lines there were after so many entries."""
        return max(self._places[: 1 + entries], default=-1) + 1

    def changed_since(self, changes: int) -> int:
        """The first line that is not as it was after so many changes; how many lines there are if all are."""
        if changes == len(self.changes) - 1:
            return self.changes[-1]
        return min(self.changes[changes:], default=len(self.lines))

    def add(self, match: Match) -> None:
        """Tell of the entry that has just been written; of the deal, where there is none yet."""
        entry = match.last_entry
        if entry is not None and entry.gone:
            self._take_back(entry.gone)
        self.put(self.last(match))

    def put(self, line: Line | None) -> None:
        """Tell of an entry by this line, or not."""
        if line is None:
            self._places.append(-1)
            return
        place = len(self.lines)
        self._places.append(place)
        self.changes.append(place)
        self.lines.append(line)
        if line.seat is not None:
            self.entries += 1

    def _take_back(self, gone: tuple[int, ...]) -> None:
        """What was told of these entries was taken back."""
        places = [place for entry in gone if (place := self._places[1 + entry]) >= 0]
        for place in places:
            self.lines[place] = replace(self.lines[place], is_gone=True)
        if places:
            self.changes.append(min(places))

    def last(self, match: Match) -> Line | None:
        """The line of the last entry, or of the deal; nothing if there is none."""
        entry = match.last_entry
        if entry is None:
            events = self._events(match, NOBODY, NOBODY)
            return Line(None, "", events) if events else None
        if entry.key is not None:
            return None
        if entry.action is None:
            seen = (entry.seat, str(entry)) if self.is_open else match.seen_entries(self.watcher)[-1]
            return None if seen is None else Line(*seen)
        events = self._events(match, entry.seat, entry.action.number)
        text = entry.action.text if self.is_open else match.seen_text(entry.seat, entry.action, self.watcher)
        if text is not None:
            return Line(entry.seat, text, events)
        return Line(None, "", events) if events else None

    def _events(self, match: Match, seat: int, action: int) -> tuple[Telling, ...]:
        if self.is_open:
            return events_of(match.game, *match.around_last(), seat, action)
        return match.events_seen(self.watcher, seat, action)
