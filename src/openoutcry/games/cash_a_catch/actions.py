"""What a player can do in Cash-a-Catch; imported as `do`: `do.SCRAP` is to scrap E1, `do.SCRAP + 1` to scrap E2."""

from __future__ import annotations

from openoutcry.engine.actions import Actions, Range, Verb
from openoutcry.games.cash_a_catch import GAME
from openoutcry.games.cash_a_catch.state import FISH, KINDS, PLACES_OF_STAND

SEATS = Range(0, GAME.seats[-1] - 1)
ACTIONS = Actions(
    Verb("sell", {"place": PLACES_OF_STAND}, clause="§3.1"),
    Verb("open", clause="§4.1"),
    Verb("ring", clause="§4.2", bell=True),
    Verb("hold", unseen=True, holds=True, clause="§4.2"),
    Verb("steal", {"seat": SEATS, "place": PLACES_OF_STAND}, clause="§5.2"),
    Verb("pass", clause="§5.2"),
    Verb("throw", {"kind": KINDS}, clause="§5.3"),
    Verb("lay", {"card": FISH, "place": PLACES_OF_STAND}, clause="§5.5"),
    Verb("scrap", {"card": FISH}, clause="§5.8"),
    Verb("done", clause="§5.1"),
)

SELL = ACTIONS.first("sell")
OPEN = ACTIONS.first("open")
RING = ACTIONS.first("ring")
HOLD = ACTIONS.first("hold")
STEAL = ACTIONS.first("steal")
PASS = ACTIONS.first("pass")
THROW = ACTIONS.first("throw")
LAY = ACTIONS.first("lay")
SCRAP = ACTIONS.first("scrap")
DONE = ACTIONS.first("done")
