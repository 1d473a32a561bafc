"""What makes sense in Cash or Crash: no bid that cannot be true, or hardly ever is, no raise of one that is false, no
challenge of one that is proven.

Whoever bids knows their own stake, and of each other stake all that it could be. A market is a word with sixteen bits
per commodity, so that markets can be added.
"""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, U, has, index, lowest
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, allow, clear, count, forbid, is_allowed
from openoutcry.games.cash_or_crash import actions as do
from openoutcry.games.cash_or_crash import phases
from openoutcry.games.cash_or_crash.knowledge import CONTAIN_ALL, OWN, WITHIN, WORDS
from openoutcry.games.cash_or_crash.legality import kinds_after_adding, legal
from openoutcry.games.cash_or_crash.state import CARDS, GOODS, KINDS, SINGLES, State, first_card, is_in
from openoutcry.games.cash_or_crash.thumb import chance_of, others, shown_by

FIELD = 0xFFFF
SHOWN = np.array(
    [sum(card.count(good[0]) << 16 * number for number, good in enumerate(GOODS)) for card in CARDS], np.uint64
)
"""What a card shows."""
STAKES = np.array(sorted(range(1 << OWN), key=lambda stake: (stake.bit_count(), stake)), np.int64)
"""Every stake of ten cards, those of few cards first: card c of the ten is bit c."""
FIRST_OF_SIZE = np.array(
    [sum(stake.bit_count() < size for stake in range(1 << OWN)) for size in range(OWN + 2)], np.int64
)
"""Where the stakes of so many cards begin."""
HOPELESS = 300
"""A bid that is true less often than that, in thousandths, is said by nobody who could say another."""


@rule
def sensible(view: State, seat: int, mask: Mask) -> None:
    """Forbid what no player would do who can count; where nothing would be left, all stays that is legal but a
    challenge that is lost already.
    """
    if view.phase < phases.OPENING or view.phase in (phases.DOUBLING, phases.PAYING, phases.TAKING_BACK):
        return
    own, answer = market_of(view.staked[seat]), do.PERSIST if view.phase == phases.PERSISTING else do.CHALLENGE
    if is_allowed(mask, answer) and view.amount > most_true(view, seat, own, np.int64(view.goods)):  # type: ignore[arg-type]
        clear(mask)
        allow(mask, answer, ONE)
        return
    is_lost = is_allowed(mask, answer) and is_proven(view, seat, own)
    if is_lost:
        forbid(mask, answer)
    forbid_bids(view, seat, mask, own)
    forbid_hopeless(view, seat, mask)
    if count(mask) == 0:
        legal(view, seat, mask)
        if is_lost and count(mask) > 1:
            forbid(mask, answer)


@rule
def forbid_bids(view: State, seat: int, mask: Mask, own: np.uint64) -> None:
    """§5.4 Bids that cannot be true, and §5.5 cards after which none could be."""
    most = NOTHING
    for good in range(3):
        most |= U(most_true(view, seat, NOTHING, 1 << good)) << U(16 * good)
    for kind in range(1, KINDS + 1):
        first = least_of(own + most, kind)
        if first < view.limit and is_allowed_any(view, mask, kind):
            first = most_true(view, seat, own, kind) if kind & (kind - 1) else first
            for amount in range(first + 1, view.limit + 1):
                forbid(mask, do.BID + (amount - 1) * KINDS + kind - 1)
    left = view.hands[seat]
    while left != NOTHING:
        if is_allowed(mask, do.ADD + index(left)) and not leaves_a_bid(view, own + most + SHOWN[index(left)]):
            forbid(mask, do.ADD + index(left))
        left &= ~lowest(left)


@rule
def forbid_hopeless(view: State, seat: int, mask: Mask) -> None:
    """Bids that the rules of thumb believe hardly ever; the likeliest of all stays."""
    market, doubt = others(view, seat)
    market += shown_by(view.staked[seat])
    likeliest, most = -1, -1
    for kind in range(1, KINDS + 1):
        for amount in range(max(view.amount, 1), view.limit + 1):
            action = do.BID + (amount - 1) * KINDS + kind - 1
            if is_allowed(mask, action):
                chance = chance_of(amount, U(kind), market, doubt)
                if chance > most:
                    likeliest, most = action, chance
                if chance < HOPELESS:
                    forbid(mask, action)
    if likeliest >= 0:
        allow(mask, likeliest, ONE)


