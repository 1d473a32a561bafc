"""A probability bidder for Cash or Crash: it counts, and believes nothing that others say.

Of every card that somebody else has staked it knows only that it is one of those that its owner may still keep, each as
likely as another. From that follows the chance of every market, and so of every bid. It says what is likeliest, unless
the bid before it is rather false than that is true; then it adds a card, if that saves it, or challenges. It stakes any
of the cards that show most of one commodity.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from openoutcry.engine.actions import Action
from openoutcry.engine.chance import DICE, below
from openoutcry.engine.record import as_dict
from openoutcry.table.match import View

GAME = "cash_or_crash"
TRIPLES = ("GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "GGG", "OOO", "WWW", "GOW")
SPREAD = ("GGG", "OOO", "WWW", "GOW", "G", "GG", "O", "OO", "W", "WW")
GOODS = ("Gold", "Oil", "Wheat")

Chances = np.ndarray[tuple[int, int, int], np.dtype[np.float64]]


def choose(view: View, chance: Any) -> Action:
    """The likeliest bid, or a challenge of what is rather false; of cards one that is strong."""
    state, legal = as_dict(view.record, view.game.fields), {str(action): action for action in view.legal}
    own, others = state["staked"][view.seat], others_of(state, view.seat)
    bids = {text: chance_of(text, own, others) for text in legal if text.startswith("bid ")}
    best = max(bids, key=lambda text: bids[text], default="")
    if "challenge" in legal:
        false = 1 - chance_of(f"bid {state['amount']} {'+'.join(state['goods'])}", own, others)
        if "hold" in legal:
            return legal["challenge" if false > 0.5 else "hold"]
        if bids.get(best, 0.0) >= false:
            return legal[best]
        adds = {text: chance_after(text, state, own, others) for text in legal if text.startswith("add ")}
        saving = max(adds, key=lambda text: adds[text], default="")
        return legal[saving if adds.get(saving, 0.0) > false else "challenge"]
    for usual in (best, "keep", "show", "withdraw"):
        if usual in legal:
            return legal[usual]
    strong = [action for action in view.legal if strength(action) == max(map(strength, view.legal))]
    return strong[below(chance, DICE, len(strong))]


def strength(action: Action) -> int:
    """How much of one commodity the card of an action shows."""
    return max(str(action).split()[-1].count(good) for good in "GOW")


def chance_of(text: str, own: list[str], others: Chances) -> float:
    """The chance that a bid is true, beside a stake of one's own."""
    _, amount, goods = text.split(" ", 2)
    least = [max(int(amount) - "".join(own).count(good[0]), 0) if good in goods else 0 for good in GOODS]
    return float(others[tuple(least)]) if max(least) < len(others) else 0.0


def chance_after(text: str, state: Mapping[str, Any], own: list[str], others: Chances) -> float:
    """The chance of the best bid on one commodity after a card is added."""
    cards, amount = [*own, text.removeprefix("add ")], state["amount"] + 1
    return max(chance_of(f"bid {amount} {good}", cards, others) for good in GOODS if [good] != list(state["goods"]))


def others_of(state: Mapping[str, Any], seat: int | None) -> Chances:
    """The chance that the stakes of all others show so much, or more, of each commodity."""
    all_cards = SPREAD if state["cards"] == "spread" else TRIPLES
    return chances(
        tuple(
            tuple(card for card in all_cards if card not in state["lost_for_sure"][other])
            for other, size in enumerate(state["stake_sizes"])
            for _ in range(size if other != seat else 0)
        )
    )


@lru_cache(200)
def chances(stakes: tuple[tuple[str, ...], ...]) -> Chances:
    """Card by card, each one of some that are equally likely; then of so much or more."""
    size = 3 * len(stakes) + 1
    markets = np.zeros((size, size, size))
    markets[0, 0, 0] = 1.0
    for cards in stakes:
        more = np.zeros_like(markets)
        for card in cards:
            gold, oil, wheat = (card.count(good) for good in "GOW")
            more[gold:, oil:, wheat:] += markets[: size - gold, : size - oil, : size - wheat] / len(cards)
        markets = more
    for axis in range(3):
        markets = np.flip(np.flip(markets, axis).cumsum(axis), axis)
    return markets
