"""Greedy bots: a few rules of thumb a game, one file each. The record's type picks the game, as in `engine/contract.py`.

A greedy bot is given a hidden record, never the state, and the mask of its legal actions; it changes neither. A game without a
file here has no greedy bot, and generic code that asks for one plays it at random.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from numba.extending import overload

from openoutcry.engine.chance import Chance
from openoutcry.engine.compiled import rule
from openoutcry.engine.contract import any_action
from openoutcry.engine.mask import Mask

Choose = Callable[[Any, int, Any, Any], int]


@cache
def choose_of(game: str) -> Choose | None:
    """The rules of thumb of a game, by its name; nothing where there are none.

    >>> choose_of("cash_a_catch").__module__
    'openoutcry.bots.greedy.cash_a_catch'
    >>> choose_of("chess") is None
    True
    """
    if not Path(__file__).with_name(f"{game}.py").exists():
        return None
    choose: Choose = import_module(f"{__name__}.{game}").choose
    return choose


@rule
def at_random(view: Any, seat: int, mask: Mask, thought: Chance) -> int:
    """Any legal action, for games without rules of thumb."""
    return any_action(view, mask, thought)


def greedy(view: Any, seat: int, mask: Mask, thought: Chance) -> int:
    """What the greedy bot of a game does, given what its seat may know and may do."""
    choose = choose_of(view.dtype.names[0]) or at_random
    return int(choose(view, seat, mask, thought))


def _greedy(view: Any, seat: Any, mask: Any, thought: Any) -> Any:
    """The same in compiled code: the choice is made while Numba compiles, which wants the two signatures equal to the letter."""
    choose = choose_of(next(iter(view.fields))) or at_random
    return lambda view, seat, mask, thought: choose(view, seat, mask, thought)


_greedy.__annotations__ = {}
overload(greedy, target="generic")(_greedy)
