"""Tables of the server: who sits where, the shuffle, leavers, the next table, duplicates, correspondence, chat."""

from __future__ import annotations

import pytest

from openoutcry.server import keeping
from openoutcry.server import protocol as p
from openoutcry.server.shuffle import WITHIN
from openoutcry.table import messages as m
from openoutcry.table.checking import check, holds
from openoutcry.table.fairness import commitment
from openoutcry.table.reasons import Reason
from rooming import Rooms, committed, nonce_of, person

ANNA, BERT, CLEO, DORA = people = [person(name) for name in ("Anna", "Bert", "Cleo", "Dora")]


def test_whoever_opens_a_table_sits_at_its_first_free_seat_and_is_its_host() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA, bots={0: "easy"})
    about = rooms.about(room, ANNA)
    assert (about.seat, about.is_host, about.host, about.phase) == (1, True, "Anna", "gathering")
    assert about.commitment == commitment(room.secret)
    assert (about.invite, about.watch) == (room.invite, room.watch)


def test_people_sit_down_change_seats_get_up_and_are_seen() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    rooms.enter(room, BERT)
    assert rooms.about(room, BERT).invite is None
    assert isinstance(rooms.say(room, BERT, p.TakeSeat, seat=2), m.Accepted)
    assert rooms.about(room, ANNA).seats[2]["name"] == "Bert"
    assert rooms.why_not(room, BERT, p.TakeSeat, seat=0) == "seat_taken"
    assert rooms.why_not(room, BERT, p.TakeSeat, seat=3) == "no_such_seat"
    rooms.say(room, BERT, p.TakeSeat, seat=1)
    assert [seat["name"] for seat in rooms.about(room, ANNA).seats] == ["Anna", "Bert", None]
    rooms.say(room, BERT, p.LeaveSeat)
    assert rooms.about(room, ANNA).seats[1]["name"] is None
    assert rooms.why_not(room, BERT, p.BeReady, is_ready=True) == "watching"


def test_only_the_host_fills_seats_and_begins_and_only_once_all_are_ready() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    rooms.enter(room, BERT)
    assert rooms.why_not(room, BERT, p.FillSeat, seat=2, bot="easy") == "not_the_host"
    assert rooms.why_not(room, ANNA, p.FillSeat, seat=2, bot="oracle") == "mistake"
    assert rooms.why_not(room, ANNA, p.StartMatch) == "seats_free"
    rooms.say(room, ANNA, p.FillSeat, seat=2, bot="easy")
    rooms.say(room, BERT, p.TakeSeat, seat=1)
    assert rooms.why_not(room, ANNA, p.StartMatch) == "not_all_ready"
    rooms.say(room, BERT, p.BeReady, is_ready=True)
    assert rooms.why_not(room, BERT, p.StartMatch) == "not_the_host"
    assert isinstance(rooms.say(room, ANNA, p.StartMatch), m.Accepted)
    assert room.phase == "shuffling"


def test_the_host_who_gets_up_passes_the_table_on() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    rooms.enter(room, BERT)
    rooms.say(room, BERT, p.TakeSeat, seat=1)
    rooms.say(room, ANNA, p.LeaveSeat)
    assert rooms.about(room, BERT).is_host
    assert rooms.about(room, ANNA).host == "Bert"


def test_a_table_by_link_is_closed_to_whoever_has_none_and_the_watch_link_gives_no_seat() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    with pytest.raises(Reason, match="no such table"):
        room.enter("bert", BERT, p.Enter(code="guessed"), 0.0)
    rooms.enter(room, BERT, room.watch)
    assert not rooms.heard(room, "bert", p.Entered)[-1].may_sit
    assert rooms.why_not(room, BERT, p.TakeSeat, seat=1) == "watching"


def test_whoever_has_no_name_yet_hears_that_they_may_sit_down_once_they_have_one() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    rooms.enter(room, None)
    assert rooms.heard(room, "watcher", p.Entered)[-1].may_sit
    rooms.carry(room, room.hear("watcher", p.TakeSeat(id=1, seat=1), rooms.time))
    assert rooms.heard(room, "watcher", m.Declined)[-1].reason["code"] == "name_needed"


