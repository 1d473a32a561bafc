"""Secrets are secret in Peeking."""

from __future__ import annotations

from openoutcry.engine.chance import DICE, Chance, below
from openoutcry.engine.compiled import rule
from peeking_game.rules import State


@rule
def hide(state: State, seat: int) -> None:
    """§1.1 Everybody else's secret goes."""
    for other in range(state.seats):
        if other != seat:
            state.secrets[other] = 0


@rule
def redeal(state: State, seat: int, chance: Chance) -> None:
    """§1.1 Either colour."""
    for other in range(state.seats):
        if other != seat:
            state.secrets[other] = 1 + below(chance, DICE, 2)
