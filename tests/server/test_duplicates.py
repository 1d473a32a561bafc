"""Duplicates: the host leads both tables, what is closed does not come back, and nobody sees both before the end."""

from __future__ import annotations

from openoutcry.server import keeping
from openoutcry.server import protocol as p
from openoutcry.server.room import Room
from openoutcry.server.shuffle import WITHIN
from openoutcry.table import messages as m
from rooming import Rooms, person

ANNA, BERT, CLEO, DORA, EMIL = (person(name) for name in ("Anna", "Bert", "Cleo", "Dora", "Emil"))


def two_tables(rooms: Rooms) -> tuple[Room, Room]:
    """Anna and Bert at one table, Cleo and Dora at the other, all ready."""
    one = rooms.open(ANNA, seats=2, duplicate="tables")
    other = rooms.rooms[one.kept.twin or ""]
    for room, seat, each in ((one, 1, BERT), (other, 0, CLEO), (other, 1, DORA)):
        rooms.enter(room, each)
        rooms.say(room, each, p.TakeSeat, seat=seat)
        rooms.say(room, each, p.BeReady, is_ready=True)
    return one, other


def begun(rooms: Rooms) -> tuple[Room, Room]:
    one, other = two_tables(rooms)
    rooms.say(one, ANNA, p.StartMatch)
    rooms.shuffle((one, [ANNA, BERT]), (other, [CLEO, DORA]))
    assert (one.phase, other.phase) == ("playing", "playing")
    return one, other


def test_the_host_is_let_in_at_both_tables_and_has_the_codes_of_both() -> None:
    rooms = Rooms()
    one = rooms.open(ANNA, seats=2, duplicate="tables")
    other = rooms.rooms[one.kept.twin or ""]
    about = rooms.about(one, ANNA)
    assert (about.twin, about.twin_invite, about.twin_watch) == (other.id, other.invite, other.watch)
    rooms.carry(other, other.enter("anna", ANNA, p.Enter(), rooms.time))
    assert rooms.about(other, ANNA).is_host
    assert isinstance(rooms.say(other, ANNA, p.FillSeat, seat=0, bot="greedy"), m.Accepted)
    rooms.enter(one, BERT)
    rooms.say(one, BERT, p.TakeSeat, seat=1)
    assert (rooms.about(one, BERT).invite, rooms.about(one, BERT).twin_invite) == (one.invite, None)
    assert rooms.about(one, BERT).twin_watch is None


def test_the_leg_is_told_and_a_nonce_stands_at_leg_times_seats_plus_seat() -> None:
    rooms = Rooms()
    one, other = begun(rooms)
    assert (rooms.about(one, ANNA).leg, rooms.about(other, CLEO).leg) == (0, 1)
    assert set(rooms.heard(other, "cleo", p.NoncesCommitted)[-1].commitments) == {0, 1, 2, 3}
    assert one.rounds[-1].nonces.keys() == {0, 1, 2, 3}


def test_a_table_that_is_given_up_before_it_begins_leaves_the_other_by_itself() -> None:
    rooms = Rooms()
    one, other = two_tables(rooms)
    rooms.say(one, ANNA, p.AbandonTable, agrees=True)
    assert (rooms.about(other, CLEO).twin, rooms.about(other, CLEO).leg) == (None, 0)
    rooms.enter(other, ANNA)
    assert isinstance(rooms.say(other, ANNA, p.StartMatch), m.Accepted)
    rooms.shuffle((other, [CLEO, DORA]))
    assert (one.phase, other.phase) == ("closed", "playing")
    rooms.play_on(other, [CLEO, DORA])
    rooms.assert_proven(other)
    assert not rooms.about(other, CLEO).is_secret_kept


def test_a_table_that_is_abandoned_while_shuffling_is_not_dealt_to() -> None:
    rooms = Rooms()
    one, other = two_tables(rooms)
    rooms.say(one, ANNA, p.StartMatch)
    for each in (ANNA, BERT):
        rooms.say(one, each, p.AbandonTable, agrees=True)
    assert one.phase == "closed"
    rooms.shuffle((other, [CLEO, DORA]))
    rooms.pass_time(2 * WITHIN + 1)
    rooms.shuffle((other, [CLEO, DORA])) if other.shuffle else None
    assert (one.phase, one.playing, other.phase) == ("closed", None, "playing")
    rooms.play_on(other, [CLEO, DORA])
    rooms.assert_proven(other)


