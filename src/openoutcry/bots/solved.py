"""A bot that plays a small table as it was solved (`docs/solved.md`): it mixes, each action as often as an equilibrium
does.

A file has the solution of one game for one set of options: for every information state in which there is a choice a
key, and how likely each legal action is, in whole numbers. A key is a digest of what the seat saw happen, from the log
of its view, and of its hidden record. Where all choose at once nobody sees what others chose, and who was quicker says
nothing: what others did there is left out, and so is the record while the seat itself is at it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from openoutcry.bots.guests import BotFailed
from openoutcry.bots.learned import options_of
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import DICE, below
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, Reason, quoted
from openoutcry.table.view import View

FORM = "open outcry solution 1"
"""How the file of a solution begins."""
SUFFIX = ".solved"
WHOLE = 1 << 15
"""The weights of an information state add up to so much."""
SEATS = 2
MOST_BYTES = 4 << 20
UNDO, NEW_KEY = "undo", "new key"
"""Lines of a log that are no actions."""

Line = tuple[int, str]


class Entry(NamedTuple):
    """An information state: its key, and the weight of each legal action in the order of their numbers."""

    key: int
    weights: Sequence[int]


class Solution:
    """How both seats of a table play, if they play as it was solved."""

    def __init__(
        self, game: Game, options: Mapping[str, Any], at_once: Iterable[str], entries: Mapping[int, Sequence[int]]
    ) -> None:
        self.game, self.options, self.at_once = game, dict(options), tuple(at_once)
        self.entries = dict(entries)

    def chances(self, view: View) -> list[int]:
        """The weight of each legal action, in their order, from what a seat saw and knows; of so many in all that is
        WHOLE.
        """
        legal = view.legal
        if len(legal) == 1:
            return [WHOLE]
        weights = self.entries.get(key_of(view, legal, self.at_once))
        if weights is None or len(weights) != len(legal):
            raise BotFailed("the bot 'solved' failed: what it saw of this match is not in its solution")
        return list(weights)

    def tobytes(self) -> bytes:
        """The file: a line that says what it is for, and the information states in the order of their keys."""
        rows = sorted(self.entries.items())
        content = np.array([key for key, _ in rows], "<u8").tobytes()
        content += bytes(len(weights) for _, weights in rows)
        content += np.array([weight for _, weights in rows for weight in weights], "<u2").tobytes()
        head = {
            "game": self.game.name,
            "version": self.game.version,
            "record": layout_digest(self.game),
            "options": self.options,
            "at_once": self.at_once,
            "states": len(rows),
            "digest": hashlib.sha256(content).hexdigest(),
        }
        return f"{FORM}\n{json.dumps(head)}\n".encode() + content

    @classmethod
    def of(cls, content: bytes, game: Game) -> Solution:
        """A solution from its file, if it is for this game as it is now."""
        form, _, rest = content.partition(b"\n")
        told, _, body = rest.partition(b"\n")
        if form != FORM.encode():
            raise Mistake(f"the file of a solution begins with {FORM!r}, not with {quoted(form[:40])}")
        try:
            head = json.loads(told)
            states, options, at_once = int(head["states"]), dict(head["options"]), [str(v) for v in head["at_once"]]
            known = {name: head[name] for name in ("game", "version", "record", "digest")}
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            raise Mistake("the second line of the file of a solution does not say what it is for") from None
        if known["game"] != game.name:
            raise Mistake(f"this solution is of {quoted(known['game'])}, not of {game.name}")
        if known["version"] != game.version:
            raise Mistake(f"this solution is of version {quoted(known['version'])} of the rules, not {game.version}")
        if known["record"] != layout_digest(game):
            raise Mistake("this solution is of another layout of the record: the table has to be solved anew")
        if hashlib.sha256(body).hexdigest() != known["digest"]:
            raise Mistake("this solution is not whole: its weights are not those that were written")
        return cls(game, options, at_once, _entries(body, states))


def _entries(body: bytes, states: int) -> dict[int, tuple[int, ...]]:
    """The information states of a file."""
    counts = body[8 * states : 9 * states]
    if states < 0 or len(counts) != states or len(body) != 9 * states + 2 * sum(counts):
        raise Mistake("the second line of the file of a solution does not say what it is for")
    keys = np.frombuffer(body, "<u8", states).tolist()
    weights, entries, first = np.frombuffer(body, "<u2", offset=9 * states).tolist(), {}, 0
    for key, count in zip(keys, counts, strict=True):
        entries[key] = tuple(weights[first : first + count])
        first += count
    if any(sum(each) != WHOLE for each in entries.values()):
        raise Mistake("the weights of an information state of this solution do not add up")
    return entries


def layout_digest(game: Game) -> str:
    """A digest of how the record of a game is laid out, which keys depend on."""
    kind = game.state_type
    fields = {name: (str(field[0]), int(field[1])) for name, field in (kind.fields or {}).items()}
    return hashlib.sha256(json.dumps([kind.itemsize, fields]).encode()).hexdigest()[:16]


def key_of(view: View, legal: Sequence[Action], at_once: Sequence[str]) -> int:
    """The key of what a seat saw and knows."""
    assert view.seat is not None, "who only watches has nothing to choose"
    told = json.dumps([view.seat, told_apart(view.log, view.seat, at_once)]).encode()
    knows = b"" if all(action.verb in at_once for action in legal) else view.data
    return int.from_bytes(hashlib.blake2b(told + b"\n" + knows, digest_size=8).digest(), "little")


def told_apart(log: Iterable[Line], seat: int, at_once: Sequence[str]) -> list[Line]:
    """What stands of a log, without what others did where all choose at once."""
    lines: list[Line] = []
    for by, text in log:
        if text == UNDO:
            _take_back(lines, by, at_once)
        elif text != NEW_KEY:
            lines.append((by, text))
    return [line for line in lines if line[0] == seat or not is_at_once(line, at_once)]


def _take_back(lines: list[Line], seat: int, at_once: Sequence[str]) -> None:
    """A seat's last action goes with all that came after it, or alone where all choose at once."""
    last = max((place for place, line in enumerate(lines) if line[0] == seat), default=len(lines))
    if all(is_at_once(line, at_once) for line in lines[last:]):
        del lines[last : last + 1]
    else:
        del lines[last:]