def test_what_is_said_twice_under_one_id_is_done_once() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    for _ in range(3):
        assert rooms.say(room, ANNA, p.SayLine, id=7, text="hello") == m.Accepted(id=7)
    assert len(room.chat.lines) == 1


def test_nothing_is_kept_of_those_who_looked_in_and_said_nothing() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA, is_open=True)
    for number in range(100):
        passer_by = person(f"Passer-by {number}")
        rooms.enter(room, passer_by)
        rooms.leave(room, passer_by)
    assert (set(room.guests), set(room._answers)) == ({"anna"}, {"anna"})


def test_the_key_comes_from_the_secret_and_the_nonces_and_the_file_proves_it() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT])
    committed_to = rooms.heard(room, "anna", p.NoncesCommitted)[-1].commitments
    assert committed_to == {0: committed(ANNA), 1: committed(BERT)}
    with pytest.raises(Reason, match="leaves the table when the match is over"):
        keeping.file_of(room)
    rooms.play_on(room, [ANNA, BERT])
    rooms.assert_proven(room)
    heads = {view.head for view in rooms.heard(room, "anna", m.ViewChanged)}
    assert heads <= set(room.playing.chain.hashes if room.playing else [])


def test_a_nonce_that_is_not_the_one_committed_to_is_refused() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA, bots={1: "easy", 2: "easy"})
    rooms.say(room, ANNA, p.StartMatch)
    rooms.say(room, ANNA, p.CommitNonce, round=1, commitment=committed(ANNA))
    rooms.say(room, ANNA, p.RevealNonce, round=1, nonce=nonce_of(BERT).hex())
    assert rooms.heard(room, "anna", p.NoticeGiven)[-1].reason["code"] == "other_nonce"
    assert room.phase == "shuffling"


def test_whoever_does_not_show_their_nonce_is_passed_over_and_all_begins_again_with_a_new_secret() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA, bots={2: "easy"})
    rooms.enter(room, BERT)
    rooms.say(room, BERT, p.TakeSeat, seat=1)
    rooms.say(room, BERT, p.BeReady, is_ready=True)
    rooms.say(room, ANNA, p.StartMatch)
    first = rooms.heard(room, "anna", p.ShuffleAsked)[-1].commitment
    for one in (ANNA, BERT):
        rooms.say(room, one, p.CommitNonce, round=1, commitment=committed(one))
    rooms.say(room, ANNA, p.RevealNonce, round=1, nonce=nonce_of(ANNA).hex())
    rooms.pass_time(WITHIN + 1)
    second = rooms.heard(room, "anna", p.ShuffleAsked)[-1]
    assert (second.round, second.commitment != first) == (2, True)
    assert len(rooms.heard(room, "bert", p.ShuffleAsked)) == 1
    rooms.shuffle((room, [ANNA]))
    assert room.phase == "playing"
    rooms.play_on(room, [ANNA, BERT])
    steps = check(keeping.file_of(room))
    assert holds(steps), [str(step.reason) for step in steps if step.holds is False]
    assert any("passed over" in str(step.reason) or "Bert" in str(step.reason) for step in steps)


def test_somebody_who_is_away_for_long_can_be_played_for_and_takes_the_seat_back() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT], grace=30.0)
    rooms.carry(room, room.leave("bert", rooms.time))
    assert rooms.about(room, ANNA).seats[1]["is_here"] is False
    assert rooms.why_not(room, ANNA, p.LetBotPlay, seat=1) == "not_away_for_long"
    rooms.pass_time(31.0)
    assert rooms.about(room, ANNA).seats[1]["is_late"] is True
    assert isinstance(rooms.say(room, ANNA, p.LetBotPlay, seat=1), m.Accepted)
    seat = rooms.about(room, ANNA).seats[1]
    assert (seat["is_played_for"], seat["is_late"], seat["name"]) == (True, False, "Bert")
    rooms.play_on(room, [ANNA], actions=5)
    rooms.enter(room, BERT)
    assert isinstance(rooms.say(room, BERT, p.TakeSeat, seat=1), m.Accepted)
    assert rooms.about(room, ANNA).seats[1]["is_played_for"] is False
    rooms.play_on(room, [ANNA, BERT])
    rooms.assert_proven(room)


