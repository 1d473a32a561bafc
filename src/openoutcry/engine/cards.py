"""An ordinary pack of cards as bits: clubs, diamonds, hearts, spades, thirteen bits each, the ace lowest."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import U
from openoutcry.engine.names import Names

RANKS = "A23456789TJQK"
SUITS = Names("suit", list("CDHS"))
SUIT = len(RANKS)
PACK = [rank + suit for suit in SUITS for rank in RANKS]
"""The names of the 52 cards, in the order of their bits."""


def in_every_suit(ranks: int) -> np.uint64:
    """The same ranks (13 bits, the ace lowest) in all four suits."""
    return U(sum(ranks << SUIT * suit for suit in range(len(SUITS))))


NUMBERS = in_every_suit(0b000_11_1111_1111)
FACES = in_every_suit(0b111_00_0000_0000)
ACES = in_every_suit(1)
KINGS = in_every_suit(1 << SUIT - 1)
