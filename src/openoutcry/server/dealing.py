"""From a table that is full to its deal: what has to be there, drawing the key together, and both tables of a
duplicate at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openoutcry.server import protocol as p
from openoutcry.server.kept import CLOSED, GATHERING, PLAYING, SHUFFLING
from openoutcry.server.playing import Said
from openoutcry.server.seating import check_host
from openoutcry.server.shuffle import DrawnRound, Shuffle
from openoutcry.table.reasons import Reason

if TYPE_CHECKING:
    from openoutcry.server.room import Room


def why_not_begun(room: Room) -> Reason | None:
    """What is still missing before a match can begin: by correspondence nobody has to be ready, and all add nonces."""
    if any(seat.is_free for seat in room.seats):
        return Reason("seats_free")
    if not room.people:
        return Reason("nobody_sits")
    if room.settings.days:
        return None if set(room.people) == set(room.nonces()) else Reason("nonce_missing")
    others = [seat for seat in room.seats if seat.person is not None and seat.person != room.kept.host]
    return None if all(seat.is_ready for seat in others) else Reason("not_all_ready")


def start(room: Room, who: str, now: float) -> Said:
    """Begin: shuffle together, or deal the second leg of a duplicate by the key of its first."""
    check_host(room, who)
    room.check_phase(GATHERING)
    if why := why_not_begun(room):
        raise why
    room.house.check_ready(room.game)
    if room.key is not None:
        return deal(room, room.rounds, room.key, now)
    tables = tables_of(room)
    if any(why_not_begun(table) for table in tables):
        raise Reason("twin_not_ready")
    places = {
        person: table.kept.leg * len(room.seats) + seat for table in tables for person, seat in table.people.items()
    }
    shuffle = Shuffle({} if room.settings.days else places, room.secret, room.house.new_secret)
    if room.settings.days:
        shuffle.sat_down({places[who]: nonce for table in tables for who, nonce in table.nonces().items()})
    for table in tables:
        table.phase, table.shuffle = SHUFFLING, shuffle
        table.change()
    return carry_on(room, shuffle.begin(now), now)


def tables_of(room: Room) -> list[Room]:
    """This table, and with a duplicate at two tables the other, which begins at the same moment; no closed one."""
    twin = room.house.twin_of(room) if room.settings.duplicate == "tables" else None
    tables = [table for table in (room, twin) if table is not None and table.phase != CLOSED]
    return sorted(tables, key=lambda table: table.kept.leg)


def commit(room: Room, who: str, message: p.CommitNonce, now: float) -> Said:
    """Somebody has committed to a nonce."""
    if room.shuffle is None:
        raise Reason("nonce_too_late")
    return carry_on(room, room.shuffle.commit(who, message, now), now)


def reveal(room: Room, who: str, message: p.RevealNonce, now: float) -> Said:
    """Somebody has shown their nonce."""
    if room.shuffle is None:
        raise Reason("nonce_too_late")
    return carry_on(room, room.shuffle.reveal(who, message), now)


def carry_on(room: Room, said: Said, now: float) -> Said:
    """Carry on what the shuffle says, at both tables of a duplicate, and deal once the key is there."""
    shuffle, mine = room.shuffle, Said()
    for table in tables_of(room):
        told = [(who, message) for who, message in said if who in table.people]
        if shuffle is not None and shuffle.key is not None:
            table.shuffle = None
            told += deal(table, shuffle.rounds, shuffle.key, now)
        if table is room:
            mine = told
        else:
            room.house.also(table, told)
    return mine


def deal(room: Room, rounds: list[DrawnRound], key: bytes, now: float) -> Said:
    """The match begins, and everybody who may see it does."""
    room.rounds, room.phase = rounds, PLAYING
    room.secret = rounds[-1].secret
    _mark_same_people(room)
    room.playing = room.house.begin_match(room, rounds, key, now)
    room.change()
    told = room.tell()
    return room.played([*told, *room.show_match_to_all(now)])


def _mark_same_people(room: Room) -> None:
    """A second leg is played by the same people as the first, or by others who have sat down meanwhile."""
    first = room.house.twin_of(room) if room.key is not None else None
    if first is None:
        return
    is_same = set(room.people) == set(first.people)
    room.kept.is_same_people = is_same
    if first.kept.is_same_people != is_same:
        first.kept.is_same_people = is_same
        first.change()
        room.house.also(first, first.tell())


def begin_again(room: Room) -> None:
    """A shuffle that was interrupted by a restart: no nonce of it counts, and as nobody has seen the secret, it stays
    the one that was committed to.
    """
    room.phase = GATHERING
    room.change()
