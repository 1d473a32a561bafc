"""Match files: JSON that a person can read. Loading one replays it, and refuses what does not follow the rules, saying
where.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.games import find
from openoutcry.table.limits import json_in, path_of, refuse_what_is_no_file, text_in
from openoutcry.table.match import LogEntry, Match
from openoutcry.table.old_file import OtherVersion, other_version

FORMAT = "openoutcry match 1"


def write_match(match: Match, path: Path) -> None:
    """Write the whole file or nothing: a killed process leaves the old one."""
    try:
        refuse_what_is_no_file(path)
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None
    text, making = text_of(match), path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with making.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        making.replace(path)
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            making.unlink(missing_ok=True)


def text_of(match: Match) -> str:
    """The file of a match: a header, then a line for each action, then where it stands."""
    header = {
        "format": FORMAT,
        "game": match.game.name,
        "version": match.game.version,
        "seats": match.seats,
        "players": match.players,
        **({"bots": {str(seat): name for seat, name in match.bots.items()}} if match.bots else {}),
        "options": match.options,
        "commitment": match.commitment,
        "key": match._key.hex(),
    }
    lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},\n" for name, value in header.items()]
    log = ",\n".join(f"    {json.dumps(_line(entry), ensure_ascii=False)}" for entry in match.log)
    opened = f'  "log": [\n{log}\n  ],\n' if log else '  "log": [],\n'
    return "{\n" + "".join(lines) + opened + f'  "stands": {json.dumps(standing(match), ensure_ascii=False)}\n}}\n'


def _line(entry: LogEntry) -> dict[str, Any]:
    if entry.action is None:
        alone = {"entry": entry.gone[0] + 1} if entry.is_alone else {}
        return {"seat": entry.seat, "undo": len(entry.gone)} | ({"consent": True} if entry.by_consent else {}) | alone
    return {"seat": entry.seat, "action": entry.action.number, "text": entry.action.text}


def standing(match: Match) -> dict[str, Any]:
    """Where a match stands, in terms of the rules and not of the record: the check that a replay came to the same
    place.
    """
    legal = [[action.number for action in match.legal(seat)] for seat in range(match.seats)]
    return {
        "to_act": match.to_act,
        "ending": match.ending,
        "points": match.points,
        "places": match.places,
        "legal": hashlib.sha256(json.dumps(legal).encode()).hexdigest()[:16],
    }


def load(path: str | Path) -> Match:
    """Replay a match file.

    >>> load("no such file")
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Mistake: no such file cannot be read: No such file or directory
    """
    text = text_in(path_of(path))
    try:
        return _replayed(text)
    except OtherVersion as other:
        raise OtherVersion(f"{path} {other}", other.match) from None
    except Mistake as mistake:
        raise Mistake(f"{path} {mistake}") from None


def _replayed(text: str) -> Match:
    data = json_in(text)
    match = _opened(data)
    for number, line in enumerate(data["log"], start=1):
        try:
            _play(match, line)
        except Mistake as mistake:
            raise Mistake(f"does not follow the rules at log entry {number}: {mistake}") from None
    found, expected = standing(match), data["stands"]
    for name, value in found.items():
        if not isinstance(expected, dict) or expected.get(name) != value:
            raise Mistake(f"is damaged: after the last log entry {name} should be {value!r}")
    return match


def _opened(data: Any) -> Match:
    wanted = {
        "format": str,
        "game": str,
        "version": int,
        "seats": int,
        "players": list,
        "options": dict,
        "commitment": str,
        "key": str,
        "log": list,
    }
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Mistake(f"is not a match file: its format should be {FORMAT!r}")
    for name, kind in wanted.items():
        if type(data.get(name)) is not kind:
            raise Mistake(f"is damaged: {name!r} is missing or of the wrong kind")
    if "stands" not in data:
        raise Mistake("is damaged: its end is missing")
    try:
        key = bytes.fromhex(data["key"])
    except ValueError:
        raise Mistake("is damaged: the key is not hexadecimal") from None
    if hashlib.sha256(key).hexdigest() != data["commitment"]:
        raise Mistake("is damaged: the key is not the one it was committed to")
    try:
        game = find(data["game"])
        if data["version"] == game.version:
            bots = {int(seat): name for seat, name in _bots(data)}
            return Match(game, data["seats"], data["options"], key=key, players=data["players"], bots=bots)
    except Mistake as mistake:
        raise Mistake(f"cannot be replayed: {mistake}") from None
    raise other_version(game, data)


def _bots(data: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """Which bots play, by the numbers of their seats; a file need not say."""
    bots = data.get("bots", {})
    if type(bots) is not dict or not all(re.fullmatch(r"0|[1-9]\d?", seat) for seat in bots):
        raise Mistake("'bots' should be names by the numbers of their seats")
    return bots.items()


def _play(match: Match, line: Any) -> None:
    if not isinstance(line, dict) or type(line.get("seat")) is not int:
        raise Mistake("it should be an object with a seat")
    if "undo" in line:
        match.undo(line["seat"], consent=line.get("consent") is True)
        if _line(match.log[-1]) != line:
            raise Mistake(f"this takes back {_line(match.log[-1])}, not {quoted(line)}")
        return
    if type(line.get("action")) is not int:
        raise Mistake("it should have the number of an action")
    action = match.read(line["action"])
    if line.get("text") != action.text:
        raise Mistake(f"action {action.number} is {action.text!r}, not {quoted(line.get('text'))}")
    match.play(line["seat"], action)
