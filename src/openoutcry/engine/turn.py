"""The exact steps of a table, compiled once for whoever runs one: try an action, list what is legal, show all their
views.

Those that Python calls for every action take arrays of one record: handing over an array costs half as much as handing
over a record.
"""

from __future__ import annotations

from typing import Any

from openoutcry.engine.bits import NOTHING, index, lowest
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import NO_CLAUSE, SPECTATOR, apply, hide, legal, refusal
from openoutcry.engine.mask import Mask
from openoutcry.engine.record import Row
from openoutcry.engine.states import copy


@inlined
def attempt(state: Any, seat: int, action: int, chance: Chance) -> int:
    """Play an action if it is legal, and say NO_CLAUSE; else the clause that forbids it, and nothing is changed."""
    clause = refusal(state, seat, action)
    if clause == NO_CLAUSE:
        apply(state, seat, action, chance)
    return clause


@rule
def attempt_at(states: Row[Any], seat: int, action: int, chances: Row[Chance]) -> int:
    """`attempt` for a caller with arrays."""
    return attempt(states[0], seat, action, chances[0])


@rule
def list_legal(states: Row[Any], seat: int, masks: Row[Mask], numbers: Row[int]) -> int:
    """Write the numbers of a seat's legal actions, the lowest first; how many there are."""
    mask, found = masks[0], 0
    legal(states[0], seat, mask)
    for word in range(len(mask.words)):
        members = mask.words[word]
        while members != NOTHING:
            first = lowest(members)
            numbers[found] = word * 64 + index(first)
            found += 1
            members ^= first
    return found


@rule
def hide_all(states: Row[Any], views: Row[Any]) -> None:
    """Write what every seat may know, and after the last seat what a spectator may."""
    seats = states[0].seats
    for seat in range(seats + 1):
        copy(views[seat], states[0])
        hide(views[seat], seat if seat < seats else SPECTATOR)
