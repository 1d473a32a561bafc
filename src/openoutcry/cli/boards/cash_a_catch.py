"""Cash-a-Catch in the terminal: everyone's stand with what its places would bring, the lot or the catch by kind, and
the deck.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from openoutcry.cli.boards import Notice
from openoutcry.cli.fitting import Fitting, fitted
from openoutcry.games.cash_a_catch import GAME
from openoutcry.games.cash_a_catch.state import (
    FISH,
    HALF_PRICES,
    PLACES_OF_STAND,
    PRICES,
    STAND,
    UNDER_CLOSE,
    UNDER_END_PHASE,
)
from openoutcry.table.match import View
from openoutcry.table.words import Words

BELL = "ring"
"""What the space bar does in an auction against the clock."""
QUIET = ("hold",)
"""What is no news: a card that somebody lets pass."""
STYLES = {"E": "green", "S": "bright_blue", "F": "yellow", "C": "red", "T": "cyan", "L": "magenta", "O": "bold"}
KINDS = "ESFCTL"
OCTOPUS = "O"
THIEF, CAN, END, CLOSE = "THIEF", "CAN", "END", "CLOSE"
NAMES = {words["names"]["card"][card].partition(" ")[2]: card[0] for words in GAME.words.values() for card in FISH}
FISH_IN_WORDS = re.compile(rf"\b(?:\d+ )?({'|'.join(sorted(NAMES, key=len, reverse=True))})\b")
NONE = "·"


def draw(view: View, words: Words, players: Sequence[str]) -> Group:
    """The stands; below them, so that no screen is too low for it, what is for sale or was bought, and how far the game
    is.
    """
    state = view.as_dict()["state"]
    parts: list[RenderableType] = [_stands(view, state, words, players)]
    if any(cards for stand in state["stands"] for cards in stand):
        parts.append(Text(words.label("order"), style="dim"))
    if view.to_act:
        parts += [""]
        parts += [_pile(view, state, pile, words) for pile in ("lot", "catch") if state[pile]]
        parts.append(_step(state, words))
    return Group(*parts)


def coloured(sentence: str) -> Text:
    """A sentence with its fish in their colours."""
    text = Text(sentence)
    for found in FISH_IN_WORDS.finditer(sentence):
        text.stylize(STYLES[NAMES[found[1]]], *found.span())
    return text


def notices(before: View, after: View, words: Words, players: Sequence[str], you: int | None) -> list[Notice]:
    """What came of an action: sales and what they spoil, cards turned, the commission, thefts, garbage, and the
    market's close.
    """
    old, new = before.as_dict()["state"], after.as_dict()["state"]
    seat = old["auctioneer"] if old["buyer"] < 0 else old["buyer"]
    if new["buyer"] >= 0 > old["buyer"]:
        seat = new["buyer"]
    seen = [*_turned(old, new, words)]
    if not after.to_act:
        seen += [words.notice("lot_lost")] if old["lot"] else []
        return [(seat, sentence) for sentence in seen] + [*_closed(old, new, words, players, you)]
    if old["phase"].startswith("selling"):
        seen += _sold(old, new, seat, words, players, you)
    if new["buyer"] >= 0 > old["buyer"]:
        seen += _bought(old, new, words, players, you)
    seen += _dealt_with(old, new, seat, words, players, you)
    return [(seat, sentence) for sentence in seen]


def _turned(old: Any, new: Any, words: Words) -> Iterator[str]:
    """§4.1 The cards that were turned; when nobody could ring they are several (§4.5), the last of them last."""
    cards = Counter(old["deck"]) - Counter(new["deck"])
    last = new["turned"][0] if cards else ""
    if cards[END]:
        yield words.notice("end_phase")
    for card in sorted(cards.elements(), key=lambda card: card == last):
        if card not in (END, CLOSE):
            yield words.notice("turned", card=words.name("card", card))


def _sold(old: Any, new: Any, seller: int, words: Words, players: Sequence[str], you: int | None) -> Iterator[str]:
    """§3.2 What a place brought, §3.4 and what it has spoiled."""
    for place in range(STAND):
        if old["stands"][seller][place] and not new["stands"][seller][place]:
            cards = old["stands"][seller][place]
            yield words.notice("earned", money=euros(PRICES[min(_fish(cards), 10)], words), fish=_counted(cards, words))
    for seat, player in enumerate(players):
        for card in (Counter(new["garbage"][seat]) - Counter(old["garbage"][seat])).elements():
            yield words.notice("spoiled", you=seat == you, player=player, card=words.name("card", card))


def _bought(old: Any, new: Any, words: Words, players: Sequence[str], you: int | None) -> Iterator[str]:
    """§4.8 The auctioneer's commission."""
    auctioneer = old["auctioneer"]
    if auctioneer != new["buyer"]:
        money = euros(old["lot_size"], words)
        yield words.notice("commission", you=auctioneer == you, player=players[auctioneer], money=money)


