"""What a player of Cash or Crash who does without bluffs does without: a slow twin, from the words of `habits.py`."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import ceil
from typing import Any

from bidding import TRIPLES
from openoutcry.games.cash_or_crash.knowledge import WORDS
from support import shown

GOODS = ("Gold", "Oil", "Wheat")


@cache
def average(own: tuple[str, ...], sets: bytes, staked: int) -> dict[str, int]:
    """What a stake of so many cards shows on average, of any of the sets that a player may keep, in millionths and
    rounded up.
    """
    words = [int.from_bytes(sets[place : place + 8], "little") for place in range(0, len(sets), 8)]
    possible = [
        [card for place, card in enumerate(own) if number >> place & 1]
        for number in range(1024)
        if words[number // 64] >> number % 64 & 1
    ]
    means = dict.fromkeys(GOODS, Fraction())
    for cards in possible:
        stakes = list(combinations(cards, staked))
        for good in GOODS:
            shows = sum("".join(stake).count(good[0]) for stake in stakes)
            means[good] += Fraction(shows, len(stakes) * len(possible))
    return {good: ceil(mean * 10**6) for good, mean in means.items()}


class Twin:
    """One seat's knowledge, by its hidden record."""

    def __init__(self, view: Any, seat: int) -> None:
        seen = shown(view)
        own = ("GGG", "OOO", "WWW", "GOW", "G", "GG", "O", "OO", "W", "WW") if seen["cards"] == "spread" else TRIPLES
        self.stake = "".join(seen["staked"][seat])
        others = [other for other in range(seen["seats"]) if other != seat and not seen["went_out"][other]]
        sets = {other: bytes(view.possible[other * WORDS : (other + 1) * WORDS].tobytes()) for other in others}
        means = [average(tuple(own), sets[other], seen["stake_sizes"][other]) for other in others]
        self.others = {good: sum(mean[good] for mean in means) for good in GOODS}
        self.players = len(others)
        self.standing = seen["amount"], tuple(seen["goods"])

    def does(self, amount: int, goods: tuple[str, ...], habits: set[str]) -> bool:
        """Whether a bid belongs to one of some habits."""
        over = max((amount - self.stake.count(good[0])) * 10**6 - self.others[good] for good in goods)
        is_feint = any(good[0] not in self.stake for good in goods)
        found = {"bluff": over > 0, "big_bluff": over > self.players * 10**6, "feint": is_feint}
        return any(found[name] for name in habits)