def is_at_once(line: Line, at_once: Sequence[str]) -> bool:
    """Whether a line tells what all choose at once."""
    return line[1].partition(" ")[0] in at_once


class SolvedBot:
    """What the solution of its table says, each action as often as that has it."""

    def choose(self, view: View, chance: Any) -> Action:
        """One of the legal actions, drawn by the weights of the solution."""
        weights = solution_of(view.game, view.record).chances(view)
        drawn = int(below(chance, DICE, WHOLE)) if len(weights) > 1 else 0
        return view.legal[next(place for place, end in enumerate(np.cumsum(weights).tolist()) if drawn < end)]


def whole_weights(policy: Iterable[float]) -> list[int]:
    """Probabilities as whole numbers that add up to WHOLE; what is left over goes to those that lost most.

    >>> whole_weights([0.5, 0.25, 0.25]), whole_weights([1 / 3, 1 / 3, 1 / 3])
    ([16384, 8192, 8192], [10923, 10923, 10922])
    """
    exact = [each * WHOLE for each in policy]
    weights = [int(each) for each in exact]
    order = sorted(range(len(exact)), key=lambda place: weights[place] - exact[place])
    for place in order[: WHOLE - sum(weights)]:
        weights[place] += 1
    return weights


def paths_of(game: Game) -> list[Path]:
    """The files of a game's solved tables."""
    return sorted(game.folder.glob(f"{game.name}.*{SUFFIX}"))


def solution_of(game: Game, template: Any) -> Solution:
    """The solution of a table with the options of a record."""
    solutions = [read_solution(path, game) for path in paths_of(game)]
    options = options_of(game, template)
    for solution in solutions:
        if int(template["seats"]) == SEATS and solution.options == options:
            return solution
    raise Reason("not_solved", game=game.title, tables=[_written(each) for each in solutions])


def _written(solution: Solution) -> str:
    """The options of a solved table, those that are not as ever."""
    usual = options_of(solution.game, solution.game.template(SEATS))
    return " ".join(f"{name}={value}" for name, value in solution.options.items() if value != usual[name])


@cache
def read_solution(path: Path, game: Game) -> Solution:
    """A solution from its file."""
    if path.stat().st_size > MOST_BYTES:
        raise Mistake(f"{path.name}: a solution has at most {MOST_BYTES:,} bytes")
    try:
        return Solution.of(path.read_bytes(), game)
    except Mistake as mistake:
        raise Mistake(f"{path.name}: {mistake}") from None
