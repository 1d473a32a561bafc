"""What came of an action in Dead-Cat Bounce, from two views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from openoutcry.cli.boards import Notice
from openoutcry.games.dead_cat_bounce.money import bonuses
from openoutcry.games.dead_cat_bounce.state import LETTERS, State
from openoutcry.games.dead_cat_bounce.terminal import cards_of, list_of_offer, row, sides, tokens_of, wanted_of_hand
from openoutcry.table.match import View
from openoutcry.table.words import Words


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[Notice]:
    """What came of an action: prices, cards that come, melds as they are now, offers as a whole, money, and the end."""
    seat, text = after.log[-1]
    change = Change(before, after, words, players, you, seat)
    verb, *parts = text.split()
    seen = [*CAME_OF[verb](change, *parts)] if verb in CAME_OF else []
    return [*seen, *change.end()]


def _state(view: View) -> State:
    """The record of a view, for the rules."""
    return cast("State", view.record)


@dataclass(frozen=True)
class Change:
    """Two views of one onlooker, before and after the action of a seat."""

    before: View
    after: View
    words: Words
    players: Sequence[str]
    you: int | None
    seat: int

    @cached_property
    def old(self) -> Any:
        """The fields before."""
        return self.before.as_dict()["state"]

    @cached_property
    def new(self) -> Any:
        """The fields after."""
        return self.after.as_dict()["state"]

    def told(self, name: str, **parts: str) -> Notice:
        """A sentence that belongs to who acted."""
        return self.seat, self.words.notice(name, you=False, **parts)

    def told_of(self, seat: int, name: str, **parts: str) -> str:
        """A sentence about a player, or to them."""
        return self.words.notice(name, you=seat == self.you, player=self.players[seat], **parts)

    def gained(self, seat: int) -> int:
        """How many tokens more a player has."""
        return int(self.after.record.purses[seat]) - int(self.before.record.purses[seat])

    def cost(self, cards: Sequence[str]) -> Notice:
        """What some cards have cost the player."""
        tokens, names = -self.gained(self.seat), listed(cards, self.words)
        return (
            self.told("paid", tokens=tokens_of(tokens, self.words), cards=names)
            if tokens
            else self.told("free", cards=names)
        )

    def bought(self, place: str) -> Iterator[Notice]:
        """§4.1 The card that was bought, or §9.1 discarded."""
        yield self.cost([self.old["flop"][int(place) - 1]])

    def left_to_bank(self) -> Iterator[Notice]:
        """§9.2 The card that the bank took."""
        yield self.cost([*(Counter(self.old["flop"]) - Counter(self.new["flop"])).elements()])

    def drawn(self) -> Iterator[Notice]:
        """§3.2 Cards that came into the flop."""
        if cards := self.new["flop"][len(self.old["flop"]) :]:
            yield int(self.after.record.turn), self.words.notice("drawn", cards=row(cards, self.words))
        if self.old["last_turns"] < 0 <= self.new["last_turns"]:
            yield int(self.after.record.turn), self.words.notice("reshuffled")

    def put_back(self, _: str) -> Iterator[Notice]:
        """§4.3 What the bank paid."""
        yield self.told("paid_back", tokens=tokens_of(self.gained(self.seat), self.words))
        yield from self.left_over(self.seat, [])

    def left_table(self, _: str) -> Iterator[Notice]:
        """§5.11 What was left over when a card was sold, or a run cut."""
        yield from self.left_over(self.seat, [])

    def taken_up(self, card: str) -> Iterator[Notice]:
        """§5.11 What was left over when a card was taken up."""
        yield from self.left_over(self.seat, [card])

    def left_over(self, seat: int, received: Iterable[str], given: Iterable[str] = ()) -> Iterator[Notice]:
        """§5.11 The cards that came into a hand beside those received."""
        expected = Counter(self.old["known"][seat]) - Counter(given) + Counter(received)
        if cards := Counter(self.new["known"][seat]) - expected:
            yield self.seat, self.told_of(seat, "left_over", cards=row(cards.elements(), self.words))

    def built(self, _: str) -> Iterator[Notice]:
        """§5.8 The meld as it is now."""
        place = self.old["focus"]
        yield self.told("built", meld=LETTERS[place], cards=row(cards_of(self.new, self.seat, place), self.words))

    def taken_over(self, owner: str, meld: str) -> Iterator[Notice]:
        """§6.2 The cards and their price."""
        cards = cards_of(self.old, int(owner), LETTERS.number(meld))
        yield self.told("paid", tokens=tokens_of(-self.gained(self.seat), self.words), cards=row(cards, self.words))

    def offered(self) -> Iterator[Notice]:
        """§7.4 The whole offer, which the other has to answer now."""
        gives, wants = (list_of_offer(side, self.words) for side in sides(self.after.record, self.new, self.words))
        yield self.seat, self.told_of(self.new["offer_to"], "offered", gives=gives, wants=wants)

    def dropped(self) -> Iterator[Notice]:
        """§7.4 Who drops a counter-proposal has declined."""
        if self.old["is_counter"]:
            yield self.seat, self.told_of(self.seat, "dropped")

    def traded(self, *chosen: str) -> Iterator[Notice]:
        """§7.6 What was left over of melds when everything changed hands."""
        old = self.old
        if self.new["offer_by"] >= 0:
            return
        of_choice = [*old["chosen"], *chosen]
        named = [*wanted_of_hand(self.before.record).elements()]
        yield from self.left_over(old["offer_by"], [*old["want"], *of_choice], old["give"])
        yield from self.left_over(old["offer_to"], [*old["give"], *old["give_shown"]], [*named, *of_choice])

    def paid_tax(self) -> Iterator[Notice]:
        """§10.2 The tax, and §3 the housekeeping of whoever is next."""
        if tokens := -self.gained(self.seat):
            yield self.told("tax", tokens=tokens_of(tokens, self.words))
        if self.after.to_act:
            yield from self.fees(self.new["turn"])
            yield from self.drawn()
            yield from self.income(self.new["turn"])

    def fees(self, seat: int) -> Iterator[Notice]:
        """§3.1 Tokens and block jokers that leave the melds."""
        if tokens := sum(self.old["protection"][seat]) - sum(self.new["protection"][seat]):
            yield seat, self.told_of(seat, "fees", tokens=tokens_of(tokens, self.words))
        if count := len(self.old["blocked"][seat]) - len(self.new["blocked"][seat]):
            jokers = self.words.label("one_block") if count == 1 else self.words.label("blocks", count=str(count))
            yield seat, self.told_of(seat, "unblocked", jokers=jokers)

    def income(self, seat: int) -> Iterator[Notice]:
        """§3.3 Dividends and §3.4 bonuses."""
        if tokens := self.gained(seat):
            bonus = int(bonuses(_state(self.after), seat))
            parts = {"tokens": tokens_of(tokens, self.words), "dividends": str(tokens - bonus), "bonuses": str(bonus)}
            yield seat, self.told_of(seat, "income", **parts)

    def end(self) -> Iterator[Notice]:
        """§11.2 A royal flush, and what the others collect."""
        if self.new["ending"] != "royal_flush":
            return
        yield self.seat, self.told_of(self.seat, "flush")
        for seat in range(len(self.players)):
            yield from self.fees(seat)
            if seat != self.seat:
                yield from self.income(seat)


CAME_OF: dict[str, Callable[..., Iterator[Notice]]] = {
    "buy": Change.bought,
    "look": Change.drawn,
    "put": Change.put_back,
    "sell_shown": Change.left_table,
    "extend": Change.built,
    "bridge": Change.built,
    "take": Change.taken_up,
    "split": Change.left_table,
    "takeover": Change.taken_over,
    "send": Change.offered,
    "cancel": Change.dropped,
    "accept": Change.traded,
    "choose": Change.traded,
    "discard": Change.bought,
    "leave": Change.left_to_bank,
    "pay": Change.paid_tax,
}
"""What there is to say of the actions of a verb."""


def listed(cards: Iterable[str], words: Words) -> str:
    """Cards in a sentence."""
    return ", ".join(words.name("card", card) for card in cards)
