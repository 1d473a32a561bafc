"""Who may know what in Dead-Cat Bounce: hands but for the known cards, cards sold face down, and the stack are secret
(§1.7, §1.8).
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bags import Bag, draw_from, empty, how_many, pour, put_in, take_out
from openoutcry.engine.bits import bit, size
from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.games.dead_cat_bounce.knowledge import shown
from openoutcry.games.dead_cat_bounce.offers import promised
from openoutcry.games.dead_cat_bounce.pack import BLOCK_JOKER
from openoutcry.games.dead_cat_bounce.rules import make_pack
from openoutcry.games.dead_cat_bounce.state import FLOP, State


@rule
def hide(state: State, seat: int) -> None:
    """§1.7 Of other hands only the known cards stay, §1.8 of the discard pile what lies face up or was sold by oneself;
    the stack goes.
    """
    for other in range(state.seats):
        if other != seat:
            empty(state.hands[other])
            pour(state.hands[other], state.known[other])
            empty(state.sold[other])
            empty(state.remembered[other])
    empty(state.stack)


@rule
def redeal(state: State, seat: int, chance: Chance) -> None:
    """§1.7 What the seat cannot see is dealt again: other hands, cards sold face down by others, and the rest is the
    stack.
    """
    gather_unseen(state, seat)
    for other in range(state.seats):
        if other != seat:
            deal_again(state, other, chance)
    pour(state.stack, state.stack_seen)
    if seat >= 0:
        pour(state.stack, state.remembered[seat])


@rule
def deal_again(state: State, other: int, chance: Chance) -> None:
    """§1.8 A hand with what is known and what its owner offers from it, and cards sold face down, each of the size that
    all know.
    """
    empty(state.hands[other])
    empty(state.sold[other])
    empty(state.remembered[other])
    keep_certain(state, other)
    for _ in range(state.hand_sizes[other] - how_many(state.hands[other])):
        put_in(state.hands[other], draw_from(state.stack, chance))
    for _ in range(state.sold_sizes[other]):
        put_in(state.sold[other], draw_from(state.stack, chance))


@rule
def keep_certain(state: State, other: int) -> None:
    """§7.2 Nobody gives what they do not have: besides the known cards, those of the open offers and those chosen for
    one are certain.
    """
    hand = state.hands[other]
    pour(hand, state.known[other])
    if other == state.offer_by:
        be_there(hand, state.give[0], state.give[1])
    elif other == state.offer_to:
        once, twice = promised(state)
        be_there(hand, once, twice)
        be_there(hand, state.first_give[0], state.first_give[1])


@rule
def be_there(hand: Bag, once: np.uint64, twice: np.uint64) -> None:
    """A hand has these cards; what of them is missing is put in."""
    missing, missing_twice = once & ~hand[0], twice & ~hand[1]
    put_in(hand, missing)
    put_in(hand, missing_twice)


@rule
def gather_unseen(state: State, seat: int) -> None:
    """§1.8 Everything that the seat cannot see, as one bag in the place of the stack."""
    empty(state.stack)
    size_of_stack, last_turns = state.stack_size, state.last_turns
    make_pack(state)
    state.stack_size, state.last_turns = size_of_stack, last_turns
    for place in range(FLOP):
        if state.flop[place] > 0:
            take_out(state.stack, bit(state.flop[place] - 1))
    remove(state.stack, state.face_up)
    remove(state.stack, state.stack_seen)
    for other in range(state.seats):
        once, twice = shown(state, other)
        take_out(state.stack, once)
        take_out(state.stack, twice)
        for _ in range(size(state.blocked[other])):
            take_out(state.stack, BLOCK_JOKER)
        if other == seat:
            remove(state.stack, state.hands[other])
            remove(state.stack, state.sold[other])
            remove(state.stack, state.remembered[other])
        else:
            empty(state.hands[other])
            keep_certain(state, other)
            remove(state.stack, state.hands[other])


@rule
def remove(bag: Bag, others: Bag) -> None:
    """Take everything that is in one bag out of another."""
    take_out(bag, others[0])
    take_out(bag, others[1])
