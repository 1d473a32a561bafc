"""Records: every byte belongs to a field, and names that NumPy has taken are refused."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from openoutcry.engine.chance import CHANCE
from openoutcry.engine.game import Game
from openoutcry.engine.names import Names
from openoutcry.engine.record import Small, fields_of, set_of
from openoutcry.games import registered

every_game = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)


def bytes_of_fields(kind: np.dtype[np.void]) -> int:
    return sum(kind[name].itemsize for name in kind.names or ())


@every_game
def test_a_state_has_no_byte_that_is_not_a_fields(game: Game) -> None:
    assert bytes_of_fields(game.state_type) == game.state_type.itemsize
    assert game.state_type.itemsize % 8 == 0
    assert bytes_of_fields(CHANCE) == CHANCE.itemsize


@every_game
def test_no_two_games_share_a_type(game: Game) -> None:
    assert game.state_type.names is not None
    assert game.state_type.names[0] == game.name
    assert game.template(game.seats[0])[game.name] == game.version


@every_game
def test_no_option_and_field_share_a_name(game: Game) -> None:
    names = [field.name for field in game.fields]
    assert len(names) == len(set(names))


def test_a_field_cannot_have_a_name_of_numpy() -> None:
    class State:
        round: Small

    with pytest.raises(ValueError, match="'round': NumPy's records have that name"):
        fields_of(State)


def test_a_field_needs_a_kind() -> None:
    class State:
        hand: int

    with pytest.raises(TypeError, match="field 'hand' needs a kind"):
        fields_of(State)


def test_a_set_has_at_most_64_members() -> None:
    with pytest.raises(ValueError, match="holds 64 things, not 65"):
        set_of(Names("card", [str(number) for number in range(65)]))


def test_a_declared_field_says_what_it_holds() -> None:
    class State:
        cards: Annotated[np.uint64, set_of(Names("card", ["A", "B", "C"]))]

    (field,) = fields_of(State)
    assert field.decode(np.uint64(0b101)) == ["A", "C"]
