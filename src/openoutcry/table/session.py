"""A table in play, without input or output: it hears messages and the time, and says messages.

Whoever drives it (the terminal, a server) gives it what people say (`hear`) and the time (`due`, when `next_at` has
come), asks bots on its behalf (`wanted`, `decided`), and carries what it says to whom it is for. Times are seconds of
one clock that the driver has; chance is given too, so the same conversation is the same to the letter, here and in the
page's host (`web/src/host/session.ts`; `tests/conversations`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from msgspec import UNSET, Struct, UnsetType, convert, to_builtins
from msgspec.structs import replace

from openoutcry.engine import turn
from openoutcry.engine.actions import Action
from openoutcry.engine.chance import TIES, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find
from openoutcry.table import messages as m
from openoutcry.table import pace
from openoutcry.table.answered import ANSWERS, Answer, Answered
from openoutcry.table.asks import ADVISE, CHOOSE, JUDGE, WHOLE, Advice, Ask, Judged, split, steps_for
from openoutcry.table.clocks import Clocks, ClockTold
from openoutcry.table.file import replayed, text_of
from openoutcry.table.limits import LONGEST_NAME, MOST_ENTRIES, is_name
from openoutcry.table.match import Match, View
from openoutcry.table.old_file import OtherVersion
from openoutcry.table.race import Race
from openoutcry.table.reasons import Reason, told
from openoutcry.table.settings import Chain, Settings
from openoutcry.table.story import Line, LogLine, Story
from openoutcry.table.view import Glance

STAND_IN = "medium"
"""Who plays for somebody whose time is up."""


class Plan(NamedTuple):
    """What a bot will do, or that a race ends (seat and action are nothing), and when."""

    at: float
    seat: int | None = None
    action: Action | None = None


class Waiting(NamedTuple):
    """An offer that somebody has to answer: what lets it lapse, and since when it waits."""

    action: Action
    since: float


class Telling(Struct, frozen=True, gc=False):
    """All that a reader is told, or something that changes whenever it does."""

    entries: int
    record: bytes
    may_undo: bool
    may_ask_undo: bool
    tidies: bool
    thinking: list[int]
    race: tuple[float, float, bool] | None
    story: Story
    changes: int
    clocks: tuple[list[tuple[float, float | None]], bool] | None
    answers: tuple[list[tuple[int, float]], bool] | None


@dataclass(slots=True)
class Reader:
    """Somebody who is told of the table: at a seat, or watching."""

    seat: int | None = None
    sat: int | None = None
    """The seat they have had in this match: whoever has seen its cards takes no other."""
    number: int = 0
    is_here: bool = True
    told: int = 0
    """How many lines of the log they were told."""
    telling: Telling | None = None
    table: m.TableChanged | None = None
    changed_from: list[int] = field(default_factory=list)
    """For each view that was told, the first line of the log that was new in it."""
    answers: Answered = field(default_factory=Answered)


@dataclass
class Review:
    """A review that goes on: who wants it, what is to be judged, the last decision first, by how many
    steps, and what was found, in the order of the match.
    """

    who: str
    seat: int
    steps: int
    decisions: list[tuple[int, View]]
    judged: list[Judged] = field(default_factory=list)

    @property
    def left(self) -> int:
        """The steps that nobody has played yet."""
        return self.steps - sum(judged.steps for judged in self.judged)


Saying = tuple[str, m.HostMessage]
Stands = tuple[list[tuple[int, bool]], list[str], dict[int, str], set[int], m.UndoAsked | None, bool]
"""How a table stands: who is here, and what else all are told of it (see `TableChanged`)."""


class Session:
    """One table: a match, who sits where, bots and their pace, races, undo with consent, pauses and hints.

    The first who opens a match is its host. At a player's own host that player also gets the file of the match with
    every change; at any other it leaves only when the match is over, for it has the key.
    """

    __slots__ = (
        "_acts_at",
        "_asks",
        "_behind",
        "_chain",
        "_check_bot",
        "_clocks",
        "_first_number",
        "_fresh",
        "_hints",
        "_host",
        "_is_own",
        "_key",
        "_last_actor",
        "_last_lines",
        "_last_table",
        "_leaving",
        "_lots",
        "_matches",
        "_new_key",
        "_now",
        "_out",
        "_plans",
        "_present",
        "_race",
        "_readers",
        "_review",
        "_rules",
        "_seen_by_all",
        "_stand_ins",
        "_stopped_at",
        "_thoughts",
        "_tidied",
        "_undo",
        "_undo_seen",
        "_waiting",
        "_wanted",
        "bots",
        "match",
    )

    def __init__(
        self,
        key: bytes,
        *,
        is_own: bool = False,
        new_key: Callable[[], bytes] | None = None,
        check_bot: Callable[[str, Game], object] = lambda _name, _game: None,
        chain: Chain | None = None,
        first_number: int = 0,
    ) -> None:
        """The key is the table's own chance, for lots and paces and the bots' thoughts; it says nothing of the cards,
        whose key is drawn by `new_key`. The chain follows what is done before anybody is told. Views are numbered from
        after the first number on.
        """
        self._key, self._is_own, self._new_key, self._check_bot = key, is_own, new_key, check_bot
        self._chain, self._first_number = chain, first_number
        self._lots = new_chance(key)
        self._out: list[Saying] = []
        self._readers: dict[str, Reader] = {}
        self._host: str | None = None
        self._wanted: dict[int, Ask] = {}
        self._fresh: list[Ask] = []
        self._asks = self._matches = 0
        self._now = self._present = self._behind = 0.0
        self._stopped_at: float | None = None
        self._forget_match()

    def _forget_match(self) -> None:
        self.match: Match | None = None
        self.bots: dict[int, str] = {}
        self._stand_ins: set[int] = set()
        self._thoughts: list[Any] = []
        self._rules = Settings()
        self._race: Race | None = None
        self._plans: list[Plan] = []
        self._acts_at: dict[int, float] = {}
        self._last_actor = -1
        self._clocks: Clocks | None = None
        self._seen_by_all = b""
        self._leaving: set[int] = set()
        self._waiting: dict[int, Waiting] = {}
        self._last_table: tuple[Stands, m.TableChanged] | None = None
        self._last_lines: tuple[list[Line], list[LogLine]] = [], []
        self._tidied: dict[tuple[int, int], int] = {}
        self._undo: m.UndoAsked | None = None
        self._undo_seen = b""
        """What all saw when somebody asked to take something back."""
        self._review: Review | None = None
        self._hints: dict[int, tuple[str, int]] = {}

    # What the driver calls.

    def hear(self, who: str, message: m.ClientMessage, now: float, present: float | None = None) -> list[Saying]:
        """Somebody says something; what is said to whom. What was done in the past, as a ring in a race is that had a
        long way, is done at that time, and what comes of it happens in the present.
        """
        self._come_to(now)
        self._present = now if present is None else present
        reader, number = self._reader(who), getattr(message, "id", 0)
        if number and (answer := reader.answers.given(number)):
            self._say(who, answer)
            return self._said()
        try:
            self._answer(who, message)
        except Mistake as mistake:
            reason = told(mistake)
            self._say(who, m.Declined(id=number, reason=reason) if number else m.HostFailed(reason=reason))
        if number:
            self._readers[who].answers.keep(_answer_in(self._out, who, number))
        return self._said()

    def due(self, now: float) -> list[Saying]:
        """Time has passed: what it has brought."""
        self._come_to(now)
        return self._said()

    def leave(self, who: str, now: float) -> list[Saying]:
        """A connection is gone; the seat stays theirs."""
        self._come_to(now)
        reader = self._readers.get(who)
        if reader is None or reader.sat is None:
            self._readers.pop(who, None)
        else:
            reader.is_here = False
            self._tell_table()
        return self._said()

    def begin(
        self,
        match: Match,
        people: Mapping[str, int],
        bots: Mapping[int, str],
        *,
        now: float,
        host: str | None = None,
        **settings: Any,
    ) -> list[Saying]:
        """Several people sit down at a match, by their seats; whoever has not said hello is away until they do.

        What else is given is in the Settings. A Reason says why it cannot be.
        """
        self._come_to(now)
        self._begin(match, people, bots, Settings(**settings), host)
        return self._said()

    def let_bot_play(self, seat: int, now: float) -> list[Saying]:
        """A bot plays for somebody who is gone, until they sit down again at the seat, which stays theirs."""
        self._come_to(now)
        if self._table.over or seat not in self._playing:
            raise Reason("nobody_there")
        self._let_bot_stand_in(seat)
        self._undo = None
        self._stop_bots()
        self._changed()
        return self._said()

    def snapshot(self) -> dict[str, Any]:
        """What does not follow from the match, as JSON has it: it changes only when something is done."""
        sat = {who: reader for who, reader in self._readers.items() if reader.sat is not None}
        return {
            "settings": to_builtins(self._rules),
            "players": list(self._table.players),
            "people": {who: [reader.seat, reader.sat] for who, reader in sat.items()},
            "host": self._host,
            "bots": sorted(self.bots.items()),
            "stand_ins": sorted(self._stand_ins),
            "leaving": sorted(self._leaving),
            "last_actor": self._last_actor,
            "tidied": [[seat, last, done] for (seat, last), done in self._tidied.items()],
            "undo": self._undo,
            "clocks": self._clocks.snapshot() if self._clocks else None,
            "waiting": [[seat, wait.action.number, wait.since] for seat, wait in sorted(self._waiting.items())],
            "behind": self._behind,
            "stopped_at": self._stopped_at,
        }

    @classmethod
    def restored(
        cls,
        match: Match,
        kept: Mapping[str, Any],
        *,
        key: bytes,
        first_number: int,
        answers: Iterable[tuple[str, int, int]],
        now: float,
        alive_at: float,
        **more: Any,
    ) -> Session:
        """A table as it stood when its snapshot was kept, and the match played again: bots think again, a race begins
        again, and clocks go on from where they stood at `alive_at`, a time of the driver's former clock.

        Everybody is away. Views are numbered from after `first_number` on, so whoever comes back gets everything; what
        was accepted before, from whom, in which run and under which id, is not done again. What else is given is the
        Session's own.
        """
        session = cls(key, first_number=first_number, **more)
        session._restore(match, kept)
        for who, run, number in answers:
            session._readers.setdefault(who, Reader(is_here=False)).answers.keep(m.Accepted(id=number), run)
        session._go_on_from(now, alive_at, kept)
        return session

    def _restore(self, match: Match, kept: Mapping[str, Any]) -> None:
        """Who sits where, and what they have agreed on."""
        self.match, self._matches, self._host = match, 1, kept["host"]
        self._rules = convert(kept["settings"], Settings)
        match.players[:] = kept["players"]
        self.bots, self._stand_ins = dict(kept["bots"]), set(kept["stand_ins"])
        match.bots = dict(self.bots)
        for who, (seat, sat) in kept["people"].items():
            self._readers[who] = Reader(seat=seat, sat=sat, is_here=False)
        self._leaving, self._last_actor, self._undo = set(kept["leaving"]), kept["last_actor"], kept["undo"]
        self._tidied = {(seat, last): done for seat, last, done in kept["tidied"]}
        self._seen_by_all = self._undo_seen = match.glance(None).data
        actions = match.game.actions
        self._waiting = {seat: Waiting(actions[number], since) for seat, number, since in kept["waiting"]}
        if self._rules.clock and kept["clocks"]:
            self._clocks = Clocks(self._rules.clock, match.seats)
            self._clocks.restore(kept["clocks"])

    def _go_on_from(self, now: float, alive_at: float, kept: Mapping[str, Any]) -> None:
        """The time at the table goes on from where it stood; what was done later than the driver knew of counts."""
        stopped_at = kept["stopped_at"]
        time = (alive_at if stopped_at is None else stopped_at) - kept["behind"]
        wound = [self._clocks.last_wound] if self._clocks else []
        time = max(time, *wound, *(wait.since for wait in self._waiting.values()), time)
        self._now, self._behind = now, now - time
        self._stopped_at = None if stopped_at is None else now
        self._let_bots_begin()
        self._open_race()
        self._follow()
        self._go_on()

    # What the driver may know.

    @property
    def race(self) -> Race | None:
        """The race that is open."""
        return self._race

    @property
    def race_ends(self) -> float:
        """When the time of the race is up."""
        assert self._race is not None, "a race is open"
        return self._race.began + self._race.pace + self._behind

    @property
    def racing(self) -> list[str]:
        """The people who race, or have raced."""
        racers = self._race.racers if self._race else ()
        return [who for seat, who in self._people.items() if seat in racers and seat not in self._stand_ins]

    @property
    def has_clocks(self) -> bool:
        """Whether time is counted."""
        return self._clocks is not None

    @property
    def stand_ins(self) -> set[int]:
        """The seats of people for whom a bot plays."""
        return self._stand_ins

    @property
    def host(self) -> str | None:
        """Whose table it is."""
        return self._host

    @host.setter
    def host(self, who: str) -> None:
        self._host = who

    def view_of(self, who: str) -> View:
        """What somebody sees."""
        seat = self._readers[who].seat
        asked = self._view_told(seat)
        return asked if isinstance(asked, View) else self._table.view(seat)

    def seat_of(self, who: str) -> int | None:
        """Where somebody sits."""
        return self._readers[who].seat

    def has_sat(self, who: str) -> bool:
        """Whether somebody has a seat in this match, or had one."""
        return who in self._readers and self._readers[who].sat is not None

    def run_of(self, who: str) -> int:
        """The run of the client that somebody is there with."""
        return self._readers[who].answers.run

    def clock_ends(self, seat: int) -> float | None:
        """When a seat's own clock is up, which is told to nobody else."""
        end = self._clocks.ends(seat) if self._clocks and self._stopped_at is None else None
        return None if end is None else end + self._behind

    def waits_for(self, seat: int) -> bool:
        """Whether a seat is to act, as far as it knows itself."""
        return seat not in self._stand_ins and seat in self._view_told(seat).to_act

    @property
    def next_at(self) -> float | None:
        """When `due` should be called; nothing if the table waits for somebody."""
        if self._stopped_at is not None or not (self._plans or self._clocks or self._waiting):
            return None
        times = [self._plans[0].at] if self._plans else []
        if self._clocks and (up := self._clocks.next_up):
            times.append(up[0])
        if lapse := self._next_lapse:
            times.append(lapse.at)
        return min(times) + self._behind if times else None

    def wanted(self) -> list[Ask]:
        """What bots are to be asked, each once; the answers go to `decided`, in any order and at any time."""
        if not self._fresh:
            return []
        fresh, self._fresh = [ask for ask in self._fresh if ask.number in self._wanted], []
        return fresh

    def is_wanted(self, number: int) -> bool:
        """Whether an answer still counts."""
        return number in self._wanted

    def decided(self, number: int, answer: Any, now: float) -> list[Saying]:
        """What a bot has answered: the number of an action, an Advice, or a Judged."""
        ask = self._wanted.pop(number, None)
        if ask is not None:
            self._come_to(now)
            take: dict[str, Callable[[Ask, Any], None]] = {
                CHOOSE: self._bot_chose,
                ADVISE: self._give_hint,
                JUDGE: self._judged,
            }
            take[ask.what](ask, answer)
            self._come_to(now)
        return self._said()

    # Time.

    def _come_to(self, now: float) -> None:
        """Do all that is due, in its order."""
        if now > self._now:
            self._now = now
        while (at := self.next_at) is not None and at <= self._now:
            up, lapse = self._clocks.next_up if self._clocks else None, self._next_lapse
            if lapse and lapse.at + self._behind == at:
                self._do(lapse)
            elif up and (not self._plans or up[0] < self._plans[0].at):
                self._time_is_up(up[1])
            else:
                self._do(self._plans.pop(0))

    @property
    def _next_lapse(self) -> Plan | None:
        """The offer that lapses first, if none of them is answered."""
        if not self._waiting:
            return None
        seat, wait = min(self._waiting.items(), key=lambda each: (each[1].since, each[0]))
        return Plan(wait.since + self._rules.answer, seat, wait.action)

    @property
    def _time(self) -> float:
        """The time at the table, which stands still in a pause."""
        return (self._now if self._stopped_at is None else self._stopped_at) - self._behind

    def _plan(self, plan: Plan) -> None:
        self._plans = sorted([*self._plans, plan], key=lambda each: each.at)

    def _do(self, plan: Plan) -> None:
        """A bot acts, or the time of a race is up; whoever comes too late does nothing."""
        if plan.seat is None or plan.action is None:
            if self._race is not None:
                self._race.settle()
                self._changed()
            return
        if self._race is None:
            self._stop_bots()
        try:
            self._attempt(plan.seat, plan.action)
        except Mistake:
            self._go_on()
        else:
            self._moved(plan.seat)

    def _time_is_up(self, seat: int) -> None:
        """A bot plays for somebody who took too long."""
        if self._clocks:
            self._clocks.late.add(seat)
            self._go_on()

    # What people say.

    def _answer(self, who: str, message: m.ClientMessage) -> None:
        """Do what somebody wants; what gets an answer with its id gets it before all that comes of it."""
        before = len(self._out)
        DO[type(message)](self, who, message)
        if number := getattr(message, "id", 0):
            self._out.insert(before, (who, m.Accepted(id=number)))

    def _reader(self, who: str) -> Reader:
        reader = self._readers.get(who)
        if reader is None:
            reader = self._readers[who] = Reader()
        return reader

    def _own_seat(self, who: str) -> int:
        """The seat that somebody has, whoever plays there."""
        if self.match is None:
            raise Reason("no_match")
        seat = self._readers[who].seat
        if seat is None:
            raise Reason("watching")
        return seat

    def _seat_of(self, who: str) -> int:
        """The seat of whoever wants to do something at the table."""
        seat = self._own_seat(who)
        if seat in self._stand_ins:
            raise Reason("bot_plays")
        return seat

    @property
    def _table(self) -> Match:
        if self.match is None:
            raise Reason("no_match")
        return self.match

    def _say(self, who: str, message: m.HostMessage) -> None:
        self._out.append((who, message))

    def _said(self) -> list[Saying]:
        """What is to be said, to those who are there."""
        said, self._out = self._out, []
        away = [who for who, reader in self._readers.items() if not reader.is_here]
        return [saying for saying in said if saying[0] not in away] if away else said

    # Coming and going.

    def _greet(self, who: str, last: int, run: int) -> None:
        """Somebody is there, or there again: they get what they have not heard."""
        reader = self._readers[who]
        reader.is_here = True
        reader.answers.come(run, last)
        if self.match is None:
            return
        if self._first_number < last <= reader.number:
            since = reader.changed_from[last - self._first_number :]
            self._say(who, self._view_from(reader, min(since, default=reader.told), self._head))
            reader.table = None
        else:
            self._welcome(who)
        self._tell_table()

    def _welcome(self, who: str) -> None:
        """Tell a reader everything from the beginning."""
        reader, match = self._readers[who], self._table
        reader.number, reader.told, reader.changed_from = self._first_number, 0, []
        reader.telling = reader.table = None
        seen = match.sights[match.seats]
        options = {option.name: int(seen[option.name]) for option in match.game.options}
        self._say(who, m.MatchOpened(game=match.game.name, seats=match.seats, seat=reader.seat, options=options))
        self._tell_table_to(who, self._table_told())
        self._tell({who: reader})

    def _open(self, who: str, message: m.OpenMatch) -> None:
        """Deal."""
        self._check_host(who)
        game = find(message.game)
        if not all(is_name(name) for name in message.players):
            raise Reason("no_name", longest=LONGEST_NAME)
        if message.key is None and self._new_key is None:
            raise Reason("no_match")
        key = self._new_key() if message.key is None and self._new_key else bytes.fromhex(message.key or "")
        options = {name: shown_option(game, name, number) for name, number in message.options.items()}
        match = Match(game, message.seats, options, key=key, players=message.players, bots=message.bots)
        self._sit_at(who, match, message, message.bots)

    def _load(self, who: str, message: m.LoadMatch) -> None:
        """Go on with a match, with the bots that played; at other people's seats with those of the message."""
        self._check_host(who)
        try:
            match = replayed(message.file)
        except OtherVersion as other:
            old = other.match
            lines = old.lines if old.over else old.seen_by(message.seat)
            log = [(line.seat, line.text, line.is_known) for line in lines]
            told = m.OldMatchTold(version=old.version, seat=message.seat, players=old.players, log=log)
            self._say(who, told)
            return
        except Mistake as mistake:
            raise Reason("this_file", why=mistake) from None
        bots = {seat: match.bots.get(seat, name) for seat, name in message.bots.items()}
        if not match.over:
            match.bots = dict(sorted(bots.items()))
        self._sit_at(who, match, message, bots)

    def _sit_at(self, who: str, match: Match, message: m.OpenMatch | m.LoadMatch, bots: dict[int, str]) -> None:
        """Sit down at a new match; everybody else watches until they take a seat."""
        settings = Settings(message.pace, message.haste, message.clock, message.undo, message.hints, message.answer)
        self._begin(match, {who: message.seat}, bots, settings, who)

    def _begin(
        self, match: Match, people: Mapping[str, int], bots: Mapping[int, str], settings: Settings, host: str | None
    ) -> None:
        """People sit down at a new match; everybody else watches until they take a seat."""
        for seat in people.values():
            if not 0 <= seat < match.seats:
                raise Reason("no_such_seat", seat=seat, last=match.seats - 1)
            if seat in bots:
                raise Reason("bots_seat")
        if len(set(people.values())) < len(people):
            raise Reason("seat_taken")
        for name in bots.values():
            self._check_bot(name, match.game)
        self._drop((CHOOSE, ADVISE, JUDGE))
        self._forget_match()
        self._matches += 1
        self._behind, self._stopped_at = 0.0, None
        self.match, self.bots, self._host, self._rules = match, dict(bots), host, settings
        self._let_bots_begin()
        for reader in self._readers.values():
            reader.seat = reader.sat = None
        for who, seat in people.items():
            reader = self._readers.setdefault(who, Reader(is_here=False))
            reader.seat = reader.sat = seat
        self._clocks = Clocks(settings.clock, match.seats) if settings.clock else None
        self._open_race()
        self._wind()
        self._follow()
        for each in self._readers:
            self._welcome(each)
        self._send_file()
        self._go_on()

    def _let_bots_begin(self) -> None:
        """Every seat, and whoever gives hints, has a chance of its own for its thoughts."""
        self._thoughts = [new_chance(bytes(32)) for _ in range(self._table.seats + 1)]
        for number, thought in enumerate(self._thoughts):
            turn.begin_bot(thought, self._lots, number)

    def _follow(self) -> None:
        """The chain follows what was done; its head is shown with whatever is told next."""
        if self._chain is not None:
            match = self._table
            self._chain.follow(match, match.sight(None))

    def _check_host(self, who: str) -> None:
        if self._host not in (None, who):
            raise Reason("not_the_host")

    def _sit_down(self, who: str, seat: int, name: str) -> None:
        """Take a free seat."""
        match, reader = self._table, self._readers[who]
        if seat >= match.seats:
            raise Reason("no_such_seat", seat=seat, last=match.seats - 1)
        if not is_name(name):
            raise Reason("no_name", longest=LONGEST_NAME)
        if reader.sat not in (None, seat):
            raise Reason("not_your_seat")
        if seat in self.bots and not (seat in self._stand_ins and reader.seat == seat):
            raise Reason("bots_seat")
        if seat in self._people and self._people[seat] != who:
            raise Reason("seat_taken")
        match.players[seat] = name
        if seat in self._stand_ins:
            self._play_on(seat)
            return
        if reader.seat != seat:
            reader.seat = reader.sat = seat
            self._undo = None
            self._wind()
            self._welcome(who)
        self._tell_all()
        self._send_file()

    def _play_on(self, seat: int) -> None:
        """Whoever has this seat is back, and the bot that played for them goes."""
        self._stand_ins.discard(seat)
        del self.bots[seat]
        self._note_bots()
        self._changed()

    def _note_bots(self) -> None:
        """Who is a bot stands in the match; what bots were about to do counts no longer."""
        self._table.bots = dict(sorted(self.bots.items()))
        self._undo = None
        self._stop_bots()

    def _stand_up(self, who: str) -> None:
        """Leave a seat free; if a bot has played for them, it stays."""
        self._stand_ins.discard(self._own_seat(who))
        self._readers[who].seat = None
        self._undo = None
        self._wind()
        self._welcome(who)
        self._tell_all()

    def _seat_bot(self, who: str, seat: int, bot: str | None) -> None:
        """Let a bot play a free seat, or no longer."""
        match = self._table
        self._check_host(who)
        if seat >= match.seats:
            raise Reason("no_such_seat", seat=seat, last=match.seats - 1)
        if seat in self._people:
            raise Reason("seat_taken")
        self.bots.pop(seat, None)
        if bot is not None:
            self._check_bot(bot, match.game)
            self.bots[seat] = bot
        self._note_bots()
        self._tell_table()
        self._changed()

    @property
    def _people(self) -> dict[int, str]:
        """Who sits where."""
        return {reader.seat: who for who, reader in self._readers.items() if reader.seat is not None}

    @property
    def _playing(self) -> set[int]:
        """The seats of people for whom no bot plays."""
        return set(self._people) - self._stand_ins

    # Playing.

    def _act(self, seat: int, number: int) -> None:
        actions = self._table.game.actions
        if number >= len(actions):
            raise Reason("no_such_action", action=number)
        self._attempt(seat, actions[number])
        self._moved(seat)

    def _attempt(self, seat: int, action: Action) -> None:
        """Play an action if the rules, and the race, allow it."""
        if self._race:
            self._race.act(seat, action, self._time)
        else:
            self._table.play(seat, action)

    def _moved(self, seat: int) -> None:
        """A seat has acted, or somebody for it."""
        self._now = max(self._now, self._present)
        self._last_actor = seat
        if self._clocks:
            if seat in self._clocks.late and self._clocks.rule["leaves"]:
                self._leaving.add(seat)
            self._clocks.moved(seat, self._time)
        self._changed()

    def _tidy_up(self, seat: int) -> None:
        """Do a seat's work for it; it is taken back as one."""
        done = self._table.tidy(seat)
        if not done:
            raise Reason("nothing_to_tidy")
        self._tidied[seat, self._table.count_of(seat)] = len(done)
        self._moved(seat)

    def _take_back(self, seat: int, *, consent: bool = False) -> None:
        """Take back a seat's last action, or all that was done for it at once."""
        self._check_undo(seat)
        last = seat, self._table.count_of(seat)
        self._table.undo(seat, consent=consent)
        for _ in range(self._tidied.pop(last, 1) - 1):
            self._table.undo(seat, consent=consent)
        if consent:
            self._undo = None
        self._changed()

    def _check_undo(self, seat: int) -> None:
        """Refuse to take anything back where the table does, once all is shown but to the player whose own the table
        is, and at the end of a very long match.
        """
        if self._rules.undo == "never":
            raise Reason("no_undo_here")
        if self._is_final:
            raise Reason("match_over")
        if self._entries_told(seat) >= MOST_ENTRIES:
            raise Reason("log_too_long", most=MOST_ENTRIES)

    @property
    def _is_final(self) -> bool:
        """Whether the match stays as it is: it is over, and its key may be known."""
        return self._table.over and not self._is_own

    def _ask_undo(self, seat: int) -> None:
        """Ask everybody who plays here to agree; bots do."""
        self._check_undo(seat)
        if self._rules.undo == "right":
            raise Reason("no_consent_here")
        if not self._table.count_of(seat):
            raise Reason("nothing_to_take_back")
        self._undo, self._undo_seen = {"seat": seat, "agreed": []}, self._table.glance(None).data
        self._count_agreed()

    def _answer_undo(self, seat: int, *, agrees: bool) -> None:
        if self._undo is None:
            raise Reason("undo_not_asked")
        if self._undo["seat"] == seat:
            raise Reason("own_undo")
        if agrees:
            self._undo = {"seat": self._undo["seat"], "agreed": sorted({*self._undo["agreed"], seat})}
        else:
            self._undo = None
        self._count_agreed()

    def _count_agreed(self) -> None:
        """Take back what all have agreed on."""
        if self._undo and self._playing <= {self._undo["seat"], *self._undo["agreed"]}:
            self._take_back(self._undo["seat"], consent=True)
        else:
            self._tell_table()

    def _changed(self) -> None:
        """The table has changed: a race begins or goes on, everyone is told, and the bots go on. What somebody wants to
        take back is asked no longer once all see something new: that it lapsed would tell of what nobody sees.
        """
        if self._undo and self._table.glance(None).data != self._undo_seen:
            self._undo = None
        if self._review:
            self._review = None
            self._drop((JUDGE,))
        if not (self._race and self._race.is_on):
            self._stop_bots()
            self._open_race()
        self._wind()
        self._follow()
        self._tell_all()
        self._send_file()
        self._go_on()

    def _wind(self) -> None:
        """Clocks run for people who are to act, but in a race. Whose time was up leaves when all see something new: who
        has chosen in secret, and when, is not told.
        """
        if self._clocks is not None:
            self._wind_clocks(self._clocks)
        self._wait_for_answers()

    def _wind_clocks(self, clocks: Clocks) -> None:
        seen = self._table.glance(None)
        is_news, self._seen_by_all = seen.data != self._seen_by_all, seen.data
        if is_news:
            for seat in sorted(self._leaving & self._playing):
                self._let_bot_stand_in(seat)
            self._leaving.clear()
        people = set() if self._race or self._table.over else self._playing
        to_act = people & set(self._table.to_act)
        clocks.wind(to_act, people & set(seen.to_act), self._time, is_news=is_news)

    def _wait_for_answers(self) -> None:
        """An offer that somebody has to answer waits for so long; what it waits for may be done in several steps."""
        match, before = self._table, self._waiting
        if before:
            self._waiting = {}
        if not self._rules.answer or not match.game.has("lapse") or self._race or match.over:
            return
        for seat in match.to_act:
            if seat in self._playing and (action := match.next_lapse(seat)):
                wait = before.get(seat)
                self._waiting[seat] = wait if wait and wait.action == action else Waiting(action, self._time)

    def _answers_known(self, seat: int | None) -> list[tuple[int, float]]:
        """Who has to answer, and since when, as far as a reader may know: of others nothing where several act at
        once.
        """
        is_open = len(self._table.glance(None).to_act) == 1
        return [(one, wait.since) for one, wait in sorted(self._waiting.items()) if one == seat or is_open]

    def _answers_told(self, seat: int | None) -> list[ClockTold]:
        """How much time they have left."""
        runs, whole = self._stopped_at is None, self._rules.answer
        return [
            {"seat": one, "left": max(0.0, whole - (self._time - since)), "runs": runs}
            for one, since in self._answers_known(seat)
        ]

    def _let_bot_stand_in(self, seat: int) -> None:
        """A bot plays for somebody, who keeps their seat and sees what is theirs to see."""
        self.bots[seat] = STAND_IN
        self._stand_ins.add(seat)
        self._table.bots = dict(sorted(self.bots.items()))

    def _pause(self, seat: int, *, paused: bool) -> None:
        """Time stands still, or goes on from where it stood."""
        del seat  # whoever plays may do this
        if paused and self._stopped_at is None:
            self._stopped_at = self._now
        elif not paused and self._stopped_at is not None:
            self._behind += self._now - self._stopped_at
            self._stopped_at = None
        self._tell_all()
        self._go_on()
        self._come_to(self._now)

    def _set_haste(self, who: str, haste: float) -> None:
        """Bots think so fast from now on; whoever is thinking already goes on as before."""
        self._check_host(who)
        self._rules = replace(self._rules, haste=haste)

    # Bots.

    def _go_on(self) -> None:
        """Let bots think, where it is up to them and none does yet."""
        if not (self.bots or self._race or self._clocks) or self._table.over or self._stopped_at is not None:
            return
        asked = {ask.seat for ask in self._wanted.values() if ask.what == CHOOSE}
        for seat in sorted(self._clocks.late - asked - {plan.seat for plan in self._plans} if self._clocks else ()):
            self._ask_bot(seat, self._table.view(seat), self._time, self._time + pace.LONGEST)
            asked.add(seat)
        if self._plans or asked:
            return
        if self._race:
            self._run_race(self._race)
        elif self.bots:
            self._let_bot_think()

    def _open_race(self) -> None:
        self._race = Race.open(self._table, self._rules.pace, self._time)

    def _let_bot_think(self) -> None:
        """Whoever has begun goes on; else lots are drawn."""
        match = self._table
        asked = [seat for seat in match.to_act if seat in self.bots]
        if not asked:
            return
        seat = self._last_actor if self._last_actor in asked else asked[self._draw(len(asked))]
        view = match.view(seat)
        self._ask_bot(
            seat, view, self._time + self._pause_of(view, seat) * self._rules.haste, self._time + pace.LONGEST
        )

    def _pause_of(self, view: View, seat: int) -> float:
        """How long a bot seems to think, what it really needs included."""
        if len(view.legal) < 2:
            return pace.NO_CHOICE
        return pace.pause(self._part(), goes_on=seat == self._last_actor)

    def _run_race(self, race: Race) -> None:
        """Bots that want to act do so after a moment, the earliest first; when the time is up the table holds for the
        rest.
        """
        for seat in race.racers:
            if seat in self.bots and (view := race.asking(seat)) is not None:
                acts = race.began + pace.reaction(self.bots[seat], self._part(), race.pace, race.opens_for(seat))
                self._ask_bot(seat, view, acts, acts)
        self._plan(Plan(race.began + race.pace))

    def _draw(self, count: int) -> int:
        """A number below that, by lot; where there is one there is nothing to draw."""
        return int(turn.number_below(self._lots, TIES, count)) if count > 1 else 0

    def _part(self) -> float:
        """Any part of a whole."""
        return int(turn.number_below(self._lots, TIES, pace.MOMENTS)) / pace.MOMENTS

    def _ask_bot(self, seat: int, view: View, acts_at: float, until: float) -> None:
        self._acts_at[seat] = acts_at
        self._ask(
            CHOOSE, seat, view, self._thoughts[seat], bot=self.bots.get(seat, STAND_IN), until=until + self._behind
        )

    def _ask(self, what: str, seat: int, view: View, chance: Any, **more: Any) -> int:
        self._asks += 1
        self._wanted[self._asks] = ask = Ask(self._asks, what, self._matches, seat, view, chance, **more)
        self._fresh.append(ask)
        return self._asks

    def _bot_chose(self, ask: Ask, number: int) -> None:
        """A bot acts when it seems to have thought; in a race whoever holds does nothing."""
        action = self._table.game.actions[number]
        if self._race and action == self._table.game.actions.hold:
            return
        self._plan(Plan(max(self._acts_at[ask.seat], self._time), ask.seat, action))

    def _stop_bots(self) -> None:
        """What bots were asked for, and would have done, counts no longer."""
        self._plans = []
        if self._wanted:
            self._drop((CHOOSE,))

    def _drop(self, kinds: tuple[str, ...]) -> None:
        self._wanted = {number: ask for number, ask in self._wanted.items() if ask.what not in kinds}

    # Help.

    def _look_for_hint(self, who: str, seat: int) -> None:
        """What a search would do, from what the seat itself knows; no answer if what it sees changes meanwhile, or it
        asks again. What it does not see changes nothing: that no answer came would tell of it.
        """
        match = self._table
        if not self._rules.hints:
            raise Reason("no_hints_here")
        if self._race or seat not in match.to_act:
            raise Reason("not_your_turn")
        view = match.view(seat)
        if len(view.legal) < 2:
            raise Reason("no_choice")
        self._drop_hint(who)
        number = self._ask(ADVISE, seat, view, self._thoughts[-1])
        self._hints[number] = who, self._readers[who].number

    def _drop_hint(self, who: str) -> None:
        """Somebody wants no hint any more."""
        for number in [number for number, (asker, _) in self._hints.items() if asker == who]:
            del self._hints[number]
            self._wanted.pop(number, None)

    def _give_hint(self, ask: Ask, advice: Advice) -> None:
        who, number = self._hints.pop(ask.number)
        self._say(who, m.HintGiven(number=number, **advice._asdict()))

    def _start_review(self, who: str, seat: int, steps: int) -> None:
        match = self._table
        if not match.over:
            raise Reason("not_over")
        self._drop((JUDGE,))
        self._review = Review(who, seat, steps, list(match.decisions(seat)))
        self._judge_next(self._review)

    def _judge_next(self, review: Review) -> None:
        """Ask for the next judgement, or say what all came to."""
        to_do = len(review.decisions) - len(review.judged)
        if to_do > 0:
            entry, view = review.decisions[to_do - 1]
            action = self._table.log[entry].action
            chance = new_chance(entry.to_bytes(32, "little"))
            steps = steps_for(review.steps, review.left, to_do)
            self._ask(JUDGE, review.seat, view, chance, action=action, steps=steps)
            return
        first = [place == 1 for place in self._table.places]
        result = first[review.seat] / max(sum(first), 1)
        play, luck, margin = split(result, review.judged)
        told = m.ReviewDone(decisions=len(review.decisions), result=result, luck=luck, play=play, margin=margin)
        self._say(review.who, told)
        self._review = None

    def _judged(self, ask: Ask, judged: Judged) -> None:
        review = self._review
        if review is None or ask.action is None:
            return
        review.judged.insert(0, judged)
        of = len(review.decisions)
        place = of - len(review.judged)
        entry = review.decisions[place][0]
        told = m.DecisionJudged(
            place=place,
            of=of,
            entries=entry,
            action=ask.action.number,
            best=judged.best,
            wins=judged.wins / WHOLE,
            wins_of_best=judged.wins_of_best / WHOLE,
            margin=2 * judged.error / WHOLE,
            chance=judged.before / WHOLE,
            cost=judged.cost / WHOLE,
            credit=judged.credit / WHOLE,
            verdict=judged.verdict,
        )
        self._say(review.who, told)
        self._judge_next(review)

    def _stop_review(self, who: str) -> None:
        if self._review and self._review.who == who:
            self._review = None
            self._drop((JUDGE,))

    # Telling.

    def _tell_all(self) -> None:
        """Everybody hears what has changed for them."""
        self._tell_table()
        self._tell(self._readers)

    def _tell_table(self) -> None:
        if self.match is None:
            return
        told = self._table_told()
        for who, reader in self._readers.items():
            if told is not reader.table:
                self._tell_table_to(who, told)

    def _table_told(self) -> m.TableChanged:
        """Who sits where; the same message as before as long as it is the same."""
        here = [(reader.seat, reader.is_here) for reader in self._readers.values() if reader.seat is not None]
        paused, match, last = self._stopped_at is not None, self._table, self._last_table
        stands: Stands = here, match.players, self.bots, self._stand_ins, self._undo, paused
        if last is None or stands != last[0]:
            told = m.TableChanged(
                players=list(match.players),
                people=sorted(seat for seat, _ in here),
                away=sorted(seat for seat, is_here in here if not is_here),
                bots=dict(sorted(self.bots.items())),
                paused=paused,
                undo=self._undo,
                stand_ins=sorted(self._stand_ins) or UNSET,
            )
            copy: Stands = here, list(match.players), dict(self.bots), set(self._stand_ins), self._undo, paused
            last = self._last_table = copy, told
        return last[1]

    def _tell_table_to(self, who: str, told: m.TableChanged) -> None:
        """Who sits where, if it has changed."""
        reader = self._readers[who]
        if told != reader.table:
            reader.table = told
            self._say(who, told)

    def _tell(self, readers: Mapping[str, Reader]) -> None:
        """What readers may know now, each if anything of it has changed. To several who are told the same it is one
        message, so that whoever writes them can write it once.

        Whoever is told that something changed, and sees nothing changed, knows that somebody did something unseen.
        """
        tellings = self._tellings({reader.seat for reader in readers.values()})
        watched, head = dict[tuple[int, int], m.ViewChanged](), self._head
        for who, reader in readers.items():
            before, telling = reader.telling, tellings[reader.seat]
            if telling == before:
                continue
            changed_from = 0 if before is None else telling.story.changed_since(before.changes)
            reader.telling, reader.told = telling, len(telling.story.lines)
            reader.number += 1
            if self._hints:
                self._drop_hint(who)
            reader.changed_from.append(changed_from)
            view = watched.get((reader.number, changed_from)) if reader.seat is None else None
            if view is None:
                view = self._view_from(reader, changed_from, head)
            if reader.seat is None:
                watched[reader.number, changed_from] = view
            self._out.append((who, view))

    def _tellings(self, seats: Iterable[int | None]) -> dict[int | None, Telling]:
        """All that is to be told to whoever sits there, or watches."""
        match, bots, away = self._table, self.bots, self._stand_ins
        is_over, race, runs, clocks, undo = (
            match.over,
            self._race,
            self._stopped_at is None,
            self._clocks,
            self._rules.undo,
        )
        rights = match.undo_rights() if undo != "never" and (self._is_own or not is_over) else None
        tidies = match.game.has("tidy")
        may_ask = undo == "consent"
        tellings: dict[int | None, Telling] = {}
        for seat in seats:
            own, story = None if seat in away else seat, match.kept_story(seat)
            right = None if own is None or rights is None else rights[own]
            tellings[seat] = Telling(
                match.entries if is_over else story.entries,
                match.sight(seat) if race is None else self._view_told(seat).data,
                right is True,
                may_ask and right is not None,
                tidies and own is not None and match.next_tidy(own) is not None,
                self._thinking(seat) if bots else [],
                None if race is None else self._race_known(race, seat),
                story,
                len(story.changes),
                (clocks.known(seat), runs) if clocks else None,
                (known, runs) if self._waiting and (known := self._answers_known(seat)) else None,
            )
        return tellings

    def _thinking(self, seat: int | None) -> list[int]:
        """The bots that are to act, as far as a reader knows; in a race nobody is waited for."""
        return [] if self._race else [one for one in self._table.glance(seat).to_act if one in self.bots]

    def _race_known(self, race: Race, seat: int | None) -> tuple[float, float, bool]:
        """What changes of what a reader is told of a race."""
        return race.began, self._opens(race, seat), self._stopped_at is None

    @property
    def _head(self) -> str | UnsetType:
        """The hash that may be shown now, where there is a chain."""
        return UNSET if self._chain is None else self._chain.head

    def _view_from(self, reader: Reader, log_from: int, head: str | UnsetType) -> m.ViewChanged:
        """The view that a reader was told, from a line of the log on."""
        telling, seat = reader.telling, reader.seat
        assert telling is not None
        return m.ViewChanged(
            reader.number,
            telling.entries,
            telling.record,
            log_from,
            self._as_json(telling.story.lines[log_from : reader.told]),
            telling.may_undo,
            telling.may_ask_undo,
            telling.tidies,
            telling.thinking,
            None if self._race is None else self._race_told(self._race, seat),
            self._clocks.told(seat, self._time, runs=self._stopped_at is None) if self._clocks else None,
            (self._answers_told(seat) if self._waiting else []) or UNSET,
            head,
        )

    def _as_json(self, lines: list[Line]) -> list[LogLine]:
        """Lines of the log as messages have them: what the next reader is told alike is not written out again."""
        if lines != self._last_lines[0]:
            self._last_lines = lines, [line.as_json() for line in lines]
        return self._last_lines[1]

    def _view_told(self, seat: int | None) -> View | Glance:
        """What a reader sees: in a race as if they were asked, for whoever is asked last would see that the others
        have held.
        """
        asked = self._race.asking(seat) if self._race and seat is not None and seat in self._race.racers else None
        return asked or self._table.glance(seat)

    def _race_told(self, race: Race, seat: int | None) -> m.RaceOpen:
        return {
            "pace": race.pace,
            "left": race.left(self._time),
            "opens": self._opens(race, seat),
            "runs": self._stopped_at is None,
        }

    def _opens(self, race: Race, seat: int | None) -> float:
        """When a reader may act in a race, or -1."""
        may_act = seat is not None and seat in race.racers and race.asking(seat) is not None
        return race.opens_for(seat) if may_act and seat is not None else -1.0

    def _entries_told(self, seat: int | None) -> int:
        """How many entries of the log a reader can tell of: those they saw, and once the match is over all."""
        match = self._table
        return match.entries if match.over else match.kept_story(seat).entries

    def _show_moment(self, who: str, entries: int) -> None:
        """The match as it stood after so many entries that the reader saw."""
        match, seat = self._table, self._readers[who].seat
        of = self._entries_told(seat)
        entries = min(entries, of)
        is_now = entries == of and not match.over
        reached = match.entries if is_now else self._reached(seat, entries)
        record = self._view_told(seat).data if is_now else match.record_after(reached, seat, is_open=match.over)
        lines = match.kept_story(seat, is_open=match.over).lines_after(reached, match.log)
        self._say(who, m.MomentShown(entries=entries, of=of, record=record, log=[line.as_json() for line in lines]))

    def _reached(self, seat: int | None, entries: int) -> int:
        """After how many entries of the whole log so many of a reader's had come."""
        match = self._table
        if match.over:
            return entries
        seen = [place for place, line in enumerate(match.seen_entries(seat)) if line is not None]
        return seen[entries - 1] + 1 if entries else 0

    def _save(self, who: str) -> None:
        """The file of the match: it has the key."""
        if not (self._is_own or self._table.over):
            raise Reason("key_stays")
        self._say(who, m.MatchFile(text=text_of(self._table)))

    def _send_file(self) -> None:
        """A player's own host keeps nothing: the player does."""
        if self._is_own and self._host is not None:
            self._say(self._host, m.MatchFile(text=text_of(self._table)))


