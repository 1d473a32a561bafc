"""How often something may be done from one place."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from openoutcry.table.reasons import Reason

MOST_PLACES = 50_000
"""Places that are remembered; the one that was quiet for longest is forgotten first."""


class Rates:
    """So many times in so many seconds, from each place: what is not used comes back bit by bit.

    >>> rates = Rates(2, 10.0, clock=lambda: 0.0)
    >>> rates.check("here"), rates.check("here"), rates.check("there")
    (None, None, None)
    >>> rates.check("here")
    Traceback (most recent call last):
        ...
    openoutcry.engine.mistakes.Reason: that is too often; try again in a while
    """

    def __init__(self, times: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._times, self._seconds, self._clock = times, seconds, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, place: str) -> None:
        """Once more; refuse what is too often."""
        now = self._clock()
        left, at = self._left.pop(place, (float(self._times), now))
        left = min(float(self._times), left + (now - at) * self._times / self._seconds)
        self._left[place] = max(left - 1.0, 0.0), now
        if len(self._left) > MOST_PLACES:
            self._left.popitem(last=False)
        if left < 1.0:
            raise Reason("too_often")
