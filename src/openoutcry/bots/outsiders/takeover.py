"""A takeover lover for Dead-Cat Bounce: whatever others have built it buys, the highest dividend first.

It lays down all that fits and takes over what it can pay. When nothing is left to take over it buys the dearest card of
the flop that it can lay down at once, makes no offers and accepts none, puts no tokens on its melds, and sells what it
cannot lay.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openoutcry.engine.actions import Action
from openoutcry.engine.record import as_dict
from openoutcry.table.match import View

GAME = "dead_cat_bounce"
RANKS = "A23456789TJQK"
IN_THIS_ORDER = ("extend", "begin", "single", "decline", "discard", "leave", "pay", "sell", "next")


def choose(view: View, _chance: Any) -> Action:
    """Lay down, take over, buy, sell, go on."""
    state, legal = as_dict(view.record, view.game.fields), list(view.legal)
    hand, melds = state["hands"][view.seat], melds_of(state, view.seat)
    verbs = {action.verb for action in legal}
    if "extend" not in verbs and "at" in verbs:
        for letter, cards in melds.items():
            if any(fits(card, cards) for card in hand) and (found := written(legal, f"at {letter}")):
                return found
    laid = [action for action in legal if action.verb in ("extend", "begin", "single")]
    if laid:
        return max(laid, key=lambda action: IN_THIS_ORDER[::-1].index(action.verb))
    takeovers = [action for action in legal if action.verb == "takeover"]
    if takeovers:
        return max(takeovers, key=lambda action: view.fact("dividend", *str(action).split()[1:]))
    for place in sorted(range(len(state["flop"])), key=lambda place: -view.fact("price_in_flop", place)):
        card, buy = state["flop"][place], written(legal, f"buy {place + 1}")
        if buy and (any(fits(card, cards) for cards in melds.values()) or any(fits(card, [other]) for other in hand)):
            return buy
    return min(legal, key=lambda action: (*IN_THIS_ORDER, action.verb).index(action.verb))


def written(legal: list[Action], text: str) -> Action | None:
    """The legal action with that text."""
    return next((action for action in legal if str(action) == text), None)


def melds_of(state: Mapping[str, Any], seat: int | None) -> dict[str, list[str]]:
    """A player's melds by their letters."""
    return {chr(65 + number): cards for number, cards in enumerate(state["melds"][seat]) if cards}


def fits(card: str, cards: list[str]) -> bool:
    """Whether a card goes with others: of one rank with all, or next to an end of a run of one suit."""
    if "X" in card or len(card) != 2 or card in cards:
        return False
    if all(card[0] == other[0] for other in cards):
        return True
    ranks = sorted(RANKS.index(other[0]) for other in cards)
    return all(card[1] == other[1] for other in cards) and RANKS.index(card[0]) in (ranks[0] - 1, ranks[-1] + 1)
