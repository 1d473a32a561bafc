"""The rules of Cash or Crash: what happens. The clauses are those of RULES.md."""

from __future__ import annotations

import numpy as np

from openoutcry.engine import mask as masks
from openoutcry.engine.bits import NOTHING, U, bit, has, size
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.mask import Mask, any_of_first
from openoutcry.games.cash_or_crash import actions as do
from openoutcry.games.cash_or_crash import phases
from openoutcry.games.cash_or_crash.actions import ACTIONS
from openoutcry.games.cash_or_crash.knowledge import know_kept, know_lost, know_one_less, know_one_more, know_only
from openoutcry.games.cash_or_crash.legality import legal, refusal
from openoutcry.games.cash_or_crash.state import (
    BLITZ,
    CLASSIC,
    ENDINGS,
    ICONS,
    KINDS,
    NOBODY,
    ONE_LEFT,
    OWN_PLACES,
    ROUND_LIMIT,
    RUNNING,
    SEEN_AT_MOST,
    STATE,
    VERSION,
    State,
    first_stake,
    is_in,
    kept,
    may_swap,
    most_staked,
    next_in,
    of_the_ten,
    pack,
    pack_numbers,
    players_in,
)

__all__ = [
    "ACTIONS",
    "ENDINGS",
    "LOWEST_WINS",
    "OWN_PLACES",
    "STATE",
    "VERSION",
    "State",
    "any_action",
    "apply",
    "legal",
    "place",
    "points",
    "refusal",
    "setup",
    "step",
]


@rule
def setup(state: State, chance: Chance) -> None:
    """§1.1 Everyone has the same cards (§9.5), all in the hand (§1.2); seat 0 opens (§2.1)."""
    for seat in range(state.seats):
        state.hands[seat] = pack(state)
        state.hand_sizes[seat] = state.set_size
        know_only(state.possible, seat, pack_numbers(state))
    state.last_bidder = state.last_challenger = state.last_loser = NOBODY
    begin_round(state, 0)


@rule
def begin_round(state: State, opener: int) -> None:
    """§2.2 Red zone, stakes, bids, challenge: a new round begins with the red zone, if anybody can swap (§3.1)."""
    state.round_number += 1
    state.opener = opener
    state.turn = opener
    state.bidder = state.challenger = NOBODY
    state.amount = 0
    state.goods = state.swapped = state.swapping = state.not_asked = NOTHING
    state.is_doubled = state.is_out_of_turn = 0
    state.phase = phases.RED_ZONE
    state.to_act = NOTHING
    for seat in range(state.seats):
        state.said_amounts[seat] = 0
        state.said_goods[seat] = NOTHING
        if may_swap(state, seat):
            state.to_act |= bit(seat)
    if state.to_act == NOTHING:
        begin_recovery(state)


@rule
def swap(state: State, seat: int, card: np.uint64) -> None:
    """§3.1 A card of the hand is put among the discards; one will be taken back."""
    state.hands[seat] &= ~card
    state.discards[seat] |= card
    state.put_away[seat] = card


@rule
def take(state: State, seat: int, card: np.uint64) -> None:
    """§3.1 One of the discards is taken back, and the choice is made."""
    state.discards[seat] &= ~card
    state.hands[seat] |= card
    state.put_away[seat] = NOTHING
    state.swapping |= bit(seat)
    make_choice(state, seat)


@rule
def make_choice(state: State, seat: int) -> None:
    """§2.3 A secret choice is made; when all have chosen it is known who has swapped (§3.2)."""
    state.to_act &= ~bit(seat)
    if state.to_act != NOTHING:
        return
    state.swapped = state.swapping
    state.swapping = NOTHING
    for other in range(state.seats):
        if has(state.swapped, other):
            know_one_less(state.possible, other)
            know_one_more(state.possible, other, pack_numbers(state))
    begin_recovery(state)


@rule
def begin_recovery(state: State) -> None:
    """§3.3 In Classic a player with exactly one card recovers one; not in Endurance (§8.3) and Blitz (§8.7)."""
    state.phase = phases.RECOVERING
    state.to_act = NOTHING
    if state.variant == CLASSIC:
        for seat in range(state.seats):
            if kept(state, seat) == 1:
                state.to_act |= bit(seat)
    if state.to_act == NOTHING:
        begin_staking(state)


