"""Records: every byte belongs to a field, and names that NumPy has taken are refused."""

from __future__ import annotations

import copy
import pickle
from typing import Annotated

import numpy as np
import pytest

from openoutcry.engine.chance import CHANCE
from openoutcry.engine.game import Game
from openoutcry.engine.names import Names
from openoutcry.engine.record import RECORD, Small, blank, copied, fields_of, set_of
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


@every_game
def test_a_record_is_one_of_ours_wherever_it_comes_from(game: Game) -> None:
    """NumPy's own `np.record` takes three times as long to say what is in a field."""
    state = game.template(game.seats[0])
    again = pickle.loads(pickle.dumps(state))
    for record in (state, copied(state), copy.copy(state), copy.deepcopy(state), again, np.zeros(2, state.dtype)[1]):
        assert type(record) is RECORD
    assert again.tobytes() == state.tobytes()
    assert (again.seats, again.to_act) == (game.seats[0], 0)
    assert {type(blank(game.mask_type)), type(blank(CHANCE))} == {RECORD}


def test_what_is_written_to_a_field_is_in_the_record() -> None:
    chances = np.zeros(2, CHANCE)
    chances[1].drawn[2] = 7
    chances[0].drawn = 5
    assert chances["drawn"].tolist() == [[5, 5, 5], [0, 0, 7]]


def test_a_record_has_no_attribute_but_its_fields() -> None:
    chance = blank(CHANCE)
    with pytest.raises(AttributeError, match="there is no field 'deck'; they are drawn, key, blocks"):
        _ = chance.deck
    with pytest.raises(AttributeError, match="there is no field 'deck'; they are drawn, key, blocks"):
        chance.deck = 1
    assert not hasattr(chance, "deck")
    assert hasattr(chance, "drawn")


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
