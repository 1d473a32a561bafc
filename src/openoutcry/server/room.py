"""A table on the server, from its opening to its end, without input or output: who sits where, the shuffle, the match
in play, and what happens around it.

It hears what people say and the time, and says messages, as `table/session.py` does for the match alone. The house
(`server/house.py`) drives it: it carries messages, stores what `unsaved` gives, asks the bots, and opens the next table
where this one wants one.
"""

from __future__ import annotations

import hmac
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from msgspec import Struct, json
from msgspec.structs import replace

from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.record import as_dict
from openoutcry.games import find
from openoutcry.server import protocol as p
from openoutcry.server.chat import Chat
from openoutcry.server.playing import Entry, Playing, Said, read_id, written_id
from openoutcry.server.rows import ChatRow
from openoutcry.server.shuffle import DrawnRound, Shuffle
from openoutcry.table import messages as m
from openoutcry.table.answered import Answered
from openoutcry.table.asks import Ask
from openoutcry.table.fairness import REMOVED, commitment
from openoutcry.table.reasons import Given, Reason, told

GATHERING: Final = "gathering"
SHUFFLING: Final = "shuffling"
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"


MOST_PLAYOUTS = 1000
"""For each decision of a review: more would take the time of others."""


class Seat(Struct):
    """A place at the table, as it is stored: a person or a bot has it, or nobody. By correspondence with a nonce."""

    person: str | None = None
    name: str | None = None
    colour: int = 0
    bot: str | None = None
    is_ready: bool = False
    nonce: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down."""
        return self.person is None and self.bot is None


class Kept(Struct):
    """What is stored of a table beside its log, its chat and its secrets."""

    seats: list[Seat]
    host: str
    host_name: str
    session: dict[str, Any] | None = None
    abandon: list[int] = []
    next: str | None = None
    twin: str | None = None
    leg: int = 0
    is_same_people: bool = False
    points: list[int] | None = None
    why_closed: str | None = None


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
    """Somebody who is there, or was: who it is, and what they were told last."""

    person: p.Person | None
    may_sit: bool
    is_here: bool = True
    told: p.RoomChanged | None = None


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
        self.new_chat: list[SaidLine] = []
        self.opened_at = self.used_at = 0.0
        self.header: dict[str, Any] | None = None
        """What the chain of the match is rooted in (`table/fairness.py`)."""
        self.salts: list[bytes | None] = []
        self.is_changed = self.is_row_changed = self.is_news_for_lobby = True
        """Whether something is to be stored besides entries and chat, more than how the table stands, or told in the
        lobby.
        """
        self._away_since: dict[str, float] = {}
        self._answers: dict[str, Answered] = defaultdict(Answered)
        self._runs = 0
        self._is_told = False
        self._now = 0.0

    # What the house calls.

    def enter(self, who: str, person: p.Person | None, message: p.Enter, now: float) -> Said:
        """Somebody is there, or there again."""
        self._now = now
        may_sit = self.check_may_enter(person, message.code)
        guest = self.guests.setdefault(who, Guest(person, may_sit))
        guest.person, guest.is_here, guest.told = person, True, None
        guest.may_sit = guest.may_sit or may_sit
        run = message.run or self._own_run()
        self._answers[who].come(run, message.last)
        self._away_since.pop(who, None)
        said: Said = [(who, p.Entered(person=person.person if person else None, may_sit=guest.may_sit))]
        if self.chat.lines:
            said.append((who, p.ChatTold(lines=list(self.chat.lines))))
        said += self._tell_room()
        if self.phase == CLOSED:
            said += self._why_closed(who)
        if self.shuffle and (asked := self.shuffle.asked(who, now)):
            said.append((who, asked))
        if self.playing:
            said += self.playing.hear(who, m.Hello(last=message.last, run=run), now)
        return said

    def _own_run(self) -> int:
        """A line of a client that numbers no runs is a run of its own, below those that clients number."""
        self._runs -= 1
        return self._runs

    def check_may_enter(self, person: p.Person | None, code: str | None) -> bool:
        """Whether somebody may take a seat here; whoever may not even watch is refused, and so is whoever plays the
        same cards at the other table of a duplicate.
        """
        twin = self.house.twin_of(self) if self.is_secret_kept else None
        is_apart = twin is not None and twin.phase != GATHERING and not self.kept.is_same_people
        if twin and is_apart and person and twin.seat_of(person.person) is not None:
            raise Reason("plays_the_same_cards")
        may_sit = person is not None and (
            self.settings.is_open or _is(code, self.invite) or any(seat.person == person.person for seat in self.seats)
        )
        if not (may_sit or self.settings.is_open or _is(code, self.invite) or _is(code, self.watch)):
            raise Reason("no_table")
        return may_sit

    def leave(self, who: str, now: float) -> Said:
        """A line is gone; the seat stays theirs."""
        self._now = now
        guest = self.guests.get(who)
        if guest is None:
            return []
        guest.is_here = False
        if guest.person is None:
            self._answers.pop(who, None)
        if self.seat_of(who) is None:
            del self.guests[who]
        else:
            self._away_since[who] = now
        told = self.playing.leave(who, now) if self.playing else []
        return [*told, *self._tell_room()]

    def hear(self, who: str, message: p.SocketMessage, now: float, arrived: float | None = None) -> Said:
        """Somebody says something; what is said to whom."""
        self._now = now
        if isinstance(message, IN_PLAY):
            return self._hear_in_play(who, message, now, arrived)
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
        return [*said, *self._tell_room()]

    def due(self, now: float) -> Said:
        """Time has passed."""
        self._now = now
        said: Said = []
        if self.shuffle and (at := self.shuffle.next_at) is not None and at <= now:
            said += self._shuffled(self.shuffle.due(now), now)
        if self.playing:
            said += self._played(self.playing.due(now))
        return [*said, *self._tell_room()]

    def decided(self, ask: Ask, answer: Any, now: float) -> Said:
        """A bot has answered."""
        return self._played(self.playing.decided(ask, answer, now)) if self.playing else []

    @property
    def next_at(self) -> float | None:
        """When `due` should be called."""
        next_at = self.playing.next_at if self.playing else None
        if self.shuffle is None and not self._away_since:
            return next_at
        times = [
            next_at,
            self.shuffle.next_at if self.shuffle else None,
            *(at for since in self._away_since.values() if (at := since + self.settings.grace) > self._now),
        ]
        return min((at for at in times if at is not None), default=None)

    def asks(self) -> list[Ask]:
        """What bots are to be asked."""
        return self.playing.session.wanted() if self.playing else []

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
        if self.phase in (OVER, CLOSED):
            return []
        self.phase, self.kept.why_closed, self.shuffle = CLOSED, why, None
        self._change()
        here = [who for who, guest in self.guests.items() if guest.is_here]
        return [*self._tell_room(), *(said for who in here for said in self._why_closed(who))]

    def _why_closed(self, who: str) -> Said:
        """Why there is no result."""
        why = next((reason for reason in WHY_CLOSED if reason.code == self.kept.why_closed), None)
        return [(who, p.NoticeGiven(reason=told(why)))] if why else []

    # Who is there.

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

    @property
    def is_secret_kept(self) -> bool:
        """Whether secret, file, replay and review stay closed: while this match runs, or its duplicate does."""
        if self.phase not in (OVER, CLOSED):
            return True
        if self.kept.twin is None:
            return False
        twin = self.house.twin_of(self)
        return twin is None or twin.phase not in (OVER, CLOSED)

    def is_turn_of(self, person: str) -> bool:
        """Whether the table waits for somebody."""
        seat = self.seat_of(person)
        if seat is None:
            return False
        if self.phase == GATHERING:
            return person == self.kept.host and self._why_not_begun() is None
        return self.phase == PLAYING and self.playing is not None and self.playing.session.waits_for(seat)

    def due_for(self, person: str) -> float | None:
        """When somebody's own clock is up, in seconds since 1970."""
        seat = self.seat_of(person)
        if seat is None or self.playing is None or self.phase != PLAYING:
            return None
        end = self.playing.session.clock_ends(seat)
        return None if end is None else end + self.house.wall() - self.house.now()

    def rename(self, person: p.Person) -> Said:
        """Somebody is called otherwise; a match that runs keeps the names it began with."""
        seat = self.seat_of(person.person)
        if seat is not None and self.phase == GATHERING:
            self.seats[seat].name, self.seats[seat].colour = person.name, person.colour
        if self.kept.host == person.person:
            self.kept.host_name = person.name
        if person.person in self.guests:
            self.guests[person.person].person = person
        self._change()
        return self._tell_room()

    def free_seats(self) -> list[Seat]:
        """The same seats before anybody sat down, with the same bots."""
        return [Seat(bot=seat.bot) for seat in self.seats]

    def listed(self) -> p.TableListed:
        """The table as the lobby shows it."""
        return listed(self.id, self.settings, self.kept, self.phase, self.opened_at)

    def forget_person(self, person: str) -> Said:
        """Somebody deletes all that is known of them: nobody is called by their name any more."""
        seat = self.seat_of(person)
        if seat is not None:
            if self.phase == GATHERING:
                self.seats[seat] = Seat()
            else:
                self.seats[seat].name = REMOVED
                if seat < len(self.salts):
                    self.salts[seat] = None
                if self.playing:
                    self.playing.match.players[seat] = REMOVED
        if self.kept.host == person:
            self.kept.host_name = REMOVED
        self.chat.forget(person)
        self._change()
        return self._tell_room()

    def _change(self, *, whole: bool = True) -> None:
        """Something is to be stored and told; wholly, if it is not only the clocks of a match."""
        self.is_changed = True
        if whole:
            self._is_told, self.is_row_changed, self.is_news_for_lobby = False, True, True

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
        """The table was asleep: whoever sits here has been away since now."""
        self._now = self.used_at = now
        self._away_since = dict.fromkeys(self.people, now)

    def begin_again(self) -> None:
        """A shuffle that was interrupted: nothing of it counts."""
        self.phase, self.secret = GATHERING, self.house.new_secret()
        self._change()

    # Before the match.

    def _person(self, who: str) -> p.Person:
        person = self.guests[who].person
        if person is None:
            raise Reason("name_needed")
        return person

    def _checked_seat(self, seat: int) -> Seat:
        if seat >= len(self.seats):
            raise Reason("no_such_seat", seat=seat, last=len(self.seats) - 1)
        return self.seats[seat]

    def _check_host(self, who: str) -> None:
        if who != self.kept.host:
            raise Reason("not_the_host")

    def _take_seat(self, who: str, message: p.TakeSeat, now: float) -> Said:
        """Sit down; in a match that runs at a seat that is free, or at one's own, at which a bot has played."""
        person, seat = self._person(who), self._checked_seat(message.seat)
        if not self.guests[who].may_sit:
            raise Reason("watching")
        if self.phase == PLAYING:
            return self._take_seat_in_play(who, message, person, now)
        self._check_phase(GATHERING)
        if not seat.is_free and seat.person != who:
            raise Reason("bots_seat") if seat.bot else Reason("seat_taken")
        if self.settings.days and message.nonce is None:
            raise Reason("nonce_needed")
        if self.settings.duplicate == "tables" and (twin := self.house.twin_of(self)) and twin.seat_of(who) is not None:
            raise Reason("plays_the_same_cards")
        old = self.seat_of(who)
        if old is not None:
            self.seats[old] = Seat()
        self.seats[message.seat] = Seat(person.person, person.name, person.colour, nonce=message.nonce)
        self._change()
        return []

    def _take_seat_in_play(self, who: str, message: p.TakeSeat, person: p.Person, now: float) -> Said:
        assert self.playing is not None, "a match is played"
        seat = self.seats[message.seat]
        is_back = seat.person == who and seat.name is not None
        sit = m.SitDown(id=NO_ID, seat=message.seat, name=(seat.name or "") if is_back else person.name)
        said = _done(self.playing.hear(who, sit, now), who)
        if not is_back:
            self.seats[message.seat] = Seat(person.person, person.name, person.colour)
            self.house.sat_down_late(self, message.seat)
        self._change()
        return said

    def _leave_seat(self, who: str, now: float) -> Said:
        """Get up. A host passes the table on to whoever sits here."""
        seat = self.seat_of(who)
        if seat is None:
            raise Reason("watching")
        said: Said = []
        if self.phase == PLAYING:
            assert self.playing is not None, "a match is played"
            said = _done(self.playing.hear(who, m.StandUp(id=NO_ID), now), who)
        else:
            self._check_phase(GATHERING, OVER, CLOSED)
        if self.phase in (GATHERING, PLAYING):
            self.seats[seat] = Seat()
            if who == self.kept.host and self.people:
                self._pass_on(next(iter(self.people)))
        self._change()
        return said

    def _pass_on(self, person: str) -> None:
        self.kept.host = person
        self.kept.host_name = self.seats[self.people[person]].name or ""
        if self.playing:
            self.playing.session.host = person

    def _fill_seat(self, who: str, message: p.FillSeat, now: float) -> Said:
        """Let a bot play a free seat, or leave it free again."""
        self._check_host(who)
        seat = self._checked_seat(message.seat)
        if seat.person is not None:
            raise Reason("seat_taken")
        if message.bot is not None:
            self.house.check_bot(message.bot, self.game)
        said: Said = []
        if self.phase == PLAYING:
            assert self.playing is not None, "a match is played"
            said = _done(self.playing.hear(who, m.SeatBot(id=NO_ID, seat=message.seat, bot=message.bot), now), who)
        else:
            self._check_phase(GATHERING)
        self.seats[message.seat] = Seat(bot=message.bot)
        self._change()
        return said

    def _free_seat(self, who: str, message: p.FreeSeat, now: float) -> Said:
        """Free the seat of somebody who has been away for too long."""
        del now
        self._check_host(who)
        self._check_phase(GATHERING)
        seat = self._checked_seat(message.seat)
        if seat.person is None or not self._is_late(seat.person):
            raise Reason("not_away_for_long")
        self.seats[message.seat] = Seat()
        self._change()
        return []

    def _be_ready(self, who: str, *, is_ready: bool) -> Said:
        self._check_phase(GATHERING)
        seat = self.seat_of(who)
        if seat is None:
            raise Reason("watching")
        self.seats[seat].is_ready = is_ready
        self._change()
        return []

    def _why_not_begun(self) -> Reason | None:
        """What is still missing before a match can begin."""
        if any(seat.is_free for seat in self.seats):
            return Reason("seats_free")
        if not self.people:
            return Reason("nobody_sits")
        is_waiting = not self.settings.days and any(
            not self.seats[seat].is_ready for person, seat in self.people.items() if person != self.kept.host
        )
        return Reason("not_all_ready") if is_waiting else None

    def _start(self, who: str, now: float) -> Said:
        self._check_host(who)
        self._check_phase(GATHERING)
        if why := self._why_not_begun():
            raise why
        self.house.check_ready(self.game)
        if self.key is not None:
            return self._deal(self.rounds, self.key, now)
        tables = self._tables()
        if any(table._why_not_begun() for table in tables):
            raise Reason("twin_not_ready")
        places = {
            person: table.kept.leg * len(self.seats) + seat for table in tables for person, seat in table.people.items()
        }
        shuffle = Shuffle(places, self.secret, self.house.new_secret)
        if self.settings.days:
            shuffle = Shuffle({}, self.secret, self.house.new_secret)
            shuffle.sat_down({places[who]: nonce for table in tables for who, nonce in table.nonces().items()})
        for table in tables:
            table.phase, table.shuffle = SHUFFLING, shuffle
            table._change()
        return self._shuffled(shuffle.begin(now), now)

    def _tables(self) -> list[Room]:
        """This table, and with a duplicate at two tables the other, which begins at the same moment."""
        twin = self.house.twin_of(self) if self.settings.duplicate == "tables" else None
        return sorted([self, *([twin] if twin else [])], key=lambda table: table.kept.leg)

    def nonces(self) -> dict[str, str]:
        """What people added when they sat down."""
        return {seat.person: seat.nonce for seat in self.seats if seat.person and seat.nonce}

    # The shuffle.

    def _commit(self, who: str, message: p.CommitNonce, now: float) -> Said:
        if self.shuffle is None:
            raise Reason("nonce_too_late")
        return self._shuffled(self.shuffle.commit(who, message, now), now)

    def _reveal(self, who: str, message: p.RevealNonce, now: float) -> Said:
        if self.shuffle is None:
            raise Reason("nonce_too_late")
        return self._shuffled(self.shuffle.reveal(who, message), now)

    def _shuffled(self, said: Said, now: float) -> Said:
        """Carry on what the shuffle says, at both tables of a duplicate, and deal once the key is there."""
        shuffle, mine = self.shuffle, list[tuple[str, m.Said]]()
        for table in self._tables():
            told = [(who, message) for who, message in said if who in table.people]
            if shuffle is not None and shuffle.key is not None:
                table.shuffle = None
                told += table._deal(shuffle.rounds, shuffle.key, now)
            if table is self:
                mine = told
            else:
                self.house.also(table, told)
        return mine

    def _deal(self, rounds: list[DrawnRound], key: bytes, now: float) -> Said:
        self.rounds, self.phase = rounds, PLAYING
        self.secret = rounds[-1].secret
        self.playing = self.house.begin_match(self, rounds, key, now)
        self._change()
        said: Said = []
        for who, guest in self.guests.items():
            if guest.is_here:
                said += self.playing.hear(who, m.Hello(run=self._answers[who].run), now)
        return self._played([*self._tell_room(), *said])

    # In play.

    def _hear_in_play(self, who: str, message: m.ClientMessage, now: float, arrived: float | None) -> Said:
        """What belongs to the match goes to it; the file comes with the proof of its shuffle."""
        number = getattr(message, "id", 0)
        try:
            self._check_in_play(who, message)
            if isinstance(message, m.SaveMatch):
                return [(who, m.Accepted(id=number)), (who, m.MatchFile(text=self.house.file_of(self)))]
            if self.playing is None or self.phase == CLOSED:
                raise Reason("no_match")
        except Reason as reason:
            told_why = told(reason)
            return [(who, m.Declined(id=number, reason=told_why) if number else p.NoticeGiven(reason=told_why))]
        if isinstance(message, NOT_IN_LOG):
            self._change(whole=False)
        if isinstance(message, m.AskReview):
            message = replace(message, playouts=min(message.playouts, MOST_PLAYOUTS))
        if isinstance(message, m.Hello):
            message = replace(message, run=self._answers[who].run)
        return self._played(self.playing.hear(who, message, now, arrived))

    def _check_in_play(self, who: str, message: m.ClientMessage) -> None:
        """Refuse what the table has something against, whatever the match says: time at a table that is open to all is
        nobody's to stop, and elsewhere the host's; while the host is away, others may let it go on.
        """
        if isinstance(message, m.PauseMatch) and (message.paused or self._is_here(self.kept.host)):
            if self.settings.is_open:
                raise Reason("no_pause_here")
            self._check_host(who)
        if self.is_secret_kept and self.phase in (OVER, CLOSED) and isinstance(message, AFTERWARDS):
            raise Reason("twin_runs")

    def _played(self, said: Said) -> Said:
        """Notice what is to be stored besides entries, and that the match is over."""
        playing = self.playing
        if playing is None:
            return said
        if playing.session.has_clocks or _tells_of_table(said):
            self._change(whole=False)
        if self.phase == PLAYING and playing.match.over:
            self.phase, self.kept.points = OVER, playing.match.points
            self.kept.abandon = []
            self._change()
            if self.settings.duplicate == "legs" and self.kept.twin is None:
                self.kept.is_same_people = True
                self.kept.twin = self.kept.next = self.house.open_next(self, self._rotated())
        return said if self._is_told else [*said, *self._tell_room()]

    def _let_bot_play(self, who: str, message: p.LetBotPlay, now: float) -> Said:
        """Let a bot play for somebody who has been away for too long."""
        self._check_phase(PLAYING)
        seat = self._checked_seat(message.seat)
        if self.seat_of(who) is None:
            raise Reason("watching")
        if seat.person is None or not self._is_late(seat.person):
            raise Reason("not_away_for_long")
        assert self.playing is not None, "a match is played"
        said = self.playing.let_bot_play(message.seat, now)
        self._change()
        return said

    def _is_late(self, person: str) -> bool:
        since = self._away_since.get(person)
        return self.phase in (GATHERING, PLAYING) and since is not None and self._now - since >= self.settings.grace

    def _abandon(self, who: str, *, agrees: bool) -> Said:
        """End the table without a result, once all people are for it who have not been away for long."""
        if self.phase == GATHERING:
            self._check_host(who)
            return self.close("abandoned") if agrees else []
        self._check_phase(PLAYING, SHUFFLING)
        seat = self.seat_of(who)
        if seat is None:
            raise Reason("watching")
        votes = set(self.kept.abandon) - {seat} | ({seat} if agrees else set())
        self.kept.abandon = sorted(votes)
        self._change()
        needed = {place for person, place in self.people.items() if not self._is_late(person)}
        return self.close("abandoned") if needed <= votes else []

    def _play_again(self, who: str) -> Said:
        """Open the next table with the same people, seats rotated; there is one next table only."""
        self._check_phase(OVER, CLOSED)
        if self.seat_of(who) is None:
            raise Reason("watching")
        if self.kept.next is None:
            self.kept.next = self.house.open_next(self, self._rotated())
            self._change()
        return []

    def _rotated(self) -> list[Seat]:
        """The same people and bots, one seat further, none of them ready yet."""
        turned = [self.seats[-1], *self.seats[:-1]]
        return [Seat(seat.person, seat.name, seat.colour, seat.bot) for seat in turned]

    def _describe(self, who: str, now: float) -> Said:
        """A view by names, for programs that do not read records."""
        if self.playing is None:
            raise Reason("no_match")
        said, session = self._played(self.playing.due(now)), self.playing.session
        view = session.view_of(who)
        legal: list[p.Choice] = [{"action": action.number, "text": action.text} for action in view.legal]
        told = p.ViewDescribed(
            seat=view.seat,
            state=dict(as_dict(view.record, view.game.fields)),
            legal=legal,
            to_act=view.to_act,
            points=view.points,
            places=view.places,
            is_over=self.playing.match.over,
        )
        return [*said, (who, told)]

    # Chat.

    def _say(self, who: str, message: p.SayLine | p.SayPhrase, now: float) -> Said:
        person = self._person(who)
        line = self.chat.add(who, message, self.seat_of(who), person, now, self.house.wall())
        self.new_chat.append((person.person, line, written_id(self._answers[who].run, message.id)))
        told = p.ChatTold(lines=[line])
        return [(each, told) for each, guest in self.guests.items() if guest.is_here]

    # Telling.

    def _check_phase(self, *phases: str) -> None:
        if self.phase not in phases:
            raise Reason("not_in_this_phase")

    def tell_again(self) -> Said:
        """Something that is told here has changed elsewhere."""
        self._is_told = False
        return self._tell_room()

    def _tell_room(self) -> Said:
        """Everybody hears what has changed around the match."""
        common = self._about()
        said: Said = []
        for who, guest in self.guests.items():
            if not guest.is_here:
                continue
            seat = self.seat_of(who)
            is_ours = seat is not None or who == self.kept.host
            about = replace(
                common,
                seat=seat,
                is_host=who == self.kept.host,
                invite=self.invite if is_ours else None,
                watch=self.watch if is_ours or self.settings.is_open else None,
            )
            if about != guest.told:
                guest.told = about
                said.append((who, about))
        self._is_told = True
        return said

    def _about(self) -> p.RoomChanged:
        stand_ins = self.playing.session.stand_ins if self.playing else ()
        seats: list[p.SeatTold] = [
            {
                "name": seat.name,
                "colour": seat.colour,
                "bot": seat.bot,
                "is_ready": seat.is_ready,
                "is_here": self._is_here(seat.person),
                "is_late": seat.person is not None and self._is_late(seat.person) and number not in stand_ins,
                "is_played_for": number in stand_ins,
            }
            for number, seat in enumerate(self.seats)
        ]
        return p.RoomChanged(
            table=self.id,
            phase=self.phase,
            settings=self.settings,
            seats=seats,
            seat=None,
            is_host=False,
            host=self.kept.host_name,
            watchers=sum(guest.is_here and self.seat_of(who) is None for who, guest in self.guests.items()),
            invite=None,
            watch=None,
            commitment=commitment(self.secret),
            is_secret_kept=self.is_secret_kept,
            abandon=self.kept.abandon,
            next=self.kept.next,
            next_watch=None,
            twin=self.kept.twin,
            twin_invite=None,
            twin_watch=None,
            leg=self.kept.leg,
            is_same_people=self.kept.is_same_people,
            scores=self._scores(),
        )

    def _is_here(self, person: str | None) -> bool:
        return person is not None and person in self.guests and self.guests[person].is_here

    def _scores(self) -> list[p.Score] | None:
        """A duplicate, once both tables are over: each seat's points here, and those of the same cards there."""
        twin = self.house.twin_of(self) if self.kept.twin and self.phase == OVER else None
        if twin is None or twin.phase != OVER or self.kept.points is None or twin.kept.points is None:
            return None
        return [
            {"name": self.called(seat), "here": here, "there": there, "who_there": twin.called(seat)}
            for seat, (here, there) in enumerate(zip(self.kept.points, twin.kept.points, strict=True))
        ]

    def called(self, seat: int) -> str:
        """The name of whoever sits at a seat; a bot is called by its level."""
        return self.seats[seat].name or self.seats[seat].bot or ""


