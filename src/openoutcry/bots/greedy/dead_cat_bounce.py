"""Rules of thumb for Dead-Cat Bounce: whatever lies down pays every turn, so lay, buy and take over what brings more than it costs.

What cards are worth is counted in tokens at the end of the game: dividends for the turns still to come, and the points of the cards.
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, U, bit, has, index, lowest, size
from openoutcry.engine.cards import SUIT
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.mask import Mask, is_allowed, nth_action
from openoutcry.games.dead_cat_bounce.legality import takeover_price
from openoutcry.games.dead_cat_bounce.melds import (
    cards_of,
    dividend,
    extensions,
    is_run,
    next_to,
    of_ranks,
    price_of_meld,
    ranks_of,
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
    DECLINE,
    DISCARD,
    DISCARDING,
    EVERY_LETTER,
    EXTEND,
    FLOP,
    GIVE,
    HEARTS,
    LAYING_DOWN,
    LEAVE,
    LOOK,
    MELDS,
    MOST_TOKENS_AT_ONCE,
    NEXT,
    ORDINARY,
    PAY,
    PROPOSE,
    PROTECT,
    PROTECTING,
    PUT,
    SELL,
    SEND,
    SINGLE,
    SINGLES,
    TAKE,
    TAKEOVER,
    TRADING,
    TWOS,
    WANT,
    WORTH,
    State,
    flop_card,
    flop_size,
    price_of,
)

NONE = -1
EVERY_CARD = U((1 << 55) - 1)


@inlined
def param(view: State, number: int) -> int:
    return (view.dead_cat_bounce >> (8 * number)) & 255


@rule
def choose(view: State, seat: int, mask: Mask, thought: Chance) -> int:
    """Each step of the turn has rules of its own."""
    phase = view.phase
    if phase == TRADING:
        return trade(view, seat, mask)
    if phase == BUILDING:
        return build(view, seat, mask)
    if phase == COMPOSING:
        return compose(view, seat, mask)
    if phase == ANSWERING:
        return ACCEPT if gain_from_offer(view, seat) > 0 else DECLINE
    if phase == CHOOSING:
        return CHOOSE + index(window(mask, CHOOSE))
    if phase == PROTECTING:
        return protect(view, seat, mask)
    if phase == DISCARDING:
        return discard(view, seat, mask)
    if phase == LAYING_DOWN:
        return lay(view, seat, mask)
    return PAY if is_allowed(mask, PAY) else SELL + index(window(mask, SELL))


@rule
def window(mask: Mask, first: int) -> np.uint64:
    """The legal ones among the actions that begin there, one for each card."""
    word, shift = first >> 6, U(first & 63)
    members = mask.words[word] >> shift
    if word + 1 < len(mask.words):
        members |= (mask.words[word + 1] << U(1)) << (U(63) - shift)
    return members & EVERY_CARD


@rule
def turns_left(view: State, seat: int) -> int:
    """How often a seat will still collect dividends, if the stack goes on shrinking as it usually does."""
    seats = int(view.seats)
    if view.last_turns < 0:
        pace = param(view, 0) * seats
        return 1 + (2 * int(view.stack_size) + pace // 2) // pace
    away = (seat - int(view.turn)) % seats
    return 1 if (away if away > 0 else seats) < int(view.last_turns) else 0


@rule
def trade(view: State, seat: int, mask: Mask) -> int:
    """Lay down first, then deal; what is left in the hand is sold, and the turn goes on."""
    action = lay(view, seat, mask)
    if action != NONE:
        return action
    turns = turns_left(view, seat)
    action = best_deal(view, seat, mask, turns)
    if action != NONE:
        return action
    if turns == 0:
        action = best_put(view, mask)
        if action != NONE:
            return action
    if is_allowed(mask, LOOK) and wants_to_look(view, seat, turns):
        return LOOK
    if has_not_proposed(view):
        partner, _, _ = best_offer(view, seat, NONE)
        if partner != NONE:
            return PROPOSE + partner
    return sell_or_go_on(view, seat, mask)


@rule
def sell_or_go_on(view: State, seat: int, mask: Mask) -> int:
    """A card that fits nowhere brings a token at the bank and costs one in the hand."""
    hand = view.hands[seat][0]
    back = window(mask, PUT) & hand
    if back != NOTHING:
        return PUT + index(back)
    sold = window(mask, SELL) & hand
    if sold != NOTHING and (sold != bit(BLOCK) or True):
        return SELL + index(sold)
    return NEXT


@rule
def lay(view: State, seat: int, mask: Mask) -> int:
    """The card of the hand that raises the dividends most when it lies down, with another one, on a meld or alone."""
    hand = view.hands[seat][0] & ORDINARY
    if hand == NOTHING:
        return NONE
    best, most = NONE, 0
    left = view.letters[seat]
    while left != NOTHING:
        meld = index(left)
        left &= ~lowest(left)
        fitting = extensions(view, seat, meld) & hand
        while fitting != NOTHING:
            gain = added(view, seat, meld, index(fitting))
            if gain > most:
                best, most = AT + meld, gain
            fitting &= ~lowest(fitting)
    begin, single = window(mask, BEGIN) & hand, window(mask, SINGLE) & hand
    while begin != NOTHING:
        card = index(begin)
        begin &= ~lowest(begin)
        gain = best_pair(view, card, hand)
        if gain > most:
            best, most = BEGIN + card, gain
    if best == NONE and single != NOTHING:
        return SINGLE + index(single)
    return best


@rule
def best_pair(view: State, card: int, cards: np.uint64) -> int:
    """The dividend of the best meld that a card makes with one of some others; 0 if it makes none."""
    fitting, most = partners_of(view, card) & cards & ~bit(card), 0
    while fitting != NOTHING:
        most = max(most, pair(view, card, index(fitting)))
        fitting &= ~lowest(fitting)
    return most


@inlined
def partners_of(view: State, card: int) -> np.uint64:
    """The cards that make a run or a set with a card."""
    return next_to(bit(card), view.mixed_runs) | of_ranks(bit(card % SUIT))


@rule
def pair(view: State, card: int, other: int) -> int:
    """The dividend of a meld of two cards."""
    rank, next_rank = card % SUIT, other % SUIT
    if view.mixed_runs and rank != next_rank:
        low, high = min(rank, next_rank), max(rank, next_rank)
        return price_of(high if low == 0 and high == SUIT - 1 else low) + 1
    return max(price_of(card), price_of(other)) + 1


@rule
def added(view: State, seat: int, meld: int, card: int) -> int:
    """What a card adds to the dividend of a meld that it fits."""
    cards, old = view.melds[seat, meld], dividend(view, seat, meld)
    count = size(cards) + size(U(view.doubles[seat, meld]))
    if count == 1:
        return pair(view, card, index(cards)) - old
    if view.mixed_runs and is_run(view, seat, meld):
        is_below = card % SUIT < index(U(view.spots[seat, meld])) and (card % SUIT > 0 or index(U(view.spots[seat, meld])) == 1)
        return price_of(card) + count - old if is_below else 1
    return max(old - count + 1, price_of(card)) + count - old


@rule
def points_of(view: State, card: int) -> int:
    """What a card on the table scores."""
    return 2 if view.short_suits and card >= HEARTS * SUIT else 1


@rule
def worth(view: State, seat: int, card: int, turns: int, hand: np.uint64) -> int:
    """What a card on a seat's table brings until the end, with the cards of a hand too; 0 if it fits nowhere."""
    if card >= BLOCK:
        return 0
    gain, left, alone = 0, view.letters[seat], bit(card) & SINGLES
    while left != NOTHING:
        meld = index(left)
        left &= ~lowest(left)
        if has(extensions(view, seat, meld), card):
            gain = max(gain, added(view, seat, meld, card))
        if cards_of(view, seat, meld) == 1:
            alone &= ~of_ranks(ranks_of(view.melds[seat, meld]))
    if alone != NOTHING:
        gain = max(gain, 2 if alone & TWOS != NOTHING else 1)
    value = gain * turns + points_of(view, card) if gain > 0 else 0
    if hand != NOTHING:
        paired = best_pair(view, card, hand)
        if paired > 0:
            value = max(value, paired * turns + points_of(view, card))
    return value


