"""The pack of Dead-Cat Bounce: the cards, their suits and their prices."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import U
from openoutcry.engine.cards import PACK, SUIT, in_every_suit
from openoutcry.engine.compiled import inlined
from openoutcry.engine.names import Names

JOKERS = ("block", "wild", "thief")
CARDS = Names("card", [*PACK, *JOKERS])
HOW_MANY_CARDS = len(CARDS)
BLOCK, WILD, THIEF = range(len(PACK), len(CARDS))
BLOCK_JOKER, WILD_JOKER, THIEF_JOKER = U(1 << BLOCK), U(1 << WILD), U(1 << THIEF)
EVERY_JOKER = BLOCK_JOKER | WILD_JOKER | THIEF_JOKER

CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
SUIT_CARDS = np.array([0x1FFF << SUIT * suit for suit in range(4)], np.uint64)
ORDINARY = U(0xF_FFFF_FFFF_FFFF)
"""The 52 cards that are no jokers."""
MAJORS = SUIT_CARDS[HEARTS] | SUIT_CARDS[SPADES]
SHORT_SUIT = 0b1_1110_0000_0001
"""§12.3 Ten, jack, queen, king and ace, as ranks."""
FLUSH = in_every_suit(SHORT_SUIT)

PRICE_OF_RANK = np.array([5, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4])
JOKER_PRICE = 2
WORTH = np.array(
    [sum(1 << card for card in range(52) if PRICE_OF_RANK[card % SUIT] >= price) for price in range(6)], np.uint64
)
"""§1.3 The cards that cost so much or more."""
SINGLES = in_every_suit(0b1_1100_0000_0011)
"""§5.3 The cards that may lie alone: those worth more than 1."""
TWOS = in_every_suit(0b10)


@inlined
def price_of(card: int) -> int:
    """§1.3 What a card costs; a joker 2 (§12.1)."""
    return PRICE_OF_RANK[card % SUIT] if card < BLOCK else JOKER_PRICE
