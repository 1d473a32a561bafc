"""Rules of thumb for Dead-Cat Bounce: lay down whatever fits, buy what pays, and take over what the next players would
be paid for.

What cards are worth is counted in tokens at the end of the game: the dividends of the turns still to come, and the
cards' points. A turn goes: lay down, buy, trade, take over, sell the rest.
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, bit, has, index, lowest, size
from openoutcry.engine.cards import SUIT
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.mask import Mask, is_allowed, nth_action
from openoutcry.games.dead_cat_bounce import actions as do
from openoutcry.games.dead_cat_bounce import melds, pack, phases
from openoutcry.games.dead_cat_bounce.legality import A_SUIT_OF_CARDS, takeover_price
from openoutcry.games.dead_cat_bounce.state import EVERY_LETTER, FLOP, MELDS, State, flop_card, flop_size

NONE = -1
EVERY_CARD = U((1 << pack.HOW_MANY_CARDS) - 1)
CARDS_A_TURN = 2
"""About so many cards leave the stack in a turn."""
HARM = np.array([0, 8, 1, 0, 0, 0])
"""To take a dividend from those who are about to collect it counts so many dividends, by how many seats away they
are.
"""
PREMIUM = 2
"""A card is worth so much more than its price in a trade, at most: for the price of its cards a meld can be lost
again.
"""
LEAST_SURPLUS = 2
"""A trade has to bring both sides so much together."""
IN_HAND_AT_THE_END = -2


@rule
def choose(view: State, seat: int, mask: Mask, thought: Chance) -> int:
    """Each step of the turn has rules of its own; paying comes before selling for the tax."""
    if view.phase == phases.TRADING:
        return trade(view, seat, mask)
    if view.phase == phases.BUILDING:
        return build(view, seat, mask)
    if view.phase == phases.COMPOSING:
        return compose(view, seat, mask)
    if view.phase == phases.ANSWERING:
        return do.ACCEPT if gain_from_offer(view, seat) > 0 else do.DECLINE
    if view.phase == phases.CHOOSING:
        return do.CHOOSE + index(legal_from(mask, do.CHOOSE))
    if view.phase == phases.PROTECTING:
        return protect(view, seat, mask)
    if view.phase == phases.DISCARDING:
        return discard(view, seat, mask)
    if view.phase == phases.LAYING_DOWN:
        return lay(view, seat, mask)
    return do.PAY if is_allowed(mask, do.PAY) else do.SELL + index(legal_from(mask, do.SELL))


@rule
def legal_from(mask: Mask, first: int) -> np.uint64:
    """The legal ones of the actions that begin there, one for each card."""
    word, shift = first >> 6, U(first & 63)
    members = mask.words[word] >> shift
    if word + 1 < len(mask.words):
        members |= (mask.words[word + 1] << ONE) << (U(63) - shift)
    return members & EVERY_CARD


@rule
def turns_left(view: State, seat: int) -> int:
    """How often a seat will still collect: once after the stack has run out, and before that as often as the stack may
    last.
    """
    seats = int(view.seats)
    if view.last_turns < 0:
        round_of_cards = CARDS_A_TURN * seats
        return 1 + (int(view.stack_size) + round_of_cards // 2) // round_of_cards
    away = (seat - int(view.turn)) % seats
    return 1 if (away if away > 0 else seats) < view.last_turns else 0


@rule
def trade(view: State, seat: int, mask: Mask) -> int:
    """Cards of one's own come first: what is bought stays in the game, what is taken over will be taken back."""
    action, turns = lay(view, seat, mask), turns_left(view, seat)
    if action == NONE and may_propose(view):
        partner, _, _ = best_offer(view, seat, NONE)
        action = do.PROPOSE + partner if partner != NONE else NONE
    if action == NONE:
        action = best_buy(view, seat, turns)
    if action == NONE and turns == 0:
        action = best_put(mask)
    if action == NONE:
        action = best_takeover(view, seat, mask, turns)
    if action == NONE and view.jokers:
        action = use_of_jokers(view, seat, mask, turns)
    return action if action != NONE else sell_or_go_on(view, seat, mask, turns)


