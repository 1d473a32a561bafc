"""How a table ends, with a result or without, and what follows: the other table of a duplicate, and the next table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openoutcry.server import protocol as p
from openoutcry.server.kept import CLOSED, GATHERING, OVER, PLAYING, SHUFFLING
from openoutcry.server.playing import Said
from openoutcry.server.seating import check_host, is_late, rotated
from openoutcry.table.reasons import Reason, told

if TYPE_CHECKING:
    from openoutcry.server.room import Room

WHY_CLOSED = (
    Reason("abandoned"),
    Reason("closed_by_host"),
    Reason("nobody_came"),
    Reason("rules_changed"),
    Reason("closed_by_operator"),
)
"""Why tables end without a result."""


def close(room: Room, why: str) -> Said:
    """End the table without a result; its log is kept."""
    if room.phase in (OVER, CLOSED):
        return []
    if room.phase == GATHERING and room.settings.duplicate == "tables":
        _part(room)
    room.phase, room.kept.why_closed, room.shuffle = CLOSED, why, None
    if room.playing is not None:
        room.playing.is_stopped = True
    room.change()
    said = [*room.tell(), *_open_up(room)]
    here = [who for who, guest in room.guests.items() if guest.is_here]
    return [*said, *(one for who in here for one in why_closed(room, who))]


def why_closed(room: Room, who: str) -> Said:
    """Why there is no result."""
    why = next((reason for reason in WHY_CLOSED if reason.code == room.kept.why_closed), None)
    return [(who, p.NoticeGiven(reason=told(why)))] if why else []


def _part(room: Room) -> None:
    """A duplicate of which one table is given up before it begins is none: the other is a table by itself."""
    twin = room.house.twin_of(room)
    for table in (room, twin):
        if table is not None:
            table.kept.twin, table.kept.leg = None, 0
            table.change()
    if twin is not None:
        room.house.also(twin, twin.tell())


def match_is_over(room: Room) -> Said:
    """There is a result; where a duplicate is played in two legs the second follows the first."""
    assert room.playing is not None, "a match was played"
    room.phase, room.kept.points, room.kept.abandon = OVER, room.playing.match.points, []
    room.change()
    if room.settings.duplicate == "legs" and room.kept.twin is None:
        room.kept.is_same_people = True
        room.kept.twin = room.kept.next = room.house.open_next(room, rotated(room))
    return _open_up(room)


def _open_up(room: Room) -> Said:
    """Once both tables of a duplicate have ended, all of it is open, at both."""
    if room.is_secret_kept:
        return []
    if twin := room.house.twin_of(room):
        room.house.also(twin, [*twin.tell(), *twin.show_match_to_all(room.now)])
    return room.show_match_to_all(room.now)


def abandon(room: Room, who: str, *, agrees: bool) -> Said:
    """End the table without a result, once all people are for it who have not been away for long; before the beginning
    the host does.
    """
    if room.phase == GATHERING:
        check_host(room, who)
        return close(room, "closed_by_host") if agrees else []
    room.check_phase(PLAYING, SHUFFLING)
    seat = room.seat_of(who)
    if seat is None:
        raise Reason("watching")
    votes = set(room.kept.abandon) - {seat} | ({seat} if agrees else set())
    room.kept.abandon = sorted(votes)
    room.change()
    needed = {place for person, place in room.people.items() if not is_late(room, person)}
    return close(room, "abandoned") if needed <= votes else []


def play_again(room: Room, who: str) -> Said:
    """Open the next table with the same people, seats rotated; there is one next table only."""
    room.check_phase(OVER, CLOSED)
    if room.seat_of(who) is None:
        raise Reason("watching")
    if room.kept.next is None:
        room.kept.next = room.house.open_next(room, rotated(room))
        room.change()
    return []


def scores(room: Room) -> list[p.Score] | None:
    """A duplicate, once both tables are over: each seat's points here, and those of the same cards there."""
    twin = room.house.twin_of(room) if room.kept.twin and room.phase == OVER else None
    if twin is None or twin.phase != OVER or room.kept.points is None or twin.kept.points is None:
        return None
    return [
        {"name": room.called(seat), "here": here, "there": there, "who_there": twin.called(seat)}
        for seat, (here, there) in enumerate(zip(room.kept.points, twin.kept.points, strict=True))
    ]
