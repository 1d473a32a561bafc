"""Every board can be read as text and as a picture, and shows what whoever is asked may know."""

from __future__ import annotations

import numpy as np
import pytest

from openoutcry.engine.game import Game
from openoutcry.engine.rows import Below, Beside, Column, Either, Pieces, Rows, Styled
from openoutcry.envs.batch import Batch
from openoutcry.envs.font import DOTS, HIGH, WIDE
from openoutcry.envs.picture import COLOURS, INK, MARGIN, PAPER, SCALE, picture
from openoutcry.envs.rendering import rendered, table_of
from openoutcry.envs.text import drawn, plain
from openoutcry.games import registered

STEPS = 120


@pytest.fixture(params=sorted(registered()))
def game(request: pytest.FixtureRequest) -> Game:
    return registered()[request.param]


def test_every_sign_of_every_board_has_a_letter(game: Game) -> None:
    for seats in game.seats:
        names = [f"seat_{seat}" for seat in range(seats)]
        batch = Batch(game, seats, size=1, seed=seats)
        for _ in range(STEPS):
            lines = table_of(batch, names, 0)
            assert not {sign for sign in plain(lines) if sign != "\n"} - set(DOTS)
            assert {
                word.removeprefix("bright_") for line in lines for piece in line for word in piece.style.split()
            } <= {
                *COLOURS,
                "underline",
                "italic",
            }
            batch.apply(batch.sample())


def test_a_text_and_a_picture_say_who_is_asked_and_show_no_hand_but_theirs() -> None:
    batch, names = Batch("crypto_cards", 3, size=1, seed=1), ["Ann", "Bo", "Cy"]
    text = rendered(batch, "ansi", names)
    assert text.startswith(f"Crypto Cards: {names[int(batch.asked[0])]} is asked\n")
    assert text.count("hand") == 1
    pixels = rendered(batch, "rgb_array", names)
    lines = text.split("\n")
    assert pixels.shape[0] == 2 * MARGIN + len(lines) * HIGH * SCALE
    assert pixels.shape[1] >= 2 * MARGIN + max(map(len, lines)) * WIDE * SCALE
    assert {PAPER, INK, COLOURS["red"]} <= {
        tuple(colour) for colour in np.unique(pixels.reshape(-1, 3), axis=0).tolist()
    }


def test_a_letter_stands_in_its_place() -> None:
    pixels = picture([[Styled(" "), Styled("I", "red")]])
    inked = (pixels == COLOURS["red"]).all(axis=2)
    assert inked[MARGIN:-MARGIN, MARGIN : MARGIN + WIDE * SCALE].sum() == 0
    letter = inked[MARGIN:-MARGIN:SCALE, MARGIN + WIDE * SCALE : -MARGIN : SCALE]
    assert (letter == DOTS["I"]).all()


def test_blocks_are_laid_out() -> None:
    rows = Rows([Column("Name", least=6), Column("Sum", "right")], [["Ann", "5"], ["Bo\nand Cy", "12"]], is_ruled=True)
    assert plain(drawn(rows)) == "Name    Sum\n───────────\nAnn       5\nBo       12\nand Cy"
    framed = Rows([Column(width=3)], [["abcde"]], is_framed=True, caption="what")
    assert plain(drawn(framed)) == "┌─────┐\n│ abc │\n│ de  │\n└─────┘\nwhat"
    assert plain(drawn(Beside([Below(["a", "bb"]), "c"]))) == "a   c\nbb"
    assert plain(drawn(Either("x" * 101, "narrow"))) == "narrow"
    assert plain(drawn(Pieces(["x" * 60, "y" * 30, "z" * 30]))) == "x" * 60 + "  " + "y" * 30 + "\n" + "z" * 30
