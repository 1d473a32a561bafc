"""What lies on the table of Cash or Crash: cards, bids, options, the state, and what can be read off them."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from openoutcry.engine.bits import NOTHING, U, bit, first_bits, index
from openoutcry.engine.compiled import rule
from openoutcry.engine.names import Names
from openoutcry.engine.options import choice, number, switch
from openoutcry.engine.record import (
    INNER,
    EachSeat,
    Kind,
    Number,
    Row,
    Seating,
    Seats,
    Small,
    T,
    one_of,
    set_of,
    state_type,
)
from openoutcry.games.cash_or_crash import GAME, phases
from openoutcry.games.cash_or_crash.knowledge import OWN, WORDS

VERSION = 2

GOODS = Names("commodity", ["Gold", "Oil", "Wheat"])
EVERY_GOOD = U(0b111)
KINDS = 7
"""How many sets of commodities a bid can name; set number n (from 1) has the bits of n."""

CARDS = Names(
    "card", ["GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "GGG", "OOO", "WWW", "GOW", "G", "GG", "O", "OO", "W", "WW"]
)
TRIPLES_FIRST, SPREAD_FIRST = 0, 6
"""Each set of ten cards lies together: the first ten names, or the last ten."""

ICONS = np.array(
    [[sum(1 << c for c, card in enumerate(CARDS) if card.count(good[0]) > n) for n in range(3)] for good in GOODS],
    np.uint64,
)
"""For each commodity the cards that show it, those that show two of it, and those that show three."""

ORDERS = (
    ("GGG", "OOO", "WWW", "GOW", "GGO", "OOW", "WWG", "GGW", "OOG", "WWO"),
    ("G", "O", "W", "GOW", "GG", "OO", "WW", "GGG", "OOO", "WWW"),
)
"""§9.5 In which order cards are left out of either set: the last first."""
FEWEST = 3
PACKS = np.array(
    [[sum(1 << CARDS.number(card) for card in order[:n]) for n in range(OWN + 1)] for order in ORDERS], np.uint64
)
"""§9.5 The cards of either set when so many are left."""
SEEN_AT_MOST = np.array(
    [
        [
            [
                max(sum(sorted((card.count(good[0]) for card in order[:n]), reverse=True)[:cards]) for good in GOODS)
                for cards in range(OWN + 1)
            ]
            for n in range(OWN + 1)
        ]
        for order in ORDERS
    ]
)
"""§5.7 How much of one commodity so many cards can show, for either set (§9.3) and when so many are left (§9.5)."""

SINGLES = U(0b0001011)
"""The sets of one commodity, as bits of their numbers less one."""
SUPERSETS = np.array(
    [sum(1 << (more - 1) for more in range(1, KINDS + 1) if more & less == less) for less in range(KINDS + 1)],
    np.uint64,
)
"""For each set of commodities those that contain it."""
NINE_TIMES = U(sum(1 << KINDS * row for row in range(9)))

ENDINGS = Names("ending", ["running", "one_left", "round_limit"])
RUNNING, ONE_LEFT, ROUND_LIMIT = range(3)

CLASSIC, ENDURANCE, BLITZ = range(3)
NOBODY = -1

Cards = Annotated[np.uint64, set_of(CARDS)]
Goods = Annotated[np.uint64, set_of(GOODS)]
PerSeat = Annotated[Row[T], EachSeat(GAME.seats[-1])]
PerGood = Annotated[Row[T], len(GOODS)]
Sets = Annotated[Row[T], GAME.seats[-1] * WORDS]


class Options:
    """§9: the variants, and what can be had with each."""

    variant: Small = choice("classic", "endurance", "blitz", clause="§8.1")
    doubling: Small = switch(clause="§9.1")
    cards: Small = choice("triples", "spread", clause="§9.3")
    round_limit: Number = number(200, 1, 200, clause="§9.4")
    set_size: Small = number(OWN, FEWEST, OWN, clause="§9.5")


class State(Options, Seating):
    """Everybody's cards, the bid and what each has bid, where in the round we are, what was turned up last, and what
    all may know.
    """

    ending: Annotated[int, one_of(ENDINGS)]
    phase: Annotated[int, one_of(phases.PHASES)]
    round_number: Number
    opener: Small
    turn: Small
    bidder: Small
    amount: Small
    goods: Goods
    said_amounts: PerSeat[Small]
    said_goods: PerSeat[Goods]
    limit: Small
    challenger: Small
    is_out_of_turn: Small
    is_doubled: Small
    to_pay: Small
    to_take: Small
    gone: Small
    went_out: PerSeat[Small]
    hand_sizes: PerSeat[Small]
    stake_sizes: PerSeat[Small]
    discard_sizes: PerSeat[Small]
    hands: PerSeat[Cards]
    staked: PerSeat[Cards]
    discards: PerSeat[Cards]
    put_away: PerSeat[Cards]
    swapping: Seats
    swapped: Seats
    not_asked: Seats
    turned_up: PerSeat[Cards]
    counts: PerGood[Small]
    last_amount: Small
    last_goods: Goods
    last_bidder: Small
    last_challenger: Small
    last_loser: Small
    kept_for_sure: PerSeat[Cards]
    lost_for_sure: PerSeat[Cards]
    possible: Sets[Annotated[np.uint64, Kind("u8", INNER)]]


STATE = state_type(GAME.name, State)

OWN_PLACES = ("hands", "staked", "discards")
"""Where a player's cards can be: each is always in exactly one of these."""


