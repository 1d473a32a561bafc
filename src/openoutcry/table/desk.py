"""Where an action is worked out: room that is made once and lent to whoever plays, so that it is warm whosever turn it
is.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from openoutcry.engine.chance import CHANCE
from openoutcry.engine.contract import NO_CLAUSE
from openoutcry.engine.events import Events, Telling
from openoutcry.engine.telling import MOST_WORDS, TOLD
from openoutcry.engine.turn import FIRST_WORD, SAME, play_out

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

FEW = 32
"""Numbers of an action that are looked at first: seldom are there more."""


class Played(Struct, frozen=True, gc=False):
    """What an action has come to: how things were before it, what each seat and last a spectator may know now, what
    came of it for each of them, who is to act, and how whoever played it may take it back.
    """

    state: bytes
    chance: bytes
    sights: list[bytes]
    events: list[tuple[Telling, ...]]
    to_act: int
    way_back: int


class Desk:
    """Room for the actions of a game with so many seats, one at a time."""

    def __init__(self, game: Game, seats: int) -> None:
        self._readers, self._size = seats + 1, game.state_type.itemsize
        self._room, self._drawn = np.zeros(2 * self._readers + 4, game.state_type), np.zeros(2, CHANCE)
        self._told = np.zeros(1, TOLD)
        self._numbers = np.zeros(FIRST_WORD + self._readers * (1 + MOST_WORDS), np.int64)
        self._few = self._numbers[:FEW]

    def work_out(
        self, states: Any, chances: Any, seat: int, action: int, seen: int, events: Events
    ) -> tuple[int, Played | None]:
        """Play an action, which others see as another perhaps, if it is legal; else the clause that forbids it, and
        nothing is changed.
        """
        room, drawn, told, numbers = self._room, self._drawn, self._told, self._numbers
        clause = play_out(states, chances, seat, action, seen, room, drawn, told, numbers)
        if clause != NO_CLAUSE:
            return clause, None
        data, size, readers = room.tobytes(), self._size, self._readers
        before = 2 * readers * size
        sights = [data[start : start + size] for start in range(readers * size, before, size)]
        found = self._few.tolist()
        if found[2] > FEW:
            found = numbers[: found[2]].tolist()
        played = Played(
            data[before : before + size],
            drawn.tobytes()[: CHANCE.itemsize],
            sights,
            self._told_in(found, events),
            found[1],
            found[0],
        )
        return clause, played

    def _told_in(self, numbers: list[int], events: Events) -> list[tuple[Telling, ...]]:
        """What came of the action, for each reader."""
        place, told, last = FIRST_WORD, list[tuple[Telling, ...]](), tuple[Telling, ...]()
        for _ in range(self._readers):
            count = numbers[place]
            place += 1
            if count != SAME:
                last = events.in_words(tuple(numbers[place : place + count]))
                place += count
            told.append(last)
        return told


class Desks:
    """Those of a game with so many seats. Each is lent to one at a time, in whatever thread."""

    def __init__(self, game: Game, seats: int) -> None:
        self._game, self._seats = game, seats
        self._idle: list[Desk] = []

    def play(
        self, states: Any, chances: Any, seat: int, action: int, seen: int, events: Events
    ) -> tuple[int, Played | None]:
        """Play an action at one of them, as `Desk.work_out`."""
        try:
            desk = self._idle.pop()
        except IndexError:
            desk = Desk(self._game, self._seats)
        found = desk.work_out(states, chances, seat, action, seen, events)
        self._idle.append(desk)
        return found


desks = cache(Desks)
"""The desks of a game with so many seats."""
