"""Crypto Cards in the terminal: the four markets as ladders, everyone's portfolio by suit, and your hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from openoutcry.cli.fitting import Fitting, fitted
from openoutcry.cli.suits import STYLES, coloured
from openoutcry.table.match import View
from openoutcry.table.words import Words

SUITS = "CDHS"
NUMBERS = "A23456789T"
FACES = "JQK"


def draw(view: View, words: Words, players: Sequence[str]) -> Group:
    """Markets above, portfolios below, then the hands that the view shows."""
    state = view.as_dict()["state"]
    return Group(
        _markets(state, words),
        "",
        _portfolios(view, state, words, players),
        "",
        _hands(view, state, words, players),
        _deck(state, words),
    )


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


def _markets(state: Any, words: Words) -> Fitting:
    """The ladders, with or without room between their cards."""
    market, top = words.field("market"), words.label("top")
    wide = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    wide.add_column(market, min_width=10)
    wide.add_column(top, justify="right")
    narrow = Table("", "", box=None, pad_edge=False, padding=(0, 0, 0, 1))
    return Fitting(_ladders(wide, state, words), Group(f"{market}, {top}:", _ladders(narrow, state, words)))


def _ladders(table: Table, state: Any, words: Words) -> Table:
    """A row a market: its top, and each card that was sold there."""
    for rank in NUMBERS:
        table.add_column(words.name("card", rank + "C")[:-1], justify="right", min_width=2)
    for suit in SUITS:
        sold = [rank for rank in NUMBERS if rank + suit in state["market"]]
        ladder = [_card(rank + suit, words) if rank in sold else Text("·", style="dim") for rank in NUMBERS]
        top = _card(sold[-1] + suit, words) if sold else Text("–", style="dim")
        table.add_row(_suit(suit, words), top, *ladder)
    return table


def _portfolios(view: View, state: Any, words: Words, players: Sequence[str]) -> Fitting:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column(words.field("portfolios"), min_width=10, no_wrap=True)
    table.add_column(words.label(state["scoring"]), justify="right")
    table.add_column(words.field("hand_sizes"), justify="right")
    for suit in SUITS:
        table.add_column(_suit(suit, words), min_width=10)
    for seat, player in enumerate(players):
        name = Text(f"▸ {player}" if seat in view.to_act else f"  {player}", style="bold" if seat == view.seat else "")
        cells = [_ranks(state["portfolios"][seat], suit, words) for suit in SUITS]
        table.add_row(name, str(view.points[seat]), str(state["hand_sizes"][seat]), *cells)
    return fitted(table)


def _hands(view: View, state: Any, words: Words, players: Sequence[str]) -> Fitting:
    table = Table.grid(padding=(0, 2))
    table.add_column(min_width=10, no_wrap=True)
    for seat, player in enumerate(players):
        if state["hands"][seat]:
            label = words.label("your_hand") if seat == view.seat else f"{words.field('hands')}: {player}"
            table.add_row(Text(label, style="bold" if seat == view.seat else ""), _by_suit(state["hands"][seat], words))
    return fitted(table)


def _deck(state: Any, words: Words) -> Text:
    shown = {
        "deck_size": state["deck_size"],
        "jokers": f"{len(state['jokers'])}/2",
        "phase": words.name("phase", state["phase"]),
    }
    return Text("   ".join(f"{words.field(name)}: {value}" for name, value in shown.items()))


def _by_suit(cards: Iterable[str], words: Words) -> Text:
    held = list(cards)
    suits = [[card for card in held if card[1] == suit] for suit in SUITS]
    return Text("   ").join(coloured(" ".join(words.name("card", card) for card in suit)) for suit in suits if suit)


def _ranks(portfolio: Sequence[str], suit: str, words: Words) -> Text:
    cards = [_card(card, words) for card in portfolio if card[1] == suit]
    return Text(" ").join(cards) if cards else Text("–", style="dim")


def _suit(suit: str, words: Words) -> Text:
    name = words.name("suit", suit)
    return Text(name, style=STYLES[name[-1]])


def _card(card: str, words: Words) -> Text:
    """A card's rank in the colour of its suit, faces underlined."""
    name = words.name("card", card)
    face = " underline" if card[0] in FACES else ""
    return Text(name[:-1], style=STYLES[name[-1]] + face)
