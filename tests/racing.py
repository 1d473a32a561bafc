"""A table at which somebody sits at every seat, with a clock that is moved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from openoutcry.table import messages as m
from openoutcry.table.match import Match
from openoutcry.table.race import Race
from openoutcry.table.reasons import given
from openoutcry.table.session import Reader, Session


class SilentSession(Session):
    """A session that tells nobody how things stand: the story of a match that was put together by hand cannot be
    told.
    """

    def _tell(self, readers: Mapping[str, Reader]) -> None:
        pass


class LiveTable:
    """A match, however it stands, at a table whose races last so many seconds."""

    def __init__(self, match: Match, pace: float = 2.0) -> None:
        self.match, self.now, self._ids = match, 0.0, count(1)
        self.session = session = SilentSession(bytes(32))
        names = [f"seat {seat}" for seat in range(match.seats)]
        opening = m.OpenMatch(
            game=match.game.name, seats=match.seats, seat=0, players=names, pace=pace, key=bytes(32).hex()
        )
        session.hear("0", opening, self.now)
        for seat in range(1, match.seats):
            session.hear(str(seat), m.SitDown(id=next(self._ids), seat=seat, name=names[seat]), self.now)
        session.match = match
        session._changed()

    def move(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds

    def act(self, seat: int, action: str) -> None:
        """Somebody acts; why it is not done is raised."""
        self._say(seat, m.PlayAction(id=next(self._ids), action=self.match.read(action).number))

    def pause(self, *, paused: bool) -> None:
        """Time stands still, or goes on."""
        self._say(0, m.PauseMatch(id=next(self._ids), paused=paused))

    def _say(self, seat: int, message: m.ClientMessage) -> None:
        for who, said in self.session.hear(str(seat), message, self.now):
            if who == str(seat) and isinstance(said, m.Declined):
                raise given(said.reason, self.match.game)

    def settle(self) -> int:
        """What is due happens; for how many the table has held."""
        before = len(self.match.log)
        self.session.due(self.now)
        return len(self.match.log) - before

    @property
    def race(self) -> Race:
        """The race that is open."""
        assert self.session._race is not None
        return self.session._race

    @property
    def racers(self) -> list[int]:
        """Those who race; nobody without a race."""
        return self.session._race.racers if self.session._race else []

    @property
    def time_left(self) -> float:
        """Seconds until the race is over; without one as if it had just begun."""
        return (
            self.session._race.left(self.now - self.session._behind) if self.session._race else self.session._rules.pace
        )

    @property
    def log(self) -> list[str]:
        """Who has done what."""
        return [f"{entry.seat} {entry}" for entry in self.match.log]

    @property
    def state(self) -> Any:
        """How things stand."""
        return self.match._state

    def everything(self) -> tuple[Any, ...]:
        """What changes with anything that is done."""
        return self.log, self.state.tobytes(), self.match._chance.tobytes(), self.time_left
