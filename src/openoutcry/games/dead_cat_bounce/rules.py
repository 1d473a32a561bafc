"""The rules of Dead-Cat Bounce: the turn and its steps. Melds, offers, money and knowledge have files of their own."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bags import empty, how_many, put_in
from openoutcry.engine.bits import NOTHING, U, bit, has, index, lowest, size
from openoutcry.engine.cards import SUIT, in_every_suit
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import any_kind
from openoutcry.engine.mask import Mask
from openoutcry.games.dead_cat_bounce import actions as do
from openoutcry.games.dead_cat_bounce import knowledge, melds, offers, pack, phases
from openoutcry.games.dead_cat_bounce.actions import ACTIONS
from openoutcry.games.dead_cat_bounce.legality import can_be_extended, legal, takeover_price
from openoutcry.games.dead_cat_bounce.money import LOWEST_WINS, income, place, points
from openoutcry.games.dead_cat_bounce.refusals import refusal
from openoutcry.games.dead_cat_bounce.state import (
    ALL_JOKERS,
    CAPITAL,
    CARDS_DEALT,
    ENDINGS,
    FLOP,
    LAST_TURNS,
    MELDS,
    NO_JOKERS,
    NOBODY,
    ONLY_BLOCK,
    PAID_BY_THE_BANK,
    PLACES,
    PRICE_OF_A_LOOK,
    ROYAL_FLUSH,
    RUNNING,
    STATE,
    VERSION,
    State,
    flop_card,
    flop_size,
    pieces,
)

TEN_TO_ACE = in_every_suit(pack.SHORT_SUIT)
MINORS = pack.ORDINARY & ~pack.MAJORS
FOUR_SUITS = 4 * SUIT

__all__ = [
    "ACTIONS",
    "ENDINGS",
    "LOWEST_WINS",
    "PLACES",
    "STATE",
    "VERSION",
    "State",
    "any_action",
    "apply",
    "legal",
    "pieces",
    "place",
    "points",
    "refusal",
    "setup",
]


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.4 The pack is dealt: two cards each, going round, then the flop; seat 0 begins (§2.1), without housekeeping
    (§2.3).
    """
    make_pack(state)
    for _ in range(CARDS_DEALT):
        for seat in range(state.seats):
            put_in(state.hands[seat], bit(knowledge.draw_card(state, chance)))
            state.hand_sizes[seat] += 1
    for seat in range(state.seats):
        state.purses[seat] = CAPITAL
    knowledge.fill_flop(state, chance)
    state.is_first_turn = 1
    state.focus = NOBODY
    offers.end_offer(state)
    begin_turn(state, 0, chance)


@rule
def make_pack(state: State) -> None:
    """§1.1 Four suits, a second clubs and diamonds for five and six players or by option (§12.2), short suits (§12.3),
    jokers (§12.1).
    """
    majors = pack.MAJORS & TEN_TO_ACE if state.short_suits else pack.MAJORS
    put_in(state.stack, MINORS | majors)
    if state.seats >= 5 or state.double_suits:
        put_in(state.stack, pack.SUIT_CARDS[pack.CLUBS])
    if state.seats >= 6 or state.double_suits:
        put_in(state.stack, pack.SUIT_CARDS[pack.DIAMONDS])
    for _ in range(2):
        put_in(state.stack, jokers_in_play(state))
    state.stack_size = how_many(state.stack)
    state.last_turns = -1


@rule
def jokers_in_play(state: State) -> np.uint64:
    """§12.1 The kinds of jokers that are in the pack."""
    if state.jokers == ALL_JOKERS:
        return pack.EVERY_JOKER
    return NOTHING if state.jokers == NO_JOKERS else bit(pack.BLOCK + state.jokers - ONLY_BLOCK)


@rule
def begin_turn(state: State, seat: int, chance: Chance) -> None:
    """§2.2 Housekeeping, trade, protect, discard, pay tax: a turn begins with the first of these."""
    state.turn = seat
    state.taken_up = 0
    empty(state.acquired)
    for other in range(state.seats):
        state.offers[other] = 0
    if state.is_first_turn:
        state.is_first_turn = 0
    else:
        keep_house(state, seat, chance)
    state.phase = phases.TRADING
    state.to_act = bit(seat)


@rule
def keep_house(state: State, seat: int, chance: Chance) -> None:
    """§3.1 Fees, §3.2 the flop, §3.3 dividends and §3.4 bonuses, in this order."""
    lose_all_protection(state, seat)
    knowledge.fill_flop(state, chance)
    state.purses[seat] += income(state, seat)


@rule
def lose_all_protection(state: State, seat: int) -> None:
    """§3.1 All tokens on a player's melds go to the bank, block jokers to the discard pile."""
    left = state.letters[seat]
    while left != NOTHING:
        melds.lose_protection(state, seat, index(left))
        left &= ~lowest(left)


