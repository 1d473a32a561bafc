"""Which clause forbids an action in Dead-Cat Bounce."""

from __future__ import annotations

from openoutcry.engine.bits import ONE, has
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.games.dead_cat_bounce import actions as do
from openoutcry.games.dead_cat_bounce import knowledge, legality, melds, offers, phases
from openoutcry.games.dead_cat_bounce.pack import BLOCK, THIEF, WILD
from openoutcry.games.dead_cat_bounce.state import MELDS, MOST_TAKEN_UP, ROYAL_FLUSH, RUNNING, State

NOT_YOUR_TURN = clause("§2.1")
NOT_IN_THIS_STEP = clause("§2.2")
NOT_TO_BUY = clause("§4.1")
NOT_TO_LOOK = clause("§4.2")
NOT_TO_PUT_BACK = clause("§4.3")
NOT_YOURS_TO_SELL = clause("§4.4")
JUST_ACQUIRED = clause("§4.5")
NOT_ALONE = clause("§5.3")
NO_LETTER = clause("§5.4")
NOT_IN_HAND = clause("§5.5")
NOT_TO_BEGIN = clause("§5.6")
NOT_TO_WORK_ON = clause("§5.7")
DOES_NOT_FIT = clause("§5.8")
NOT_TO_TAKE_UP = clause("§5.9")
NOT_TO_CUT = clause("§5.10")
NOT_FOR_SALE = clause("§6.1")
TOO_DEAR = clause("§6.2")
NO_LETTER_FOR_IT = clause("§6.3")
NOT_TO_PROPOSE = clause("§7.1")
NOT_IN_AN_OFFER = clause("§7.2")
NO_CARD_MOVES = clause("§7.3")
NO_SUCH_COUNTER = clause("§7.4")
NOT_TO_CHOOSE = clause("§7.5")
NOT_TO_PROTECT = clause("§8.1")
NOT_TO_DISCARD = clause("§9.1")
DISCARD_YOURSELF = clause("§9.2")
LAY_DOWN_FIRST = clause("§10.1")
TAX_FIRST = clause("§10.3")
LAST_TURNS_ARE_OVER = clause("§11.1")
FLUSH_HAS_ENDED_IT = clause("§11.2")
BLOCKED = clause("§12.4")
NO_BRIDGE = clause("§12.7")
NOT_TO_STEAL = clause("§12.8")


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    if state.ending != RUNNING:
        return FLUSH_HAS_ENDED_IT if state.ending == ROYAL_FLUSH else LAST_TURNS_ARE_OVER
    if not has(state.to_act, seat):
        return NOT_YOUR_TURN
    if not belongs_to_step(state, action):
        return NOT_IN_THIS_STEP
    if action < do.SINGLE:
        return refusal_of_deal(state, seat, action)
    if action < do.EXTEND:
        return refusal_of_laying(state, seat, action)
    if action < do.TAKEOVER:
        return refusal_of_building(state, seat, action)
    if action < do.PROPOSE:
        return (
            refusal_of_takeover(state, seat, action)
            if action < do.STEAL
            else refusal_of_theft(state, seat, action - do.STEAL)
        )
    return refusal_of_offer(state, action) if action < do.PROTECT else refusal_of_closing(state, seat, action)


@rule
def belongs_to_step(state: State, action: int) -> bool:
    """§2.2 What belongs to one step cannot be done in another."""
    phase = state.phase
    if phase == phases.TRADING:
        return action < do.EXTEND or do.TAKEOVER <= action < do.GIVE or action == do.NEXT
    if phase == phases.BUILDING:
        return do.EXTEND <= action < do.TAKEOVER
    if phase == phases.COMPOSING:
        return do.GIVE <= action < do.ACCEPT
    if phase == phases.ANSWERING:
        return do.ACCEPT <= action < do.CHOOSE
    if phase == phases.CHOOSING:
        return do.CHOOSE <= action < do.PROTECT
    if phase == phases.PROTECTING:
        return do.PROTECT <= action < do.DISCARD or action == do.NEXT
    if phase == phases.DISCARDING:
        return do.DISCARD <= action < do.NEXT
    if phase == phases.LAYING_DOWN:
        return do.SINGLE <= action < do.EXTEND
    return do.SELL <= action < do.SINGLE or do.PROPOSE <= action < do.GIVE or action == do.PAY


