"""What can be true in a market of Cash or Crash, found by counting everything: slow, obvious, written from RULES.md.

Whoever bids, raises, adds or challenges is judged by what that seat knew: its own stake, and every stake that the
others could have, given all that was seen.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any

from bidding import SPREAD, TRIPLES
from openoutcry.bots import Bot
from openoutcry.engine.chance import TIES, below, key_of_seed, new_chance
from openoutcry.table.match import Match

ABOUT_BIDS = ("opening", "bidding", "racing", "adding", "withdrawn", "persisting")
IMPOSSIBLE, RAISED, CHALLENGED = "a bid that cannot be true", "raised what must be false", "challenged what is proven"

Cards = frozenset[str]
Counts = tuple[int, int, int]


def icons(cards: Iterable[str]) -> Counts:
    """§5.1 How much Gold, Oil and Wheat cards show."""
    shown = "".join(cards)
    return shown.count("G"), shown.count("O"), shown.count("W")


@lru_cache(10_000)
def stakes(kept: frozenset[Cards], size: int) -> frozenset[Counts]:
    """§1.4 All that a stake of so many cards could show, of one of the sets of cards that its owner may keep."""
    return frozenset(icons(stake) for cards in kept for stake in combinations(sorted(cards), size))


@dataclass
class Onlooker:
    """§1.4 Who sees what all see, and draws every conclusion: for each seat the sets of cards it may keep."""

    own: list[str]
    kept: list[set[Cards]] = field(default_factory=list)

    @classmethod
    def of(cls, seats: int, state: dict[str, Any]) -> Onlooker:
        """Before the first round everyone keeps the whole set."""
        own = SPREAD if state["cards"] == "spread" else TRIPLES
        return cls(own, [{frozenset(own)} for _ in range(seats)])

    def watch(self, before: dict[str, Any], verb: str, after: dict[str, Any]) -> None:
        """See what came of an action, by what a spectator is shown before and after it."""
        if before["phase"] == "red_zone" != after["phase"]:
            for seat in map(int, after["swapped"]):
                self.lose_one(seat)
                self.get_one(seat)
        elif verb in ("challenge", "show", "persist") and after["phase"] not in ("doubling", "persisting"):
            self.see_stakes(after)
        elif verb in ("recover", "discard"):
            for seat in range(len(self.kept)):
                if before["discard_sizes"][seat] < after["discard_sizes"][seat]:
                    self.lose_one(seat)
                elif before["discard_sizes"][seat] > after["discard_sizes"][seat]:
                    self.get_one(seat)
        for seat in range(len(self.kept)):
            if after["went_out"][seat]:
                self.kept[seat] = {frozenset()}

    def see_stakes(self, after: dict[str, Any]) -> None:
        """§6.2, §6.3 All stakes are turned up, and the loser has lost one."""
        for seat, turned_up in enumerate(after["turned_up"]):
            stake = frozenset(turned_up)
            self.kept[seat] = {cards for cards in self.kept[seat] if stake <= cards}
            if seat == after["last_loser"]:
                self.kept[seat] = {cards - stake for cards in self.kept[seat]}

    def lose_one(self, seat: int) -> None:
        self.kept[seat] = {cards - {card} for cards in self.kept[seat] for card in cards}

    def get_one(self, seat: int) -> None:
        self.kept[seat] = {cards | {card} for cards in self.kept[seat] for card in self.own if card not in cards}

    def markets(self, seat: int, view: dict[str, Any], own: Iterable[str], bid: Bid) -> set[Counts]:
        """Every market that a seat with that stake must reckon with; more than the bid says counts as just that."""
        totals = {bid.capped(icons(own))}
        for other, kept in enumerate(self.kept):
            if other != seat and not view["went_out"][other]:
                shown = stakes(frozenset(kept), view["stake_sizes"][other])
                totals = {bid.capped(plus(total, stake)) for total in totals for stake in shown}
        return totals

    def fault(self, seat: int, view: dict[str, Any], legal: list[str], chosen: str) -> str:
        """Which of the three faults an action is, "" if it is none, or if the seat could do nothing else."""
        found = self.judged(seat, view, legal, chosen)
        is_forced = all(self.judged(seat, view, legal, action) for action in legal) if found else False
        return "" if is_forced else found

    def judged(self, seat: int, view: dict[str, Any], legal: list[str], action: str) -> str:
        """Which fault a legal action is, whatever else could be done."""
        own, standing = view["staked"][seat], Bid(view["amount"], "".join(good[0] for good in view["goods"]))
        answers = [answer for answer in ("challenge", "persist") if answer in legal]
        verb, _, rest = action.partition(" ")
        if verb in ("bid", "add", "withdraw") and answers and not self.can_be_true(seat, view, own, standing):
            return RAISED
        if verb == "bid":
            return "" if self.can_be_true(seat, view, own, Bid.read(rest)) else IMPOSSIBLE
        if verb == "add":
            bids = bids_after_adding(view, standing)
            return "" if any(self.can_be_true(seat, view, [*own, rest], bid) for bid in bids) else IMPOSSIBLE
        return CHALLENGED if action in answers and self.must_be_true(seat, view, own, standing) else ""

    def must_be_true(self, seat: int, view: dict[str, Any], own: Iterable[str], bid: Bid) -> bool:
        """Whether every market that could be there shows what a bid says."""
        return self.markets(seat, view, own, bid) == {bid.whole}

    def can_be_true(self, seat: int, view: dict[str, Any], own: Iterable[str], bid: Bid) -> bool:
        """Whether some market that could be there shows what a bid says."""
        return bid.whole in self.markets(seat, view, own, bid)


@dataclass(frozen=True)
class Bid:
    """§5.1 An amount, and the initials of the commodities."""

    amount: int
    goods: str

    @classmethod
    def read(cls, written: str) -> Bid:
        """As in "4 Gold+Oil"."""
        amount, _, goods = written.partition(" ")
        return cls(int(amount), "".join(good[0] for good in goods.split("+")))

    @property
    def whole(self) -> Counts:
        """The least market for which the bid is right."""
        return self.capped((99, 99, 99))

    def capped(self, market: Counts) -> Counts:
        """Of a market what matters to the bid."""
        gold, oil, wheat = (
            min(count, self.amount) if good in self.goods else 0 for good, count in zip("GOW", market, strict=True)
        )
        return gold, oil, wheat


def bids_after_adding(view: dict[str, Any], standing: Bid) -> Iterator[Bid]:
    """§5.5 At least one more, of any other commodities; §8.5 in Endurance just one more, of a single one. The least is
    enough: what is more is true less often.
    """
    most = 1 if view["variant"] == "endurance" else 3
    for size in range(1, most + 1):
        for goods in combinations("GOW", size):
            if "".join(goods) != standing.goods:
                yield Bid(standing.amount + 1, "".join(goods))


def plus(one: Counts, other: Counts) -> Counts:
    """Two markets together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def decisions(game: Match, bots: Sequence[Bot], judged: Container[str], seed: int) -> Iterator[tuple[str, str]]:
    """Play a match to its end: every decision about a bid that the judged bots make, with the fault that it is."""
    thoughts = [new_chance(key_of_seed(1000 * seed + seat)) for seat in range(len(bots) + 1)]
    onlooker, before = Onlooker.of(game.seats, game.view(None).as_dict()["state"]), game.view(None).as_dict()["state"]
    while not game.over:
        seat = game.to_act[below(thoughts[-1], TIES, len(game.to_act))]
        view = game.view(seat)
        chosen = str(bots[seat].choose(view, thoughts[seat]))
        legal = [str(action) for action in view.legal]
        if bots[seat].name in judged and before["phase"] in ABOUT_BIDS and len(legal) > 1:
            yield chosen, onlooker.fault(seat, view.as_dict()["state"], legal, chosen)
        game.play(seat, chosen)
        after = game.view(None).as_dict()["state"]
        onlooker.watch(before, chosen.partition(" ")[0], after)
        before = after
