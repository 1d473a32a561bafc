"""What a player can do in Cash or Crash; imported as `do`: `do.SWAP` is to swap GGO, `do.SWAP + 1` to swap GGW."""

from __future__ import annotations

from openoutcry.engine.actions import Actions, Range, Subsets, Verb
from openoutcry.games.cash_or_crash.state import CARDS, GOODS

ACTIONS = Actions(
    Verb("swap", {"card": CARDS}, unseen=True, clause="§3.1"),
    Verb("take", {"card": CARDS}, unseen=True, clause="§3.1"),
    Verb("keep", unseen=True, clause="§3.1"),
    Verb("recover", {"card": CARDS}, secret=["card"], clause="§3.3"),
    Verb("stake", {"card": CARDS}, secret=["card"], clause="§4.1"),
    Verb("bid", {"amount": Range(1, 80), "commodities": Subsets(GOODS)}, clause="§5.1"),
    Verb("add", {"card": CARDS}, secret=["card"], clause="§5.5"),
    Verb("challenge", clause="§6.1"),
    Verb("hold", unseen=True, holds=True, clause="§8.8"),
    Verb("double", clause="§9.1"),
    Verb("show", clause="§9.1"),
    Verb("persist", clause="§9.2"),
    Verb("withdraw", clause="§9.2"),
    Verb("discard", {"card": CARDS}, secret=["card"], clause="§9.2"),
    Verb("stop", clause="§8.9"),
)

SWAP = ACTIONS.first("swap")
TAKE = ACTIONS.first("take")
KEEP = ACTIONS.first("keep")
RECOVER = ACTIONS.first("recover")
STAKE = ACTIONS.first("stake")
BID = ACTIONS.first("bid")
ADD = ACTIONS.first("add")
CHALLENGE = ACTIONS.first("challenge")
HOLD = ACTIONS.first("hold")
DOUBLE = ACTIONS.first("double")
SHOW = ACTIONS.first("show")
PERSIST = ACTIONS.first("persist")
WITHDRAW = ACTIONS.first("withdraw")
DISCARD = ACTIONS.first("discard")
STOP = ACTIONS.first("stop")
