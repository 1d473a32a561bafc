"""Hands, and what all know of them; the stack, and what is known to be in it."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bags import copies, draw_from, empty, how_many, pour, put_in, take_out
from openoutcry.engine.bits import NOTHING, U, has, index, lowest, size
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import inlined, rule
from openoutcry.games.dead_cat_bounce import pack
from openoutcry.games.dead_cat_bounce.melds import jokers_in
from openoutcry.games.dead_cat_bounce.state import FLOP, State, flop_size


@rule
def out_of_hand(state: State, seat: int, cards: np.uint64) -> None:
    """§1.7 Cards leave a hand openly; a known card that is equal has left."""
    take_out(state.hands[seat], cards)
    take_out(state.known[seat], cards)
    state.hand_sizes[seat] -= size(cards)


@rule
def sell_face_down(state: State, seat: int, card: np.uint64) -> None:
    """§4.4 A card goes from the hand to the discard pile, face down; nothing in that hand is known any more (§1.7)."""
    take_out(state.hands[seat], card)
    state.hand_sizes[seat] -= 1
    empty(state.known[seat])
    put_in(state.sold[seat], card)
    state.sold_sizes[seat] += 1


@rule
def draw_card(state: State, chance: Chance) -> int:
    """§1.5 Any card of the stack; when it was the last one, the discards become the new stack (§11.1)."""
    card = draw_from(state.stack, chance)
    state.stack_size -= 1
    was_seen = state.stack_seen[0] & card
    take_out(state.stack_seen, card)
    if was_seen == NOTHING:
        for seat in range(state.seats):
            take_out(state.remembered[seat], card)
    if state.stack_size == 0 and state.last_turns < 0:
        reshuffle(state)
    return index(card)


@rule
def reshuffle(state: State) -> None:
    """§11.1 The discard pile is the new stack, and what was known of it is known of the stack; everyone has a last turn
    after this one.
    """
    state.last_turns = state.seats + 1
    pour(state.stack, state.face_up)
    pour(state.stack_seen, state.face_up)
    empty(state.face_up)
    for seat in range(state.seats):
        pour(state.stack, state.sold[seat])
        pour(state.remembered[seat], state.sold[seat])
        empty(state.sold[seat])
        state.sold_sizes[seat] = 0
    state.stack_size = how_many(state.stack)


@rule
def fill_flop(state: State, chance: Chance) -> None:
    """§3.2 Cards are drawn until the flop has three, or the stack is empty."""
    while flop_size(state) < FLOP and state.stack_size > 0:
        enter_flop(state, draw_card(state, chance))


@rule
def enter_flop(state: State, card: int) -> None:
    """§1.6 A card enters the flop nearest the stack."""
    state.flop[flop_size(state)] = card + 1


@rule
def leave_flop(state: State, place: int) -> int:
    """§1.6 A card leaves the flop, and the others slide towards the discard pile."""
    card = state.flop[place] - 1
    for behind in range(place, FLOP - 1):
        state.flop[behind] = state.flop[behind + 1]
    state.flop[FLOP - 1] = 0
    return card


@rule
def shown(state: State, seat: int) -> tuple[np.uint64, np.uint64]:
    """The cards on a player's table, jokers in runs included: as a bag."""
    once, twice, left = NOTHING, NOTHING, state.letters[seat]
    wilds, thieves = 0, 0
    while left != NOTHING:
        meld = index(left)
        cards = state.melds[seat, meld]
        twice |= once & cards
        once |= cards
        for suit in range(2):
            if has(U(state.doubles[seat, meld]), suit):
                twice |= cards & pack.SUIT_CARDS[suit]
        thieves += size(U(state.thieves[seat, meld]))
        wilds += size(jokers_in(state, seat, meld) & ~U(state.thieves[seat, meld]))
        left &= ~lowest(left)
    once |= of_these(pack.WILD_JOKER, wilds > 0) | of_these(pack.THIEF_JOKER, thieves > 0)
    return once, twice | of_these(pack.WILD_JOKER, wilds > 1) | of_these(pack.THIEF_JOKER, thieves > 1)


@inlined
def of_these(cards: np.uint64, are_there: bool) -> np.uint64:
    """These cards, or none."""
    return cards if are_there else NOTHING


@rule
def owned(state: State, seat: int, card: int) -> int:
    """§4.5 How many of a card a player has, in hand and on the table."""
    once, twice = shown(state, seat)
    table = int(has(once, card)) + int(has(twice, card))
    table += blocks_laid(state, seat) if card == pack.BLOCK else 0
    return copies(state.hands[seat], card) + table


@rule
def sellable(state: State, seat: int) -> tuple[np.uint64, np.uint64]:
    """§4.5 The cards of the hand, and of the table, that were not acquired for tokens this turn, equal ones set off
    against each other.
    """
    (table, table_twice), hand, acquired = shown(state, seat), state.hands[seat], state.acquired
    laid = blocks_laid(state, seat)
    once = table | of_these(pack.BLOCK_JOKER, laid > 0)
    twice = table_twice | of_these(pack.BLOCK_JOKER, laid > 1)
    at_least_two = twice | hand[1] | once & hand[0]
    may = (once | hand[0]) & ~acquired[0] | at_least_two & ~acquired[1]
    return may & hand[0], may & table


@inlined
def blocks_laid(state: State, seat: int) -> int:
    """§12.4 How many block jokers lie on a player's melds."""
    return size(state.blocked[seat])


@rule
def sellable_cards(state: State, seat: int) -> int:
    """§4.6 How many cards of the hand can be sold under §4.5."""
    count, left = 0, sellable(state, seat)[0]
    while left != NOTHING:
        card = index(left)
        in_hand, free = copies(state.hands[seat], card), owned(state, seat, card) - copies(state.acquired, card)
        count += min(in_hand, free)
        left &= ~lowest(left)
    return count


@rule
def may_be_sold_for_tax(state: State, seat: int) -> np.uint64:
    """§10.3 The cards of the hand that may be sold; the ban falls while the others would not make the tax payable
    (§4.6).
    """
    count = sellable_cards(state, seat)
    if state.purses[seat] + count < state.hand_sizes[seat] - count:
        return state.hands[seat][0]
    return sellable(state, seat)[0]
