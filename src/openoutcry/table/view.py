"""What a seat may know of a match, and do in it: all of it is made from one hidden record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from openoutcry.engine import turn
from openoutcry.engine.actions import Action
from openoutcry.engine.facts import named
from openoutcry.engine.game import Game
from openoutcry.engine.record import Record, as_dict


@dataclass(frozen=True)
class View:
    """All that a seat may know, and nothing else: everything here is made from the hidden record."""

    game: Game
    seat: int | None
    record: Record
    log: Sequence[tuple[int, str]]

    @property
    def data(self) -> bytes:
        """The bytes of the record."""
        return bytes(self.record.tobytes())

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now."""
        return seats_in(self.record)

    @property
    def legal(self) -> list[Action]:
        """What the seat may do now."""
        return [] if self.seat is None else legal_actions(self.game, self.record, self.seat)

    @property
    def points(self) -> list[int]:
        """Each seat's result so far, as far as this seat can tell."""
        return [int(self.game.rules.points(self.record, seat)) for seat in range(int(self.record.seats))]

    @property
    def places(self) -> list[int]:
        """Each seat's place so far, as far as this seat can tell."""
        return [int(self.game.rules.place(self.record, seat)) for seat in range(int(self.record.seats))]

    def fact(self, name: str, *numbers: int | str) -> int:
        """What follows from the rules, such as a price: one of the game's facts, of what this seat knows.

        >>> from openoutcry.table.match import Match
        >>> Match("bounce", seats=2, seed=7).view(0).fact("dice_to_roll", 1)
        3
        """
        return named(self.game.facts, name).of(self.record, *numbers)

    def as_dict(self) -> dict[str, Any]:
        """The view as JSON has it."""
        return {
            "game": self.game.name,
            "seat": self.seat,
            "to_act": self.to_act,
            "state": as_dict(self.record, self.game.fields),
            "legal": [str(action) for action in self.legal],
            "points": self.points,
            "places": self.places,
            "log": [list(line) for line in self.log],
        }

    def as_bytes(self) -> bytes:
        """Every byte the seat is given: two states that differ only in what it may not know give the same."""
        return self.data + json.dumps(self.as_dict(), ensure_ascii=False).encode()


class Glance(NamedTuple):
    """What a seat may know, as bytes, and in an array of several records that is not to be changed."""

    data: bytes
    records: Any
    place: int

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now."""
        return seats_in(self.records[self.place])


def seats_in(state: Any) -> list[int]:
    """The seats that may act in a state."""
    return list(seats_of(int(state["to_act"])))


@cache
def seats_of(bits: int) -> tuple[int, ...]:
    """The seats in a set of them."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)


def legal_actions(game: Game, state: Any, seat: int) -> list[Action]:
    """What a seat may do in a state."""
    return listed(game, state.reshape(1), seat)


def listed(game: Game, states: Any, seat: int) -> list[Action]:
    """The same for whoever has an array of one record."""
    actions = game.actions
    mask, numbers = np.empty(1, game.mask_type), np.empty(len(actions), np.int32)
    found = turn.list_legal(states, seat, mask, numbers)
    return actions.several(numbers[:found].tolist())
