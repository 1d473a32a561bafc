"""What page and terminal ask of Dead-Cat Bounce."""

from __future__ import annotations

from openoutcry.engine.actions import Range
from openoutcry.engine.bits import NOTHING, U, has, index, lowest, nth, size
from openoutcry.engine.cards import SUIT, SUITS
from openoutcry.engine.compiled import rule
from openoutcry.engine.facts import Fact, listed
from openoutcry.games.dead_cat_bounce import phases
from openoutcry.games.dead_cat_bounce.actions import SEATS
from openoutcry.games.dead_cat_bounce.legality import is_for_sale, takeover_price
from openoutcry.games.dead_cat_bounce.melds import cards_of, dividend, is_run, letter_of, royal_flush, stolen_from
from openoutcry.games.dead_cat_bounce.money import (
    bonuses,
    dividends,
    income,
    leads_by_number,
    leads_by_rank,
    leads_by_run,
    points_in_hand,
    points_in_purse,
    points_of_flush,
    points_on_table,
)
from openoutcry.games.dead_cat_bounce.offers import named_in_hand
from openoutcry.games.dead_cat_bounce.pack import CARDS, THIEF, WILD, price_of
from openoutcry.games.dead_cat_bounce.state import (
    FLOP,
    LETTERS,
    PAID_BY_THE_BANK,
    PRICE_OF_A_LOOK,
    SPOTS,
    State,
    flop_card,
    flop_size,
)

PLACES_OF_FLOP, PLACES_OF_MELD = Range(0, FLOP - 1), Range(0, len(SPOTS) - 1)
NO_CARD = -1


@rule
def price(state: State, card: int) -> int:
    """§1.3 What a card costs."""
    return price_of(card)


@rule
def price_in_flop(state: State, place: int) -> int:
    """§4.1 What a card of the flop costs now; in the discard step to discard it, 1 less (§9.1). 0 for a gap."""
    if place >= flop_size(state):
        return 0
    return price_of(flop_card(state, place)) - (1 if state.phase == phases.DISCARDING else 0)


@rule
def paid_for_putting_back(state: State, card: int) -> int:
    """§4.3 What the bank pays for a card that goes back to the flop."""
    return price_of(card) - 1


@rule
def paid_for_selling(state: State) -> int:
    """§4.4 What the bank pays for any card."""
    return PAID_BY_THE_BANK


@rule
def price_of_look(state: State) -> int:
    """§4.2 What it costs to see a card of the stack."""
    return PRICE_OF_A_LOOK


@rule
def tax(state: State, seat: int) -> int:
    """§10.2 A token for each card in hand."""
    return state.hand_sizes[seat]


@rule
def turns_to_come(state: State) -> int:
    """§11.1 How many turns come after this one, once they are the last; before that -1."""
    return state.last_turns - 1 if state.last_turns > 0 else -1


@rule
def discarded(state: State) -> int:
    """§1.6 How many cards lie on the discard pile, face up or sold face down."""
    count = size(state.face_up[0]) + size(state.face_up[1])
    for seat in range(state.seats):
        count += state.sold_sizes[seat]
    return count


@rule
def wanted_in_hand(state: State, card: int) -> int:
    """§7.2 How many of the wanted cards of a kind come out of the other's hand, rather than off their table; 0 without
    an offer.
    """
    if state.offer_by < 0:
        return 0
    once, twice = named_in_hand(state)
    return int(has(once, card)) + int(has(twice, card))


@rule
def card_in_meld(state: State, seat: int, meld: int, place: int) -> int:
    """§5.1 The card, or joker, in a place of a meld: a run from its lowest to its highest, a set in the order of the
    pack; -1 beyond the last.
    """
    if place >= cards_of(state, seat, meld):
        return NO_CARD
    if is_run(state, seat, meld):
        return card_at_spot(state, seat, meld, index(nth(U(state.spots[seat, meld]), place)))
    left = state.melds[seat, meld]
    while left != NOTHING:
        card = index(left)
        place -= 2 if has(U(state.doubles[seat, meld]), card // SUIT) else 1
        if place < 0:
            return card
        left &= ~lowest(left)
    return NO_CARD


@rule
def card_at_spot(state: State, seat: int, meld: int, spot: int) -> int:
    """§5.1 The card that stands at a spot of a run, an ace at either end; without one it is a joker's (§12.7)."""
    for suit in range(4):
        card = SUIT * suit + spot % SUIT
        if has(state.melds[seat, meld], card):
            return card
    return THIEF if has(U(state.thieves[seat, meld]), spot) else WILD


@rule
def points_of_royal_flush(state: State, seat: int) -> int:
    """§11.3 What a royal flush on the table brings; 0 without one."""
    return points_of_flush(state, royal_flush(state, seat))


FACTS = listed(
    Fact(price, card=CARDS),
    Fact(price_in_flop, place=PLACES_OF_FLOP),
    Fact(paid_for_putting_back, card=CARDS),
    Fact(paid_for_selling),
    Fact(price_of_look),
    Fact(dividend, seat=SEATS, meld=LETTERS),
    Fact(dividends, seat=SEATS),
    Fact(bonuses, seat=SEATS),
    Fact(income, seat=SEATS),
    Fact(points_in_purse, seat=SEATS),
    Fact(points_on_table, seat=SEATS),
    Fact(points_of_royal_flush, seat=SEATS),
    Fact(points_in_hand, seat=SEATS),
    Fact(leads_by_rank, seat=SEATS, suit=SUITS),
    Fact(leads_by_number, seat=SEATS, suit=SUITS),
    Fact(leads_by_run, seat=SEATS),
    Fact(takeover_price, owner=SEATS, meld=LETTERS),
    Fact(is_for_sale, owner=SEATS, meld=LETTERS),
    Fact(tax, seat=SEATS),
    Fact(turns_to_come),
    Fact(discarded),
    Fact(wanted_in_hand, card=CARDS),
    Fact(letter_of, seat=SEATS, card=CARDS),
    Fact(stolen_from, owner=SEATS, card=CARDS),
    Fact(cards_of, seat=SEATS, meld=LETTERS),
    Fact(card_in_meld, seat=SEATS, meld=LETTERS, place=PLACES_OF_MELD),
)
