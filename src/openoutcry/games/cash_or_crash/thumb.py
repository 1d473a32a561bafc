"""Rules of thumb for Cash or Crash: guess what the others have staked, and say or do whatever loses the fewest lives on
average.

A market is how much there is of each commodity, in 64ths: a word with sixteen bits per commodity, so that markets can
be added. Chances are in thousandths. We know our own stake; of the others we know which cards they may keep and what
they have bid.
"""

from __future__ import annotations

from math import isqrt

import numpy as np

from openoutcry.engine.bits import NOTHING, U, bit, has, index, lowest, nth, size
from openoutcry.engine.chance import DICE, Chance, below
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import Mask, any_action, is_allowed
from openoutcry.games.cash_or_crash import actions as do
from openoutcry.games.cash_or_crash import phases
from openoutcry.games.cash_or_crash.knowledge import CONTAINS, OWN, WITHIN, WORDS
from openoutcry.games.cash_or_crash.legality import kinds_after_adding
from openoutcry.games.cash_or_crash.rules import icons
from openoutcry.games.cash_or_crash.state import (
    BLITZ,
    CARDS,
    ENDURANCE,
    GOODS,
    ICONS,
    KINDS,
    SINGLES,
    SUPERSETS,
    State,
    can_add,
    first_card,
    first_stake,
    is_in,
    kept,
    next_in,
    players_in,
)

ONE_ICON = 64
SURE = 1000
FIELD = U(0xFFFF)

LEAN, FREE_LEAN = 32, 45
"""So many 64ths of an icon a card a stake shows more of what its owner has bid on, and of what an opener or who added a
card chose.
"""
SPREAD, SILENT_SPREAD = 150, 210
"""The variance of a stake, in hundredths of that of cards drawn at random: people stake cards that go together; who has
bid tells which.
"""
DOUBTED, DOUBT = 800, 1300
"""A bid that looks less likely than that to all is challenged, with a chance that grows by so much a thousand."""
LATER = 667
"""The chance to lose later in a round that goes on, with every player as likely as another, in thousandths."""
LIFE = 4
"""How many cards a life is worth; a card more than is needed for the lives one has is worth one."""
MIX = 6
"""One card in so many is staked at random."""
BLUFF = 4
"""So many bids in eight are what somebody would say whose stake is average."""
RASH = 150
"""In turn, a race is left to the others unless the bid is less likely than that."""
DOUBLE_AT = 700
"""So likely a bid has to be for its bidder to double."""
CONVINCED = 100
"""Whoever doubles has a reason: the bid is so much more likely to be right."""
MIDDLING, STEEP, POOR, LEAST = 550, 7, 150, 100
"""How well a stake that is average goes with a bid, how much better for each 64th of an icon a card, the worst for one,
and for all.
"""
HORIZON = 24
"""So many steps on a search asks what everybody has: this round is over then, and the next tells it nothing."""
NO_BID = -1
NEVER = -(10**9)

ICON_WORDS = np.array(
    [sum(card.count(good[0]) << 16 * number for number, good in enumerate(GOODS)) for card in CARDS], np.uint64
)
SQUARE_WORDS = np.array(
    [sum(card.count(good[0]) ** 2 << 16 * number for number, good in enumerate(GOODS)) for card in CARDS], np.uint64
)
ROOTS = np.array([isqrt(4 * ONE_ICON * variance) for variance in range(1024)])
"""The deviation, in 64ths, for a variance in 16ths."""
TAILS = np.array(
    [500, 450, 401, 354, 309, 266, 227, 191, 159, 130, 106, 85, 67, 52, 40, 30, 23, 17, 12, 9, 6, 4, 3, 2, 1, 1, 1, 0]
)
"""The chance that a normal variable is more than so many eighths of its deviation above its mean."""


