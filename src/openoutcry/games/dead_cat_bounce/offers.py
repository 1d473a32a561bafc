"""Offers: what can be put into one, and what happens when it is accepted."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bags import empty, how_many, pour, put_in
from openoutcry.engine.bits import NOTHING, bit, index, lowest, size
from openoutcry.engine.compiled import inlined, rule
from openoutcry.games.dead_cat_bounce import knowledge, melds, phases
from openoutcry.games.dead_cat_bounce.state import MOST_OFFERS, NOBODY, State


@rule
def partners(state: State) -> np.uint64:
    """§7.1 Who can still be offered something this turn."""
    seats = NOTHING
    for seat in range(state.seats):
        if seat != state.turn and state.offers[seat] < MOST_OFFERS:
            seats |= bit(seat)
    return seats


@rule
def next_copies(once: np.uint64, twice: np.uint64, used_once: np.uint64, used_twice: np.uint64) -> np.uint64:
    """The cards of which there is one more than are used."""
    return once & ~used_once | twice & used_once & ~used_twice


@rule
def may_sell_only(state: State) -> bool:
    """§10.3 Whether this is a sale for tokens alone, to pay the tax."""
    return state.resume == phases.PAYING_TAX


@rule
def can_give(state: State) -> np.uint64:
    """§7.2 Cards of the hand that can be given; whoever buys from somebody short of tax gives only tokens (§10.3)."""
    if may_sell_only(state) and state.is_counter:
        return NOTHING
    hand = state.hands[state.offer_by]
    return next_copies(hand[0], hand[1], state.give[0], state.give[1])


@rule
def can_give_shown(state: State) -> np.uint64:
    """§7.2 Cards of the table that can be given."""
    if may_sell_only(state) and state.is_counter:
        return NOTHING
    once, twice = knowledge.shown(state, state.offer_by)
    return next_copies(once, twice, state.give_shown[0], state.give_shown[1])


@rule
def can_want(state: State) -> np.uint64:
    """§7.2 Cards of the other's table, and as long as the hand has cards beside those of choice, those known there or
    just offered.
    """
    if may_sell_only(state) and not state.is_counter:
        return NOTHING
    want, offered, known = state.want, state.first_give, state.known[state.offer_to]
    table, table_twice = knowledge.shown(state, state.offer_to)
    if can_want_any(state):
        once, twice = together(table, table_twice, known[0] | offered[0], known[1] | offered[1])
        return next_copies(once, twice, want[0], want[1])
    once, twice = together(table, table_twice, offered[0], offered[1])
    return next_copies(once, twice, want[0], want[1]) & ~next_copies(offered[0], offered[1], want[0], want[1])


@inlined
def together(once: np.uint64, twice: np.uint64, more: np.uint64, more_twice: np.uint64) -> tuple[np.uint64, np.uint64]:
    """What is in two bags, as one."""
    return once | more, twice | more_twice | once & more


@rule
def can_want_any(state: State) -> bool:
    """§7.2 Whether the other's hand has a card beside those that are wanted already."""
    if may_sell_only(state) and not state.is_counter:
        return False
    named, named_twice = named_in_hand(state)
    return state.want_any + size(named) + size(named_twice) < state.hand_sizes[state.offer_to]


@rule
def can_bid(state: State) -> int:
    """§7.2 How many more tokens can be given."""
    if state.tokens < 0 or (may_sell_only(state) and not state.is_counter):
        return 0
    return state.purses[state.offer_by] - state.tokens


@rule
def can_ask(state: State) -> int:
    """§7.2 How many more tokens can be asked for."""
    if state.tokens > 0 or (may_sell_only(state) and state.is_counter):
        return 0
    return state.purses[state.offer_to] + state.tokens


