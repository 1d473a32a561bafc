"""Dead-Cat Bounce in the terminal: everyone's purse, hand and melds, the flop, your hand, and the offer that is being
made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from openoutcry.cli.boards import Notice
from openoutcry.cli.fitting import BETWEEN, ByWidth, indented, packed
from openoutcry.cli.suits import coloured
from openoutcry.engine.bits import has
from openoutcry.games.dead_cat_bounce.legality import is_for_sale, takeover_price
from openoutcry.games.dead_cat_bounce.melds import dividend
from openoutcry.games.dead_cat_bounce.money import bonuses, income
from openoutcry.games.dead_cat_bounce.offers import named_in_hand
from openoutcry.games.dead_cat_bounce.pack import CARDS, JOKERS, price_of
from openoutcry.games.dead_cat_bounce.state import LETTERS, State
from openoutcry.table.match import View
from openoutcry.table.words import Words

QUIET = ("at", "begin", "propose", "give", "give_shown", "want", "want_any", "bid", "ask", "cancel", "next")
"""What is no news: what came of it is told when the meld lies there, and when the offer is sent."""
WIDTH = 80
LEAST_WIDTH = 24
"""Of the column of melds; where there is less room, they come below the name."""
TOKENS, TO, UNKNOWN, NONE = "●", "→", "?", "–"


def draw(view: View, words: Words, players: Sequence[str]) -> Group:
    """The players; below them, so that no screen is too low for it, the market, your hand, the offer and the step."""
    state = view.as_dict()["state"]
    parts: list[RenderableType] = [_players(view, state, words, players)]
    if any(state["letters"]):
        parts.append(Text(words.label("legend"), style="dim"))
    parts += ["", _market(state, words)]
    if view.seat is not None:
        parts.append(_own_hand(state["hands"][view.seat], words))
    if view.to_act:
        parts += _offer(view, state, words, players) if state["offer_by"] >= 0 else []
        parts += _step(state, words, players)
    return Group(*parts)


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
        tokens, names = -self.gained(self.seat), _list(cards, self.words)
        return (
            self.told("paid", tokens=_tokens(tokens, self.words), cards=names)
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
            yield int(self.after.record.turn), self.words.notice("drawn", cards=_row(cards, self.words))
        if self.old["last_turns"] < 0 <= self.new["last_turns"]:
            yield int(self.after.record.turn), self.words.notice("reshuffled")

    def put_back(self, _: str) -> Iterator[Notice]:
        """§4.3 What the bank paid."""
        yield self.told("paid_back", tokens=_tokens(self.gained(self.seat), self.words))
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
            yield self.seat, self.told_of(seat, "left_over", cards=_row(cards.elements(), self.words))

    def built(self, _: str) -> Iterator[Notice]:
        """§5.8 The meld as it is now."""
        place = self.old["focus"]
        yield self.told("built", meld=LETTERS[place], cards=_row(_cards(self.new, self.seat, place), self.words))

    def taken_over(self, owner: str, meld: str) -> Iterator[Notice]:
        """§6.2 The cards and their price."""
        cards = _cards(self.old, int(owner), LETTERS.number(meld))
        yield self.told("paid", tokens=_tokens(-self.gained(self.seat), self.words), cards=_row(cards, self.words))

    def offered(self) -> Iterator[Notice]:
        """§7.4 The whole offer, which the other has to answer now."""
        gives, wants = (_list_of_offer(side, self.words) for side in _sides(self.after, self.new, self.words))
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
        named = [*_named_in_hand(self.before).elements()]
        yield from self.left_over(old["offer_by"], [*old["want"], *of_choice], old["give"])
        yield from self.left_over(old["offer_to"], [*old["give"], *old["give_shown"]], [*named, *of_choice])

    def paid_tax(self) -> Iterator[Notice]:
        """§10.2 The tax, and §3 the housekeeping of whoever is next."""
        if tokens := -self.gained(self.seat):
            yield self.told("tax", tokens=_tokens(tokens, self.words))
        if self.after.to_act:
            yield from self.fees(self.new["turn"])
            yield from self.drawn()
            yield from self.income(self.new["turn"])

    def fees(self, seat: int) -> Iterator[Notice]:
        """§3.1 Tokens and block jokers that leave the melds."""
        if tokens := sum(self.old["protection"][seat]) - sum(self.new["protection"][seat]):
            yield seat, self.told_of(seat, "fees", tokens=_tokens(tokens, self.words))
        if count := len(self.old["blocked"][seat]) - len(self.new["blocked"][seat]):
            jokers = self.words.label("one_block") if count == 1 else self.words.label("blocks", count=str(count))
            yield seat, self.told_of(seat, "unblocked", jokers=jokers)

    def income(self, seat: int) -> Iterator[Notice]:
        """§3.3 Dividends and §3.4 bonuses."""
        if tokens := self.gained(seat):
            bonus = int(bonuses(_state(self.after), seat))
            parts = {"tokens": _tokens(tokens, self.words), "dividends": str(tokens - bonus), "bonuses": str(bonus)}
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


def _players(view: View, state: Any, words: Words, players: Sequence[str]) -> ByWidth:
    """A row a player: tokens, what the melds would pay now, cards in hand, points so far, and the melds by letter."""
    heads = [words.field("purses"), words.label("income"), words.field("hand_sizes"), words.label("points")]
    players = _with_seats(view, players)
    names, numbers, melds = [], [], []
    for seat, player in enumerate(players):
        names.append(
            Text(f"▸ {player}" if seat in view.to_act else f"  {player}", style="bold" if seat == view.seat else "")
        )
        counted = (
            state["purses"][seat],
            f"+{income(_state(view), seat)}",
            state["hand_sizes"][seat],
            view.points[seat],
        )
        numbers.append([*map(str, counted)])
        known = [_known(state, seat, words)] if seat != view.seat and state["hands"][seat] else []
        melds.append((known, [_meld(view, state, seat, letter, words) for letter in state["letters"][seat]]))
    taken = max(map(len, players)) + len("▸ ") + sum(map(len, heads)) + 2 * len(heads) + 2

    def side_by_side(room: int) -> Table:
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        table.add_column("", no_wrap=True)
        for head in heads:
            table.add_column(head, justify="right", no_wrap=True)
        table.add_column(words.field("letters"))
        for name, cells, (known, laid) in zip(names, numbers, melds, strict=True):
            lines = [*known, *packed(laid, room)]
            table.add_row(name, *cells, Text("\n").join(lines) if lines else Text(NONE, style="dim"))
        return table

    def one_below_another(width: int) -> Iterator[RenderableType]:
        for name, cells, (known, laid) in zip(names, numbers, melds, strict=True):
            yield name
            yield from indented((Text(f"{head}: {cell}") for head, cell in zip(heads, cells, strict=True)), width)
            yield from indented(
                [Text(f"{words.field('letters')}:"), *(known + laid or [Text(NONE, style="dim")])], width
            )

    def drawn(width: int) -> RenderableType:
        room = min(width, WIDTH) - taken
        return side_by_side(room) if room >= LEAST_WIDTH else Group(*one_below_another(width))

    return ByWidth(drawn)


def _with_seats(view: View, players: Sequence[str]) -> Sequence[str]:
    """The players' names, with the numbers of their seats, which are typed, unless every name says it."""
    if all(player.endswith(f" {seat}") for seat, player in enumerate(players) if seat != view.seat):
        return players
    return [f"{seat} {player}" for seat, player in enumerate(players)]


