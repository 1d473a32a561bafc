"""`@by_game`: a function of which every game has its own, picked by the type of the record that is its first parameter.

The body is what holds where a game does not say. Compiled, the choice is made by Numba while it compiles: no cost at
run time, on every target. In plain Python the type is looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from numba.extending import overload

from openoutcry.engine.compiled import inlined, rule

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Member:
    """Something that a game may have: in which of its files it is, under which name, and what holds where it is not."""

    part: str
    name: str
    default: Any


MEMBERS: dict[str, Member] = {}
"""Everything that a game has or may have, by its name there."""

_GAMES: dict[Any, Game] = {}
"""The game of a record's type, as compiled code knows it, and as NumPy does: one object a game, found by its
identity.
"""


def register(game: Game) -> None:
    """Make a game known by the type of its state."""
    _GAMES[numba.from_dtype(game.state_type)] = _GAMES[id(game.state_type)] = game


def game_of(record: Any) -> Game:
    """The game that a record is a state of."""
    return _GAMES.get(id(record.dtype)) or _GAMES[numba.from_dtype(record.dtype)]


def by_game(part: str, name: str = "", *, is_inlined: bool = False) -> Callable[[F], F]:
    """Let a function be what the record's game has in a file of its own, under the same name or another.

    Where that is a number rather than a function, it is what the function gives.
    """

    def decorate(generic: F) -> F:
        member = Member(part, name or generic.__name__, (inlined if is_inlined else rule)(generic))
        MEMBERS[member.name] = member

        def own_of(kind: Any) -> Any:
            return _GAMES[kind].member(member.name)

        @wraps(generic)
        def chosen(*given: Any) -> Any:
            own = game_of(given[0]).member(member.name)
            return own(*given) if callable(own) else own

        overload(chosen, target="generic", jit_options={"forceinline": True} if is_inlined else {})(
            _choice(generic, own_of)
        )
        return cast("F", chosen)

    return decorate


def _choice(generic: Callable[..., Any], own_of: Callable[[Any], Any]) -> Callable[..., Any]:
    """What Numba asks while it compiles. It wants the two signatures equal to the letter, so they are written out
    here.
    """
    first, *others = signature(generic).parameters
    given = ", ".join([first, *others])
    names: dict[str, Any] = {"own_of": own_of, "callable": callable}
    either = f"(lambda {given}: own({given})) if callable(own) else (lambda {given}: own)"
    exec(f"def choice({given}):\n own = own_of({first})\n return {either}", names)
    choice: Callable[..., Any] = names["choice"]
    return choice
