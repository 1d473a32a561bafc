"""Plain rows as the terminal shows them: wide, narrow, and in their styles."""

from __future__ import annotations

import io

from rich.console import Console

from openoutcry.cli.drawing import drawing, text
from openoutcry.engine.rows import Below, Beside, Block, Column, Either, Pieces, Rows, Styled, coloured, joined

ROWS = Rows(
    [Column("Fish", least=6), Column("Price", "right"), Column("Who")],
    [["eel", "€15", [Styled("Ada"), Styled("\nbuyer", "italic")]], ["octopus", "€3", ""]],
    is_ruled=True,
)


def drawn(block: Block, width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(drawing(block))
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_a_table_has_heads_a_rule_and_its_columns_aligned() -> None:
    assert drawn(ROWS, 40) == [
        "Fish     Price  Who",
        "─────────────────────",
        "eel        €15  Ada",
        "                buyer",
        "octopus     €3",
    ]


def test_where_there_is_no_room_each_row_is_a_block_and_each_cell_has_its_heading() -> None:
    assert drawn(ROWS, 16) == [
        "Fish",
        "eel",
        "    Price: €15",
        "    Who: Ada",
        "    (buyer)",
        "octopus",
        "    Price: €3",
    ]


def test_a_frame_is_not_taken_apart_and_has_its_caption() -> None:
    framed = Rows([Column("", "right"), Column("↑", width=5)], [["9", "Ada"], ["8", "Bartholo"]], is_framed=True)
    assert drawn(framed, 40) == [
        "╭───┬───────╮",
        "│   │ ↑     │",
        "├───┼───────┤",
        "│ 9 │ Ada   │",
        "│ 8 │ Barth │",
        "│   │ olo   │",
        "╰───┴───────╯",
    ]


def test_a_table_without_heads_has_only_its_rows() -> None:
    assert drawn(Rows([Column(), Column()], [["hand", "7♢"], ["", "8♢"]], gap=3), 40) == ["hand   7♢", "       8♢"]


def test_either_is_wide_where_no_word_is_lost_and_else_narrow() -> None:
    block = Either(Rows([Column("Market"), Column("Top")], [["Diamonds", "7"]]), Below(["Market:", "Diamonds 7"]))
    assert drawn(block, 13) == ["Market    Top", "Diamonds  7"]
    assert drawn(block, 12) == ["Market:", "Diamonds 7"]


def test_pieces_take_the_room_there_is_in_a_line_and_in_a_cell() -> None:
    melds = [f"{letter}: Q♠ Q♡" for letter in "ABC"]
    assert drawn(Pieces(melds), 40) == ["A: Q♠ Q♡   B: Q♠ Q♡   C: Q♠ Q♡"]
    assert drawn(Pieces(melds), 20) == ["A: Q♠ Q♡   B: Q♠ Q♡", "C: Q♠ Q♡"]
    table = Rows([Column(), Column("Melds")], [["Ada", Pieces(melds)], ["Bo", Pieces(["–"])]])
    assert drawn(table, 30) == ["     Melds", "Ada  A: Q♠ Q♡   B: Q♠ Q♡", "     C: Q♠ Q♡", "Bo   –"]
    narrow = drawn(Rows([Column("", wraps=False), Column("Melds")], [["Annabella", Pieces(melds)]]), 18)
    assert narrow == ["Annabella", "    Melds:", "    A: Q♠ Q♡", "    B: Q♠ Q♡", "    C: Q♠ Q♡"]


def test_blocks_stand_beside_one_another() -> None:
    assert drawn(Beside([Below(["one", "two"]), "three"]), 40) == ["one  three", "two"]


def test_a_line_keeps_its_styles_and_a_card_the_colour_of_its_suit() -> None:
    line = text(joined(", ", [Styled("Ada", "bold"), coloured("sells 10♢.")]))
    assert line.plain == "Ada, sells 10♢."
    assert [(line.plain[span.start : span.end], span.style) for span in line.spans if span.style] == [
        ("Ada", "bold"),
        ("10♢", "bright_blue"),
    ]


def test_what_looks_like_markup_is_text() -> None:
    assert drawn(Below(["[bold]Bo[/bold]", Rows([Column()], [["[red]"]])]), 40) == ["[bold]Bo[/bold]", "[red]"]
