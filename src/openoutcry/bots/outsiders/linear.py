"""A linear bidder for fish in Cash-a-Catch: every fish has its price, however many lie beside it.

It counts two euros for a fish of a kind that it has, or that lies in the lot more than once, one for any other and two
for an action card, and rings when that comes to the price of a lot and four more. It sells a place from seven fish on,
in the end phase anything that brings its price, steals the highest fish, throws away the kind of which it has fewest,
and lays an octopus where most lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from openoutcry.engine.actions import Action
from openoutcry.engine.record import as_dict
from openoutcry.table.match import View

GAME = "cash_a_catch"
ENOUGH, PRICE = 7, 14
PLACES = ("crate1", "crate2", "tub")


def choose(view: View, _chance: Any) -> Action:
    """The bell by the sum of what fish are worth; the rest as simply as can be."""
    state, legal = as_dict(view.record, view.game.fields), {str(action): action for action in view.legal}
    stand = dict(zip(PLACES, state["stands"][view.seat], strict=True))
    own = {cards[0][0] for cards in stand.values() if cards}
    if "ring" in legal:
        return legal["ring" if worth(state["lot"], own) >= PRICE else "hold"]
    for place, cards in stand.items():
        if f"sell {place}" in legal and fish_in(cards) >= (3 if state["is_end_phase"] else ENOUGH):
            return legal[f"sell {place}"]
    if "open" in legal or "done" in legal:
        return legal["open" if "open" in legal else next(iter(legal))]
    verb = view.legal[0].verb
    if verb == "throw":
        caught = [card for card, often in state["catch"].items() for _ in range(often)]
        everything = [*caught, *(card for cards in stand.values() for card in cards)]
        return min(view.legal, key=lambda action: fish_in(everything, str(action)[6].upper()))
    if verb == "lay":
        return max(view.legal, key=lambda action: fish_in(stand[str(action).split()[2]]))
    thefts = [text for text in legal if text.startswith("steal ")]
    return legal[max(thefts, key=lambda text: loot(text, state))] if thefts else view.legal[0]


def worth(lot: Mapping[str, int], own: set[str]) -> int:
    """What a lot is worth, in euros: so much for each fish."""
    kinds = Counter(card[0] for card in lot for _ in range(lot[card]) if is_fish(card))
    return sum(
        (fish_in([card]) * (2 if card[0] in own or kinds[card[0]] > 1 else 1) if is_fish(card) else 2) * often
        for card, often in lot.items()
    )


def is_fish(card: str) -> bool:
    """Whether a card shows fish; the others are for an action."""
    return len(card) == 2


def fish_in(cards: Iterable[str], kind: str = "") -> int:
    """How many fish cards show, of a kind or of all."""
    return sum(int(card[1]) for card in cards if is_fish(card) and card[0] in (kind or card[0]))


def loot(text: str, state: Mapping[str, Any]) -> int:
    """How many fish a theft brings."""
    _, seat, place = text.split()
    return fish_in(state["stands"][int(seat)][PLACES.index(place)][-1:])
