"""A table of the person's own, run in this program: a session is told what they want and the time, and bots are asked
on its behalf.
"""

from __future__ import annotations

import hashlib
import math
import secrets
import time
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from openoutcry import Mistake
from openoutcry.bots.seated import SeatedBots
from openoutcry.engine.chance import KEY_SIZE, TIES, below, key_of_seed, new_chance
from openoutcry.table import messages as m
from openoutcry.table.asks import Ask
from openoutcry.table.match import Match
from openoutcry.table.reasons import given, said
from openoutcry.table.session import Saying, Session

PERSON = "person"


class OwnTable:
    """A match on a table at which one person plays with bots; what is said to the person is kept here."""

    def __init__(
        self,
        opening: m.OpenMatch | m.LoadMatch,
        *,
        seed: int | None = None,
        bots: SeatedBots | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A seed makes all chance repeatable but that of the cards, which the opening has."""
        self.session = Session(_key("table", seed), is_own=True, new_key=lambda: secrets.token_bytes(KEY_SIZE))
        self.seat, self.pace, self.bots = opening.seat, opening.pace, bots or SeatedBots()
        self.keep: Callable[[str], None] = lambda _file: None
        """What is done with the file of the match, which comes with every change."""
        self.hint: m.HintGiven | None = None
        self._lots, self._clock = new_chance(_key("lots", seed)), clock
        self._left_at = self._away = 0.0
        self._asks: list[Ask] = []
        self._ids = count(1)
        self._say(opening, self.now())

    @property
    def match(self) -> Match:
        """The match that is played, to be read only: what changes it is said to the table."""
        assert self.session.match is not None, "a match was opened"
        return self.session.match

    # The time.

    def now(self) -> float:
        """Seconds that have passed here; while the program was suspended none did."""
        return self._clock() - self._away

    def suspended(self) -> None:
        """The program stops. This may come in the middle of anything, so that nothing is said to the table."""
        self._left_at = self._clock()

    def resumed(self) -> None:
        """The program goes on."""
        self._away += self._clock() - self._left_at

    def pause(self, *, paused: bool, at: float | None = None) -> None:
        """Let no time pass at the table, or go on."""
        self.say(m.PauseMatch, at, paused=paused)

    def let_time_pass(self) -> float:
        """Let happen what is due; the time it is."""
        now = self.now()
        self._carry(self.session.due(now), now)
        return now

    @property
    def time_to_next(self) -> float:
        """Seconds until something happens if the person does nothing."""
        at = self.session.next_at
        return math.inf if at is None else max(0.0, at - self.now())

    @property
    def race(self) -> m.RaceOpen | None:
        """The race that is open now."""
        return self._view.race

    @property
    def time_left(self) -> float:
        """Seconds until the race is over."""
        if self.race is None:
            return 0.0
        passed = self.now() - self._told_at if self.race["runs"] else 0.0
        return max(0.0, self.race["left"] - passed)

    # What the person wants.

    def say(self, kind: Callable[..., m.ClientMessage], at: float | None = None, **parts: Any) -> None:
        """Say something that is answered; why it is not done is raised."""
        self._say(kind(id=next(self._ids), **parts), self.now() if at is None else at)

    def _say(self, message: m.ClientMessage, now: float) -> None:
        self._carry(self.session.hear(PERSON, message, now), now)

    def _carry(self, told: Iterable[Saying], now: float) -> None:
        """Take what the table says to the person."""
        file, mistake = None, None
        for _, message in told:
            match message:
                case m.ViewChanged():
                    self._view, self._told_at = message, now
                case m.MatchFile():
                    file = message.text
                case m.HintGiven():
                    self.hint = message
                case m.Declined():
                    mistake = given(message.reason, self.match.game)
                case m.HostFailed():
                    raise Mistake(said(**message.reason, language="en"))
        if file is not None:
            self.keep(file)
        if mistake is not None:
            raise mistake

    # Bots.

    def asked(self) -> list[Ask]:
        """What bots are still to be asked."""
        self._asks = [ask for ask in (*self._asks, *self.session.wanted()) if self.session.is_wanted(ask.number)]
        return self._asks

    def answer(self, ask: Ask) -> None:
        """Ask a bot."""
        answer, now = self.bots.answer(ask), self.now()
        self._carry(self.session.decided(ask.number, answer, now), now)

    def is_persons_turn(self) -> bool:
        """Whether the person acts next: where bots may too, whoever has begun to choose goes on, or else lots decide
        whether the bots have to wait.
        """
        match, seats = self.match, self.match.to_act
        last = match.log[-1] if match.log else None
        if last and last.seat in seats and last.action != match.game.actions.hold:
            return last.seat == self.seat
        return self.seat in seats and (len(seats) == 1 or below(self._lots, TIES, len(seats)) == 0)


def _key(purpose: str, seed: int | None) -> bytes:
    """A key of the table's own, which says nothing of the cards."""
    return (
        secrets.token_bytes(KEY_SIZE) if seed is None else hashlib.sha256(purpose.encode() + key_of_seed(seed)).digest()
    )