@rule
def best_deal(view: State, seat: int, mask: Mask, turns: int) -> int:
    """The card of the flop or the meld of a rival that brings most beyond its price."""
    best, most, purse = NONE, 0, int(view.purses[seat])
    hand = view.hands[seat][0] & ORDINARY
    gap = gap_value(view, seat) if turns == 0 else 0
    for place in range(flop_size(view)):
        card = flop_card(view, place)
        price = price_of(card)
        if price <= purse:
            gain = worth(view, seat, card, turns, hand) - price + gap
            if param(view, 1) and gain > 0:
                gain = gain * 16 // price
            if gain > most:
                best, most = BUY + place, gain
    if turns == 0:
        return best
    for owner in range(view.seats):
        if owner != seat:
            melds = window(mask, TAKEOVER + owner * MELDS) & EVERY_LETTER
            while melds != NOTHING:
                meld = index(melds)
                melds &= ~lowest(melds)
                price = takeover_price(view, owner, meld)
                gain = dividend(view, owner, meld) * turns + cards_of(view, owner, meld) - price
                if param(view, 1) and gain > 0:
                    gain = gain * 16 // price
                if gain > most:
                    best, most = TAKEOVER + owner * MELDS + meld, gain
    return best


@rule
def dearest(cards: np.uint64) -> np.uint64:
    """Those of some cards that cost most, if that is at least a queen's price."""
    for least in range(5, 2, -1):
        if cards & WORTH[least] != NOTHING:
            return cards & WORTH[least]
    return NOTHING


