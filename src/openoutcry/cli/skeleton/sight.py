"""Who may know what in Skeleton: a hand is secret (§1.3)."""

from __future__ import annotations

from openoutcry.cli.skeleton.rules import State
from openoutcry.engine.bits import NOTHING
from openoutcry.engine.chance import Chance, draw
from openoutcry.engine.compiled import rule


@rule
def hide(state: State, seat: int) -> None:
    """§1.3 The other hands go among the cards of the deck: the seat knows only which cards those are together."""
    for other in range(state.seats):
        if other != seat:
            state.deck |= state.hands[other]
            state.hands[other] = NOTHING


@rule
def redeal(state: State, seat: int, chance: Chance) -> None:
    """§1.3 Deal the hidden hands again from the cards the seat has not seen."""
    hide(state, seat)
    for other in range(state.seats):
        if other != seat:
            for _ in range(state.hand_sizes[other]):
                card = draw(chance, state.deck)
                state.deck &= ~card
                state.hands[other] |= card
