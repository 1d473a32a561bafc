"""What whoever runs the server sees and does: how it stands, closing a table, opening no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openoutcry.server.logs import say
from openoutcry.server.room import Room
from openoutcry.table.reasons import Reason

if TYPE_CHECKING:
    from openoutcry.server.house import House


def why_not_ready(house: House) -> str | None:
    """What keeps the server from its work."""
    if house.outbox.is_stuck:
        return "nothing can be stored right now"
    if house.is_draining:
        return "the server is about to stop, and opens no tables"
    return None


def overview(house: House) -> dict[str, Any]:
    """All tables in the memory and the load, for the operator; nothing of their cards."""
    return {
        "lines": len(house.visits),
        "people": house.visits.people_here,
        "tables": house.lobby.count,
        "in_memory": len(house.rooms),
        "waiting_to_be_stored": house.outbox.untold,
        "waiting_for_bots": house.thinkers.waiting,
        "draining": house.is_draining,
        "rooms": [_shown(house, room) for room in sorted(house.rooms.values(), key=lambda room: -room.opened_at)],
    }


def _shown(house: House, room: Room) -> dict[str, Any]:
    return {
        "table": room.id,
        "game": room.game.name,
        "phase": room.phase,
        "is_open": room.settings.is_open,
        "since": room.opened_at,
        "players": [{"person": seat.person, "name": seat.name, "bot": seat.bot} for seat in room.seats],
        "here": sum(guest.is_here for guest in room.guests.values()),
        "suspicious_pings": house.visits.suspected_at(room.id),
    }


def close_table(house: House, room: Room, why: str) -> None:
    """End a table from outside."""
    house.step(room, room.close(why))


def drain(house: House) -> None:
    """Open no more tables; people are told."""
    say("draining", tables=house.lobby.count)
    house.is_draining = True
    house.visits.tell_everyone(Reason("draining"))
