"""The messages between a client and the host of a table. TypeScript gets these types from here
(`server/typescript.py`).

A host runs the match: a worker in the page, or a server. A client knows only what its seat may know: every view is a
hidden record.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class LogLine(TypedDict):
    """A seat and the notation of what it did, as far as the reader saw it, and what came of it; what was taken back
    later is gone.
    """

    seat: int | None
    text: str
    events: list[dict[str, Any]]
    gone: NotRequired[bool]


OldLine = tuple[int, str, bool]
"""A seat, what a file says it did, and whether the game has words for it."""


class OpenMatch(TypedDict):
    """Deal a new match; options by the numbers of their values. Without a key the host draws one.

    Bots are named by their levels (`easy`, `medium`, `hard`) or by what they are (`random`, `greedy`). The pace is how
    many seconds a race lasts (0: everyone is asked), the haste how fast bots think (1 is natural, 0 at once).
    """

    type: Literal["open_match"]
    game: str
    seats: int
    seat: int
    players: list[str]
    options: dict[str, int]
    bots: dict[str, str]
    pace: float
    haste: float
    key: NotRequired[str]


class LoadMatch(TypedDict):
    """Go on with a match file, at a seat."""

    type: Literal["load_match"]
    file: str
    seat: int
    bots: dict[str, str]
    pace: float
    haste: float


class PlayAction(TypedDict):
    """Play an action; the answer is a changed view, or a refusal with the same id."""

    type: Literal["play_action"]
    id: int
    seat: int
    action: int


class TakeBack(TypedDict):
    """Take back one's last action, by right or with consent."""

    type: Literal["take_back"]
    id: int
    seat: int
    consent: bool


class TidyUp(TypedDict):
    """Let the table do the work that is left to a seat."""

    type: Literal["tidy_up"]
    id: int
    seat: int


class ShowMoment(TypedDict):
    """See the match as it stood after so many entries of its log that the seat saw; once it is over, of all."""

    type: Literal["show_moment"]
    entries: int


class SaveMatch(TypedDict):
    """Ask for the match file."""

    type: Literal["save_match"]


class PauseMatch(TypedDict):
    """Bots and clocks wait, or go on."""

    type: Literal["pause_match"]
    paused: bool


class AskHint(TypedDict):
    """Ask what would be best now; the answer is a hint, a refusal with the same id, or none if the table changes
    first.
    """

    type: Literal["ask_hint"]
    id: int
    seat: int


class AskReview(TypedDict):
    """Have every decision of one's own in a finished match judged, each by so many play-outs (at most 400)."""

    type: Literal["ask_review"]
    id: int
    seat: int
    playouts: int


class StopReview(TypedDict):
    """Judge no further."""

    type: Literal["stop_review"]


ClientMessage = (
    OpenMatch
    | LoadMatch
    | PlayAction
    | TakeBack
    | TidyUp
    | ShowMoment
    | SaveMatch
    | PauseMatch
    | AskHint
    | AskReview
    | StopReview
)


class MatchOpened(TypedDict):
    """A match is on the table."""

    type: Literal["match_opened"]
    game: str
    seats: int
    seat: int
    players: list[str]
    options: dict[str, int]


class OldMatchTold(TypedDict):
    """A match file of another version of the rules: what it says, not checked; once the match was over nothing is
    hidden.
    """

    type: Literal["old_match_told"]
    version: int
    seat: int
    players: list[str]
    log: list[OldLine]


class RaceOpen(TypedDict):
    """A race: how many seconds it lasts, how many are left, and after how many the reader may act."""

    pace: float
    left: float
    opens: float


class ViewChanged(TypedDict):
    """What the seat may know now: the hidden record in base64, the new lines of the log, and what else it may do.

    Entries are those that the seat saw; what it did not see changes no byte of this, and is no reason to send it.
    """

    type: Literal["view_changed"]
    number: int
    entries: int
    record: str
    log_from: int
    log: list[LogLine]
    may_undo: bool
    may_ask_undo: bool
    tidies: bool
    thinking: list[int]
    race: RaceOpen | None


class ActionRefused(TypedDict):
    """The clause that forbids it, or a sentence where no clause does; or the name of one that the page has in its
    reader's language.
    """

    type: Literal["action_refused"]
    id: int
    clause: str | None
    sentence: str


class MomentShown(TypedDict):
    """The match as it stood; once it is over nothing is hidden."""

    type: Literal["moment_shown"]
    entries: int
    of: int
    record: str
    log: list[LogLine]


class MatchFile(TypedDict):
    """The match file, the same that `outcry replay` reads."""

    type: Literal["match_file"]
    text: str


class HintGiven(TypedDict):
    """What would be best in the view of that number, and how often it would win, from 0 to 1."""

    type: Literal["hint_given"]
    number: int
    action: int
    wins: float


class DecisionJudged(TypedDict):
    """One of the decisions of a review: after how many entries of the log it was made, and what was played beside what
    was best.

    Chances of winning are from 0 to 1; the cost is nothing where the difference may well be chance.
    """

    type: Literal["decision_judged"]
    place: int
    of: int
    entries: int
    action: int
    best: int
    wins: float
    wins_of_best: float
    chance: float
    cost: float


class ReviewDone(TypedDict):
    """All is judged: the result (1 is a win, shared wins are divided) is the chance at the first decision, luck and
    play together.
    """

    type: Literal["review_done"]
    decisions: int
    result: float
    luck: float
    play: float


class HostFailed(TypedDict):
    """Something that ends the match at this host, in one sentence or by the name of one, as in `damaged_file: key`."""

    type: Literal["host_failed"]
    sentence: str


HostMessage = (
    MatchOpened
    | OldMatchTold
    | ViewChanged
    | ActionRefused
    | MomentShown
    | MatchFile
    | HintGiven
    | DecisionJudged
    | ReviewDone
    | HostFailed
)