def _dealt_with(old: Any, new: Any, buyer: int, words: Words, players: Sequence[str], you: int | None) -> Iterator[str]:
    """§5.2 What was stolen, §5.4 what kinds thrown away will cost, and cards that have found nothing to do (§5.2,
    §5.8).
    """
    had, has = (Counter(state["lot"]) + Counter(state["catch"]) for state in (old, new))
    if old["phase"] == "stealing" and (stolen := has - had):
        victim = next(seat for seat in range(len(players)) if old["stands"][seat] != new["stands"][seat])
        yield words.notice("stolen", you=victim == you, player=players[victim], card=words.name("card", min(stolen)))
    if old["phase"] == "throwing":
        yield words.notice("thrown", money=euros(_cost(new, buyer) - _cost(old, buyer), words))
    if had[THIEF] - has[THIEF] > (old["phase"] == "stealing"):
        yield words.notice("no_theft")
    if had[CAN] > has[CAN] and not new["takes_left"]:
        yield words.notice("no_garbage")


def _closed(old: Any, new: Any, words: Words, players: Sequence[str], you: int | None) -> Iterator[Notice]:
    """§6.3 Everyone sells at half price and §6.4 pays for the garbage."""
    for seat, player in enumerate(players):
        sales = sum(int(HALF_PRICES[min(_fish(cards), 10)]) for cards in old["stands"][seat])
        costs = euros(_cost(new, seat), words)
        yield seat, words.notice("closing", you=seat == you, player=player, sales=euros(sales, words), costs=costs)


def euros(amount: int, words: Words) -> str:
    """An amount of money: €15 or 15 €."""
    return ("-" if amount < 0 else "") + words.label("euros", amount=str(abs(amount)))


def _fish(cards: Iterable[str]) -> int:
    """§3.2 How many fish these cards show, octopus included."""
    return sum(int(card[1]) for card in cards)


def _price(fish: int) -> int:
    return int(PRICES[min(fish, 10)])


def _kind(cards: Iterable[str]) -> str:
    """§3.3 The letter of the kind that these cards of a place are."""
    return next((card[0] for card in cards if card[0] != OCTOPUS), OCTOPUS)


def _counted(cards: Sequence[str], words: Words) -> str:
    """The fish of a place with the name of their kind: 7 eels."""
    fish, kind = _fish(cards), _kind(cards)
    return words.name("card", f"{kind}1") if fish == 1 else f"{fish} {_kind_name(kind, words)}"


def _kind_name(letter: str, words: Words) -> str:
    """What several fish of a kind are called."""
    return words.name("card", f"{letter}2").partition(" ")[2]


def _cost(state: Any, seat: int) -> int:
    """§6.4 What a garbage can will cost."""
    return _fish(Counter(state["garbage"][seat]).elements())


def _stands(view: View, state: Any, words: Words, players: Sequence[str]) -> Fitting:
    """A row a player: the role under the name, and in each place the fish with their price, and the cards under
    them.
    """
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 0, 0, 1))
    table.add_column("", min_width=9, no_wrap=True)
    table.add_column(words.field("money"), justify="right", no_wrap=True)
    for place in PLACES_OF_STAND:
        table.add_column(words.label(place), min_width=16)
    table.add_column(words.field("garbage"), justify="right", no_wrap=True)
    for seat, player in enumerate(players):
        name = Text(f"▸ {player}" if seat in view.to_act else f"  {player}", style="bold" if seat == view.seat else "")
        role = next((role for role in ("buyer", "auctioneer") if view.to_act and state[role] == seat), None)
        if role:
            name.append("\n" + words.label(f"is_{role}"), style="italic not bold")
        places = [_place(cards, words) for cards in state["stands"][seat]]
        table.add_row(name, euros(state["money"][seat], words), *places, _garbage(view, state, seat, words))
    return fitted(table)


def _garbage(view: View, state: Any, seat: int, words: Words) -> Text:
    """What a garbage can will cost, or has cost."""
    cost = _cost(state, seat)
    if not cost:
        return Text(NONE, style="dim")
    return Text(euros(-cost, words) if view.to_act else words.label("paid", money=euros(cost, words)))


def _place(cards: Sequence[str], words: Words) -> Text:
    if not cards:
        return Text(NONE, style="dim")
    text = Text.assemble((_counted(cards, words), STYLES[_kind(cards)]), f" {euros(_price(_fish(cards)), words)}\n")
    shown = (f"*{card[1]}" if card[0] == OCTOPUS else card[1] for card in cards)
    return text.append(" ".join(shown), style="dim")


