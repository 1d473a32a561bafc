"""What lies on the table of Cash-a-Catch: cards, options, the state, and what can be read off them."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from openoutcry.engine.bits import NOTHING, bit, size
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.names import Names
from openoutcry.engine.options import choice, number, switch
from openoutcry.engine.record import EachSeat, Grid, Number, Row, Seating, Small, T, one_of, stack_of, state_type
from openoutcry.games.cash_a_catch import GAME, phases

VERSION = 1

KINDS = Names("kind", ["eel", "shark", "flounder", "crawfish", "tuna", "lobster"])
OCTOPUS, NO_KIND = 6, -1
"""An octopus card is of no kind of fish; a place that holds nothing but octopus, or nothing, has none."""
VALUES = 3

FISH = Names("card", [f"{letter}{value}" for letter in "ESFCTLO" for value in (1, 2, 3)])
FISH_CARDS = len(FISH)
"""Fish and octopus: the cards that can lie on a stand."""
CARDS = Names("card", [*FISH, "THIEF", "CAN", "END", "CLOSE"])
THIEF, CAN, END, CLOSE = range(FISH_CARDS, FISH_CARDS + 4)
OCTOPUS_FIRST = OCTOPUS * VALUES
"""The cards of a kind lie together by value; the octopus cards come after the fish."""

PLACES_OF_STAND = Names("place", ["crate1", "crate2", "tub"])
STAND = len(PLACES_OF_STAND)
CRATES = 2
DEEPEST = 30
"""§7.1 to §7.6 No more cards than this are of one kind or octopus, so none lies deeper."""

PRICES = np.array([0, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30])
HALF_PRICES = np.array([0, 1, 1, 2, 3, 4, 5, 8, 10, 13, 15])
"""§3.2, §6.3 What so many fish of a place bring; more than ten bring what ten do."""

MOST_FISH = len(PRICES) - 1

CAPITAL = 30
LOT_PRICE = 10
UNDER_END_PHASE, UNDER_CLOSE = 15, 5
"""§1.4 How many other cards lie under the end phase, and how many the market close is shuffled into."""
CARDS_A_CAN = 2
KINDS_ON_A_STAND = 3
NOBODY = -1

ENDINGS = Names("ending", ["running", "market_close"])
RUNNING, MARKET_CLOSE = range(2)

HIGHEST, TOP = range(2)

PerSeat = Annotated[Row[T], EachSeat(GAME.seats[-1])]
PerCard = Annotated[Row[T], CARDS]
GarbageCans = Annotated[Grid[T], EachSeat(GAME.seats[-1]), FISH]
Heights = Annotated[Grid[T], EachSeat(GAME.seats[-1]), STAND]
Stands = Annotated[Grid[T], EachSeat(GAME.seats[-1]), STAND, DEEPEST]


class Options:
    """§7: how many there are of each card, and two rules that can be changed."""

    ones: Small = number(5, 1, 6, clause="§7.1")
    twos: Small = number(5, 1, 6, clause="§7.2")
    threes: Small = number(5, 1, 6, clause="§7.3")
    octopus_ones: Small = number(2, 0, 4, clause="§7.4")
    octopus_twos: Small = number(2, 0, 4, clause="§7.5")
    octopus_threes: Small = number(2, 0, 4, clause="§7.6")
    thieves: Small = number(3, 0, 8, clause="§7.7")
    cans: Small = number(3, 0, 8, clause="§7.8")
    spoils: Small = choice("highest", "top", clause="§7.9")
    thief_own: Small = switch(clause="§7.10")


class State(Options, Seating):
    """The deck, the lot, everybody's stand, garbage can and money, and where in the turn we are."""

    ending: Annotated[int, one_of(ENDINGS)]
    phase: Annotated[int, one_of(phases.PHASES)]
    auctioneer: Small
    buyer: Small
    is_end_phase: Small
    takes_left: Small
    lot_size: Number
    catch_size: Number
    deck_size: Number
    money: PerSeat[Number]
    turned: Annotated[Row[Annotated[int, stack_of(CARDS)]], 1]
    deck: PerCard[Small]
    lot: PerCard[Small]
    catch: PerCard[Small]
    discards: PerCard[Small]
    garbage: GarbageCans[Small]
    heights: Heights[Small]
    stands: Stands[Annotated[int, stack_of(CARDS)]]


STATE = state_type(GAME.name, State)

PLACES = ("deck", "lot", "catch", "discards", "garbage", "stands")
"""Where cards can be: each is always in exactly one of these."""


@inlined
def value_of(card: int) -> int:
    """§1.1, §1.2 How many fish or octopuses a card shows."""
    return card % VALUES + 1


@inlined
def kind_of(card: int) -> int:
    """§1.1 The kind of a fish card; octopus is none of the kinds."""
    return card // VALUES


