"""Random play of any game to its end. Many games have the keys of one master key."""

from __future__ import annotations

from typing import Any

from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING, index, lowest, nth, size
from openoutcry.engine.chance import BOT_KEYS, GAME_KEYS, TIES, Chance, below, rekey
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import any_action, apply, legal, setup
from openoutcry.engine.mask import Mask

MOST_STEPS = 1_000_000
"""No game is this long: one that is has no end, and play-outs stop."""


@inlined
def next_seat(state: Any, chance: Chance) -> int:
    """Who acts next: where several may, chance asks one of them first (its stream for ties)."""
    seats = state.to_act
    if seats == lowest(seats):
        return index(seats)
    return index(nth(seats, below(chance, TIES, size(seats))))


@rule
def play_out(state: Any, chance: Chance, thought: Chance, mask: Mask) -> int:
    """Play on at random until the game is over; how many actions it took."""
    steps = 0
    while state.to_act != NOTHING and steps < MOST_STEPS:
        seat = next_seat(state, chance)
        legal(state, seat, mask)
        apply(state, seat, any_action(state, mask, thought), chance)
        steps += 1
    return steps


@rule
def deal(state: Any, template: Any, master: Chance, number: int, chance: Chance, thought: Chance) -> None:
    """The beginning of game number n of a master key. The template has the seats and the options."""
    states.copy(state, template)
    rekey(chance, master, GAME_KEYS, number)
    rekey(thought, master, BOT_KEYS, number)
    setup(state, chance)


@rule
def play_game(
    state: Any, template: Any, master: Chance, number: int, chance: Chance, thought: Chance, mask: Mask
) -> int:
    """Game number n of a master key, from the deal to its end; how many actions it took."""
    deal(state, template, master, number, chance, thought)
    return play_out(state, chance, thought, mask)
