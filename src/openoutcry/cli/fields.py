"""The board of a game that has none: the fields of its state, those of the seats side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from openoutcry.cli import drawing
from openoutcry.cli.fitting import Fitting, Stacked
from openoutcry.cli.phrases import Phrases
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.contract import SPECTATOR
from openoutcry.engine.record import INNER, Field, as_dict, copied
from openoutcry.engine.rows import coloured
from openoutcry.table.match import View
from openoutcry.table.words import SEAT_PARAMETER as SEAT
from openoutcry.table.words import Words

UNTOLD = ("seats", "to_act", "ending")
"""Fields of every game, which the terminal shows in its own way."""
SAMPLES = 8
"""How often what is hidden is dealt again to find out where it may be."""
NONE, UNKNOWN = "–", "?"

Cell = tuple[str, int | None]
"""A field by its name, and the seat if it has a place for each."""


def draw(view: View, words: Words, players: Sequence[str]) -> Group:
    """First what the seats share, then a column for each seat, or a block where there is no room for that."""
    state, hidden = view.as_dict()["state"], unseen(view)
    told = _told(view)
    shared = Table.grid(padding=(0, 2))
    for field in told:
        if not field.per_seat:
            name, value = words.field(field.name), _shared(field, state[field.name], words, players)
            if (field.name, None) in hidden:
                name, value = _unseen(name, state[field.name], value, words)
            shared.add_row(name, drawing.text(coloured(value)))
    rows = {
        words.field(field.name): [
            drawing.text(coloured(_seats(field, value, seat, hidden, words)))
            for seat, value in enumerate(state[field.name])
        ]
        for field in told
        if field.per_seat
    }
    names = [f"▸ {player}" if seat in view.to_act else player for seat, player in enumerate(players)]
    return Group(shared, "", Fitting(_across(names, rows), Stacked(_down(names, rows)))) if rows else Group(shared)


def unseen(view: View) -> set[Cell]:
    """What could be otherwise for all that the onlooker knows: it is not the same when the hidden part is dealt
    again.
    """
    seat = SPECTATOR if view.seat is None else view.seat
    hidden = copied(view.record)
    view.game.sight.hide(hidden, seat)
    if hidden.tobytes() != view.record.tobytes():
        return set()
    shown, found = [*_cells(view.record, view)], set()
    for sample in range(SAMPLES):
        world = copied(view.record)
        view.game.sight.redeal(world, seat, new_chance(key_of_seed(sample)))
        found |= {cell for (cell, one), (_, other) in zip(shown, _cells(world, view), strict=True) if one != other}
    return found


def _cells(record: Any, view: View) -> Iterator[tuple[Cell, Any]]:
    state = as_dict(record, view.game.fields)
    for field in _told(view):
        if field.per_seat:
            yield from (((field.name, seat), value) for seat, value in enumerate(state[field.name]))
        else:
            yield (field.name, None), state[field.name]


def _told(view: View) -> list[Field]:
    return [
        field
        for field in view.game.fields
        if field.option is None and field.kind.meaning != INNER and field.name not in UNTOLD
    ]


def _across(names: Sequence[str], rows: dict[str, list[Text]]) -> Table:
    """A column per player."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in ("", *names):
        table.add_column(name)
    for field, cells in rows.items():
        table.add_row(field, *cells)
    return table


def _down(names: Sequence[str], rows: dict[str, list[Text]]) -> Table:
    """A row per player."""
    table = Table("", *rows)
    for seat, name in enumerate(names):
        table.add_row(name, *(cells[seat] for cells in rows.values()))
    return table


def _shared(field: Field, value: Any, words: Words, players: Sequence[str]) -> str:
    """A field of the table; a seat, or a set of seats, by the names of the players."""
    if field.name == SEAT and isinstance(value, int) and 0 <= value < len(players):
        return players[value]
    if field.kind.names and field.kind.names.kind == SEAT and isinstance(value, list):
        return ", ".join(players[int(seat)] for seat in value) or NONE
    return _text(field, value, words)


def _unseen(name: str, value: Any, text: str, words: Words) -> tuple[str, str]:
    """A field of which some things may lie elsewhere, as the cards of a deck in somebody's hand; or one that is not
    known at all.
    """
    return (
        (Phrases(words.language)("unseen", field=name), text)
        if isinstance(value, list | dict) and value
        else (name, UNKNOWN)
    )


def _seats(field: Field, value: Any, seat: int, hidden: set[Cell], words: Words) -> str:
    """What is one seat's own, as far as it is known."""
    if (field.name, seat) not in hidden:
        return _text(field, value, words)
    return f"{_text(field, value, words)} {UNKNOWN}" if isinstance(value, list | dict) and value else UNKNOWN


def _text(field: Field, value: Any, words: Words) -> str:
    if isinstance(value, dict):
        return (
            " ".join(f"{count}×{words.name(field.counted.kind, name)}" for name, count in value.items()) or NONE
            if field.counted
            else NONE
        )
    if isinstance(value, list):
        return " ".join(_text(field, item, words) for item in value) or NONE
    return words.name(field.kind.names.kind, value) if field.kind.names else str(value)