@rule
def go_on(state: State, phase: int) -> None:
    """§2.2 To the next step in which there is something to decide."""
    state.phase = phase
    if state.phase == phases.PROTECTING and not can_protect(state, state.turn):
        state.phase = phases.DISCARDING
    if state.phase == phases.DISCARDING and flop_size(state) < FLOP:
        state.phase = phases.LAYING_DOWN
    if state.phase == phases.LAYING_DOWN and not must_lay_down(state, state.turn):
        state.phase = phases.PAYING_TAX


@rule
def can_protect(state: State, seat: int) -> bool:
    """§2.2 A run or a set, and a token or a block joker for it."""
    return melds.protectable(state, seat) != NOTHING and (
        state.purses[seat] > 0 or has(state.hands[seat][0], pack.BLOCK)
    )


@rule
def must_lay_down(state: State, seat: int) -> bool:
    """§10.1 Whether a card of the hand can be laid down directly; nothing has to be under §12.6."""
    if state.may_hide or state.hand_sizes[seat] == 0:
        return False
    if can_be_extended(state, seat) != NOTHING:
        return True
    hand = state.hands[seat]
    alone = hand[0] & melds.may_lie_alone(state, seat)
    return melds.free_letter(state, seat) >= 0 and alone | melds.beginnings(state, hand[0], hand[1], False) != NOTHING


@rule
def buy(state: State, seat: int, place: int) -> None:
    """§4.1 A card of the flop for its price; it is acquired for tokens (§4.5)."""
    card = knowledge.leave_flop(state, place)
    state.purses[seat] -= pack.price_of(card)
    melds.into_hand(state, seat, bit(card))
    put_in(state.acquired, bit(card))


@rule
def look(state: State, seat: int, chance: Chance) -> None:
    """§4.2 A token to see a card of the stack in the flop."""
    state.purses[seat] -= PRICE_OF_A_LOOK
    knowledge.enter_flop(state, knowledge.draw_card(state, chance))


@rule
def put_back(state: State, seat: int, card: int) -> None:
    """§4.3 A card goes back on the market, from the hand or else from the table, for its price less 1."""
    if has(state.hands[seat][0], card):
        knowledge.out_of_hand(state, seat, bit(card))
    else:
        off_the_table(state, seat, card)
    melds.give_away(state, bit(card))
    knowledge.enter_flop(state, card)
    state.purses[seat] += pack.price_of(card) - 1
    stop_at_flush(state)


@rule
def off_the_table(state: State, seat: int, card: int) -> None:
    """§5.11 A card leaves the first meld that has it (§1.2), and the rest is mended."""
    singles = melds.singletons(state, seat)
    melds.lift(state, seat, melds.letter_of(state, seat, card), card)
    melds.mend(state, seat, singles)


@rule
def sell(state: State, seat: int, card: int) -> None:
    """§4.4 From the hand to the bank, face down, for 1."""
    knowledge.sell_face_down(state, seat, bit(card))
    state.purses[seat] += PAID_BY_THE_BANK


@rule
def sell_shown(state: State, seat: int, card: int) -> None:
    """§4.4 From the table to the bank, face up, for 1."""
    off_the_table(state, seat, card)
    put_in(state.face_up, bit(card))
    state.purses[seat] += PAID_BY_THE_BANK
    after_change(state)


@rule
def lay_single(state: State, seat: int, card: int) -> None:
    """§5.5 A card lies alone."""
    knowledge.out_of_hand(state, seat, bit(card))
    melds.new_meld(state, seat, bit(card))
    after_change(state)


@rule
def begin_meld(state: State, seat: int, card: int) -> None:
    """§5.6 The first card of a meld; the second has to follow."""
    knowledge.out_of_hand(state, seat, bit(card))
    work_on(state, melds.new_meld(state, seat, bit(card)), 1)


@rule
def work_on(state: State, meld: int, is_begun: int) -> None:
    """§5.7 A meld is in work; afterwards the step goes on."""
    state.resume = state.phase
    state.phase = phases.BUILDING
    state.focus = meld
    state.is_begun = is_begun


@rule
def build(state: State, seat: int, action: int) -> None:
    """§5.7 The one thing that is done with the meld in work."""
    meld = state.focus
    if action < do.BRIDGE:
        extend(state, seat, meld, action - do.EXTEND, 1)
    elif action < do.TAKE:
        knowledge.out_of_hand(state, seat, pack.WILD_JOKER)
        extend(state, seat, meld, action - do.BRIDGE, 2)
    elif action < do.SPLIT:
        take_up(state, seat, meld, action - do.TAKE)
    else:
        singles = melds.singletons(state, seat)
        melds.fall_apart(state, seat, meld, action - do.SPLIT + 1)
        melds.settle_singles(state, seat, singles)
    state.phase = state.resume
    state.focus = NOBODY
    state.is_begun = 0
    after_change(state)


