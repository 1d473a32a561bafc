"""What is told of a table beside its match: to those who are there, and in the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from openoutcry.server import protocol as p
from openoutcry.server.ending import scores
from openoutcry.server.kept import Kept
from openoutcry.server.seating import is_late, may_lead
from openoutcry.table.fairness import commitment

if TYPE_CHECKING:
    from openoutcry.server.room import Room


def about(room: Room) -> p.RoomChanged:
    """What everybody there may know."""
    return p.RoomChanged(
        table=room.id,
        phase=room.phase,
        settings=room.settings,
        seats=_seats(room),
        seat=None,
        is_host=False,
        host=room.kept.host_name,
        is_host_here=room.is_here(room.kept.host),
        watchers=sum(guest.is_here and room.seat_of(who) is None for who, guest in room.guests.items()),
        invite=None,
        watch=None,
        commitment=commitment(room.secret),
        is_secret_kept=room.is_secret_kept,
        abandon=room.kept.abandon,
        next=room.kept.next,
        next_watch=None,
        twin=room.kept.twin,
        twin_invite=None,
        twin_watch=None,
        leg=room.kept.leg,
        is_same_people=room.kept.is_same_people,
        scores=scores(room),
    )


def about_for(room: Room, who: str, common: p.RoomChanged) -> p.RoomChanged:
    """What somebody there is told: codes are for those whose table it is. Whoever sits here has those of the other
    table of a duplicate only where they lead that one too, or once it is open.
    """
    seat, is_host, twin = room.seat_of(who), who == room.kept.host, room.house.twin_of(room)
    is_ours = seat is not None or is_host
    leads_both = twin is not None and is_host and who == twin.kept.host
    may_watch = is_ours or room.settings.is_open
    may_watch_twin = may_watch and (leads_both or seat is None or not room.is_secret_kept)
    return replace(
        common,
        seat=seat,
        is_host=may_lead(room, who),
        invite=room.invite if is_ours else None,
        watch=room.watch if may_watch else None,
        next_watch=None if is_ours else room.kept.next_watch,
        twin_invite=twin.invite if twin and leads_both else None,
        twin_watch=twin.watch if twin and may_watch_twin else None,
    )


def _seats(room: Room) -> list[p.SeatTold]:
    stand_ins = room.playing.session.stand_ins if room.playing else ()
    return [
        {
            "name": seat.name,
            "colour": seat.colour,
            "bot": seat.bot,
            "is_ready": seat.nonce is not None if room.settings.days else seat.is_ready,
            "is_here": room.is_here(seat.person),
            "is_late": seat.person is not None and is_late(room, seat.person) and number not in stand_ins,
            "is_played_for": number in stand_ins,
        }
        for number, seat in enumerate(room.seats)
    ]


def listed(id: str, settings: p.NewTable, kept: Kept, phase: p.Phase, since: float) -> p.TableListed:
    """A table as the lobby shows it."""
    return p.TableListed(
        table=id,
        game=settings.game,
        seats=settings.seats,
        phase=phase,
        players=[seat.name for seat in kept.seats],
        bots={number: seat.bot for number, seat in enumerate(kept.seats) if seat.bot},
        host=kept.host_name,
        is_timed=settings.clock is not None,
        days=settings.days,
        since=since,
    )
