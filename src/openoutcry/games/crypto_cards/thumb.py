"""Rules of thumb for Crypto Cards: lay down what can be sold next turn, sell whenever you can, and keep faces for when
you cannot.

A portfolio grows by one card in every turn without a sale, and never shrinks: whoever can always sell wins. So each
card laid down should be one for the next sale, and a face is worth most when it sells one number and opens the market
for another.
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, bit, index, lowest, size
from openoutcry.engine.cards import ACES, FACES, KINGS, NUMBERS, SUIT
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask
from openoutcry.games.crypto_cards.rules import (
    BY_POINTS,
    ENDORSE,
    ENDORSING,
    PASS,
    SELL,
    TRANSFER,
    TRANSFERRING,
    State,
    can_be_sold,
    is_last_round,
    may_endorse,
    may_sell,
    must_sell,
    must_transfer,
    seat_of_turn,
    up_to_top,
)

FACE_POINTS = 10
ROUNDS_LEFT = 3
"""With cards for so many rounds in the deck, the second joker is near enough to put off the next card for a turn."""
HELD, LYING = 1, 4
"""What it is worth that a card opens the market for a number in the hand, and for one that lies in the portfolio
already.
"""
STUCK, FACE = 100, 1000
"""What it costs to lay down a number that cannot be sold, and a face, which never can; else a card costs its rank."""


@rule
def choose(view: State, seat: int, mask: Mask, thought: Chance) -> int:
    """Sell if you can, else endorse if it pays, else pass; never buy back. Then lay down what hurts least."""
    if view.phase == TRANSFERRING:
        return TRANSFER + best_to_lay(view, seat)
    if view.phase == ENDORSING:
        return SELL + best_sale(view, seat, can_be_sold(view, seat))
    forced = must_sell(view, seat)
    sales = may_sell(view, seat) if forced == NOTHING else forced
    if sales != NOTHING:
        return SELL + best_sale(view, seat, sales)
    faces = may_endorse(view, seat)
    if faces != NOTHING and wants_to_endorse(view, seat):
        return ENDORSE + index(faces)
    return PASS


@rule
def rank_of(card: np.uint64) -> int:
    """The rank of a card, the ace as 1."""
    return index(card) % SUIT + 1


@rule
def saleable(market: np.uint64) -> np.uint64:
    """The numbers that could be sold without a face: those up to the top and the next one. Tops only rise, so they stay
    saleable.
    """
    covered = up_to_top(market)
    return (covered | ((covered & ~KINGS) << ONE) | ACES) & NUMBERS


@rule
def opened_by(card: np.uint64, market: np.uint64) -> np.uint64:
    """The numbers that become saleable when a card is sold."""
    return saleable(market | card) & ~saleable(market) & ~card


@rule
def best_sale(view: State, seat: int, cards: np.uint64) -> int:
    """With a face what is stuck; of several the one that opens the market for our cards rather than for theirs; else
    the highest.
    """
    best, most = 0, -STUCK
    while cards != NOTHING:
        card = lowest(cards)
        cards ^= card
        gain = 2 * gain_from_opening(view, seat, card) + rank_of(card)
        if not card & saleable(view.market):
            gain += STUCK
        if gain > most:
            best, most = index(card), gain
    return best


@rule
def gain_from_opening(view: State, seat: int, card: np.uint64) -> int:
    """How many of our own cards a sale makes saleable, against those that lie before the others; ours count double, as
    we are one, but nothing in the last round, where we sell no more.
    """
    opened = opened_by(card, view.market)
    gain = 0 if is_last_round(view) else 2 * size(opened & (view.hands[seat] | view.portfolios[seat]))
    for other in range(view.seats):
        if other != seat:
            gain -= size(opened & view.portfolios[other])
    return gain


@rule
def wants_to_endorse(view: State, seat: int) -> bool:
    """With two numbers down a face saves a card; with one it only puts it off, as nothing is left to sell next turn:
    wait for the end. Where nothing has to be laid down a face for a number is no gain.
    """
    numbers = can_be_sold(view, seat)
    if view.deck_size == 0 and not must_transfer(view, seat) and min(size(numbers), view.face_sales) == 1:
        return False
    if view.scoring == BY_POINTS and FACE_POINTS - rank_of(bit(best_sale(view, seat, numbers))) > lowest_rank(
        view.hands[seat] & NUMBERS
    ):
        return False
    return size(numbers) > 1 or end_is_near(view)


@rule
def end_is_near(view: State) -> bool:
    """Whether the first joker has turned up and the second cannot be far, or has come."""
    return is_last_round(view) or bool(view.jokers != NOTHING and view.deck_size <= ROUNDS_LEFT * view.seats)


@rule
def lowest_rank(cards: np.uint64) -> int:
    """The lowest rank among numbers: what we would lay down instead of a face, in points; a face if there is none."""
    least = FACE_POINTS
    while cards != NOTHING:
        card = lowest(cards)
        cards ^= card
        least = min(least, rank_of(card))
    return least


@rule
def best_to_lay(view: State, seat: int) -> int:
    """The card of the hand that costs least."""
    best, least = 0, 2 * FACE
    market = market_next_turn(view, seat)
    cards = view.hands[seat]
    while cards != NOTHING:
        card = lowest(cards)
        cards ^= card
        cost = cost_to_lay(view, seat, card, market)
        if cost < least:
            best, least = index(card), cost
    return best


@rule
def market_next_turn(view: State, seat: int) -> np.uint64:
    """The markets with what the others will have to sell before our next turn, as far as they have no choice."""
    market = view.market
    number = view.turn_number + 1
    other = seat_of_turn(view, number)
    while other != seat:
        forced = view.portfolios[other] & saleable(market) & ~up_to_top(market)
        if forced != NOTHING and forced == lowest(forced):
            market |= forced
        number += 1
        other = seat_of_turn(view, number)
    return market


@rule
def cost_to_lay(view: State, seat: int, card: np.uint64, market: np.uint64) -> int:
    """The rank, as equal portfolios are compared by their sum, if there will be a sale next turn, or no turn at all;
    else the card may be stuck.
    """
    if card & FACES:
        return FACE
    if is_last_round(view) or (view.portfolios[seat] | card) & saleable(market):
        return rank_of(card)
    cost = STUCK + steps_above(card, market)
    if view.hands[seat] & FACES:
        cost -= worth_of_endorsing(view, seat, card, market)
    return cost


@rule
def steps_above(card: np.uint64, market: np.uint64) -> int:
    """How far a number is above the top of its market: the nearest one is saleable soonest."""
    return size(up_to_top(card) & ~up_to_top(market))


@rule
def worth_of_endorsing(view: State, seat: int, card: np.uint64, market: np.uint64) -> int:
    """With a face in hand: two numbers of a suit go together, as selling the one opens the market for the other."""
    opened = opened_by(card, market)
    worth = HELD * size(opened & view.hands[seat]) + LYING * size(opened & view.portfolios[seat])
    if card & saleable(view.portfolios[seat] & NUMBERS):
        worth += LYING
    return worth