def _tells_of_table(said: Said) -> bool:
    """Whether who sits where has changed."""
    for _, message in said:  # noqa: SIM110 -- after every action: a generator costs more than all there is to look at
        if type(message) is m.TableChanged:
            return True
    return False


NO_ID: Final = 0
"""What the room asks of the match on somebody's behalf has no id: under theirs something else may have been done."""


def _done(said: Said, who: str) -> Said:
    """What a match says to what the room asked on somebody's behalf; where it refuses, so does the room."""
    failed = next((one for to, one in said if to == who and isinstance(one, m.HostFailed)), None)
    if failed is not None:
        raise Given(failed.reason["code"], **failed.reason["parameters"])
    return said


def _is(code: str | None, known: str) -> bool:
    """Whether a code is one that is known; how long that takes tells nothing of it."""
    return hmac.compare_digest((code or "").encode(errors="replace"), known.encode())


def listed(id: str, settings: p.NewTable, kept: Kept, phase: p.Phase, since: float) -> p.TableListed:
    """A table as the lobby shows it."""
    return p.TableListed(
        table=id,
        game=settings.game,
        seats=settings.seats,
        phase=phase,
        players=[seat.name for seat in kept.seats],
        bots={number: seat.bot for number, seat in enumerate(kept.seats) if seat.bot},
        host=kept.host_name,
        is_timed=settings.clock is not None,
        days=settings.days,
        since=since,
    )


