"""Lines of text as a picture, an array of red, green and blue, with letters of our own: nothing else is needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from openoutcry.engine.rows import Styled
from openoutcry.envs.font import DOTS, HIGH, UNKNOWN, WIDE
from openoutcry.envs.text import Drawn

SCALE, MARGIN = 2, 12
"""Pixels per dot, and around it all."""
PAPER, INK = (24, 26, 33), (226, 228, 235)
COLOURS = {
    "dim": (122, 126, 140),
    "red": (255, 107, 107),
    "green": (110, 210, 120),
    "yellow": (240, 200, 90),
    "blue": (110, 160, 255),
    "magenta": (220, 130, 230),
    "cyan": (90, 205, 215),
    "white": (255, 255, 255),
    "bold": (255, 255, 255),
}
"""What a style is drawn in, by its words; a colour counts more than that it is bold."""


def picture(lines: Drawn) -> Any:
    """The picture of some lines."""
    columns = max((sum(len(piece.text) for piece in line) for line in lines), default=0)
    high, wide = (len(lines) * HIGH * SCALE + 2 * MARGIN, columns * WIDE * SCALE + 2 * MARGIN)
    pixels = np.empty((high, wide, 3), np.uint8)
    pixels[:] = PAPER
    for row, line in enumerate(lines):
        column = 0
        for piece in line:
            _write(pixels, MARGIN + row * HIGH * SCALE, MARGIN + column * WIDE * SCALE, piece)
            column += len(piece.text)
    return pixels


def _write(pixels: Any, top: int, left: int, piece: Styled) -> None:
    """Write one piece from a corner on."""
    if not piece.text:
        return
    dots = np.concatenate([DOTS.get(sign, DOTS[UNKNOWN]) for sign in piece.text], axis=1)
    if "underline" in piece.style:
        dots = dots.copy()
        dots[HIGH - 1] = True
    dots = dots.repeat(SCALE, axis=0).repeat(SCALE, axis=1)
    pixels[top : top + dots.shape[0], left : left + dots.shape[1]][dots] = _colour(piece.style)


def _colour(style: str) -> tuple[int, int, int]:
    words = [word.removeprefix("bright_") for word in style.split()]
    named = [COLOURS[word] for word in words if word in COLOURS and word != "bold"]
    return named[0] if named else COLOURS["bold"] if "bold" in words else INK
