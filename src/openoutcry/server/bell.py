"""The fair bell: who rang first, by when they rang and not by when it came here.

The server measures each line's delay itself and asks no client's clock. While a race is open the table lives a moment
in the past: what comes is put in the order of its corrected time, and is done once nothing earlier can come any more.
Pure: times are given, in seconds of one clock.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from openoutcry.table.reasons import Reason

CAP = 0.1
"""The most that is taken off an arrival, in seconds: whoever is further away than that bears the rest."""
LONGEST_WINDOW = 0.25
"""How long a ring waits at most for one that was earlier."""
MARGIN = 0.05
"""How much later than measured a message may come and still be put in its place."""
LAST_TRIPS = 8
"""Round trips that are remembered; the smallest counts, for nothing but the way itself can make it smaller."""
FEWEST_TRIPS = 4
"""Round trips before anything is thought of them."""
TOO_LATE = 0.03
"""Seconds by which a client's answers may be later than its system's, or than they were before."""

Message = TypeVar("Message")


class Delays:
    """What is known of one line's delay, by round trips of the server's own pings.

    >>> delays = Delays()
    >>> for trip in (0.13, 0.12, 0.14, 0.15):
    ...     delays.took(trip)
    >>> delays.half_trip, delays.is_suspicious
    (0.06, False)
    """

    __slots__ = ("_kernel", "_last", "_smallest")

    def __init__(self) -> None:
        self._last: deque[float] = deque(maxlen=LAST_TRIPS)
        self._smallest = float("inf")
        self._kernel: float | None = None

    def took(self, trip: float, kernel: float | None = None) -> None:
        """A ping was answered; and what the system's own answers took, where it is the client's system."""
        self._last.append(trip)
        self._smallest = min(self._smallest, trip)
        if kernel is not None:
            self._kernel = kernel

    @property
    def half_trip(self) -> float | None:
        """Seconds that a message takes one way; nothing before the first answer."""
        return min(self._last) / 2 if self._last else None

    @property
    def excess(self) -> float:
        """Seconds by which every one of the last answers was later than it had to be, as far as it can be known."""
        if len(self._last) < FEWEST_TRIPS:
            return 0.0
        known = self._smallest if self._kernel is None else min(self._smallest, self._kernel)
        return min(self._last) - known

    @property
    def is_suspicious(self) -> bool:
        """Whether the client seems to answer pings late on purpose. Behind a proxy nobody can tell it of a client that
        has done so from its first answer on.
        """
        return self.excess > TOO_LATE


class Verdict(NamedTuple):
    """What the log says of a ring; times are seconds since the race began."""

    seat: int
    arrived: float
    half_trip: float
    corrected: float
    is_first: bool


class Ring(NamedTuple, Generic[Message]):
    """What somebody did in a race: when it came, the delay that was measured, and when it counts as done."""

    corrected: float
    number: int
    """Whoever came first goes first where the corrected times are the same."""
    who: str
    message: Message
    arrived: float
    half_trip: float
    began: float
    """When the race began in which it came."""

    def verdict(self, seat: int, *, is_first: bool) -> Verdict:
        """What the log says of it."""
        return Verdict(seat, self.arrived - self.began, self.half_trip, self.corrected - self.began, is_first)


class FairBell(Generic[Message]):
    """One table's bell: what has come in while a race is open, and is not done yet.

    The table is told `time(now)` instead of the time, and each ring of `ready(now)` at its corrected time, before that.

    >>> bell = FairBell[str]()
    >>> bell.open(10.0, 12.0, [0.02, 0.1])
    >>> near, far = bell.put("near", "ring", 11.05, 0.02), bell.put("far", "ring", 11.10, 0.1)
    >>> [ring.who for ring in bell.ready(11.2)]
    ['far', 'near']
    """

    def __init__(self) -> None:
        self._waiting: list[Ring[Message]] = []
        self._count = 0
        self.lag = 0.0
        """How far in the past the table lives."""
        self._began, self._ends = float("inf"), float("-inf")

    @property
    def waiting(self) -> tuple[Ring[Message], ...]:
        """What has come and is not done yet, in order."""
        return tuple(self._waiting)

    @property
    def is_open(self) -> bool:
        """Whether a race is on."""
        return self.lag > 0

    def open(self, began: float, ends: float, half_trips: Iterable[float | None]) -> None:
        """A race has begun, when people were told so, and ends then, by the table's time; those are the delays of the
        people who race. What waits from before is too late.
        """
        self._began, self._ends = began, ends
        self.lag = min(LONGEST_WINDOW, max((_taken_off(trip) for trip in half_trips), default=0.0) + MARGIN)

    def close(self) -> list[Ring[Message]]:
        """The race is over and none follows: what still waits is too late."""
        rest, self._waiting, self.lag = self._waiting, [], 0.0
        self._began, self._ends = float("inf"), float("-inf")
        return rest

    def put(self, who: str, message: Message, arrived: float, half_trip: float | None) -> Ring[Message]:
        """Somebody did something: it counts from when they did it, but never before what is done already, nor before
        what they did before.
        """
        own = [ring.corrected for ring in self._waiting if ring.who == who]
        corrected = max([arrived - min(_taken_off(half_trip), self.lag), *own])
        self._count += 1
        ring = Ring(corrected, self._count, who, message, arrived, half_trip or 0.0, self._began)
        insort(self._waiting, ring, key=_order)
        return ring

    @property
    def next_at(self) -> float | None:
        """When the next ring is to be judged; nothing while none waits."""
        return self._waiting[0].corrected + self.lag if self._waiting else None

    def ready(self, now: float) -> list[Ring[Message]]:
        """What is to be done by now, in the order in which it was done."""
        if not self._waiting:
            return []
        past = now - self.lag
        done = [ring for ring in self._waiting if ring.corrected <= past]
        del self._waiting[: len(done)]
        return done

    def time(self, now: float) -> float:
        """The table's time: in a race it lives in the past, and the next one begins in the present, so that people have
        all of it.
        """
        past = now - self.lag
        return now if past >= self._ends else max(past, min(now, self._began))

    def check(self, ring: Ring[Message]) -> None:
        """Refuse what was not done in this race: before its people could know of it, or after its end."""
        if not self._began <= ring.corrected <= self._ends:
            raise Reason("missed_race")


def _order(ring: Ring[Message]) -> tuple[float, int]:
    return ring.corrected, ring.number


def _taken_off(half_trip: float | None) -> float:
    return min(half_trip or 0.0, CAP)
