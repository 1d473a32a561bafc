"""What lies on the table of Dead-Cat Bounce: the pack, options, the state, the actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, Any

import numpy as np

from openoutcry.engine.actions import Actions, Range, Verb
from openoutcry.engine.bags import BAG
from openoutcry.engine.bits import U
from openoutcry.engine.cards import PACK, RANKS, SUIT, SUITS, in_every_suit
from openoutcry.engine.compiled import inlined
from openoutcry.engine.names import Names
from openoutcry.engine.options import choice, switch
from openoutcry.engine.record import (
    EachSeat,
    Grid,
    Number,
    Row,
    Small,
    T,
    Table,
    bag_of,
    one_of,
    set_of,
    small_set_of,
    stack_of,
    state_type,
)
from openoutcry.games.dead_cat_bounce import GAME

VERSION = 2

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


class State(Options, Table):
    """The market, everybody's hand, purse and melds, the offer that is being made, and what all may know.

    A meld is a set of cards; `doubles` are the suits of which a set has a second card. A run also has its spots: one
    bit a rank, 0 the ace below the 2 and 13 the ace above the king. A spot without a card is a joker's; `thieves` are
    the spots of thief jokers. Besides an offer there is the first one, as long as a counter-offer to it is open.
    """

    ending: Annotated[int, one_of(ENDINGS)]
    phase: Annotated[int, one_of(PHASES)]
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
    resume: Annotated[int, one_of(PHASES)]
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

SEATS = Range(0, MOST_SEATS - 1)
ORDINARY_CARDS = Names("card", PACK)
ACTIONS = Actions(
    Verb("buy", {"place": Range(1, FLOP)}, clause="§4.1"),
    Verb("look", clause="§4.2"),
    Verb("put", {"card": CARDS}, clause="§4.3"),
    Verb("sell", {"card": CARDS}, secret=["card"], clause="§4.4"),
    Verb("sell_shown", {"card": CARDS}, clause="§4.4"),
    Verb("single", {"card": ORDINARY_CARDS}, clause="§5.5"),
    Verb("begin", {"card": ORDINARY_CARDS}, clause="§5.6"),
    Verb("at", {"meld": LETTERS}, clause="§5.7"),
    Verb("extend", {"card": ORDINARY_CARDS}, clause="§5.8"),
    Verb("bridge", {"card": ORDINARY_CARDS}, clause="§12.7"),
    Verb("take", {"card": CARDS}, clause="§5.9"),
    Verb("split", {"rank": Names("rank", list(RANKS[1:] + "A"))}, clause="§5.10"),
    Verb("takeover", {"seat": SEATS, "meld": LETTERS}, clause="§6.1"),
    Verb("steal", {"seat": SEATS, "card": ORDINARY_CARDS}, clause="§12.8"),
    Verb("propose", {"seat": SEATS}, clause="§7.1"),
    Verb("give", {"card": CARDS}, clause="§7.2"),
    Verb("give_shown", {"card": CARDS}, clause="§7.2"),
    Verb("want", {"card": CARDS}, clause="§7.2"),
    Verb("want_any", clause="§7.2"),
    Verb("bid", {"tokens": Range(1, MOST_TOKENS_AT_ONCE)}, clause="§7.2"),
    Verb("ask", {"tokens": Range(1, MOST_TOKENS_AT_ONCE)}, clause="§7.2"),
    Verb("send", clause="§7.3"),
    Verb("cancel", clause="§7.3"),
    Verb("accept", clause="§7.4"),
    Verb("decline", clause="§7.4"),
    Verb("counter", clause="§7.4"),
    Verb("choose", {"card": CARDS}, clause="§7.5"),
    Verb("protect", {"meld": LETTERS}, clause="§8.1"),
    Verb("block", {"meld": LETTERS}, clause="§12.4"),
    Verb("discard", {"place": Range(1, FLOP)}, clause="§9.1"),
    Verb("leave", clause="§9.2"),
    Verb("next", clause="§2.2"),
    Verb("pay", clause="§10.2"),
)
BUY, LOOK, PUT, SELL, SELL_SHOWN, SINGLE, BEGIN, AT, EXTEND, BRIDGE, TAKE, SPLIT, TAKEOVER, STEAL = (
    ACTIONS.first(verb.name) for verb in ACTIONS.verbs[:14]
)
PROPOSE, GIVE, GIVE_SHOWN, WANT, WANT_ANY, BID, ASK, SEND, CANCEL, ACCEPT, DECLINE, COUNTER, CHOOSE = (
    ACTIONS.first(verb.name) for verb in ACTIONS.verbs[14:27]
)
PROTECT, BLOCK_MELD, DISCARD, LEAVE, NEXT, PAY = (ACTIONS.first(verb.name) for verb in ACTIONS.verbs[27:])

FIRST_OF_KIND = np.array([*(ACTIONS.first(verb.name) for verb in ACTIONS.verbs), len(ACTIONS)])


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
def price_of(card: int) -> int:
    """§1.3 What a card costs; a joker 2 (§12.1)."""
    return PRICE_OF_RANK[card % SUIT] if card < BLOCK else JOKER_PRICE


@inlined
def flop_card(state: State, place: int) -> int:
    """§1.6 The card in a place of the flop, 0 nearest the discard pile."""
    return state.flop[place] - 1


@inlined
def flop_size(state: State) -> int:
    """§1.6 How many cards are in the flop."""
    return int(state.flop[0] > 0) + int(state.flop[1] > 0) + int(state.flop[2] > 0)
