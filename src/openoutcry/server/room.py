"""A table on the server, from its opening to its end, without input or output: who is there, the phases, and what is to
be stored.

It hears what people say and the time, and says messages, as `table/session.py` does for the match alone. The house
(`server/house.py`) drives it: it carries messages, stores what `unsaved` gives, asks the bots, and opens the next table
where this one wants one. What the messages do is in `seating.py`, `dealing.py`, `in_play.py` and `ending.py`, and what
everybody is told in `telling.py`.
"""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from msgspec import json

from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find
from openoutcry.server import dealing, ending, in_play, seating, telling
from openoutcry.server import protocol as p
from openoutcry.server.chat import Chat
from openoutcry.server.kept import CLOSED, GATHERING, OVER, PLAYING, Kept, Seat
from openoutcry.server.playing import Entry, Playing, Said, read_id, written_id
from openoutcry.server.rows import ChatRow
from openoutcry.server.shuffle import DrawnRound, Shuffle
from openoutcry.table import messages as m
from openoutcry.table.answered import Answered
from openoutcry.table.asks import Ask
from openoutcry.table.fairness import REMOVED
from openoutcry.table.reasons import Reason, told

SaidLine = tuple[str, p.ChatLine, str | None]
"""Who said a line of chat, and in which run under which id."""


class House(Protocol):
    """What a room asks of the house that has it."""

    def new_secret(self) -> bytes:
        """Chance that nobody knows."""
        ...

    def now(self) -> float:
        """Seconds of the tables' clock."""
        ...

    def wall(self) -> float:
        """Seconds since 1970."""
        ...

    def check_bot(self, name: str, game: Game) -> object:
        """Refuse a bot that does not play a game."""
        ...

    def check_ready(self, game: Game) -> None:
        """Refuse a game that is still being compiled."""
        ...

    def begin_match(self, room: Room, rounds: list[DrawnRound], key: bytes, now: float) -> Playing:
        """Deal."""
        ...

    def open_next(self, room: Room, seats: list[Seat]) -> str:
        """Open the next table with the same people."""
        ...

    def twin_of(self, room: Room) -> Room | None:
        """The other table of a duplicate."""
        ...

    def sat_down_late(self, room: Room, seat: int) -> None:
        """Somebody else sits at a seat of a match that runs."""
        ...

    def file_of(self, room: Room) -> str:
        """The file of a match that is over."""
        ...

    def also(self, room: Room, said: Said) -> None:
        """Something has happened at another table too."""
        ...


@dataclass
class Guest:
    """Somebody who is there, or was: who it is, what they were told last, and whether they see the match."""

    person: p.Person | None
    may_sit: bool
    is_here: bool = True
    told: p.RoomChanged | None = None
    sees: bool = False