@rule
def get_back(state: State, seat: int, card: np.uint64) -> None:
    """§3.3 A discard of choice comes back into the hand, and nobody sees which."""
    state.discards[seat] &= ~card
    state.discard_sizes[seat] -= 1
    state.hands[seat] |= card
    state.hand_sizes[seat] += 1
    know_one_more(state.possible, seat, pack_numbers(state))


@rule
def recover(state: State, seat: int, card: np.uint64) -> None:
    """§3.3 At the beginning of a round, or after a challenge won out of turn (§8.9)."""
    get_back(state, seat, card)
    if state.phase == phases.RECOVERING:
        state.to_act &= ~bit(seat)
        if state.to_act == NOTHING:
            begin_staking(state)
        return
    state.to_take -= 1
    if state.to_take == 0 or state.discard_sizes[seat] == 0:
        end_round(state)


@rule
def begin_staking(state: State) -> None:
    """§4.1 Everyone stakes at the same time; the limit of the round's bids is known by now (§5.7)."""
    state.phase = phases.STAKING
    state.to_act = players_in(state)
    limit = 0
    for seat in range(state.seats):
        limit += SEEN_AT_MOST[state.cards, state.set_size, min(kept(state, seat), most_staked(state))]
    state.limit = limit


@rule
def put_on_stake(state: State, seat: int, card: np.uint64) -> None:
    """§1.2 A card goes from the hand to the stake."""
    state.hands[seat] &= ~card
    state.hand_sizes[seat] -= 1
    state.staked[seat] |= card
    state.stake_sizes[seat] += 1


@rule
def stake(state: State, seat: int, card: np.uint64) -> None:
    """§4.1 One card after the other; when all have staked the opener bids (§5.2)."""
    put_on_stake(state, seat, card)
    if state.stake_sizes[seat] < first_stake(state):
        return
    state.to_act &= ~bit(seat)
    if state.to_act == NOTHING:
        state.phase = phases.OPENING
        state.to_act = bit(state.opener)


@rule
def bid(state: State, seat: int, amount: int, goods: np.uint64) -> None:
    """§5.3 The bid stands, and the next one to the left is in turn; in Blitz there is a race first (§8.8)."""
    state.amount = state.said_amounts[seat] = amount
    state.goods = state.said_goods[seat] = goods
    state.bidder = seat
    state.challenger = NOBODY
    state.turn = next_in(state, seat)
    if state.variant == BLITZ and state.seats - state.gone > 2:
        state.phase = phases.RACING
        state.to_act = players_in(state) & ~bit(seat)
    else:
        ask_in_turn(state)


@rule
def ask_in_turn(state: State) -> None:
    """§5.3 The player in turn must raise, add or challenge."""
    state.phase = phases.BIDDING
    state.to_act = bit(state.turn)


@rule
def hold(state: State, seat: int) -> None:
    """§8.8 Not now; when all have held the player in turn must act."""
    state.to_act &= ~bit(seat)
    if state.to_act == NOTHING:
        ask_in_turn(state)


@rule
def step(state: State) -> int:
    """§2.3 The choice of the round that all make at once, or the race (§8.8) for the bid that stands; 0 while one acts
    alone.
    """
    if state.ending != RUNNING or phases.STAKING < state.phase != phases.RACING:
        return 0
    bid_that_stands = ((state.bidder + 1) * 128 + state.amount) * 8 + np.int64(state.goods)
    return int(1 + state.phase + 16 * (bid_that_stands + 9 * 128 * 8 * state.round_number))


@rule
def add(state: State, seat: int, card: np.uint64) -> None:
    """§5.5 One more card is staked, and a bid must follow at once."""
    put_on_stake(state, seat, card)
    state.challenger = NOBODY
    state.phase = phases.ADDING
    state.to_act = bit(seat)


@rule
def challenge(state: State, seat: int) -> None:
    """§6.1 The last bid is challenged; with doubling the challenged player is asked first (§9.1)."""
    state.is_out_of_turn = 1 if seat != state.turn else 0
    state.not_asked = state.to_act & ~bit(seat) if state.is_out_of_turn else NOTHING
    state.challenger = seat
    if state.doubling and state.hand_sizes[state.bidder] >= state.stake_sizes[state.bidder]:
        state.phase = phases.DOUBLING
        state.to_act = bit(state.bidder)
    else:
        turn_up(state)


