"""What comes of an action in Cash or Crash: who swapped, what was turned up, who lost what or is out, and who opens the
next round.
"""

from __future__ import annotations

from openoutcry.engine.bits import NOTHING
from openoutcry.engine.compiled import rule
from openoutcry.engine.events import NUMBER, SEAT, Event, Events, ListOf
from openoutcry.engine.telling import Told, add, add_set, tell
from openoutcry.games.cash_or_crash import phases
from openoutcry.games.cash_or_crash.state import CARDS, GOODS, State

MARKET = {"gold": NUMBER, "oil": NUMBER, "wheat": NUMBER}

EVENTS = Events(
    Event("turn", {"player": SEAT, "round": NUMBER}, clause="§2.1", heading=True),
    Event("swapped", {"players": ListOf(SEAT, ", ")}, clause="§3.2", counted=True),
    Event("nobody_swapped", clause="§3.2"),
    Event("nobody_jumped_in", clause="§8.8", counted=True),
    Event("right", {**MARKET, "amount": NUMBER, "commodities": ListOf(GOODS, "+")}, clause="§6.2", counted=True),
    Event("wrong", {**MARKET, "amount": NUMBER, "commodities": ListOf(GOODS, "+")}, clause="§6.2", counted=True),
    Event("loses", {"player": SEAT, "cards": ListOf(CARDS)}, clause="§6.3"),
    Event("short", {"player": SEAT}, clause="§9.2", counted=True),
    Event("out", {"player": SEAT}, clause="§7.1", counted=True),
)
TURN, SWAPPED, NOBODY_SWAPPED, NOBODY_JUMPED_IN, RIGHT, WRONG, LOSES, SHORT, OUT = EVENTS.numbers()


@rule
def events(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§2.2 Red zone, bids and challenge, as far as they went by themselves; then who opens the next round."""
    if before.to_act != NOTHING:
        tell_swaps(before, after, told)
        tell_race(before, after, told)
        if has_stakes(before) and not has_stakes(after):
            tell_market(after, told)
            tell_loss(before, after, told)
        for player in range(after.seats):
            if after.went_out[player] > before.went_out[player]:
                tell(told, OUT, player)
    if after.round_number > before.round_number:
        tell(told, TURN, after.opener, after.round_number)


@rule
def tell_swaps(before: State, after: State, told: Told) -> None:
    """§3.2 When all have chosen, who has swapped."""
    if before.phase != phases.RED_ZONE or after.phase == phases.RED_ZONE:
        return
    if after.swapped == NOTHING:
        tell(told, NOBODY_SWAPPED)
    else:
        tell(told, SWAPPED)
        add_set(told, after.swapped)


@rule
def tell_race(before: State, after: State, told: Told) -> None:
    """§8.8 All have held; or the last one who had not has withdrawn a challenge, which counts as holding (§9.2)."""
    if after.phase == phases.BIDDING and before.phase in (phases.RACING, phases.PERSISTING):
        tell(told, NOBODY_JUMPED_IN)


@rule
def has_stakes(state: State) -> bool:
    """§6.3 Whether cards are staked; after a challenge none are."""
    staked = 0
    for seat in range(state.seats):
        staked += state.stake_sizes[seat]
    return staked > 0


@rule
def tell_market(after: State, told: Told) -> None:
    """§6.2 What was counted; if the bid was right the challenger has lost."""
    tell(told, RIGHT if after.last_loser == after.last_challenger else WRONG)
    for good in range(3):
        add(told, after.counts[good])
    add(told, after.last_amount)
    add_set(told, after.last_goods)


@rule
def tell_loss(before: State, after: State, told: Told) -> None:
    """§6.3 The stake that was lost; doubled, a challenger with too few cards in hand loses them all (§9.2)."""
    loser = after.last_loser
    tell(told, LOSES, loser)
    add_set(told, after.turned_up[loser])
    if before.is_doubled and before.hand_sizes[loser] < before.stake_sizes[loser]:
        tell(told, SHORT, loser)
