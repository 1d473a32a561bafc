"""What the server and its clients say to each other beyond one match: people, tables, seats, chat, shuffles.

At `/ws/tables/ID` both these messages and those of a match (`table/messages.py`) are spoken, JSON in text frames, each
in a frame of its own; at `/ws/lobby` only `enter`, `lobby_changed` and `yours_changed`. The first thing a client says
is `enter`. Over HTTP the same structures are the bodies (`server/api.py`). As in a match, what has an `id` is answered
by `accepted` or `declined`, and done once however often it is said.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from msgspec import DecodeError, Meta, Struct, ValidationError, json

from openoutcry.table.clocks import ClockSet, Seconds
from openoutcry.table.messages import (
    Accepted,
    AnswerUndo,
    Asked,
    AskHint,
    AskReview,
    AskUndo,
    DecisionJudged,
    Declined,
    Hello,
    HintGiven,
    HostFailed,
    Id,
    Key,
    MatchFile,
    MatchOpened,
    MomentShown,
    Name,
    Number,
    PauseMatch,
    PlayAction,
    ReviewDone,
    Run,
    Said,
    SaveMatch,
    ShowMoment,
    StopReview,
    TableChanged,
    TakeBack,
    TidyUp,
    UndoRule,
    ViewChanged,
)
from openoutcry.table.reasons import Reason, ReasonGiven

LONGEST_LINE = 500
"""Characters of a line of chat."""
COLOURS = 12
"""Colours that people choose from, by number."""
PHRASES = ("hello", "good_luck", "nice", "thanks", "sorry", "hurry", "moment", "good_game", "again", "bye")
"""Quick phrases, for those who share no language; the page has the words."""

Code = Annotated[str, Meta(max_length=64)]
Colour = Annotated[int, Meta(ge=0, lt=COLOURS)]
Phase = Literal["gathering", "shuffling", "playing", "over", "closed"]
Phrase = Literal["hello", "good_luck", "nice", "thanks", "sorry", "hurry", "moment", "good_game", "again", "bye"]
Duplicate = Literal["none", "legs", "tables"]


# Over HTTP.


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is sent to the server over HTTP: nothing but what is declared is taken."""


class Answer(Struct, frozen=True, kw_only=True):
    """What the server answers over HTTP."""


class NewPerson(Body, frozen=True):
    """Who comes as a guest: a name, and a colour by its number."""

    name: Name
    colour: Colour = 0


class PersonChange(Body, frozen=True):
    """What a person changes about themselves."""

    name: Name | None = None
    colour: Colour | None = None


class Person(Answer, frozen=True):
    """All that the server knows of a person."""

    person: str
    name: str
    colour: int


class PersonMade(Answer, frozen=True):
    """A person, with the token that proves it: it is shown once, and kept by the client."""

    person: str
    name: str
    colour: int
    token: str


class LinkMade(Answer, frozen=True):
    """A code that makes another device the same person, once and soon: it belongs into an address `#/me/CODE`."""

    code: str
    seconds: float


class NewTable(Body, frozen=True):
    """A table to be opened: the game and its options by the numbers of their values, and how it is played.

    Open tables stand in the lobby; others are found by their links. Spectators see everything so many seconds later.
    With days the table is played by correspondence, and a clock is not given. Grace is for how many seconds somebody
    may be away before the others may let a bot play; an answer is for how many seconds an offer waits (0: for ever).
    """

    game: Name
    seats: Number
    options: Annotated[dict[Name, Number], Meta(max_length=64)] = {}
    is_open: bool = False
    bots: Annotated[dict[int, Name], Meta(max_length=64)] = {}
    pace: Seconds | None = None
    haste: Seconds = 1.0
    clock: ClockSet | None = None
    days: Annotated[int, Meta(ge=0, le=30)] = 0
    undo: UndoRule = "consent"
    hints: bool = False
    delay: Annotated[float, Meta(ge=0, le=3600)] = 0.0
    grace: Annotated[float, Meta(ge=0, le=86_400)] = 60.0
    answer: Annotated[float, Meta(ge=0, le=86_400)] = 60.0
    duplicate: Duplicate = "none"


class TableMade(Answer, frozen=True):
    """A table that was opened, with the codes of its links; with a duplicate at two tables, also the other one."""

    table: str
    invite: str
    watch: str
    twin: TableMade | None = None


