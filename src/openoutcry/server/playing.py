"""The match of a table on the server: a session, its chain of hashes, and the fair bell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from openoutcry.server import protocol as p
from openoutcry.server.bell import Delays, FairBell, Ring
from openoutcry.table import messages as m
from openoutcry.table.asks import Ask
from openoutcry.table.fairness import Chain, Chained
from openoutcry.table.match import Match
from openoutcry.table.race import Race
from openoutcry.table.reasons import Reason, told
from openoutcry.table.session import Saying, Session

STOPPED = float("-inf")
"""A time before any other: nothing is due."""

Said = list[tuple[str, m.Said]]
"""What is said to whom: messages of the server and of the match."""


class Entry(Struct, frozen=True, gc=False):
    """An entry of the log as it is stored: who said so, and in which run under which id, where somebody did."""

    number: int
    content: str
    hash: str
    person: str | None
    said_as: str | None


def written_id(run: int, id: int) -> str | None:
    """An id as it is stored, with the run of the client; nothing where it is worth nothing after a restart.

    >>> written_id(83412, 7), written_id(0, 7)
    ('83412-7', None)
    """
    return f"{run}-{id}" if run > 0 and id > 0 else None


def read_id(written: str) -> tuple[int, int]:
    """The run and the id that were written.

    >>> read_id("83412-7")
    (83412, 7)
    """
    run, _, id = written.rpartition("-")
    return int(run or 0), int(id)


class StoredChain(Chain):
    """A chain whose new entries wait to be stored, and that notes by itself who sits where from an entry on."""

    def __init__(
        self,
        secret: bytes,
        header: Mapping[str, Any],
        match: Match,
        contents: Sequence[str | bytes] = (),
        names: Sequence[str] | None = None,
    ) -> None:
        """The names are the commitments of those who sit here now, seat by seat."""
        super().__init__(secret, header, match, contents)
        self.fresh: list[Chained] = []
        self._chained_names = list(header["names"])
        for number in sorted(self.notes):
            self._take_in(self.notes[number].get("sat", {}))
        self.names = list(self._chained_names if names is None else names)

    def _take_in(self, sat: Mapping[str, str]) -> None:
        for seat, name in sat.items():
            self._chained_names[int(seat)] = name

    def follow(self, match: Match, seen: bytes) -> list[Chained]:
        """Chain what was done since."""
        if match.entries >= len(self.hashes) and self.names != self._chained_names:
            others = {str(seat): self.names[seat] for seat in self.unchained}
            self.note(len(self.hashes), {"sat": others})
            self._take_in(others)
        chained = super().follow(match, seen)
        self.fresh += chained
        return chained

    @property
    def unchained(self) -> list[int]:
        """Where somebody has sat down since the last entry."""
        return [seat for seat, name in enumerate(self.names) if name != self._chained_names[seat]]

    def note_next(self, note: dict[str, Any]) -> None:
        """Say something with the entry that comes next."""
        self.note(len(self.hashes), note)

    def drop_note(self) -> None:
        """No entry came that a note belongs to."""
        self.notes.pop(len(self.hashes), None)


class Playing:
    """What is played at a table. In a race its time runs a moment behind, so that rings count from when they were
    made.
    """

    def __init__(self, session: Session, chain: StoredChain, delays_of: Callable[[str], Delays | None]) -> None:
        """Delays are those of people's lines to this table, as far as they were measured by now."""
        self.session, self.chain, self._delays_of = session, chain, delays_of
        self.unsaved: list[Entry] = []
        self.is_stopped = False
        """Whether nothing more is played: the table is closed."""
        self._bell: FairBell[m.PlayAction] = FairBell()
        self._race: Race | None = None

    @property
    def match(self) -> Match:
        """The match that is played."""
        assert self.session.match is not None, "it was begun"
        return self.session.match

    @property
    def next_at(self) -> float | None:
        """When `due` should be called."""
        if self.is_stopped:
            return None
        at, ring_at = self.session.next_at, self._bell.next_at
        if at is None:
            return ring_at
        at += self._bell.lag
        return at if ring_at is None else min(at, ring_at)

    def hear(self, who: str, message: m.ClientMessage, now: float, arrived: float | None = None) -> Said:
        """What comes of what somebody says. A ring in a race waits for those that were made before it and have a longer
        way; said again meanwhile it is not made again.
        """
        if self.is_stopped:
            return list(self.session.hear(who, message, STOPPED))
        brought = self.due(now)
        if self._race is not None and isinstance(message, m.PlayAction) and who in self.session.racing:
            if any(ring.who == who and ring.message.id == message.id for ring in self._bell.waiting):
                return brought
            self._bell.put(who, message, now if arrived is None else arrived, self._half_trip(who))
            return [*brought, *self.due(now)]
        said = self._took(self.session.hear(who, message, self._bell.time(now)), now, who, getattr(message, "id", 0))
        return [*brought, *said] if brought else said

    def due(self, now: float) -> Said:
        """What time has brought: rings in the order in which they were made, bots, the end of a race, clocks."""
        if self.is_stopped:
            return []
        brought = [] if self.session.race is self._race else self._look(now)
        for ring in self._bell.ready(now):
            brought += self._judge(ring, now)
        if (at := self.session.next_at) is not None and at <= self._bell.time(now):
            brought += self._took(self.session.due(self._bell.time(now)), now)
        return brought

    def decided(self, ask: Ask, answer: Any, now: float) -> Said:
        """A bot has answered."""
        return self._took(self.session.decided(ask.number, answer, self._bell.time(now)), now)

    def leave(self, who: str, now: float) -> Said:
        """A line is gone."""
        if self.is_stopped:
            return list(self.session.leave(who, STOPPED))
        return self._took(self.session.leave(who, self._bell.time(now)), now)

    def let_bot_play(self, seat: int, now: float) -> Said:
        """A bot plays for somebody who is away."""
        return self._took(self.session.let_bot_play(seat, self._bell.time(now)), now)

    def _judge(self, ring: Ring[m.PlayAction], now: float) -> Said:
        """A ring counts from the moment it was made; whoever rang is told how it was judged, and the log has all that
        had come by then.
        """
        seat, before = self.session.seat_of(ring.who), self.match.entries
        try:
            self._bell.check(ring)
        except Reason as reason:
            answer = m.Declined(id=ring.message.id, reason=told(reason))
            return [(ring.who, answer), (ring.who, _judged(ring, is_first=False))]
        self.chain.note_next({"rings": [self._noted(each) for each in (ring, *self._bell.waiting)]})
        said = self.session.hear(ring.who, ring.message, ring.corrected, now)
        is_first = seat is not None and self.match.entries > before
        self.chain.drop_note()
        return [*self._took(said, now, ring.who, ring.message.id), (ring.who, _judged(ring, is_first=is_first))]

    def _half_trip(self, who: str) -> float | None:
        delays = self._delays_of(who)
        return None if delays is None else delays.half_trip

    def _noted(self, ring: Ring[m.PlayAction]) -> dict[str, int]:
        """A ring as the log has it, in microseconds since the race began; of somebody who seems to answer pings late on
        purpose also by how much.
        """
        seat = self.session.seat_of(ring.who)
        verdict = ring.verdict(-1 if seat is None else seat, is_first=False)
        times = {"arrived": verdict.arrived, "half_trip": verdict.half_trip, "corrected": verdict.corrected}
        delays = self._delays_of(ring.who)
        if delays is not None and delays.is_suspicious:
            times["pings_late_by"] = delays.excess
        return {"seat": verdict.seat} | {name: round(1e6 * time) for name, time in times.items()}

    def _look(self, now: float) -> Said:
        """Another race is on, or none: what was rung too late for the last one is told so."""
        race = self._race = self.session.race
        if race is not None:
            trips = [self._half_trip(who) for who in self.session.racing]
            self._bell.open(now, self.session.race_ends, trips)
            return []
        late = told(Reason("missed_race"))
        return [
            (ring.who, said)
            for ring in self._bell.close()
            for said in (m.Declined(id=ring.message.id, reason=late), _judged(ring, is_first=False))
        ]

    def _took(self, said: list[Saying], now: float, person: str | None = None, client_id: int = 0) -> Said:
        """Keep for storing what has come into the log, and see whether a race has begun or ended."""
        if self.chain.fresh:
            said_as = None if person is None else written_id(self.session.run_of(person), client_id)
            self.unsaved += [Entry(one.number, one.content, one.hash, person, said_as) for one in self.chain.fresh]
            self.chain.fresh = []
        return list(said) if self.session.race is self._race else [*said, *self._look(now)]


def _judged(ring: Ring[m.PlayAction], *, is_first: bool) -> p.RingJudged:
    verdict = ring.verdict(0, is_first=is_first)
    return p.RingJudged(
        arrived=verdict.arrived, half_trip=verdict.half_trip, corrected=verdict.corrected, is_first=is_first
    )
