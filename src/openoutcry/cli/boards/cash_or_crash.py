"""Cash or Crash in the terminal: the bid, what all know of everyone's cards, your own, and what was turned up last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from openoutcry.cli.boards import NOBODY, Notice
from openoutcry.cli.fitting import BETWEEN, Fitting, fitted
from openoutcry.games.cash_or_crash import GAME
from openoutcry.games.cash_or_crash.knowledge import OWN
from openoutcry.games.cash_or_crash.state import CARDS, GOODS, OWN_PLACES, SPREAD_FIRST, TRIPLES_FIRST
from openoutcry.table.match import View
from openoutcry.table.words import Words

STYLES = {"G": "bold yellow", "O": "bold bright_blue", "W": "bold green"}
NAMES = {name: good for words in GAME.words.values() for good, name in words["names"]["commodity"].items()}
ICONS = re.compile(rf"\b(?:[{''.join(STYLES)}]{{1,3}}|{'|'.join(NAMES)})\b")
PACKS = {
    "triples": [*CARDS][TRIPLES_FIRST : TRIPLES_FIRST + OWN],
    "spread": [*CARDS][SPREAD_FIRST : SPREAD_FIRST + OWN],
}
KEPT, STAKED, LOST, UNKNOWN = "●", "▲", "×", "·"
BEFORE_STAKES = ("red_zone", "recovering")


def draw(view: View, words: Words, players: Sequence[str]) -> Group:
    """A row a player, your own cards, the last challenge, and below all, so that no screen is too low for it, the step
    and the bid.
    """
    state = view.as_dict()["state"]
    parts: list[RenderableType] = [_players(view, state, words, players)]
    if view.seat is not None:
        parts += ["", _own(state, view.seat, words)]
    if any(state["turned_up"]):
        parts += ["", _last_challenge(view, state, words, players)]
    return Group(*parts, "", _step(view, state, words, players))


def coloured(sentence: str) -> Text:
    """A sentence with its cards and commodities in their colours; the letters tell them apart as well."""
    text = Text(sentence)
    for found in ICONS.finditer(sentence):
        if found[0] in NAMES:
            text.stylize(STYLES[NAMES[found[0]][0]], *found.span())
        else:
            for place in range(*found.span()):
                text.stylize(STYLES[sentence[place]], place, place + 1)
    return text


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
    bid = _bid(new["last_amount"], new["last_goods"], words)
    fate = {"you": loser == you, "player": players[loser]}
    seen = [
        words.notice("right" if _is_right(new) else "wrong", market=market, bid=bid),
        words.notice("loses", cards=" ".join(new["turned_up"][loser]), **fate),
    ]
    if old["is_doubled"] and old["hand_sizes"][loser] < old["stake_sizes"][loser]:
        seen.append(words.notice("short", **fate))
    return seen


def _is_right(state: Any) -> bool:
    """§6.2 Whether the last bid that was challenged was right."""
    return all(
        count >= state["last_amount"]
        for good, count in zip(GOODS, state["counts"], strict=True)
        if good in state["last_goods"]
    )


def _bid(amount: int, goods: Iterable[str], words: Words) -> str:
    return f"{amount} {'+'.join(words.name('commodity', good) for good in goods)}"


def _step(view: View, state: Any, words: Words, players: Sequence[str]) -> Group:
    """The round, its step and who is asked; below it the bid that stands."""
    first = {"round_number": state["round_number"], "opener": players[state["opener"]]}
    if not view.to_act:
        return Group(_line(first, words))
    first["phase"] = words.name("phase", state["phase"])
    if state["phase"] == "racing":
        first["turn"] = f"{players[state['turn']]} ({words.label('anyone')})"
    else:
        first["to_act"] = (
            players[view.to_act[0]] if len(view.to_act) == 1 else words.label("several", count=str(len(view.to_act)))
        )
    return Group(_line(first, words), coloured("   ".join(_standing(state, words, players))))


def _line(shown: Mapping[str, object], words: Words) -> Text:
    return Text("   ".join(f"{words.field(name)}: {value}" for name, value in shown.items()))


def _standing(state: Any, words: Words, players: Sequence[str]) -> list[str]:
    """The bid, what was said to it, and the limit, which holds from the stakes on."""
    if not state["goods"]:
        standing = [f"{words.label('bid')}: {words.label('no_bid')}"]
    else:
        bid = _bid(state["amount"], state["goods"], words)
        standing = [f"{words.label('bid')}: {words.label('by', bid=bid, player=players[state['bidder']])}"]
    if state["challenger"] >= 0:
        standing.append(words.label("challenged", player=players[state["challenger"]]))
    if state["is_doubled"]:
        standing.append(words.label("doubled"))
    if state["phase"] not in BEFORE_STAKES:
        standing.append(f"{words.field('limit')}: {state['limit']}")
    return standing


SIZES = ("hand_sizes", "stake_sizes", "discard_sizes")


def _players(view: View, state: Any, words: Words, players: Sequence[str]) -> Fitting:
    """How many cards everyone has where, and under each card of the set what all know of it; with all open, where it
    is.
    """
    table = Table(box=None, padding=(0, 1), pad_edge=False)
    table.add_column("", min_width=10, no_wrap=True)
    for places in SIZES:
        table.add_column(words.field(places), justify="right")
    table.add_column(_set_of_cards(state), no_wrap=True)
    below: list[RenderableType] = [_set_of_cards(state)]
    for seat, player in enumerate(players):
        is_out = bool(state["went_out"][seat])
        name = Text(f"▸ {player}" if seat in view.to_act else f"  {player}", style="bold" if seat == view.seat else "")
        sizes = [str(state[places][seat]) for places in SIZES]
        marks = (
            words.label("out", place=str(view.places[seat])) if is_out else _marks(state, seat, _is_open(view, state))
        )
        table.add_row(name, *sizes, marks, style="dim" if is_out else "")
        counted = (f"{words.field(places)}: {size}" for places, size in zip(SIZES, sizes, strict=True))
        below += [Text(BETWEEN).join([name, *map(Text, counted)]), marks]
    legend = (
        {KEPT: "in_hand", STAKED: "on_stake", LOST: "lost"}
        if _is_open(view, state)
        else {KEPT: "surely_kept", LOST: "surely_lost"}
    )
    explained = Text("  ".join(f"{mark} {words.label(name)}" for mark, name in legend.items()), style="dim")
    table.add_row("", "", "", "", explained)
    return Fitting(table, Group(*below, explained))


def _set_of_cards(state: Any) -> Text:
    return Text(" ").join(coloured(f"{card:^3}") for card in PACKS[state["cards"]])


def _is_open(view: View, state: Any) -> bool:
    """Whether the view shows everybody's cards."""
    return view.seat is None and any(any(state[place]) for place in OWN_PLACES)