class TableListed(Answer, frozen=True):
    """A table as the lobby shows it."""

    table: str
    game: str
    seats: int
    phase: Phase
    players: list[str | None]
    bots: dict[int, str]
    host: str
    is_timed: bool
    days: int
    since: float


class YourTable(Answer, frozen=True):
    """A table that a person sits at, as they see it themselves, and whether it waits for them."""

    table: str
    game: str
    phase: Phase
    players: list[str | None]
    is_your_turn: bool
    due: float | None
    since: float


# What clients say.


class Enter(Asked, frozen=True):
    """The first thing that is said: who one is, by a token, and the code of an invitation or to watch, where there is
    one. Without a token one watches what all may watch. `last` is the number of the last view that was heard. `run` is
    a number that the client draws when it starts: within a run an id is done once, over as many lines as it takes;
    without one every line begins anew.
    """

    token: Code | None = None
    code: Code | None = None
    last: Number = 0
    run: Run = 0


class TakeSeat(Asked, frozen=True):
    """Take a free seat, or take one's own seat back from the bot that played meanwhile. By correspondence the nonce
    comes with it.
    """

    id: Id
    seat: Number
    nonce: Key | None = None


class LeaveSeat(Asked, frozen=True):
    """Leave one's seat free, and watch."""

    id: Id


class FillSeat(Asked, frozen=True):
    """Let a bot play a free seat, or leave it free again: for the host."""

    id: Id
    seat: Number
    bot: Name | None


class FreeSeat(Asked, frozen=True):
    """Free the seat of somebody who has been away for too long, before the match has begun: for the host."""

    id: Id
    seat: Number


class BeReady(Asked, frozen=True):
    """Say that one is ready to begin, or no longer."""

    id: Id
    is_ready: bool


class StartMatch(Asked, frozen=True):
    """Begin: for the host, once every seat is taken and everyone is ready."""

    id: Id


class CommitNonce(Asked, frozen=True):
    """The SHA-256 of a nonce that one will show."""

    round: Number
    commitment: Key


class RevealNonce(Asked, frozen=True):
    """The nonce one had committed to."""

    round: Number
    nonce: Key


class LetBotPlay(Asked, frozen=True):
    """Let a bot play for somebody who has been away for too long, until they are back."""

    id: Id
    seat: Number


class SayLine(Asked, frozen=True):
    """Say something to all at the table."""

    id: Id
    text: Annotated[str, Meta(max_length=LONGEST_LINE)]


class SayPhrase(Asked, frozen=True):
    """Say a quick phrase, which everyone reads in their own language."""

    id: Id
    phrase: Phrase


class DescribeView(Asked, frozen=True):
    """Have one's view described by names, for programs that do not read records: see `view_described`."""


class AbandonTable(Asked, frozen=True):
    """Be for ending the table without a result, or no longer: it ends once all people at it are. Before the beginning
    the host alone ends it.
    """

    id: Id
    agrees: bool


class PlayAgain(Asked, frozen=True):
    """Open the next table with the same people, seats rotated; whoever says so first opens it."""

    id: Id


SocketMessage = (
    Enter
    | TakeSeat
    | LeaveSeat
    | FillSeat
    | FreeSeat
    | BeReady
    | StartMatch
    | CommitNonce
    | RevealNonce
    | LetBotPlay
    | SayLine
    | SayPhrase
    | AbandonTable
    | PlayAgain
    | DescribeView
    | Hello
    | PlayAction
    | TakeBack
    | AskUndo
    | AnswerUndo
    | TidyUp
    | ShowMoment
    | SaveMatch
    | PauseMatch
    | AskHint
    | AskReview
    | StopReview
)


# What the server says.


class Entered(Said, frozen=True):
    """You are there: who you are (nobody, for whoever only watches), and whether you may take a seat,
    once you have a name.
    """

    person: str | None
    may_sit: bool


class SeatTold(TypedDict):
    """Who sits at a seat: a person by name and colour, or a bot by its level, or nobody; and whether the person is
    ready, is here, may be replaced by a bot now (before the beginning: may be sent away by the host), and has a bot
    playing for them.
    """

    name: str | None
    colour: int
    bot: str | None
    is_ready: bool
    is_here: bool
    is_late: bool
    is_played_for: bool


class Score(TypedDict):
    """One seat of a duplicate beside the same cards in other hands: who plays them here and there, and the points."""

    name: str
    here: int
    there: int
    who_there: str


