"""The verbs every game has. A generic algorithm calls them here; the state's record type picks the game.

Compiled, the choice is made by Numba while it compiles: no cost at run time, on every target. In plain Python the body below
makes the same choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from openoutcry.engine.compiled import GAME_DIGESTS
from openoutcry.engine.mask import any_of_a_kind

SPECTATOR = -1
"""The seat of those who only watch."""

NO_CLAUSE = 0
"""What `refusal` says of a legal action."""

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
"""Every verb with its parameters, in the order in which a game's files have them."""

_RULES: dict[Any, Mapping[str, Any]] = {}


def register(state: np.dtype[Any], verbs: Mapping[str, Any], digest: str) -> None:
    """Make a game's verbs known by the type of its state, with `firsts`, the first action of each kind, and `lowest_wins`."""
    kind = numba.from_dtype(state)
    _RULES[kind] = verbs
    GAME_DIGESTS[kind] = digest


def clause(name: str) -> int:
    """A clause as a number that compiled code can return: §3.4 is 304."""
    chapter, number = name.removeprefix("§").split(".")
    return int(chapter) * 100 + int(number)


def clause_name(number: int) -> str:
    """The clause of a number: 304 is §3.4."""
    return f"§{number // 100}.{number % 100}"


def setup(state: Any, chance: Any) -> None:
    """Deal; seats and options are already in the record."""
    _verb(state, "setup")(state, chance)


def legal(state: Any, seat: int, mask: Any) -> None:
    """Write every legal action of that seat, as bits."""
    _verb(state, "legal")(state, seat, mask)


def apply(state: Any, seat: int, action: int, chance: Any) -> None:
    """Play a legal action; afterwards `state.to_act` says who may act."""
    _verb(state, "apply")(state, seat, action, chance)


def points(state: Any, seat: int) -> int:
    """The result of a seat so far."""
    return int(_verb(state, "points")(state, seat))


def place(state: Any, seat: int) -> int:
    """The ranking of a seat so far, 1 the best, ties shared."""
    return int(_verb(state, "place")(state, seat))


def hide(state: Any, seat: int) -> None:
    """Blank, in place, all that the seat may not know."""
    _verb(state, "hide")(state, seat)


def redeal(state: Any, seat: int, chance: Any) -> None:
    """Fill what was hidden from the seat with a fair sample of what it could be, given all that the seat knows."""
    _verb(state, "redeal")(state, seat, chance)


def refusal(state: Any, seat: int, action: int) -> int:
    """The clause that forbids an action, as a number; NO_CLAUSE if none does."""
    return int(_verb(state, "refusal")(state, seat, action))


def any_action(state: Any, mask: Any, thought: Any) -> int:
    """A legal action at random: all equally likely, unless the game's rules have an `any_action` of their own."""
    return int(_verb(state, "any_action")(mask, thought))


def any_kind(state: Any, mask: Any, thought: Any) -> int:
    """A legal action at random, its kind first: no verb is chosen more often because it has more parameters."""
    return int(any_of_a_kind(mask, _RULES[numba.from_dtype(state.dtype)]["firsts"], thought))


def any_action_of(kind: Any) -> Callable[..., Any]:
    """What chooses at random in the game whose states are of that compiled type."""
    choose: Callable[..., Any] = _RULES[kind]["any_action"]
    return choose


def lowest_wins(kind: Any) -> bool:
    """Whether fewest points win in the game whose states are of that compiled type."""
    return bool(_RULES[kind]["lowest_wins"])


def _verb(state: Any, name: str) -> Callable[..., Any]:
    verb: Callable[..., Any] = _RULES[numba.from_dtype(state.dtype)][name]
    return verb


def _compiled(verb: Callable[..., Any], *, forceinline: bool = False) -> Callable[[Callable[..., Any]], None]:
    """What a verb is in compiled code. Numba wants the two signatures equal to the letter, so the annotations go."""

    def decorate(choose: Callable[..., Any]) -> None:
        choose.__annotations__ = {}
        overload(verb, target="generic", jit_options={"forceinline": True} if forceinline else {})(choose)

    return decorate


@_compiled(setup)
def _setup(state: Any, chance: Any) -> Any:
    verb = _RULES[state]["setup"]
    return lambda state, chance: verb(state, chance)


@_compiled(legal)
def _legal(state: Any, seat: Any, mask: Any) -> Any:
    verb = _RULES[state]["legal"]
    return lambda state, seat, mask: verb(state, seat, mask)


@_compiled(apply)
def _apply(state: Any, seat: Any, action: Any, chance: Any) -> Any:
    verb = _RULES[state]["apply"]
    return lambda state, seat, action, chance: verb(state, seat, action, chance)


@_compiled(points)
def _points(state: Any, seat: Any) -> Any:
    verb = _RULES[state]["points"]
    return lambda state, seat: verb(state, seat)


@_compiled(place)
def _place(state: Any, seat: Any) -> Any:
    verb = _RULES[state]["place"]
    return lambda state, seat: verb(state, seat)


@_compiled(hide)
def _hide(state: Any, seat: Any) -> Any:
    verb = _RULES[state]["hide"]
    return lambda state, seat: verb(state, seat)


@_compiled(redeal)
def _redeal(state: Any, seat: Any, chance: Any) -> Any:
    verb = _RULES[state]["redeal"]
    return lambda state, seat, chance: verb(state, seat, chance)


@_compiled(refusal)
def _refusal(state: Any, seat: Any, action: Any) -> Any:
    verb = _RULES[state]["refusal"]
    return lambda state, seat, action: verb(state, seat, action)


@_compiled(any_action, forceinline=True)
def _any_action(state: Any, mask: Any, thought: Any) -> Any:
    choose = _RULES[state]["any_action"]
    return lambda state, mask, thought: choose(mask, thought)  # noqa: ARG005


@_compiled(any_kind)
def _any_kind(state: Any, mask: Any, thought: Any) -> Any:
    firsts = _RULES[state]["firsts"]
    return lambda state, mask, thought: any_of_a_kind(mask, firsts, thought)  # noqa: ARG005
