"""The variants of a game that its environments are tried with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from openoutcry.engine.game import Game

Options = Mapping[str, int | str | bool]


def variants(game: Game) -> Iterator[Options]:
    """Every choice of options that have names, and the lowest and highest number of the others, one at a time."""
    for option in game.options:
        for value in range(option.low, option.high + 1) if option.choices else (option.low, option.high):
            yield {option.name: option.show(value)}


def tables(game: Game) -> Iterator[tuple[int, Options]]:
    """All numbers of seats with the options as they come, and all variants at the fewest seats and at the most."""
    yield from ((seats, {}) for seats in game.seats)
    yield from ((seats, options) for options in variants(game) for seats in {game.seats[0], game.seats[-1]})