@inlined
def cards_of_kind(cards: Row[int], first: int) -> int:
    """§1.1 How many of these cards are of the kind, or octopus, whose card of value 1 is given."""
    return cards[first] + cards[first + 1] + cards[first + 2]


@inlined
def card_at(state: State, seat: int, place: int, height: int) -> int:
    """§1.6 The card that lies so high in a place, 0 the lowest."""
    return state.stands[seat, place, height] - 1


@inlined
def kind_in(state: State, seat: int, place: int) -> int:
    """§3.3 The kind of a place is that of the fish that lie in it now; one with nothing but octopus has none."""
    for height in range(state.heights[seat, place]):
        card = card_at(state, seat, place, height)
        if card < OCTOPUS_FIRST:
            return kind_of(card)
    return NO_KIND


@rule
def place_of_kind(state: State, seat: int, kind: int) -> int:
    """§5.5 The one place where a kind lies, or -1."""
    for place in range(STAND):
        if kind_in(state, seat, place) == kind:
            return place
    return -1


@rule
def kinds_on_stand(state: State, seat: int) -> np.uint64:
    """§5.3 The kinds of fish that lie on a stand."""
    kinds = NOTHING
    for place in range(STAND):
        kind = kind_in(state, seat, place)
        if kind != NO_KIND:
            kinds |= bit(kind)
    return kinds


@rule
def kinds_to_keep(state: State) -> np.uint64:
    """§5.3 The kinds on the buyer's stand and in the catch together; octopus is no kind."""
    kinds = kinds_on_stand(state, state.buyer)
    for kind in range(OCTOPUS):
        if cards_of_kind(state.catch, kind * VALUES) > 0:
            kinds |= bit(kind)
    return kinds


@rule
def must_throw(state: State) -> bool:
    """§5.3 Whether there are more kinds than a stand has places."""
    return size(kinds_to_keep(state)) > KINDS_ON_A_STAND


@inlined
def filled_places(state: State, seat: int) -> np.uint64:
    """§3.1 The places of a stand that are not empty."""
    places = NOTHING
    for place in range(STAND):
        if state.heights[seat, place] > 0:
            places |= bit(place)
    return places


@rule
def fish_in(state: State, seat: int, place: int) -> int:
    """§3.2 How many fish there are in a place, octopus included."""
    fish = 0
    for height in range(state.heights[seat, place]):
        fish += value_of(card_at(state, seat, place, height))
    return fish


@rule
def price_of(fish: int) -> int:
    """§3.2 What so many fish of a kind bring."""
    return int(PRICES[min(fish, MOST_FISH)])


@rule
def price_in(state: State, seat: int, place: int) -> int:
    """§3.2 What the fish of a place bring."""
    return price_of(fish_in(state, seat, place))


@rule
def half_price_in(state: State, seat: int, place: int) -> int:
    """§6.3 What the fish of a place bring at the market's close."""
    return int(HALF_PRICES[min(fish_in(state, seat, place), MOST_FISH)])


@rule
def can_be_stolen(state: State, thief: int) -> np.uint64:
    """§5.2 The places with a card, three bits per seat, of everyone but the thief; the thief's own too under §7.10."""
    places = NOTHING
    for seat in range(state.seats):
        if seat != thief or state.thief_own:
            places |= filled_places(state, seat) << np.uint64(seat * STAND)
    return places


@inlined
def is_race(state: State) -> bool:
    """§4.2 Whether the bell is open."""
    return state.phase == phases.BELL and state.ending == RUNNING


@inlined
def entitled(state: State) -> np.uint64:
    """§4.3 Everyone with the price of a lot, the auctioneer not included; with three players the auctioneer too
    (§4.4).
    """
    seats = NOTHING
    for seat in range(state.seats):
        if state.money[seat] >= LOT_PRICE and (seat != state.auctioneer or state.seats == 3):
            seats |= bit(seat)
    return seats


@rule
def places_for(state: State, seat: int, card: int) -> np.uint64:
    """§5.5 Where a card may be laid: fish with their kind or, without one, where no fish lies; octopus anywhere
    (§5.6).
    """
    if card >= OCTOPUS_FIRST:
        return bit(STAND) - bit(0)
    free = NOTHING
    for place in range(STAND):
        kind = kind_in(state, seat, place)
        if kind == kind_of(card):
            return bit(place)
        if kind == NO_KIND:
            free |= bit(place)
    return free


@rule
def on_garbage(state: State, seat: int) -> np.uint64:
    """§5.8 The cards that lie on a garbage can, as a set."""
    cards = NOTHING
    for card in range(FISH_CARDS):
        if state.garbage[seat, card] > 0:
            cards |= bit(card)
    return cards
