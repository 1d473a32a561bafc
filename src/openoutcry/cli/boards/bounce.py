"""What came of an action in Bounce, from two views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openoutcry.games.bounce.terminal import roll, where
from openoutcry.table.match import View
from openoutcry.table.words import Words


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[tuple[int, str]]:
    """The roll and where it led, then whoever was bumped, landed or was sick."""
    old, new = before.as_dict()["state"], after.as_dict()["state"]
    mover = int(old["seat"])
    sentences = [_move(old, new, mover, words)]
    for seat, player in enumerate(players):
        fate = new["statuses"][seat]
        if fate != old["statuses"][seat]:
            sentences.append(words.notice(fate, you=seat == you, player=player))
        elif seat != mover and new["tokens"][seat] != old["tokens"][seat]:
            sentences.append(words.notice("bumped", you=seat == you, player=player, end=where(new, seat)))
    return [(mover, sentence) for sentence in sentences]


def _move(old: Any, new: Any, mover: int, words: Words) -> str:
    if new["statuses"][mover] != "jumping":
        return words.notice("rolled", roll=roll(new))
    if not old["tokens"][mover]:
        return words.notice("began", roll=roll(new), end=where(new, mover))
    return words.notice("moved", roll=roll(new), start=where(old, mover), end=where(new, mover))
