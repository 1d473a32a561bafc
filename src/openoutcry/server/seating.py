"""Who sits where at a table: sitting down, getting up, bots at free seats, readiness, and whose table it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from openoutcry.server import protocol as p
from openoutcry.server.kept import CLOSED, GATHERING, OVER, PLAYING, Seat
from openoutcry.server.playing import Said
from openoutcry.table import messages as m
from openoutcry.table.fairness import REMOVED
from openoutcry.table.reasons import Given, Reason

if TYPE_CHECKING:
    from openoutcry.server.room import Room

A_DAY = 86_400
NO_ID: Final = 0
"""What the room asks of the match on somebody's behalf has no id: under theirs something else may have been done."""


def checked_seat(room: Room, seat: int) -> Seat:
    """A seat that there is."""
    if seat >= len(room.seats):
        raise Reason("no_such_seat", seat=seat, last=len(room.seats) - 1)
    return room.seats[seat]


def take_seat(room: Room, who: str, message: p.TakeSeat, now: float) -> Said:
    """Sit down; in a match that runs at a seat that is free, or at one's own, at which a bot has played."""
    person, seat = room.person(who), checked_seat(room, message.seat)
    if not room.guests[who].may_sit:
        raise Reason("watching")
    if (twin := room.apart_from) and twin.has_seat_or_had(who):
        raise Reason("plays_the_same_cards")
    if room.phase == PLAYING:
        return _take_seat_in_play(room, who, message, now)
    room.check_phase(GATHERING)
    if not seat.is_free and seat.person != who:
        raise Reason("bots_seat") if seat.bot else Reason("seat_taken")
    if room.settings.days and message.nonce is None:
        raise Reason("nonce_needed")
    old, is_ready = room.seat_of(who), False
    if old is not None:
        is_ready, room.seats[old] = room.seats[old].is_ready, Seat()
    room.seats[message.seat] = Seat(person.person, person.name, person.colour, is_ready=is_ready, nonce=message.nonce)
    room.change()
    return []


def _take_seat_in_play(room: Room, who: str, message: p.TakeSeat, now: float) -> Said:
    person, seat, playing = room.person(who), room.seats[message.seat], room.match_in_play
    is_back = seat.person == who and seat.name is not None
    sit = m.SitDown(id=NO_ID, seat=message.seat, name=(seat.name or "") if is_back else person.name)
    said = done(playing.hear(who, sit, now), who)
    if not is_back:
        room.seats[message.seat] = Seat(person.person, person.name, person.colour)
        room.house.sat_down_late(room, message.seat)
    room.change()
    return [*said, *room.show_match(who, now)]


def leave_seat(room: Room, who: str, now: float) -> Said:
    """Get up. A bot that has played meanwhile stays; a host passes the table on to whoever sits here."""
    seat = room.seat_of(who)
    if seat is None:
        raise Reason("watching")
    room.check_phase(GATHERING, PLAYING, OVER, CLOSED)
    room.change()
    if room.phase == GATHERING:
        vacate(room, seat)
        return []
    if room.phase == PLAYING:
        said = done(room.match_in_play.hear(who, m.StandUp(id=NO_ID), now), who)
        vacate(room, seat, room.match_in_play.session.bots.get(seat))
        return said
    return []


def vacate(room: Room, seat: int, bot: str | None = None) -> None:
    """Nobody has a seat any more, or a bot has it; what was said of ending the table there counts no longer."""
    was = room.seats[seat].person
    room.seats[seat] = Seat(bot=bot)
    room.kept.abandon = [each for each in room.kept.abandon if each != seat]
    if was == room.kept.host and room.people:
        pass_on(room, next(iter(room.people)))


def fill_seat(room: Room, who: str, message: p.FillSeat, now: float) -> Said:
    """Let a bot play a free seat, or leave it free again."""
    check_host(room, who)
    if checked_seat(room, message.seat).person is not None:
        raise Reason("seat_taken")
    if message.bot is not None:
        room.house.check_bot(message.bot, room.game)
    room.check_phase(GATHERING, PLAYING)
    said: Said = []
    if room.phase == PLAYING:
        said = done(room.match_in_play.hear(who, m.SeatBot(id=NO_ID, seat=message.seat, bot=message.bot), now), who)
    room.seats[message.seat] = Seat(bot=message.bot)
    room.change()
    return said


