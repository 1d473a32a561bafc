"""An observation says what the hidden record says, by name; and its layout changes only when somebody means it."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.names import Names
from openoutcry.engine.observation import OBSERVATION_VERSION, Layout, layout_of, words_of_rows
from openoutcry.engine.observing import FEW_PLACES, write
from openoutcry.engine.record import INNER, SPARE, Field, as_dict, blank
from openoutcry.games import registered
from openoutcry.table.match import Match
from openoutcry.testing.random_play import hidden, moments, random_match, watchers
from openoutcry.testing.secrecy import secrets_change_nothing

DIGESTS = {
    "bounce": "41483ea111bb117f",
    "cash_a_catch": "765016ed7f8f9c8b",
    "cash_or_crash": "63cd383c2922d6bd",
    "crypto_cards": "356685f35dfc1305",
    "dead_cat_bounce": "6613020c6f879e12",
}
"""Of the layouts for all numbers of seats. Whoever changes one raises OBSERVATION_VERSION, or the game's VERSION."""

GAMES = 1 if IS_PLAIN else 6


@pytest.fixture(params=sorted(registered()))
def game(request: pytest.FixtureRequest) -> Game:
    return registered()[request.param]


def test_layouts_are_those_that_agents_have_learned_with(game: Game) -> None:
    digests = "".join(Layout(game, seats).digest for seats in game.seats)
    assert OBSERVATION_VERSION == 2
    assert hashlib.sha256(digests.encode()).hexdigest()[:16] == DIGESTS[game.name]


def test_names_differ_and_every_field_that_all_may_read_has_some(game: Game) -> None:
    for seats in game.seats:
        layout = Layout(game, seats)
        assert len(set(layout.names)) == len(layout.names) == len(layout)
        names = {field.name for field in shown(game)}
        assert {span.name for span in layout.spans} - {"padding"} == names | {"observer", "is_to_act"}
        assert SPARE not in names
        assert len(layout) % 8 == 0


def test_numbers_are_those_of_the_hidden_record_by_name_and_nothing_is_lost(game: Game) -> None:
    for number in range(GAMES):
        match = random_match(game, number)
        layout = layout_of(game, match.seats)
        for _ in moments(match, random.Random(number)):
            for seat in watchers(match):
                row = layout.observe(match._state, seat)
                record = as_dict(hidden(match, match._state, seat), game.fields)
                found = {name: int(value) for name, value in zip(layout.names, row, strict=True) if value}
                assert found == slowly_observed(game, record, seat)
                assert read_back(layout, row) == (seat, record)
                assert (layout.low <= row).all()
                assert (row <= layout.high).all()


def slowly_observed(game: Game, record: Mapping[str, Any], seat: int) -> dict[str, int]:
    """An observation by way of the record's JSON: all that is not 0, by name."""
    numbers = {} if seat == SPECTATOR else {f"observer.{seat}": 1, "is_to_act": int(str(seat) in record["to_act"])}
    for field in shown(game):
        for name, value in told_of(field.name, field, record[field.name]):
            numbers[name] = numbers.get(name, 0) + value
    return {name: value for name, value in numbers.items() if value}


def shown(game: Game) -> list[Field]:
    return [field for field in game.fields if field.kind.meaning != INNER]


def is_deep(field: Field) -> bool:
    return field.kind.meaning == "stack" and field.shape[-1] > FEW_PLACES


def told_of(name: str, field: Field, value: Any) -> Iterator[tuple[str, int]]:
    if isinstance(value, int):
        yield from bytes_of(name, value, np.dtype(field.kind.code).itemsize)
    elif isinstance(value, str):
        names = field.kind.names
        yield (name, names.number(value) + 1) if names is not None and is_deep(field) else (f"{name}.{value}", 1)
    elif isinstance(value, dict):
        for each, count in value.items():
            yield from told_of(f"{name}.{each}", field, count)
    elif field.kind.meaning in ("set", "bag") and all(isinstance(each, str) for each in value):
        yield from ((f"{name}.{each}", 1) for each in value)
    else:
        for place, each in enumerate(value):
            yield from told_of(f"{name}.{place}", field, each)


