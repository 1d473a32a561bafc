"""The rules of Crypto Cards, as set algebra on the cards. The clauses are those of RULES.md."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from openoutcry.engine.actions import Actions, Verb
from openoutcry.engine.bits import NOTHING, ONE, U, bit, has, index, size
from openoutcry.engine.cards import ACES, FACES, KINGS, NUMBERS, PACK, SUIT, SUITS
from openoutcry.engine.chance import Chance, draw
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.engine.names import Names
from openoutcry.engine.options import choice, number, switch
from openoutcry.engine.record import EachSeat, Row, Seating, Small, T, one_of, set_of, state_type
from openoutcry.games.crypto_cards import GAME

VERSION = 1

CARDS = Names("card", [*PACK, "X1", "X2"])
JOKERS = U(0b11 << 52)

PHASES = Names("phase", ["selling", "endorsing", "transferring"])
SELLING, ENDORSING, TRANSFERRING = range(3)

ENDINGS = Names("ending", ["running", "second_joker", "last_round"])
RUNNING, SECOND_JOKER, LAST_ROUND = range(3)

MINE_SELL_TRANSFER, SELL_MINE_TRANSFER = range(2)
ALWAYS, AFTER_FIRST_JOKER = range(2)
BY_CARDS, BY_POINTS = range(2)
CLOCKWISE, TURNING = range(2)
ENDS_TURN, ENDS_ROUND = range(2)

Cards = Annotated[np.uint64, set_of(CARDS)]
PerSeat = Annotated[Row[T], EachSeat(GAME.seats[-1])]


class Options:
    """§6: what the author left open, so that it can be tried, and what might make the seats more equal."""

    hand: Small = number(5, 3, 8, clause="§6.1")
    order: Small = choice("mine-sell-transfer", "sell-mine-transfer", clause="§6.2")
    faces: Small = choice("always", "after-first-joker", clause="§6.3")
    face_sales: Small = number(1, 1, 3, clause="§6.4")
    buy_back: Small = switch(clause="§6.5")
    scoring: Small = choice("cards", "points", clause="§6.6")
    direction: Small = choice("clockwise", "turning", clause="§6.7")
    crash: Small = choice("turn", "round", clause="§6.8")


class State(Options, Seating):
    """The table: the deck, everybody's cards, the markets, and where in the turn we are."""

    ending: Annotated[int, one_of(ENDINGS)]
    phase: Annotated[int, one_of(PHASES)]
    turn_number: Small
    seat: Small
    sales_left: Small
    deck_size: Small
    hand_sizes: PerSeat[Small]
    deck: Cards
    hands: PerSeat[Cards]
    portfolios: PerSeat[Cards]
    market: Cards
    jokers: Cards


STATE = state_type(GAME.name, State)

PLACES = ("deck", "hands", "portfolios", "market", "jokers")
"""Where cards can be: each is always in exactly one of these."""

