"""What a client and a table say to each other, as JSON; the page's types are made from these (`server/typescript.py`).

A seat belongs to a connection: no client names its own. What comes from a client is validated here (`read`), whole or
not at all. A message with an `id` gets an answer with the same id, `accepted` or `declined`; said again, it is answered
again and not done again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from msgspec import UNSET, DecodeError, Meta, Struct, UnsetType, ValidationError, json

from openoutcry.engine.events import Telling
from openoutcry.engine.workspace import Verdict
from openoutcry.table.clocks import ClockSet, ClockTold, Seconds
from openoutcry.table.limits import FEWEST_STEPS, LARGEST_FILE, MOST_STEPS
from openoutcry.table.reasons import Reason, ReasonGiven
from openoutcry.table.story import LogLine

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Id = Annotated[int, Meta(ge=1, le=2**53 - 1)]
Run = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Name = Annotated[str, Meta(max_length=200)]
Key = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
File = Annotated[str, Meta(max_length=LARGEST_FILE)]
Seats = Annotated[dict[int, Name], Meta(max_length=64)]
UndoRule = Literal["never", "right", "consent"]
"""What may be taken back: nothing, what nobody has learned from, or also whatever all agree on."""


def _tag(name: str) -> str:
    """The name of a message in JSON: play_action for PlayAction."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Said(Struct, frozen=True, tag_field="type", tag=_tag, kw_only=True):
    """Anything that is said: its type comes first."""


