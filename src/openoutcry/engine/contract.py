"""The verbs that every game has, then what a game may have besides, with what holds where it does not say.

A generic algorithm calls them here; the type of the record picks the game (`engine/by_game.py`). The first word after
`by_game` is the file in the game's folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from openoutcry.engine import mask as masks
from openoutcry.engine.by_game import by_game, may_have
from openoutcry.engine.compiled import inlined, rule
from openoutcry.engine.events import NONE
from openoutcry.engine.names import Names
from openoutcry.engine.rows import coloured

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

SPECTATOR = -1
"""The seat of those who only watch."""

NO_CLAUSE = 0
"""What `refusal` says of a legal action."""

MADE = ""
"""The part of what no file has: it is made of the game's declarations."""

VERBS = {
    "setup": ("state", "chance"),
    "legal": ("state", "seat", "mask"),
    "apply": ("state", "seat", "action", "chance"),
    "points": ("state", "seat"),
    "place": ("state", "seat"),
    "hide": ("state", "seat"),
    "redeal": ("state", "seat", "chance"),
    "refusal": ("state", "seat", "action"),
}
"""Every verb that a game must have, with its parameters, in the order in which its files have them."""


def clause(name: str) -> int:
    """A clause as a number that compiled code can return: §3.4 is 304."""
    chapter, number = name.removeprefix("§").split(".")
    return int(chapter) * 100 + int(number)


def clause_name(number: int) -> str:
    """The clause of a number: 304 is §3.4."""
    return f"§{number // 100}.{number % 100}"


@by_game("rules")
def setup(state: Any, chance: Any) -> None:
    """Deal; seats and options are already in the record."""


@by_game("rules")
def legal(state: Any, seat: int, mask: Any) -> None:
    """Write every legal action of that seat, as bits."""


@by_game("rules")
def apply(state: Any, seat: int, action: int, chance: Any) -> None:
    """Play a legal action; afterwards `state.to_act` says who may act."""


@by_game("rules")
def points(state: Any, seat: int) -> int:
    """The result of a seat so far."""
    return 0


@by_game("rules")
def place(state: Any, seat: int) -> int:
    """The ranking of a seat so far, 1 the best, ties shared."""
    return 1


@by_game("sight")
def hide(state: Any, seat: int) -> None:
    """Blank, in place, all that the seat may not know."""


@by_game("sight")
def redeal(state: Any, seat: int, chance: Any) -> None:
    """Fill what was hidden from the seat with a fair sample of what it could be, given all that the seat knows."""


@by_game("rules")
def refusal(state: Any, seat: int, action: int) -> int:
    """The clause that forbids an action, as a number; NO_CLAUSE if none does."""
    return NO_CLAUSE


@by_game("rules", "LOWEST_WINS")
def lowest_wins(state: Any) -> bool:
    """Whether fewest points win."""
    return False


@by_game("rules")
def step(state: Any) -> int:
    """Which secret choice or race is open, by a number that no two in a row share; 0 where one acts alone."""
    return 0


@by_game("rules", is_inlined=True)
def any_action(state: Any, mask: Any, thought: Any) -> int:
    """A legal action at random: all equally likely, unless the game chooses otherwise."""
    return masks.any_action(mask, thought)


@by_game(MADE)
def any_kind(state: Any, mask: Any, thought: Any) -> int:
    """A legal action at random, its kind first: no verb is chosen more often because it has more parameters."""
    return any_action(state, mask, thought)


@by_game(MADE)
def only_of_its_kind(state: Any, action: int) -> bool:
    """Whether an action is all that its verb can do, such as a challenge: it has no parameters."""
    return False


@by_game("events")
def events(before: Any, after: Any, seat: int, action: int, told: Any) -> None:
    """What came of an action, as events, from two hidden records of one reader and what that reader saw done."""


@by_game("tidy")
def tidy(view: Any, seat: int) -> int:
    """The next action of work that a player may leave to the table; -1 where there is a choice to make."""
    return -1


