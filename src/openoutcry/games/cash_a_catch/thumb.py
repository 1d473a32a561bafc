"""Rules of thumb for Cash-a-Catch: ring when the lot is worth its price to you or to a rival, sell what spoils, let the
ice tub grow.

A stock is how many fish of each kind somebody has: a word with eight bits per kind, so that stocks can be added.
Octopus counts as the kind it lies with; octopus that lies alone has the bits after the last kind.
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, U, has, index, lowest
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask
from openoutcry.engine.record import Row
from openoutcry.games.cash_a_catch import actions as do
from openoutcry.games.cash_a_catch import phases
from openoutcry.games.cash_a_catch.rules import fish_on_garbage
from openoutcry.games.cash_a_catch.state import (
    CAN,
    CARDS_A_CAN,
    CRATES,
    KINDS_ON_A_STAND,
    LOT_PRICE,
    NO_KIND,
    OCTOPUS,
    OCTOPUS_FIRST,
    STAND,
    THIEF,
    VALUES,
    State,
    can_be_stolen,
    card_at,
    entitled,
    fish_in,
    kind_in,
    kind_of,
    price_of,
    value_of,
)
from openoutcry.games.cash_a_catch.tidy import TUB, tidy

RIPE = 8
"""The ice tub is sold with so many fish: it is safe there, and up to here the next fish are worth waiting for."""
MOST_LOSS = 1
"""So many euros we lose on a lot if it keeps a rival from a better one."""
HARM = 3
"""What others lose counts one part in so many: we have to be ahead of all of them, and only one is robbed."""
PATIENCE = 1000
"""How many visits a search leaves everybody to these rules further down its tree: a bell rung for a try spoils the lot
for all.
"""
NOWHERE = -1
HORIZON = 30
"""So many steps on, and when the lot is dealt with, a search asks what everybody has: later lots tell it nothing about
this one.
"""
THOUGHTS = 50, 2000
"""How many play-outs `medium` and `hard` have: with 200 a search plays as well here as with 2,000."""
WHIMS = 1000
"""One in so many actions of a play-out is a whim: a bell rung on a whim takes the lot from everybody, and waiting would
look bad.
"""
HOPES = np.array([0, 0, 3, 12, 28, 33, 32, 20, 5, 0, 0])
"""What so many fish in the ice tub are worth beside their price, as more will come, in tenths of a euro."""
GARBAGE, A_TURN_LATER = 9, 8
"""What a fish on the garbage can costs, a little less than in the end as there are cans, and what it costs to be the
auctioneer a turn later, in tenths of a euro. These and the hopes are what fits 5,000 games among these rules of thumb
best.
"""


@rule
def choose(view: State, seat: int, mask: Mask, thought: Chance) -> int:
    """The bell, selling and thieves as below; throwing away, laying out and cans as the table does it for anybody."""
    if view.phase == phases.BELL:
        return do.RING if wants_lot(view, seat) else do.HOLD
    if view.phase in (phases.SELLING, phases.SELLING_CATCH):
        return next_sale(view, seat)
    if view.phase == phases.STEALING:
        theft = best_theft(view, seat, stock_of(view, seat) + fish_among(view.catch))
        return do.PASS if theft == NOWHERE else do.STEAL + theft
    return tidy(view, seat)


@rule
def prospects(state: State, seat: int) -> int:
    """What a player has, in tenths of a euro: money, what the stand would bring and may grow to, less the garbage and
    the wait.
    """
    if state.to_act == NOTHING:
        return 10 * state.money[seat]
    turns = (seat + state.seats - state.auctioneer) % state.seats
    hope: int = np.int64(HOPES[min(fish_in(state, seat, TUB), 10)])  # type: ignore[assignment]
    owned = 10 * (state.money[seat] + worth(stock_of(state, seat))) + hope
    return owned - GARBAGE * fish_on_garbage(state, seat) - A_TURN_LATER * turns


@rule
def is_settled(state: State) -> bool:
    """Between two lots: none lies on the table or waits to be laid out, so that what everybody has can be told."""
    return state.phase == phases.SELLING


@rule
def wants_lot(view: State, seat: int) -> bool:
    """Ring if we and the keenest rival gain together: what nobody else wants yet can grow, what a rival wants will be
    gone.
    """
    gain = gain_from_lot(view, seat)
    return gain >= -MOST_LOSS and gain + gain_of_rivals(view, seat) >= 0


@rule
def gain_of_rivals(view: State, seat: int) -> int:
    """What the lot is worth to whoever else wants it most; to leave it is as bad as to pay for nothing, and no
    worse.
    """
    most = -LOT_PRICE
    rivals = entitled(view)
    for rival in range(view.seats):
        if rival != seat and has(rivals, rival):
            most = max(most, gain_from_lot(view, rival))
    return most


@rule
def gain_from_lot(view: State, seat: int) -> int:
    """How many euros better off a buyer is: by what the stand would bring, less the price, the garbage and a commission
    of one's own.
    """
    own = stock_of(view, seat)
    whole = own + fish_among(view.lot)
    kept = three_largest(whole)
    after = with_octopus(kept, view.lot)
    gain = worth(after) - worth(own) - (fish_of_all(whole) - fish_of_all(kept)) - LOT_PRICE
    if view.lot[THIEF] > 0:
        gain += view.lot[THIEF] * gain_from_thief(view, seat, after)
    if view.lot[CAN] > 0:
        gain += saved_by_cans(view, seat)
    return gain - view.lot_size if seat == view.auctioneer else gain


@rule
def stock_of(view: State, seat: int) -> np.uint64:
    """What lies on a stand."""
    stock = NOTHING
    for place in range(STAND):
        kind = kind_in(view, seat, place)
        stock += fish_of(OCTOPUS if kind == NO_KIND else kind, fish_in(view, seat, place))
    return stock


@rule
def fish_among(cards: Row[int]) -> np.uint64:
    """The fish among counted cards, octopus left out."""
    stock = NOTHING
    for card in range(OCTOPUS_FIRST):
        stock += fish_of(kind_of(card), cards[card] * value_of(card))
    return stock


@rule
def fish_of(kind: int, fish: int) -> np.uint64:
    """A stock of one kind."""
    return U(fish) << U(8 * kind)


@rule
def count_of(stock: np.uint64, kind: int) -> int:
    """How many fish of a kind are in a stock."""
    return np.int64((stock >> U(8 * kind)) & U(255))  # type: ignore[return-value]


@rule
def fish_of_all(stock: np.uint64) -> int:
    """How many fish of all kinds are in a stock."""
    fish = 0
    for kind in range(OCTOPUS):
        fish += count_of(stock, kind)
    return fish


@rule
def worth(stock: np.uint64) -> int:
    """What a stock brings if it is sold at once; hopes for more of a kind are seldom fulfilled."""
    euros = 0
    for kind in range(OCTOPUS + 1):
        euros += price_of(count_of(stock, kind))
    return euros


@rule
def three_largest(stock: np.uint64) -> np.uint64:
    """What is kept of more kinds than there are places: the smallest are thrown away."""
    kinds = 0
    for kind in range(OCTOPUS):
        kinds += count_of(stock, kind) > 0
    for _ in range(kinds - KINDS_ON_A_STAND):
        smallest = smallest_kind(stock)
        stock -= fish_of(smallest, count_of(stock, smallest))
    return stock


@rule
def smallest_kind(stock: np.uint64) -> int:
    """The kind with the fewest fish, of those there are."""
    smallest = NO_KIND
    for kind in range(OCTOPUS):
        if count_of(stock, kind) > 0 and (smallest == NO_KIND or count_of(stock, kind) < count_of(stock, smallest)):
            smallest = kind
    return smallest


@rule
def with_octopus(stock: np.uint64, cards: Row[int]) -> np.uint64:
    """A stock with the octopus among counted cards, each where it raises the price most, the largest first."""
    for value in range(VALUES, 0, -1):
        for _ in range(cards[OCTOPUS_FIRST + value - 1]):
            stock += fish_of(kind_for_octopus(stock, value), value)
    return stock


@rule
def kind_for_octopus(stock: np.uint64, value: int) -> int:
    """The kind whose price an octopus raises most; alone, if there is no kind."""
    best, most = OCTOPUS, -1
    for kind in range(OCTOPUS):
        fish = count_of(stock, kind)
        if fish > 0 and price_of(fish + value) - price_of(fish) > most:
            best, most = kind, price_of(fish + value) - price_of(fish)
    return best


@rule
def saved_by_cans(view: State, seat: int) -> int:
    """What the cans of the lot take off the garbage can, the dearest cards first."""
    takes, saved = CARDS_A_CAN * view.lot[CAN], 0
    for value in range(VALUES, 0, -1):
        for kind in range(OCTOPUS + 1):
            taken = min(takes, view.garbage[seat, kind * VALUES + value - 1])
            takes -= taken
            saved += taken * value
    return saved


@rule
def best_theft(view: State, seat: int, stock: np.uint64) -> int:
    """Whose place to steal from, numbered as the rules number them; nowhere if no card is worth having."""
    best, most = NOWHERE, 0
    places = can_be_stolen(view, seat)
    while places != NOTHING:
        theft = index(places)
        places ^= lowest(places)
        gain = gain_from_theft(view, seat, stock, theft)
        if gain > most:
            best, most = theft, gain
    return best


@rule
def gain_from_thief(view: State, seat: int, stock: np.uint64) -> int:
    """What the best theft is worth; nothing if there is none."""
    theft = best_theft(view, seat, stock)
    return 0 if theft == NOWHERE else gain_from_theft(view, seat, stock, theft)


@rule
def gain_from_theft(view: State, seat: int, stock: np.uint64, theft: int) -> int:
    """What the top card of a place adds to our stock, and a part of what its owner loses."""
    victim, place = theft // STAND, theft % STAND
    if victim == seat:
        return 0
    card = card_at(view, victim, place, view.heights[victim, place] - 1)
    fish, value = fish_in(view, victim, place), value_of(card)
    kind = kind_of(card) if card < OCTOPUS_FIRST else kind_for_octopus(stock, value)
    whole = stock + fish_of(kind, value)
    kept = three_largest(whole)
    gain = worth(kept) - worth(stock) - (fish_of_all(whole) - fish_of_all(kept))
    return gain + (price_of(fish) - price_of(fish - value)) // HARM


@rule
def next_sale(view: State, seat: int) -> int:
    """Crates first; when there is nothing more to sell, on with the game."""
    for place in range(STAND):
        if view.heights[seat, place] > 0 and is_ripe(view, seat, place):
            return do.SELL + place
    return do.OPEN if view.phase == phases.SELLING else do.DONE


@rule
def is_ripe(view: State, seat: int, place: int) -> bool:
    """A crate always, before it spoils, and for the room; the ice tub when it is large, and everything in the end
    phase.
    """
    return bool(place < CRATES or view.is_end_phase or fish_in(view, seat, place) >= RIPE)
