"""Match files of another version of a game's rules: played again by these rules they would be another match.

So they are not. What such a file says was done is told as it stands, not checked, and which release reads it whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from openoutcry.engine.actions import HIDDEN, Action
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, Reason

UNDO = "undo"
LONGEST = 200
"""How many characters of a text are shown."""


class OldLine(NamedTuple):
    """What a seat did, in the notation of the file; it is known if these rules have such an action, and so words for
    it.
    """

    seat: int
    text: str
    is_known: bool


@dataclass(frozen=True)
class OldMatch:
    """What a file says of a match: its shape was looked at, and nothing else."""

    game: Game
    version: int
    players: list[str]
    options: dict[str, str]
    lines: list[OldLine]
    over: bool

    @property
    def by_other_rules(self) -> Reason:
        """By which rules it was played, which are here, and what reads it whole."""
        here = self.game.version
        newer_or_older = Reason("newer_release") if self.version > here else Reason("older_release")
        reader = self.game.releases.get(self.version, newer_or_older)
        return Reason("by_other_rules", version=self.version, game=self.game.title, here=here, reader=reader)

    def seen_by(self, seat: int | None) -> list[OldLine]:
        """The log as a seat could see it, None being a spectator, by what these rules call secret; what they do not
        know is hidden.
        """
        found: list[OldLine] = []
        done: list[tuple[int, bool]] = []  # who did what has not been taken back, and whether the onlooker saw it
        for line in self.lines:
            seen = line if line.seat == seat else self._hidden(line)
            if line.text == UNDO:
                last = max((place for place, (doer, _) in enumerate(done) if doer == line.seat), default=len(done))
                is_seen = any(was_seen for _, was_seen in done[last:])
                del done[last:]
                seen = line if is_seen else None
            else:
                done.append((line.seat, seen is not None))
            found += [seen] if seen else []
        return found

    def _hidden(self, line: OldLine) -> OldLine | None:
        """A line as everyone but the one who acted sees it."""
        action = _action(self.game, line.text)
        text = HIDDEN if action is None else self.game.actions.seen(action.number)
        return None if text is None else line._replace(text=text)


class OtherVersion(Reason):
    """A match file of another version of the rules; what it says can be told."""

    def __init__(self, match: OldMatch, path: str | Path | None = None) -> None:
        why = Reason("other_version", why=match.by_other_rules)
        found = why if path is None else Reason("file", path=str(path), why=why)
        super().__init__(found.code, **found.parameters)
        self.match = match


def other_version(game: Game, data: Mapping[str, Any]) -> OtherVersion:
    """Why a file is not played again, once it has the shape of a match file."""
    return OtherVersion(_read(game, data))


def _read(game: Game, data: Mapping[str, Any]) -> OldMatch:
    version, seats, players = data["version"], data["seats"], data["players"]
    if version < 1:
        raise Reason("version_below_one")
    if len(players) != seats or not all(isinstance(name, str) for name in players):
        raise Reason("name_for_each_seat")
    log = [(number, line) for number, line in enumerate(data["log"], start=1) if not is_new_key(line)]
    lines = [_line(game, line, number, seats) for number, line in log]
    options = {legible(str(name)): legible(str(value)) for name, value in data["options"].items()}
    stands = data["stands"]
    is_over = isinstance(stands, dict) and isinstance(stands.get("ending"), str)
    return OldMatch(game, version, [legible(name) for name in players], options, lines, is_over)


def is_new_key(line: Any) -> bool:
    """Whether a line of a log says that chance comes from another key from there on, and not what a seat did."""
    return isinstance(line, dict) and "key" in line and "seat" not in line


def _line(game: Game, line: Any, number: int, seats: int) -> OldLine:
    """An entry of the log; its text is what counts, for numbers may mean something else by now."""
    if not isinstance(line, dict) or type(line.get("seat")) is not int or not 0 <= line["seat"] < seats:
        raise Reason("old_entry_without_seat", entry=number)
    if UNDO in line:
        return OldLine(line["seat"], UNDO, True)
    if not isinstance(line.get("text"), str):
        raise Reason("old_entry_without_text", entry=number)
    return OldLine(line["seat"], legible(line["text"]), _action(game, line["text"]) is not None)


def _action(game: Game, text: str) -> Action | None:
    """The action of these rules that is written like that, if there is one."""
    try:
        action = game.actions.read(text)
    except Mistake:
        return None
    return action if action.text == text else None


def legible(text: str) -> str:
    r"""A text from a file as it can be shown: in one line, without what a terminal obeys, and not too long.

    >>> print(legible("a\x1b[2Jb\u202e"))
    a\u001b[2Jb\u202e
    """
    shown = "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text[:LONGEST])
    return f"{shown}…" if len(text) > LONGEST else shown
