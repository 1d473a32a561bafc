"""An honest bidder for Cash or Crash: it says what it has and one icon a card for the others, and never more.

It stakes its strongest cards of one commodity, raises as long as what it says is what it expects, and challenges
everything beyond.
"""

from __future__ import annotations

from typing import Any

from openoutcry.engine.actions import Action
from openoutcry.engine.record import as_dict
from openoutcry.table.match import View

GAME = "cash_or_crash"


def choose(view: View, _chance: Any) -> Action:
    """The greatest bid that it believes, else a challenge; of cards one of what it has most of."""
    state, legal = as_dict(view.record, view.game.fields), {str(action): action for action in view.legal}
    own, others = state["staked"][view.seat], sum(state["stake_sizes"]) - len(state["staked"][view.seat])
    expected = {good: "".join(own).count(good[0]) + others for good in ("Gold", "Oil", "Wheat")}

    def believes(bid: str) -> bool:
        amount, goods = bid.removeprefix("bid ").split(" ", 1)
        return all(int(amount) <= expected[good] for good in goods.split("+"))

    believed = [text for text in legal if text.startswith("bid ") and believes(text)]
    if "challenge" in legal:
        is_believed = believes(f"bid {state['amount']} {'+'.join(state['goods'])}")
        if "hold" in legal:
            return legal["hold" if is_believed else "challenge"]
        return legal[believed[0]] if believed and is_believed else legal["challenge"]
    for usual in (*believed[:1], "keep", "show", "withdraw"):
        if usual in legal:
            return legal[usual]
    cards = "".join(state["hands"][view.seat]) + 2 * "".join(own)
    good = max("GOW", key=cards.count)
    return max(view.legal, key=lambda action: str(action).split()[-1].count(good))
