"""The terminal's boards (`engine/rows.py`) as lines of text of their natural width, each in pieces with their styles:
for environments that are rendered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from openoutcry.engine.contract import BOARD, SPECTATOR
from openoutcry.engine.game import Game
from openoutcry.engine.record import as_dict, copied
from openoutcry.engine.rows import Below, Beside, Block, Cell, Column, Either, Line, Pieces, Rows, Seen, Styled
from openoutcry.table.view import View
from openoutcry.table.words import Words

WIDTH = 100
"""As wide as a board may become before it takes its narrow form."""
PIECES = 40
"""As wide as pieces side by side in a cell."""
GAP = "  "

Drawn = list[list[Styled]]
"""Lines, each of several pieces."""


def board_of(game: Game, state: Any, seat: int, players: Sequence[str]) -> Drawn:
    """The table as a seat, or a spectator, sees it; of a game without a board the fields."""
    record = copied(state)
    game.sight.hide(record, seat)
    view, words = View(game, None if seat == SPECTATOR else seat, record, ()), Words(game)
    fields = as_dict(record, game.fields)
    board = game.member(BOARD)
    if board is None:
        return drawn(Rows([Column(), Column()], [[words.field(name), str(value)] for name, value in fields.items()]))
    return drawn(board(Seen(fields, view.fact, view.seat, view.to_act, view.points, view.places, players, words)))


def plain(lines: Drawn) -> str:
    """Lines without their styles."""
    return "\n".join("".join(piece.text for piece in line).rstrip() for line in lines)


def drawn(block: Block) -> Drawn:
    """A block as lines."""
    match block:
        case Rows():
            return _table(block)
        case Pieces():
            return _flowing(block.lines, WIDTH)
        case Below():
            return [line for each in block.blocks for line in drawn(each)]
        case Beside():
            return _beside([drawn(each) for each in block.blocks])
        case Either():
            wide = drawn(block.wide)
            return wide if _width(wide) <= WIDTH else drawn(block.narrow)
        case _:
            return _lines(block)


def _lines(line: Line) -> Drawn:
    """A line, or several where it has newlines in it."""
    made: Drawn = [[]]
    for piece in _pieces(line):
        first, *others = piece.text.split("\n")
        made[-1].append(Styled(first, piece.style))
        made += [[Styled(text, piece.style)] for text in others]
    return made


def _pieces(line: Line) -> Iterator[Styled]:
    if isinstance(line, str | Styled):
        yield line if isinstance(line, Styled) else Styled(line)
    else:
        for part in line:
            yield from _pieces(part)


def _flowing(lines: Iterable[Line], width: int) -> Drawn:
    """Lines side by side, as many as there is room for."""
    made: Drawn = []
    for line in lines:
        pieces = [*_pieces(line)]
        if made and _length(made[-1]) + len(GAP) + _length(pieces) <= width:
            made[-1] += [Styled(GAP), *pieces]
        else:
            made.append(pieces)
    return made or [[]]


def _table(rows: Rows) -> Drawn:
    """A table: headings where there are any, a rule below them or a frame around it all."""
    cells = [[_cell(cell, column) for cell, column in zip(row, rows.columns, strict=True)] for row in rows.cells]
    heads = [_lines(column.head) for column in rows.columns]
    widths = [
        column.width or max(column.least, *(_width(row[place]) for row in [heads, *cells]))
        for place, column in enumerate(rows.columns)
    ]
    gap = Styled(" │ " if rows.is_framed else " " * rows.gap)
    made = [_row(row, rows.columns, widths, gap) for row in cells]
    across = sum(widths) + (len(widths) - 1) * len(gap.text)
    lines = [line for row in made for line in row]
    if any(column.head for column in rows.columns):
        rule = [[Styled("─" * across, "dim")]] if rows.is_ruled or rows.is_framed else []
        lines = [*_row(heads, rows.columns, widths, gap), *rule, *lines]
    if rows.is_framed:
        lines = _framed(lines, across)
    return [*lines, [Styled(rows.caption, "italic")]] if rows.caption else lines


def _cell(cell: Cell, column: Column) -> Drawn:
    lines = _flowing(cell.lines, PIECES) if isinstance(cell, Pieces) else _lines(cell)
    return [part for line in lines for part in _folded(line, column.width)] if column.width else lines


def _folded(line: list[Styled], width: int) -> Iterator[list[Styled]]:
    """A line in parts that are no longer than a width."""
    signs = [Styled(sign, piece.style) for piece in line for sign in piece.text]
    for first in range(0, max(1, len(signs)), width):
        yield signs[first : first + width]


def _row(cells: Sequence[Drawn], columns: Sequence[Column], widths: Sequence[int], gap: Styled) -> Drawn:
    """The lines of one row of a table."""
    made: Drawn = []
    for number in range(max(map(len, cells))):
        line: list[Styled] = []
        for place, (cell, column) in enumerate(zip(cells, columns, strict=True)):
            line += [gap] if place else []
            line += _padded(cell[number] if number < len(cell) else [], widths[place], column.align)
        made.append(line)
    return made


def _padded(line: list[Styled], width: int, align: str) -> list[Styled]:
    spare = max(0, width - _length(line))
    before = {"left": 0, "center": spare // 2, "right": spare}[align]
    return [Styled(" " * before), *line, Styled(" " * (spare - before))]


def _framed(lines: Drawn, across: int) -> Drawn:
    side, rule = Styled("│"), "─" * (across + 2)
    inner = [[side, Styled(" "), *_padded(line, across, "left"), Styled(" "), side] for line in lines]
    return [[Styled(f"┌{rule}┐")], *inner, [Styled(f"└{rule}┘")]]


def _beside(blocks: Sequence[Drawn]) -> Drawn:
    columns = [Column() for _ in blocks]
    return _row(blocks, columns, [_width(block) for block in blocks], Styled(GAP)) if blocks else []


def _length(line: Iterable[Styled]) -> int:
    return sum(len(piece.text) for piece in line)


def _width(lines: Drawn) -> int:
    return max(map(_length, lines), default=0)
