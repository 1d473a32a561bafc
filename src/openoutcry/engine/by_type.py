"""A function that is picked by the type of the record that is its first parameter.

Compiled, the choice is made by Numba while it compiles: no cost at run time, on every target.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from numba import types
from numba.core.typing.templates import AbstractTemplate, infer_global


def pick_by_type(chosen: Callable[..., Any], own_of: Callable[[Any], Any]) -> None:
    """Let compiled code that calls a function call what `own_of` gives for the type of the first thing given."""
    make_known: Any = infer_global
    make_known(chosen, types.Function(_choice(chosen, own_of)))


def _choice(chosen: Callable[..., Any], own_of: Callable[[Any], Any]) -> type[AbstractTemplate]:
    """What Numba asks while it compiles a call: which function it is, by the type of the first thing it is given."""

    class Choice(AbstractTemplate):
        key = chosen

        def generic(self, args: Any, kws: Any) -> Any:
            own: Any = types.Dispatcher(own_of(args[0]))
            called = own.get_call_type(self.context, args, kws)
            self._owns[called.args] = own.get_overload(called)
            return called

        def get_impl_key(self, called: Any) -> Any:
            return self._owns[called.args]

        _owns: ClassVar[dict[Any, Any]] = {}

    return Choice
