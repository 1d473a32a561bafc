"""A table with a fair bell, driven as the server drives it, by a clock that is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from openoutcry.server.bell import FairBell, Ring, Verdict
from openoutcry.table import messages as m
from openoutcry.table.match import Match
from openoutcry.table.race import Race
from openoutcry.table.reasons import Reason
from openoutcry.table.session import Session
from racing import SilentSession

Heard = m.PlayAction


class BellTable:
    """A match, however it stands, with people and bots, whose races are judged by a fair bell."""

    def __init__(
        self,
        match: Match,
        now: float = 0.0,
        *,
        half_trips: Mapping[int, float | None],
        bots: Iterable[int] = (),
        pace: float = 2.0,
    ) -> None:
        self.match, self.bell, self.half_trips = match, FairBell[Heard](), half_trips
        self._race: Race | None = None
        self.verdicts: list[Verdict] = []
        self.declined: list[tuple[str, str]] = []
        self.ids = count(1)
        self.session: Session = SilentSession(bytes(32))
        players, levels = [f"seat {seat}" for seat in range(match.seats)], dict.fromkeys(bots, "medium")
        opening = m.OpenMatch(
            game=match.game.name,
            seats=match.seats,
            seat=0,
            players=players,
            bots=levels,
            pace=pace,
            key=bytes(32).hex(),
        )
        self.session.hear("0", opening, now)
        for seat in range(1, match.seats):
            if seat not in levels:
                self.session.hear(str(seat), m.SitDown(id=next(self.ids), seat=seat, name=players[seat]), now)
        self.session.match = match
        self.session._changed()
        self._look(now)

    def ring(self, seat: int, arrived: float, half_trip: float | None, action: str = "ring") -> Ring[Heard]:
        """Somebody's action comes in."""
        self.step(arrived)
        message = m.PlayAction(id=next(self.ids), action=self.match.read(action).number)
        return self.bell.put(str(seat), message, arrived, half_trip)

    def bots_ring(self, now: float, action: str = "ring") -> dict[int, float]:
        """All bots that are asked want that; when they will."""
        plans = {}
        for ask in self.session.wanted():
            plans[ask.seat] = self.session._acts_at[ask.seat]
            self.session.decided(ask.number, self.match.read(action).number, self.bell.time(now))
        return plans

    @property
    def next_at(self) -> float | None:
        """When something is to be done."""
        due = self.session.next_at
        times = [self.bell.next_at, None if due is None else due + self.bell.lag]
        return min((at for at in times if at is not None), default=None)

    def step(self, now: float) -> None:
        """Do what is due, in the order in which it happened."""
        for ring in self.bell.ready(now):
            self._judge(ring, now)
        self.session.due(self.bell.time(now))
        self._look(now)

    def run(self, until: float) -> None:
        """Let time pass, never late."""
        while (at := self.next_at) is not None and at <= until:
            self.step(at)
        self.step(until)

    def _judge(self, ring: Ring[Heard], now: float) -> None:
        try:
            self.bell.check(ring)
        except Reason as reason:
            self._miss(ring, reason.code)
            return
        said = self.session.hear(ring.who, ring.message, ring.corrected)
        if why_not := [str(each.reason["code"]) for _, each in said if isinstance(each, m.Declined)]:
            self._miss(ring, why_not[0])
        else:
            self.verdicts.append(ring.verdict(int(ring.who), is_first=True))
        self._look(now)

    def _miss(self, ring: Ring[Heard], code: str) -> None:
        self.declined.append((ring.who, code))
        self.verdicts.append(ring.verdict(int(ring.who), is_first=False))

    def _look(self, now: float) -> None:
        """Whether another race is on, or none."""
        race = self.session._race
        if race is self._race:
            return
        self._race = race
        if race is None:
            for ring in self.bell.close():
                self._miss(ring, "missed_race")
        else:
            ends = race.began + race.pace + self.session._behind
            trips = [self.half_trips.get(seat) for seat in race.racers]
            self.bell.open(now, ends, trips)

    @property
    def log(self) -> list[str]:
        """Who has done what."""
        return [f"{entry.seat} {entry}" for entry in self.match.log]