class Asked(Said, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client says: nothing but what is declared is taken."""


OldLine = tuple[int, str, bool]
"""A seat, what a file says it did, and whether the game has words for it."""


class Hello(Asked, frozen=True):
    """Be there, or be there again: the number of the last view that was heard, 0 for none. The answer is what has come
    since. Within a run, which the client numbers, an id is done once; without a number whoever has heard nothing
    begins a new one.
    """

    last: Number = 0
    run: Run = 0


class OpenMatch(Asked, frozen=True):
    """Deal a new match and sit down; options by the numbers of their values. Without a key the host draws one.

    Bots are named by their levels (`easy`, `medium`, `hard`) or by what they are (`random`, `greedy`). The pace is how
    many seconds a race lasts (0: everyone is asked), the haste how fast bots think (1 is natural, 0 at once). Seats
    without a bot are free for other people. With a clock people have so much time. What may be taken back is for the
    table to say, and whether there are hints; and for how many seconds an offer waits for an answer (0: for ever).
    """

    game: Name
    seats: Number
    seat: Number
    players: Annotated[list[Name], Meta(max_length=64)]
    options: Annotated[dict[Name, Number], Meta(max_length=64)] = {}
    bots: Seats = {}
    pace: Seconds = 0.0
    haste: Seconds = 1.0
    clock: ClockSet | None = None
    undo: UndoRule = "consent"
    hints: bool = True
    answer: Seconds = 0.0
    key: Key | None = None


class LoadMatch(Asked, frozen=True):
    """Go on with a match file, at a seat."""

    file: File
    seat: Number
    bots: Seats = {}
    pace: Seconds = 0.0
    haste: Seconds = 1.0
    clock: ClockSet | None = None
    undo: UndoRule = "consent"
    hints: bool = True
    answer: Seconds = 0.0


class SitDown(Asked, frozen=True):
    """Take a free seat, under a name; or play on at one's own, where a bot has played meanwhile."""

    id: Id
    seat: Number
    name: Name


class StandUp(Asked, frozen=True):
    """Leave one's seat free, and watch."""

    id: Id


class SeatBot(Asked, frozen=True):
    """Let a bot play a free seat, or leave it free again: for whoever opened the table."""

    id: Id
    seat: Number
    bot: Name | None


class PlayAction(Asked, frozen=True):
    """Play an action."""

    id: Id
    action: Number


class TakeBack(Asked, frozen=True):
    """Take back one's last action, or all that the table did on one's behalf, by right."""

    id: Id


class AskUndo(Asked, frozen=True):
    """Ask the others to agree that one's last action is taken back, with what came since; bots always agree."""

    id: Id


class AnswerUndo(Asked, frozen=True):
    """Agree to what another has asked, or not."""

    id: Id
    agrees: bool


class TidyUp(Asked, frozen=True):
    """Let the table do the work that is left to a seat."""

    id: Id


class ShowMoment(Asked, frozen=True):
    """See the match as it stood after so many entries of its log that the reader saw; once it is over, of all."""

    entries: Number


class SaveMatch(Asked, frozen=True):
    """Ask for the match file: it has the key, so it leaves the host only when the match is over, or to the host's own
    player.
    """

    id: Id


class PauseMatch(Asked, frozen=True):
    """Bots and clocks wait, or go on."""

    id: Id
    paused: bool


class SetHaste(Asked, frozen=True):
    """How fast bots think from their next action on (1 is natural, 0 at once); for the host."""

    id: Id
    haste: Seconds


class AskHint(Asked, frozen=True):
    """Ask what would be best now; after `accepted` comes a hint, or none if the table changes first."""

    id: Id


class AskReview(Asked, frozen=True):
    """Have every decision of one's own in a finished match judged, the last first, by play-outs of so many steps in
    all.
    """

    id: Id
    steps: Annotated[int, Meta(ge=FEWEST_STEPS, le=MOST_STEPS)]


class StopReview(Asked, frozen=True):
    """Judge no further."""


ClientMessage = (
    Hello
    | OpenMatch
    | LoadMatch
    | SitDown
    | StandUp
    | SeatBot
    | PlayAction
    | TakeBack
    | AskUndo
    | AnswerUndo
    | TidyUp
    | ShowMoment
    | SaveMatch
    | PauseMatch
    | SetHaste
    | AskHint
    | AskReview
    | StopReview
)


class MatchOpened(Said, frozen=True):
    """A match is on the table; whoever only watches has no seat."""

    game: str
    seats: int
    seat: int | None
    options: dict[str, int]


class UndoAsked(TypedDict):
    """Who would take back their last action, and which seats have agreed."""

    seat: int
    agreed: list[int]


class TableChanged(Said, frozen=True):
    """What everybody may know of who sits where: people and bots, who is away, and what they have agreed on.

    Stand-ins are seats of people for whom a bot plays until they sit down again; those seats are among both.
    """

    players: list[str]
    people: list[int]
    away: list[int]
    bots: dict[int, str]
    paused: bool
    undo: UndoAsked | None
    stand_ins: list[int] | UnsetType = UNSET


class OldMatchTold(Said, frozen=True):
    """A match file of another version of the rules: what it says, not checked; once the match was over nothing is
    hidden.
    """

    version: int
    seat: int
    players: list[str]
    log: list[OldLine]


class RaceOpen(TypedDict):
    """A race: how many seconds it lasts, how many are left, after how many the reader may act (-1: not at all), and
    whether time passes.
    """

    pace: float
    left: float
    opens: float
    runs: bool


class ViewChanged(Said, frozen=True):
    """What the reader may know now: the hidden record (JSON has it in base64), the new lines of the log, and what else
    they may do.

    Entries are those that the reader saw; what they did not see changes no byte of this, and is no reason to send it.
    The head, where a table has one, is the hash of all that was done up to what all last saw. Where somebody has to
    answer an offer in time, it is told how much they have left.
    """

    number: int
    entries: int
    record: bytes
    log_from: int
    log: list[LogLine]
    may_undo: bool
    may_ask_undo: bool
    tidies: bool
    thinking: list[int]
    race: RaceOpen | None
    clocks: list[ClockTold] | None
    answers: list[ClockTold] | UnsetType = UNSET
    head: str | UnsetType = UNSET


class Accepted(Said, frozen=True):
    """What was asked under that id is done, or begun."""

    id: int


class Declined(Said, frozen=True):
    """What was asked under that id is not done, and why: with the code `refused`, because of a clause of the rules."""

    id: int
    reason: ReasonGiven


class MomentShown(Said, frozen=True):
    """The match as it stood; once it is over nothing is hidden."""

    entries: int
    of: int
    record: bytes
    log: list[LogLine]


class MatchFile(Said, frozen=True):
    """The match file, the same that `outcry replay` reads."""

    text: str


class HintGiven(Said, frozen=True):
    """What would be best in the view of that number, and how often it would win, from 0 to 1; the same of the next
    best, if another was looked at; and why: the events that surely come of it and not of the next best; what was
    foreseen before the player's next choice, as often after it and otherwise after the next best, from 0 to 1; and the
    points in the end, on average, where those after it are clearly better.
    """

    number: int
    action: int
    wins: float
    next_action: int | None = None
    next_wins: float = 0.0
    brings: Sequence[Telling] = ()
    foreseen: LogLine | None = None
    often: float = 0.0
    otherwise: float = 0.0
    points: float | None = None
    next_points: float | None = None


class DecisionJudged(Said, frozen=True):
    """One of the decisions of a review: after how many entries of the log it was made, and what was played beside the
    best alternative.

    Chances of winning are from 0 to 1. A decision may have cost something, beside the best alternative, or be credited,
    beside the rules of thumb; both are nothing where the difference may well be chance. The margin is half of a 95%
    interval of the difference. The verdict says it in a word: the match was `lost` or `won` already, or it
    stays `open` whether another action was better.
    """

    place: int
    of: int
    entries: int
    action: int
    best: int
    wins: float
    wins_of_best: float
    margin: float
    chance: float
    cost: float
    credit: float
    verdict: Verdict


class ReviewDone(Said, frozen=True):
    """All is judged: the result (1 is a win, shared wins are divided) is the chance at the first decision, luck and
    play together; the margin is half of a 95% interval of luck, and of play.
    """

    decisions: int
    result: float
    luck: float
    play: float
    margin: float


class HostFailed(Said, frozen=True):
    """No match could be opened, or it cannot go on at this host, and why."""

    reason: ReasonGiven


HostMessage = (
    MatchOpened
    | TableChanged
    | OldMatchTold
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

_READER = json.Decoder(ClientMessage)
_WRITER = json.Encoder()


def read(written: bytes | str) -> ClientMessage:
    """What a client says, or why it is no message.

    >>> read('{"type": "play_action", "id": 1, "action": 3}')
    PlayAction(id=1, action=3)
    >>> read('{"type": "hello", "last": -1}')
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Reason: this is not a message that is known here: Expected `int` >= 0 - at `$.last`
    """
    try:
        heard: ClientMessage = _READER.decode(written)
    except (ValidationError, DecodeError, UnicodeError, RecursionError) as error:
        raise Reason("not_a_message", about=str(error)[:200]) from None
    return heard


def write(said: HostMessage | ClientMessage) -> bytes:
    """A message as JSON.

    >>> write(Accepted(id=3))
    b'{"type":"accepted","id":3}'
    """
    return _WRITER.encode(said)
