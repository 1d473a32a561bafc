"""What comes of an action in Dead-Cat Bounce: prices, cards that come, melds as they are now, offers as a whole, what
is traded, money, and the end. All of it is open, so every reader is told the same.
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, U, bit, has, index, lowest, size
from openoutcry.engine.cards import SUIT
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.events import NUMBER, SEAT, Event, Events, ListOf, Things
from openoutcry.engine.telling import Told, add, add_item, add_thing, open_list, tell
from openoutcry.games.dead_cat_bounce import actions as do
from openoutcry.games.dead_cat_bounce.knowledge import shown
from openoutcry.games.dead_cat_bounce.legality import takeover_price
from openoutcry.games.dead_cat_bounce.melds import HIGH_ACE, inside, is_run, of_ranks, royal_flush
from openoutcry.games.dead_cat_bounce.money import bonuses, income
from openoutcry.games.dead_cat_bounce.offers import named_in_hand
from openoutcry.games.dead_cat_bounce.pack import CARDS, THIEF, WILD, price_of
from openoutcry.games.dead_cat_bounce.rules import FOUR_SUITS, place_the_bank_takes
from openoutcry.games.dead_cat_bounce.state import FLOP, LETTERS, MELDS, ROYAL_FLUSH, State, flop_card, flop_size

ROW = ListOf(CARDS, called="card_in_row")
"""Cards beside one another; a joker is called by its kind alone."""
SIDE = Things({"hand": CARDS, "table": CARDS, "choice": NUMBER, "tokens": NUMBER})
"""§7.2 What one side of an offer gives: cards of hand and table, cards of its choice, tokens."""
OF_HAND, OF_TABLE, OF_CHOICE, TOKENS = range(4)

EVENTS = Events(
    Event("turn", {"player": SEAT}, clause="§2.1", heading=True),
    Event("fees", {"player": SEAT, "tokens": NUMBER}, clause="§3.1"),
    Event("unblocked", {"player": SEAT, "jokers": NUMBER}, clause="§3.1"),
    Event("drawn", {"cards": ROW}, clause="§3.2"),
    Event("income", {"player": SEAT, "tokens": NUMBER, "dividends": NUMBER, "bonuses": NUMBER}, clause="§3.3"),
    Event("bought", {"tokens": NUMBER, "card": CARDS}, clause="§4.1", counted=True),
    Event("paid_back", {"tokens": NUMBER}, clause="§4.3", counted=True),
    Event("built", {"meld": LETTERS, "cards": ROW}, clause="§5.8"),
    Event("cut", {"meld": LETTERS, "cards": ROW, "other": LETTERS, "other_cards": ROW}, clause="§5.10"),
    Event("left_over", {"player": SEAT, "cards": ROW}, clause="§5.11"),
    Event("taken_over", {"tokens": NUMBER, "cards": ROW}, clause="§6.2", counted=True),
    Event("offered", {"player": SEAT, "gives": SIDE, "wants": SIDE}, clause="§7.3", counted=True),
    Event("dropped", {"player": SEAT}, clause="§7.4"),
    Event("traded", {"player": SEAT, "gives": SIDE, "wants": SIDE}, clause="§7.6", counted=True),
    Event("discarded", {"tokens": NUMBER, "card": CARDS}, clause="§9.1", counted=True),
    Event("discarded_free", {"card": CARDS}, clause="§9.1", counted=True),
    Event("tax", {"tokens": NUMBER}, clause="§10.2", counted=True),
    Event("reshuffled", clause="§11.1", counted=True),
    Event("flush", {"player": SEAT}, clause="§11.2", counted=True),
    Event("stolen", {"player": SEAT, "meld": LETTERS, "cards": ROW}, clause="§12.8", counted=True),
)
(
    TURN,
    LOST_TOKENS,
    LOST_JOKERS,
    DRAWN,
    COLLECTED,
    BOUGHT,
    PAID_BACK,
    BUILT,
    IS_CUT,
    LEFT_OVER,
    TAKEN_OVER,
    OFFERED,
    DROPPED,
    TRADED,
    DISCARDED,
    DISCARDED_FREE,
    TAX,
    RESHUFFLED,
    FLUSH,
    STOLEN,
) = EVENTS.numbers()


@rule
def events(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§2.2 What came of an action; then whose turn begins, with its housekeeping, or what protection was lost."""
    if before.to_act != NOTHING and action >= 0:
        tell_what_came(before, after, seat, action, told)
    if after.to_act != NOTHING and (before.to_act == NOTHING or after.turn != before.turn):
        tell(told, TURN, after.turn)
    if action == do.PAY:
        tell_housekeeping(before, after, (seat + 1) % after.seats, told)
    elif action >= 0 and not do.TAKEOVER <= action < do.STEAL:
        tell_flush(after, told)
        tell_losses(before, after, told)