DO: dict[type[m.Said], Callable[[Session, str, Any], None]] = {
    m.Hello: lambda table, who, said: table._greet(who, said.last, said.run),
    m.OpenMatch: Session._open,
    m.LoadMatch: Session._load,
    m.ShowMoment: lambda table, who, said: table._show_moment(who, said.entries),
    m.StopReview: lambda table, who, _: table._stop_review(who),
    m.SitDown: lambda table, who, said: table._sit_down(who, said.seat, said.name),
    m.StandUp: lambda table, who, _: table._stand_up(who),
    m.SeatBot: lambda table, who, said: table._seat_bot(who, said.seat, said.bot),
    m.PlayAction: lambda table, who, said: table._act(table._seat_of(who), said.action),
    m.TakeBack: lambda table, who, _: table._take_back(table._seat_of(who)),
    m.AskUndo: lambda table, who, _: table._ask_undo(table._seat_of(who)),
    m.AnswerUndo: lambda table, who, said: table._answer_undo(table._seat_of(who), agrees=said.agrees),
    m.TidyUp: lambda table, who, _: table._tidy_up(table._seat_of(who)),
    m.SaveMatch: lambda table, who, _: table._save(who),
    m.PauseMatch: lambda table, who, said: table._pause(table._seat_of(who), paused=said.paused),
    m.SetHaste: lambda table, who, said: table._set_haste(who, said.haste),
    m.AskHint: lambda table, who, _: table._look_for_hint(who, table._seat_of(who)),
    m.AskReview: lambda table, who, said: table._start_review(who, table._own_seat(who), said.steps),
}
"""What each message does."""


def shown_option(game: Game, name: str, number: int) -> int | str:
    """An option's value as people write it; a number that means none is told as it came."""
    option = next((option for option in game.options if option.name == name), None)
    return option.show(number) if option and number <= option.high else number


def _answer_in(out: Iterable[Saying], who: str, number: int) -> Answer:
    """The answer to what somebody asked under an id, which is among what is said."""
    for to, said in out:
        if to == who and isinstance(said, ANSWERS) and said.id == number:
            return said
    raise AssertionError("whatever has an id is answered")
