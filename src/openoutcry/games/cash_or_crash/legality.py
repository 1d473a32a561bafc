"""What may be done in Cash or Crash, and which clause forbids the rest."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, bit, first_bits, has, size
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import NO_CLAUSE, clause
from openoutcry.engine.mask import Mask, allow, clear
from openoutcry.games.cash_or_crash import actions as do
from openoutcry.games.cash_or_crash import phases
from openoutcry.games.cash_or_crash.state import (
    ENDURANCE,
    KINDS,
    NINE_TIMES,
    ONE_LEFT,
    RUNNING,
    SINGLES,
    SUPERSETS,
    State,
    can_add,
    can_withdraw,
    is_in,
    may_swap,
    most_staked,
)

NOT_IN_THIS_STEP = clause("§2.2")
NOT_YOUR_TURN = clause("§2.3")
NO_SWAP = clause("§3.1")
NO_RECOVERY = clause("§3.3")
NOT_TO_STAKE = clause("§4.1")
NOT_AN_OPENING = clause("§5.2")
NOT_A_RAISE = clause("§5.4")
NOT_TO_ADD = clause("§5.5")
TOO_MANY_STAKED = clause("§5.6")
OVER_THE_LIMIT = clause("§5.7")
NOTHING_TO_CHALLENGE = clause("§6.1")
OUT = clause("§7.1")
ONE_HAS_WON = clause("§7.2")
THREE_STAKED = clause("§8.2")
OPEN_WITH_ONE = clause("§8.4")
NOT_TO_ADD_IN_ENDURANCE = clause("§8.5")
NOT_TAKEN_BACK = clause("§8.9")
NO_WITHDRAWAL = clause("§9.2")
ROUNDS_ARE_OVER = clause("§9.4")


@rule
def legal(state: State, seat: int, mask: Mask) -> None:
    """What the seat may do in the step the round is in (§2.2)."""
    clear(mask)
    if not has(state.to_act, seat):
        return
    if state.phase <= phases.STAKING:
        legal_choices(state, seat, mask)
    elif state.phase <= phases.ADDING or state.phase == phases.WITHDRAWN:
        legal_moves(state, seat, mask)
    else:
        legal_answers(state, seat, mask)


@rule
def legal_choices(state: State, seat: int, mask: Mask) -> None:
    """§3.1 Swap or keep, §3.3 recover, §4.1 stake: from one's own cards."""
    if state.phase == phases.STAKING:
        allow(mask, do.STAKE, state.hands[seat])
    elif state.phase == phases.RECOVERING:
        allow(mask, do.RECOVER, state.discards[seat])
    elif state.put_away[seat] != NOTHING:
        allow(mask, do.TAKE, state.discards[seat])
    else:
        allow(mask, do.SWAP, state.hands[seat])
        allow(mask, do.KEEP, ONE)


@rule
def legal_moves(state: State, seat: int, mask: Mask) -> None:
    """§5.3 Raise, add or challenge; the opening bid (§5.2), and the bid that follows an added card (§5.5)."""
    if state.phase == phases.OPENING:
        allow_bids(mask, 1, 1 if state.variant == ENDURANCE else state.limit, SINGLES)
    elif state.phase == phases.ADDING:
        last = state.amount + 1 if state.variant == ENDURANCE else state.limit
        allow_bids(mask, state.amount + 1, last, kinds_after_adding(state))
    else:
        supersets = SUPERSETS[np.int64(state.goods)]
        allow_bids(mask, state.amount, state.amount, supersets & ~same_kind(state))
        allow_bids(mask, state.amount + 1, state.limit, supersets)
        if can_add(state, seat):
            allow(mask, do.ADD, state.hands[seat])
        if state.phase != phases.WITHDRAWN:
            allow(mask, do.CHALLENGE, ONE)
        if state.phase == phases.RACING:
            allow(mask, do.HOLD, ONE)


@rule
def same_kind(state: State) -> np.uint64:
    """The commodities of the last bid, as a bit of their number less one."""
    return ONE << (state.goods - ONE)