@rule
def moves_enough(state: State) -> bool:
    """§7.3 At least one card has to move; to pay the tax also a token (§10.3)."""
    cards = how_many(state.give) + how_many(state.give_shown) + how_many(state.want) + state.want_any
    return cards > 0 and (state.tokens != 0 or not may_sell_only(state))


@rule
def can_send(state: State) -> bool:
    """§7.3 An offer in which enough moves, §7.4 and a counter-offer that changes something."""
    return moves_enough(state) and not (state.is_counter and is_the_first_offer(state))


@rule
def is_the_first_offer(state: State) -> bool:
    """§7.4 Whether a counter-offer is but the offer that it answers, seen from the other side: the same cards from the
    same places.
    """
    has_choice, has_other_tokens = state.want_any + state.first_want_any > 0, state.tokens + state.first_tokens != 0
    return not has_choice and not has_other_tokens and gets_the_same(state) and gives_the_same(state)


@rule
def gets_the_same(state: State) -> bool:
    """§7.4 Whether just those cards are wanted that were offered, from hand and table as they were."""
    want, offered = state.want, state.first_give
    hand, hand_twice = named_in_hand(state)
    once, twice = together(offered[0], offered[1], state.first_give_shown[0], state.first_give_shown[1])
    return is_same(want[0], want[1], once, twice) and is_same(hand, hand_twice, offered[0], offered[1])


@rule
def gives_the_same(state: State) -> bool:
    """§7.4 Whether just those cards are given that were wanted, from hand and table as they were."""
    give, wanted = state.give, state.first_want
    hand, hand_twice = beyond_table(state, state.offer_by, wanted[0], wanted[1])
    once, twice = together(give[0], give[1], state.give_shown[0], state.give_shown[1])
    return is_same(once, twice, wanted[0], wanted[1]) and is_same(give[0], give[1], hand, hand_twice)


@inlined
def is_same(once: np.uint64, twice: np.uint64, other: np.uint64, other_twice: np.uint64) -> bool:
    """Whether there is the same in two bags."""
    return bool(once == other) and bool(twice == other_twice)


@rule
def can_choose(state: State) -> np.uint64:
    """§7.5 The cards of the hand beside those that are wanted by name."""
    hand = state.hands[state.offer_to]
    once, twice = promised(state)
    return next_copies(hand[0], hand[1], once, twice)


@rule
def promised(state: State) -> tuple[np.uint64, np.uint64]:
    """§7.5 The cards that will come out of the other's hand, by name or by choice: as a bag."""
    named, named_twice = named_in_hand(state)
    return named | state.chosen[0], named_twice | state.chosen[1] | named & state.chosen[0]


@rule
def named_in_hand(state: State) -> tuple[np.uint64, np.uint64]:
    """§7.2 The wanted cards that come out of the other's hand: those just offered from there, and those that are not on
    the table.
    """
    once, twice = beyond_table(state, state.offer_to, state.want[0], state.want[1])
    return once | state.want[0] & state.first_give[0], twice | state.want[1] & state.first_give[1]


@rule
def beyond_table(state: State, seat: int, cards: np.uint64, cards_twice: np.uint64) -> tuple[np.uint64, np.uint64]:
    """§7.2 Those of some cards that do not lie on a player's table: as a bag."""
    once, twice = knowledge.shown(state, seat)
    first, second = cards & ~once, cards_twice & ~twice
    return first | second, first & second


@rule
def compose(state: State, by: int, to: int) -> None:
    """§7.2 An empty offer, to be put together."""
    clear_offer(state, by, to)
    state.phase = phases.COMPOSING
    state.to_act = bit(by)


@rule
def clear_offer(state: State, by: int, to: int) -> None:
    """§7.8 Nothing is offered yet, or any more; nothing else is left of an offer that fails."""
    state.offer_by, state.offer_to = by, to
    empty(state.give)
    empty(state.give_shown)
    empty(state.want)
    empty(state.chosen)
    state.want_any = state.tokens = 0