def test_a_seat_that_was_left_is_taken_by_somebody_else_whose_name_is_proven() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT])
    rooms.play_on(room, [ANNA, BERT], actions=2)
    assert isinstance(rooms.say(room, BERT, p.LeaveSeat), m.Accepted)
    rooms.enter(room, CLEO)
    assert isinstance(rooms.say(room, CLEO, p.TakeSeat, seat=1), m.Accepted)
    rooms.play_on(room, [ANNA, CLEO])
    file = keeping.file_of(room)
    assert '"Cleo"' in file
    steps = check(file)
    assert holds(steps), [str(step.reason) for step in steps if step.holds is False]


def test_a_table_is_abandoned_when_all_people_at_it_want_that() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT])
    rooms.say(room, ANNA, p.AbandonTable, agrees=True)
    assert (room.phase, rooms.about(room, BERT).abandon) == ("playing", [0])
    rooms.say(room, BERT, p.AbandonTable, agrees=True)
    assert room.phase == "closed"
    assert rooms.why_not(room, ANNA, m.PlayAction, action=0) == "no_match"


def test_the_next_table_has_the_same_people_one_seat_further_and_there_is_one() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT])
    assert rooms.why_not(room, ANNA, p.PlayAgain) == "not_in_this_phase"
    rooms.play_on(room, [ANNA, BERT])
    rooms.say(room, BERT, p.PlayAgain)
    rooms.say(room, ANNA, p.PlayAgain)
    following = rooms.rooms[rooms.about(room, ANNA).next or ""]
    assert [seat.name or seat.bot for seat in following.seats] == ["greedy", "Anna", "Bert"]
    assert following.secret != room.secret
    assert len(rooms.rooms) == 2


def test_a_duplicate_in_two_legs_has_the_same_cards_seats_exchanged_and_opens_when_both_are_over() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT], seats=2, duplicate="legs")
    assert room.playing is not None
    dealt = room.playing.match.moment(0)
    rooms.play_on(room, [ANNA, BERT])
    second = rooms.rooms[rooms.about(room, ANNA).next or ""]
    assert [seat.name for seat in second.seats] == ["Bert", "Anna"]
    assert rooms.about(room, ANNA).is_same_people
    assert rooms.why_not(room, ANNA, m.SaveMatch) == "twin_runs"
    assert rooms.why_not(room, ANNA, m.AskReview, steps=10_000) == "twin_runs"
    rooms.say(room, ANNA, m.ShowMoment, entries=0)
    assert not rooms.heard(room, "anna", m.MomentShown)
    with pytest.raises(Reason, match="other table"):
        keeping.file_of(room)
    for each in (BERT, ANNA):
        rooms.enter(second, each)
    rooms.say(second, BERT, p.BeReady, is_ready=True)
    assert isinstance(rooms.say(second, ANNA, p.StartMatch), m.Accepted)
    assert second.playing is not None
    assert second.playing.match.moment(0).open_view().as_bytes() == dealt.open_view().as_bytes()
    rooms.play_on(second, [ANNA, BERT])
    assert holds(check(keeping.file_of(room)))
    assert holds(check(keeping.file_of(second)))
    scores = rooms.about(second, ANNA).scores
    assert scores is not None
    assert [(score["name"], score["who_there"]) for score in scores] == [("Bert", "Anna"), ("Anna", "Bert")]


def test_a_duplicate_at_two_tables_begins_at_both_with_the_nonces_of_all() -> None:
    rooms = Rooms()
    one = rooms.open(ANNA, seats=2, duplicate="tables")
    other = rooms.rooms[one.kept.twin or ""]
    rooms.enter(one, BERT)
    rooms.say(one, BERT, p.TakeSeat, seat=1)
    rooms.say(one, BERT, p.BeReady, is_ready=True)
    assert rooms.why_not(one, ANNA, p.StartMatch) == "twin_not_ready"
    for seat, each in enumerate((CLEO, DORA)):
        rooms.enter(other, each)
        rooms.say(other, each, p.TakeSeat, seat=seat)
        rooms.say(other, each, p.BeReady, is_ready=True)
    rooms.enter(other, BERT)
    rooms.say(other, BERT, p.TakeSeat, seat=0)
    assert rooms.heard(other, "bert", m.Declined)[-1].reason["code"] in ("seat_taken", "plays_the_same_cards")
    assert isinstance(rooms.say(one, ANNA, p.StartMatch), m.Accepted)
    rooms.shuffle((one, [ANNA, BERT]), (other, [CLEO, DORA]))
    assert (one.phase, other.phase) == ("playing", "playing")
    assert one.playing is not None
    assert other.playing is not None
    assert one.playing.match.open_view().as_bytes() == other.playing.match.open_view().as_bytes()
    rooms.play_on(one, [ANNA, BERT])
    assert rooms.why_not(one, ANNA, m.SaveMatch) == "twin_runs"
    rooms.play_on(other, [CLEO, DORA])
    for room in (one, other):
        rooms.assert_proven(room)
    assert rooms.about(other, CLEO).scores is not None


