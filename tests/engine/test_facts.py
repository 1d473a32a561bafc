"""Facts are listed by name, and asked with numbers within their limits."""

from __future__ import annotations

from typing import Any

import pytest

from openoutcry.engine.actions import Range
from openoutcry.engine.facts import Fact, listed, named
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.names import Names
from openoutcry.games import registered
from openoutcry.table.match import Match


def area(record: Any, wide: int, colour: int) -> int:
    """A fact of no game."""
    return int(record) * wide + colour


AREA = Fact(area, wide=Range(2, 4), colour=Names("colour", ["red", "blue"]))


def test_a_fact_is_called_like_its_function() -> None:
    assert listed(AREA) == {"area": AREA}
    assert repr(AREA) == "<Fact area(wide, colour)>"


def test_a_named_thing_is_given_by_its_number_or_its_name() -> None:
    assert AREA.of(10, 3, 1) == AREA.of(10, 3, "blue") == AREA.of(10, "3", "Blue") == 31


def test_everything_it_can_be_asked_with() -> None:
    assert list(AREA.all_numbers()) == [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)]
    assert list(Fact(area).all_numbers()) == [()]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((2,), "area is asked with wide, colour, not with 1 numbers"),
        ((1, 0), "wide of area goes from 2 to 4, and is not 1"),
        ((5, 0), "wide of area goes from 2 to 4, and is not 5"),
        ((2, -1), "colour of area goes from 0 to 1, and is not -1"),
        ((2, "green"), "there is no colour 'green'; there are red, blue"),
        (("7", 0), "there is no number '7' here; it goes from 2 to 4"),
    ],
)
def test_what_is_beyond_the_limits_is_a_mistake(given: tuple[int | str, ...], told: str) -> None:
    with pytest.raises(Mistake) as mistake:
        AREA.of(10, *given)
    assert str(mistake.value) == told


def test_an_unknown_name_is_a_mistake() -> None:
    with pytest.raises(Mistake) as mistake:
        named(listed(AREA), "volume")
    assert str(mistake.value) == "there is no fact 'volume'; there are area"
    with pytest.raises(Mistake) as mistake:
        Match("bounce", 2, seed=1).view(0).fact("weight")
    assert str(mistake.value).startswith("there is no fact 'weight'; there are dice_at, dice_to_roll, ")


@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
def test_every_fact_says_in_a_sentence_what_it_is(game: Any) -> None:
    assert game.facts
    for name, fact in game.facts.items():
        assert name == fact.name == fact.function.__name__
        assert fact.function.__doc__