@rule
def extend(state: State, seat: int, meld: int, card: int, away: int) -> None:
    """§5.8 A card of the hand joins a meld, next to it or with a joker between (§12.7)."""
    knowledge.out_of_hand(state, seat, bit(card))
    melds.add_to_meld(state, seat, meld, card, away)


@rule
def take_up(state: State, seat: int, meld: int, card: int) -> None:
    """§5.9 A card goes back into the hand, and the rest is mended (§5.11)."""
    singles = melds.singletons(state, seat)
    melds.lift(state, seat, meld, card)
    melds.into_hand(state, seat, bit(card))
    state.taken_up += 1
    melds.mend(state, seat, singles)


@rule
def after_change(state: State) -> None:
    """§5.12 A royal flush stops the game; in pay tax what can be laid now is laid before the tax is counted (§10.1)."""
    stop_at_flush(state)
    if state.phase in (phases.LAYING_DOWN, phases.PAYING_TAX) and state.ending == RUNNING:
        go_on(state, phases.LAYING_DOWN)


@rule
def take_over(state: State, seat: int, owner: int, meld: int) -> None:
    """§6.2 The owner gets the whole price, the bank the tokens on the meld; §6.3 it lies on the buyer's table, or a 2
    in the hand.
    """
    price, cards = takeover_price(state, owner, meld), state.melds[owner, meld]
    state.purses[seat] -= price
    state.purses[owner] += price
    acquire(state, owner, meld)
    if melds.is_single(state, owner, meld) and melds.may_lie_alone(state, seat) & pack.TWOS == NOTHING:
        melds.into_hand(state, seat, cards)
    else:
        target = melds.new_meld(state, seat, cards)
        state.doubles[seat, target] = state.doubles[owner, meld]
        state.spots[seat, target] = state.spots[owner, meld]
        state.thieves[seat, target] = state.thieves[owner, meld]
    melds.clear_meld(state, owner, meld)


@rule
def acquire(state: State, owner: int, meld: int) -> None:
    """§4.5 The cards of a meld, jokers included, are acquired for tokens."""
    put_in(state.acquired, melds.held_in(state, owner, meld))
    for suit in range(2):
        if has(U(state.doubles[owner, meld]), suit):
            put_in(state.acquired, state.melds[owner, meld] & pack.SUIT_CARDS[suit])
    thieves = U(state.thieves[owner, meld])
    if size(thieves) > 1:
        put_in(state.acquired, pack.THIEF_JOKER)
    if size(melds.jokers_in(state, owner, meld) & ~thieves) > 1:
        put_in(state.acquired, pack.WILD_JOKER)


@rule
def steal(state: State, seat: int, owner: int, card: int) -> None:
    """§12.8 A thief joker goes in, the card comes out, into the hand."""
    meld = melds.stolen_from(state, owner, card)
    state.melds[owner, meld] &= ~bit(card)
    state.thieves[owner, meld] |= bit(card % SUIT)
    knowledge.out_of_hand(state, seat, pack.THIEF_JOKER)
    melds.give_away(state, pack.THIEF_JOKER)
    melds.into_hand(state, seat, bit(card))
    stop_at_flush(state)


@rule
def discard(state: State, place: int) -> None:
    """§9.1 A card leaves the flop for the discard pile, face up."""
    put_in(state.face_up, bit(knowledge.leave_flop(state, place)))
    go_on(state, phases.LAYING_DOWN)


@rule
def place_the_bank_takes(state: State) -> int:
    """§9.2 The lowest rank: joker, 2, jack, queen, king, ace; of equal ones the nearest to the discard pile."""
    lowest_place = 0
    for here in range(1, FLOP):
        if rank_for_bank(flop_card(state, here)) < rank_for_bank(flop_card(state, lowest_place)):
            lowest_place = here
    return lowest_place


@rule
def rank_for_bank(card: int) -> int:
    """§9.2 A joker below the 2, the ace above the king."""
    if card >= pack.BLOCK:
        return 0
    return card % SUIT if card % SUIT > 0 else SUIT


@rule
def pay_tax(state: State, seat: int, chance: Chance) -> None:
    """§10.2 A token for each card in hand, and the turn is over; after the last turns (§11.1) the game is."""
    state.purses[seat] -= state.hand_sizes[seat]
    if state.last_turns > 0:
        state.last_turns -= 1
    if state.last_turns == 0:
        state.ending = LAST_TURNS
        state.to_act = NOTHING
    else:
        begin_turn(state, (seat + 1) % state.seats, chance)