@rule
def lay(view: State, seat: int, mask: Mask) -> int:
    """Lay the card that raises the dividends most, on a meld or with another card; alone if it fits nowhere, since the
    hand is taxed.
    """
    hand = view.hands[seat][0] & pack.ORDINARY
    if hand == NOTHING:
        return NONE
    best, most, left = NONE, NONE, view.letters[seat]
    while left != NOTHING:
        fitting = melds.extensions(view, seat, index(left)) & hand
        while fitting != NOTHING:
            gain = added(view, seat, index(left), index(fitting))
            if gain > most:
                best, most = do.AT + index(left), gain
            fitting &= ~lowest(fitting)
        left &= ~lowest(left)
    begin = legal_from(mask, do.BEGIN) & hand
    while begin != NOTHING:
        gain = max(2, best_pair(view, index(begin), hand))
        if gain > most:
            best, most = do.BEGIN + index(begin), gain
        begin &= ~lowest(begin)
    alone = legal_from(mask, do.SINGLE) & hand
    return do.SINGLE + index(alone) if best == NONE and alone != NOTHING else best


@rule
def build(view: State, seat: int, mask: Mask) -> int:
    """Extend the meld in work by the card that raises its dividend most; where none fits a wild joker may help."""
    fitting, best, most = legal_from(mask, do.EXTEND) & pack.ORDINARY, NONE, NONE
    while fitting != NOTHING:
        gain = added(view, seat, int(view.focus), index(fitting))
        if gain > most:
            best, most = do.EXTEND + index(fitting), gain
        fitting &= ~lowest(fitting)
    return best if best != NONE else nth_action(mask, 0)


@inlined
def partners_of(view: State, card: int) -> np.uint64:
    """The cards that make a run or a set with a card."""
    return (melds.next_to(bit(card), view.mixed_runs) | melds.of_ranks(bit(card % SUIT))) & ~bit(card)


@rule
def best_pair(view: State, card: int, cards: np.uint64) -> int:
    """The dividend of the best meld that a card makes with one of some others; 0 if it makes none."""
    fitting, most = partners_of(view, card) & cards, 0
    while fitting != NOTHING:
        most = max(most, pair(view, card, index(fitting)))
        fitting &= ~lowest(fitting)
    return most


@rule
def pair(view: State, card: int, other: int) -> int:
    """The dividend of a meld of two cards: the dearer and 1, but of a mixed run the lower and 1."""
    low, high = min(card % SUIT, other % SUIT), max(card % SUIT, other % SUIT)
    if view.mixed_runs and low != high:
        return pack.price_of(high if low == 0 and high == SUIT - 1 else low) + 1
    return max(pack.price_of(card), pack.price_of(other)) + 1


@rule
def added(view: State, seat: int, meld: int, card: int) -> int:
    """What a card adds to the dividend of a meld that it fits."""
    cards, before = view.melds[seat, meld], melds.dividend(view, seat, meld)
    count = size(cards) + size(U(view.doubles[seat, meld]))
    if count == 1:
        return pair(view, card, index(cards)) - before
    if view.mixed_runs and melds.is_run(view, seat, meld):
        return pack.price_of(card) + count - before if card % SUIT + 1 == index(U(view.spots[seat, meld])) else 1
    return max(before - count + 1, pack.price_of(card)) + count - before


@rule
def points_of(view: State, card: int) -> int:
    """What a card on the table scores."""
    return 2 if view.short_suits and has(pack.MAJORS, card) else 1


@rule
def worth(view: State, seat: int, card: int, turns: int, hand: np.uint64) -> int:
    """What a card brings on a seat's table, on a meld, alone, or with a card of the hand; 0 if it fits nowhere."""
    if card >= pack.BLOCK:
        return 0
    gain, left, alone = NONE, view.letters[seat], bit(card) & pack.SINGLES
    while left != NOTHING:
        meld = index(left)
        if has(melds.extensions(view, seat, meld), card):
            gain = max(gain, added(view, seat, meld, card))
        if melds.cards_of(view, seat, meld) == 1:
            alone &= ~melds.of_ranks(melds.ranks_of(view.melds[seat, meld]))
        left &= ~lowest(left)
    if alone != NOTHING:
        gain = max(gain, 2 if alone & pack.TWOS != NOTHING else 1)
    if hand != NOTHING:
        gain = max(gain, best_pair(view, card, hand) or NONE)
    return gain * turns + points_of(view, card) if gain != NONE else 0


