"""What may be done in Dead-Cat Bounce, and which clause forbids the rest."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, bit, first_bits, has, index, lowest
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.games.dead_cat_bounce import actions as do
from openoutcry.games.dead_cat_bounce import knowledge, melds, offers, pack, phases
from openoutcry.games.dead_cat_bounce.state import (
    FLOP,
    MELDS,
    MOST_TAKEN_UP,
    MOST_TOKENS_AT_ONCE,
    PRICE_OF_A_LOOK,
    State,
    flop_card,
    flop_size,
)

WORTH_MORE_THAN_ONE = pack.SINGLES | U(0b111 << pack.BLOCK)
A_SUIT_OF_CARDS = 52


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """What the seat may do in the step it is in (§2.2); an offer is answered by the other side (§2.1)."""
    clear(mask)
    if not has(state.to_act, seat):
        return
    if state.phase == phases.TRADING:
        legal_trade(state, seat, mask)
    elif state.phase == phases.BUILDING:
        legal_building(state, seat, mask)
    elif state.phase <= phases.CHOOSING:
        legal_negotiation(state, mask)
    elif state.phase == phases.LAYING_DOWN:
        allow_layings(state, seat, mask, False)
        allow(mask, do.AT, can_be_extended(state, seat))
    else:
        legal_closing(state, seat, mask)


@rule
def legal_trade(state: State, seat: int, mask: Mask) -> None:
    """§2.2 The trade step: buy and sell (§4), melds (§5), takeovers (§6), offers (§7), or go on."""
    allow(mask, do.BUY, can_buy(state, seat))
    allow_one(mask, do.LOOK, can_look(state, seat))
    allow(mask, do.PUT, can_put_back(state, seat))
    of_hand, of_table = knowledge.sellable(state, seat)
    allow(mask, do.SELL, of_hand)
    allow(mask, do.SELL_SHOWN, of_table)
    allow_layings(state, seat, mask, has(state.hands[seat][0], pack.WILD))
    allow(mask, do.AT, can_be_worked_on(state, seat))
    for other in range(state.seats):
        if other != seat:
            allow(mask, do.TAKEOVER + other * MELDS, can_be_taken_over(state, seat, other))
            if has(state.hands[seat][0], pack.THIEF):
                allow(mask, do.STEAL + other * A_SUIT_OF_CARDS, can_be_stolen(state, other))
    allow(mask, do.PROPOSE, offers.partners(state))
    allow(mask, do.NEXT, ONE)


@rule
def allow_one(mask: Mask, action: int, may: bool) -> None:
    """An action without parameters."""
    if may:
        allow(mask, action, ONE)


@rule
def can_buy(state: State, seat: int) -> np.uint64:
    """§4.1 The places of the flop whose card can be paid."""
    places = NOTHING
    for place in range(flop_size(state)):
        if pack.price_of(flop_card(state, place)) <= state.purses[seat]:
            places |= bit(place)
    return places


@rule
def can_look(state: State, seat: int) -> bool:
    """§4.2 A token, a gap in the flop and a card in the stack."""
    return state.purses[seat] >= PRICE_OF_A_LOOK and flop_size(state) < FLOP and state.stack_size > 0


@rule
def can_put_back(state: State, seat: int) -> np.uint64:
    """§4.3 Cards of hand or table worth more than 1, if the flop has a gap."""
    if flop_size(state) == FLOP:
        return NOTHING
    return (state.hands[seat][0] | knowledge.shown(state, seat)[0]) & WORTH_MORE_THAN_ONE


@rule
def allow_layings(state: State, seat: int, mask: Mask, with_joker: bool) -> None:
    """§5.5 Singletons, §5.6 cards that begin a meld; both need a free letter (§5.4)."""
    if melds.free_letter(state, seat) < 0:
        return
    hand = state.hands[seat]
    allow(mask, do.SINGLE, hand[0] & melds.may_lie_alone(state, seat))
    allow(mask, do.BEGIN, melds.beginnings(state, hand[0], hand[1], with_joker))


@rule
def can_be_extended(state: State, seat: int) -> np.uint64:
    """§5.8 The melds to which a card of the hand can be added."""
    found, left = NOTHING, state.letters[seat]
    while left != NOTHING:
        if melds.extensions(state, seat, index(left)) & state.hands[seat][0] != NOTHING:
            found |= lowest(left)
        left &= ~lowest(left)
    return found


@rule
def can_be_worked_on(state: State, seat: int) -> np.uint64:
    """§5.7 The melds that can be extended, bridged, split, or of which a card can be taken up."""
    if state.taken_up < MOST_TAKEN_UP:
        return state.letters[seat]
    found, left = can_be_extended(state, seat), state.letters[seat]
    while left != NOTHING:
        meld = index(left)
        if can_bridge(state, seat, meld) != NOTHING or melds.can_be_cut(state, seat, meld) != NOTHING:
            found |= lowest(left)
        left &= ~lowest(left)
    return found


@rule
def can_bridge(state: State, seat: int, meld: int) -> np.uint64:
    """§12.7 The cards of the hand that can be laid with a wild joker."""
    hand = state.hands[seat][0]
    return melds.bridges(state, seat, meld) & hand if has(hand, pack.WILD) else NOTHING


@rule
def legal_building(state: State, seat: int, mask: Mask) -> None:
    """§5.7 One thing with the meld in work; with one just begun (§5.6) only a second card; before the tax only
    extending (§10.1).
    """
    meld = state.focus
    allow(mask, do.EXTEND, melds.extensions(state, seat, meld) & state.hands[seat][0])
    if state.resume != phases.TRADING:
        return
    allow(mask, do.BRIDGE, can_bridge(state, seat, meld))
    if not state.is_begun:
        if state.taken_up < MOST_TAKEN_UP:
            allow(mask, do.TAKE, melds.held_in(state, seat, meld))
        allow(mask, do.SPLIT, melds.can_be_cut(state, seat, meld) >> ONE)


@rule
def can_be_taken_over(state: State, seat: int, owner: int) -> np.uint64:
    """§6.1 The runs, sets and single 2s that can be paid and are not blocked (§12.4); the buyer needs a letter for them
    (§6.3).
    """
    found, left = NOTHING, state.letters[owner] & ~state.blocked[owner]
    while left != NOTHING:
        if is_for_sale(state, owner, index(left)) and can_take(state, seat, owner, index(left)):
            found |= lowest(left)
        left &= ~lowest(left)
    return found


@rule
def is_for_sale(state: State, owner: int, meld: int) -> bool:
    """§6.1 Runs, sets and single 2s; other singletons not."""
    return not melds.is_single(state, owner, meld) or state.melds[owner, meld] & pack.TWOS != NOTHING


@rule
def can_take(state: State, seat: int, owner: int, meld: int) -> bool:
    """§6.2 Whether a player can pay for a meld, and §6.3 has a letter for it."""
    return takeover_price(state, owner, meld) <= state.purses[seat] and melds.free_letter(state, seat) >= 0


@rule
def takeover_price(state: State, owner: int, meld: int) -> int:
    """§6.2 The price of the cards and 1 for each token on them."""
    return melds.price_of_meld(state, owner, meld) + state.protection[owner, meld]


@rule
def can_be_stolen(state: State, owner: int) -> np.uint64:
    """§12.8 The cards inside a player's runs."""
    cards, left = NOTHING, state.letters[owner]
    while left != NOTHING:
        cards |= melds.inside(state, owner, index(left))
        left &= ~lowest(left)
    return cards


