"""What a player of Cash or Crash may do without, for whoever asks what it is worth: bluffs and feints.

A **bluff** is a bid that what one holds and knows does not bear: of some commodity that it names, its amount is more
than one's own stake shows and the stakes of the others show on average. On average, that is: a player may keep any set
of cards that fits all that was seen (§1.4), and may have staked any cards of it; what was bid counts for nothing, as
others may bluff too. Each average is in millionths of an icon, rounded up. A **big bluff** is one that counts on more
than one icon above the average from each of the others. "Double!" (§9.1) in defence of such a bid is one too.

A **feint** is a bid on a commodity of which one's own stake shows nothing.

So is whatever leaves its player nothing else to say: to add a card (§5.5), or to withdraw in turn (§9.2).
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, U, has, index, lowest, size
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, forbid
from openoutcry.engine.names import Names
from openoutcry.games.cash_or_crash import actions as do
from openoutcry.games.cash_or_crash import phases
from openoutcry.games.cash_or_crash.knowledge import OWN, sets_with
from openoutcry.games.cash_or_crash.legality import kinds_after_adding
from openoutcry.games.cash_or_crash.sense import FIELD, SHOWN, least_of, market_of, part
from openoutcry.games.cash_or_crash.state import KINDS, SUPERSETS, State, can_add, first_card, is_in, players_in

HABITS = Names("habit", ["bluff", "big_bluff", "feint"])
BLUFF, BIG_BLUFF, FEINT = range(3)
BLUFFS = U(1 << BLUFF | 1 << BIG_BLUFF)
ONE_OF_EACH = U(1 | 1 << 16 | 1 << 32)
MILLION = 10**6


@rule
def leave_out(view: State, seat: int, mask: Mask, habits: np.uint64) -> None:
    """Forbid bids that are bluffs or feints, and what leaves nothing else to say."""
    if view.phase < phases.OPENING or view.phase > phases.WITHDRAWN:
        return
    own, others = market_of(view.staked[seat]), counted_on(view, seat, habits)
    for kind in range(1, KINDS + 1):
        for amount in range(max(view.amount, 1 + greatest(own, others, kind, habits)), view.limit + 1):
            forbid(mask, do.BID + (amount - 1) * KINDS + kind - 1)
    left = to_add(view, seat)
    while left != NOTHING:
        if not leaves_a_bid(view, own + SHOWN[index(left)], others, habits):
            forbid(mask, do.ADD + index(left))
        left &= ~lowest(left)
    if view.phase == phases.PERSISTING and not view.is_out_of_turn and not leaves_a_word(view, seat, habits):
        forbid(mask, do.WITHDRAW)
    standing: int = np.int64(view.goods)  # type: ignore[assignment]
    if view.phase == phases.DOUBLING and view.amount > greatest(own, others, standing, habits & BLUFFS):
        forbid(mask, do.DOUBLE)


@rule
def greatest(own: np.uint64, others: np.uint64, kind: int, habits: np.uint64) -> int:
    """The greatest amount of some commodities that is left, beside what is counted on from the others."""
    if has(habits, FEINT) and least_of(own, kind) == 0:
        return 0
    return least_of(own + others, kind) if habits & BLUFFS else FIELD


@rule
def to_add(view: State, seat: int) -> np.uint64:
    """§5.5 The cards that may be added: none before there is a bid."""
    return view.hands[seat] if view.goods != NOTHING and can_add(view, seat) else NOTHING


@rule
def leaves_a_bid(view: State, own: np.uint64, others: np.uint64, habits: np.uint64) -> bool:
    """§5.5 Whether an honest bid can follow an added card, with which the stake shows so much."""
    kinds = kinds_after_adding(view)
    while kinds != NOTHING:
        if greatest(own, others, index(kinds) + 1, habits) > view.amount:
            return True
        kinds &= ~lowest(kinds)
    return False


@rule
def leaves_a_word(view: State, seat: int, habits: np.uint64) -> bool:
    """§9.2 Whether whoever withdraws can raise honestly, or add."""
    own, others = market_of(view.staked[seat]), counted_on(view, seat, habits)
    kinds = SUPERSETS[np.int64(view.goods)]
    while kinds != NOTHING:
        kind = index(kinds) + 1
        least = view.amount if U(kind) != view.goods else view.amount + 1
        if least <= min(view.limit, greatest(own, others, kind, habits)):
            return True
        kinds &= ~lowest(kinds)
    left = to_add(view, seat)
    while left != NOTHING:
        if leaves_a_bid(view, own + SHOWN[index(left)], others, habits):
            return True
        left &= ~lowest(left)
    return False


@rule
def counted_on(view: State, seat: int, habits: np.uint64) -> np.uint64:
    """What may be counted on from the others: the average, or one icon more from each of them."""
    others = average_of_others(view, seat)
    return others if has(habits, BLUFF) else others + U(size(players_in(view)) - 1) * ONE_OF_EACH


@rule
def average_of_others(view: State, seat: int) -> np.uint64:
    """What the stakes of all others show on average: whole icons, as an amount is one."""
    gold = oil = wheat = 0
    for other in range(view.seats):
        if other != seat and is_in(view, other):
            sets, shown = counted(view, other)
            staked = MILLION * view.stake_sizes[other]
            gold += (staked * part(shown, 0) + sets - 1) // sets
            oil += (staked * part(shown, 1) + sets - 1) // sets
            wheat += (staked * part(shown, 2) + sets - 1) // sets
    return U(gold // MILLION) | U(oil // MILLION) << U(16) | U(wheat // MILLION) << U(32)


@rule
def counted(view: State, other: int) -> tuple[int, np.uint64]:
    """§1.4 How many cards the sets have that a player may keep, all together, and what these cards show."""
    cards, shown = 0, NOTHING
    for card in range(OWN):
        often = sets_with(view.possible, other, card)
        cards += often
        shown += U(often) * SHOWN[first_card(view) + card]
    return max(cards, 1), shown
