"""How tables end: nothing is played at a closed table, and people are told why it was closed."""

from __future__ import annotations

from openoutcry.server import protocol as p
from openoutcry.table import messages as m
from rooming import Rooms, person

ANNA, BERT = person("Anna"), person("Bert")


def test_at_a_closed_table_nothing_is_played() -> None:
    rooms = Rooms()
    clock = {"move": 5.0, "bank": 0.0, "increment": 0.0, "leaves": False}
    room = rooms.begun([ANNA], game="cash_a_catch", pace=2.0, clock=clock)
    assert room.playing is not None
    rooms.carry(room, room.close("closed_by_operator"))
    entries = len(room.playing.match.log)
    assert (room.next_at, room.asks()) == (None, [])
    rooms.time += 60.0
    rooms.carry(room, room.due(rooms.time))
    rooms.enter(room, BERT)
    rooms.leave(room, ANNA)
    rooms.enter(room, ANNA)
    assert len(room.playing.match.log) == entries
    assert rooms.heard(room, "bert", m.ViewChanged)
    rooms.assert_proven(room)


def test_what_a_bot_answers_too_late_is_not_played() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA, seats=2, bots={1: "greedy"})
    room.hear("anna", p.StartMatch(id=1), rooms.time)
    rooms.pass_time(40.0)
    assert room.playing is not None
    while not (asked := room.asks()):
        seat = room.playing.match.to_act[0]
        legal = room.playing.match.legal(seat)
        room.hear("anna", m.PlayAction(id=100 + len(room.playing.match.log), action=legal[0].number), rooms.time)
    room.close("closed_by_operator")
    before = len(room.playing.match.log)
    assert room.decided(asked[0], 0, rooms.time + 9.0) == []
    assert len(room.playing.match.log) == before


def test_a_host_who_closes_a_table_that_has_not_begun_is_said_to_have_done_so() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    rooms.enter(room, BERT)
    rooms.say(room, BERT, p.TakeSeat, seat=1)
    assert rooms.why_not(room, BERT, p.AbandonTable, agrees=True) == "not_the_host"
    rooms.say(room, ANNA, p.AbandonTable, agrees=True)
    assert rooms.heard(room, "bert", p.NoticeGiven)[-1].reason["code"] == "closed_by_host"


def test_whoever_only_watches_is_shown_the_way_to_the_next_table() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA], seats=2)
    rooms.enter(room, BERT, room.watch)
    rooms.play_on(room, [ANNA])
    rooms.say(room, ANNA, p.PlayAgain)
    following = rooms.rooms[room.kept.next or ""]
    assert (rooms.about(room, BERT).next, rooms.about(room, BERT).next_watch) == (following.id, following.watch)
    assert rooms.about(room, ANNA).next_watch is None
    rooms.enter(following, BERT, following.watch)
    assert not rooms.heard(following, "bert", p.Entered)[-1].may_sit


def test_a_match_that_is_over_stays_as_it_is() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA], seats=2)
    rooms.play_on(room, [ANNA])
    assert room.playing is not None
    entries = len(room.playing.match.log)
    for kind in (m.TakeBack, m.AskUndo, m.TidyUp):
        assert rooms.why_not(room, ANNA, kind) == "match_over"
    assert rooms.why_not(room, ANNA, m.AnswerUndo, agrees=True) == "match_over"
    assert rooms.why_not(room, ANNA, m.PlayAction, action=0) == "match_over"
    assert rooms.why_not(room, ANNA, m.PauseMatch, paused=True) == "match_over"
    view = rooms.heard(room, "anna", m.ViewChanged)[-1]
    assert (view.may_undo, view.may_ask_undo) == (False, False)
    assert (len(room.playing.match.log), room.phase) == (entries, "over")