ACTIONS = Actions(
    Verb("sell", {"card": Names("card", PACK)}, clause="§3.2"),
    Verb("endorse", {"card": Names("card", PACK)}, clause="§3.5"),
    Verb("transfer", {"card": Names("card", PACK)}, clause="§4.1"),
    Verb("buy", {"market": SUITS}, clause="§6.5"),
    Verb("pass", clause="§3.6"),
)
SELL = ACTIONS.first("sell")
ENDORSE = ACTIONS.first("endorse")
TRANSFER = ACTIONS.first("transfer")
BUY = ACTIONS.first("buy")
PASS = ACTIONS.first("pass")


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.1 A pack of four suits; the cards are dealt (§1.2), then the jokers go into the deck (§1.3), and seat 0 begins
    (§2.1).
    """
    state.deck = NUMBERS | FACES
    deal(state, chance)
    state.deck |= JOKERS
    state.deck_size = size(state.deck)
    begin_turn(state, chance)


@rule
def deal(state: State, chance: Chance) -> None:
    """§1.2 One card at a time, from seat 0, until everyone holds a hand."""
    for _ in range(state.hand):
        for seat in range(state.seats):
            take(state, seat, draw(chance, state.deck))


@rule
def take(state: State, seat: int, card: np.uint64) -> None:
    """A card goes from the deck into a hand; how many there are stays public (§1.4)."""
    state.deck &= ~card
    state.hands[seat] |= card
    state.hand_sizes[seat] += 1


@rule
def begin_turn(state: State, chance: Chance) -> None:
    """§2.2 Mine, sell, transfer; with the other order (§6.2) selling comes first."""
    state.to_act = bit(state.seat)
    state.phase = SELLING
    if state.order == MINE_SELL_TRANSFER:
        mine(state, chance)


@rule
def mine(state: State, chance: Chance) -> None:
    """§2.3 Draw a card into the hand; a joker is laid aside and another card drawn (§2.4), but the second ends the game
    (§5.1). Where it does not (§6.8) the deck may be empty, and nothing is drawn.
    """
    while state.deck != NOTHING:
        card = draw(chance, state.deck)
        state.deck_size -= 1
        if not card & JOKERS:
            take(state, state.seat, card)
            return
        state.deck &= ~card
        state.jokers |= card
        if state.jokers == JOKERS and state.crash == ENDS_TURN:
            end(state, SECOND_JOKER)
            return


@rule
def end(state: State, ending: int) -> None:
    """§5.1 The game is over, and nobody may act any more."""
    state.ending = ending
    state.to_act = NOTHING


@rule
def up_to_top(market: np.uint64) -> np.uint64:
    """§3.1 In each suit the ranks up to the largest card of its market."""
    market |= (market >> ONE) & ~KINGS
    market |= (market >> U(2)) & ~(KINGS | KINGS >> ONE)
    market |= (market >> U(4)) & BELOW_FOUR_OF_THE_TOP
    return market | (market >> U(8)) & BELOW_EIGHT_OF_THE_TOP


BELOW_FOUR_OF_THE_TOP = U(sum(0x1FF << SUIT * suit for suit in range(4)))
BELOW_EIGHT_OF_THE_TOP = U(sum(0x1F << SUIT * suit for suit in range(4)))


@rule
def can_be_sold(state: State, seat: int) -> np.uint64:
    """§3.2 The numbers in the seat's own portfolio."""
    return state.portfolios[seat] & NUMBERS


@rule
def must_sell(state: State, seat: int) -> np.uint64:
    """§3.3 Cards exactly one above their market's top: the turn's sale has to be one of these."""
    covered = up_to_top(state.market)
    return can_be_sold(state, seat) & ~covered & (((covered & ~KINGS) << ONE) | ACES)


@rule
def may_sell(state: State, seat: int) -> np.uint64:
    """§3.4 Numbers smaller than their market's top."""
    return can_be_sold(state, seat) & up_to_top(state.market)


@rule
def may_endorse(state: State, seat: int) -> np.uint64:
    """§3.5 The faces in hand, if there is a number to sell with one and faces count already (§6.3)."""
    if can_be_sold(state, seat) == NOTHING or not faces_count(state):
        return NOTHING
    return state.hands[seat] & FACES


@rule
def faces_count(state: State) -> bool:
    """§6.3 Whether faces can endorse by now."""
    return state.faces == ALWAYS or state.jokers != NOTHING


@rule
def may_buy(state: State) -> np.uint64:
    """§6.5 The markets, as bits 0 to 3, whose top card can be bought back."""
    markets = NOTHING
    if state.buy_back:
        for suit in range(4):
            if market_of(state, suit) != NOTHING:
                markets |= bit(suit)
    return markets


@rule
def market_of(state: State, suit: int) -> np.uint64:
    """§3.1 The cards in the market of one suit."""
    return state.market & (U(0x1FFF) << U(SUIT * suit))


@rule
def top_of(market: np.uint64) -> np.uint64:
    """§3.1 The largest card of one suit's market."""
    covered = up_to_top(market)
    return covered & ~(covered >> ONE)


@rule
def must_transfer(state: State, seat: int) -> bool:
    """§4.1 With more cards in hand than the hand size, one of them goes down."""
    return state.hand_sizes[seat] > state.hand


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """What the seat may do in the step it is in (§2.2); nothing if it is not its turn (§2.1)."""
    clear(mask)
    if not has(state.to_act, seat):
        return
    if state.phase == TRANSFERRING:
        allow(mask, TRANSFER, state.hands[seat])
    elif state.phase == ENDORSING:
        allow(mask, SELL, can_be_sold(state, seat))
        if has_sold_with_face(state):
            allow(mask, PASS, ONE)
    else:
        legal_sales(state, seat, mask)