def free_seat(room: Room, who: str, message: p.FreeSeat) -> Said:
    """Free the seat of somebody who has been away for too long."""
    check_host(room, who)
    room.check_phase(GATHERING)
    seat = checked_seat(room, message.seat)
    if seat.person is None or not is_late(room, seat.person):
        raise Reason("not_away_for_long")
    vacate(room, message.seat)
    room.change()
    return []


def be_ready(room: Room, who: str, *, is_ready: bool) -> Said:
    """Say that one is ready to begin, or no longer."""
    room.check_phase(GATHERING)
    seat = room.seat_of(who)
    if seat is None:
        raise Reason("watching")
    room.seats[seat].is_ready = is_ready
    room.change()
    return []


def rotated(room: Room) -> list[Seat]:
    """The same people and bots, one seat further, none of them ready yet."""
    turned = [room.seats[-1], *room.seats[:-1]]
    return [Seat(seat.person, seat.name, seat.colour, seat.bot) for seat in turned]


def is_late(room: Room, person: str) -> bool:
    """Whether somebody has been away for too long: others may let a bot play, or the host may free the seat. By
    correspondence nobody has to be there, and only the clock decides; before the beginning whoever adds no nonce is
    late once a move's time has passed, and so is a host who does not come.
    """
    since, settings = room.away_since.get(person), room.settings
    if since is None:
        return False
    if not settings.days:
        return room.phase in (GATHERING, PLAYING) and room.now - since >= settings.grace
    is_waited_for = person not in room.nonces() or person == room.kept.host
    return room.phase == GATHERING and is_waited_for and room.house.wall() - room.opened_at >= settings.days * A_DAY


def may_lead(room: Room, who: str) -> bool:
    """Whether somebody may do what a host may: where the host is gone, or away for too long, whoever sits here."""
    host = room.kept.host
    if who == host:
        return True
    is_away_by_correspondence = bool(room.settings.days) and room.phase == PLAYING and not room.is_here(host)
    return room.seat_of(who) is not None and (not host or is_late(room, host) or is_away_by_correspondence)


def check_host(room: Room, who: str) -> None:
    """Refuse what is the host's to do; whoever does it for a host who is away is the host from then on."""
    if not may_lead(room, who):
        raise Reason("not_the_host")
    if who != room.kept.host:
        pass_on(room, who)


def pass_on(room: Room, person: str) -> None:
    """The table is somebody else's who sits here."""
    room.kept.host = person
    room.kept.host_name = room.seats[room.people[person]].name or ""
    if room.playing:
        room.playing.session.host = person
    room.change()


def rename(room: Room, person: p.Person) -> None:
    """Somebody is called otherwise; a match that runs keeps the names it began with."""
    seat = room.seat_of(person.person)
    if seat is not None and room.phase == GATHERING:
        room.seats[seat].name, room.seats[seat].colour = person.name, person.colour
    if room.kept.host == person.person:
        room.kept.host_name = person.name
    if person.person in room.guests:
        room.guests[person.person].person = person
    room.change()


def forget(room: Room, person: str) -> None:
    """Nobody is called by somebody's name any more, and what is theirs to do is others'."""
    seat = room.seat_of(person)
    if seat is not None and room.phase == GATHERING:
        vacate(room, seat)
    elif seat is not None:
        room.seats[seat].name = REMOVED
        if seat < len(room.salts):
            room.salts[seat] = None
        if room.playing:
            room.playing.match.players[seat] = REMOVED
    if room.kept.host == person:
        others = [each for each in room.people if each != person]
        if others:
            pass_on(room, others[0])
        else:
            room.kept.host, room.kept.host_name = "", REMOVED
    room.chat.forget(person)
    room.change()


def done(said: Said, who: str) -> Said:
    """What a match says to what the room asked on somebody's behalf; where it refuses, so does the room."""
    failed = next((one for to, one in said if to == who and isinstance(one, m.HostFailed)), None)
    if failed is not None:
        raise Given(failed.reason["code"], **failed.reason["parameters"])
    return said
