"""What people say to the match of a table, and what the table has to say to that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from openoutcry.engine.record import as_dict
from openoutcry.server import protocol as p
from openoutcry.server.kept import CLOSED, OVER, PLAYING
from openoutcry.server.playing import Said
from openoutcry.server.seating import check_host, checked_seat, is_late
from openoutcry.table import messages as m
from openoutcry.table.reasons import Reason, told

if TYPE_CHECKING:
    from openoutcry.server.room import Room

STEPS_AT_MOST = 30_000_000
"""For a review: more would take the time of others."""
MESSAGES = (
    m.PlayAction,
    m.TakeBack,
    m.AskUndo,
    m.AnswerUndo,
    m.TidyUp,
    m.ShowMoment,
    m.SaveMatch,
    m.PauseMatch,
    m.AskHint,
    m.AskReview,
    m.StopReview,
    m.Hello,
)
"""What is said to the match itself."""
NOT_IN_LOG = frozenset({m.TakeBack, m.AskUndo, m.AnswerUndo, m.TidyUp})
"""What the session keeps something of that does not follow from the log."""
BEFORE_THE_END = frozenset({m.PlayAction, m.TakeBack, m.AskUndo, m.AnswerUndo, m.TidyUp, m.PauseMatch})
"""What changes a match, which nothing does once its secret is out."""
AFTERWARDS = frozenset({m.SaveMatch, m.ShowMoment, m.AskReview})
"""What shows the secrets of a match that is over."""


def hear(room: Room, who: str, message: m.ClientMessage, now: float, arrived: float | None) -> Said:
    """What belongs to the match goes to it; the file comes with the proof of its shuffle."""
    try:
        _check(room, who, message)
        if isinstance(message, m.SaveMatch):
            return [(who, m.Accepted(id=message.id)), (who, m.MatchFile(text=room.house.file_of(room)))]
        if room.playing is None or room.phase == CLOSED:
            raise Reason("no_match")
    except Reason as reason:
        number, why = getattr(message, "id", 0), told(reason)
        return [(who, m.Declined(id=number, reason=why) if number else p.NoticeGiven(reason=why))]
    if type(message) in NOT_IN_LOG:
        room.change(whole=False)
    if isinstance(message, m.AskReview):
        message = replace(message, steps=min(message.steps, STEPS_AT_MOST))
    if isinstance(message, m.Hello):
        message = replace(message, run=room.run_of(who))
    return room.played(room.playing.hear(who, message, now, arrived))


def _check(room: Room, who: str, message: m.ClientMessage) -> None:
    """Refuse what the table has something against, whatever the match says: time at a table that is open to all is
    nobody's to stop, and elsewhere the host's; while the host is away, others may let it go on.
    """
    if room.phase == OVER and type(message) in BEFORE_THE_END:
        raise Reason("match_over")
    if isinstance(message, m.PauseMatch) and (message.paused or room.is_here(room.kept.host)):
        if room.settings.is_open:
            raise Reason("no_pause_here")
        check_host(room, who)
    if room.phase in (OVER, CLOSED) and type(message) in AFTERWARDS and room.is_secret_kept:
        raise Reason("twin_runs")
    if not room.may_see_match(who):
        raise Reason("twin_unseen")


def let_bot_play(room: Room, who: str, message: p.LetBotPlay, now: float) -> Said:
    """Let a bot play for somebody who has been away for too long."""
    room.check_phase(PLAYING)
    seat = checked_seat(room, message.seat)
    if room.seat_of(who) is None:
        raise Reason("watching")
    if seat.person is None or not is_late(room, seat.person):
        raise Reason("not_away_for_long")
    said = room.match_in_play.let_bot_play(message.seat, now)
    room.change()
    return said


def describe(room: Room, who: str, now: float) -> Said:
    """A view by names, for programs that do not read records."""
    if room.playing is None:
        raise Reason("no_match")
    if not room.may_see_match(who):
        raise Reason("twin_unseen")
    said, session = room.played(room.playing.due(now)), room.playing.session
    view = session.view_of(who)
    legal: list[p.Choice] = [{"action": action.number, "text": action.text} for action in view.legal]
    described = p.ViewDescribed(
        seat=view.seat,
        state=dict(as_dict(view.record, view.game.fields)),
        legal=legal,
        to_act=view.to_act,
        points=view.points,
        places=view.places,
        is_over=room.playing.match.over,
    )
    return [*said, (who, described)]