def bytes_of(name: str, value: int, size: int) -> Iterator[tuple[str, int]]:
    """A number as bytes with signs that add up to it, the first without a name of its own."""
    for byte in range(size):
        digit = (value + 128) % 256 - 128
        yield f"{name}.{256**byte}s" if byte else name, digit
        value = (value - digit) // 256


def read_back(layout: Layout, row: Any) -> tuple[int, dict[str, Any]]:
    """Who observes, and the hidden record as JSON has it, from the numbers alone."""
    structured = layout.structured(row)
    (observer,) = np.flatnonzero(structured["observer"]).tolist() or [SPECTATOR]
    return observer, {
        field.name: field_of_numbers(field, structured[field.name].astype(int)) for field in shown(layout.game)
    }


def field_of_numbers(field: Field, numbers: Any) -> Any:
    size, meaning, names = np.dtype(field.kind.code).itemsize, field.kind.meaning, field.kind.names
    if field.option is not None:
        choices = field.option.choices
        of_bytes = numbers if size == 1 else worth(numbers)
        return field.option.show(int(of_bytes) if choices is None else int(numbers.argmax()))
    if meaning == "number":
        numbers = numbers if size == 1 else worth(numbers)
        return counted(numbers.tolist(), field.counted) if field.counted is not None else numbers.tolist()
    assert names is not None
    if meaning == "one":
        return deeply(numbers, lambda one: names[int(one.argmax())])
    if is_deep(field):
        return deeply(numbers, lambda stack: [names[number - 1] for number in stack if number])
    if meaning == "stack":
        return deeply(numbers, lambda stack: [names[int(place.argmax())] for place in stack if place.any()], 2)
    return deeply(numbers, lambda some: [name for name, n in zip(names, some, strict=False) for _ in range(n)])


def worth(numbers: Any) -> Any:
    """What bytes with signs add up to."""
    return (numbers * 256 ** np.arange(numbers.shape[-1])).sum(axis=-1)


def counted(counts: Any, names: Names) -> Any:
    if isinstance(counts[0], list):
        return [counted(each, names) for each in counts]
    return {name: count for name, count in zip(names, counts, strict=True) if count}


def deeply(numbers: Any, read: Callable[[Any], Any], directions: int = 1) -> Any:
    return read(numbers) if numbers.ndim == directions else [deeply(each, read, directions) for each in numbers]


def test_a_number_of_two_bytes_is_told_whole_up_to_the_last_half_of_256() -> None:
    game = registered()["cash_a_catch"]
    layout, view = layout_of(game, 3), blank(game.state_type)
    view.seats = 3
    row = np.zeros(len(layout), layout.dtype)
    for value in (*range(-32768, 32640, 251), -129, -128, -1, 0, 127, 128, 255, 256, 32639):
        view.money[1] = value
        write(view, SPECTATOR, words_of_rows(row))
        money = layout.structured(row)["money"]
        assert worth(money.astype(int)).tolist() == [0, value, 0]
        assert money[1].tolist() == [digit for _, digit in bytes_of("", value, 2)]


@pytest.mark.parametrize("seats", [3, 6])
def test_an_observation_is_of_a_match_with_as_many_seats(seats: int) -> None:
    game = registered()["crypto_cards"]
    with pytest.raises(Mistake, match=f"^this layout is for 4 seats, and the match has {seats}$"):
        layout_of(game, 4).observe(Match(game, seats)._state, 0)


@pytest.mark.parametrize("seat", [4, 50, -2])
def test_an_observation_is_that_of_a_seat_or_a_spectator(seat: int) -> None:
    game = registered()["crypto_cards"]
    with pytest.raises(Mistake, match=f"^seats go from -1, who only watches, to 3, not {seat}$"):
        layout_of(game, 4).observe(Match(game, 4)._state, seat)


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
        write(state, seat, words_of_rows(row))
        return row

    monkeypatch.setattr(Layout, "observe", of_the_true_record)
    with pytest.raises(AssertionError, match="is told a secret"):
        secrets_change_nothing(random_match(registered()["crypto_cards"], 0), random.Random(0))