@rule
def legal_negotiation(state: State, mask: Mask) -> None:
    """§7.2 Putting an offer together, §7.4 answering it, §7.5 choosing cards."""
    if state.phase == phases.COMPOSING:
        allow(mask, do.GIVE, offers.can_give(state))
        allow(mask, do.GIVE_SHOWN, offers.can_give_shown(state))
        allow(mask, do.WANT, offers.can_want(state))
        allow_one(mask, do.WANT_ANY, offers.can_want_any(state))
        allow(mask, do.BID, first_bits(min(offers.can_bid(state), MOST_TOKENS_AT_ONCE)))
        allow(mask, do.ASK, first_bits(min(offers.can_ask(state), MOST_TOKENS_AT_ONCE)))
        allow_one(mask, do.SEND, offers.can_send(state))
        allow(mask, do.CANCEL, ONE)
    elif state.phase == phases.ANSWERING:
        allow(mask, do.ACCEPT, ONE)
        allow(mask, do.DECLINE, ONE)
        allow_one(mask, do.COUNTER, not state.is_counter)
    else:
        allow(mask, do.CHOOSE, offers.can_choose(state))


@rule
def legal_closing(state: State, seat: int, mask: Mask) -> None:
    """§8 Protect, §9 discard, §10 pay the tax or raise it."""
    if state.phase == phases.PROTECTING:
        if state.purses[seat] > 0:
            allow(mask, do.PROTECT, melds.protectable(state, seat))
        if has(state.hands[seat][0], pack.BLOCK):
            allow(mask, do.BLOCK, melds.protectable(state, seat) & ~state.blocked[seat])
        allow(mask, do.NEXT, ONE)
    elif state.phase == phases.DISCARDING:
        allow(mask, do.DISCARD, can_discard(state, seat))
        allow_one(mask, do.LEAVE, not has_free_discard(state))
    elif state.purses[seat] >= state.hand_sizes[seat]:
        allow(mask, do.PAY, ONE)
    else:
        allow(mask, do.SELL, knowledge.may_be_sold_for_tax(state, seat))
        allow(mask, do.SELL_SHOWN, knowledge.sellable(state, seat)[1])
        allow(mask, do.PROPOSE, offers.partners(state))


@rule
def can_discard(state: State, seat: int) -> np.uint64:
    """§9.1 The places of the flop whose discard can be paid: the price less 1."""
    places = NOTHING
    for place in range(flop_size(state)):
        if pack.price_of(flop_card(state, place)) - 1 <= state.purses[seat]:
            places |= bit(place)
    return places


@rule
def has_free_discard(state: State) -> bool:
    """§9.2 Whether a card of the flop is worth 1."""
    free = 0
    for place in range(flop_size(state)):
        free += pack.price_of(flop_card(state, place)) == 1
    return free > 0