@rule
def propose(state: State, seat: int, partner: int) -> None:
    """§7.1 An offer is begun, and counts."""
    state.offers[partner] += 1
    state.resume = state.phase
    state.is_counter = 0
    compose(state, seat, partner)


@rule
def send(state: State) -> None:
    """§7.4 The other side has to answer."""
    state.phase = phases.ANSWERING
    state.to_act = bit(state.offer_to)


@rule
def counter(state: State) -> None:
    """§7.4 The other side puts together an offer of its own, and may name what was just offered."""
    state.is_counter = 1
    pour(state.first_give, state.give)
    pour(state.first_give_shown, state.give_shown)
    pour(state.first_want, state.want)
    state.first_want_any, state.first_tokens = state.want_any, state.tokens
    compose(state, state.offer_to, state.offer_by)


@rule
def end_offer(state: State) -> None:
    """§7.4 Declined, cancelled or done: the turn goes on."""
    clear_offer(state, NOBODY, NOBODY)
    empty(state.first_give)
    empty(state.first_give_shown)
    empty(state.first_want)
    state.is_counter = state.first_want_any = state.first_tokens = 0
    state.phase = state.resume
    state.to_act = bit(state.turn)


@rule
def accept(state: State) -> None:
    """§7.5 Cards of choice are chosen first; then everything changes hands."""
    if state.want_any > 0:
        state.phase = phases.CHOOSING
    else:
        exchange(state)


@rule
def choose(state: State, card: np.uint64) -> None:
    """§7.5 One card of choice; with the last one everything changes hands."""
    put_in(state.chosen, card)
    if how_many(state.chosen) == state.want_any:
        exchange(state)


@rule
def exchange(state: State) -> None:
    """§7.6 Everything changes hands at once; then melds that lost cards are mended, those of the one who made the offer
    first.
    """
    by, to = state.offer_by, state.offer_to
    named, named_twice = named_in_hand(state)
    on_table = state.want[0] & ~named | state.want[1] & ~named_twice
    on_table_twice = state.want[1] & ~named
    singles_by, singles_to = melds.singletons(state, by), melds.singletons(state, to)
    for copy in range(2):
        leave_hand(state, by, state.give[copy])
        leave_hand(state, to, state.chosen[copy])
        leave_table(state, by, state.give_shown[copy])
    leave_hand(state, to, named)
    leave_hand(state, to, named_twice)
    leave_table(state, to, on_table)
    leave_table(state, to, on_table_twice)
    for copy in range(2):
        receive(state, to, state.give[copy], -state.tokens)
        receive(state, to, state.give_shown[copy], -state.tokens)
        receive(state, by, state.want[copy], state.tokens)
        receive(state, by, state.chosen[copy], state.tokens)
    state.purses[by] -= state.tokens
    state.purses[to] += state.tokens
    melds.mend(state, by, singles_by)
    melds.mend(state, to, singles_to)
    end_offer(state)


@rule
def leave_hand(state: State, giver: int, cards: np.uint64) -> None:
    """§7.6 Cards leave a hand in a trade."""
    knowledge.out_of_hand(state, giver, cards)
    if giver == state.turn:
        melds.give_away(state, cards)


@rule
def leave_table(state: State, giver: int, cards: np.uint64) -> None:
    """§7.6 Cards leave a table in a trade; of equal ones that of the first meld (§1.2)."""
    left = cards
    while left != NOTHING:
        card = index(left)
        melds.lift(state, giver, melds.letter_of(state, giver, card), card)
        left &= ~lowest(left)
    if giver == state.turn:
        melds.give_away(state, cards)


@rule
def receive(state: State, taker: int, cards: np.uint64, paid: int) -> None:
    """§7.6 Cards go into a hand and are known there; whoever paid for them has acquired them for tokens (§4.5)."""
    melds.into_hand(state, taker, cards)
    if taker == state.turn and paid > 0:
        put_in(state.acquired, cards)
