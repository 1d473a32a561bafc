"""Positions in which one action wins, for certain or nearly so, one or two for every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import auctions
import bidding
import trading
from openoutcry.engine.record import copied
from openoutcry.games.cash_a_catch import phases
from openoutcry.table.match import View
from support import game_of, position

CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


@dataclass(frozen=True)
class Winning:
    """A position, who has to choose, what wins, how often, and what rules of thumb alone would do where that is
    something else.
    """

    name: str
    state: Any
    seat: int
    best: str
    wins: float = 1.0
    thumb: str | None = None

    @property
    def view(self) -> View:
        """What the seat may know."""
        hidden = copied(self.state)
        game_of(self.state).sight.hide(hidden, self.seat)
        return View(game_of(self.state), self.seat, hidden, [])


def last_transfer() -> Any:
    """Crypto Cards: the next card is the second joker, and seat 1 lies ahead of all but who lays the two."""
    hands = [hand.split() for hand in ("2C 7D 3H KS 8S 9S", "4C 5C 6C 7C 8C", "9C TC JC QC KC")]
    ahead, market = ["3S"], ["AD", "2D", "3D", "4D", "5D", "6D"]
    behind = [card for card in CARDS if card not in sum(hands, ahead + market)]
    return position(
        "crypto_cards",
        3,
        phase="transferring",
        hands=hands,
        hand_sizes=[6, 5, 5],
        portfolios=[[], ahead, behind],
        market=market,
        jokers=["X1"],
        deck=["X2"],
        deck_size=1,
    )


def all_staked(bid: str) -> Any:
    """Cash or Crash: two players with two cards each, all staked and known to both: 5 Gold, 6 Oil, 1 Wheat."""
    staked = ["GGG GGO", "OOO OOW"]
    return bidding.after(bidding.opening(*staked, stakes=staked), f"0 bid {bid}")


def last_bell(*stands: str, money: list[int], lot: str) -> Any:
    """Cash-a-Catch: the last lot of the market; the next card closes it. Seat 0 is the auctioneer and has been
    asked.
    """
    state = auctions.table(*stands, money=money, lot=lot, deck="CLOSE")
    state.phase, state.to_act = phases.BELL, 0b110
    return state


def last_discard() -> Any:
    """Dead-Cat Bounce: in the last turn of the game one card of the flop goes free, and the others cost the lead."""
    state = trading.table("KC", "KD / QD / JH", flop="KS 8H AS", purses=[9, 6], stack="4C 4H")
    state.last_turns = 1
    return trading.after(state, "0 next")


def last_offer() -> Any:
    """Dead-Cat Bounce: in the last turn seat 0 pays for a card of seat 1, which is ahead if it takes the money."""
    state = trading.table("KC", "QD / JH", flop="8H 9S", purses=[9, 7], stack="4C 4H")
    state.last_turns = 1
    return trading.after(state, "0 propose 1", "0 want JH", "0 bid 3", "0 send")


POSITIONS = [
    Winning("one above the mat", position("bounce", 1, seat=0, tokens=[17], arrows=[14]), 0, "faceplant", 1 / 2),
    Winning(
        "two above the mat",
        position("bounce", 2, seat=0, tokens=[16, 0], arrows=[14, 0], statuses=[0, 2]),
        0,
        "faceplant",
        3 / 4,
    ),
    Winning("the last transfer", last_transfer(), 0, "transfer 2C", thumb="transfer 7D"),
    Winning("a bid known to be false", all_staked("6 Gold"), 1, "challenge"),
    Winning("the last bid that is true", all_staked("5 Gold"), 1, "bid 5 Gold+Oil"),
    Winning("the last sale", auctions.table("E3 E3", "", "", money=[30, 36, 30], deck="CLOSE"), 0, "sell crate1"),
    Winning("the last lot", last_bell("", "E3 E3", "E3 E1", money=[30, 21, 40], lot="E3 E1"), 1, "ring"),
    Winning("a lot to deny", last_bell("", "", "E3 E3", money=[30, 60, 45], lot="E3 E1"), 1, "ring", thumb="hold"),
    Winning("the last discard", last_discard(), 0, "discard 2"),
    Winning("the last offer", last_offer(), 1, "accept"),
]
