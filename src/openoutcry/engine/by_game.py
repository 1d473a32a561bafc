"""`@by_game`: a function of which every game has its own, picked by the type of the record that is its first parameter.

The body is what holds where a game does not say. Compiled, the choice is made by Numba while it compiles: no cost at
run time, on every target. In plain Python the type is looked up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba

from openoutcry.engine.by_type import pick_by_type
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

CHOICES: dict[Any, Callable[[Game], Any]] = {}
"""What generic code calls -> what it stands for in a game, for targets that compile the code of one game at a time."""

_GAMES: dict[Any, Game] = {}
"""The game of a record's type, as compiled code knows it, and as NumPy does: one object per game, found by its
identity.
"""


def register(game: Game) -> None:
    """Make a game known by the type of its state."""
    _GAMES[numba.from_dtype(game.state_type)] = _GAMES[id(game.state_type)] = game


def game_of(record: Any) -> Game:
    """The game that a record is a state of."""
    return _GAMES.get(id(record.dtype)) or _GAMES[numba.from_dtype(record.dtype)]


def may_have(part: str, name: str, default: Any) -> str:
    """Let a game have something that is not compiled in a file of its own; asked for by its name."""
    MEMBERS[name] = Member(part, name, default)
    return name


def by_game(part: str, name: str = "", *, is_inlined: bool = False) -> Callable[[F], F]:
    """Let a function be what the record's game has in a file of its own, under the same name or another.

    Where that is a number rather than a function, it is what the function gives.
    """

    def decorate(generic: F) -> F:
        member = Member(part, name or generic.__name__, (inlined if is_inlined else rule)(generic))
        MEMBERS[member.name] = member

        @cache
        def own_of(kind: Any) -> Any:
            own = _GAMES[kind].member(member.name)
            return own if callable(own) else _giving(own, member.name)

        @wraps(generic)
        def chosen(*given: Any) -> Any:
            own = game_of(given[0]).member(member.name)
            return own(*given) if callable(own) else own

        CHOICES[chosen] = lambda game: game.member(member.name)
        pick_by_type(chosen, own_of)
        return cast("F", chosen)

    return decorate


def made_by_game(make: Callable[[Game], F]) -> F:
    """A function that is made for each game, from what the game declares."""
    made = cache(make)

    @wraps(make)
    def chosen(*given: Any) -> Any:
        return made(game_of(given[0]))(*given)

    CHOICES[chosen] = made
    pick_by_type(chosen, lambda kind: made(_GAMES[kind]))
    return cast("F", chosen)


def _giving(number: Any, name: str) -> Any:
    """A compiled function of a record that always gives the same number, under a name of its own."""

    def given(_state: Any) -> Any:
        return number

    given.__name__ = given.__qualname__ = name
    return inlined(given)
