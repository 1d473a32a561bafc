"""Drawings that fit into the window: nothing is cut off, what does not fit side by side comes one below another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

LEAST_COLUMNS = 40
"""How wide a window has to be for everything to be shown as it is meant."""
WIDEST = 1000
FRAME = re.compile(r"[\u2500-\u257f]|[-+|]{2,}")
BETWEEN = "   "
INDENT = 4


class Fitting:
    """The first of several forms of a drawing that loses no word for want of room; the last one in any case."""

    def __init__(self, *forms: RenderableType) -> None:
        self.forms = forms

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield self._form(console, options)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._form(console, options))

    def _form(self, console: Console, options: ConsoleOptions) -> RenderableType:
        *others, last = self.forms
        room = options.max_width
        return next((form for form in others if words_of(form, console, room) >= words_of(form, console, WIDEST)), last)


def words_of(drawing: RenderableType, console: Console, width: int) -> Counter[str]:
    """Every word that is drawn in so many columns, as often as it comes; frames are no words."""
    lines = console.render_lines(drawing, console.options.update(width=width, height=None), pad=False)
    text = "\n".join("".join(segment.text for segment in line) for line in lines)
    return Counter(FRAME.sub(" ", text).split())


def fitted(table: Table) -> Fitting:
    """A table, or its rows one below another."""
    return Fitting(table, Stacked(table))


@dataclass(frozen=True)
class Stacked:
    """The rows of a table as blocks: the first cell, and indented below it each other with its heading."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        heads = [_text(column.header) for column in self.table.columns]
        if heads and heads[0]:
            yield heads[0]
        for row in zip(*(column.cells for column in self.table.columns), strict=True):
            first, *cells = row
            yield _in_line(first)
            headed = [*zip(heads[1:], cells, strict=True)]
            lines = [(head, _in_line(cell)) for head, cell in headed if not isinstance(cell, Packed)]
            pieces = [Text(": ").join([head, line]) if head else line for head, line in lines if line]
            yield from indented(pieces, options.max_width)
            for head, cell in headed:
                if isinstance(cell, Packed):
                    yield from indented([Text.assemble(head, ":"), *cell.pieces], options.max_width)


@dataclass(frozen=True)
class Packed:
    """Pieces that take the room there is, side by side or below one another."""

    pieces: list[Text]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        yield from packed(self.pieces, options.max_width)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(max(map(len, self.pieces), default=0), len(Text(BETWEEN).join(self.pieces)))


def indented(pieces: Iterable[Text], width: int) -> Iterator[Padding]:
    """Pieces below a heading, side by side as far as there is room."""
    return (Padding(line, (0, 0, 0, INDENT)) for line in packed(pieces, width - INDENT))


def packed(pieces: Iterable[Text], room: int) -> list[Text]:
    """Pieces side by side, as many as there is room for in each line."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and len(lines[-1]) + len(BETWEEN) + len(piece) <= room:
            lines[-1] = Text(BETWEEN).join([lines[-1], piece])
        else:
            lines.append(piece)
    return lines


def _in_line(cell: RenderableType) -> Text:
    """A cell of several lines in one, all but the first in brackets."""
    first, *others = _text(cell).split("\n")
    return Text.assemble(first, " (", Text(" ").join(others), ")") if others else first


def _text(cell: RenderableType) -> Text:
    assert isinstance(cell, Text | str)
    return cell.copy() if isinstance(cell, Text) else Text(cell)
