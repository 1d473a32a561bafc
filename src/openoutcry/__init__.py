"""Open Outcry: market games whose rules are written once and run everywhere.

>>> import openoutcry as oo
>>> [game.name for game in oo.games()]
['bounce', 'cash_a_catch', 'cash_or_crash', 'crypto_cards', 'dead_cat_bounce']
>>> match = oo.Match("crypto_cards", seats=4, options={"hand": 5}, seed=7)
>>> while not match.over:
...     seat = match.to_act[0]
...     match.play(seat, match.legal(seat)[0])
>>> match.ending
'second_joker'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, NeedsConsent, Refused
from openoutcry.games import registered  # imported before `games` below, which then keeps that name

if TYPE_CHECKING:
    from openoutcry.engine.actions import Action
    from openoutcry.table.file import load
    from openoutcry.table.match import LogEntry, Match, View

__all__ = ["Action", "Game", "LogEntry", "Match", "Mistake", "NeedsConsent", "Refused", "View", "games", "load"]
__version__ = "0.2.0"

_LATER = {
    "Action": "openoutcry.engine.actions",
    "LogEntry": "openoutcry.table.match",
    "Match": "openoutcry.table.match",
    "View": "openoutcry.table.match",
    "load": "openoutcry.table.file",
}
"""What needs the compiler, which takes a moment to import."""


def games() -> list[Game]:
    """Every game there is: ours, and those of installed packages."""
    return list(registered().values())


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'openoutcry' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)