@rule
def best_buy(view: State, seat: int, turns: int) -> int:
    """Buy the card of the flop that brings most beyond its price, with what we have or with another one of the flop."""
    best, most, purse, hand = NONE, 0, int(view.purses[seat]), view.hands[seat][0] & pack.ORDINARY
    gap = value_of_gap(view, seat) if turns == 0 else 0
    for place in range(flop_size(view)):
        card = flop_card(view, place)
        if pack.price_of(card) <= purse:
            value = worth(view, seat, card, turns, hand)
            gain = max(
                value - pack.price_of(card) + (gap if value > 0 else 0), gain_from_two(view, place, turns, purse)
            )
            if gain > most:
                best, most = do.BUY + place, gain
    return best


@rule
def gain_from_two(view: State, place: int, turns: int, purse: int) -> int:
    """What a card of the flop brings together with another one there, if both can be paid."""
    card, most = flop_card(view, place), 0
    if card < pack.BLOCK:
        for other in range(flop_size(view)):
            second = flop_card(view, other)
            price = pack.price_of(card) + pack.price_of(second)
            if second < pack.BLOCK and price <= purse and has(partners_of(view, card), second):
                most = max(
                    most, pair(view, card, second) * turns + points_of(view, card) + points_of(view, second) - price
                )
    return most


@rule
def dearest(cards: np.uint64) -> np.uint64:
    """Those of some cards that cost most, from the queens on; nothing if all are cheaper."""
    for least in range(5, 2, -1):
        if cards & pack.WORTH[least] != NOTHING:
            return U(cards & pack.WORTH[least])
    return NOTHING


@rule
def best_put(mask: Mask) -> int:
    """In the last turn aces, kings and queens go back to the market: they bring more tokens there than points on the
    table.
    """
    dear = dearest(legal_from(mask, do.PUT))
    return do.PUT + index(dear) if dear != NOTHING else NONE


@rule
def value_of_gap(view: State, seat: int) -> int:
    """In the last turn a gap in the flop is worth what the dearest card brings there; nothing if there is one
    already.
    """
    cards, left = NOTHING, view.letters[seat]
    while left != NOTHING:
        cards |= view.melds[seat, index(left)]
        left &= ~lowest(left)
    dear = dearest(cards)
    return pack.price_of(index(dear)) - 2 if dear != NOTHING and flop_size(view) == FLOP else 0


@rule
def best_takeover(view: State, seat: int, mask: Mask, turns: int) -> int:
    """Take over what brings most: the price is paid back if it is taken from us, the dividend is ours if it is not."""
    best, most = NONE, 0
    for owner in range(view.seats):
        if owner != seat:
            takeable = legal_from(mask, do.TAKEOVER + owner * MELDS) & EVERY_LETTER
            turns_of_owner = turns_left(view, owner) if takeable != NOTHING else 0
            while takeable != NOTHING:
                gain = gain_from_takeover(view, seat, owner, index(takeable), turns, turns_of_owner)
                if gain > most:
                    best, most = do.TAKEOVER + owner * MELDS + index(takeable), gain
                takeable &= ~lowest(takeable)
    return best


@rule
def gain_from_takeover(view: State, seat: int, owner: int, meld: int, turns: int, turns_of_owner: int) -> int:
    """Dividends and points for the price; the next to collect are robbed first, in the last turn only if it costs
    nothing.
    """
    points = melds.cards_of(view, owner, meld) + (
        size(view.melds[owner, meld] & pack.MAJORS) if view.short_suits else 0
    )
    pays, cost = melds.dividend(view, owner, meld), int(takeover_price(view, owner, meld)) - points
    if turns_of_owner == 0:
        return pays * turns - cost
    harm = int(HARM[(owner - seat) % int(view.seats)])
    return pays * (turns + harm) - cost if turns > 0 else 1 - cost


