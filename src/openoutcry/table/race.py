"""A race at a live table: everyone may act until the time is up, and the table holds for whoever has not.

The rules know no clock. In a race they ask the seats one after another, and a seat acts or holds; here nobody has to
press "hold".
"""

from __future__ import annotations

import time
from typing import Any, Protocol

from openoutcry.engine.actions import Action
from openoutcry.engine.contract import NO_CLAUSE, SPECTATOR
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.record import copied
from openoutcry.table.match import Choice, Match, seats_in

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
        self._seen, self._began_at = b"", 0.0
        self._look()

    @property
    def racers(self) -> list[int]:
        """Everyone who may still act in the race, as all can see it; nobody if there is none."""
        return self.match.view(None).to_act if any(self._may_hold(seat) for seat in self.match.to_act) else []

    def opens_for(self, seat: int) -> float:
        """How many seconds into the race a seat may act: at once, or a moment later if the rules ask it last."""
        return 0.0 if seat in self.match.to_act else min(HEAD_START, self.pace / 2)

    @property
    def time_passed(self) -> float:
        """How long the race has been open; a new card begins a new race, and nobody can see that somebody holds."""
        self._look()
        return self.clock.now() - self._began_at

    @property
    def time_left(self) -> float:
        """How long anybody may still act."""
        return max(0.0, self.pace - self.time_passed)

    def act(self, seat: int, action: Choice) -> None:
        """Somebody was first. Whoever the rules ask before them has held by not acting."""
        if seat in self.racers and self.time_passed < self.opens_for(seat):
            raise Mistake("it is too early: the others come first for a moment")
        if seat in self.racers and seat not in self.match.to_act and self._will_be_asked(seat, action):
            self._hold(until=seat)
        self.match.play(seat, action)
        self._look()

    def settle(self) -> int:
        """Hold for everybody once the time is up; how many held."""
        held = self._hold() if self.racers and self.time_left == 0.0 else 0
        self._look()
        return held

    def _look(self) -> None:
        """A race is the same as long as all see the same."""
        if self._seen != (seen := self._what_all_see(self.match._state)):
            self._seen, self._began_at = seen, self.clock.now()

    def _what_all_see(self, state: Any) -> bytes:
        hidden = copied(state)
        self.match.game.sight.hide(hidden, SPECTATOR)
        return bytes(hidden.tobytes())

    def _will_be_asked(self, seat: int, action: Choice) -> bool:
        """Whether a seat may do that in this very race once the others have held; who has held is not asked again."""
        rules, number, hold = self.match.game.rules, self.match.read(action).number, self._holding.number
        state, chance = copied(self.match._state), copied(self.match._chance)
        while seat not in (asked := seats_in(state)):
            rules.apply(state, asked[0], hold, chance)
            if self._what_all_see(state) != self._seen:
                return False
        return number != hold and int(rules.refusal(state, seat, number)) == NO_CLAUSE

    def _hold(self, until: int | None = None) -> int:
        """Each racer who has not held holds, in the order of the rules; at most until a seat is asked."""
        held = 0
        while self._seen == self._what_all_see(self.match._state) and until not in self.match.to_act:
            self.match.play(self.match.to_act[0], self._holding)
            held += 1
        return held

    def _may_hold(self, seat: int) -> bool:
        return self.match.game.actions.hold in self.match.legal(seat)

    @property
    def _holding(self) -> Action:
        hold = self.match.game.actions.hold
        assert hold is not None, "a game without races has none to hold in"
        return hold
