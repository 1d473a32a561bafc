"""CUDA from the same functions: every rule becomes a function of the device, compiled from the same Python.

A kernel is made for one game. Wherever it, or a rule that it calls, names another rule, the device's function of that
rule takes its place; what every game has its own of (`engine/by_game.py`) is resolved to that of the game. Nothing of
the native code is touched. In Numba's simulator (NUMBA_ENABLE_CUDASIM=1, with NUMBA_DISABLE_JIT=1) the same is done
with plain Python functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from numba import cuda
from numba.core import config
from numba.extending import intrinsic

from openoutcry.engine import chance
from openoutcry.engine.by_game import CHOICES
from openoutcry.engine.compiled import IS_PLAIN, inlined
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.wholes import RuleDispatcher, widened

if TYPE_CHECKING:
    from openoutcry.engine.game import Game

IS_SIMULATED = bool(vars(config)["ENABLE_CUDASIM"])
CHIP = (9, 0)
"""What code is compiled for where there is no GPU: Hopper, the H100 and the H200."""
PACKAGE = __name__.partition(".")[0]
BY_KEY = {chance.below: chance.keyed_below, chance.came: chance.unnoticed}
"""What the type of a chance picks natively: on the device chance comes from a key."""

if IS_PLAIN:
    standing_block = chance._block

else:

    @intrinsic
    def standing_block(typing: Any, words: Any, place: Any, key: Any, counter: Any, nonce: Any, rounds: Any) -> Any:
        """The cipher, in a function that stands once and is called wherever something is drawn: the threads of a warp
        wait for code, and for one another at each copy of it.
        """
        written: Any = chance._block
        signature, write = written._defn(typing, words, place, key, counter, nonce, rounds)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.function.attributes.add("noinline")
            return write(context, builder, signature, args)

        return signature, codegen


class NoGpu(Mistake, ImportError):
    """There is no GPU to play on."""


def check_gpu() -> None:
    """Say in one sentence what is missing, where kernels cannot run."""
    if IS_SIMULATED and not IS_PLAIN:
        raise NoGpu("in Numba's CUDA simulator rules are plain Python: set NUMBA_DISABLE_JIT=1 as well")
    if not IS_SIMULATED and IS_PLAIN:
        raise NoGpu("NUMBA_DISABLE_JIT is set: without the compiler nothing runs on a GPU")
    if not cuda.is_available():
        raise NoGpu(
            "there is no GPU here that CUDA can use; `outcry simulate` plays natively on all cores, and "
            "NUMBA_ENABLE_CUDASIM=1 with NUMBA_DISABLE_JIT=1 runs a few games in Numba's simulator"
        )


@cache
def chip() -> tuple[int, int]:
    """The compute capability to compile for: that of the GPU, if there is one."""
    if IS_SIMULATED or not cuda.is_available():
        return CHIP
    major, minor = cuda.get_current_device().compute_capability
    return int(major), int(minor)


class Rules:
    """The functions of one game for the device, each made once; some may stand in for others (`instead`)."""

    def __init__(self, game: Game, instead: Mapping[Any, Any] | None = None) -> None:
        self.game = game
        self._instead = {**BY_KEY, chance._block: standing_block, **(instead or {})}
        self._homes = {PACKAGE, game.package.partition(".")[0]}
        self._made: dict[Any, Any] = {}
        game.rules  # noqa: B018 (with its rules, a game is known to the contract)

    def kernel(self, function: Callable[..., Any]) -> Any:
        """A function whose names lead to the device: to be compiled to PTX, or started on a GPU."""
        return self._copied(function, lambda copy: copy)

    def _rule(self, function: Any) -> Any:
        """The device's function of a rule."""
        if function not in self._made:
            is_inlined = not IS_PLAIN and bool(function.targetoptions.get("forceinline"))
            self._copied(function, lambda copy: copy if IS_SIMULATED else DeviceRule(copy, is_inlined))
        return self._made[function]

    def _copied(self, function: Any, made_of: Callable[[FunctionType], Any]) -> Any:
        """The same code with other names; it is known before its names are looked up, since it may call itself."""
        given: FunctionType = getattr(function, "py_func", function)
        cells = tuple(CellType() for _ in given.__closure__ or ())
        copy = FunctionType(given.__code__, {}, given.__name__, given.__defaults__, cells)
        self._made[function] = made = made_of(copy)
        used = frozenset(_names_in(given.__code__))
        copy.__globals__.update(given.__globals__)
        for name in used & given.__globals__.keys():
            copy.__globals__[name] = self._on_device(given.__globals__[name], used)
        for cell, held in zip(cells, given.__closure__ or (), strict=True):
            cell.cell_contents = self._on_device(held.cell_contents, used)
        return made

    def _on_device(self, value: Any, used: frozenset[str]) -> Any:
        """What a name stands for on the device, for code that uses these names."""
        if isinstance(value, ModuleType):
            return self._module(value, used)
        if not callable(value):
            return value
        chosen = self._instead.get(value, value)
        if chosen in CHOICES:
            own = CHOICES[chosen](self.game)
            chosen = self._instead.get(own, own) if callable(own) else _giving(own)
        return self._rule(chosen) if self._is_rule(chosen) else chosen

    def _is_rule(self, value: Any) -> bool:
        """Whether something is compiled from a function of ours or of the game's package; in plain Python, is one."""
        if not IS_PLAIN:
            return isinstance(value, RuleDispatcher)
        return isinstance(value, FunctionType) and value.__module__.partition(".")[0] in self._homes

    def _module(self, module: ModuleType, used: frozenset[str]) -> ModuleType:
        """A module of which code uses these names: those among them that are rules are the device's."""
        if module.__name__.partition(".")[0] not in self._homes:
            return module
        copy = ModuleType(module.__name__)
        copy.__dict__.update(module.__dict__)
        copy.__dict__.update({name: self._on_device(vars(module)[name], used) for name in used & vars(module).keys()})
        return copy