@rule
def legal_sales(state: State, seat: int, mask: Mask) -> None:
    """§3.3 first; else any of §3.4, §3.5, §6.5 and §3.6."""
    forced = must_sell(state, seat)
    if forced != NOTHING:
        allow(mask, SELL, forced)
        return
    allow(mask, SELL, may_sell(state, seat))
    allow(mask, ENDORSE, may_endorse(state, seat))
    if state.buy_back:
        allow(mask, BUY, may_buy(state))
    allow(mask, PASS, ONE)


@rule
def has_sold_with_face(state: State) -> bool:
    """§6.4 The first number of an endorsement must be sold, further ones may be."""
    return state.sales_left < state.face_sales


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """Play a legal action."""
    if action < ENDORSE:
        sell(state, seat, bit(action - SELL), chance)
    elif action < TRANSFER:
        endorse(state, seat, bit(action - ENDORSE))
    elif action < BUY:
        transfer(state, seat, bit(action - TRANSFER), chance)
    elif action < PASS:
        buy(state, seat, action - BUY, chance)
    else:
        finish_selling(state, seat, chance)


@rule
def sell(state: State, seat: int, card: np.uint64, chance: Chance) -> None:
    """§3.7 A card goes from the portfolio to its market; it is the turn's only sale, but for endorsements (§6.4)."""
    state.portfolios[seat] &= ~card
    state.market |= card
    if state.phase == ENDORSING:
        state.sales_left -= 1
        if state.sales_left > 0 and can_be_sold(state, seat) != NOTHING:
            return
    finish_selling(state, seat, chance)


@rule
def endorse(state: State, seat: int, face: np.uint64) -> None:
    """§3.5 A face goes down, and numbers of the portfolio can be sold whatever their market."""
    lay(state, seat, face)
    state.phase = ENDORSING
    state.sales_left = state.face_sales


@rule
def lay(state: State, seat: int, card: np.uint64) -> None:
    """A card goes from the hand into the portfolio."""
    state.hands[seat] &= ~card
    state.hand_sizes[seat] -= 1
    state.portfolios[seat] |= card


@rule
def buy(state: State, seat: int, suit: int, chance: Chance) -> None:
    """§6.5 The top card of a market goes into the portfolio."""
    card = top_of(market_of(state, suit))
    state.market &= ~card
    state.portfolios[seat] |= card
    finish_selling(state, seat, chance)


@rule
def finish_selling(state: State, seat: int, chance: Chance) -> None:
    """§2.2 After selling comes the transfer, or, with the other order (§6.2), mining and then the transfer."""
    state.sales_left = 0
    if state.order == SELL_MINE_TRANSFER:
        mine(state, chance)
        if state.to_act == NOTHING:
            return
    if must_transfer(state, seat):
        state.phase = TRANSFERRING
    else:
        end_turn(state, chance)


@rule
def transfer(state: State, seat: int, card: np.uint64, chance: Chance) -> None:
    """§4.1 Any one card goes down; it came too late to be sold this turn (§4.2)."""
    lay(state, seat, card)
    end_turn(state, chance)


@rule
def end_turn(state: State, chance: Chance) -> None:
    """§2.1 The turn passes on, unless the last round is over (§6.8)."""
    if is_last_turn(state):
        end(state, LAST_ROUND)
    else:
        state.seat = seat_after(state)
        state.turn_number += 1
        begin_turn(state, chance)


@rule
def seat_after(state: State) -> int:
    """§2.1 The next seat clockwise, or by the direction of the round (§6.7)."""
    if state.direction == TURNING:
        return seat_of_turn(state, state.turn_number + 1)
    return state.seat + 1 if state.seat + 1 < state.seats else 0


@rule
def seat_of_turn(state: State, number: int) -> int:
    """§2.1 Clockwise from seat 0; with §6.7 every other round is played the other way round."""
    place = number % state.seats
    if state.direction == TURNING and number // state.seats % 2 == 1:
        return state.seats - 1 - place
    return place


@rule
def is_last_round(state: State) -> bool:
    """§6.8 Whether the second joker has turned up and the round is still finished; no other begins."""
    return bool(state.crash == ENDS_ROUND and state.jokers == JOKERS)


@rule
def is_last_turn(state: State) -> bool:
    """§6.8 Whether this turn is the last of the last round."""
    return is_last_round(state) and (state.turn_number + 1) % state.seats == 0


@rule
def points(state: State, seat: int) -> int:
    """§5.2 The cards in the portfolio, or what they are worth (§6.6). Fewest wins."""
    if state.scoring == BY_POINTS:
        return sum_of_numbers(state, seat) + 10 * faces_of(state, seat)
    return size(state.portfolios[seat])


