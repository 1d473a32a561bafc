"""A probability bidder for Cash or Crash: it believes in the average, and in nothing that others say.

Of every card that somebody else has staked it knows only that it is one of those that its owner may still keep. From
that follow a mean and a variance of each commodity, and so the chance of every bid. It challenges what is rather false
than true, or less likely than the best it could say itself; else it says what is likeliest, and never adds a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, sqrt
from typing import Any

from openoutcry.engine.actions import Action
from openoutcry.engine.record import as_dict
from openoutcry.table.match import View

GAME = "cash_or_crash"
TRIPLES = ("GGO", "GGW", "OOG", "OOW", "WWG", "WWO", "GGG", "OOO", "WWW", "GOW")
SPREAD = ("GGG", "OOO", "WWW", "GOW", "G", "GG", "O", "OO", "W", "WW")


def choose(view: View, _chance: Any) -> Action:
    """The likeliest bid, or a challenge of what is less likely than even; of cards the first that is strong."""
    state, legal = as_dict(view.record, view.game.fields), {str(action): action for action in view.legal}
    market = {good: spread_of(good, state, view.seat) for good in ("Gold", "Oil", "Wheat")}
    bids = {text: chance_of(text, market) for text in legal if text.startswith("bid ")}
    best = max(bids, key=lambda text: bids[text], default="")
    if "challenge" in legal:
        is_doubtful = chance_of(f"bid {state['amount']} {'+'.join(state['goods'])}", market) < 0.5
        if "hold" in legal:
            return legal["challenge" if is_doubtful else "hold"]
        return legal["challenge" if is_doubtful or not best or bids[best] < 0.3 else best]
    for usual in (best, "keep", "show", "withdraw"):
        if usual in legal:
            return legal[usual]
    return max(view.legal, key=lambda action: max(str(action).split()[-1].count(good) for good in "GOW"))


def chance_of(text: str, market: dict[str, tuple[float, float]]) -> float:
    """The chance that a bid is true, each commodity for itself and spread normally."""
    _, amount, goods = text.split(" ", 2)
    chance = 1.0
    for mean, variance in (market[good] for good in goods.split("+")):
        chance *= 0.5 - 0.5 * erf((int(amount) - 0.5 - mean) / sqrt(2 * variance))
    return chance


def spread_of(good: str, state: Mapping[str, Any], seat: int | None) -> tuple[float, float]:
    """The mean and the variance of what all stakes show of a commodity; one's own is known."""
    mean, variance = float("".join(state["staked"][seat]).count(good[0])), 0.01
    for other, size in enumerate(state["stake_sizes"]):
        if other != seat and size:
            shown = [card.count(good[0]) for card in may_keep(state, other)]
            average = sum(shown) / len(shown)
            mean += size * average
            variance += size * sum((count - average) ** 2 for count in shown) / len(shown)
    return mean, variance


def may_keep(state: Mapping[str, Any], other: int) -> list[str]:
    """The cards that a player has not certainly lost."""
    own = SPREAD if state["cards"] == "spread" else TRIPLES
    return [card for card in own if card not in state["lost_for_sure"][other]]