def _names_in(code: CodeType) -> Iterator[str]:
    """Every name that code looks up, inner functions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


def _giving(number: Any) -> Any:
    """A function of a record that always gives the same number."""

    @inlined
    def given(_state: Any) -> Any:
        return number

    return given


if not IS_SIMULATED:
    from numba.cuda.compiler import compile_cuda
    from numba.cuda.dispatcher import CUDADispatcher

    class DeviceRule(CUDADispatcher):
        """A rule on the device: it takes numbers of 64 bits, as natively, and is compiled without asking for a GPU."""

        def __init__(self, function: FunctionType, is_inlined: bool) -> None:
            super().__init__(function, {"device": True, "opt": True, "debug": False, "forceinline": is_inlined})

        def get_call_template(self, args: Any, kws: Any) -> Any:
            """What a caller has to know."""
            return super().get_call_template([*map(widened, args)], kws)

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            """Numba's own, but for the chip: that of the GPU, or of one that may be there later."""
            if args not in self.overloads:
                with self._compiling_counter:
                    compiled = compile_cuda(
                        self.py_func,
                        return_type,
                        args,
                        forceinline=self.targetoptions["forceinline"],
                        nvvm_options={"opt": 3, "fastmath": False},
                        cc=chip(),
                    )
                    self.overloads[args] = compiled
                    context = compiled.target_context
                    context.insert_user_function(compiled.entry_point, compiled.fndesc, [compiled.library])
            return self.overloads[args]


def ptx_of(kernel: Any, args: tuple[Any, ...]) -> str:
    """The PTX of a kernel; no GPU is needed for it."""
    code, _ = cuda.compile_ptx(kernel, args, cc=chip())
    return str(code)


def compiler() -> Path:
    """The library that makes PTX: NVVM, as Numba finds it."""
    from cuda.pathfinder import load_nvidia_dynamic_lib

    found = load_nvidia_dynamic_lib("nvvm").abs_path
    assert found is not None
    return Path(found)
