"""What came of an action in Cash-a-Catch, from two views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from openoutcry.cli.boards import Notice
from openoutcry.games.cash_a_catch.state import HALF_PRICES, STAND
from openoutcry.games.cash_a_catch.terminal import CAN, THIEF, cost_of, counted, euros, fish_of, price_of
from openoutcry.table.match import View
from openoutcry.table.words import Words

END, CLOSE = "END", "CLOSE"


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
            yield words.notice("earned", money=euros(price_of(fish_of(cards)), words), fish=counted(cards, words))
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
        yield words.notice("thrown", money=euros(cost_of(new, buyer) - cost_of(old, buyer), words))
    if had[THIEF] - has[THIEF] > (old["phase"] == "stealing"):
        yield words.notice("no_theft")
    if had[CAN] > has[CAN] and not new["takes_left"]:
        yield words.notice("no_garbage")


def _closed(old: Any, new: Any, words: Words, players: Sequence[str], you: int | None) -> Iterator[Notice]:
    """§6.3 Everyone sells at half price and §6.4 pays for the garbage."""
    for seat, player in enumerate(players):
        sales = sum(int(HALF_PRICES[min(fish_of(cards), 10)]) for cards in old["stands"][seat])
        costs = euros(cost_of(new, seat), words)
        yield seat, words.notice("closing", you=seat == you, player=player, sales=euros(sales, words), costs=costs)