@rule
def choose(view: State, seat: int, mask: Mask, thought: Chance) -> int:
    """Cards by what they show; bids and answers by what they are likely to cost."""
    if view.phase == phases.RED_ZONE:
        return swap_or_keep(view, seat, thought)
    if view.phase == phases.STAKING:
        return do.STAKE + card_to_stake(view, seat, thought)
    if view.phase in (phases.OPENING, phases.BIDDING, phases.ADDING, phases.WITHDRAWN):
        return speak(view, seat, mask, thought)
    if view.phase == phases.RACING:
        return allowed(mask, race(view, seat), thought)
    if view.phase == phases.DOUBLING:
        return do.DOUBLE if chance_of_standing_bid(view, seat) >= DOUBLE_AT else do.SHOW
    if view.phase == phases.PERSISTING:
        return allowed(mask, persist_or_withdraw(view, seat, mask), thought)
    if view.phase == phases.PAYING:
        return do.DISCARD + poorest(view.hands[seat], favourite(view, seat), thought)
    return do.RECOVER + richest(view.discards[seat], favourite(view, seat), thought)


@rule
def allowed(mask: Mask, action: int, thought: Chance) -> int:
    """An action if it is among those that we may choose from, else any of them."""
    return action if action >= 0 and is_allowed(mask, action) else any_action(mask, thought)


@rule
def part(market: np.uint64, good: int) -> int:
    """How much there is of a commodity, in 64ths."""
    return np.int64((market >> U(16 * good)) & FIELD)  # type: ignore[return-value]


@rule
def of_one(good: int, much: int) -> np.uint64:
    """A market of one commodity; what is less than nothing is nothing."""
    return U(max(much, 0)) << U(16 * good)


@rule
def shown_by(cards: np.uint64) -> np.uint64:
    """What cards show that we know."""
    market = NOTHING
    while cards != NOTHING:
        market += ICON_WORDS[index(cards)] * U(ONE_ICON)
        cards ^= lowest(cards)
    return market


