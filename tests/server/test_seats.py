"""Who sits where when people change seats, do not come, go away, delete themselves, or get up while a bot plays."""

from __future__ import annotations

from typing import Any

import pytest

from openoutcry.server import keeping
from openoutcry.server import protocol as p
from openoutcry.server.room import Room
from openoutcry.table import messages as m
from openoutcry.table.reasons import Reason
from rooming import Rooms, nonce_of, person

ANNA, BERT, CLEO = (person(name) for name in ("Anna", "Bert", "Cleo"))
A_DAY = 86_400.0


def two_sit(rooms: Rooms, **settings: Any) -> Room:
    """A table at which Anna, its host, and Bert sit."""
    room = rooms.open(ANNA, **settings)
    rooms.enter(room, BERT)
    rooms.say(room, BERT, p.TakeSeat, seat=1)
    return room


def by_correspondence(rooms: Rooms) -> Room:
    """Anna and Bert, who has left again, by correspondence."""
    room = rooms.open(ANNA, days=2, seats=2, grace=60.0)
    for seat, each in enumerate((ANNA, BERT)):
        rooms.enter(room, each)
        rooms.say(room, each, p.TakeSeat, seat=seat, nonce=nonce_of(each).hex())
    rooms.leave(room, BERT)
    return room


def test_whoever_is_ready_stays_so_at_another_seat() -> None:
    rooms = Rooms()
    room = two_sit(rooms)
    rooms.say(room, BERT, p.BeReady, is_ready=True)
    rooms.say(room, BERT, p.TakeSeat, seat=2)
    assert [seat["is_ready"] for seat in rooms.about(room, ANNA).seats] == [False, False, True]


def test_by_correspondence_nobody_is_late_however_long_they_are_away() -> None:
    rooms = Rooms()
    room = by_correspondence(rooms)
    rooms.pass_time(3600.0)
    assert rooms.why_not(room, ANNA, p.FreeSeat, seat=1) == "not_away_for_long"
    assert isinstance(rooms.say(room, ANNA, p.StartMatch), m.Accepted)
    rooms.pass_time(3600.0)
    assert rooms.about(room, ANNA).seats[1]["is_late"] is False
    assert rooms.why_not(room, ANNA, p.LetBotPlay, seat=1) == "not_away_for_long"
    rooms.say(room, ANNA, p.AbandonTable, agrees=True)
    assert room.phase == "playing"


def test_the_next_table_by_correspondence_begins_once_all_have_added_a_nonce() -> None:
    rooms = Rooms()
    room = by_correspondence(rooms)
    rooms.enter(room, BERT)
    rooms.say(room, ANNA, p.StartMatch)
    rooms.play_on(room, [ANNA, BERT])
    rooms.say(room, ANNA, p.PlayAgain)
    following = rooms.rooms[room.kept.next or ""]
    for each in (ANNA, BERT):
        rooms.enter(following, each)
    assert [seat["is_ready"] for seat in rooms.about(following, ANNA).seats] == [False, False]
    assert following.is_turn_of("bert")
    assert rooms.why_not(following, ANNA, p.StartMatch) == "nonce_missing"
    for each in (ANNA, BERT):
        seat = following.people[each.person]
        assert isinstance(rooms.say(following, each, p.TakeSeat, seat=seat, nonce=nonce_of(each).hex()), m.Accepted)
    assert [seat["is_ready"] for seat in rooms.about(following, ANNA).seats] == [True, True]
    assert isinstance(rooms.say(following, ANNA, p.StartMatch), m.Accepted)
    assert following.header is not None
    assert set(following.header["rounds"][0]["nonces"]) == {"0", "1"}
    rooms.play_on(following, [ANNA, BERT])
    rooms.assert_proven(following)


def test_by_correspondence_a_seat_is_freed_when_no_nonce_comes_in_a_moves_time() -> None:
    rooms = Rooms()
    room = by_correspondence(rooms)
    rooms.enter(room, BERT)
    rooms.say(room, ANNA, p.StartMatch)
    rooms.play_on(room, [ANNA, BERT])
    rooms.say(room, ANNA, p.PlayAgain)
    following = rooms.rooms[room.kept.next or ""]
    rooms.enter(following, ANNA)
    rooms.pass_time(A_DAY)
    assert rooms.why_not(following, ANNA, p.FreeSeat, seat=following.people["bert"]) == "not_away_for_long"
    rooms.pass_time(A_DAY)
    assert isinstance(rooms.say(following, ANNA, p.FreeSeat, seat=following.people["bert"]), m.Accepted)


def test_the_host_frees_the_seat_of_somebody_who_stays_away_before_the_start() -> None:
    rooms = Rooms()
    room = two_sit(rooms, grace=30.0, is_open=True)
    assert rooms.why_not(room, BERT, p.FreeSeat, seat=0) == "not_the_host"
    assert rooms.why_not(room, ANNA, p.FreeSeat, seat=1) == "not_away_for_long"
    rooms.leave(room, BERT)
    assert rooms.why_not(room, ANNA, p.FreeSeat, seat=1) == "not_away_for_long"
    rooms.pass_time(31.0)
    assert rooms.about(room, ANNA).seats[1]["is_late"]
    assert isinstance(rooms.say(room, ANNA, p.FreeSeat, seat=1), m.Accepted)
    assert room.seats[1].is_free
    assert rooms.why_not(room, ANNA, p.FreeSeat, seat=2) == "not_away_for_long"
    assert rooms.why_not(room, ANNA, p.FreeSeat, seat=9) == "no_such_seat"


