"""A race at a live table: everyone may act until the time is up, and the table holds for whoever has not.

The rules know no clock. In a race they ask the seats one after another, and a seat acts or holds; here nobody has to
press "hold".
"""

from __future__ import annotations

from typing import Any

from openoutcry.engine import turn
from openoutcry.engine.actions import Action
from openoutcry.engine.contract import NO_CLAUSE, clause_name
from openoutcry.table.match import Match, View, room_for_chance, seats_in
from openoutcry.table.reasons import Reason, refused

HEAD_START = 0.5
"""Seconds by which the race opens later for those whom the rules ask last."""


class Race:
    """A race of a match, from the moment it opens until what all can see changes. The time is given to it, in seconds.

    >>> match = Match("cash_a_catch", seats=4, seed=1)
    >>> match.play(0, "open")
    >>> race = Race.open(match, pace=2.0, now=10.0)
    >>> race.racers, race.left(now=11.5)
    ([1, 2, 3], 0.5)
    >>> race.settle()  # the table holds for three, and the next card is turned
    3
    >>> race.is_on
    False
    >>> race = Race.open(match, pace=2.0, now=12.0)
    >>> race.act(2, match.read("ring"), now=12.5)
    >>> match.points[2]
    20
    """

    def __init__(self, match: Match, hold: Action, pace: float, now: float) -> None:
        self.match, self.pace, self.began, self._hold = match, pace, now, hold
        self._seen = match.view(None).record.reshape(1)
        self.racers = seats_in(self._seen[0])
        self._asked_first = match.asked_since_all_saw()

    @classmethod
    def open(cls, match: Match, pace: float, now: float) -> Race | None:
        """The race that is open now, if one is; without a pace there is none, and everyone is asked."""
        hold = match.game.actions.hold
        if hold is None or pace <= 0 or turn.next_to_hold_at(match._states, hold.number) == turn.NOBODY:
            return None
        return cls(match, hold, pace, now)

    @property
    def is_on(self) -> bool:
        """Whether it is still this race: it is as long as all see the same."""
        return bool(turn.looks_the_same_at(self.match._states, self._seen, self.match.room(1)))

    def left(self, now: float) -> float:
        """How many seconds anybody may still act."""
        return max(0.0, self.pace - (now - self.began))

    def opens_for(self, seat: int) -> float:
        """How many seconds into the race a seat may act: at once, or a moment later if the rules ask it last.

        Whoever was asked when the race began: that others have held since is nobody's business.
        """
        return 0.0 if seat in self._asked_first else min(HEAD_START, self.pace / 2)

    def asking(self, seat: int) -> View | None:
        """What a seat will see when it is asked, once the others have held; nothing if it is not asked any more."""
        held, state = self._holds(seat)
        if held < 0:
            return None
        turn.hide_at(state, seat)
        return View(self.match.game, seat, state[0], ())

    def act(self, seat: int, action: Action, now: float) -> None:
        """Somebody was first. Whoever the rules ask before them has held by not acting.

        What a seat may do is what it may do when it is asked: whether others have held is not to be found out by
        trying.
        """
        held, state = self._holds(seat) if seat in self.racers else (-1, self._seen)
        if held >= 0:
            if action == self._hold and seat not in self._asked_first:
                raise Reason("table_holds")
            clause = int(self.match.game.rules.refusal(state[0], seat, action.number))
            if clause != NO_CLAUSE:
                raise refused(self.match.game, clause_name(clause))
            if now - self.began < self.opens_for(seat):
                raise Reason("too_early")
            self._let_hold(held)
        self.match.play(seat, action)

    def settle(self) -> int:
        """The time is up: the table holds for everybody who has not acted; how many held."""
        held, _ = self._holds(turn.NOBODY)
        self._let_hold(held)
        return held

    def _holds(self, seat: int) -> tuple[int, Any]:
        """How many hold until a seat is asked, or in all; less than none if it is not asked any more. And how things
        stand then, first in an array.
        """
        match, room, drawn = self.match, self.match.room(3), room_for_chance()
        return int(turn.hold_until_at(match._states, match._chances, seat, self._hold.number, room, drawn)), room

    def _let_hold(self, count: int) -> None:
        """So many racers who have not held hold, in the order of the rules."""
        for _ in range(count):
            self.match.play(int(turn.next_to_hold_at(self.match._states, self._hold.number)), self._hold)
