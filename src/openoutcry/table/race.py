"""A race at a live table: everyone may act until the time is up, and the table holds for whoever has not.

The rules know no clock. In a race they ask the seats one after another, and a seat acts or holds; here nobody has to press "hold".
"""

from __future__ import annotations

import time
from typing import Protocol

from openoutcry.engine.mistakes import Mistake
from openoutcry.table.match import Choice, Match

HOLD = "hold"
PACE = 2.5
"""Seconds from one card to the next."""
HEAD_START = 0.5
"""Seconds by which the race opens later for those whom the rules ask last."""


class Clock(Protocol):
    """Whatever can tell the seconds that have passed."""

    def now(self) -> float:
        """Seconds since some moment that never changes."""
        ...


class WallClock:
    """The time that passes for everybody."""

    def now(self) -> float:
        """Seconds that go on even when the computer's time of day is set."""
        return time.monotonic()


class HandClock:
    """A clock that stands still until it is moved.

    >>> clock = HandClock()
    >>> clock.move(2.5)
    >>> clock.now()
    2.5
    """

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        """Seconds it has been moved on since it was made."""
        return self._now

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self._now += seconds


class Race:
    """The races of a match: it begins one whenever seats may hold, and ends it when somebody acts or the time is up.

    >>> match, clock = Match("cash_a_catch", seats=4, seed=1), HandClock()
    >>> match.play(0, "open")
    >>> race = Race(match, clock, pace=2.0)
    >>> race.racers, race.time_left
    ([1, 2, 3], 2.0)
    >>> clock.move(2.0)
    >>> race.settle()  # the table holds for three, and the next card is turned
    3
    >>> race.act(2, "ring")
    >>> match.points[2]
    20
    """

    def __init__(self, match: Match, clock: Clock | None = None, pace: float = PACE) -> None:
        if not pace > 0:
            raise Mistake(f"the pace of a race is a number of seconds above 0, not {pace!r}")
        self.match, self.clock, self.pace = match, clock or WallClock(), pace
        self._began_at = self.clock.now()
        self._known = len(match.log)

    @property
    def racers(self) -> list[int]:
        """Everyone who may still act in the race, as all can see it; nobody if there is none."""
        return self.match.view(None).to_act if any(self._may_hold(seat) for seat in self.match.to_act) else []

    def opens_for(self, seat: int) -> float:
        """How many seconds into the race a seat may act: at once, or a moment later if the rules ask it last."""
        return 0.0 if seat in self.match.to_act else min(HEAD_START, self.pace / 2)

    @property
    def time_passed(self) -> float:
        """How long the race has been open; a new card begins a new race."""
        if self._known != len(self.match.log):
            self._known, self._began_at = len(self.match.log), self.clock.now()
        return self.clock.now() - self._began_at

    @property
    def time_left(self) -> float:
        """How long anybody may still act."""
        return max(0.0, self.pace - self.time_passed)

    def act(self, seat: int, action: Choice) -> None:
        """Somebody was first. Whoever the rules ask before them has held by not acting."""
        if seat in self.racers and self.time_passed < self.opens_for(seat):
            raise Mistake("it is too early: the others come first for a moment")
        if seat in self.racers:
            self._hold(until=seat)
        self.match.play(seat, action)

    def settle(self) -> int:
        """Hold for everybody once the time is up; how many held."""
        return self._hold() if self.racers and self.time_left == 0.0 else 0

    def _hold(self, until: int | None = None) -> int:
        """Each racer holds once, in the order of the rules; at most until a seat is asked."""
        waiting = set(self.racers)
        held = 0
        while until not in self.match.to_act and (
            asked := [seat for seat in self.match.to_act if seat in waiting and self._may_hold(seat)]
        ):
            self.match.play(asked[0], HOLD)
            waiting.discard(asked[0])
            held += 1
        return held

    def _may_hold(self, seat: int) -> bool:
        return any(action.verb == HOLD for action in self.match.legal(seat))
