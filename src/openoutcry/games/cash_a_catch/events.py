"""What comes of an action in Cash-a-Catch: cards turned, sales and what they spoil, the commission, thefts, garbage,
the market's close, and whose auction it is.
"""

from __future__ import annotations

from openoutcry.engine.bits import NOTHING
from openoutcry.engine.compiled import rule
from openoutcry.engine.events import NUMBER, SEAT, Event, Events, ListOf
from openoutcry.engine.names import Names
from openoutcry.engine.telling import Told, add, add_item, open_list, tell
from openoutcry.games.cash_a_catch import actions as do
from openoutcry.games.cash_a_catch import phases
from openoutcry.games.cash_a_catch.rules import fish_on_garbage
from openoutcry.games.cash_a_catch.state import (
    CAN,
    CARDS,
    END,
    FISH,
    FISH_CARDS,
    HALF_PRICES,
    KINDS,
    NO_KIND,
    NOBODY,
    OCTOPUS,
    PRICES,
    RUNNING,
    STAND,
    THIEF,
    State,
    card_at,
    fish_in,
    kind_in,
)

SOLD_KINDS = Names(
    "kind", [name for one in ("", "one_") for name in (*(one + kind for kind in KINDS), one + "octopus")]
)
"""What a place is sold as: a kind of fish or octopus, and after these each of them for a single one."""
ONE_OF_A_KIND = len(KINDS) + 1

EVENTS = Events(
    Event("turn", {"player": SEAT}, clause="§2.1", heading=True),
    Event("end_phase", clause="§6.1"),
    Event("turned", {"cards": ListOf(CARDS, ", ")}, clause="§4.1"),
    Event("sold", {"player": SEAT, "money": NUMBER, "fish": NUMBER, "kind": SOLD_KINDS}, clause="§3.2", counted=True),
    Event("spoiled", {"player": SEAT, "card": FISH}, clause="§3.4", counted=True),
    Event("commission", {"player": SEAT, "money": NUMBER}, clause="§4.8", counted=True),
    Event("stolen", {"player": SEAT, "card": FISH}, clause="§5.2", counted=True),
    Event("no_theft", clause="§5.2", counted=True),
    Event("thrown", {"money": NUMBER}, clause="§5.4", counted=True),
    Event("no_garbage", clause="§5.8", counted=True),
    Event("lot_lost", clause="§6.2", counted=True),
    Event("closing", {"player": SEAT, "sales": NUMBER, "costs": NUMBER}, clause="§6.3"),
)
(
    TURN,
    END_PHASE,
    TURNED,
    SOLD,
    SPOILED,
    COMMISSION,
    STOLEN,
    NO_THEFT,
    THROWN,
    NO_GARBAGE,
    LOT_LOST,
    CLOSING,
) = EVENTS.numbers()


@rule
def events(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§2.2 What the auctioneer's, the bell's or the buyer's step has brought; then whose turn begins."""
    if before.to_act != NOTHING:
        if action in (NOBODY, do.OPEN, do.HOLD):
            tell_turning(before, after, told)
        else:
            tell_deed(before, after, seat, action, told)
            tell_idle_thieves(before, after, action, told)
            tell_idle_cans(before, after, told)
    if begins_turn(before, after):
        tell(told, TURN, after.auctioneer)


@rule
def begins_turn(before: State, after: State) -> bool:
    """§2.2 At the deal, and when the lot is dealt with, the next auctioneer may sell."""
    return after.phase == phases.SELLING and (before.to_act == NOTHING or before.phase != phases.SELLING)


@rule
def tell_turning(before: State, after: State, told: Told) -> None:
    """§4.1 The cards that were turned, the end phase first (§6.1); and the close, if that was the last of them
    (§6.2).
    """
    if after.is_end_phase > before.is_end_phase:
        tell(told, END_PHASE)
    turned = lot_cards_turned(before, after)
    if turned:
        tell_cards(before, after, told)
    if after.ending != RUNNING:
        if before.lot_size + turned:
            tell(told, LOT_LOST)
        for player in range(after.seats):
            tell_closing(before, after, player, told)


@rule
def lot_cards_turned(before: State, after: State) -> int:
    """§4.6 How many cards have come to the lot; the end phase and the market close belong to none."""
    turned = 0
    for card in range(END):
        turned += before.deck[card] - after.deck[card]
    return turned


@rule
def tell_cards(before: State, after: State, told: Told) -> None:
    """§4.1 One card; or all that were left, each as often as it came, when nobody could ring (§4.5)."""
    tell(told, TURNED)
    cards = open_list(told)
    for card in range(END):
        for _ in range(before.deck[card] - after.deck[card]):
            add_item(told, cards, card)


@rule
def tell_closing(before: State, after: State, player: int, told: Told) -> None:
    """§6.3 What half prices bring a player, §6.4 and what the garbage costs."""
    sales = 0
    for place in range(STAND):
        sales += HALF_PRICES[min(fish_in(before, player, place), 10)]
    tell(told, CLOSING, player, sales, fish_on_garbage(after, player))


@rule
def tell_deed(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§3 A sale, §4.7 a purchase, §5.2 a theft, §5.4 a kind thrown away; what is laid or cleared away speaks for
    itself.
    """
    if action < do.OPEN:
        tell_sale(before, seat, action - do.SELL, told)
        tell_spoiled(before, after, told)
    elif action == do.RING:
        if seat != before.auctioneer:
            tell(told, COMMISSION, before.auctioneer, before.lot_size)
    elif do.STEAL <= action < do.PASS:
        tell_theft(before, (action - do.STEAL) // STAND, (action - do.STEAL) % STAND, told)
    elif do.THROW <= action < do.LAY:
        tell(told, THROWN, fish_on_garbage(after, seat) - fish_on_garbage(before, seat))


@rule
def tell_sale(before: State, seat: int, place: int, told: Told) -> None:
    """§3.2 What a place has brought, by the number of its fish; nothing but octopus is of no kind (§3.3)."""
    fish, kind = fish_in(before, seat, place), kind_in(before, seat, place)
    if kind == NO_KIND:
        kind = OCTOPUS
    tell(told, SOLD, seat, PRICES[min(fish, 10)], fish)
    add(told, kind + ONE_OF_A_KIND if fish == 1 else kind)


@rule
def tell_spoiled(before: State, after: State, told: Told) -> None:
    """§3.4 What others have had to throw on their garbage cans."""
    for player in range(after.seats):
        for card in range(FISH_CARDS):
            if after.garbage[player, card] > before.garbage[player, card]:
                tell(told, SPOILED, player, card)


@rule
def tell_theft(before: State, victim: int, place: int, told: Told) -> None:
    """§5.2 The top card of a place is gone."""
    tell(told, STOLEN, victim, card_at(before, victim, place, before.heights[victim, place] - 1))


@rule
def tell_idle_thieves(before: State, after: State, action: int, told: Told) -> None:
    """§5.2 More thieves were discarded than the one that was sent out or home: there is nothing to steal."""
    sent = 1 if do.STEAL <= action < do.THROW else 0
    if before.lot[THIEF] + before.catch[THIEF] - after.catch[THIEF] > sent:
        tell(told, NO_THEFT)


@rule
def tell_idle_cans(before: State, after: State, told: Told) -> None:
    """§5.8 Canned fish was used, and nothing may be taken: the garbage can is empty."""
    if before.lot[CAN] + before.catch[CAN] > after.catch[CAN] and after.takes_left == 0:
        tell(told, NO_GARBAGE)