@rule
def use_of_jokers(view: State, seat: int, mask: Mask, turns: int) -> int:
    """A thief takes the card that brings most; a wild joker joins a card of the hand to a meld."""
    best, most, hand = NONE, 1, view.hands[seat][0]
    for owner in range(view.seats):
        cards = legal_from(mask, do.STEAL + owner * A_SUIT_OF_CARDS) & pack.ORDINARY
        while cards != NOTHING and owner != seat:
            gain = worth(view, seat, index(cards), turns, hand & pack.ORDINARY)
            if gain > most:
                best, most = do.STEAL + owner * A_SUIT_OF_CARDS + index(cards), gain
            cards &= ~lowest(cards)
    left = view.letters[seat] if has(hand, pack.WILD) else NOTHING
    while left != NOTHING and best == NONE:
        if melds.bridges(view, seat, index(left)) & hand != NOTHING:
            best = do.AT + index(left)
        left &= ~lowest(left)
    return best


@rule
def sell_or_go_on(view: State, seat: int, mask: Mask, turns: int) -> int:
    """What fits nowhere is sold, since it is taxed in the hand; a block joker is kept for a meld."""
    unfit = view.hands[seat][0]
    if turns > 0 and has(unfit, pack.BLOCK) and melds.protectable(view, seat) != NOTHING:
        unfit &= ~pack.BLOCK_JOKER
    back, sold = legal_from(mask, do.PUT) & unfit & dearest(unfit), legal_from(mask, do.SELL) & unfit
    if back != NOTHING:
        return do.PUT + index(back)
    return do.SELL + index(sold) if sold != NOTHING else do.NEXT


@rule
def may_propose(view: State) -> bool:
    """One proposal per turn, before anything is bought: whoever was refused does not ask again."""
    made = 0
    for other in range(view.seats):
        made += int(view.offers[other])
    return bool(made == 0 and view.acquired[0] == NOTHING)


@rule
def in_trade(view: State, seat: int, card: int, turns: int, hand: np.uint64) -> int:
    """What a card is worth to who gets it in a trade; nobody wants one that will be left in the hand."""
    if turns == 0 and seat != view.turn:
        return IN_HAND_AT_THE_END
    return min(worth(view, seat, card, turns, hand), pack.price_of(card) + PREMIUM)


