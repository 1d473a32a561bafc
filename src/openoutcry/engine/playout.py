"""Random play of any game to its end: one game, or many with the keys of a master key."""

from __future__ import annotations

from typing import Any

from openoutcry.engine import states
from openoutcry.engine.bits import NOTHING, index, lowest, nth, size
from openoutcry.engine.chance import BOT_KEYS, GAME_KEYS, TIES, Chance, below, rekey
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.contract import any_action, apply, legal, place, points, setup
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
def play_game(
    state: Any, template: Any, master: Chance, number: int, chance: Chance, thought: Chance, mask: Mask
) -> int:
    """Game number n of a master key, from the deal to its end. The template has the seats and the options."""
    states.copy(state, template)
    rekey(chance, master, GAME_KEYS, number)
    rekey(thought, master, BOT_KEYS, number)
    setup(state, chance)
    return play_out(state, chance, thought, mask)


@rule
def play_games(
    finals: Any,
    template: Any,
    master: Chance,
    first: int,
    chance: Chance,
    thought: Chance,
    mask: Mask,
    lengths: Any,
    results: Any,
    places: Any,
) -> None:
    """Games first, first + 1, …, one for each final state: what became of each, its length, and each seat's points and
    place.
    """
    for number in range(len(finals)):
        state = finals[number]
        lengths[number] = play_game(state, template, master, first + number, chance, thought, mask)
        for seat in range(template.seats):
            results[number, seat] = points(state, seat)
            places[number, seat] = place(state, seat)