@by_game("lapse")
def lapse(view: Any, seat: int) -> int:
    """What lets an offer lapse that others wait for this seat to answer; -1 where nobody waits for an answer."""
    return -1


@by_game("thumb", "choose")
def greedy(view: Any, seat: int, mask: Any, thought: Any) -> int:
    """What the rules of thumb say, given what the seat may know and do; any action in a game that has none."""
    return any_action(view, mask, thought)


@by_game("sense")
def sensible(view: Any, seat: int, mask: Any) -> None:
    """Forbid, of what a seat may do, what makes no sense whatever the others have; something is always left."""


@by_game("habits")
def leave_out(view: Any, seat: int, mask: Any, habits: Any) -> None:
    """Forbid, of what a seat may do, what belongs to some habits, a set of them; it may be that nothing is left."""


@by_game("thumb")
def prospects(world: Any, seat: int) -> int:
    """How well a seat stands, the more the better: by its points, unless the rules of thumb know better."""
    return -points(world, seat) if lowest_wins(world) else points(world, seat)


SURE = 1000


@by_game("thumb")
def plausibility(world: Any, seat: int) -> int:
    """How well a sampled world fits what the others were seen to do, in thousandths; in most games that says little."""
    return SURE


@by_game("thumb")
def is_settled(world: Any) -> bool:
    """Whether one can tell now how everybody stands: nothing is half done."""
    return True


@by_game("thumb", "IS_EXACT")
def is_exact(world: Any) -> bool:
    """Whether the rules of thumb are the best there is, and a search cannot do better."""
    return False


LONGEST = 100_000
"""A play-out is cut off after so many steps; every game ends long before."""


@by_game("thumb", "HORIZON")
def horizon(world: Any) -> int:
    """After how many steps of a play-out to ask how everybody stands, rather than to play to the end."""
    return LONGEST


@by_game("thumb", "PATIENCE")
def patience(world: Any) -> int:
    """How many visits a search leaves everybody further down its tree to the rules of thumb: few play-outs tell
    little.
    """
    return 16


@by_game("thumb", "WHIMS")
def whims(world: Any) -> int:
    """One in so many actions of a play-out is any action: opponents do not all play by our rules of thumb."""
    return 50


BOARD = may_have("terminal", "board", None)
"""`board(seen)` gives the game's table in the terminal (`engine/rows.py`); without it the fields are shown."""
COLOURED = may_have("terminal", "coloured", coloured)
"""`coloured(sentence)` gives a sentence with the game's things in their colours: those of the suits."""
QUIET = may_have("terminal", "QUIET", ())
"""Verbs whose actions are no news: people want to hear only what came of them."""
FACTS = may_have("facts", "FACTS", {})
"""What page and terminal may ask of a record, by name (`engine/facts.py`); a game need not have any."""
EVENTS = may_have("events", "EVENTS", NONE)
"""What can come of an action (`engine/events.py`)."""
HABITS = may_have("habits", "HABITS", Names("habit", []))
"""What a player may do without though it is no verb, such as bluffs; the lab asks what it is worth."""
USUAL_THOUGHTS = 200, 2000
THOUGHTS = may_have("thumb", "THOUGHTS", USUAL_THOUGHTS)
"""How many play-outs the levels `medium` and `hard` have for a decision: so many that people can tell them apart."""


def made_for(game: Game) -> dict[str, Any]:
    """What is made of a game's declarations, by name."""
    begins = [*(game.actions.first(verb.name) for verb in game.actions.verbs), len(game.actions)]
    firsts, any_of_a_kind = np.array(begins), masks.any_of_a_kind(begins)

    @inlined
    def any_kind(state: Any, mask: Any, thought: Any) -> int:
        return any_of_a_kind(mask, thought)

    @rule
    def only_of_its_kind(state: Any, action: int) -> bool:
        kind = 0
        while firsts[kind + 1] <= action:
            kind += 1
        return bool(firsts[kind + 1] - firsts[kind] == 1)

    return {"any_kind": any_kind, "only_of_its_kind": only_of_its_kind}
