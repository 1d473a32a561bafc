"""Which actions of a match stand, and how things were before any of them: played again from the last moment that was
kept.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from msgspec import Struct

from openoutcry.engine.game import Game
from openoutcry.engine.record import copied

EVERY = 16
"""After how many actions a moment is kept, so that going back is never far."""


class Standing(Struct, frozen=True, gc=False):
    """An action that was not taken back: its place in the log, who played it, and its number."""

    place: int
    seat: int
    action: int


class History:
    """The actions that stand, in their order."""

    def __init__(self, game: Game) -> None:
        self._game, self._actions = game, game.actions
        self._standing: list[Standing] = []
        self._by_seat: dict[int, list[int]] = {}
        self._seen: list[int] = [0]
        self._kept: list[tuple[int, Any, Any]] = []
        self._anew = 0
        """How many stood when chance began anew: those are not taken back any more."""

    def copy(self) -> History:
        """The same history, to go on apart from this one; moments that were kept are never changed, and shared."""
        again = History(self._game)
        again._standing, again._kept = list(self._standing), list(self._kept)
        again._by_seat = {seat: list(numbers) for seat, numbers in self._by_seat.items()}
        again._seen, again._anew = list(self._seen), self._anew
        return again

    def __len__(self) -> int:
        return len(self._standing)

    def __getitem__(self, number: int) -> Standing:
        return self._standing[number]

    @property
    def places(self) -> list[int]:
        """The places in the log of all that stands."""
        return [one.place for one in self._standing]

    def last_of(self, seat: int) -> int:
        """The number of a seat's last action that can be taken back; -1 if it has none."""
        numbers = self._by_seat.get(seat)
        return numbers[-1] if numbers and numbers[-1] >= self._anew else -1

    def last_of_all(self) -> list[tuple[int, int, int]]:
        """Each seat that can take something back, the number of its last action, and how many of those after it
        others see.
        """
        seen, last, anew = self._seen, self._seen[-1], self._anew
        return [
            (seat, each[-1], last - seen[each[-1] + 1])
            for seat, each in self._by_seat.items()
            if each and each[-1] >= anew
        ]

    def count_of(self, seat: int) -> int:
        """How many actions of a seat stand, and can be taken back."""
        numbers = self._by_seat.get(seat, [])
        return len(numbers) - bisect_left(numbers, self._anew)

    def seen_since(self, number: int) -> int:
        """How many of those that stand from that number on others see."""
        return self._seen[-1] - self._seen[number]

    def since(self, number: int) -> list[Standing]:
        """What stands from that number on."""
        return self._standing[number:]

    def prepare(self, states: Any, chances: Any) -> None:
        """Before the next action: keep this moment, if the last one that was kept is far."""
        if not self._kept or len(self._standing) - self._kept[-1][0] >= EVERY:
            self.keep(states[0], chances[0])

    def begin_anew(self, states: Any, chances: Any) -> None:
        """From here on chance is another: going back ends here."""
        self.keep(states[0], chances[0])
        self._anew = len(self)

    def add(self, standing: Standing) -> None:
        """One action more."""
        self._by_seat.setdefault(standing.seat, []).append(len(self._standing))
        self._seen.append(self._seen[-1] + (self._actions.seen(standing.action) is not None))
        self._standing.append(standing)

    def keep(self, state: Any, chance: Any) -> None:
        """Remember how things are now."""
        self._kept.append((len(self), copied(state), copied(chance)))

    def before(self, number: int) -> tuple[Any, Any]:
        """State and chance as they were before the action of that number."""
        count, state, chance = next(moment for moment in reversed(self._kept) if moment[0] <= number)
        state, chance = copied(state), copied(chance)
        for one in self._standing[count:number]:
            self._game.rules.apply(state, one.seat, one.action, chance)
        return state, chance

    def cut(self, number: int) -> None:
        """Forget what stands from that number on."""
        for one in reversed(self._standing[number:]):
            self._by_seat[one.seat].pop()
        del self._standing[number:], self._seen[number + 1 :]
        while self._kept and self._kept[-1][0] > number:
            self._kept.pop()
