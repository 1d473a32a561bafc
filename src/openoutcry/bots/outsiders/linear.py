"""A linear bidder for fish in Cash-a-Catch: every fish has its price, whatever lies beside it.

It counts two euros for a fish of a kind that it has, or that lies in the lot more than once, one for any other and two
for an action card, and rings when that comes to the price of a lot and a little more. It sells a place from five fish
on, in the end phase anything that brings its price, steals the highest fish of a kind it has, and lays out as it comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from openoutcry.engine.actions import Action
from openoutcry.engine.record import as_dict
from openoutcry.table.match import View

GAME = "cash_a_catch"
ENOUGH, PRICE = 5, 12


def choose(view: View, _chance: Any) -> Action:
    """The bell by the sum of what fish are worth; the rest as simply as can be."""
    state, legal = as_dict(view.record, view.game.fields), {str(action): action for action in view.legal}
    stand = state["stands"][view.seat]
    own = Counter({place[0][0]: 1 for place in stand if place})
    if "ring" in legal:
        return legal["ring" if worth(state["lot"], own) >= PRICE else "hold"]
    for place, cards in zip(("crate1", "crate2", "tub"), stand, strict=True):
        fish = sum(int(card[1]) for card in cards)
        if f"sell {place}" in legal and fish >= (3 if state["is_end_phase"] else ENOUGH):
            return legal[f"sell {place}"]
    if "open" in legal or "done" in legal:
        return legal["open" if "open" in legal else next(iter(legal))]
    thefts = [text for text in legal if text.startswith("steal ")]
    if thefts:
        return legal[max(thefts, key=lambda text: loot(text, state))]
    return view.legal[0]


def worth(lot: dict[str, int], own: Counter[str]) -> int:
    """What a lot is worth, in euros: so much for each fish."""
    kinds = Counter(card[0] for card in lot for _ in range(lot[card]))
    return sum(
        (2 if len(card) > 2 else int(card[1]) * (2 if own[card[0]] or kinds[card[0]] > 1 else 1)) * often
        for card, often in lot.items()
    )


def loot(text: str, state: Mapping[str, Any]) -> int:
    """How many fish a theft brings."""
    _, seat, place = text.split()
    cards = state["stands"][int(seat)][("crate1", "crate2", "tub").index(place)]
    return int(cards[-1][1])
