"""Boards of Bounce for the tests: tokens by hand, and turns with rigged dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openoutcry.games import find
from support import any_chance, play, position, rigged_dice, shown
from twins.facts import tokens_of

BOUNCE = find("bounce")


def board(
    tokens: str,
    mover: int = 0,
    arrows: int | Sequence[int] = 5,
    went: Sequence[int] | None = None,
    **options: int | str,
) -> Any:
    """A position: whoever has landed or is sick went in the order of the seats, unless `went` says otherwise."""
    written = tokens.split()
    spaces = int(options.get("spaces", 9))
    statuses = [token if token in ("landed", "sick") else "jumping" for token in written]
    return position(
        "bounce",
        len(written),
        options,
        seat=mover,
        to_act=[mover],
        tokens=[number_of(token, spaces) for token in written],
        arrows=[arrows] * len(written) if isinstance(arrows, int) else arrows,
        statuses=statuses,
        landed=statuses.count("landed"),
        sick=statuses.count("sick"),
        went=went
        or [statuses[: seat + 1].count(status) if status != "jumping" else 0 for seat, status in enumerate(statuses)],
    )


def number_of(token: str, spaces: int) -> int:
    if token in ("off", "landed", "sick"):
        return {"off": 0, "landed": 2 * spaces, "sick": 1}[token]
    space = int(token[:-1])
    return space if token.endswith("↑") else 2 * spaces + 1 - space


def roll(state: Any, *dice: int) -> Any:
    return play(state, int(state.seat), "roll", rigged_dice(dice))


def move(state: Any, pips: int) -> Any:
    """Roll so many pips with the dice the arrow allows."""
    arrow = int(state.arrows[int(state.seat)])
    count = 1 if arrow >= state.one_die else 2 if arrow >= state.two_dice else 3
    dice: list[int] = []
    for others in reversed(range(count)):
        dice.append(min(6, pips - sum(dice) - others))
    assert sum(dice) == pips
    return roll(state, *dice)


def faceplant(state: Any, coin: int) -> Any:
    return play(state, int(state.seat), "faceplant", rigged_dice([coin], sides=2))


def tokens(state: Any) -> str:
    return " ".join(tokens_of(state))


def arrows(state: Any) -> list[int]:
    return [int(arrow) for arrow in state.arrows[: int(state.seats)]]


def ending(state: Any) -> str:
    return str(shown(state)["ending"])


def begun(seats: int, **options: int | str) -> Any:
    state = BOUNCE.template(seats, options)
    BOUNCE.rules.setup(state, any_chance())
    return state


BOUNCE_OF_NINE = [
    "1↑",
    "2↑",
    "3↑",
    "4↑",
    "5↑",
    "6↑",
    "7↑",
    "8↑",
    "9↑",
    "9↓",
    "8↓",
    "7↓",
    "6↓",
    "5↓",
    "4↓",
    "3↓",
    "2↓",
    "1↓",
]