@rule
def is_allowed_any(view: State, mask: Mask, kind: int) -> bool:
    """Whether some bid on these commodities may be made: if any, the greatest."""
    last = view.limit
    while last > 0 and last >= view.amount:
        if is_allowed(mask, do.BID + (last - 1) * KINDS + kind - 1):
            return True
        last -= 1
    return False


@rule
def leaves_a_bid(view: State, most: np.uint64) -> bool:
    """§5.5 Whether a greater bid can be true of a market that shows so much at most: then one on a single commodity
    can.
    """
    kinds = kinds_after_adding(view) & SINGLES
    while kinds != NOTHING:
        if least_of(most, index(kinds) + 1) > view.amount:
            return True
        kinds &= ~lowest(kinds)
    return False


@rule
def part(market: np.uint64, good: int) -> int:
    """How much there is of a commodity."""
    return np.int64((market >> U(16 * good)) & U(FIELD))  # type: ignore[return-value]


@rule
def least_of(market: np.uint64, kind: int) -> int:
    """How much there is of the scarcest of some commodities."""
    least = FIELD
    for good in range(3):
        if has(U(kind), good):
            least = min(least, part(market, good))
    return least


@rule
def market_of(cards: np.uint64) -> np.uint64:
    """What cards show."""
    market = NOTHING
    while cards != NOTHING:
        market += SHOWN[index(cards)]
        cards &= ~lowest(cards)
    return market


@rule
def is_possible(view: State, other: int, stake: int) -> bool:
    """§1.4 Whether a player may keep all cards of a stake."""
    last, sets = stake >> WITHIN, NOTHING
    for word in range(WORDS):
        if word & last == last:
            sets |= view.possible[other * WORDS + word]
    return bool(sets & CONTAIN_ALL[stake & 63])


@rule
def most_true(view: State, seat: int, own: np.uint64, kind: int) -> int:
    """The greatest amount for which a bid on some commodities can be true, beside a stake of our own that shows so
    much.

    One other after another has the stake that helps most. So it is exact for one commodity, and beside one other; of
    several commodities beside several others it may be a little less, where everybody had to have just the right cards.
    """
    market = own
    for other in range(view.seats):
        if other != seat and is_in(view, other):
            market += most_helpful(view, other, market, kind)
    return least_of(market, kind)


@rule
def most_helpful(view: State, other: int, market: np.uint64, kind: int) -> np.uint64:
    """What that stake of a player shows which leaves most of the scarcest of some commodities, and then most of all."""
    best, most, size = NOTHING, -1, int(view.stake_sizes[other])
    for number in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
        shown = market_of(U(STAKES[number]) << U(first_card(view)))
        help_of_it = FIELD * least_of(market + shown, kind)
        for good in range(3):
            help_of_it += part(shown, good) if has(U(kind), good) else 0
        if help_of_it > most and is_possible(view, other, int(STAKES[number])):
            best, most = shown, help_of_it
    return best


@rule
def is_proven(view: State, seat: int, own: np.uint64) -> bool:
    """Whether the bid is right whatever the others have staked."""
    for good in range(3):
        if has(view.goods, good):
            least = part(own, good)
            for other in range(view.seats):
                if other != seat and is_in(view, other) and least < view.amount:
                    least += least_in_stake(view, other, good)
            if least < view.amount:
                return False
    return True


@rule
def least_in_stake(view: State, other: int, good: int) -> int:
    """The least that a player's stake can show of a commodity."""
    least, size = FIELD, int(view.stake_sizes[other])
    for number in range(FIRST_OF_SIZE[size], FIRST_OF_SIZE[size + 1]):
        shows = part(market_of(U(STAKES[number]) << U(first_card(view))), good)
        if shows < least and is_possible(view, other, int(STAKES[number])):
            least = shows
    return least
