"""Dividends, bonuses and points in Dead-Cat Bounce."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, U, bit, has, highest, index, lowest, size
from openoutcry.engine.cards import SUIT
from openoutcry.engine.compiled import rule
from openoutcry.games.dead_cat_bounce import melds
from openoutcry.games.dead_cat_bounce.pack import HEARTS, MAJORS, SUIT_CARDS
from openoutcry.games.dead_cat_bounce.state import State


@rule
def income(state: State, seat: int) -> int:
    """§3.3 The dividends of all melds, and the bonuses (§3.4)."""
    return dividends(state, seat) + bonuses(state, seat)


@rule
def dividends(state: State, seat: int) -> int:
    """§3.3 What all melds of a player pay."""
    tokens, left = 0, state.letters[seat]
    while left != NOTHING:
        tokens += melds.dividend(state, seat, index(left))
        left &= ~lowest(left)
    return tokens


@rule
def bonuses(state: State, seat: int) -> int:
    """§3.4 For the highest and for the most cards of each suit, and for the longest run, if nobody else has as much."""
    tokens = 1 if leads_by_run(state, seat) else 0
    for suit in range(4):
        tokens += int(leads_by_rank(state, seat, suit)) + int(leads_by_number(state, seat, suit))
    return tokens


@rule
def leads_by_rank(state: State, seat: int, suit: int) -> bool:
    """§3.4 Whether the highest card of a suit is the player's alone."""
    own = highest_rank(state, seat, suit)
    for other in range(state.seats):
        if other != seat and highest_rank(state, other, suit) >= own:
            return False
    return bool(own != NOTHING)


@rule
def leads_by_number(state: State, seat: int, suit: int) -> bool:
    """§3.4 Whether the player displays more of a suit than anyone else."""
    own = number_shown(state, seat, suit)
    for other in range(state.seats):
        if other != seat and number_shown(state, other, suit) >= own:
            return False
    return own > 0


@rule
def leads_by_run(state: State, seat: int) -> bool:
    """§3.4 Whether the longest run is the player's alone."""
    own = longest_run(state, seat)
    for other in range(state.seats):
        if other != seat and longest_run(state, other) >= own:
            return False
    return own > 0


@rule
def highest_rank(state: State, seat: int, suit: int) -> np.uint64:
    """§3.4 The highest rank of a suit that a player displays, one bit, the ace above the king; nothing without a card
    of it.
    """
    cards, left = NOTHING, state.letters[seat]
    while left != NOTHING:
        cards |= state.melds[seat, index(left)]
        left &= ~lowest(left)
    ranks = (cards >> U(SUIT * suit)) & melds.A_SUIT
    if has(ranks, 0):
        return bit(SUIT)
    return bit(highest(ranks)) if ranks != NOTHING else NOTHING


@rule
def number_shown(state: State, seat: int, suit: int) -> int:
    """§3.4 How many cards of a suit a player displays."""
    count, left = 0, state.letters[seat]
    while left != NOTHING:
        count += size(state.melds[seat, index(left)] & SUIT_CARDS[suit]) + has(
            U(state.doubles[seat, index(left)]), suit
        )
        left &= ~lowest(left)
    return count


@rule
def longest_run(state: State, seat: int) -> int:
    """§3.4 The length of a player's longest run, jokers not counted; 0 without a run."""
    longest, left = 0, state.letters[seat]
    while left != NOTHING:
        if melds.is_run(state, seat, index(left)):
            longest = max(longest, size(state.melds[seat, index(left)]))
        left &= ~lowest(left)
    return longest


LOWEST_WINS = False


@rule
def points(state: State, seat: int) -> int:
    """§11.3 1 for each card on the table, -2 for each in hand, 1 for each token in the purse, and a royal flush."""
    own = points_on_table(state, seat) + points_in_hand(state, seat) + points_in_purse(state, seat)
    return own + points_of_flush(state, melds.royal_flush(state, seat))


@rule
def points_on_table(state: State, seat: int) -> int:
    """§11.3 1 for each card on the table; in a short suit 2 (§12.3)."""
    total, left = 0, state.letters[seat]
    while left != NOTHING:
        total += melds.cards_of(state, seat, index(left))
        if state.short_suits:
            total += size(state.melds[seat, index(left)] & MAJORS)
        left &= ~lowest(left)
    return total


@rule
def points_in_hand(state: State, seat: int) -> int:
    """§11.3 -2 for each card in hand."""
    return -2 * state.hand_sizes[seat]


@rule
def points_in_purse(state: State, seat: int) -> int:
    """§11.3 1 for each token in the purse."""
    return state.purses[seat]


@rule
def points_of_flush(state: State, suit: int) -> int:
    """§11.3 Ten for a royal flush; in a short suit 50 (§12.3)."""
    if suit < 0:
        return 0
    return 50 if state.short_suits and suit >= HEARTS else 10


@rule
def place(state: State, seat: int) -> int:
    """§11.4 One more than there are players with more points."""
    ahead, own = 0, points(state, seat)
    for other in range(state.seats):
        if points(state, other) > own:
            ahead += 1
    return ahead + 1