@rule
def shown_by(view: State, seat: int) -> np.uint64:
    """The cards on a seat's table, jokers left out."""
    cards, left = NOTHING, view.letters[seat]
    while left != NOTHING:
        cards |= view.melds[seat, index(left)]
        left &= ~lowest(left)
    return cards


@rule
def gap_value(view: State, seat: int) -> int:
    """In the last turn a gap in the flop is worth what the dearest card brings beyond its point; nothing if there is a gap."""
    if flop_size(view) < FLOP:
        return 0
    dear = dearest(shown_by(view, seat))
    return price_of(index(dear)) - 2 if dear != NOTHING else 0


@rule
def best_put(view: State, mask: Mask) -> int:
    """In the last turn a dear card brings more tokens on the market than points on the table."""
    dear = dearest(window(mask, PUT) & ORDINARY)
    return PUT + index(dear) if dear != NOTHING else NONE


@rule
def wants_to_look(view: State, seat: int, turns: int) -> bool:
    """A token for a card of the stack, if enough of those that are unseen would fit."""
    if turns < 2 or view.purses[seat] < param(view, 2):
        return False
    hand = view.hands[seat][0] & ORDINARY
    fitting, left, seen = NOTHING, view.letters[seat], hand | view.face_up[0]
    while left != NOTHING:
        fitting |= extensions(view, seat, index(left))
        left &= ~lowest(left)
    for other in range(view.seats):
        seen |= shown_by(view, other)
    for place in range(flop_size(view)):
        seen |= bit(flop_card(view, place))
    if hand != NOTHING:
        fitting |= next_to(hand, view.mixed_runs) | of_ranks(ranks_of(hand))
    unseen = ORDINARY & ~seen
    return size(unseen & fitting) * turns * 4 > size(unseen) * param(view, 3)


@rule
def has_not_proposed(view: State) -> bool:
    """One proposal a turn is enough: who was refused does not ask again."""
    made = 0
    for other in range(view.seats):
        made += int(view.offers[other])
    return made == 0