@rule
def tell_what_came(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§2.2 By the step of the turn to which the action belongs."""
    if action < do.SINGLE:
        tell_deal(before, after, seat, action, told)
    elif do.EXTEND <= action < do.TAKEOVER:
        tell_building(before, after, seat, action, told)
    elif do.TAKEOVER <= action < do.STEAL:
        tell_takeover(before, (action - do.TAKEOVER) // MELDS, (action - do.TAKEOVER) % MELDS, told)
    elif do.STEAL <= action < do.PROPOSE:
        tell_steal(before, after, (action - do.STEAL) // FOUR_SUITS, (action - do.STEAL) % FOUR_SUITS, told)
    elif do.PROPOSE <= action < do.PROTECT:
        tell_negotiation(before, after, seat, action, told)
    elif do.DISCARD <= action < do.LEAVE:
        card = flop_card(before, action - do.DISCARD)
        tell_discard(card, price_of(card) - 1, told)
    elif do.LEAVE <= action < do.NEXT:
        tell_discard(flop_card(before, place_the_bank_takes(before)), 0, told)
    elif action == do.PAY and before.hand_sizes[seat] > 0:
        tell(told, TAX, before.hand_sizes[seat])


@rule
def tell_housekeeping(before: State, after: State, player: int, told: Told) -> None:
    """§3.1 Fees, §3.2 the flop, §3.3 dividends and §3.4 bonuses of whoever is next; nothing after the last turns
    (§11.1).
    """
    if after.to_act != NOTHING:
        tell_fees(before, after, player, told)
        tell_drawn(before, after, told)
        tell_income(after, player, told)


@rule
def tell_fees(before: State, after: State, player: int, told: Told) -> None:
    """§3.1 Tokens and block jokers that have left a player's melds."""
    tokens = 0
    for meld in range(MELDS):
        tokens += before.protection[player, meld] - after.protection[player, meld]
    if tokens > 0:
        tell(told, LOST_TOKENS, player, tokens)
    jokers = size(before.blocked[player]) - size(after.blocked[player])
    if jokers > 0:
        tell(told, LOST_JOKERS, player, jokers)


@rule
def tell_drawn(before: State, after: State, told: Told) -> None:
    """§3.2 Cards that came into the flop from the stack, and §11.1 that it has run out."""
    if flop_size(after) > flop_size(before):
        tell(told, DRAWN)
        cards = open_list(told)
        for place in range(flop_size(before), FLOP):
            if after.flop[place] > 0:
                add_item(told, cards, flop_card(after, place))
    if before.last_turns < 0 <= after.last_turns:
        tell(told, RESHUFFLED)


@rule
def tell_income(after: State, player: int, told: Told) -> None:
    """§3.3 Dividends and §3.4 bonuses."""
    tokens, extra = income(after, player), bonuses(after, player)
    if tokens > 0:
        tell(told, COLLECTED, player, tokens, tokens - extra, extra)


@rule
def tell_deal(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§4 Bought, looked, put back or sold from the table; of a card sold from the hand nothing is seen."""
    if action < do.LOOK:
        card = flop_card(before, action - do.BUY)
        tell(told, BOUGHT, price_of(card), card)
    elif action < do.PUT:
        tell_drawn(before, after, told)
    elif action < do.SELL:
        tell(told, PAID_BACK, price_of(action - do.PUT) - 1)
        tell_left_over(before, after, seat, bit(action - do.PUT), NOTHING, told)
    elif action >= do.SELL_SHOWN:
        tell_left_over(before, after, seat, bit(action - do.SELL_SHOWN), NOTHING, told)


@rule
def tell_building(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§5.7 What became of the meld in work."""
    meld = before.focus
    if action < do.TAKE:
        tell(told, BUILT, meld)
        add_meld(told, after, seat, meld)
    elif action < do.SPLIT:
        tell_left_over(before, after, seat, bit(action - do.TAKE), NOTHING, told)
    else:
        other = index(after.letters[seat] & ~before.letters[seat])
        tell(told, IS_CUT, meld)
        add_meld(told, after, seat, meld)
        add(told, other)
        add_meld(told, after, seat, other)


@rule
def tell_left_over(
    before: State, after: State, player: int, taken: np.uint64, taken_twice: np.uint64, told: Told
) -> None:
    """§5.11 What lay on a player's table and lies there no longer, beside what was taken off it."""
    (had, had_twice), (still, still_twice) = shown(before, player), shown(after, player)
    once, twice = less(had, had_twice, still, still_twice)
    left, left_twice = less(once, twice, taken, taken_twice)
    if left != NOTHING:
        tell(told, LEFT_OVER, player)
        place = open_list(told)
        while left != NOTHING:
            add_item(told, place, index(left))
            if left_twice & lowest(left) != NOTHING:
                add_item(told, place, index(left))
            left &= ~lowest(left)


@inlined
def less(once: np.uint64, twice: np.uint64, taken: np.uint64, taken_twice: np.uint64) -> tuple[np.uint64, np.uint64]:
    """§1.2 What stays of a bag when another is taken out of it, as far as it is there."""
    return once & ~taken | twice & ~taken_twice, twice & ~taken


@rule
def add_meld(told: Told, state: State, seat: int, meld: int) -> None:
    """§5.4 A meld as it lies: a run from its lowest card to its highest, jokers in their places; a set by suits."""
    place = open_list(told)
    cards = state.melds[seat, meld]
    if is_run(state, seat, meld):
        for spot in range(HIGH_ACE + 1):
            if has(U(state.spots[seat, meld]), spot):
                add_item(told, place, card_on(state, seat, meld, spot))
        return
    while cards != NOTHING:
        add_item(told, place, index(cards))
        if has(U(state.doubles[seat, meld]), index(cards) // SUIT):
            add_item(told, place, index(cards))
        cards &= ~lowest(cards)


@rule
def card_on(state: State, seat: int, meld: int, spot: int) -> int:
    """§5.1 The card on a spot of a run, or §12.7 the joker that stands there."""
    cards = state.melds[seat, meld] & of_ranks(bit(spot % SUIT))
    if cards != NOTHING:
        return index(cards)
    return THIEF if has(U(state.thieves[seat, meld]), spot) else WILD


@rule
def tell_takeover(before: State, owner: int, meld: int, told: Told) -> None:
    """§6.2 The cards and their price."""
    tell(told, TAKEN_OVER, takeover_price(before, owner, meld))
    add_meld(told, before, owner, meld)


@rule
def tell_steal(before: State, after: State, owner: int, card: int, told: Told) -> None:
    """§12.8 The run with the thief joker: of those with the card inside it was the first by letter."""
    left = before.letters[owner]
    while left != NOTHING:
        if has(inside(before, owner, index(left)), card):
            tell(told, STOLEN, owner, index(left))
            add_meld(told, after, owner, index(left))
            return
        left &= ~lowest(left)


@rule
def tell_negotiation(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§7.3 An offer that is sent, §7.4 a counter-offer that is dropped, §7.6 a trade that is done."""
    if action == do.SEND:
        tell(told, OFFERED, after.offer_to)
        add_given(told, after)
        add_wanted(told, after, NOTHING)
    elif action == do.CANCEL and before.is_counter:
        tell(told, DROPPED, seat)
    elif (action == do.ACCEPT or action >= do.CHOOSE) and after.offer_by < 0:
        tell_trade(before, after, bit(action - do.CHOOSE) if action >= do.CHOOSE else NOTHING, told)


@rule
def tell_trade(before: State, after: State, last: np.uint64, told: Told) -> None:
    """§7.6 What changed hands, with the card that was chosen last, and what was left over of melds."""
    tell(told, TRADED, before.offer_to)
    add_given(told, before)
    add_wanted(told, before, last)
    named, named_twice = named_in_hand(before)
    table, table_twice = less(before.want[0], before.want[1], named, named_twice)
    tell_left_over(before, after, before.offer_by, before.give_shown[0], before.give_shown[1], told)
    tell_left_over(before, after, before.offer_to, table, table_twice, told)


@rule
def add_given(told: Told, state: State) -> None:
    """§7.2 What the one whose offer it is gives."""
    place = open_list(told)
    add_cards(told, place, OF_HAND, state.give[0], state.give[1])
    add_cards(told, place, OF_TABLE, state.give_shown[0], state.give_shown[1])
    if state.tokens > 0:
        add_thing(told, place, TOKENS, state.tokens)


@rule
def add_wanted(told: Told, state: State, last: np.uint64) -> None:
    """§7.2 What the other gives; cards of choice by name once the last one is chosen (§7.5)."""
    place = open_list(told)
    named, named_twice = named_in_hand(state)
    table, table_twice = less(state.want[0], state.want[1], named, named_twice)
    add_cards(told, place, OF_HAND, named, named_twice)
    add_cards(told, place, OF_TABLE, table, table_twice)
    if last != NOTHING:
        add_cards(told, place, OF_HAND, state.chosen[0] | last, state.chosen[1] | state.chosen[0] & last)
    elif state.want_any > 0:
        add_thing(told, place, OF_CHOICE, state.want_any)
    if state.tokens < 0:
        add_thing(told, place, TOKENS, -state.tokens)


@rule
def add_cards(told: Told, place: int, kind: int, once: np.uint64, twice: np.uint64) -> None:
    """§7.2 Cards of hand or table, two equal ones one after the other."""
    left = once
    while left != NOTHING:
        add_thing(told, place, kind, index(left))
        if twice & lowest(left) != NOTHING:
            add_thing(told, place, kind, index(left))
        left &= ~lowest(left)


@rule
def tell_discard(card: int, tokens: int, told: Told) -> None:
    """§9.1 The card that left the flop and what that cost; by the bank it is free (§9.2)."""
    if tokens > 0:
        tell(told, DISCARDED, tokens, card)
    else:
        tell(told, DISCARDED_FREE, card)


@rule
def tell_flush(after: State, told: Told) -> None:
    """§11.2 Whoever has a royal flush; it need not be the one who acted."""
    if after.ending == ROYAL_FLUSH:
        for player in range(after.seats):
            if royal_flush(after, player) >= 0:
                tell(told, FLUSH, player)


@rule
def tell_losses(before: State, after: State, told: Told) -> None:
    """§7.7 Protection that was lost with a meld, or §11.2 to a royal flush, for which those without one also
    collect.
    """
    for player in range(after.seats):
        tell_fees(before, after, player, told)
        if after.ending == ROYAL_FLUSH and royal_flush(after, player) < 0:
            tell_income(after, player, told)
