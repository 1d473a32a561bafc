"""An observation says what the hidden record says, by name; and its layout changes only when somebody means it."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.game import Game
from openoutcry.engine.observation import OBSERVATION_VERSION, Layout, layout_of, write
from openoutcry.engine.record import INNER, SPARE, Field, as_dict
from openoutcry.games import registered
from openoutcry.table.match import Match
from openoutcry.testing.random_play import hidden, moments, random_match, watchers
from openoutcry.testing.secrecy import secrets_change_nothing

DIGESTS = {
    "bounce": "e075807cc39643be",
    "cash_a_catch": "6dd1ac228d226cf5",
    "cash_or_crash": "71973fec3d9ab843",
    "crypto_cards": "e95075cfab3b3587",
    "dead_cat_bounce": "16f6103dde150e98",
}
"""Of the layouts for all numbers of seats. Whoever changes one raises OBSERVATION_VERSION, or the game's VERSION."""

GAMES = 1 if IS_PLAIN else 6


@pytest.fixture(params=sorted(registered()))
def game(request: pytest.FixtureRequest) -> Game:
    return registered()[request.param]


def test_layouts_are_those_that_agents_have_learned_with(game: Game) -> None:
    digests = "".join(Layout(game, seats).digest for seats in game.seats)
    assert OBSERVATION_VERSION == 1
    assert hashlib.sha256(digests.encode()).hexdigest()[:16] == DIGESTS[game.name]


def test_names_differ_and_every_field_that_all_may_read_has_some(game: Game) -> None:
    for seats in game.seats:
        layout = Layout(game, seats)
        assert len(set(layout.names)) == len(layout.names) == len(layout)
        shown = {field.name for field in game.fields if field.kind.meaning != INNER}
        assert {span.name for span in layout.spans} == shown | {"observer", "is_to_act"}
        assert SPARE not in shown


def test_numbers_are_those_of_the_hidden_record_by_name(game: Game) -> None:
    for number in range(GAMES):
        match = random_match(game, number)
        layout = layout_of(game, match.seats)
        for _ in moments(match, random.Random(number)):
            for seat in watchers(match):
                row = layout.observe(match._state, seat)
                found = {name: int(value) for name, value in zip(layout.names, row, strict=True) if value}
                assert found == slowly_observed(match, seat)
                assert (layout.low <= row).all()
                assert (row <= layout.high).all()


def slowly_observed(match: Match, seat: int) -> dict[str, int]:
    """An observation by way of the record's JSON: all that is not 0, by name."""
    state = as_dict(hidden(match, match._state, seat), match.game.fields)
    numbers = {} if seat == SPECTATOR else {f"observer.{seat}": 1, "is_to_act": int(str(seat) in state["to_act"])}
    for field in match.game.fields:
        if field.kind.meaning != INNER:
            for name, value in told_of(field.name, field, state[field.name]):
                numbers[name] = numbers.get(name, 0) + value
    return {name: value for name, value in numbers.items() if value}


def told_of(name: str, field: Field, value: Any) -> Iterator[tuple[str, int]]:
    if isinstance(value, int):
        yield name, value
    elif isinstance(value, str):
        yield f"{name}.{value}", 1
    elif isinstance(value, dict):
        yield from ((f"{name}.{each}", count) for each, count in value.items())
    elif field.kind.meaning in ("set", "bag") and all(isinstance(each, str) for each in value):
        yield from ((f"{name}.{each}", 1) for each in value)
    else:
        for place, each in enumerate(value):
            yield from told_of(f"{name}.{place}", field, each)


def test_the_structured_form_has_the_same_numbers(game: Game) -> None:
    layout = layout_of(game, game.seats[-1])
    rows = np.stack([layout.observe(Match(game, game.seats[-1], seed=seed)._state, 0) for seed in range(3)])
    structured = layout.structured(rows)
    assert structured.shape == (3,)
    flat = [structured[span.name].reshape(3, -1) for span in layout.spans]
    assert np.concatenate(flat, axis=1).tobytes() == rows.tobytes()
    assert np.shares_memory(structured, rows)


def test_an_observation_of_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_the_true_record(layout: Layout, state: Any, seat: int) -> Any:
        row = np.zeros(len(layout), layout.dtype)
        write(state, seat, layout.parts, row)
        return row

    monkeypatch.setattr(Layout, "observe", of_the_true_record)
    with pytest.raises(AssertionError, match="is told a secret"):
        secrets_change_nothing(random_match(registered()["crypto_cards"], 0), random.Random(0))