class Room:
    """One table. Whoever is there is called by the id of the person, or by a name of the line."""

    def __init__(
        self, id: str, settings: p.NewTable, kept: Kept, codes: tuple[str, str], secret: bytes, house: House
    ) -> None:
        self.id, self.settings, self.kept, self.house = id, settings, kept, house
        self.invite, self.watch = codes
        self.phase: p.Phase = GATHERING
        self.game = find(settings.game)
        self.secret, self.rounds = secret, list[DrawnRound]()
        self.key: bytes | None = None
        """The key of a duplicate's second leg, which is that of the first."""
        self.shuffle: Shuffle | None = None
        self.playing: Playing | None = None
        self.chat = Chat()
        self.guests: dict[str, Guest] = {}
        self.away_since: dict[str, float] = {}
        self.new_chat: list[SaidLine] = []
        self.opened_at = self.used_at = 0.0
        self.now = 0.0
        """The time that the table was last given."""
        self.header: dict[str, Any] | None = None
        """What the chain of the match is rooted in (`table/fairness.py`)."""
        self.salts: list[bytes | None] = []
        self.is_changed = self.is_row_changed = self.is_news_for_lobby = True
        """Whether something is to be stored besides entries and chat, more than how the table stands, or told in the
        lobby.
        """
        self._answers: dict[str, Answered] = defaultdict(Answered)
        self._runs = 0
        self._is_told = False

    # What the house calls.

    def enter(self, who: str, person: p.Person | None, message: p.Enter, now: float) -> Said:
        """Somebody is there, or there again."""
        self.now = now
        may_sit = self.check_may_enter(person, message.code)
        guest = self.guests.setdefault(who, Guest(person, may_sit))
        guest.person, guest.is_here, guest.told, guest.sees = person, True, None, False
        guest.may_sit = guest.may_sit or may_sit
        self._answers[who].come(message.run or self._own_run(), message.last)
        self.away_since.pop(who, None)
        said: Said = [(who, p.Entered(person=person.person if person else None, may_sit=guest.may_sit))]
        if self.chat.lines:
            said.append((who, p.ChatTold(lines=list(self.chat.lines))))
        said += self.tell()
        if self.phase == CLOSED:
            said += ending.why_closed(self, who)
        if self.shuffle and (asked := self.shuffle.asked(who, now)):
            said.append((who, asked))
        return [*said, *self.show_match(who, now, message.last)]

    def _own_run(self) -> int:
        """A line of a client that numbers no runs is a run of its own, below those that clients number."""
        self._runs -= 1
        return self._runs

    def check_may_enter(self, person: p.Person | None, code: str | None) -> bool:
        """Whether somebody may take a seat here, once they have a name; whoever may not even watch is refused."""
        is_ours = person is not None and (person.person == self.kept.host or person.person in self.people)
        may_sit = is_ours or self.settings.is_open or _is(code, self.invite)
        if not (may_sit or _is(code, self.watch)):
            raise Reason("no_table")
        return may_sit

    def leave(self, who: str, now: float) -> Said:
        """A line is gone; the seat stays theirs."""
        self.now = now
        guest = self.guests.get(who)
        if guest is None:
            return []
        guest.is_here = False
        if guest.person is None or not self._answers[who]:
            self._answers.pop(who, None)
        if self.seat_of(who) is not None or who == self.kept.host:
            self.away_since[who] = now
        else:
            del self.guests[who]
        gone = self.playing.leave(who, now) if self.playing else []
        return [*gone, *self.tell()]

    def hear(self, who: str, message: p.SocketMessage, now: float, arrived: float | None = None) -> Said:
        """Somebody says something; what is said to whom."""
        self.now = now
        if isinstance(message, in_play.MESSAGES):
            return in_play.hear(self, who, message, now, arrived)
        number = getattr(message, "id", 0)
        if number and (before := self._answers[who].given(number)):
            return [(who, before)]
        answer: m.Accepted | m.Declined = m.Accepted(id=number)
        try:
            said = DO[type(message)](self, who, message, now)
        except Mistake as mistake:
            reason = told(mistake)
            answer, said = m.Declined(id=number, reason=reason), [] if number else [(who, p.NoticeGiven(reason=reason))]
        if number:
            self._answers[who].keep(answer)
            said = [(who, answer), *said]
        return said if self._is_told else [*said, *self.tell()]

    def due(self, now: float) -> Said:
        """Time has passed; at a closed table it brings nothing."""
        self.now = now
        if self.phase == CLOSED:
            return []
        said: Said = []
        if self.shuffle and (at := self.shuffle.next_at) is not None and at <= now:
            said += dealing.carry_on(self, self.shuffle.due(now), now)
        if self.playing:
            said += self.played(self.playing.due(now))
        return [*said, *self.tell()]

    def decided(self, ask: Ask, answer: Any, now: float) -> Said:
        """A bot has answered."""
        if self.playing is None or self.phase == CLOSED:
            return []
        return self.played(self.playing.decided(ask, answer, now))

    @property
    def next_at(self) -> float | None:
        """When `due` should be called."""
        if self.phase == CLOSED:
            return None
        next_at = self.playing.next_at if self.playing else None
        if self.shuffle is None and not self.away_since:
            return next_at
        times = [
            next_at,
            self.shuffle.next_at if self.shuffle else None,
            *(at for since in self.away_since.values() if (at := since + self.settings.grace) > self.now),
        ]
        return min((at for at in times if at is not None), default=None)

    def asks(self) -> list[Ask]:
        """What bots are to be asked."""
        return self.playing.session.wanted() if self.playing and self.phase != CLOSED else []

    def take_unsaved(self) -> tuple[list[Entry], list[SaidLine], bytes | None]:
        """What is to be stored: entries, lines of chat, and the rest where it has changed."""
        entries: list[Entry] = []
        if self.playing:
            entries, self.playing.unsaved = self.playing.unsaved, []
        lines, self.new_chat = self.new_chat, []
        if not self.is_changed:
            return entries, lines, None
        self.is_changed = False
        if self.playing:
            self.kept.session = self.playing.session.snapshot()
        return entries, lines, json.encode(self.kept)

    def close(self, why: str) -> Said:
        """End the table without a result; its log is kept."""
        return ending.close(self, why)

    def rename(self, person: p.Person) -> Said:
        """Somebody is called otherwise."""
        seating.rename(self, person)
        return self.tell()

    def forget_person(self, person: str) -> Said:
        """Somebody deletes all that is known of them."""
        seating.forget(self, person)
        return self.tell()

    def load_chat(self, rows: list[ChatRow], people: Mapping[str, p.Person]) -> None:
        """What was said before, and by whom."""
        for row in rows:
            person = people.get(row.person)
            line: p.ChatLine = {
                "number": row.number,
                "at": row.at,
                "speaker": self.chat.speaker(row.person),
                "name": person.name if person else REMOVED,
                "colour": person.colour if person else 0,
                "seat": row.seat,
                "text": row.text if row.phrase is None else None,
                "phrase": row.phrase,
            }
            self.chat.said_by(row.person, line)
            if row.client_id:
                run, id = read_id(row.client_id)
                self._answers[row.person].keep(m.Accepted(id=id), run)

    def all_are_away(self, now: float) -> None:
        """The table is new or was asleep: whoever sits here, or has opened it, has been away since now."""
        self.now = self.used_at = now
        self.away_since = dict.fromkeys({*self.people, self.kept.host} - {""}, now)

    # What is known of the table.

    @property
    def seats(self) -> list[Seat]:
        """The places."""
        return self.kept.seats

    def seat_of(self, who: str) -> int | None:
        """Where somebody sits."""
        return next((number for number, seat in enumerate(self.seats) if seat.person == who), None)

    @property
    def people(self) -> dict[str, int]:
        """Everybody who sits here, with their seats."""
        return {seat.person: number for number, seat in enumerate(self.seats) if seat.person is not None}

    def nonces(self) -> dict[str, str]:
        """What people added when they sat down."""
        return {seat.person: seat.nonce for seat in self.seats if seat.person and seat.nonce}

    def called(self, seat: int) -> str:
        """The name of whoever sits at a seat; a bot is called by its level."""
        return self.seats[seat].name or self.seats[seat].bot or ""

    def is_here(self, person: str | None) -> bool:
        """Whether somebody has a line to this table."""
        return person is not None and person in self.guests and self.guests[person].is_here

    def person(self, who: str) -> p.Person:
        """Who somebody is."""
        person = self.guests[who].person
        if person is None:
            raise Reason("name_needed")
        return person

    def run_of(self, who: str) -> int:
        """The run of the client that somebody is here with."""
        return self._answers[who].run

    @property
    def match_in_play(self) -> Playing:
        """The match, while it is played."""
        assert self.playing is not None, "a match is played"
        return self.playing

    @property
    def is_secret_kept(self) -> bool:
        """Whether secret, file, replay and review stay closed: while this match runs, or its duplicate does."""
        if self.phase not in (OVER, CLOSED):
            return True
        if self.kept.twin is None:
            return False
        twin = self.house.twin_of(self)
        return twin is None or twin.phase not in (OVER, CLOSED)

    @property
    def apart_from(self) -> Room | None:
        """The other table of a duplicate at two tables, as long as nobody may know of both."""
        return self.house.twin_of(self) if self.settings.duplicate == "tables" and self.is_secret_kept else None

    def has_seat_or_had(self, who: str) -> bool:
        """Whether somebody sits here, or has sat here in this match."""
        return self.seat_of(who) is not None or (self.playing is not None and self.playing.session.has_sat(who))

    def may_see_match(self, who: str) -> bool:
        """Whether somebody is shown the match: where the same cards are played at another table, whoever sits here; all
        others once both have ended.
        """
        is_apart = self.settings.duplicate == "tables" and self.kept.twin is not None and self.is_secret_kept
        return not is_apart or self.has_seat_or_had(who)

    def is_turn_of(self, person: str) -> bool:
        """Whether the table waits for somebody."""
        seat = self.seat_of(person)
        if seat is None:
            return False
        if self.phase == GATHERING:
            is_nonce_missing = bool(self.settings.days) and self.seats[seat].nonce is None
            return is_nonce_missing or (person == self.kept.host and dealing.why_not_begun(self) is None)
        return self.phase == PLAYING and self.playing is not None and self.playing.session.waits_for(seat)

    def due_for(self, person: str) -> float | None:
        """When somebody's own clock is up, in whole seconds since 1970."""
        seat = self.seat_of(person)
        if seat is None or self.playing is None or self.phase != PLAYING:
            return None
        end = self.playing.session.clock_ends(seat)
        return None if end is None else float(round(end + self.house.wall() - self.house.now()))

    def listed(self) -> p.TableListed:
        """The table as the lobby shows it."""
        return telling.listed(self.id, self.settings, self.kept, self.phase, self.opened_at)

    # What its parts call.

    def change(self, *, whole: bool = True) -> None:
        """Something is to be stored and told; wholly, if it is not only the clocks of a match."""
        self.is_changed = True
        if whole:
            self._is_told, self.is_row_changed, self.is_news_for_lobby = False, True, True

    def check_phase(self, *phases: str) -> None:
        """Refuse what is for other phases."""
        if self.phase not in phases:
            raise Reason("not_in_this_phase")

    def show_match(self, who: str, now: float, last: int = 0) -> Said:
        """Somebody sees the match from now on, if they may."""
        guest = self.guests[who]
        if self.playing is None or guest.sees:
            return []
        if not self.may_see_match(who):
            return [(who, p.NoticeGiven(reason=told(Reason("twin_unseen"))))]
        guest.sees = True
        return self.playing.hear(who, m.Hello(last=last, run=self.run_of(who)), now)

    def show_match_to_all(self, now: float) -> Said:
        """Everybody who is here sees the match from now on, as far as they may."""
        here = [who for who, guest in self.guests.items() if guest.is_here]
        return [said for who in here for said in self.show_match(who, now)]

    def played(self, said: Said) -> Said:
        """Notice what is to be stored besides entries, and that the match is over."""
        playing = self.playing
        if playing is None:
            return said
        if playing.session.has_clocks or _tells_of_table(said):
            self.change(whole=False)
        if self.phase == PLAYING and playing.match.over:
            said = [*said, *ending.match_is_over(self)]
        return said if self._is_told else [*said, *self.tell()]

    def tell(self) -> Said:
        """Everybody hears what has changed around the match."""
        common = telling.about(self)
        said: Said = []
        for who, guest in self.guests.items():
            if not guest.is_here:
                continue
            about = telling.about_for(self, who, common)
            if about != guest.told:
                guest.told = about
                said.append((who, about))
        self._is_told = True
        return said

    def say(self, who: str, message: p.SayLine | p.SayPhrase, now: float) -> Said:
        """Say something to all."""
        person = self.person(who)
        line = self.chat.add(who, message, self.seat_of(who), person, now, self.house.wall())
        self.new_chat.append((person.person, line, written_id(self.run_of(who), message.id)))
        chat = p.ChatTold(lines=[line])
        return [(each, chat) for each, guest in self.guests.items() if guest.is_here]


