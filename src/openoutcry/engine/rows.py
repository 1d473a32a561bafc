"""What a board in the terminal is made of, plain rows, and what it is made from.

A game's `terminal.py` has `board(seen)`, which gives a block; the command draws it and fits it into the window. A block
is a line, `Pieces`, `Rows`, or several blocks: `Below`, `Beside`, `Either`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

TO_ACT, WAITING = "▸ ", "  "
SUIT_STYLES = {"♣": "green", "♢": "bright_blue", "♡": "red", "♠": "bold"}
"""Four colours, so that no two suits are mistaken for one another."""
CARD = re.compile(rf"\w*[{''.join(SUIT_STYLES)}]")


@dataclass(frozen=True)
class Styled:
    """Text in a style: bold, dim, italic, underline, a colour as ANSI names them (red, bright_blue), or several."""

    text: str
    style: str = ""


Line: TypeAlias = "str | Styled | Sequence[Line]"
"""Text in a row. A cell may have more than one line in it, parted by a newline."""


@dataclass(frozen=True)
class Pieces:
    """Lines side by side, as many as there is room for, and the others below them; a block, or a cell of a table."""

    lines: Sequence[Line]


Cell: TypeAlias = "Line | Pieces"


@dataclass(frozen=True)
class Column:
    """A column: its heading, and how it is laid out."""

    head: Line = ""
    align: Literal["left", "center", "right"] = "left"
    least: int = 0
    """How wide it is at least."""
    width: int = 0
    """How wide it is in any case, if not 0: longer words go on in the next line."""
    wraps: bool = True
    """Whether it may become narrower than its lines."""


@dataclass(frozen=True)
class Rows:
    """A table. Where there is no room for it, its rows come one below another, each cell with its heading."""

    columns: Sequence[Column]
    cells: Sequence[Sequence[Cell]]
    gap: int = 2
    """Spaces between two columns."""
    is_ruled: bool = False
    """Whether there is a rule below the headings."""
    is_framed: bool = False
    """Whether it has a frame around it: then it is a picture, which is not taken apart."""
    caption: str = ""


@dataclass(frozen=True)
class Below:
    """Blocks one below another."""

    blocks: Sequence[Block]


@dataclass(frozen=True)
class Beside:
    """Blocks side by side."""

    blocks: Sequence[Block]


@dataclass(frozen=True)
class Either:
    """The wide form, unless it would lose a word for want of room: then the narrow one."""

    wide: Block
    narrow: Block


Block: TypeAlias = "Line | Pieces | Rows | Below | Beside | Either"


class BoardWords(Protocol):
    """What a board asks of a game's words (`table/words.py`)."""

    def name(self, kind: str, name: str) -> str:
        """A card or another thing, as people write it."""
        ...

    def field(self, name: str) -> str:
        """What a field of the state is called."""
        ...

    def thing(self, kind: str, it: str = "") -> str:
        """One of several things that are told together: 3 tokens."""
        ...

    def label(self, name: str, **parts: str) -> str:
        """Another word that a board needs."""
        ...


@dataclass(frozen=True)
class Seen:
    """What a board is made from: all that its reader may know of the table."""

    state: Mapping[str, Any]
    """The hidden record by the names of its fields, as JSON has it."""
    fact: Callable[..., int]
    """What follows from the rules, such as a price: a fact of the game by its name, of the same record."""
    seat: int | None
    """The reader's; nothing for those who only watch."""
    to_act: Sequence[int]
    points: Sequence[int]
    places: Sequence[int]
    players: Sequence[str]
    words: BoardWords

    def player(self, seat: int) -> Styled:
        """A player's name in a list: marked where they may act, bold where they are the reader."""
        mark = TO_ACT if seat in self.to_act else WAITING
        return Styled(mark + self.players[seat], "bold" if seat == self.seat else "")


def joined(between: str, lines: Iterable[Line]) -> Line:
    """Lines as one, with something between them."""
    first, *others = [*lines] or [""]
    return [first, *([between, line] for line in others)]


def marked(sentence: str, pattern: re.Pattern[str], styled: Callable[[re.Match[str]], Line]) -> Line:
    """A sentence in which all that a pattern finds is written in a style."""
    line, end = list[Line](), 0
    for found in pattern.finditer(sentence):
        line += [sentence[end : found.start()], styled(found)]
        end = found.end()
    return [*line, sentence[end:]]


def coloured(sentence: str) -> Line:
    """A sentence with its cards in the colours of their suits."""
    return marked(sentence, CARD, lambda card: Styled(card[0], SUIT_STYLES[card[0][-1]]))