def test_whoever_watches_sees_nothing_of_the_match_until_both_have_ended() -> None:
    rooms = Rooms()
    one, other = two_tables(rooms)
    rooms.enter(one, EMIL, one.watch)
    rooms.enter(one, CLEO, one.watch)
    rooms.say(one, ANNA, p.StartMatch)
    rooms.shuffle((one, [ANNA, BERT]), (other, [CLEO, DORA]))
    rooms.enter(other, None, other.watch)
    for room, who in ((one, "emil"), (one, "cleo"), (other, "watcher")):
        assert rooms.heard(room, who, p.NoticeGiven)[-1].reason["code"] == "twin_unseen"
    rooms.play_on(one, [ANNA, BERT])
    for message in (m.Hello(), m.ShowMoment(entries=0), p.DescribeView()):
        rooms.carry(one, one.hear("emil", message, rooms.time))
    rooms.say(one, EMIL, m.AskHint)
    told = (m.MatchOpened, m.ViewChanged, m.TableChanged, m.MomentShown, p.ViewDescribed)
    assert not [said for who in ("emil", "cleo") for said in rooms.said[one.id, who] if isinstance(said, told)]
    assert not [said for said in rooms.said[other.id, "watcher"] if isinstance(said, told)]
    rooms.play_on(other, [CLEO, DORA])
    for room, who in ((one, "emil"), (one, "cleo"), (other, "watcher")):
        assert rooms.heard(room, who, m.ViewChanged)
    rooms.say(one, EMIL, m.ShowMoment, entries=0)
    assert rooms.heard(one, "emil", m.MomentShown)


def test_nobody_who_has_had_a_seat_at_one_table_takes_one_at_the_other() -> None:
    rooms = Rooms()
    one, other = begun(rooms)
    rooms.say(one, BERT, p.LeaveSeat)
    rooms.say(other, DORA, p.LeaveSeat)
    rooms.enter(other, BERT)
    assert rooms.why_not(other, BERT, p.TakeSeat, seat=1) == "plays_the_same_cards"
    rooms.enter(other, EMIL)
    assert isinstance(rooms.say(other, EMIL, p.TakeSeat, seat=1), m.Accepted)
    assert rooms.heard(other, "emil", m.ViewChanged)
    assert rooms.heard(other, "emil", m.MatchOpened)[-1].seat == 1


def test_both_tables_are_told_when_all_of_it_is_open() -> None:
    rooms = Rooms()
    one, other = begun(rooms)
    rooms.play_on(one, [ANNA, BERT])
    assert rooms.about(one, ANNA).is_secret_kept
    for each in (CLEO, DORA):
        rooms.say(other, each, p.AbandonTable, agrees=True)
    assert not rooms.about(one, ANNA).is_secret_kept
    assert not rooms.about(other, CLEO).is_secret_kept
    assert rooms.about(one, ANNA).scores is None
    rooms.assert_proven(one)


def test_a_second_leg_that_is_closed_opens_the_first() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT], seats=2, duplicate="legs")
    rooms.play_on(room, [ANNA, BERT])
    second = rooms.rooms[room.kept.next or ""]
    assert rooms.about(room, ANNA).is_secret_kept
    rooms.enter(second, ANNA)
    rooms.say(second, ANNA, p.AbandonTable, agrees=True)
    assert not rooms.about(room, ANNA).is_secret_kept
    assert keeping.file_of(room)


def test_where_others_sit_down_for_the_second_leg_it_is_not_the_same_people() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT], seats=2, duplicate="legs", grace=30.0)
    rooms.play_on(room, [ANNA, BERT])
    assert rooms.about(room, ANNA).is_same_people
    second = rooms.rooms[room.kept.next or ""]
    rooms.enter(second, ANNA)
    rooms.pass_time(31.0)
    rooms.say(second, ANNA, p.FreeSeat, seat=second.people["bert"])
    rooms.enter(second, CLEO)
    rooms.say(second, CLEO, p.TakeSeat, seat=0)
    rooms.say(second, CLEO, p.BeReady, is_ready=True)
    assert isinstance(rooms.say(second, ANNA, p.StartMatch), m.Accepted)
    assert not rooms.about(second, ANNA).is_same_people
    assert not rooms.about(room, ANNA).is_same_people