@rule
def first_card(state: State) -> int:
    """§9.3 The number of the first card of the set that is played with."""
    return SPREAD_FIRST if state.cards else TRIPLES_FIRST


@rule
def pack(state: State) -> np.uint64:
    """§1.1, §9.3 The ten cards of a player, or as many as are not left out (§9.5)."""
    return U(PACKS[state.cards, state.set_size])


@rule
def pack_numbers(state: State) -> np.uint64:
    """§9.5 The cards of a player by their numbers among the ten of the set, as what all may know counts them."""
    return of_the_ten(state, pack(state))


@rule
def of_the_ten(state: State, cards: np.uint64) -> np.uint64:
    """§9.3 Some cards as a set of the ten that are played with, the first being number 0."""
    return cards >> U(first_card(state))


@rule
def kept(state: State, seat: int) -> int:
    """§1.2 How many cards a player keeps."""
    return state.hand_sizes[seat] + state.stake_sizes[seat]


@rule
def is_in(state: State, seat: int) -> bool:
    """§7.1 Whether a player is not out."""
    return state.went_out[seat] == 0


@rule
def players_in(state: State) -> np.uint64:
    """§7.1 Everyone who is not out."""
    seats = NOTHING
    for seat in range(state.seats):
        if is_in(state, seat):
            seats |= bit(seat)
    return seats


@rule
def next_in(state: State, seat: int) -> int:
    """§2.3 The next player to the left who is not out."""
    left = players_in(state)
    after = left & ~first_bits(seat + 1)
    return index(after if after != NOTHING else left)


@rule
def red_zone(state: State) -> int:
    """§3.1 Four cards or fewer; in Endurance three (§8.3), in Blitz any number (§8.7)."""
    if state.variant == BLITZ:
        return OWN
    return 3 if state.variant == ENDURANCE else 4


@rule
def may_swap(state: State, seat: int) -> bool:
    """§3.1 Whether a player is in the red zone and has discards to swap with."""
    return is_in(state, seat) and kept(state, seat) <= red_zone(state) and state.discard_sizes[seat] > 0


@rule
def first_stake(state: State) -> int:
    """§4.1 Two cards; in Endurance one (§8.2), in Blitz two (§8.6)."""
    return 1 if state.variant == ENDURANCE else 2


@rule
def most_staked(state: State) -> int:
    """§5.6 Four cards; in Endurance three (§8.2), in Blitz all (§8.6)."""
    if state.variant == BLITZ:
        return OWN
    return 3 if state.variant == ENDURANCE else 4


@rule
def can_raise(state: State) -> bool:
    """§5.4 Whether a greater amount or another commodity is left, within the limit (§5.7)."""
    return state.amount < state.limit or state.goods != EVERY_GOOD


@rule
def can_add(state: State, seat: int) -> bool:
    """§5.5 A card in hand, room for it (§5.6), and a greater amount left (§5.7)."""
    return state.hand_sizes[seat] > 0 and state.stake_sizes[seat] < most_staked(state) and state.amount < state.limit


@rule
def can_withdraw(state: State, seat: int) -> bool:
    """§9.2 Out of turn always; in turn only who can raise or add."""
    return bool(state.is_out_of_turn) or can_raise(state) or can_add(state, seat)