def _tells_of_table(said: Said) -> bool:
    """Whether who sits where has changed."""
    for _, message in said:  # noqa: SIM110 -- after every action: a generator costs more than all there is to look at
        if type(message) is m.TableChanged:
            return True
    return False


def _is(code: str | None, known: str) -> bool:
    """Whether a code is one that is known; how long that takes tells nothing of it."""
    return hmac.compare_digest((code or "").encode(errors="replace"), known.encode())


Doing = Callable[[Room, str, Any, float], Said]
DO: dict[type[m.Said], Doing] = {
    p.TakeSeat: seating.take_seat,
    p.LeaveSeat: lambda room, who, _, now: seating.leave_seat(room, who, now),
    p.FillSeat: seating.fill_seat,
    p.FreeSeat: lambda room, who, said, _: seating.free_seat(room, who, said),
    p.BeReady: lambda room, who, said, _: seating.be_ready(room, who, is_ready=said.is_ready),
    p.StartMatch: lambda room, who, _, now: dealing.start(room, who, now),
    p.CommitNonce: dealing.commit,
    p.RevealNonce: dealing.reveal,
    p.LetBotPlay: in_play.let_bot_play,
    p.SayLine: Room.say,
    p.SayPhrase: Room.say,
    p.AbandonTable: lambda room, who, said, _: ending.abandon(room, who, agrees=said.agrees),
    p.DescribeView: lambda room, who, _, now: in_play.describe(room, who, now),
    p.PlayAgain: lambda room, who, _, _now: ending.play_again(room, who),
}
"""What each message does."""
