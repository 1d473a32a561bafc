"""The board of a game that has none: the fields of its state, those of the seats side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table

from openoutcry.cli.suits import coloured
from openoutcry.engine.record import INNER, Field
from openoutcry.table.match import View
from openoutcry.table.words import Words

UNTOLD = ("seats", "to_act", "ending")
"""Fields of every game, which the terminal shows in its own way."""


def draw(view: View, words: Words, players: Sequence[str]) -> Group:
    """First what the seats share, then a column for each seat."""
    state = view.as_dict()["state"]
    told = [field for field in view.game.fields if field.option is None and field.kind.meaning != INNER and field.name not in UNTOLD]
    shared = Table.grid(padding=(0, 2))
    for field in told:
        if not field.per_seat:
            shared.add_row(words.field(field.name), coloured(_text(field, state[field.name], words)))
    seats = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    seats.add_column("")
    for seat, player in enumerate(players):
        seats.add_column(f"▸ {player}" if seat in view.to_act else player)
    for field in told:
        if field.per_seat:
            seats.add_row(words.field(field.name), *(coloured(_text(field, cell, words)) for cell in state[field.name]))
    return Group(shared, "", seats) if seats.row_count else Group(shared)


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[tuple[int, str]]:
    """Nothing but the actions is told."""
    return []


def _text(field: Field, value: Any, words: Words) -> str:
    if isinstance(value, dict):
        return " ".join(f"{count}×{words.name(field.counted.kind, name)}" for name, count in value.items()) or "–" if field.counted else "–"
    if isinstance(value, list):
        return " ".join(_text(field, item, words) for item in value) or "–"
    return words.name(field.kind.names.kind, value) if field.kind.names else str(value)