def _meld(view: View, state: Any, seat: int, letter: str, words: Words) -> Text:
    """A meld: its letter, its cards, the tokens on it, what it costs to take it over, and what it pays."""
    place = LETTERS.number(letter)
    cards = _row(_cards(state, seat, place), words)
    tokens = state["protection"][seat][place]
    protection = f" {TOKENS}{tokens}" if tokens else ""
    price = str(int(takeover_price(_state(view), seat, place))) if is_for_sale(_state(view), seat, place) else NONE
    if letter in state["blocked"][seat]:
        price = words.label("blocked")
    paying = Text(f" {price}/+{int(dividend(_state(view), seat, place))}", style="dim")
    return Text.assemble((f"{letter}: ", "bold"), coloured(cards), (protection, "yellow"), paying)


def _cards(state: Any, seat: int, place: int) -> list[str]:
    """The cards of a meld in their order: a run from its lowest rank to its highest, jokers in their places."""
    cards, spots, doubles, thieves = (state[name][seat][place] for name in ("melds", "spots", "doubles", "thieves"))
    if not spots:
        return [card for card in cards for _ in range(2 if card[1] in doubles else 1)]
    by_rank = {card[0]: card for card in cards}
    return [by_rank.get("A" if spot == "low_ace" else spot, "thief" if spot in thieves else "wild") for spot in spots]


def _known(state: Any, seat: int, words: Words) -> Text:
    """§1.7 The cards of another's hand that the view shows."""
    cards = state["hands"][seat]
    unknown = state["hand_sizes"][seat] - len(cards)
    shown = [_row(cards, words), *([UNKNOWN * unknown] if unknown else [])]
    return Text.assemble((words.label("in_hand") + " ", "italic"), coloured(" ".join(shown)))