@rule
def double(state: State) -> None:
    """§9.1 The stakes are doubled, if the challenger persists (§9.2)."""
    state.is_doubled = 1
    state.phase = phases.PERSISTING
    state.to_act = bit(state.challenger)


@rule
def withdraw(state: State, seat: int) -> None:
    """§9.2 In turn, the player must raise or add at once; out of turn it counts as holding and the race goes on."""
    state.is_doubled = 0
    state.challenger = NOBODY
    if state.is_out_of_turn:
        state.is_out_of_turn = 0
        state.phase = phases.RACING
        state.to_act = state.not_asked
        state.not_asked = NOTHING
        if state.to_act == NOTHING:
            ask_in_turn(state)
    else:
        state.phase = phases.WITHDRAWN
        state.to_act = bit(seat)


@rule
def turn_up(state: State) -> None:
    """§6.2 All staked cards are turned up and counted; what was seen stays visible (§6.4)."""
    for seat in range(state.seats):
        state.turned_up[seat] = state.staked[seat]
        see(state, seat)
    for good in range(3):
        shown = 0
        for seat in range(state.seats):
            shown += icons(state.staked[seat], good)
        state.counts[good] = shown
    loser = state.challenger if is_bid_right(state) else state.bidder
    state.last_amount = state.amount
    state.last_goods = state.goods
    state.last_bidder = state.bidder
    state.last_challenger = state.challenger
    state.last_loser = loser
    state.not_asked = NOTHING
    lose_stake(state, loser)
    for seat in range(state.seats):
        take_stake_back(state, seat)
    if state.is_doubled:
        pay_double(state, loser)
    else:
        finish_challenge(state)


@rule
def icons(cards: np.uint64, good: int) -> int:
    """§5.1 How much of a commodity some cards show."""
    return size(cards & ICONS[good, 0]) + size(cards & ICONS[good, 1]) + size(cards & ICONS[good, 2])


@rule
def is_bid_right(state: State) -> bool:
    """§6.2 Whether every named commodity shows at least the amount."""
    return show_enough(state, state.goods, state.amount)


@rule
def show_enough(state: State, goods: np.uint64, amount: int) -> bool:
    """§6.2 Whether of each of some commodities at least so much was counted."""
    is_enough = True
    for good in range(3):
        if has(goods, good) and state.counts[good] < amount:
            is_enough = False
    return is_enough


@rule
def see(state: State, seat: int) -> None:
    """§1.4 All see which cards a player had staked."""
    know_kept(state.possible, seat, of_the_ten(state, state.staked[seat]))


@rule
def lose_stake(state: State, seat: int) -> None:
    """§6.3 The loser's stake goes among the discards."""
    state.to_pay = state.stake_sizes[seat]
    know_lost(state.possible, seat, of_the_ten(state, state.staked[seat]))
    state.discards[seat] |= state.staked[seat]
    state.discard_sizes[seat] += state.stake_sizes[seat]
    state.staked[seat] = NOTHING
    state.stake_sizes[seat] = 0


@rule
def take_stake_back(state: State, seat: int) -> None:
    """§6.3 Everyone else's stake goes back into the hand."""
    state.hands[seat] |= state.staked[seat]
    state.hand_sizes[seat] += state.stake_sizes[seat]
    state.staked[seat] = NOTHING
    state.stake_sizes[seat] = 0


@rule
def pay_double(state: State, loser: int) -> None:
    """§9.2 As many cards of the hand as were staked; a challenger who has fewer loses all."""
    if state.hand_sizes[loser] < state.to_pay:
        lose_hand(state, loser)
        finish_challenge(state)
    else:
        state.phase = phases.PAYING
        state.to_act = bit(loser)


@rule
def lose_hand(state: State, seat: int) -> None:
    """§9.2 All cards of the hand go among the discards."""
    state.discards[seat] |= state.hands[seat]
    state.discard_sizes[seat] += state.hand_sizes[seat]
    state.hands[seat] = NOTHING
    state.hand_sizes[seat] = 0
    know_only(state.possible, seat, NOTHING)