@rule
def best_offer(view: State, seat: int, partner: int) -> tuple[int, int, int]:
    """The best trade with a partner, or with anybody: who, which card, and how many tokens we pay (fewer than none: get) for it."""
    best, best_card, best_tokens, most = NONE, NONE, 0, param(view, 4)
    turns, purse, hand = turns_left(view, seat), int(view.purses[seat]), view.hands[seat][0] & ORDINARY
    for other in range(view.seats):
        if other == seat or (partner != NONE and other != partner):
            continue
        turns_other, purse_other = turns_left(view, other), int(view.purses[other])
        left = hand
        while left != NOTHING:
            card = index(left)
            left &= ~lowest(left)
            surplus = worth(view, other, card, turns_other, NOTHING) - 1
            if surplus > most and purse_other > 1:
                best, best_card, most = other, card, surplus
                best_tokens = -min(1 + (surplus + 1) // 2, purse_other, MOST_TOKENS_AT_ONCE)
        left = view.letters[other]
        while left != NOTHING:
            meld = index(left)
            left &= ~lowest(left)
            if cards_of(view, other, meld) == 1:
                card = index(view.melds[other, meld])
                cost = loss_of(view, other, card, turns_other)
                surplus = worth(view, seat, card, turns, hand) - cost
                tokens = min(cost + (surplus + 1) // 2, MOST_TOKENS_AT_ONCE)
                if surplus > most and tokens <= purse:
                    best, best_card, best_tokens, most = other, card, tokens, surplus
    return best, best_card, best_tokens


@rule
def compose(view: State, seat: int, mask: Mask) -> int:
    """The planned trade piece by piece: the card, the tokens, and off it goes; whatever was not planned is cancelled."""
    if view.is_counter:
        return CANCEL
    _, card, tokens = best_offer(view, seat, int(view.offer_to))
    if card == NONE:
        return CANCEL
    gives, wants = view.give[0] | view.give_shown[0], view.want[0]
    action = SEND
    if gives | wants == NOTHING:
        action = GIVE + card if tokens < 0 else WANT + card
    elif gives != (bit(card) if tokens < 0 else NOTHING) or wants != (bit(card) if tokens > 0 else NOTHING):
        return CANCEL
    elif view.tokens == 0:
        action = ASK - tokens - 1 if tokens < 0 else BID + tokens - 1
    return action if is_allowed(mask, action) else CANCEL


@rule
def loss_of(view: State, seat: int, card: int, turns: int) -> int:
    """What a seat loses with a card of its own: of the hand the token of the bank, of the table dividends and points."""
    left = view.letters[seat]
    while left != NOTHING:
        meld = index(left)
        left &= ~lowest(left)
        if has(view.melds[seat, meld], card):
            count, pays = cards_of(view, seat, meld), dividend(view, seat, meld)
            if count == 1:
                return pays * turns + points_of(view, card)
            if count == 2:
                return (pays - 1) * turns + 1 + points_of(view, card)
            return max(1, pays - count) * turns + points_of(view, card)
    return 1


@rule
def gain_from_offer(view: State, seat: int) -> int:
    """What we gain if we accept: what we get is worth, less what we give."""
    turns, hand = turns_left(view, seat), view.hands[seat][0] & ORDINARY
    gain = int(view.tokens) - int(view.want_any)
    got = view.give[0] | view.give_shown[0]
    while got != NOTHING:
        gain += worth(view, seat, index(got), turns, hand)
        got &= ~lowest(got)
    given = view.want[0]
    while given != NOTHING:
        gain -= loss_of(view, seat, index(given), turns)
        given &= ~lowest(given)
    return gain


@rule
def build(view: State, seat: int, mask: Mask) -> int:
    """The card that raises the dividend of the meld in work most."""
    fitting, best, most = window(mask, EXTEND) & ORDINARY, NONE, -99
    while fitting != NOTHING:
        gain = added(view, seat, int(view.focus), index(fitting))
        if gain > most:
            best, most = EXTEND + index(fitting), gain
        fitting &= ~lowest(fitting)
    return best if best != NONE else nth_action(mask, 0)


@rule
def cash_of_rivals(view: State, seat: int) -> int:
    """What the richest of those who act before our next turn can pay then."""
    most = 0
    for other in range(view.seats):
        if other != seat:
            cash, left = int(view.purses[other]), view.letters[other]
            while left != NOTHING:
                cash += dividend(view, other, index(left))
                left &= ~lowest(left)
            most = max(most, cash)
    return most


@rule
def protect(view: State, seat: int, mask: Mask) -> int:
    """Tokens on a meld, if so few of them that it is worth it make it too dear for everybody."""
    turns = turns_left(view, seat)
    if turns == 0 or param(view, 5) == 0:
        return NEXT
    cash, purse, best, most = cash_of_rivals(view, seat), int(view.purses[seat]), NONE, 0
    melds = window(mask, PROTECT) & EVERY_LETTER & ~view.blocked[seat]
    while melds != NOTHING:
        meld = index(melds)
        melds &= ~lowest(melds)
        price, value = takeover_price(view, seat, meld), dividend(view, seat, meld) * turns + cards_of(view, seat, meld)
        needed = min(cash, value) - price + 1
        loss = value - price_of_meld(view, seat, meld)
        if 0 < needed <= purse:
            gain = loss * param(view, 5) - 4 * needed
            if gain > most:
                best, most = meld, gain
    if best == NONE:
        return NEXT
    return PROTECT + best


@rule
def discard(view: State, seat: int, mask: Mask) -> int:
    """Away with the free card that the next player would like best."""
    if is_allowed(mask, LEAVE):
        return LEAVE
    rival, best, most = (seat + 1) % int(view.seats), NONE, -999
    turns, turns_rival = turns_left(view, seat), turns_left(view, rival)
    for place in range(FLOP):
        card = flop_card(view, place)
        if price_of(card) == 1:
            gain = 2 * worth(view, rival, card, turns_rival, NOTHING) - worth(view, seat, card, turns, NOTHING)
            if gain > most:
                best, most = DISCARD + place, gain
    return best
