"""Races at a table of the server: the bell knows everybody's delay from the first race on, and a ring is one ring."""

from __future__ import annotations

from itertools import count

from openoutcry.server import protocol as p
from openoutcry.server.bell import MARGIN, Delays
from openoutcry.server.room import Room
from openoutcry.table import messages as m
from rooming import Rooms, person

ANNA, BERT = person("Anna"), person("Bert")
FAR, NEAR = 0.09, 0.01
IDS = count(1000)


def delays(half_trip: float, later: float = 0.0) -> Delays:
    """A line that was measured; some of the answers may have come later on purpose."""
    known = Delays()
    known.took(2 * half_trip)
    for _ in range(8):
        known.took(2 * half_trip + later)
    return known


def racing(rooms: Rooms, anna: Delays, bert: Delays) -> Room:
    """Anna and Bert in the first race of an auction, in which neither has said anything yet."""
    room = rooms.begun([ANNA, BERT], game="cash_a_catch", seats=3, pace=2.0)
    rooms.delays = {(room.id, "anna"): anna, (room.id, "bert"): bert}
    playing = room.playing
    assert playing is not None
    while playing.session.race is None:
        for each, seat in ((ANNA, 0), (BERT, 1)):
            if seat in playing.match.to_act and playing.session.race is None:
                rooms.say(room, each, m.PlayAction, action=playing.match.legal(seat)[0].number)
        if playing.session.race is None:
            rooms.pass_time(0.5)
    return room


def rings(rooms: Rooms, room: Room, who: p.Person, at: float, id: int | None = None) -> None:
    """Somebody's ring comes in."""
    assert room.playing is not None
    action = next(one.number for one in room.playing.session.view_of(who.person).legal if one.text.startswith("ring"))
    rooms.time = at
    message = m.PlayAction(id=next(IDS) if id is None else id, action=action)
    rooms.carry(room, room.hear(who.person, message, at, at))


def test_whoever_is_far_away_wins_their_first_race_if_they_rang_first() -> None:
    rooms = Rooms()
    room = racing(rooms, delays(NEAR), delays(FAR))
    rang = rooms.time + 0.5
    rings(rooms, room, ANNA, rang + NEAR)
    rings(rooms, room, BERT, rang - 0.04 + FAR)
    rooms.pass_time(FAR + MARGIN)
    assert rooms.heard(room, "bert", p.RingJudged)[-1].is_first
    assert not rooms.heard(room, "anna", p.RingJudged)[-1].is_first


def test_a_ring_that_is_said_again_while_it_waits_is_one_ring() -> None:
    rooms = Rooms()
    room = racing(rooms, delays(NEAR), delays(FAR))
    rooms.pass_time(0.5)
    for _ in range(3):
        rings(rooms, room, ANNA, rooms.time + 0.01, id=77)
    rooms.pass_time(FAR + MARGIN)
    assert [judged.is_first for judged in rooms.heard(room, "anna", p.RingJudged)] == [True]
    assert [each.id for each in rooms.heard(room, "anna", m.Accepted) if each.id == 77] == [77]


def test_the_log_says_who_seems_to_answer_pings_late_on_purpose() -> None:
    rooms = Rooms()
    room = racing(rooms, delays(NEAR, later=0.08), delays(FAR))
    rings(rooms, room, ANNA, rooms.time + 0.5)
    rings(rooms, room, BERT, rooms.time + 0.01)
    rooms.pass_time(1.0)
    assert room.playing is not None
    noted = {ring["seat"]: ring for note in room.playing.chain.notes.values() for ring in note.get("rings", [])}
    assert noted[0]["pings_late_by"] == 80_000
    assert "pings_late_by" not in noted.get(1, {})