@rule
def discard(state: State, seat: int, card: np.uint64) -> None:
    """§9.2 One more card of the hand is lost, and nobody sees which."""
    state.hands[seat] &= ~card
    state.hand_sizes[seat] -= 1
    state.discards[seat] |= card
    state.discard_sizes[seat] += 1
    know_one_less(state.possible, seat)
    state.to_pay -= 1
    if state.to_pay == 0:
        finish_challenge(state)


@rule
def finish_challenge(state: State) -> None:
    """§7.1 A loser without cards is out; whoever won a challenge made out of turn may take back two discards (§8.9)."""
    challenger = state.challenger
    state.to_pay = 0
    if is_finished(state, state.last_loser):
        go_out(state, state.last_loser)
    if state.is_out_of_turn and state.last_loser != challenger and state.discard_sizes[challenger] > 0:
        state.to_take = 2
        state.phase = phases.TAKING_BACK
        state.to_act = bit(challenger)
    else:
        end_round(state)


@rule
def is_finished(state: State, seat: int) -> bool:
    """§7.1 No card left; in Blitz no more than one (§8.7)."""
    return kept(state, seat) <= (1 if state.variant == BLITZ else 0)


@rule
def go_out(state: State, seat: int) -> None:
    """§7.1 The player is out, with a last card if there is one (§8.7)."""
    lose_hand(state, seat)
    state.gone += 1
    state.went_out[seat] = state.gone


@rule
def end_round(state: State) -> None:
    """§7.2 The game ends, or the next round begins (§2.1)."""
    state.to_take = 0
    if ending(state) == RUNNING:
        begin_round(state, next_in(state, state.opener))
    else:
        state.ending = ending(state)
        state.to_act = NOTHING


@rule
def ending(state: State) -> int:
    """§7.2 One player is left; or the rounds are over (§9.4)."""
    if state.seats - state.gone == 1:
        return ONE_LEFT
    if state.round_number >= state.round_limit:
        return ROUND_LIMIT
    return RUNNING


@inlined
def any_action(state: State, mask: Mask, thought: Chance) -> int:
    """For play at random: until the stakes are made (§4.1) all that can be done comes before the bids."""
    return any_of_first(mask, thought) if state.phase <= phases.STAKING else masks.any_action(mask, thought)


@rule
def apply(state: State, seat: int, action: int, chance: Chance) -> None:
    """Play a legal action."""
    if do.BID <= action < do.ADD:
        bid(state, seat, (action - do.BID) // KINDS + 1, U((action - do.BID) % KINDS + 1))
    elif action < do.RECOVER:
        apply_red_zone(state, seat, action)
    elif action < do.STAKE:
        recover(state, seat, bit(action - do.RECOVER))
    elif action < do.BID:
        stake(state, seat, bit(action - do.STAKE))
    elif action < do.CHALLENGE:
        add(state, seat, bit(action - do.ADD))
    else:
        apply_answer(state, seat, action)


@rule
def apply_red_zone(state: State, seat: int, action: int) -> None:
    """§3.1 Swap, take, keep."""
    if action < do.TAKE:
        swap(state, seat, bit(action - do.SWAP))
    elif action < do.KEEP:
        take(state, seat, bit(action - do.TAKE))
    else:
        make_choice(state, seat)


@rule
def apply_answer(state: State, seat: int, action: int) -> None:
    """§6.1 Challenge, §8.8 hold, §9.1 double or show, §9.2 persist, withdraw or discard, §8.9 stop."""
    if action == do.CHALLENGE:
        challenge(state, seat)
    elif action == do.HOLD:
        hold(state, seat)
    elif action == do.DOUBLE:
        double(state)
    elif action == do.WITHDRAW:
        withdraw(state, seat)
    elif action == do.STOP:
        end_round(state)
    elif action < do.DISCARD:
        turn_up(state)
    else:
        discard(state, seat, bit(action - do.DISCARD))


@rule
def points(state: State, seat: int) -> int:
    """§7.4 The cards a player keeps."""
    return kept(state, seat)


LOWEST_WINS = False


@rule
def place(state: State, seat: int) -> int:
    """§7.3 Those who are in by the number of cards they keep, then the others, the last one out first."""
    if not is_in(state, seat):
        return state.seats - state.went_out[seat] + 1
    ahead = 0
    for other in range(state.seats):
        if is_in(state, other) and kept(state, other) > kept(state, seat):
            ahead += 1
    return 1 + ahead
