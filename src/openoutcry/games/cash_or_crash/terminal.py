"""Cash or Crash in the terminal: the bid, what all know of everyone's cards, your own, and what was turned up last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from openoutcry.engine.rows import (
    Below,
    Block,
    BoardWords,
    Column,
    Either,
    Line,
    Pieces,
    Rows,
    Seen,
    Styled,
    joined,
    marked,
)
from openoutcry.games.cash_or_crash import GAME
from openoutcry.games.cash_or_crash.state import CARDS, GOODS, ORDERS, OWN_PLACES

STYLES = {"G": "bold yellow", "O": "bold bright_blue", "W": "bold green"}
NAMES = {name: good for words in GAME.words.values() for good, name in words["names"]["commodity"].items()}
ICONS = re.compile(rf"\b(?:[{''.join(STYLES)}]{{1,3}}|{'|'.join(NAMES)})\b")
SETS = {name: ORDERS[number] for number, name in enumerate(("triples", "spread"))}
KEPT, STAKED, LOST, UNKNOWN = "●", "▲", "×", "·"
BEFORE_STAKES = ("red_zone", "recovering")
SIZES = ("hand_sizes", "stake_sizes", "discard_sizes")
OWN_CARDS = {
    "your_hand": ("hands", "icons_in_hand"),
    "your_stake": ("staked", "icons_staked"),
    "your_discards": ("discards", "icons_discarded"),
}
"""Where your cards are: its label, its field, and what counts their icons."""
BETWEEN = "   "


def board(seen: Seen) -> Block:
    """A row per player, your own cards, the last challenge, and below all, so that no screen is too low for it, the
    step and the bid.
    """
    blocks: list[Block] = [_players(seen)]
    if seen.seat is not None:
        blocks += ["", _own(seen, seen.seat)]
    if any(seen.state["turned_up"]):
        blocks += ["", *_last_challenge(seen)]
    return Below([*blocks, "", *_step(seen)])


def coloured(sentence: str) -> Line:
    """A sentence with its cards and commodities in their colours; the letters tell them apart as well."""
    return marked(sentence, ICONS, _in_colours)


def _in_colours(found: re.Match[str]) -> Line:
    if found[0] in NAMES:
        return Styled(found[0], STYLES[NAMES[found[0]][0]])
    return [Styled(icon, STYLES[icon]) for icon in found[0]]


def bid_of(amount: int, goods: Iterable[str], words: BoardWords) -> str:
    """A bid as people say it: 4 Gold+Oil."""
    return f"{amount} {'+'.join(words.name('commodity', good) for good in goods)}"


def _step(seen: Seen) -> Iterator[Line]:
    """The round, its step and who is asked; below it the bid that stands."""
    state, words, players = seen.state, seen.words, seen.players
    first = {"round_number": state["round_number"], "opener": players[state["opener"]]}
    if not seen.to_act:
        yield _line(first, words)
        return
    first["phase"] = words.name("phase", state["phase"])
    if state["phase"] == "racing":
        first["turn"] = f"{players[state['turn']]} ({words.label('anyone')})"
    else:
        first["to_act"] = (
            players[seen.to_act[0]] if len(seen.to_act) == 1 else words.label("several", count=str(len(seen.to_act)))
        )
    yield _line(first, words)
    yield coloured(BETWEEN.join(_standing(seen)))


def _line(shown: Mapping[str, object], words: BoardWords) -> str:
    return BETWEEN.join(f"{words.field(name)}: {value}" for name, value in shown.items())


def _standing(seen: Seen) -> Iterator[str]:
    """The bid, what was said to it, and the limit, which holds from the stakes on."""
    state, words, players = seen.state, seen.words, seen.players
    standing = words.label("no_bid")
    if state["goods"]:
        bid = bid_of(state["amount"], state["goods"], words)
        standing = words.label("by", bid=bid, player=players[state["bidder"]])
    yield f"{words.label('bid')}: {standing}"
    if state["challenger"] >= 0:
        yield words.label("challenged", player=players[state["challenger"]])
    if state["is_doubled"]:
        yield words.label("doubled")
    if state["phase"] not in BEFORE_STAKES:
        yield f"{words.field('limit')}: {state['limit']}"


def _players(seen: Seen) -> Either:
    """How many cards everyone has where, and under each card of the set what all know of it; with all open, where it
    is.
    """
    state, words = seen.state, seen.words
    rows, below = list[list[Line]](), list[Line]()
    for seat in range(len(seen.players)):
        is_out = bool(state["went_out"][seat])
        sizes = [str(state[places][seat]) for places in SIZES]
        marks = words.label("out", place=str(seen.places[seat])) if is_out else _marks(seen, seat)
        counted = (f"{words.field(places)}: {size}" for places, size in zip(SIZES, sizes, strict=True))
        below += [joined(BETWEEN, [seen.player(seat), *counted]), marks]
        name = seen.player(seat)
        dimmed = (Styled(cell, "dim") for cell in (*sizes, marks))
        rows.append([Styled(name.text, f"dim {name.style}"), *dimmed] if is_out else [name, *sizes, marks])
    sizes_of = [Column(words.field(places), "right") for places in SIZES]
    columns = [Column(least=10, wraps=False), *sizes_of, Column(_set_of_cards(state), wraps=False)]
    legend = _legend(seen)
    return Either(Rows(columns, [*rows, ["", "", "", "", legend]]), Below([_set_of_cards(state), *below, legend]))


def _legend(seen: Seen) -> Line:
    legend = (
        {KEPT: "in_hand", STAKED: "on_stake", LOST: "lost"}
        if _is_open(seen)
        else {KEPT: "surely_kept", LOST: "surely_lost"}
    )
    return Styled("  ".join(f"{mark} {seen.words.label(name)}" for mark, name in legend.items()), "dim")


def _set_of_cards(state: Any) -> Line:
    return joined(" ", (coloured(f"{card:^3}") for card in _cards_of(state)))


def _cards_of(state: Any) -> list[str]:
    """The cards that everyone has, those that are left out left out."""
    played = SETS[state["cards"]][: state["set_size"]]
    return [card for card in CARDS if card in played]


def _is_open(seen: Seen) -> bool:
    """Whether the view shows everybody's cards."""
    return seen.seat is None and any(any(seen.state[place]) for place in OWN_PLACES)