def test_whoever_does_not_come_to_the_next_table_loses_the_seat_there() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT], grace=30.0)
    rooms.play_on(room, [ANNA, BERT])
    rooms.say(room, ANNA, p.PlayAgain)
    following = rooms.rooms[room.kept.next or ""]
    rooms.enter(following, ANNA)
    assert rooms.why_not(following, ANNA, p.StartMatch) == "not_all_ready"
    rooms.pass_time(31.0)
    assert isinstance(rooms.say(following, ANNA, p.FreeSeat, seat=following.people["bert"]), m.Accepted)
    rooms.say(following, ANNA, p.FillSeat, seat=2, bot="greedy")
    assert isinstance(rooms.say(following, ANNA, p.StartMatch), m.Accepted)


def test_while_the_host_stays_away_whoever_sits_here_leads_and_is_the_host_from_then_on() -> None:
    rooms = Rooms()
    room = two_sit(rooms, grace=30.0)
    rooms.enter(room, CLEO, room.watch)
    assert rooms.about(room, BERT).is_host_here
    rooms.leave(room, ANNA)
    assert not rooms.about(room, BERT).is_host_here
    assert rooms.why_not(room, BERT, p.FillSeat, seat=2, bot="greedy") == "not_the_host"
    rooms.pass_time(31.0)
    assert (rooms.about(room, BERT).is_host, rooms.about(room, CLEO).is_host) == (True, False)
    assert rooms.why_not(room, CLEO, p.FillSeat, seat=2, bot="greedy") == "not_the_host"
    assert isinstance(rooms.say(room, BERT, p.FillSeat, seat=2, bot="greedy"), m.Accepted)
    assert room.kept.host == "bert"
    rooms.enter(room, ANNA)
    assert (rooms.about(room, ANNA).is_host, rooms.about(room, ANNA).host) == (False, "Bert")


def test_in_play_the_others_fill_a_seat_while_the_host_stays_away() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT, CLEO], grace=30.0)
    rooms.leave(room, ANNA)
    rooms.pass_time(31.0)
    rooms.say(room, CLEO, p.LeaveSeat)
    assert isinstance(rooms.say(room, BERT, p.FillSeat, seat=2, bot="greedy"), m.Accepted)
    assert rooms.about(room, BERT).is_host


def test_a_host_who_opened_a_table_and_never_came_leads_it_no_longer() -> None:
    rooms = Rooms()
    room = keeping.open_table(rooms, ANNA, p.NewTable(game="crypto_cards", seats=3, is_open=True, grace=30.0))
    rooms.enter(room, BERT)
    rooms.say(room, BERT, p.TakeSeat, seat=1)
    rooms.pass_time(31.0)
    assert rooms.about(room, BERT).is_host


def test_a_host_who_is_forgotten_passes_the_table_on_to_whoever_sits_here_or_will() -> None:
    rooms = Rooms()
    room = two_sit(rooms)
    rooms.carry(room, room.forget_person("anna"))
    assert rooms.about(room, BERT).is_host
    alone = rooms.open(ANNA, is_open=True)
    rooms.carry(alone, alone.forget_person("anna"))
    rooms.enter(alone, BERT)
    assert not rooms.about(alone, BERT).is_host
    rooms.say(alone, BERT, p.TakeSeat, seat=1)
    assert isinstance(rooms.say(alone, BERT, p.FillSeat, seat=0, bot="greedy"), m.Accepted)


def test_a_bot_that_plays_for_somebody_who_gets_up_stays_until_the_host_sends_it_away() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT], grace=30.0)
    rooms.leave(room, BERT)
    rooms.pass_time(31.0)
    rooms.say(room, ANNA, p.LetBotPlay, seat=1)
    rooms.enter(room, BERT)
    assert isinstance(rooms.say(room, BERT, p.LeaveSeat), m.Accepted)
    seat = rooms.about(room, ANNA).seats[1]
    assert (seat["name"], seat["bot"], seat["is_played_for"]) == (None, "medium", False)
    rooms.say(room, ANNA, p.FillSeat, seat=1, bot=None)
    rooms.enter(room, CLEO)
    assert isinstance(rooms.say(room, CLEO, p.TakeSeat, seat=1), m.Accepted)


def test_what_somebody_said_of_ending_the_table_goes_with_them() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT])
    rooms.say(room, BERT, p.AbandonTable, agrees=True)
    rooms.say(room, BERT, p.LeaveSeat)
    assert rooms.about(room, ANNA).abandon == []


def test_a_clock_without_time_is_none() -> None:
    rooms = Rooms()
    zero: Any = {"move": 0.0, "bank": 0.0, "increment": 5.0, "leaves": False}
    with pytest.raises(Reason, match="a clock gives some time"):
        rooms.open(ANNA, clock=zero)
    rooms.open(ANNA, clock=zero | {"bank": 1.0})
