"""The steps of a turn in Dead-Cat Bounce, and what comes between them."""

from __future__ import annotations

from openoutcry.engine.names import Names

PHASES = Names(
    "phase",
    [
        "trading",
        "building",
        "composing",
        "answering",
        "choosing",
        "protecting",
        "discarding",
        "laying_down",
        "paying_tax",
    ],
)
TRADING, BUILDING, COMPOSING, ANSWERING, CHOOSING, PROTECTING, DISCARDING, LAYING_DOWN, PAYING_TAX = range(9)
