"""What a player can do in Dead-Cat Bounce; imported as `do`: `do.SELL` is to sell AC, `do.SELL + 1` to sell 2C."""

from __future__ import annotations

from openoutcry.engine.actions import Actions, Range, Verb
from openoutcry.engine.cards import PACK, RANKS
from openoutcry.engine.names import Names
from openoutcry.games.dead_cat_bounce.pack import CARDS
from openoutcry.games.dead_cat_bounce.state import FLOP, LETTERS, MOST_SEATS, MOST_TOKENS_AT_ONCE

SEATS = Range(0, MOST_SEATS - 1)
ORDINARY_CARDS = Names("card", PACK)
ACTIONS = Actions(
    Verb("buy", {"place": Range(1, FLOP)}, clause="§4.1"),
    Verb("look", clause="§4.2"),
    Verb("put", {"card": CARDS}, clause="§4.3"),
    Verb("sell", {"card": CARDS}, secret=["card"], clause="§4.4"),
    Verb("sell_shown", {"card": CARDS}, clause="§4.4"),
    Verb("single", {"card": ORDINARY_CARDS}, clause="§5.5"),
    Verb("begin", {"card": ORDINARY_CARDS}, clause="§5.6"),
    Verb("at", {"meld": LETTERS}, clause="§5.7"),
    Verb("extend", {"card": ORDINARY_CARDS}, clause="§5.8"),
    Verb("bridge", {"card": ORDINARY_CARDS}, clause="§12.7"),
    Verb("take", {"card": CARDS}, clause="§5.9"),
    Verb("split", {"rank": Names("rank", list(RANKS[1:] + "A"))}, clause="§5.10"),
    Verb("takeover", {"seat": SEATS, "meld": LETTERS}, clause="§6.1"),
    Verb("steal", {"seat": SEATS, "card": ORDINARY_CARDS}, clause="§12.8"),
    Verb("propose", {"seat": SEATS}, clause="§7.1", part_of="trade"),
    Verb("give", {"card": CARDS}, clause="§7.2", part_of="trade"),
    Verb("give_shown", {"card": CARDS}, clause="§7.2", part_of="trade"),
    Verb("want", {"card": CARDS}, clause="§7.2", part_of="trade"),
    Verb("want_any", clause="§7.2", part_of="trade"),
    Verb("bid", {"tokens": Range(1, MOST_TOKENS_AT_ONCE)}, clause="§7.2", part_of="trade"),
    Verb("ask", {"tokens": Range(1, MOST_TOKENS_AT_ONCE)}, clause="§7.2", part_of="trade"),
    Verb("send", clause="§7.3", part_of="trade"),
    Verb("cancel", clause="§7.3", part_of="trade"),
    Verb("accept", clause="§7.4", part_of="trade"),
    Verb("decline", clause="§7.4", part_of="trade"),
    Verb("counter", clause="§7.4", part_of="trade"),
    Verb("choose", {"card": CARDS}, clause="§7.5", part_of="trade"),
    Verb("protect", {"meld": LETTERS}, clause="§8.1"),
    Verb("block", {"meld": LETTERS}, clause="§12.4"),
    Verb("discard", {"place": Range(1, FLOP)}, clause="§9.1"),
    Verb("leave", clause="§9.2"),
    Verb("next", clause="§2.2"),
    Verb("pay", clause="§10.2"),
)

BUY = ACTIONS.first("buy")
LOOK = ACTIONS.first("look")
PUT = ACTIONS.first("put")
SELL = ACTIONS.first("sell")
SELL_SHOWN = ACTIONS.first("sell_shown")
SINGLE = ACTIONS.first("single")
BEGIN = ACTIONS.first("begin")
AT = ACTIONS.first("at")
EXTEND = ACTIONS.first("extend")
BRIDGE = ACTIONS.first("bridge")
TAKE = ACTIONS.first("take")
SPLIT = ACTIONS.first("split")
TAKEOVER = ACTIONS.first("takeover")
STEAL = ACTIONS.first("steal")
PROPOSE = ACTIONS.first("propose")
GIVE = ACTIONS.first("give")
GIVE_SHOWN = ACTIONS.first("give_shown")
WANT = ACTIONS.first("want")
WANT_ANY = ACTIONS.first("want_any")
BID = ACTIONS.first("bid")
ASK = ACTIONS.first("ask")
SEND = ACTIONS.first("send")
CANCEL = ACTIONS.first("cancel")
ACCEPT = ACTIONS.first("accept")
DECLINE = ACTIONS.first("decline")
COUNTER = ACTIONS.first("counter")
CHOOSE = ACTIONS.first("choose")
PROTECT = ACTIONS.first("protect")
BLOCK = ACTIONS.first("block")
DISCARD = ACTIONS.first("discard")
LEAVE = ACTIONS.first("leave")
NEXT = ACTIONS.first("next")
PAY = ACTIONS.first("pay")
