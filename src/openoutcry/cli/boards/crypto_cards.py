"""What came of an action in Crypto Cards, from two views."""

from __future__ import annotations

from collections.abc import Sequence

from openoutcry.table.match import View
from openoutcry.table.words import Words


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[tuple[int, str]]:
    """The first joker, and cards that come into a hand that the view shows."""
    old, new = before.as_dict()["state"], after.as_dict()["state"]
    seen = []
    if len(old["jokers"]) == 0 and len(new["jokers"]) == 1:
        seen.append((int(new["seat"]), words.notice("joker")))
    for seat, player in enumerate(players):
        mined = [card for card in new["hands"][seat] if card not in old["hands"][seat]]
        seen += [
            (seat, words.notice("mined", you=seat == you, player=player, card=words.name("card", card)))
            for card in mined
        ]
    return seen