@rule
def kinds_after_adding(state: State) -> np.uint64:
    """§5.5 Any set of commodities but the last one; in Endurance a single one (§8.5)."""
    kinds = SINGLES if state.variant == ENDURANCE else first_bits(KINDS)
    return kinds & ~same_kind(state)


@rule
def allow_bids(mask: Mask, first: int, last: int, kinds: np.uint64) -> None:
    """§5.1 Every amount from first to last with every one of these sets of commodities: nine amounts at a time."""
    while first <= last:
        rows = min(last - first + 1, 9)
        allow(mask, do.BID + (first - 1) * KINDS, kinds * NINE_TIMES & first_bits(rows * KINDS))
        first += rows


@rule
def legal_answers(state: State, seat: int, mask: Mask) -> None:
    """§9.1 Double or show, §9.2 persist or withdraw, and what is discarded; §8.9 what is taken back."""
    if state.phase == phases.DOUBLING:
        allow(mask, do.DOUBLE, ONE)
        allow(mask, do.SHOW, ONE)
    elif state.phase == phases.PERSISTING:
        allow(mask, do.PERSIST, ONE)
        if can_withdraw(state, seat):
            allow(mask, do.WITHDRAW, ONE)
    elif state.phase == phases.PAYING:
        allow(mask, do.DISCARD, state.hands[seat])
    else:
        allow(mask, do.RECOVER, state.discards[seat])
        allow(mask, do.STOP, ONE)


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """Which clause forbids an action."""
    if state.ending != RUNNING:
        return ONE_HAS_WON if state.ending == ONE_LEFT else ROUNDS_ARE_OVER
    if not has(state.to_act, seat):
        return refusal_out_of_turn(state, seat, action)
    if do.BID <= action < do.ADD:
        return refusal_of_bid(state, (action - do.BID) // KINDS + 1, U((action - do.BID) % KINDS + 1))
    if action < do.BID:
        return refusal_of_choice(state, seat, action)
    if action < do.CHALLENGE:
        return refusal_of_adding(state, seat, bit(action - do.ADD))
    return refusal_of_answer(state, seat, action)


@rule
def refusal_out_of_turn(state: State, seat: int, action: int) -> int:
    """§2.3 Others act now; §7.1 one is out; or there is nothing to swap with while others swap (§3.1)."""
    if not is_in(state, seat):
        return OUT
    is_swap = state.phase == phases.RED_ZONE and do.SWAP <= action < do.TAKE
    return NO_SWAP if is_swap and not may_swap(state, seat) else NOT_YOUR_TURN


@rule
def refusal_of_choice(state: State, seat: int, action: int) -> int:
    """§3.1 Swaps, §3.3 recovery, §4.1 stakes: each in its step and of one's own cards."""
    if action < do.RECOVER:
        return refusal_of_swap(state, seat, action) if state.phase == phases.RED_ZONE else NOT_IN_THIS_STEP
    if action >= do.STAKE:
        if state.phase != phases.STAKING:
            return NOT_IN_THIS_STEP
        return NO_CLAUSE if has(state.hands[seat], action - do.STAKE) else NOT_TO_STAKE
    if state.phase not in (phases.RECOVERING, phases.TAKING_BACK):
        return NOT_IN_THIS_STEP
    if has(state.discards[seat], action - do.RECOVER):
        return NO_CLAUSE
    return NO_RECOVERY if state.phase == phases.RECOVERING else NOT_TAKEN_BACK


@rule
def refusal_of_swap(state: State, seat: int, action: int) -> int:
    """§3.1 A card of the hand is put away, then one of the discards is taken."""
    if state.put_away[seat] != NOTHING:
        return NO_CLAUSE if do.TAKE <= action < do.KEEP and has(state.discards[seat], action - do.TAKE) else NO_SWAP
    return (
        NO_CLAUSE if action == do.KEEP or (action < do.TAKE and has(state.hands[seat], action - do.SWAP)) else NO_SWAP
    )


@rule
def is_time_to_raise(state: State) -> bool:
    """§5.3 Whether a bid stands and may be raised or added to now."""
    return state.phase in (phases.BIDDING, phases.RACING, phases.WITHDRAWN)


@rule
def refusal_of_bid(state: State, amount: int, goods: np.uint64) -> int:
    """§5.2 An opening, §5.4 a raise or §5.5 what follows an added card, within the limit (§5.7)."""
    if state.phase == phases.OPENING:
        return refusal_of_opening(state, amount, goods)
    if state.phase == phases.ADDING:
        return refusal_after_adding(state, amount, goods)
    if not is_time_to_raise(state):
        return NOT_IN_THIS_STEP
    grows = amount > state.amount or goods != state.goods
    if amount < state.amount or goods & state.goods != state.goods or not grows:
        return NOT_A_RAISE
    return NO_CLAUSE if amount <= state.limit else OVER_THE_LIMIT


@rule
def refusal_of_opening(state: State, amount: int, goods: np.uint64) -> int:
    """§5.2 One commodity; in Endurance an amount of 1 (§8.4)."""
    if size(goods) > 1:
        return NOT_AN_OPENING
    if state.variant == ENDURANCE and amount > 1:
        return OPEN_WITH_ONE
    return NO_CLAUSE if amount <= state.limit else OVER_THE_LIMIT


@rule
def refusal_after_adding(state: State, amount: int, goods: np.uint64) -> int:
    """§5.5 More, and another set of commodities; in Endurance one more, and a single commodity (§8.5)."""
    if amount <= state.amount or goods == state.goods:
        return NOT_TO_ADD
    if state.variant == ENDURANCE and (amount > state.amount + 1 or size(goods) > 1):
        return NOT_TO_ADD_IN_ENDURANCE
    return NO_CLAUSE if amount <= state.limit else OVER_THE_LIMIT


@rule
def refusal_of_adding(state: State, seat: int, card: np.uint64) -> int:
    """§5.5 A card of the hand, room for it (§5.6, §8.2), and a bid left after it (§5.7)."""
    if not is_time_to_raise(state):
        return NOT_IN_THIS_STEP
    if not card & state.hands[seat]:
        return NOT_TO_ADD
    if state.stake_sizes[seat] >= most_staked(state):
        return THREE_STAKED if state.variant == ENDURANCE else TOO_MANY_STAKED
    return NO_CLAUSE if state.amount < state.limit else OVER_THE_LIMIT


@rule
def refusal_of_answer(state: State, seat: int, action: int) -> int:
    """§6.1 Challenges, §8.8 holding, §9.1 and §9.2 doubling and its consequences."""
    if action == do.CHALLENGE:
        return refusal_of_challenge(state)
    if action >= do.DISCARD and action < do.STOP:
        if state.phase != phases.PAYING:
            return NOT_IN_THIS_STEP
        return NO_CLAUSE if has(state.hands[seat], action - do.DISCARD) else NO_WITHDRAWAL
    if action == do.WITHDRAW and state.phase == phases.PERSISTING:
        return NO_CLAUSE if can_withdraw(state, seat) else NO_WITHDRAWAL
    return NO_CLAUSE if state.phase == phase_of(action) else NOT_IN_THIS_STEP


@rule
def refusal_of_challenge(state: State) -> int:
    """§6.1 A bid has to be there; whoever has withdrawn must raise or add (§9.2)."""
    if state.phase in (phases.BIDDING, phases.RACING):
        return NO_CLAUSE
    if state.phase == phases.OPENING:
        return NOTHING_TO_CHALLENGE
    return NO_WITHDRAWAL if state.phase == phases.WITHDRAWN else NOT_IN_THIS_STEP


@rule
def phase_of(action: int) -> int:
    """§2.2 The step to which an answer belongs."""
    if action == do.HOLD:
        return phases.RACING
    if action in (do.DOUBLE, do.SHOW):
        return phases.DOUBLING
    return phases.TAKING_BACK if action == do.STOP else phases.PERSISTING