LOWEST_WINS = True


@rule
def faces_of(state: State, seat: int) -> int:
    """§5.3 How many faces lie in the portfolio."""
    return size(state.portfolios[seat] & FACES)


@rule
def sum_of_numbers(state: State, seat: int) -> int:
    """§5.3 The numbers in the portfolio added up, the ace as 1."""
    total = 0
    numbers = can_be_sold(state, seat)
    while numbers != NOTHING:
        total += index(numbers) % SUIT + 1
        numbers &= numbers - ONE
    return total


@rule
def badness(state: State, seat: int) -> int:
    """§5.3 All that ranks a seat, the most important first, in one number; with §6.6 the number of cards comes before
    the faces.
    """
    return (
        (points(state, seat) * 64 + size(state.portfolios[seat])) * 16 + faces_of(state, seat)
    ) * 256 + sum_of_numbers(state, seat)


@rule
def place(state: State, seat: int) -> int:
    """§5.3 One more than the number of seats that are ahead."""
    mine = badness(state, seat)
    ahead = 0
    for other in range(state.seats):
        if badness(state, other) < mine:
            ahead += 1
    return 1 + ahead


GAME_IS_OVER = clause("§5.1")
NOT_YOUR_TURN = clause("§2.1")
NOT_IN_THIS_STEP = clause("§2.2")
NOT_TO_BE_SOLD = clause("§3.2")
ANOTHER_MUST_BE_SOLD = clause("§3.3")
ABOVE_THE_TOP = clause("§3.4")
NO_ENDORSEMENT = clause("§3.5")
NO_TRANSFER = clause("§4.1")
FACES_NOT_YET = clause("§6.3")
NOT_FOR_SALE = clause("§6.5")


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    if state.ending != RUNNING:
        return GAME_IS_OVER
    if not has(state.to_act, seat):
        return NOT_YOUR_TURN
    if TRANSFER <= action < BUY:
        return refusal_of_transfer(state, seat, bit(action - TRANSFER))
    if state.phase == TRANSFERRING:
        return NO_TRANSFER if action == PASS else NOT_IN_THIS_STEP
    if action < ENDORSE:
        return refusal_of_sale(state, seat, bit(action - SELL))
    if state.phase == ENDORSING:
        return refusal_of_stopping(state, action)
    if must_sell(state, seat) != NOTHING:
        return ANOTHER_MUST_BE_SOLD
    if action < TRANSFER:
        return refusal_of_endorsement(state, seat, bit(action - ENDORSE))
    return NO_CLAUSE if action == PASS or has(may_buy(state), action - BUY) else NOT_FOR_SALE


@rule
def refusal_of_transfer(state: State, seat: int, card: np.uint64) -> int:
    """§4.1 One card of the hand, in the step for it."""
    if state.phase != TRANSFERRING:
        return NOT_IN_THIS_STEP
    return NO_CLAUSE if state.hands[seat] & card else NO_TRANSFER


@rule
def refusal_of_sale(state: State, seat: int, card: np.uint64) -> int:
    """§3.2 A number of the own portfolio; unless endorsed, one that must (§3.3) or may (§3.4) be sold."""
    if not card & can_be_sold(state, seat):
        return NOT_TO_BE_SOLD
    if state.phase == ENDORSING:
        return NO_CLAUSE
    forced = must_sell(state, seat)
    if forced != NOTHING:
        return NO_CLAUSE if card & forced else ANOTHER_MUST_BE_SOLD
    return NO_CLAUSE if card & may_sell(state, seat) else ABOVE_THE_TOP


@rule
def refusal_of_stopping(state: State, action: int) -> int:
    """§6.4 Once a face is down, the first number has to be sold before the player may pass."""
    if action != PASS:
        return NOT_IN_THIS_STEP
    return NO_CLAUSE if has_sold_with_face(state) else NO_ENDORSEMENT


@rule
def refusal_of_endorsement(state: State, seat: int, face: np.uint64) -> int:
    """§3.5 A face of the hand, with a number to sell; not before the first joker if §6.3 says so."""
    if not face & state.hands[seat] & FACES or can_be_sold(state, seat) == NOTHING:
        return NO_ENDORSEMENT
    return NO_CLAUSE if faces_count(state) else FACES_NOT_YET