def _market(state: Any, words: Words) -> Text:
    """§1.6 The flop with its numbers and prices, between the discard pile and the stack."""
    discards = len(state["face_up"]) + sum(state["sold_sizes"])
    cards = [
        words.label("priced", card=_short(card, words), price=str(int(price_of(CARDS.number(card)))))
        for card in state["flop"]
    ]
    return Text.assemble(
        (words.field("flop"), "bold"),
        (f"  {words.label('discards')} {discards} ◂  ", "dim"),
        coloured(BETWEEN.join(f"{place}: {card}" for place, card in enumerate(cards, start=1)) or words.label("empty")),
        (f"  ◂ {words.field('stack_size')} {state['stack_size']}", "dim"),
    )


def _own_hand(cards: Sequence[str], words: Words) -> Text:
    """Your cards, by suit."""
    suits = [[card for card in cards if card not in JOKERS and card[1] == suit] for suit in "CDHS"]
    rows = [_row(suit, words) for suit in [*suits, [card for card in cards if card in JOKERS]] if suit]
    return Text.assemble((words.label("your_hand"), "bold"), "  ", coloured(BETWEEN.join(rows) or words.label("empty")))


def _offer(view: View, state: Any, words: Words, players: Sequence[str]) -> Iterator[Text]:
    """§7.2 The offer, finished or not: whose it is, to whom, and what each side would give."""
    by, to = state["offer_by"], state["offer_to"]
    yield Text("")
    head = words.label("counter" if state["is_counter"] else "offer")
    yield Text(f"{head}: {players[by]} {TO} {players[to]}", style="bold")
    labels = [
        words.label("gives_you") if seat == view.seat else words.label("gives", player=players[seat])
        for seat in (by, to)
    ]
    for label, side in zip(labels, _sides(view, state, words), strict=True):
        yield Text.assemble(f"  {label:<{max(map(len, labels))}}  ", coloured(_list_of_offer(side, words)))


def _sides(view: View, state: Any, words: Words) -> tuple[list[str], list[str]]:
    """§7.2 What the one side of an offer would give, and what the other."""
    in_hand = _named_in_hand(view)
    on_table = Counter(state["want"]) - in_hand
    gives = [*(words.name("card", card) for card in state["give"]), *_of_table(state["give_shown"], words)]
    wants = [*(words.name("card", card) for card in in_hand.elements()), *_of_table(on_table.elements(), words)]
    if count := state["want_any"]:
        wants.append(words.label("one_of_choice") if count == 1 else words.label("of_choice", count=str(count)))
    if state["tokens"]:
        (gives if state["tokens"] > 0 else wants).append(_tokens(abs(state["tokens"]), words))
    return gives, wants


def _of_table(cards: Iterable[str], words: Words) -> Iterator[str]:
    return (words.label("of_table", card=words.name("card", card)) for card in cards)


def _named_in_hand(view: View) -> Counter[str]:
    """§7.2 The wanted cards that would come out of the other's hand."""
    bag = named_in_hand(_state(view))
    return Counter(card for cards in bag for place, card in enumerate(CARDS) if has(cards, place))


def _step(state: Any, words: Words, players: Sequence[str]) -> Iterator[Text]:
    """Whose turn it is, the step, and how many turns there are to come once they are the last."""
    step = words.name("phase", state["phase"])
    if state["phase"] == "building":
        step = words.label("in_work", meld=LETTERS[state["focus"]])
    yield Text(f"{words.field('turn')}: {players[state['turn']]}   {words.field('phase')}: {step}")
    if (left := state["last_turns"]) > 0:
        yield Text(
            words.label("last_turn") if left == 1 else words.label("last_turns", count=str(left - 1)), style="bold"
        )


def _tokens(count: int, words: Words) -> str:
    return words.label("one_token") if count == 1 else words.label("tokens", count=str(count))


def _short(card: str, words: Words) -> str:
    """A card in a row of others; a joker by its kind alone."""
    return words.label(card) if card in JOKERS else words.name("card", card)


def _row(cards: Iterable[str], words: Words) -> str:
    return " ".join(_short(card, words) for card in cards)


def _list(cards: Iterable[str], words: Words) -> str:
    """Cards in a sentence."""
    return ", ".join(words.name("card", card) for card in cards)


def _list_of_offer(things: Sequence[str], words: Words) -> str:
    return ", ".join(things) or words.label("nothing")
