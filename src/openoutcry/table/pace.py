"""How long bots seem to think, and how quick they are in a race; the page has the same (`host/session.ts`)."""

from __future__ import annotations

THINKS, THINKS_ON = (1.0, 1.7), (0.5, 0.9)
"""Seconds a bot takes for the first action of its turn, at least and at most; and for a further one."""
NO_CHOICE = 0.45
"""Seconds where there is nothing to choose."""
LONGEST = 2.5
"""Seconds after which a bot should decide with what it has found, however slow the machine."""
REACTS = {"easy": (0.44, 0.92), "medium": (0.14, 0.92), "hard": (0.1, 0.5)}
"""When a bot acts in a race, at the earliest and at the latest, in parts of the race."""
QUICKEST, AFTER_OPENING, LEAST_SPAN = 0.25, 0.1, 0.1
"""Nobody is quicker than a person can be, nor acts in the very moment a race opens; seconds."""
MOMENTS = 1 << 20
"""How finely a time is drawn."""


def pause(part: float, *, goes_on: bool) -> float:
    """How many seconds a bot takes that has a choice, what it really needs included; any part of what is usual."""
    least, most = THINKS_ON if goes_on else THINKS
    return least + part * (most - least)


def reaction(bot: str, part: float, pace: float, opens: float) -> float:
    """How many seconds into a race a bot acts, if it may not before it opens."""
    first, last = REACTS.get(bot, REACTS["medium"])
    early = max(QUICKEST, opens + AFTER_OPENING, first * pace)
    return early + part * max(LEAST_SPAN, last * pace - early)