@rule
def best_offer(view: State, seat: int, partner: int) -> tuple[int, int, int]:
    """The trade that brings most, with a partner or with anybody: who, which card, and the tokens we pay for it, or get
    if fewer than 0.

    We ask for what a card of our hand is worth to the other, and bid what a card that lies alone is worth to its owner;
    of what both sides gain together half is the other's, and a token at least: people decline what brings them nothing.
    """
    best, best_card, best_tokens, most = NONE, NONE, 0, LEAST_SURPLUS - 1
    turns, purse, hand = turns_left(view, seat), int(view.purses[seat]), view.hands[seat][0] & pack.ORDINARY
    for other in range(view.seats):
        if other == seat or (partner != NONE and other != partner):
            continue
        turns_of_other, purse_of_other, left = turns_left(view, other), int(view.purses[other]), hand
        while left != NOTHING:
            surplus = in_trade(view, other, index(left), turns_of_other, NOTHING) - 1
            if surplus > most and purse_of_other > 1:
                asked = min(surplus + 1 - max(surplus // 2, 1), purse_of_other)
                best, best_card, best_tokens, most = other, index(left), -asked, surplus
            left &= ~lowest(left)
        left = view.letters[other]
        while left != NOTHING:
            if melds.cards_of(view, other, index(left)) == 1:
                card = index(view.melds[other, index(left)])
                loss = loss_of(view, other, card, turns_of_other)
                surplus = in_trade(view, seat, card, turns, hand) - loss
                tokens = loss + max(surplus // 2, 1)
                if surplus > most and tokens <= purse:
                    best, best_card, best_tokens, most = other, card, tokens, surplus
            left &= ~lowest(left)
    return best, best_card, best_tokens


@rule
def compose(view: State, seat: int, mask: Mask) -> int:
    """Put the best offer together: the card, the tokens, and off it goes; anything else is cancelled."""
    _, card, tokens = best_offer(view, seat, int(view.offer_to))
    if card == NONE or view.is_counter:
        return do.CANCEL
    gives, wants, action = view.give[0] | view.give_shown[0], view.want[0], do.SEND
    if gives | wants == NOTHING:
        action = do.GIVE + card if tokens < 0 else do.WANT + card
    elif gives != (bit(card) if tokens < 0 else NOTHING) or wants != (bit(card) if tokens > 0 else NOTHING):
        action = do.CANCEL
    elif view.tokens == 0:
        action = do.ASK - tokens - 1 if tokens < 0 else do.BID + tokens - 1
    return action if is_allowed(mask, action) else do.CANCEL


@rule
def loss_of(view: State, seat: int, card: int, turns: int) -> int:
    """What a seat loses with a card: of the hand what the bank pays, of the table dividends and points."""
    left = view.letters[seat]
    while left != NOTHING:
        meld = index(left)
        if has(view.melds[seat, meld], card):
            count, pays = melds.cards_of(view, seat, meld), melds.dividend(view, seat, meld)
            if count == 2:
                return (pays - 1) * turns + 1 + points_of(view, card)
            return max(1, pays if count == 1 else pays - count) * turns + points_of(view, card)
        left &= ~lowest(left)
    return 1


@rule
def gain_from_offer(view: State, seat: int) -> int:
    """What we gain if we accept: tokens, and what we get is worth, less what we give."""
    turns, hand = turns_left(view, seat), view.hands[seat][0] & pack.ORDINARY
    gain, got, given = int(view.tokens) - int(view.want_any), view.give[0] | view.give_shown[0], view.want[0]
    while got != NOTHING:
        gain += in_trade(view, seat, index(got), turns, hand)
        got &= ~lowest(got)
    while given != NOTHING:
        gain -= loss_of(view, seat, index(given), turns)
        given &= ~lowest(given)
    return gain


@rule
def protect(view: State, seat: int, mask: Mask) -> int:
    """Put tokens on the meld for which it is most worth it, until the player before us cannot pay for it; a block joker
    costs none.
    """
    turns, best, most, purse = turns_left(view, seat), do.NEXT, 0, int(view.purses[seat])
    blockable, to_protect = (
        legal_from(mask, do.BLOCK) & EVERY_LETTER,
        legal_from(mask, do.PROTECT) & EVERY_LETTER & ~view.blocked[seat],
    )
    cash = cash_of(view, (seat - 1) % int(view.seats))
    to_protect |= blockable
    while to_protect != NOTHING and turns > 0:
        meld, free = index(to_protect), bool(blockable != NOTHING)
        value = melds.dividend(view, seat, meld) * turns + melds.cards_of(view, seat, meld)
        missing = 0 if free else min(cash, value) - int(takeover_price(view, seat, meld)) + 1
        gain = value - melds.price_of_meld(view, seat, meld) - missing
        if gain > most and (free or 0 < missing <= purse):
            best, most = (do.BLOCK if free else do.PROTECT) + meld, gain
        to_protect &= ~lowest(to_protect)
    return best


@rule
def cash_of(view: State, seat: int) -> int:
    """What a seat can pay in its next turn, when it has its dividends."""
    cash, left = int(view.purses[seat]), view.letters[seat]
    while left != NOTHING:
        cash += melds.dividend(view, seat, index(left))
        left &= ~lowest(left)
    return cash


@rule
def discard(view: State, seat: int, mask: Mask) -> int:
    """Discard the free card that is worth most to the next player and least to us; the bank chooses if there is
    none.
    """
    if is_allowed(mask, do.LEAVE):
        return do.LEAVE
    rival, best, most = (seat + 1) % int(view.seats), NONE, -999
    turns, turns_of_rival = turns_left(view, seat), turns_left(view, rival)
    for place in range(FLOP):
        card = flop_card(view, place)
        if pack.price_of(card) == 1:
            gain = 2 * worth(view, rival, card, turns_of_rival, NOTHING) - worth(view, seat, card, turns, NOTHING)
            if gain > most:
                best, most = do.DISCARD + place, gain
    return best
