"""Bots of other packages: nothing they do wrong is more than a sentence that names them, and a compiled one plays whole
games like ours.

In compiled code such a bot is the address of its machine code; in plain Python (NUMBA_DISABLE_JIT=1) a number that
stands for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from inspect import signature
from itertools import count
from reprlib import repr as brief
from textwrap import shorten
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from openoutcry.engine.actions import Action
from openoutcry.engine.chance import CHANCE
from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.contract import NO_CLAUSE, clause_name
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.record import copied
from openoutcry.table.match import View, action_of

Choose = Callable[[Any, int, Any, Any], int]

RAISED = -(2**62)
"""What a compiled bot that raised is taken to have answered."""
LONGEST = 160
"""Characters of what a bot answered or raised that are told."""


class BotFailed(Mistake):
    """A bot of another package raised, or answered with what is no legal action; the match is as it was."""


def raised(name: str, error: BaseException) -> BotFailed:
    """A bot's own error, as a sentence."""
    told = shorten(f"{type(error).__name__}: {error}", LONGEST, placeholder=" …")
    return BotFailed(f"the bot {name!r} failed: it raised {told}")


def illegal(name: str, answer: object, why: str = "") -> BotFailed:
    """A wrong answer, as a sentence."""
    told = str(answer) if isinstance(answer, Action) else answer
    return BotFailed(f"the bot {name!r} failed: it answered {brief(told)}, which is not one of its legal actions{why}")


def forbidden(game: Game, record: Any, seat: int, number: int) -> str:
    """The clause that forbids an action, in brackets; nothing where the rules name none."""
    clause = int(game.rules.refusal(record, seat, number)) if 0 <= number < len(game.actions) else NO_CLAUSE
    return f" ({clause_name(clause)})" if clause != NO_CLAUSE else ""


class GuestBot:
    """A bot of another package as one of ours: it may answer with an action, its number or its text, as long as that is
    legal.
    """

    def __init__(self, name: str, guest: Any, choose: Callable[[View, Any], Any]) -> None:
        """The bot as its package has it, and how it is asked."""
        self.name, self.guest, self._choose = name, guest, choose

    def choose(self, view: View, chance: Any) -> Action:
        """What the bot says, if it is legal."""
        legal, seat, record = view.legal, view.seat, copied(view.record)
        try:
            answer = self._choose(view, chance)
        except (Exception, SystemExit) as error:
            raise raised(self.name, error) from error
        try:
            action = action_of(view.game, answer)
        except Exception:
            raise illegal(self.name, answer) from None
        if action not in legal:
            raise illegal(self.name, answer, forbidden(view.game, record, seat or 0, action.number))
        return action


def is_compiled(other: Any) -> bool:
    """Whether a bot of another package is one compiled function over the hidden record."""
    is_rule = callable(other) if IS_PLAIN else hasattr(other, "py_func")
    return is_rule and not isinstance(other, type) and not hasattr(other, "choose") and takes(other) == 4


def takes(function: Any) -> int:
    """How many parameters a function has; none if it is no function that can say."""
    try:
        return len(signature(getattr(function, "py_func", function)).parameters)
    except (TypeError, ValueError):
        return 0


_PLAIN: dict[int, Choose] = {}
_NUMBERS = count(1)
_COMPILED: list[Any] = []
"""What was compiled, kept so that its addresses stay true."""


@cache
def address_of(name: str, choose: Choose, game: Game) -> int:
    """Where compiled code finds a bot, once it is compiled for a game."""

    def asked(view: Any, seat: int, mask: Any, thought: Any) -> Any:
        try:
            return np.int64(choose(view, seat, mask, thought))
        except Exception:
            return RAISED

    if IS_PLAIN:
        _PLAIN[number := next(_NUMBERS)] = asked
        return number
    given = (numba.from_dtype(game.state_type), types.int64, numba.from_dtype(game.mask_type), numba.from_dtype(CHANCE))
    dispatcher: Any = choose
    try:
        dispatcher.compile(given)
        answers = dispatcher.overloads[given].signature.return_type
        if not isinstance(answers, types.Integer):
            raise BotFailed(f"the bot {name!r} should answer with the number of an action, not with {answers}")
        _COMPILED.append(numba.cfunc(types.int64(*given))(asked))
    except BotFailed:
        raise
    except Exception as error:
        told = shorten(str(error), LONGEST, placeholder=" …")
        raise BotFailed(f"the bot {name!r} cannot be compiled for {game.title}: {told}") from None
    return int(_COMPILED[-1].address)


def ask(address: int, view: Any, seat: int, mask: Any, thought: Any) -> int:
    """What the compiled bot at an address answers."""
    return _PLAIN[address](view, seat, mask, thought)


def _call(typing: Any, address: Any, view: Any, seat: Any, mask: Any, thought: Any) -> Any:
    """Call what is at an address."""

    def generate(context: Any, builder: Any, called: Any, given: Any) -> Any:
        kinds = [context.get_argument_type(kind) for kind in called.args[1:]]
        pointer = ir.FunctionType(context.get_value_type(called.return_type), kinds).as_pointer()
        return builder.call(builder.inttoptr(given[0], pointer), given[1:])

    return types.int64(types.int64, view, types.int64, mask, thought), generate


_called: Any = intrinsic(_call)


def _ask(address: Any, view: Any, seat: Any, mask: Any, thought: Any) -> Any:
    """The same in compiled code; Numba wants the two signatures equal to the letter."""
    return lambda address, view, seat, mask, thought: _called(address, view, seat, mask, thought)


_ask.__annotations__ = {}
overload(ask, target="generic")(_ask)
