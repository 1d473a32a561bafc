"""What came of an action in Cash or Crash, from two views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openoutcry.cli.boards import NOBODY, Notice
from openoutcry.games.cash_or_crash.state import GOODS
from openoutcry.games.cash_or_crash.terminal import bid_of, is_right
from openoutcry.table.match import View
from openoutcry.table.words import Words


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[Notice]:
    """Who swapped, what was turned up, who lost what or is out, and the new round."""
    old, new = before.as_dict()["state"], after.as_dict()["state"]
    seen: list[Notice] = []
    if old["phase"] == "red_zone" != new["phase"]:
        seen.append((NOBODY, _swaps(new, words, players)))
    if old["phase"] == "racing" and new["phase"] == "bidding":
        seen.append((NOBODY, words.notice("nobody_jumped_in")))
    if any(old["stake_sizes"]) and not any(new["stake_sizes"]):
        caller = after.log[-1][0]
        seen += [(caller, sentence) for sentence in _challenge(old, new, words, players, you)]
    for seat, player in enumerate(players):
        if new["went_out"][seat] > old["went_out"][seat]:
            seen.append((seat, words.notice("out", you=seat == you, player=player)))
    if new["round_number"] > old["round_number"]:
        opener = new["opener"]
        number = str(new["round_number"])
        seen.append((NOBODY, words.notice("round", you=opener == you, round=number, player=players[opener])))
    return seen


def _swaps(state: Any, words: Words, players: Sequence[str]) -> str:
    """§3.2 Who has swapped."""
    swapped = [players[int(seat)] for seat in state["swapped"]]
    return words.notice("swapped", players=", ".join(swapped)) if swapped else words.notice("nobody_swapped")


def _challenge(old: Any, new: Any, words: Words, players: Sequence[str], you: int | None) -> list[str]:
    """§6.2 What the market showed and who lost what; §9.2 who could not pay double."""
    loser = new["last_loser"]
    market = ", ".join(
        f"{count} {words.name('commodity', good)}" for good, count in zip(GOODS, new["counts"], strict=True)
    )
    bid = bid_of(new["last_amount"], new["last_goods"], words)
    fate = {"you": loser == you, "player": players[loser]}
    seen = [
        words.notice("right" if is_right(new) else "wrong", market=market, bid=bid),
        words.notice("loses", cards=" ".join(new["turned_up"][loser]), **fate),
    ]
    if old["is_doubled"] and old["hand_sizes"][loser] < old["stake_sizes"][loser]:
        seen.append(words.notice("short", **fate))
    return seen
