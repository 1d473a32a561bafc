"""Tables of Crypto Cards for the tests: cards by hand, and turns with rigged draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openoutcry.engine.chance import DECK
from openoutcry.games import find
from openoutcry.table.match import seats_in
from support import any_chance, play, position, rigged, rigged_draws, shown

CRYPTO_CARDS = find("crypto_cards")
SUITS = "CDHS"
NUMBERS = "A23456789T"
PACK = [rank + suit for suit in SUITS for rank in NUMBERS + "JQK"]
JOKERS = ["X1", "X2"]
REST = "9S TS JS X1 X2"


def table(
    hands: Sequence[str],
    portfolios: Sequence[str] = (),
    market: str = "",
    deck: str = REST,
    seat: int = 0,
    phase: str = "selling",
    sales_left: int = 0,
    **options: int | str,
) -> Any:
    """A position with every card in one place at most; jokers that are not in the deck have turned up. The round is the
    first.
    """
    cards = " ".join([*hands, *portfolios, market, deck]).split()
    assert len(cards) == len(set(cards)), f"a card lies in two places: {cards}"
    return position(
        "crypto_cards",
        len(hands),
        {"hand": 3, **options},
        seat=seat,
        turn_number=seat,
        to_act=[seat],
        phase=phase,
        sales_left=sales_left,
        hands=[hand.split() for hand in hands],
        hand_sizes=[len(hand.split()) for hand in hands],
        portfolios=[portfolio.split() for portfolio in portfolios],
        market=market.split(),
        deck=deck.split(),
        deck_size=len(deck.split()),
        jokers=[joker for joker in JOKERS if joker not in deck],
    )


def jokers_seen(state: Any) -> int:
    return len(shown(state)["jokers"])


def act(state: Any, action: str, *draws: str) -> Any:
    """The seat in turn plays an action, and these cards are drawn next."""
    return play(state, int(state.seat), action, rigged_draws(shown(state)["deck"], draws))


def hand(state: Any, seat: int) -> str:
    return " ".join(shown(state)["hands"][seat])


def portfolio(state: Any, seat: int) -> str:
    return " ".join(shown(state)["portfolios"][seat])


def market(state: Any) -> str:
    return " ".join(shown(state)["market"])


def deck(state: Any) -> str:
    return " ".join(shown(state)["deck"])


def phase(state: Any) -> str:
    return str(shown(state)["phase"])


def is_over(state: Any) -> bool:
    return shown(state)["ending"] == "second_joker" and not seats_in(state)


def dealt(seats: int, chance: Any = None, **options: int | str) -> Any:
    state = CRYPTO_CARDS.template(seats, options)
    CRYPTO_CARDS.rules.setup(state, any_chance() if chance is None else chance)
    return state


def lowest_cards(count: int) -> Any:
    """A chance that always draws the lowest card left."""
    return rigged(DECK, [(0, 54)] * count)


def highest_cards(count: int) -> Any:
    return rigged(DECK, [(53, 54)] * count)