@rule
def unless(may: bool, forbidding: int) -> int:
    """The clause, unless it is allowed."""
    return NO_CLAUSE if may else forbidding


@rule
def refusal_of_deal(state: State, seat: int, action: int) -> int:
    """§4 Buying, looking, putting back and selling; before the tax one sells only as long as it cannot be paid
    (§10.3).
    """
    if action < do.LOOK:
        return unless(has(legality.can_buy(state, seat), action - do.BUY), NOT_TO_BUY)
    if action < do.PUT:
        return unless(legality.can_look(state, seat), NOT_TO_LOOK)
    if action < do.SELL:
        return unless(has(legality.can_put_back(state, seat), action - do.PUT), NOT_TO_PUT_BACK)
    if state.phase == phases.PAYING_TAX and can_pay(state, seat):
        return TAX_FIRST
    if action < do.SELL_SHOWN:
        return refusal_of_sale(state, seat, action - do.SELL)
    if not has(knowledge.shown(state, seat)[0], action - do.SELL_SHOWN):
        return NOT_YOURS_TO_SELL
    return unless(has(knowledge.sellable(state, seat)[1], action - do.SELL_SHOWN), JUST_ACQUIRED)


@rule
def refusal_of_sale(state: State, seat: int, card: int) -> int:
    """§4.4 From the hand, §4.5 nothing just acquired."""
    if not has(state.hands[seat][0], card):
        return NOT_YOURS_TO_SELL
    may = (
        knowledge.sellable(state, seat)[0]
        if state.phase == phases.TRADING
        else knowledge.may_be_sold_for_tax(state, seat)
    )
    return unless(has(may, card), JUST_ACQUIRED)


@rule
def can_pay(state: State, seat: int) -> bool:
    """§10.2 A token for each card in hand."""
    return state.purses[seat] >= state.hand_sizes[seat]


@rule
def refusal_of_laying(state: State, seat: int, action: int) -> int:
    """§5.5 Singletons, §5.6 new melds, §5.7 melds taken into work."""
    if action >= do.AT:
        may = (
            legality.can_be_worked_on(state, seat)
            if state.phase == phases.TRADING
            else legality.can_be_extended(state, seat)
        )
        return unless(has(may, action - do.AT), NOT_TO_WORK_ON)
    if melds.free_letter(state, seat) < 0:
        return NO_LETTER
    hand = state.hands[seat]
    if action >= do.BEGIN:
        with_joker = state.phase == phases.TRADING and has(hand[0], WILD)
        return unless(has(melds.beginnings(state, hand[0], hand[1], with_joker), action - do.BEGIN), NOT_TO_BEGIN)
    if not has(hand[0], action - do.SINGLE):
        return NOT_IN_HAND
    return unless(has(melds.may_lie_alone(state, seat), action - do.SINGLE), NOT_ALONE)


@rule
def refusal_of_building(state: State, seat: int, action: int) -> int:
    """§5.8 Extending, §12.7 bridging, §5.9 taking up, §5.10 cutting."""
    meld = state.focus
    if action < do.BRIDGE:
        return unless(has(melds.extensions(state, seat, meld) & state.hands[seat][0], action - do.EXTEND), DOES_NOT_FIT)
    if state.resume != phases.TRADING:
        return LAY_DOWN_FIRST
    if action < do.TAKE:
        return unless(has(legality.can_bridge(state, seat, meld), action - do.BRIDGE), NO_BRIDGE)
    if state.is_begun:
        return NOT_TO_BEGIN
    if action < do.SPLIT:
        return unless(
            state.taken_up < MOST_TAKEN_UP and has(melds.held_in(state, seat, meld), action - do.TAKE), NOT_TO_TAKE_UP
        )
    return unless(has(melds.can_be_cut(state, seat, meld) >> ONE, action - do.SPLIT), NOT_TO_CUT)


