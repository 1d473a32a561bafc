"""Checking a match file: all that can be said of whether it is what was played, step by step, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from openoutcry.engine.mistakes import Reason, quoted
from openoutcry.table.fairness import SHORTEST_HEAD, Step, proven
from openoutcry.table.file import opened, read_data, replay
from openoutcry.table.old_file import OtherVersion, legible


class Shown(NamedTuple):
    """What somebody's own client was shown or has drawn while the match ran, as far as they know it, in hexadecimal: a
    head, the commitment of the server's secret, all commitments to nonces by their seats, the client's own nonce.
    """

    head: str | None = None
    commitment: str | None = None
    commitments: Mapping[int, str] | None = None
    nonce: str | None = None


NOTHING = Shown()


def check(text: str, shown: Shown = NOTHING) -> list[Step]:
    """What holds of the text of a match file, up to the first thing that does not; also whether it is the match that
    somebody was shown.
    """
    return list(_until_one_fails(_steps(text, shown)))


def holds(steps: list[Step]) -> bool:
    """Whether nothing was found wrong."""
    return all(step.holds is not False for step in steps)


def _until_one_fails(steps: Iterator[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        if step.holds is False:
            return


def _steps(text: str, shown: Shown) -> Iterator[Step]:
    try:
        data = read_data(text)
    except Reason as reason:
        yield Step(Reason("this_file", why=reason), False)
        return
    entries = len(data["log"])
    yield Step(Reason("fair_read", game=legible(data["game"]), seats=data["seats"], entries=entries), True)
    if "fairness" in data:
        yield from proven(data)
    else:
        yield Step(Reason("fair_key_committed", commitment=data["commitment"]), True)
    yield from _replayed(data)
    if "fairness" not in data:
        yield Step(Reason("fair_not_given"), None)
    else:
        yield Step(Reason("fair_head", head=data["fairness"]["head"]), True)
    yield from _as_shown(data.get("fairness", {"rounds": [], "hashes": []}), shown)


def _replayed(data: dict[str, Any]) -> Iterator[Step]:
    """Its entries follow the rules from its key, and it stands where it says."""
    try:
        match = opened(data)
        replay(match, data)
    except OtherVersion as other:
        yield Step(Reason("fair_other_version", version=data["version"], here=other.match.game.version), None)
    except Reason as reason:
        yield Step(Reason("this_file", why=reason), False)
    else:
        yield Step(Reason("fair_replayed", entries=len(match.log)), True)
        for number, entry in enumerate(match.log, start=1):
            if entry.key is not None:
                yield Step(Reason("fair_new_key", entry=number), None)
        if not match.over:
            yield Step(Reason("fair_unfinished"), None)


def _as_shown(proof: dict[str, Any], shown: Shown) -> Iterator[Step]:
    """It is the match that somebody was shown."""
    rounds = proof["rounds"]
    if shown.commitment is not None or shown.commitments is not None:
        yield _same_round(rounds, shown)
    if shown.nonce is not None:
        is_there = any(_plain(shown.nonce) in one["nonces"].values() for one in rounds[-1:])
        yield Step(Reason("fair_own_nonce"), True) if is_there else Step(Reason("fair_own_nonce_not"), False)
    if shown.head is not None:
        yield _passes(proof["hashes"], _plain(shown.head))


def _plain(digits: str) -> str:
    return digits.strip().lower()


def _same_round(rounds: list[dict[str, Any]], shown: Shown) -> Step:
    """Whether there was a round with just the commitments that somebody was shown."""
    for one in rounds:
        is_secret = shown.commitment is None or one["commitment"] == _plain(shown.commitment)
        by_seat = {str(seat): value for seat, value in (shown.commitments or {}).items()}
        if is_secret and (shown.commitments is None or one["commitments"] == by_seat):
            return Step(Reason("fair_own_round", round=one["round"]), True)
    return Step(Reason("fair_own_round_not"), False)


def _passes(hashes: list[str], head: str) -> Step:
    """Whether a match passed through a head, of which the first digits are enough."""
    for number, one in enumerate(hashes):
        if len(head) >= SHORTEST_HEAD and one.startswith(head):
            return Step(Reason("fair_passes", head=head, entry=number), True)
    return Step(Reason("fair_passes_not", head=quoted(head)), False)
