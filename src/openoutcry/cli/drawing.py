"""Plain rows (`engine/rows.py`) as Rich draws them, fitted into the window."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from openoutcry.cli.fitting import BETWEEN, Fitting, Packed, fitted
from openoutcry.engine.rows import Below, Beside, Block, Cell, Either, Line, Pieces, Rows, Styled

BESIDE = 2
"""Spaces between blocks side by side."""
PIECES = 24
"""How wide a column of pieces is at least, if they need so much; where there is less room, they come below the name."""


def drawing(block: Block) -> RenderableType:
    """A block as it can be printed."""
    match block:
        case Rows():
            return table(block) if block.is_framed else fitted(table(block))
        case Pieces():
            return Columns([*map(text, block.lines)], padding=(0, len(BETWEEN)))
        case Below():
            return Group(*map(drawing, block.blocks))
        case Beside():
            grid = Table.grid(padding=(0, BESIDE))
            grid.add_row(*map(drawing, block.blocks))
            return grid
        case Either():
            wide = table(block.wide) if isinstance(block.wide, Rows) else drawing(block.wide)
            return Fitting(wide, drawing(block.narrow))
        case _:
            return text(block)


def text(line: Line) -> Text:
    """A line in its styles."""
    return Text.assemble(*((piece.text, piece.style) for piece in _pieces(line)))


def _pieces(line: Line) -> Iterator[Styled]:
    if isinstance(line, str | Styled):
        yield line if isinstance(line, Styled) else Styled(line)
    else:
        for part in line:
            yield from _pieces(part)


def drawn_cell(cell: Cell) -> Text | Packed:
    """A line, or pieces that take the room there is."""
    return Packed([*map(text, cell.lines)]) if isinstance(cell, Pieces) else text(cell)


def table(rows: Rows) -> Table:
    """A table as wide as it wants to be."""
    frame = box.ROUNDED if rows.is_framed else box.SIMPLE_HEAD if rows.is_ruled else None
    has_heads = any(column.head for column in rows.columns)
    gap = rows.gap - rows.is_ruled
    right = gap // 2 if has_heads else gap  # how Rich shares out too little room depends on it
    made = Table(
        box=frame,
        padding=(0, 1) if rows.is_framed else (0, right, 0, gap - right),
        show_edge=rows.is_framed,
        pad_edge=rows.is_framed,
        show_header=has_heads,
        caption=rows.caption or None,
    )
    drawn = [[*map(drawn_cell, cells)] for cells in rows.cells]
    for place, column in enumerate(rows.columns):
        pieces = [len(piece) for cells in drawn if isinstance(cell := cells[place], Packed) for piece in cell.pieces]
        made.add_column(
            text(column.head),
            justify=column.align,
            min_width=max(column.least, min(PIECES, max(pieces, default=0))) or None,
            width=column.width or None,
            overflow="fold" if column.width else "ellipsis",
            no_wrap=not column.wraps,
        )
    for row in drawn:
        made.add_row(*row)
    return made