def _marks(state: Any, seat: int, is_open: bool) -> str:
    """A mark for each card of the set."""
    where = (
        {KEPT: "hands", STAKED: "staked", LOST: "discards"}
        if is_open
        else {KEPT: "kept_for_sure", LOST: "lost_for_sure"}
    )
    marks = {card: mark for mark, place in where.items() for card in state[place][seat]}
    return " ".join(f"{marks.get(card, UNKNOWN):^3}" for card in PACKS[state["cards"]])


def _own(state: Any, seat: int, words: Words) -> Fitting:
    """Your cards where they are, with their icons counted."""
    table = Table.grid(padding=(0, 2))
    for label, place in {"your_hand": "hands", "your_stake": "staked", "your_discards": "discards"}.items():
        cards = [card for card in PACKS[state["cards"]] if card in state[place][seat]]
        if cards:
            icons = "  ".join(f"{icon} {''.join(cards).count(icon)}" for icon in STYLES)
            table.add_row(Text(words.label(label), style="bold"), coloured(" ".join(cards)), coloured(icons))
    return fitted(table)


def _last_challenge(view: View, state: Any, words: Words, players: Sequence[str]) -> Group:
    """§6.4 The bid that was challenged, the count of each commodity against it, who lost, and everyone's cards."""
    bidder, loser = players[state["last_bidder"]], state["last_loser"]
    amount, goods = state["last_amount"], state["last_goods"]
    counts = []
    for good, count in zip(GOODS, state["counts"], strict=True):
        against = f" {'≥' if count >= amount else '<'} {amount}" if good in goods else ""
        counts.append(f"{words.name('commodity', good)} {count}{against}")
    verdict = words.label("right" if _is_right(state) else "wrong")
    lost = words.label("loser_you") if loser == view.seat else words.label("loser", player=players[loser])
    headline = f"{words.label('by', bid=_bid(amount, goods, words), player=bidder)}: {verdict}, {lost}"
    turned_up = [
        coloured(f"{player}: {' '.join(cards)}")
        for player, cards in zip(players, state["turned_up"], strict=True)
        if cards
    ]
    return Group(
        coloured(f"{words.label('last_challenge')}: {headline}"),
        coloured("   ".join(counts)),
        Columns(turned_up, padding=(0, 3)),
    )