@rule
def refusal_of_takeover(state: State, seat: int, action: int) -> int:
    """§6.1 What is for sale, §6.2 at its price, §12.4 and not blocked; §6.3 with a letter for it."""
    owner, meld = (action - do.TAKEOVER) // MELDS, (action - do.TAKEOVER) % MELDS
    if (
        owner == seat
        or owner >= state.seats
        or not has(state.letters[owner], meld)
        or not legality.is_for_sale(state, owner, meld)
    ):
        return NOT_FOR_SALE
    if has(state.blocked[owner], meld):
        return BLOCKED
    if legality.takeover_price(state, owner, meld) > state.purses[seat]:
        return TOO_DEAR
    return unless(has(legality.can_be_taken_over(state, seat, owner), meld), NO_LETTER_FOR_IT)


@rule
def refusal_of_theft(state: State, seat: int, choice: int) -> int:
    """§12.8 With a thief joker, from inside another's run."""
    owner, card = choice // legality.A_SUIT_OF_CARDS, choice % legality.A_SUIT_OF_CARDS
    if owner == seat or owner >= state.seats or not has(state.hands[seat][0], THIEF):
        return NOT_TO_STEAL
    return unless(has(legality.can_be_stolen(state, owner), card), NOT_TO_STEAL)


@rule
def refusal_of_offer(state: State, action: int) -> int:
    """§7 Offers: to whom, what is in them, and the answers; for tax only cards for tokens (§10.3)."""
    if action < do.GIVE:
        if state.phase == phases.PAYING_TAX and can_pay(state, state.turn):
            return TAX_FIRST
        return unless(has(offers.partners(state), action - do.PROPOSE), NOT_TO_PROPOSE)
    if action < do.SEND:
        may = can_be_in_offer(state, action)
        return unless(
            may, TAX_FIRST if offers.may_sell_only(state) and is_wrong_side(state, action) else NOT_IN_AN_OFFER
        )
    if action < do.ACCEPT:
        if action == do.SEND and not offers.moves_enough(state):
            return TAX_FIRST if offers.may_sell_only(state) else NO_CARD_MOVES
        return unless(action != do.SEND or offers.can_send(state), NO_SUCH_COUNTER)
    if action < do.CHOOSE:
        return unless(action != do.COUNTER or not state.is_counter, NO_SUCH_COUNTER)
    return unless(has(offers.can_choose(state), action - do.CHOOSE), NOT_TO_CHOOSE)


@rule
def can_be_in_offer(state: State, action: int) -> bool:
    """§7.2 Whether a card or some tokens can be added to the offer."""
    if action < do.GIVE_SHOWN:
        return has(offers.can_give(state), action - do.GIVE)
    if action < do.WANT:
        return has(offers.can_give_shown(state), action - do.GIVE_SHOWN)
    if action < do.WANT_ANY:
        return has(offers.can_want(state), action - do.WANT)
    if action < do.BID:
        return offers.can_want_any(state)
    return action - do.BID < offers.can_bid(state) if action < do.ASK else action - do.ASK < offers.can_ask(state)


@rule
def is_wrong_side(state: State, action: int) -> bool:
    """§10.3 Who is short of tax gives cards and asks for tokens; the other wants cards and bids."""
    gives = action < do.WANT or action >= do.ASK
    return gives == bool(state.is_counter)


@rule
def refusal_of_closing(state: State, seat: int, action: int) -> int:
    """§8.1 Protection, §9.1 the discard, §10.2 the tax."""
    if action < do.BLOCK:
        return unless(
            state.purses[seat] > 0 and has(melds.protectable(state, seat), action - do.PROTECT), NOT_TO_PROTECT
        )
    if action < do.DISCARD:
        may = melds.protectable(state, seat) & ~state.blocked[seat]
        return unless(has(state.hands[seat][0], BLOCK) and has(may, action - do.BLOCK), BLOCKED)
    if action < do.LEAVE:
        return unless(has(legality.can_discard(state, seat), action - do.DISCARD), NOT_TO_DISCARD)
    if action < do.NEXT:
        return unless(not legality.has_free_discard(state), DISCARD_YOURSELF)
    return unless(action == do.NEXT or can_pay(state, seat), TAX_FIRST)
