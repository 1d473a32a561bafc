"""Who may know what in Crypto Cards: a hand is secret (§1.4), and so is which cards are left in the deck."""

from __future__ import annotations

from openoutcry.engine.bits import NOTHING
from openoutcry.engine.chance import Chance, draw
from openoutcry.engine.compiled import rule
from openoutcry.games.crypto_cards.rules import JOKERS, State


@rule
def hide(state: State, seat: int) -> None:
    """§1.4 The other hands go among the cards of the deck: all that the seat knows of those is which they are
    together.
    """
    for other in range(state.seats):
        if other != seat:
            state.deck |= state.hands[other]
            state.hands[other] = NOTHING


@rule
def redeal(state: State, seat: int, chance: Chance) -> None:
    """§1.3 Deal the hidden hands again from the cards the seat has not seen; a joker is never in a hand."""
    hide(state, seat)
    jokers = state.deck & JOKERS
    state.deck &= ~JOKERS
    for other in range(state.seats):
        if other != seat:
            for _ in range(state.hand_sizes[other]):
                card = draw(chance, state.deck)
                state.deck &= ~card
                state.hands[other] |= card
    state.deck |= jokers