def test_by_correspondence_nonces_come_with_the_seats_and_nobody_has_to_be_there() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA, days=2, bots={2: "greedy"})
    assert rooms.about(room, ANNA).seat is None
    assert rooms.why_not(room, ANNA, p.TakeSeat, seat=0) == "nonce_needed"
    for seat, each in enumerate((ANNA, BERT)):
        rooms.enter(room, each)
        assert isinstance(rooms.say(room, each, p.TakeSeat, seat=seat, nonce=nonce_of(each).hex()), m.Accepted)
        rooms.carry(room, room.leave(each.person, rooms.time)) if each is BERT else None
    assert isinstance(rooms.say(room, ANNA, p.StartMatch), m.Accepted)
    assert room.phase == "playing"
    assert room.playing is not None
    assert room.due_for("anna") == rooms.time + 2 * 86_400
    assert room.due_for("bert") is None
    rooms.pass_time(2 * 86_400 + 10.0)
    assert len(room.playing.match.log) > 0
    rooms.play_on(room, [ANNA, BERT])
    rooms.assert_proven(room)


def test_chat_is_kept_for_whoever_comes_later_limited_and_on_one_line() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    rooms.say(room, ANNA, p.SayLine, text=" well\nplayed ")
    rooms.say(room, ANNA, p.SayPhrase, phrase="good_luck")
    rooms.enter(room, BERT)
    lines = rooms.heard(room, "bert", p.ChatTold)[-1].lines
    assert [(line["name"], line["text"], line["phrase"]) for line in lines] == [
        ("Anna", "well played", None),
        ("Anna", None, "good_luck"),
    ]
    assert rooms.why_not(room, ANNA, p.SayLine, text=" \n ") == "nothing_said"
    for _ in range(4):
        rooms.say(room, ANNA, p.SayLine, text="and")
    assert rooms.why_not(room, ANNA, p.SayLine, text="on") == "said_too_much"
    rooms.pass_time(13.0)
    assert isinstance(rooms.say(room, ANNA, p.SayLine, text="again"), m.Accepted)


def test_a_speaker_keeps_a_number_however_they_are_called() -> None:
    rooms = Rooms()
    room = rooms.open(ANNA)
    rooms.enter(room, BERT)
    rooms.say(room, BERT, p.SayPhrase, phrase="hello")
    rooms.say(room, ANNA, p.SayPhrase, phrase="hello")
    renamed = p.Person(person=BERT.person, name="Bruno", colour=2)
    rooms.carry(room, room.rename(renamed))
    rooms.say(room, BERT, p.SayPhrase, phrase="bye")
    assert [(line["speaker"], line["name"]) for line in room.chat.lines] == [(0, "Bert"), (1, "Anna"), (0, "Bruno")]


@pytest.mark.parametrize("undo", ["never", "right", "consent"])
def test_what_may_be_taken_back_is_the_tables_rule(undo: m.UndoRule) -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT], undo=undo)
    rooms.play_on(room, [ANNA, BERT], actions=3)
    may_ask = [view.may_ask_undo for view in rooms.heard(room, "anna", m.ViewChanged)]
    assert any(may_ask) == (undo == "consent")


def test_a_view_is_described_by_names_for_programs() -> None:
    rooms = Rooms()
    room = rooms.begun([ANNA, BERT])
    rooms.say(room, ANNA, p.DescribeView)
    view = rooms.heard(room, "anna", p.ViewDescribed)[-1]
    assert (view.seat, view.is_over, view.to_act) == (0, False, [0])
    assert [choice["text"] for choice in view.legal] == ["pass"]
    assert view.state["hands"][1] == []
