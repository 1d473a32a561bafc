"""Four-colour suits, so that no two are mistaken for one another."""

from __future__ import annotations

import re

from rich.text import Text

STYLES = {"♣": "green", "♢": "bright_blue", "♡": "red", "♠": "bold"}
CARD = re.compile(rf"\w*[{''.join(STYLES)}]")


def coloured(sentence: str) -> Text:
    """A sentence with its cards in the colours of their suits."""
    text = Text(sentence)
    for card in CARD.finditer(sentence):
        text.stylize(STYLES[card[0][-1]], card.start(), card.end())
    return text
