"""What may be done in Dead-Cat Bounce, and which clause forbids the rest."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, bit, first_bits, has, index, lowest
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.games.dead_cat_bounce.knowledge import may_be_sold_for_tax, sellable, shown_once
from openoutcry.games.dead_cat_bounce.melds import (
    beginnings,
    bridges,
    can_be_cut,
    extensions,
    free_letter,
    held_in,
    inside,
    is_single,
    may_lie_alone,
    price_of_meld,
    protectable,
)
from openoutcry.games.dead_cat_bounce.offers import (
    can_ask,
    can_bid,
    can_choose,
    can_give,
    can_give_shown,
    can_send,
    can_want,
    can_want_any,
    partners,
)
from openoutcry.games.dead_cat_bounce.state import (
    ACCEPT,
    ANSWERING,
    ASK,
    AT,
    BEGIN,
    BID,
    BLOCK,
    BLOCK_MELD,
    BRIDGE,
    BUILDING,
    BUY,
    CANCEL,
    CHOOSE,
    CHOOSING,
    COMPOSING,
    COUNTER,
    DECLINE,
    DISCARD,
    DISCARDING,
    EXTEND,
    FLOP,
    GIVE,
    GIVE_SHOWN,
    LAYING_DOWN,
    LEAVE,
    LOOK,
    MELDS,
    MOST_TAKEN_UP,
    MOST_TOKENS_AT_ONCE,
    NEXT,
    PAY,
    PRICE_OF_A_LOOK,
    PROPOSE,
    PROTECT,
    PROTECTING,
    PUT,
    SELL,
    SELL_SHOWN,
    SEND,
    SINGLE,
    SINGLES,
    SPLIT,
    STEAL,
    TAKE,
    TAKEOVER,
    THIEF,
    TRADING,
    TWOS,
    WANT,
    WANT_ANY,
    WILD,
    State,
    flop_card,
    flop_size,
    price_of,
)

WORTH_MORE_THAN_ONE = SINGLES | U(0b111 << BLOCK)
A_SUIT_OF_CARDS = 52


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """What the seat may do in the step it is in (§2.2); an offer is answered by the other side (§2.1)."""
    clear(mask)
    if not has(state.to_act, seat):
        return
    if state.phase == TRADING:
        legal_trade(state, seat, mask)
    elif state.phase == BUILDING:
        legal_building(state, seat, mask)
    elif state.phase <= CHOOSING:
        legal_negotiation(state, mask)
    elif state.phase == LAYING_DOWN:
        allow_layings(state, seat, mask, False)
        allow(mask, AT, can_be_extended(state, seat))
    else:
        legal_closing(state, seat, mask)


@rule
def legal_trade(state: State, seat: int, mask: Mask) -> None:
    """§2.2 The trade step: buy and sell (§4), melds (§5), takeovers (§6), offers (§7), or go on."""
    allow(mask, BUY, can_buy(state, seat))
    allow_one(mask, LOOK, can_look(state, seat))
    allow(mask, PUT, can_put_back(state, seat))
    allow(mask, SELL, sellable(state, seat, False))
    allow(mask, SELL_SHOWN, sellable(state, seat, True))
    allow_layings(state, seat, mask, has(state.hands[seat][0], WILD))
    allow(mask, AT, can_be_worked_on(state, seat))
    for other in range(state.seats):
        if other != seat:
            allow(mask, TAKEOVER + other * MELDS, can_be_taken_over(state, seat, other))
            if has(state.hands[seat][0], THIEF):
                allow(mask, STEAL + other * A_SUIT_OF_CARDS, can_be_stolen(state, other))
    allow(mask, PROPOSE, partners(state))
    allow(mask, NEXT, ONE)


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
        if price_of(flop_card(state, place)) <= state.purses[seat]:
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
    return (state.hands[seat][0] | shown_once(state, seat)) & WORTH_MORE_THAN_ONE


@rule
def allow_layings(state: State, seat: int, mask: Mask, with_joker: bool) -> None:
    """§5.5 Singletons, §5.6 cards that begin a meld; both need a free letter (§5.4)."""
    if free_letter(state, seat) < 0:
        return
    hand = state.hands[seat]
    allow(mask, SINGLE, hand[0] & may_lie_alone(state, seat))
    allow(mask, BEGIN, beginnings(state, hand[0], hand[1], with_joker))


@rule
def can_be_extended(state: State, seat: int) -> np.uint64:
    """§5.8 The melds to which a card of the hand can be added."""
    melds, left = NOTHING, state.letters[seat]
    while left != NOTHING:
        if extensions(state, seat, index(left)) & state.hands[seat][0] != NOTHING:
            melds |= lowest(left)
        left &= ~lowest(left)
    return melds


@rule
def can_be_worked_on(state: State, seat: int) -> np.uint64:
    """§5.7 The melds that can be extended, bridged, split, or of which a card can be taken up."""
    if state.taken_up < MOST_TAKEN_UP:
        return state.letters[seat]
    melds, left = can_be_extended(state, seat), state.letters[seat]
    while left != NOTHING:
        meld = index(left)
        if can_bridge(state, seat, meld) != NOTHING or can_be_cut(state, seat, meld) != NOTHING:
            melds |= lowest(left)
        left &= ~lowest(left)
    return melds


@rule
def can_bridge(state: State, seat: int, meld: int) -> np.uint64:
    """§12.7 The cards of the hand that can be laid with a wild joker."""
    hand = state.hands[seat][0]
    return bridges(state, seat, meld) & hand if has(hand, WILD) else NOTHING


@rule
def legal_building(state: State, seat: int, mask: Mask) -> None:
    """§5.7 One thing with the meld in work; with one just begun (§5.6) only a second card; before the tax only
    extending (§10.1).
    """
    meld = state.focus
    allow(mask, EXTEND, extensions(state, seat, meld) & state.hands[seat][0])
    if state.resume != TRADING:
        return
    allow(mask, BRIDGE, can_bridge(state, seat, meld))
    if not state.is_begun:
        if state.taken_up < MOST_TAKEN_UP:
            allow(mask, TAKE, held_in(state, seat, meld))
        allow(mask, SPLIT, can_be_cut(state, seat, meld) >> ONE)


@rule
def can_be_taken_over(state: State, seat: int, owner: int) -> np.uint64:
    """§6.1 The runs, sets and single 2s that can be paid and are not blocked (§12.4); the buyer needs a letter for them
    (§6.3).
    """
    melds, left = NOTHING, state.letters[owner] & ~state.blocked[owner]
    while left != NOTHING:
        if is_for_sale(state, owner, index(left)) and can_take(state, seat, owner, index(left)):
            melds |= lowest(left)
        left &= ~lowest(left)
    return melds


@rule
def is_for_sale(state: State, owner: int, meld: int) -> bool:
    """§6.1 Runs, sets and single 2s; other singletons not."""
    return not is_single(state, owner, meld) or state.melds[owner, meld] & TWOS != NOTHING


@rule
def can_take(state: State, seat: int, owner: int, meld: int) -> bool:
    """§6.2 Whether a player can pay for a meld, and §6.3 has a letter for it."""
    return takeover_price(state, owner, meld) <= state.purses[seat] and free_letter(state, seat) >= 0


@rule
def takeover_price(state: State, owner: int, meld: int) -> int:
    """§6.2 The price of the cards and 1 for each token on them."""
    return price_of_meld(state, owner, meld) + state.protection[owner, meld]


@rule
def can_be_stolen(state: State, owner: int) -> np.uint64:
    """§12.8 The cards inside a player's runs."""
    cards, left = NOTHING, state.letters[owner]
    while left != NOTHING:
        cards |= inside(state, owner, index(left))
        left &= ~lowest(left)
    return cards