WHY_CLOSED = (Reason("abandoned"), Reason("nobody_came"), Reason("rules_changed"), Reason("closed_by_operator"))
"""Why tables end without a result."""
IN_PLAY = (
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
NOT_IN_LOG = (m.TakeBack, m.AskUndo, m.AnswerUndo, m.TidyUp)
"""What the session keeps something of that does not follow from the log."""
AFTERWARDS = (m.SaveMatch, m.ShowMoment, m.AskReview)
"""What shows the secrets of a match that is over."""

Doing = Callable[[Room, str, Any, float], Said]
DO: dict[type[m.Said], Doing] = {
    p.TakeSeat: Room._take_seat,
    p.LeaveSeat: lambda room, who, _, now: room._leave_seat(who, now),
    p.FillSeat: Room._fill_seat,
    p.FreeSeat: Room._free_seat,
    p.BeReady: lambda room, who, said, _: room._be_ready(who, is_ready=said.is_ready),
    p.StartMatch: lambda room, who, _, now: room._start(who, now),
    p.CommitNonce: Room._commit,
    p.RevealNonce: Room._reveal,
    p.LetBotPlay: Room._let_bot_play,
    p.SayLine: Room._say,
    p.SayPhrase: Room._say,
    p.AbandonTable: lambda room, who, said, _: room._abandon(who, agrees=said.agrees),
    p.DescribeView: lambda room, who, _, now: room._describe(who, now),
    p.PlayAgain: lambda room, who, _, _now: room._play_again(who),
}
"""What each message does."""
