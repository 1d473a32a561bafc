"""What happens by itself in Crypto Cards: turns that begin, jokers, and cards that come into a hand the reader sees."""

from __future__ import annotations

import numpy as np

from openoutcry.engine.bits import NOTHING, ONE, index
from openoutcry.engine.compiled import rule
from openoutcry.engine.events import SEAT, Event, Events
from openoutcry.engine.telling import Told, tell
from openoutcry.games.crypto_cards.rules import CARDS, ENDS_ROUND, JOKERS, State

EVENTS = Events(
    Event("turn", {"player": SEAT}, clause="§2.1", heading=True),
    Event("first_joker", clause="§2.4", counted=True),
    Event("second_joker", clause="§5.1", counted=True),
    Event("mined", {"player": SEAT, "card": CARDS}, clause="§2.3"),
    Event("last_round", clause="§6.8"),
)
TURN, FIRST_JOKER, SECOND_JOKER, MINED, LAST_ROUND = EVENTS.numbers()


@rule
def events(before: State, after: State, seat: int, action: int, told: Told) -> None:
    """§2.1 Whose turn begins, the jokers (§2.4, §5.1), and what is mined (§2.3)."""
    if begins_turn(before, after):
        tell(told, TURN, after.seat)
    tell_jokers(before, after, told)
    if before.to_act != NOTHING:
        for player in range(after.seats):
            tell_cards(after.hands[player] & ~before.hands[player], player, told)


@rule
def begins_turn(before: State, after: State) -> bool:
    """§2.1 Whether a turn has begun; two in a row may be the same seat's (§6.7)."""
    return bool(before.to_act == NOTHING or after.turn_number != before.turn_number)


@rule
def tell_jokers(before: State, after: State, told: Told) -> None:
    """§2.4 The first, §5.1 and the second, which may come at once; §6.8 says whether the round is still played."""
    if before.jokers == NOTHING and after.jokers != NOTHING:
        tell(told, FIRST_JOKER)
    if before.jokers != JOKERS and after.jokers == JOKERS:
        tell(told, SECOND_JOKER)
        if after.crash == ENDS_ROUND:
            tell(told, LAST_ROUND)


@rule
def tell_cards(cards: np.uint64, player: int, told: Told) -> None:
    """§2.3 Cards that came into a hand, where the reader sees it."""
    while cards != NOTHING:
        tell(told, MINED, player, index(cards))
        cards &= cards - ONE