def _marks(seen: Seen, seat: int) -> str:
    """A mark for each card of the set."""
    where = (
        {KEPT: "hands", STAKED: "staked", LOST: "discards"}
        if _is_open(seen)
        else {KEPT: "kept_for_sure", LOST: "lost_for_sure"}
    )
    marks = {card: mark for mark, place in where.items() for card in seen.state[place][seat]}
    return " ".join(f"{marks.get(card, UNKNOWN):^3}" for card in _cards_of(seen.state))


def _own(seen: Seen, seat: int) -> Rows:
    """Your cards where they are, with their icons counted."""
    rows: list[list[Line]] = []
    for label, (place, fact) in OWN_CARDS.items():
        cards = [card for card in _cards_of(seen.state) if card in seen.state[place][seat]]
        if cards:
            icons = "  ".join(f"{good[0]} {seen.fact(fact, seat, good)}" for good in GOODS)
            rows.append([Styled(seen.words.label(label), "bold"), coloured(" ".join(cards)), coloured(icons)])
    return Rows([Column(), Column(), Column()], rows)


def _last_challenge(seen: Seen) -> Iterator[Block]:
    """§6.4 The bid that was challenged, the count of each commodity against it, who lost, and everyone's cards."""
    state, words, players = seen.state, seen.words, seen.players
    bidder, loser = players[state["last_bidder"]], state["last_loser"]
    amount, goods = state["last_amount"], state["last_goods"]
    counts = []
    for good, count in zip(GOODS, state["counts"], strict=True):
        against = f" {'≥' if seen.fact('was_enough', good) else '<'} {amount}" if good in goods else ""
        counts.append(f"{words.name('commodity', good)} {count}{against}")
    verdict = words.label("right" if seen.fact("was_right") else "wrong")
    lost = words.label("loser_you") if loser == seen.seat else words.label("loser", player=players[loser])
    headline = f"{words.label('by', bid=bid_of(amount, goods, words), player=bidder)}: {verdict}, {lost}"
    yield coloured(f"{words.label('last_challenge')}: {headline}")
    yield coloured(BETWEEN.join(counts))
    turned_up = zip(players, state["turned_up"], strict=True)
    yield Pieces([coloured(f"{player}: {' '.join(cards)}") for player, cards in turned_up if cards])