@rule
def outlook(view: State, other: int) -> tuple[np.uint64, np.uint64, int]:
    """What a stake shows on average, its variance, and how freely it was chosen, of all cards that all think the player
    may keep.
    """
    total, sums, squares, cards = 0, NOTHING, NOTHING, NOTHING
    for word in range(WORDS):
        sets = view.possible[other * WORDS + word]
        if sets != NOTHING:
            for card in range(OWN):
                often = size(sets & CONTAINS[card]) if card < WITHIN else size(sets) * (word >> (card - WITHIN) & 1)
                if often > 0:
                    total += often
                    sums += U(often) * ICON_WORDS[first_card(view) + card]
                    squares += U(often) * SQUARE_WORDS[first_card(view) + card]
                    cards |= bit(card)
    staked, pool, wide = (
        view.stake_sizes[other],
        size(cards),
        SILENT_SPREAD if view.said_amounts[other] == 0 else SPREAD,
    )
    free = 64 * staked * (pool - staked) // max(pool - 1, 1)
    mean, variance = NOTHING, NOTHING
    for good in range(3):
        mean += of_one(good, ONE_ICON * staked * part(sums, good) // max(total, 1))
        spread = part(squares, good) * total - part(sums, good) * part(sums, good)
        variance += of_one(good, free * wide * spread // (100 * max(total * total, 1)))
    return mean, variance, free


@rule
def leaning(mean: np.uint64, free: int, said: np.uint64, lean: int) -> np.uint64:
    """Whoever bids on Gold has probably staked Gold, as far as there was a choice."""
    named = size(said)
    if named == 0 or named == 3:
        return mean
    market, much = NOTHING, lean * free // 64
    for good in range(3):
        market += of_one(good, part(mean, good) + (much // named if has(said, good) else -much // (3 - named)))
    return market


@rule
def lean_of(view: State, seat: int) -> int:
    """Whoever opened or has added a card has chosen freely what to bid on."""
    return FREE_LEAN if seat == view.opener or view.stake_sizes[seat] > first_stake(view) else LEAN


@rule
def others(view: State, seat: int) -> tuple[np.uint64, np.uint64]:
    """What the stakes of all others show on average, given what they have bid, and the variance of it."""
    market, doubt = NOTHING, NOTHING
    for other in range(view.seats):
        if other != seat and is_in(view, other):
            mean, variance, free = outlook(view, other)
            market += leaning(mean, free, view.said_goods[other], lean_of(view, other))
            doubt += variance
    return market, doubt


@rule
def chance_of_at_least(amount: int, mean: int, variance: int) -> int:
    """The chance that there is so much of a commodity, as if it were spread normally."""
    far = ONE_ICON * amount - ONE_ICON // 2 - mean
    deviation = max(ROOTS[min(variance // 4, 1023)], 1)
    eighths = min((abs(far) * 8 + deviation // 2) // deviation, len(TAILS) - 1)
    return np.int64(TAILS[eighths] if far > 0 else SURE - TAILS[eighths])  # type: ignore[return-value]


@rule
def chance_of(amount: int, goods: np.uint64, market: np.uint64, doubt: np.uint64) -> int:
    """The chance that a bid is right."""
    chance = SURE
    for good in range(3):
        if has(goods, good):
            chance = chance * chance_of_at_least(amount, part(market, good), part(doubt, good)) // SURE
    return chance


@rule
def chance_of_standing_bid(view: State, seat: int) -> int:
    """The chance that the bid that stands is right, as we see it."""
    market, doubt = others(view, seat)
    return chance_of(view.amount, view.goods, market + shown_by(view.staked[seat]), doubt)


@rule
def worth(view: State, cards: int) -> int:
    """What so many cards are worth: the lives they are good for, and a little for each card."""
    if view.variant == ENDURANCE:
        return (LIFE + 1) * cards
    return LIFE * (cards // 2 if view.variant == BLITZ else (cards + 1) // 2) + cards


@rule
def loss(view: State, seat: int, cards: int) -> int:
    """What the loss of so many cards costs a player."""
    have = kept(view, seat)
    return worth(view, have) - worth(view, max(have - cards, 0))


@rule
def gain(view: State, risk: int, own: int, theirs: int) -> int:
    """What we gain on average: what another loses is shared by all who are left, what we lose is all ours."""
    return (SURE - risk) * theirs - risk * own * (size(players_in(view)) - 1)


@rule
def gain_from_challenge(view: State, seat: int, chance: int, times: int) -> int:
    """What a challenge is worth, of a bid that is right with that chance, for so many stakes."""
    own, theirs = (
        loss(view, seat, times * view.stake_sizes[seat]),
        loss(view, view.bidder, times * view.stake_sizes[view.bidder]),
    )
    return gain(view, chance, own, theirs)


@rule
def kinds_of(view: State, is_adding: bool) -> np.uint64:
    """The sets of commodities that can be named now, as bits of their numbers less one."""
    if is_adding:
        return kinds_after_adding(view)
    return SINGLES if view.goods == NOTHING else SUPERSETS[np.int64(view.goods)]


@rule
def best_bid(
    view: State, seat: int, mask: Mask, is_adding: bool, own: np.uint64, staked: int, turn: int
) -> tuple[int, int]:
    """The bid that gains most, and what it gains, for a stake that shows so much: likely to be right, and hard for the
    next player.

    It is one of those that we may choose from, unless it would come later. Of several as good it is the first,
    in an order of commodities that begins at any of them.
    """
    market, doubt = others(view, seat)
    mean, variance, free = outlook(view, seat)
    best, most = NO_BID, NEVER
    lean, left = FREE_LEAN if is_adding else lean_of(view, seat), next_in(view, seat)
    mine, theirs = loss(view, seat, staked), loss(view, left, view.stake_sizes[left])
    last = view.limit if view.variant != ENDURANCE or (view.goods != NOTHING and not is_adding) else view.amount + 1
    kinds = kinds_of(view, is_adding)
    is_ahead = view.phase == phases.PERSISTING or (is_adding and view.phase != phases.ADDING)
    for number in range(1, KINDS + 1):
        kind = (number << turn | number >> (3 - turn)) & KINDS
        if not has(kinds, kind - 1):
            continue
        seen = market + leaning(mean, free, U(kind), lean)
        first = view.amount if not is_adding and U(kind) != view.goods and view.goods != NOTHING else view.amount + 1
        for amount in range(first, last + 1):
            action = do.BID + (amount - 1) * KINDS + kind - 1
            if not is_ahead and not is_allowed(mask, action):
                break
            chance = chance_of(amount, U(kind), market + own, doubt)
            value = gain(view, risk_of(view, chance, chance_of(amount, U(kind), seen, doubt + variance)), mine, theirs)
            if value > most:
                best, most = action, value
            if chance < 50:
                break
    return best, most


@rule
def risk_of(view: State, chance: int, looks: int) -> int:
    """The chance to lose the round with a bid: challenged at once if it looks bad and is wrong, or later if it was too
    easy.
    """
    challenged = min(max((DOUBTED - looks) * DOUBT // 1000, 0), SURE)
    later = LATER * looks // SURE // size(players_in(view))
    return (challenged * (SURE - chance) + (SURE - challenged) * later) // SURE


@rule
def speak(view: State, seat: int, mask: Mask, thought: Chance) -> int:
    """Raise, add or challenge, whatever gains most; now and then without a look at our own stake, so that our bids do
    not tell it.
    """
    own = shown_by(view.staked[seat])
    if below(thought, DICE, 8) < BLUFF:
        own, _, _ = outlook(view, seat)
    turn = below(thought, DICE, 3)
    action, most = best_bid(view, seat, mask, view.phase == phases.ADDING, own, view.stake_sizes[seat], turn)
    if is_allowed(mask, do.CHALLENGE):
        challenge = gain_from_challenge(view, seat, chance_of_standing_bid(view, seat), 1)
        if challenge > most:
            action, most = do.CHALLENGE, challenge
    if view.phase in (phases.BIDDING, phases.WITHDRAWN) and can_add(view, seat):
        for good in range(3):
            card = richest(view.hands[seat], good, thought)
            _, value = best_bid(view, seat, mask, True, own + shown_by(bit(card)), view.stake_sizes[seat] + 1, turn)
            if value > most and is_allowed(mask, do.ADD + card):
                action, most = do.ADD + card, value
    return allowed(mask, action, thought)


@rule
def race(view: State, seat: int) -> int:
    """Challenge at once what is hardly right; out of turn, for the two cards it brings, also what is rather wrong. Else
    let others act.
    """
    chance = chance_of_standing_bid(view, seat)
    if seat == view.turn:
        return do.CHALLENGE if chance < RASH else do.HOLD
    return do.CHALLENGE if gain_out_of_turn(view, seat, chance, 1) > gain_from_holding(view, seat) else do.HOLD


@rule
def gain_out_of_turn(view: State, seat: int, chance: int, times: int) -> int:
    """What a challenge out of turn is worth: whoever wins it takes back two cards."""
    back = worth(view, kept(view, seat) + min(view.discard_sizes[seat], 2)) - worth(view, kept(view, seat))
    return gain_from_challenge(view, seat, chance, times) + (SURE - chance) * back * (size(players_in(view)) - 1)


@rule
def gain_from_holding(view: State, seat: int) -> int:
    """What a round is worth in which everybody is as likely to lose as another."""
    own = loss(view, seat, view.stake_sizes[seat])
    return gain(view, LATER // size(players_in(view)), own, own)


@rule
def persist_or_withdraw(view: State, seat: int, mask: Mask) -> int:
    """Persist if that gains more than the best there is to say instead, or than to hold."""
    chance = min(chance_of_standing_bid(view, seat) + CONVINCED, SURE)
    if view.is_out_of_turn:
        return do.PERSIST if gain_out_of_turn(view, seat, chance, 2) > gain_from_holding(view, seat) else do.WITHDRAW
    _, most = best_bid(view, seat, mask, False, shown_by(view.staked[seat]), view.stake_sizes[seat], 0)
    return do.PERSIST if most == NEVER or gain_from_challenge(view, seat, chance, 2) > most else do.WITHDRAW


@rule
def favourite(view: State, seat: int) -> int:
    """The commodity that our cards show most of; where it is open, not the same for all."""
    return most_shown(view.hands[seat] | view.staked[seat], seat % 3)


@rule
def most_shown(cards: np.uint64, first: int) -> int:
    """The commodity that cards show most of; of several the first, counted from one of them."""
    best = first
    for step in range(1, 3):
        good = (first + step) % 3
        if icons(cards, good) > icons(cards, best):
            best = good
    return best


@rule
def richest(cards: np.uint64, good: int, thought: Chance) -> int:
    """The card that shows most of a commodity; of several any, or what goes with it would be known."""
    for least in range(2, -1, -1):
        showing = cards & ICONS[good, least]
        if showing != NOTHING:
            return any_of(showing, thought)
    return any_of(cards, thought)


@rule
def any_of(cards: np.uint64, thought: Chance) -> int:
    """One of these cards, all equally likely."""
    return index(nth(cards, below(thought, DICE, size(cards)))) if size(cards) > 1 else index(cards)


@rule
def poorest(cards: np.uint64, good: int, thought: Chance) -> int:
    """The card that shows least of a commodity."""
    for more in range(3):
        lacking = cards & ~ICONS[good, more]
        if lacking != NOTHING:
            return any_of(lacking, thought)
    return any_of(cards, thought)


@rule
def card_to_stake(view: State, seat: int, thought: Chance) -> int:
    """Cards that go together, of any commodity, for a stake that we know much of; now and then any card, so that nobody
    can be sure.
    """
    if below(thought, DICE, MIX) == 0:
        return any_of(view.hands[seat], thought)
    return richest(view.hands[seat], most_shown(view.staked[seat], below(thought, DICE, 3)), thought)


@rule
def swap_or_keep(view: State, seat: int, thought: Chance) -> int:
    """Swap a card that does not go with the others for one that does; nobody sees which."""
    good = favourite(view, seat)
    if view.put_away[seat] != NOTHING:
        return do.TAKE + richest(view.discards[seat], good, thought)
    card, other = poorest(view.hands[seat], good, thought), richest(view.discards[seat], good, thought)
    return do.SWAP + card if icons(bit(other), good) > icons(bit(card), good) else do.KEEP


@rule
def prospects(state: State, seat: int) -> int:
    """How a player stands: what the cards kept are worth."""
    return worth(state, kept(state, seat))


@rule
def plausibility(world: State, seat: int) -> int:
    """How likely the others' bids of this round are if they have staked what they have in this world, in thousandths;
    never nothing.
    """
    fit, bidders = 0, 0
    for other in range(world.seats):
        if other != seat and world.said_amounts[other] > 0:
            fit += fit_of(world, other)
            bidders += 1
    return SURE if bidders == 0 else max(fit // bidders * fit // bidders // SURE, LEAST)


@rule
def fit_of(world: State, seat: int) -> int:
    """How well a stake goes with its owner's bid, in thousandths: what it shows of the commodities named, against the
    average stake.
    """
    mean, _, free = outlook(world, seat)
    more, said = 0, world.said_goods[seat]
    for good in range(3):
        if has(said, good):
            more += ONE_ICON * icons(world.staked[seat], good) - part(mean, good)
    steps = ONE_ICON * more // (size(said) * max(free, 1))
    return min(max(MIDDLING + steps * STEEP, POOR), SURE)