class RoomChanged(Said, frozen=True):
    """All about a table but the match: what everybody there may know, and what is the reader's own (seat, codes).

    The commitment is the SHA-256 of the server's secret; while `is_secret_kept` there is no file, replay or review. Of
    a duplicate's two tables one is leg 0 and one leg 1: the place of a nonce is leg * seats + seat. `is_same_people`
    marks one whose legs the same people play. The codes of the twin are for whoever may have them; `next_watch` is for
    whoever has no seat at the next table. By correspondence a seat is ready once its nonce is there.
    """

    table: str
    phase: Phase
    settings: NewTable
    seats: list[SeatTold]
    seat: int | None
    is_host: bool
    host: str
    is_host_here: bool
    watchers: int
    invite: str | None
    watch: str | None
    commitment: str
    is_secret_kept: bool
    abandon: list[int]
    next: str | None
    next_watch: str | None
    twin: str | None
    twin_invite: str | None
    twin_watch: str | None
    leg: int
    is_same_people: bool
    scores: list[Score] | None


class ChatLine(TypedDict):
    """A line of chat: when (seconds since 1970), by whom, from which seat, and what; a phrase by its name. The speaker
    is a number that a person keeps at this table, however they are called.
    """

    number: int
    at: float
    speaker: int
    name: str
    colour: int
    seat: int | None
    text: str | None
    phrase: str | None


class ChatTold(Said, frozen=True):
    """What was said at the table: all of it for whoever enters, then line by line."""

    lines: list[ChatLine]


class ShuffleAsked(Said, frozen=True):
    """The cards are about to be shuffled: commit to a nonce within so many seconds. The commitment is that of the
    server's secret in this round.
    """

    round: int
    commitment: str
    seconds: float


class NoncesCommitted(Said, frozen=True):
    """Everybody has committed, seat by seat: show your nonce within so many seconds, if your commitment is there."""

    round: int
    commitments: dict[int, str]
    seconds: float


class RingJudged(Said, frozen=True):
    """How one's own ring in a race was judged: when it came after the race had begun, half the round trip that was
    measured, what was taken off, and whether it was first. Seconds.
    """

    arrived: float
    half_trip: float
    corrected: float
    is_first: bool


class Choice(TypedDict):
    """Something that one may do: its number, for `play_action`, and what it is."""

    action: int
    text: str


class ViewDescribed(Said, frozen=True):
    """The reader's view by names: every field of the game's record as far as they may know it, what they may do now,
    who is to act, points and places, and whether the match is over.
    """

    seat: int | None
    state: dict[str, Any]
    legal: list[Choice]
    to_act: list[int]
    points: list[int]
    places: list[int]
    is_over: bool


class NoticeGiven(Said, frozen=True):
    """Something that everyone should know: the server stops, is full, or cannot store right now."""

    reason: ReasonGiven


class LineClosed(Said, frozen=True):
    """Why the server ends this connection; whether coming back by itself makes sense."""

    reason: ReasonGiven
    is_final: bool


class LobbyChanged(Said, frozen=True):
    """Every open table, and how many people are here."""

    tables: list[TableListed]
    people: int


class YoursChanged(Said, frozen=True):
    """The tables that you sit at."""

    tables: list[YourTable]


ServerMessage = (
    Entered
    | RoomChanged
    | ChatTold
    | ShuffleAsked
    | NoncesCommitted
    | RingJudged
    | ViewDescribed
    | NoticeGiven
    | LineClosed
    | LobbyChanged
    | YoursChanged
    | MatchOpened
    | TableChanged
    | ViewChanged
    | Accepted
    | Declined
    | MomentShown
    | MatchFile
    | HintGiven
    | DecisionJudged
    | ReviewDone
    | HostFailed
)

_READER = json.Decoder(SocketMessage)
WRITER = json.Encoder()


def read(written: bytes | str) -> SocketMessage:
    """What somebody says at a socket, or why it is no message.

    >>> read('{"type": "take_seat", "id": 1, "seat": 2}')
    TakeSeat(id=1, seat=2, nonce=None)
    """
    try:
        heard: SocketMessage = _READER.decode(written)
    except (ValidationError, DecodeError, UnicodeError, RecursionError) as error:
        raise Reason("not_a_message", about=str(error)[:200]) from None
    return heard


def write(said: Said) -> bytes:
    """What the server says, as JSON.

    >>> write(Entered(person=None, may_sit=False))
    b'{"type":"entered","person":null,"may_sit":false}'
    """
    return WRITER.encode(said)
