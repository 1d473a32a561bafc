"""What the tests of all games need: positions made by hand, chance that is rigged, and play by notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from openoutcry.engine.chance import BLOCK, DECK, DICE, key_of_seed, new_chance
from openoutcry.engine.contract import NO_CLAUSE, clause_name
from openoutcry.engine.record import as_dict, copied
from openoutcry.games import find
from openoutcry.table.match import legal_actions


def position(game: str, seats: int, options: Mapping[str, int | str | bool] | None = None, **fields: Any) -> Any:
    """A state made by hand: names and lists of names as View.as_dict() shows them; what is not given is zero."""
    known = find(game)
    state = known.template(seats, options)
    state.to_act = 1
    kinds = {field.name: field for field in known.fields}
    for name, value in fields.items():
        field = kinds[name]
        if field.shape:
            fill(state[name], field, value)
        else:
            state[name] = encode(field.kind, value)
    return state


def fill(row: Any, field: Any, values: Any) -> None:
    """Write what as_dict shows into a row, or a row of rows."""
    if row.ndim > 1:
        for inner, part in zip(row, values, strict=False):
            fill(inner, field, part)
    elif field.kind.meaning == "bag":
        for name in values:
            card = np.uint64(1 << field.kind.names.number(name))
            row[1] |= row[0] & card
            row[0] |= card
    elif field.counted is not None:
        for name, count in values.items():
            row[field.counted.number(name)] = count
    else:
        for place, item in enumerate(values):
            row[place] = (
                field.kind.names.number(item) + 1 if field.kind.meaning == "stack" else encode(field.kind, item)
            )


def encode(kind: Any, value: Any) -> Any:
    if kind.meaning == "set":
        return np.uint64(sum(1 << kind.names.number(str(name)) for name in value))
    return kind.names.number(value) if kind.meaning == "one" and isinstance(value, str) else value


def shown(state: Any) -> Mapping[str, Any]:
    """Every field of a state, decoded."""
    return as_dict(state, game_of(state).fields)


def game_of(state: Any) -> Any:
    return find(state.dtype.names[0])


def legal(state: Any, seat: int) -> set[str]:
    """The notations of a seat's legal actions."""
    return {str(action) for action in legal_actions(game_of(state), state, seat)}


def play(state: Any, seat: int, text: str, chance: Any = None) -> Any:
    """The state after a legal action; the one given is not changed."""
    assert text in legal(state, seat), f"{text} is not legal: {sorted(legal(state, seat))}"
    after = copied(state)
    game = game_of(state)
    game.rules.apply(after, seat, game.actions.read(text).number, any_chance() if chance is None else chance)
    return after


def refused(state: Any, seat: int, text: str) -> str | None:
    """The clause that forbids an action, or None."""
    game = game_of(state)
    number = int(game.rules.refusal(state, seat, game.actions.read(text).number))
    return None if number == NO_CLAUSE else clause_name(number)


def points(state: Any) -> list[int]:
    return [int(game_of(state).rules.points(state, seat)) for seat in range(int(state.seats))]


def places(state: Any) -> list[int]:
    return [int(game_of(state).rules.place(state, seat)) for seat in range(int(state.seats))]


def any_chance(seed: int = 0) -> Any:
    return new_chance(key_of_seed(seed))


def rigged(stream: int, outcomes: Sequence[tuple[int, int]]) -> Any:
    """A chance whose next outcomes in a stream are these, each a number and how many there could have been; at most
    fifteen of them.
    """
    chance = any_chance()
    chance.drawn[stream] = 1
    for place, (number, count) in enumerate(outcomes, start=1):
        chance.blocks[stream * BLOCK + place] = number * 2**32 // count + 1000
    return chance


def rigged_dice(values: Sequence[int], sides: int = 6) -> Any:
    """A chance whose next dice show these values."""
    return rigged(DICE, [(value - 1, sides) for value in values])


def rigged_draws(bag: Sequence[str], cards: Sequence[str]) -> Any:
    """A chance that draws these cards, in this order, from a bag whose names are in the order of their numbers."""
    left, outcomes = list(bag), []
    for card in cards:
        outcomes.append((left.index(card), len(left)))
        left.remove(card)
    return rigged(DECK, outcomes)
