"""Who may know what in Cash or Crash: cards are their owner's secret (§1.3), and nobody is shown who has held in a race
(§8.8).
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, U, bit, has, size
from openoutcry.engine.chance import DECK, Chance, below, draw
from openoutcry.engine.compiled import rule
from openoutcry.games.cash_or_crash import phases
from openoutcry.games.cash_or_crash.knowledge import any_possible, certain
from openoutcry.games.cash_or_crash.state import State, first_card, may_swap, pack, players_in


@rule
def hide(state: State, seat: int) -> None:
    """§1.3 Other players' cards go; §1.4 what all may know of them for certain is written down."""
    own = NOTHING if seat < 0 else bit(seat)
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = state.staked[other] = state.discards[other] = state.put_away[other] = NOTHING
        write_down(state, other)
    state.swapping &= own
    state.not_asked &= own
    if state.phase == phases.RACING and state.to_act != NOTHING:
        state.to_act = racers(state) & ~own | state.to_act & own


@rule
def write_down(state: State, seat: int) -> None:
    """§1.4 What is certain of a player's cards; nothing while a swap may have been made that is not known yet."""
    state.kept_for_sure[seat] = state.lost_for_sure[seat] = NOTHING
    if not has_chosen(state, seat):
        kept, lost = certain(state.possible, seat)
        state.kept_for_sure[seat] = kept << U(first_card(state))
        state.lost_for_sure[seat] = lost << U(first_card(state)) & pack(state)


@rule
def racers(state: State) -> np.uint64:
    """§8.8 Everyone but the bidder; nobody is shown who has held."""
    return players_in(state) & ~bit(state.bidder)


@rule
def redeal(state: State, seat: int, chance: Chance) -> None:
    """§1.4 Each other player gets cards that fit all that was seen; who has held is drawn, and so are choices that
    nobody knows yet.
    """
    for other in range(state.seats):
        if other != seat:
            deal_again(state, other, chance)
    ask_again(state, seat, chance)


@rule
def deal_again(state: State, other: int, chance: Chance) -> None:
    """§1.3 One of the sets the player may keep, and of it a stake of the size that is known, all equally likely."""
    hand = any_possible(state.possible, other, chance) << U(first_card(state))
    state.put_away[other] = NOTHING
    state.swapping &= ~bit(other)
    if has_chosen(state, other) and below(chance, DECK, 2):
        card = draw(chance, hand)
        hand &= ~card
        hand |= draw(chance, pack(state) & ~hand)
        state.swapping |= bit(other)
    state.discards[other] = pack(state) & ~hand
    state.staked[other] = NOTHING
    for _ in range(state.stake_sizes[other]):
        card = draw(chance, hand)
        hand &= ~card
        state.staked[other] |= card
    state.hands[other] = hand


@rule
def has_chosen(state: State, seat: int) -> bool:
    """§3.2 Whether a player in the red zone has chosen already, which is known, to swap or not, which is not."""
    return state.phase == phases.RED_ZONE and may_swap(state, seat) and not has(state.to_act, seat)


@rule
def ask_again(state: State, seat: int, chance: Chance) -> None:
    """§8.8 Each of the others may have held or not, but somebody has not."""
    if state.phase == phases.RACING and state.to_act != NOTHING:
        own = NOTHING if seat < 0 else bit(seat) & state.to_act
        others = racers(state) if seat < 0 else racers(state) & ~bit(seat)
        state.to_act = own | any_of(others, chance)
        while state.to_act == NOTHING:
            state.to_act = any_of(others, chance)
    elif state.is_out_of_turn and state.phase in (phases.DOUBLING, phases.PERSISTING):
        own = NOTHING if seat < 0 else bit(seat) & state.not_asked
        others = racers(state) & ~bit(state.challenger)
        state.not_asked = own | any_of(others if seat < 0 else others & ~bit(seat), chance)


@rule
def any_of(seats: np.uint64, chance: Chance) -> np.uint64:
    """Some of these seats, every selection equally likely."""
    return seats & U(below(chance, DECK, 256)) if size(seats) else NOTHING
