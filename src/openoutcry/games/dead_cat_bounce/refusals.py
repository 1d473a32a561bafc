"""Which clause forbids an action in Dead-Cat Bounce."""

from __future__ import annotations

from openoutcry.engine.bits import ONE, has
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.games.dead_cat_bounce.knowledge import may_be_sold_for_tax, sellable, shown_once
from openoutcry.games.dead_cat_bounce.legality import (
    A_SUIT_OF_CARDS,
    can_be_extended,
    can_be_stolen,
    can_be_taken_over,
    can_be_worked_on,
    can_bridge,
    can_buy,
    can_discard,
    can_look,
    can_put_back,
    has_free_discard,
    is_for_sale,
    takeover_price,
)
from openoutcry.games.dead_cat_bounce.melds import (
    beginnings,
    can_be_cut,
    extensions,
    free_letter,
    held_in,
    may_lie_alone,
    protectable,
)
from openoutcry.games.dead_cat_bounce.offers import (
    can_ask,
    can_bid,
    can_choose,
    can_give,
    can_give_shown,
    can_send,
    can_want,
    can_want_any,
    may_sell_only,
    moves_enough,
    partners,
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
    CHOOSE,
    CHOOSING,
    COMPOSING,
    COUNTER,
    DISCARD,
    DISCARDING,
    EXTEND,
    GIVE,
    GIVE_SHOWN,
    LAYING_DOWN,
    LEAVE,
    LOOK,
    MELDS,
    MOST_TAKEN_UP,
    NEXT,
    PAY,
    PAYING_TAX,
    PROPOSE,
    PROTECT,
    PROTECTING,
    PUT,
    ROYAL_FLUSH,
    RUNNING,
    SELL,
    SELL_SHOWN,
    SEND,
    SINGLE,
    SPLIT,
    STEAL,
    TAKE,
    TAKEOVER,
    THIEF,
    TRADING,
    WANT,
    WANT_ANY,
    WILD,
    State,
)

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
    if action < SINGLE:
        return refusal_of_deal(state, seat, action)
    if action < EXTEND:
        return refusal_of_laying(state, seat, action)
    if action < TAKEOVER:
        return refusal_of_building(state, seat, action)
    if action < PROPOSE:
        return (
            refusal_of_takeover(state, seat, action)
            if action < STEAL
            else refusal_of_theft(state, seat, action - STEAL)
        )
    return refusal_of_offer(state, action) if action < PROTECT else refusal_of_closing(state, seat, action)


@rule
def belongs_to_step(state: State, action: int) -> bool:
    """§2.2 What belongs to one step cannot be done in another."""
    phase = state.phase
    if phase == TRADING:
        return action < EXTEND or TAKEOVER <= action < GIVE or action == NEXT
    if phase == BUILDING:
        return EXTEND <= action < TAKEOVER
    if phase == COMPOSING:
        return GIVE <= action < ACCEPT
    if phase == ANSWERING:
        return ACCEPT <= action < CHOOSE
    if phase == CHOOSING:
        return CHOOSE <= action < PROTECT
    if phase == PROTECTING:
        return PROTECT <= action < DISCARD or action == NEXT
    if phase == DISCARDING:
        return DISCARD <= action < NEXT
    if phase == LAYING_DOWN:
        return SINGLE <= action < EXTEND
    return SELL <= action < SINGLE or PROPOSE <= action < GIVE or action == PAY


@rule
def unless(may: bool, forbidding: int) -> int:
    """The clause, unless it is allowed."""
    return NO_CLAUSE if may else forbidding


@rule
def refusal_of_deal(state: State, seat: int, action: int) -> int:
    """§4 Buying, looking, putting back and selling; before the tax one sells only as long as it cannot be paid
    (§10.3).
    """
    if action < LOOK:
        return unless(has(can_buy(state, seat), action - BUY), NOT_TO_BUY)
    if action < PUT:
        return unless(can_look(state, seat), NOT_TO_LOOK)
    if action < SELL:
        return unless(has(can_put_back(state, seat), action - PUT), NOT_TO_PUT_BACK)
    if state.phase == PAYING_TAX and can_pay(state, seat):
        return TAX_FIRST
    if action < SELL_SHOWN:
        return refusal_of_sale(state, seat, action - SELL)
    if not has(shown_once(state, seat), action - SELL_SHOWN):
        return NOT_YOURS_TO_SELL
    return unless(has(sellable(state, seat, True), action - SELL_SHOWN), JUST_ACQUIRED)


@rule
def refusal_of_sale(state: State, seat: int, card: int) -> int:
    """§4.4 From the hand, §4.5 nothing just acquired."""
    if not has(state.hands[seat][0], card):
        return NOT_YOURS_TO_SELL
    may = sellable(state, seat, False) if state.phase == TRADING else may_be_sold_for_tax(state, seat)
    return unless(has(may, card), JUST_ACQUIRED)


@rule
def can_pay(state: State, seat: int) -> bool:
    """§10.2 A token for each card in hand."""
    return state.purses[seat] >= state.hand_sizes[seat]


