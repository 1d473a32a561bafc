"""Match files: JSON that a person can read. Loading one replays it, and refuses what does not follow the rules, saying
where.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from openoutcry.engine.chance import KEY_SIZE
from openoutcry.engine.mistakes import Reason, quoted
from openoutcry.games import find
from openoutcry.table.fairness import REMOVED, bots_at_last, refuse_unproven
from openoutcry.table.limits import LARGEST_FILE, json_in, path_of, refuse_what_is_no_file, text_in, too_large
from openoutcry.table.match import Match
from openoutcry.table.old_file import OtherVersion, is_new_key, other_version

FORMAT = "openoutcry match 1"


def write_match(match: Match, path: Path) -> None:
    """Write the file of a match."""
    write_text(text_of(match), path)


def write_text(text: str, path: Path) -> None:
    """Write the whole file or nothing: a killed process leaves the old one."""
    try:
        refuse_what_is_no_file(path)
    except OSError as error:
        raise Reason("file", path=str(path), why=Reason("not_writable", why=str(error.strerror))) from None
    making = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with making.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        making.replace(path)
    except OSError as error:
        raise Reason("file", path=str(path), why=Reason("not_writable", why=str(error.strerror))) from None
    finally:
        with suppress(OSError):
            making.unlink(missing_ok=True)


def text_of(match: Match, fairness: Mapping[str, Any] | None = None, proven_options: Collection[str] = ()) -> str:
    """The file of a match: a header, then a line for each action, then the proof of its shuffle, where there is one
    (`Chain.proof`, or what the file it was read from said), then where it stands.

    A proof holds for the options that it speaks of, those of its chain's header; the game may have got others since.
    """
    proof = fairness if fairness is not None else _still_proven(match)
    proven = proven_options if fairness is not None else match.proven_options
    bots = {str(seat): name for seat, name in match.bots.items()} if proof is None else bots_at_last(proof)
    header = {
        "game": match.game.name,
        "version": match.game.version,
        "seats": match.seats,
        "players": match.players if proof is None else _unless_removed(match.players, proof["salts"]),
        **({"bots": bots} if bots else {}),
        "options": match.options if proof is None else _of_these(match.options, proven),
    }
    return written_file(header, match._key, [entry.as_line() for entry in match.log], proof, standing(match))


def written_file(
    header: Mapping[str, Any],
    key: bytes,
    log: Iterable[Mapping[str, Any]],
    proof: Mapping[str, Any] | None,
    stands: Mapping[str, Any] | None,
) -> str:
    """A match file from its parts; where a match of other rules stands cannot be said."""
    opening = {"format": FORMAT, **header, "commitment": hashlib.sha256(key).hexdigest(), "key": key.hex()}
    return (
        "{\n"
        + "".join(f"  {_dumps(name)}: {_dumps(value)},\n" for name, value in opening.items())
        + f'  "log": {_listed([_dumps(line) for line in log])},\n'
        + ("" if proof is None else f'  "fairness": {_written(proof)},\n')
        + f'  "stands": {_dumps(stands)}\n}}\n'
    )


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listed(parts: list[str]) -> str:
    """A list with a line for each of its parts."""
    return "[\n" + ",\n".join(f"    {part}" for part in parts) + "\n  ]" if parts else "[]"


def _written(proof: Mapping[str, Any]) -> str:
    """A proof with a line for each of its parts."""
    return "{\n" + ",\n".join(f"    {_dumps(name)}: {_dumps(value)}" for name, value in proof.items()) + "\n  }"


def _still_proven(match: Match) -> Mapping[str, Any] | None:
    """The proof a match was read with, as long as nothing was done since."""
    return match.proof if match.proof is not None and len(match.proof["hashes"]) == len(match.log) + 1 else None


def _of_these(options: Mapping[str, int | str], proven: Collection[str]) -> dict[str, int | str]:
    """The options that a proof speaks of; all, where it is not said which."""
    return {name: value for name, value in options.items() if name in proven or not proven}


def _unless_removed(players: list[str], salts: list[str | None]) -> list[str]:
    return [REMOVED if salt is None else name for name, salt in zip(players, salts, strict=True)]


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
    openoutcry.engine.mistakes.Reason: no such file cannot be read: No such file or directory
    """
    text = text_in(path_of(path))
    try:
        return replayed(text)
    except OtherVersion as other:
        raise OtherVersion(other.match, path) from None
    except Reason as reason:
        raise Reason("file", path=str(path), why=reason) from None