@rule
def stop_at_flush(state: State) -> None:
    """§11.2 With a royal flush the game stops: everyone but its owner loses their protection and collects once more.

    One is looked for whenever a meld has changed: of a mixed run (§12.5) it can be what is left when a card goes.
    """
    owners = NOTHING
    for seat in range(state.seats):
        if melds.royal_flush(state, seat) >= 0:
            owners |= bit(seat)
    if owners == NOTHING:
        return
    state.ending = ROYAL_FLUSH
    state.to_act = NOTHING
    for seat in range(state.seats):
        if not has(owners, seat):
            lose_all_protection(state, seat)
            state.purses[seat] += income(state, seat)


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """Play a legal action."""
    if action < do.SINGLE:
        deal(state, seat, action, chance)
    elif action < do.EXTEND:
        lay(state, seat, action)
    elif action < do.TAKEOVER:
        build(state, seat, action)
    elif action < do.STEAL:
        take_over(state, seat, (action - do.TAKEOVER) // MELDS, (action - do.TAKEOVER) % MELDS)
    elif action < do.PROPOSE:
        steal(state, seat, (action - do.STEAL) // FOUR_SUITS, (action - do.STEAL) % FOUR_SUITS)
    elif action < do.PROTECT:
        negotiate(state, seat, action)
    else:
        close(state, seat, action, chance)


@rule
def deal(state: State, seat: int, action: int, chance: Chance) -> None:
    """§4 Buy, look, put back or sell."""
    if action < do.LOOK:
        buy(state, seat, action - do.BUY)
    elif action < do.PUT:
        look(state, seat, chance)
    elif action < do.SELL:
        put_back(state, seat, action - do.PUT)
    elif action < do.SELL_SHOWN:
        sell(state, seat, action - do.SELL)
    else:
        sell_shown(state, seat, action - do.SELL_SHOWN)


@rule
def lay(state: State, seat: int, action: int) -> None:
    """§5.5 A singleton, §5.6 a new meld, §5.7 a meld taken into work."""
    if action < do.BEGIN:
        lay_single(state, seat, action - do.SINGLE)
    elif action < do.AT:
        begin_meld(state, seat, action - do.BEGIN)
    else:
        work_on(state, action - do.AT, 0)


@rule
def negotiate(state: State, seat: int, action: int) -> None:
    """§7 An offer is begun, put together, answered, carried out."""
    if action < do.GIVE:
        offers.propose(state, seat, action - do.PROPOSE)
    elif action < do.SEND:
        add_to_offer(state, action)
    elif action == do.SEND:
        offers.send(state)
    elif action in (do.CANCEL, do.DECLINE):
        offers.end_offer(state)
    elif action == do.ACCEPT:
        offers.accept(state)
    elif action == do.COUNTER:
        offers.counter(state)
    else:
        offers.choose(state, bit(action - do.CHOOSE))
    if action >= do.ACCEPT:
        after_change(state)


@rule
def add_to_offer(state: State, action: int) -> None:
    """§7.2 A card or some tokens more."""
    if action < do.GIVE_SHOWN:
        put_in(state.give, bit(action - do.GIVE))
    elif action < do.WANT:
        put_in(state.give_shown, bit(action - do.GIVE_SHOWN))
    elif action < do.WANT_ANY:
        put_in(state.want, bit(action - do.WANT))
    elif action < do.BID:
        state.want_any += 1
    elif action < do.ASK:
        state.tokens += action - do.BID + 1
    else:
        state.tokens -= action - do.ASK + 1


@rule
def close(state: State, seat: int, action: int, chance: Chance) -> None:
    """§8 Protect, §9 discard, go on, and §10 pay."""
    if action < do.BLOCK:
        state.purses[seat] -= 1
        state.protection[seat, action - do.PROTECT] += 1
    elif action < do.DISCARD:
        knowledge.out_of_hand(state, seat, pack.BLOCK_JOKER)
        state.blocked[seat] |= bit(action - do.BLOCK)
    elif action < do.LEAVE:
        state.purses[seat] -= pack.price_of(flop_card(state, action - do.DISCARD)) - 1
        discard(state, action - do.DISCARD)
    elif action == do.LEAVE:
        discard(state, place_the_bank_takes(state))
    elif action == do.NEXT:
        go_on(state, state.phase + 1 if state.phase == phases.PROTECTING else phases.PROTECTING)
    else:
        pay_tax(state, seat, chance)


@rule
def any_action(state: State, mask: Mask, thought: Chance) -> int:
    """For play at random: what to do is chosen before what to do it with, or there would be nothing but offers."""
    return any_kind(state, mask, thought)