@rule
def refusal_of_laying(state: State, seat: int, action: int) -> int:
    """§5.5 Singletons, §5.6 new melds, §5.7 melds taken into work."""
    if action >= AT:
        may = can_be_worked_on(state, seat) if state.phase == TRADING else can_be_extended(state, seat)
        return unless(has(may, action - AT), NOT_TO_WORK_ON)
    if free_letter(state, seat) < 0:
        return NO_LETTER
    hand = state.hands[seat]
    if action >= BEGIN:
        with_joker = state.phase == TRADING and has(hand[0], WILD)
        return unless(has(beginnings(state, hand[0], hand[1], with_joker), action - BEGIN), NOT_TO_BEGIN)
    if not has(hand[0], action - SINGLE):
        return NOT_IN_HAND
    return unless(has(may_lie_alone(state, seat), action - SINGLE), NOT_ALONE)


@rule
def refusal_of_building(state: State, seat: int, action: int) -> int:
    """§5.8 Extending, §12.7 bridging, §5.9 taking up, §5.10 cutting."""
    meld = state.focus
    if action < BRIDGE:
        return unless(has(extensions(state, seat, meld) & state.hands[seat][0], action - EXTEND), DOES_NOT_FIT)
    if state.resume != TRADING:
        return LAY_DOWN_FIRST
    if action < TAKE:
        return unless(has(can_bridge(state, seat, meld), action - BRIDGE), NO_BRIDGE)
    if state.is_begun:
        return NOT_TO_BEGIN
    if action < SPLIT:
        return unless(state.taken_up < MOST_TAKEN_UP and has(held_in(state, seat, meld), action - TAKE), NOT_TO_TAKE_UP)
    return unless(has(can_be_cut(state, seat, meld) >> ONE, action - SPLIT), NOT_TO_CUT)


@rule
def refusal_of_takeover(state: State, seat: int, action: int) -> int:
    """§6.1 What is for sale, §6.2 at its price, §12.4 and not blocked; §6.3 with a letter for it."""
    owner, meld = (action - TAKEOVER) // MELDS, (action - TAKEOVER) % MELDS
    if (
        owner == seat
        or owner >= state.seats
        or not has(state.letters[owner], meld)
        or not is_for_sale(state, owner, meld)
    ):
        return NOT_FOR_SALE
    if has(state.blocked[owner], meld):
        return BLOCKED
    if takeover_price(state, owner, meld) > state.purses[seat]:
        return TOO_DEAR
    return unless(has(can_be_taken_over(state, seat, owner), meld), NO_LETTER_FOR_IT)


@rule
def refusal_of_theft(state: State, seat: int, choice: int) -> int:
    """§12.8 With a thief joker, from inside another's run."""
    owner, card = choice // A_SUIT_OF_CARDS, choice % A_SUIT_OF_CARDS
    if owner == seat or owner >= state.seats or not has(state.hands[seat][0], THIEF):
        return NOT_TO_STEAL
    return unless(has(can_be_stolen(state, owner), card), NOT_TO_STEAL)


@rule
def refusal_of_offer(state: State, action: int) -> int:
    """§7 Offers: to whom, what is in them, and the answers; for tax only cards for tokens (§10.3)."""
    if action < GIVE:
        if state.phase == PAYING_TAX and can_pay(state, state.turn):
            return TAX_FIRST
        return unless(has(partners(state), action - PROPOSE), NOT_TO_PROPOSE)
    if action < SEND:
        may = can_be_in_offer(state, action)
        return unless(may, TAX_FIRST if may_sell_only(state) and is_wrong_side(state, action) else NOT_IN_AN_OFFER)
    if action < ACCEPT:
        if action == SEND and not moves_enough(state):
            return TAX_FIRST if may_sell_only(state) else NO_CARD_MOVES
        return unless(action != SEND or can_send(state), NO_SUCH_COUNTER)
    if action < CHOOSE:
        return unless(action != COUNTER or not state.is_counter, NO_SUCH_COUNTER)
    return unless(has(can_choose(state), action - CHOOSE), NOT_TO_CHOOSE)


@rule
def can_be_in_offer(state: State, action: int) -> bool:
    """§7.2 Whether a card or some tokens can be added to the offer."""
    if action < GIVE_SHOWN:
        return has(can_give(state), action - GIVE)
    if action < WANT:
        return has(can_give_shown(state), action - GIVE_SHOWN)
    if action < WANT_ANY:
        return has(can_want(state), action - WANT)
    if action < BID:
        return can_want_any(state)
    return action - BID < can_bid(state) if action < ASK else action - ASK < can_ask(state)


@rule
def is_wrong_side(state: State, action: int) -> bool:
    """§10.3 Who is short of tax gives cards and asks for tokens; the other wants cards and bids."""
    gives = action < WANT or action >= ASK
    return gives == bool(state.is_counter)


@rule
def refusal_of_closing(state: State, seat: int, action: int) -> int:
    """§8.1 Protection, §9.1 the discard, §10.2 the tax."""
    if action < BLOCK_MELD:
        return unless(state.purses[seat] > 0 and has(protectable(state, seat), action - PROTECT), NOT_TO_PROTECT)
    if action < DISCARD:
        may = protectable(state, seat) & ~state.blocked[seat]
        return unless(has(state.hands[seat][0], BLOCK) and has(may, action - BLOCK_MELD), BLOCKED)
    if action < LEAVE:
        return unless(has(can_discard(state, seat), action - DISCARD), NOT_TO_DISCARD)
    if action < NEXT:
        return unless(not has_free_discard(state), DISCARD_YOURSELF)
    return unless(action == NEXT or can_pay(state, seat), TAX_FIRST)
