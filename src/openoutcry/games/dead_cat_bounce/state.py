"""What lies on the table of Dead-Cat Bounce: options and the state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, Any

import numpy as np

from openoutcry.engine.bags import BAG
from openoutcry.engine.bits import U
from openoutcry.engine.cards import RANKS, SUITS
from openoutcry.engine.compiled import inlined
from openoutcry.engine.names import Names
from openoutcry.engine.options import choice, switch
from openoutcry.engine.record import (
    EachSeat,
    Grid,
    Number,
    Row,
    Seating,
    Small,
    T,
    bag_of,
    one_of,
    set_of,
    small_set_of,
    stack_of,
    state_type,
)
from openoutcry.games.dead_cat_bounce import GAME, phases
from openoutcry.games.dead_cat_bounce.pack import CARDS, JOKERS

VERSION = 2

CAPITAL = 7
PRICE_OF_A_LOOK = PAID_BY_THE_BANK = 1
"""§4.2, §4.4 What it costs to see a card of the stack, and what the bank pays for a card."""
CARDS_DEALT = 2
FLOP = 3
MOST_TAKEN_UP = 30
MOST_OFFERS = 3
MOST_TOKENS_AT_ONCE = 20
NOBODY = -1

LETTERS = Names("meld", list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
MELDS = len(LETTERS)
EVERY_LETTER = U((1 << MELDS) - 1)

SPOTS = Names("spot", ["low_ace", *RANKS[1:], "A"])
"""§5.1 Where a card can stand in a run, from the ace below the 2 to the ace above the king."""

ENDINGS = Names("ending", ["running", "royal_flush", "last_turns"])
RUNNING, ROYAL_FLUSH, LAST_TURNS = range(3)

NO_JOKERS, ONLY_BLOCK, ONLY_WILD, ONLY_THIEF, ALL_JOKERS = range(5)

MOST_SEATS = GAME.seats[-1]
Letters = Annotated[np.uint64, set_of(LETTERS)]
Bag = Annotated[Row[Annotated[np.uint64, bag_of(CARDS)]], BAG]
PerSeat = Annotated[Row[T], EachSeat(MOST_SEATS)]
PerMeld = Annotated[Grid[T], EachSeat(MOST_SEATS), MELDS]
Doubles = Annotated[np.uint64, small_set_of(SUITS)]
Spots = Annotated[np.uint64, small_set_of(SPOTS)]


class Options:
    """§12: jokers, other packs, other runs."""

    jokers: Small = choice("off", *JOKERS, "all", clause="§12.1")
    double_suits: Small = switch(clause="§12.2")
    short_suits: Small = switch(clause="§12.3")
    mixed_runs: Small = switch(clause="§12.5")
    may_hide: Small = switch(clause="§12.6")


class State(Options, Seating):
    """The market, everybody's hand, purse and melds, the offer that is being made, and what all may know.

    A meld is a set of cards; `doubles` are the suits of which a set has a second card. A run also has its spots: one
    bit a rank, 0 the ace below the 2 and 13 the ace above the king. A spot without a card is a joker's; `thieves` are
    the spots of thief jokers. Besides an offer there is the first one, as long as a counter-offer to it is open.
    """

    ending: Annotated[int, one_of(ENDINGS)]
    phase: Annotated[int, one_of(phases.PHASES)]
    turn: Small
    is_first_turn: Small
    last_turns: Small
    purses: PerSeat[Number]
    hand_sizes: PerSeat[Small]
    hands: PerSeat[Bag]
    known: PerSeat[Bag]
    stack_size: Small
    stack: Bag
    flop: Annotated[Row[Annotated[int, stack_of(CARDS)]], FLOP]
    face_up: Bag
    sold_sizes: PerSeat[Small]
    sold: PerSeat[Bag]
    stack_seen: Bag
    remembered: PerSeat[Bag]
    letters: PerSeat[Letters]
    melds: PerMeld[Annotated[np.uint64, set_of(CARDS)]]
    doubles: PerMeld[Doubles]
    spots: PerMeld[Spots]
    thieves: PerMeld[Spots]
    protection: PerMeld[Number]
    blocked: PerSeat[Letters]
    acquired: Bag
    taken_up: Small
    focus: Small
    is_begun: Small
    resume: Annotated[int, one_of(phases.PHASES)]
    offers: PerSeat[Small]
    offer_by: Small
    offer_to: Small
    is_counter: Small
    give: Bag
    give_shown: Bag
    want: Bag
    want_any: Small
    tokens: Number
    chosen: Bag
    first_give: Bag
    first_give_shown: Bag
    first_want: Bag
    first_want_any: Small
    first_tokens: Number


STATE = state_type(GAME.name, State)

PLACES = ("stack", "flop", "face_up", "hands", "sold", "melds")
"""Where cards can be, but for second ones of a pair and jokers in a meld, which `pieces` finds too."""


def pieces(shown: Mapping[str, Any]) -> Iterator[str]:
    """Every card there is, wherever it is, from a state as JSON has it: equal cards, and jokers that stand in runs or
    lie on them, too.
    """
    for name in ("stack", "flop", "face_up"):
        yield from shown[name]
    for name in ("hands", "sold", "melds"):
        for cards in shown[name]:
            yield from chain.from_iterable(cards) if name == "melds" else cards
    for seat in range(shown["seats"]):
        yield from ["block"] * len(shown["blocked"][seat])
        for cards, doubles, spots, thieves in zip(
            *(shown[name][seat] for name in ("melds", "doubles", "spots", "thieves")), strict=True
        ):
            yield from [card for card in cards if card[1] in doubles]
            yield from ["thief"] * len(thieves) + ["wild"] * (len(spots) - len(cards) - len(thieves) if spots else 0)


@inlined
def flop_card(state: State, place: int) -> int:
    """§1.6 The card in a place of the flop, 0 nearest the discard pile."""
    return state.flop[place] - 1


@inlined
def flop_size(state: State) -> int:
    """§1.6 How many cards are in the flop."""
    return int(state.flop[0] > 0) + int(state.flop[1] > 0) + int(state.flop[2] > 0)