@rule
def legal_negotiation(state: State, mask: Mask) -> None:
    """§7.2 Putting an offer together, §7.4 answering it, §7.5 choosing cards."""
    if state.phase == COMPOSING:
        allow(mask, GIVE, can_give(state))
        allow(mask, GIVE_SHOWN, can_give_shown(state))
        allow(mask, WANT, can_want(state))
        allow_one(mask, WANT_ANY, can_want_any(state))
        allow(mask, BID, first_bits(min(can_bid(state), MOST_TOKENS_AT_ONCE)))
        allow(mask, ASK, first_bits(min(can_ask(state), MOST_TOKENS_AT_ONCE)))
        allow_one(mask, SEND, can_send(state))
        allow(mask, CANCEL, ONE)
    elif state.phase == ANSWERING:
        allow(mask, ACCEPT, ONE)
        allow(mask, DECLINE, ONE)
        allow_one(mask, COUNTER, not state.is_counter)
    else:
        allow(mask, CHOOSE, can_choose(state))


@rule
def legal_closing(state: State, seat: int, mask: Mask) -> None:
    """§8 Protect, §9 discard, §10 pay the tax or raise it."""
    if state.phase == PROTECTING:
        if state.purses[seat] > 0:
            allow(mask, PROTECT, protectable(state, seat))
        if has(state.hands[seat][0], BLOCK):
            allow(mask, BLOCK_MELD, protectable(state, seat) & ~state.blocked[seat])
        allow(mask, NEXT, ONE)
    elif state.phase == DISCARDING:
        allow(mask, DISCARD, can_discard(state, seat))
        allow_one(mask, LEAVE, not has_free_discard(state))
    elif state.purses[seat] >= state.hand_sizes[seat]:
        allow(mask, PAY, ONE)
    else:
        allow(mask, SELL, may_be_sold_for_tax(state, seat))
        allow(mask, SELL_SHOWN, sellable(state, seat, True))
        allow(mask, PROPOSE, partners(state))


@rule
def can_discard(state: State, seat: int) -> np.uint64:
    """§9.1 The places of the flop whose discard can be paid: the price less 1."""
    places = NOTHING
    for place in range(flop_size(state)):
        if price_of(flop_card(state, place)) - 1 <= state.purses[seat]:
            places |= bit(place)
    return places


@rule
def has_free_discard(state: State) -> bool:
    """§9.2 Whether a card of the flop is worth 1."""
    free = 0
    for place in range(flop_size(state)):
        free += price_of(flop_card(state, place)) == 1
    return free > 0