def _pile(view: View, state: Any, pile: str, words: Words) -> RenderableType:
    """The lot, or what is still to be laid out of it: by kind its cards, how many fish they are, what these bring, and
    what with yours.
    """
    cards = Counter(state[pile])
    own = (
        state["stands"][view.seat]
        if view.seat in range(state["seats"]) and (pile == "lot" or state["buyer"] == view.seat)
        else []
    )
    new = state["turned"][0] if pile == "lot" else ""
    labels = [words.label(label) for label in ("cards", "fish", "price", *(["with_yours"] if any(own) else []))]
    head = Text(words.label(pile, count=str(state[f"{pile}_size"])), style="bold")
    columns = [
        [Text(_kind_name(letter, words), style=STYLES[letter]), *_column(letter, cards, new, own, words)]
        for letter in [*KINDS, OCTOPUS]
    ]
    remarks = " ".join(_remarks(cards, pile, words))
    return Group(
        Fitting(_across(head, labels, columns), fitted(_down(head, labels, columns))), *([remarks] if remarks else [])
    )


def _across(head: Text, labels: Sequence[str], columns: Sequence[Sequence[Text]]) -> Table:
    """A column a kind."""
    table = Table(box=None, padding=(0, 0, 0, 1), pad_edge=False)
    table.add_column(head, min_width=10, no_wrap=True)
    for kind, *_ in columns:
        table.add_column(kind, justify="right", min_width=6)
    for place, label in enumerate(labels, start=1):
        table.add_row(label, *(column[place] for column in columns))
    return table


def _down(head: Text, labels: Sequence[str], columns: Sequence[Sequence[Text]]) -> Table:
    """A row a kind, where there is no room for all of them side by side."""
    table = Table(box=None, padding=(0, 0, 0, 2), pad_edge=False)
    table.add_column(head)
    for label in labels:
        table.add_column(label)
    for column in columns:
        table.add_row(*column[: 1 + len(labels)])
    return table


def _column(letter: str, cards: Counter[str], new: str, own: Sequence[Sequence[str]], words: Words) -> list[Text]:
    """Of a kind: the cards, the one just turned with a plus, the fish, their price, and both with those on your
    stand.
    """
    fish = _fish(_of_kind(letter, cards))
    lying = _of_kind(letter, cards)
    if new in lying:
        lying.remove(new)
        lying.append(f"+{new[1]}")
    there = next((_fish(place) for place in own if place and _kind(place) == letter != OCTOPUS), 0)
    shown = [
        " ".join(card[-1] if card in FISH else card for card in lying),
        str(fish or ""),
        euros(_price(fish), words) if fish else "",
        f"{fish + there}: {euros(_price(fish + there), words)}" if fish and there else "",
    ]
    return [Text(cell) if cell else Text(NONE, style="dim") for cell in shown]


def _of_kind(letter: str, cards: Counter[str]) -> list[str]:
    """The cards of a kind, or octopus, lowest first."""
    return sorted(card for card in cards.elements() if card in FISH and card[0] == letter)


def _remarks(cards: Counter[str], pile: str, words: Words) -> Iterator[str]:
    """The action cards, and what the fish of a lot would bring to somebody who has none."""
    actions = [
        words.name("card", card) + (f" (×{cards[card]})" if cards[card] > 1 else "")
        for card in (THIEF, CAN)
        if cards[card]
    ]
    if actions:
        yield words.label("actions", cards=", ".join(actions))
    if pile == "lot":
        yield words.label("worth", money=euros(_worth(cards), words))


def _worth(cards: Counter[str]) -> int:
    """What a lot brings on an empty stand: the three largest kinds, and each octopus, the highest first, where it
    raises the price most.
    """
    fish = sorted((_fish(_of_kind(letter, cards)) for letter in KINDS), reverse=True)[:STAND]
    for octopus in sorted((int(card[1]) for card in _of_kind(OCTOPUS, cards)), reverse=True):
        best = max(range(STAND), key=lambda place: _price(fish[place] + octopus) - _price(fish[place]))
        fish[best] += octopus
    return sum(map(_price, fish))


def _step(state: Any, words: Words) -> Text:
    """The step, and how far the deck is from the end phase or the market's close (§1.4)."""
    count = state["deck_size"]
    deck = (
        str(count)
        if state["is_end_phase"]
        else words.label("end_phase_in", count=str(count), cards=str(count - UNDER_END_PHASE - 1))
    )
    text = Text(f"{words.field('phase')}: {words.name('phase', state['phase'])}   {words.field('deck_size')}: {deck}")
    if state["is_end_phase"]:
        text.append("   " + words.label("may_close" if count - 1 <= UNDER_CLOSE else "end_phase"), style="bold")
    return text
