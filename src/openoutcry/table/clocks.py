"""Time to decide: so many seconds for each move, and a bank that what is over comes from.

A seat's own clock stops when it has chosen; where all choose in secret, others see it run on until the step has closed,
for nobody is shown who has chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypedDict

from msgspec import Meta

Seconds = Annotated[float, Meta(ge=0, le=10_000_000)]
"""A third of a year at most."""


class ClockSet(TypedDict):
    """Seconds that every move has for nothing, seconds in the bank at the beginning, and seconds that the bank gains
    with each move; and whether a seat whose time is up is a bot's from then on, or a bot plays that move only.
    """

    move: Seconds
    bank: Seconds
    increment: Seconds
    leaves: bool


class ClockTold(TypedDict):
    """A seat's clock: seconds that are left for this move, what is in the bank included, and whether it runs."""

    seat: int
    left: float
    runs: bool


class Clocks:
    """The clocks of all seats. The time is given to them, in seconds.

    >>> clocks = Clocks({"move": 5, "bank": 10, "increment": 2, "leaves": False}, seats=2)
    >>> clocks.wind([0], [0], now=0.0, is_news=True)
    >>> clocks.next_up
    (15.0, 0)
    >>> clocks.moved(0, now=8.0)
    >>> clocks.wind([1], [1], now=8.0, is_news=True)
    >>> clocks.told(1, now=10.0)
    [{'seat': 0, 'left': 14.0, 'runs': False}, {'seat': 1, 'left': 13.0, 'runs': True}]
    """

    def __init__(self, rule: ClockSet, seats: int) -> None:
        self.rule = rule
        self._banks = [rule["bank"]] * seats
        self._since: dict[int, float] = {}
        self._shown_banks = list(self._banks)
        self._shown_since: dict[int, float | None] = {}
        self.late: set[int] = set()

    def snapshot(self) -> dict[str, Any]:
        """All there is to know of them, as JSON has it; it changes only with what is done."""
        return {
            "banks": list(self._banks),
            "since": sorted(self._since.items()),
            "shown_banks": list(self._shown_banks),
            "shown_since": sorted(self._shown_since.items()),
            "late": sorted(self.late),
        }

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Stand as they stood."""
        self._banks, self._shown_banks = list(kept["banks"]), list(kept["shown_banks"])
        self._since, self._shown_since = dict(kept["since"]), dict(kept["shown_since"])
        self.late = set(kept["late"])

    @property
    def last_wound(self) -> float:
        """Since when the last of those that run has run; the beginning of time if none does."""
        return max(self._since.values(), default=0.0)

    def wind(self, to_act: Iterable[int], seen_to_act: Iterable[int], now: float, *, is_news: bool) -> None:
        """The clocks of those who are to act run, and of nobody else; what others see of them changes with what all
        see, and stays for those whom they see asked and who have chosen.
        """
        asked, seen = set(to_act), set(seen_to_act)
        self._since = {seat: self._since.get(seat, now) for seat in sorted(asked)}
        self.late &= asked
        for seat in range(len(self._banks)):
            if is_news and (seat in asked or seat not in seen):
                self._shown_banks[seat] = self._banks[seat]
                self._shown_since[seat] = self._since.get(seat)

    def moved(self, seat: int, now: float) -> None:
        """A seat has moved: what it needed beyond the time of a move comes from its bank."""
        if seat in self._since:
            needed = now - self._since.pop(seat) - self.rule["move"]
            self._banks[seat] = max(0.0, self._banks[seat] - max(0.0, needed)) + self.rule["increment"]
            self.late.discard(seat)

    @property
    def next_up(self) -> tuple[float, int] | None:
        """When the first clock is up, and whose."""
        ends = [(end, seat) for seat in self._since if (end := self.ends(seat)) is not None]
        return min((end for end in ends if end[1] not in self.late), default=None)

    def ends(self, seat: int) -> float | None:
        """When a seat's own clock is up; nothing while it does not run."""
        since = self._since.get(seat)
        return None if since is None else since + self.rule["move"] + self._banks[seat]

    def told(self, reader: int | None, now: float, *, runs: bool = True) -> list[ClockTold]:
        """The clocks as a reader may know them: their own as it is, those of others as all see them."""
        return [self._told(seat, now, *known, runs=runs) for seat, known in enumerate(self.known(reader))]

    def known(self, reader: int | None) -> list[tuple[float, float | None]]:
        """What is in each bank, and since when a clock has run: however much time passes, this is the same."""
        return [
            (self._banks[seat], self._since.get(seat))
            if seat == reader
            else (self._shown_banks[seat], self._shown_since.get(seat))
            for seat in range(len(self._banks))
        ]

    def _told(self, seat: int, now: float, bank: float, since: float | None, *, runs: bool) -> ClockTold:
        whole = self.rule["move"] + bank
        left = whole if since is None else max(0.0, whole - (now - since))
        return {"seat": seat, "left": left, "runs": runs and since is not None}