def replayed(text: str) -> Match:
    """Replay the text of a match file; the reason why it cannot be is worded to follow what the file is called."""
    data = read_data(text)
    match = opened(data)
    refuse_unproven(data)
    replay(match, data)
    match.proof, match.proven_options = data.get("fairness"), tuple(data["options"])
    return match


def replay(match: Match, data: Mapping[str, Any]) -> None:
    """Play what a file says was done, which has to come to where it says the match stands."""
    for number, line in enumerate(data["log"], start=1):
        try:
            play_line(match, line)
        except Reason as reason:
            raise Reason("against_the_rules", entry=number, why=reason) from None
    found, expected = standing(match), data["stands"]
    for name, value in found.items():
        if not isinstance(expected, dict) or not _same(expected.get(name), value):
            raise Reason("stands_elsewhere", name=name, value=quoted(value))


def read_data(text: str) -> dict[str, Any]:
    """What the text of a match file says, which has the shape of one, and the key it was committed to."""
    if len(text) > LARGEST_FILE or len(text.encode(errors="surrogatepass")) > LARGEST_FILE:
        raise too_large()
    data = json_in(text)
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
        raise Reason("not_a_match_file", format=FORMAT)
    for name, kind in wanted.items():
        if type(data.get(name)) is not kind:
            raise Reason("missing_or_wrong", name=name)
    if "stands" not in data:
        raise Reason("end_missing")
    if not re.fullmatch("(?:[0-9a-fA-F]{2})*+", data["key"]):
        raise Reason("key_not_hexadecimal")
    if hashlib.sha256(bytes.fromhex(data["key"])).hexdigest() != data["commitment"]:
        raise Reason("key_not_committed")
    return data


def opened(data: dict[str, Any]) -> Match:
    """The match that a file begins with."""
    try:
        game, key = find(data["game"]), bytes.fromhex(data["key"])
        if data["version"] == game.version:
            bots = {int(seat): name for seat, name in _bots(data)}
            return Match(game, data["seats"], data["options"], key=key, players=data["players"], bots=bots)
    except Reason as reason:
        raise Reason("not_replayable", why=reason) from None
    raise other_version(game, data)


def _bots(data: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """Which bots play, by the numbers of their seats; a file need not say."""
    bots = data.get("bots", {})
    if type(bots) is not dict or not all(re.fullmatch("0|[1-9][0-9]?", seat) for seat in bots):
        raise Reason("bots_by_seats")
    return sorted(bots.items(), key=lambda seat_and_name: int(seat_and_name[0]))


def _same(one: Any, other: Any) -> bool:
    """Whether JSON says the same; in Python alone 1 would be true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def play_line(match: Match, line: Any) -> None:
    """Play what a line of a log says was done."""
    if is_new_key(line):
        match.new_key(_key_in(line))
        return
    if not isinstance(line, dict) or type(line.get("seat")) is not int:
        raise Reason("entry_without_seat")
    if "undo" in line:
        match.undo(line["seat"], consent=line.get("consent") is True)
        if not _same(match.log[-1].as_line(), line):
            raise Reason("other_undo", undone=quoted(match.log[-1].as_line()), line=quoted(line))
        return
    if type(line.get("action")) is not int:
        raise Reason("entry_without_action")
    action = match.read(line["action"])
    if line.get("text") != action.text:
        raise Reason("other_text", number=action.number, text=quoted(action.text), line=quoted(line.get("text")))
    match.play(line["seat"], action)


def _key_in(line: dict[str, Any]) -> bytes:
    """The key that a line of a log has, and nothing else."""
    key = line["key"]
    if type(key) is not str or not re.fullmatch(f"[0-9a-f]{{{2 * KEY_SIZE}}}", key) or len(line) > 1:
        raise Reason("entry_not_a_key", size=KEY_SIZE)
    return bytes.fromhex(key)
