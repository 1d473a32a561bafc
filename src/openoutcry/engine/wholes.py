"""Each function is optimised once, together with all that it calls, when Python first calls it.

Numba by itself optimises every function as soon as it is compiled, writes its machine code and a wrapper for Python,
and does all of it again in whatever calls that function. Here a function that others call remains a `Part`, LLVM's code
as it was made; what Python calls becomes a `Whole`: the parts it needs, each linked once, then optimised and made
machine code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import llvmlite.binding as llvm
from numba import types
from numba.core import compiler, sigutils, typed_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys

UNRESOLVED = ".numba.unresolved$"
"""What Numba calls a function that calls itself, until it is there: it has to be found by its name."""


class Part(JITCodeLibrary):
    """The code of one function, not optimised, and which others it calls."""

    def add_linking_library(self, library: Any) -> None:
        """Remember what it calls; what Numba has for counting references is not called, as nothing is allocated."""
        if library is not rtsys.library:
            super().add_linking_library(library)

    def add_llvm_module(self, ll_module: Any) -> None:
        """Take code as it is."""
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Nothing is to be done before a whole is made of it."""
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """With all that it calls, for code that is not ours."""
        if self._shared_module is None:
            self._shared_module = linked(self._codegen, self.name, [self])
            make_shared(self._shared_module)
        return self._shared_module


class Whole(JITCodeLibrary):
    """A function with its wrapper for Python and all that it calls, optimised together."""

    def add_llvm_module(self, ll_module: Any) -> None:
        """Take code as it is."""
        self._final_module.link_in(ll_module)

    def finalize(self) -> None:
        """Link, optimise and make machine code."""
        seen = {function.name for function in self._final_module.functions if not function.is_declaration}
        for module in modules_of(self._linking_libraries):
            self._final_module.link_in(module, preserve=True)
        if not any(each.name.startswith(UNRESOLVED) for each in self._final_module.global_variables):
            hide_all_but(self._final_module, seen)
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)
        self._final_module.verify()
        self._finalize_final_module()


def modules_of(libraries: Iterable[Any]) -> Iterator[Any]:
    """The code of some functions and of all that they call, each once."""
    seen, left = set(), list(libraries)
    while left:
        library = left.pop()
        if library in seen:
            continue
        seen.add(library)
        if isinstance(library, Part):
            yield library._final_module
            left += library._linking_libraries
        else:
            yield library._get_module_for_linking()


def linked(codegen: Any, name: str, libraries: Iterable[Any]) -> Any:
    """One module with the code of some functions and of all that they call."""
    whole = llvm.parse_assembly(str(codegen._create_empty_module(name)))
    for module in modules_of(libraries):
        whole.link_in(module, preserve=True)
    return whole


def make_shared(module: Any) -> None:
    """Let a module be linked wherever it is needed, as often as need be."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage.external:
            function.linkage = "linkonce_odr"


def hide_all_but(module: Any, seen: Iterable[str]) -> None:
    """Leave only these functions to be seen from outside: what is left without callers then goes.

    The others have to lose their names too. LLVM may change what they take, and would give them, by name, to other code
    that calls the same function as it was.
    """
    for function in module.functions:
        if not function.is_declaration and function.name not in seen:
            function.linkage = "private"


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(typed_passes.NativeLowering):
    """Make a part."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """LLVM's code, and a name under which other functions call it."""
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        lowered = state["cr"]
        key = object()
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lowered._replace(cfunc=key)
        return True


class PartCompiler(compiler.Compiler):
    """Numba's way from Python to LLVM's code, and no further."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.state.flags.no_compile = True

    def define_pipelines(self) -> list[Any]:
        """Numba's own passes, but for the last."""
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (PartLowering, told) if each is typed_passes.NativeLowering else (each, told)
            for each, told in passes.passes
        ]
        passes.finalize()
        return [passes]


class RuleDispatcher(CPUDispatcher):
    """A compiled function: a part for those that call it in compiled code, a whole for Python."""

    _cache: Any
    _compiler: Any
    _insert: Any

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options, pipeline_class=PartCompiler)
        self._wholes: dict[Any, Any] = {}
        self._is_part = 0

    def compile(self, sig: Any) -> Any:
        """What Python, or a caller in compiled code, is to call."""
        args, return_type = sigutils.normalize_signature(sig)
        with global_compiler_lock:
            return self._part(args, return_type).entry_point if self._is_part else self._whole(args, return_type)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a caller in compiled code has to know: it needs no whole."""
        self._is_part += 1
        try:
            return super().get_call_template([*map(widened, args)], kws)
        finally:
            self._is_part -= 1

    def _part(self, args: Any, return_type: Any = None) -> Any:
        known: Any = self.overloads
        existing = known.get(args)
        if existing is None or not isinstance(existing.library, Part):
            with self._compiling_counter:
                known[args] = existing = self._compiler.compile(args, return_type)
        return existing

    def _whole(self, args: Any, return_type: Any) -> Any:
        if args not in self._wholes:
            whole = self._cache.load_overload(args, self.targetctx)
            if whole is None:
                whole = whole_of(self._part(args, return_type))
                self._cache.save_overload(args, whole)
            self._wholes[args] = whole
            self.overloads.setdefault(args, whole)
            self._insert([kind._code for kind in args], whole.entry_point, False)
        return self._wholes[args].entry_point


def widened(kind: Any) -> Any:
    """The type that rules take for what they are given: every number has 64 bits, whatever field it comes from.

    Numba would compile a function anew for each width and each constant: the same code, several times.
    """
    without_value: Any = types.unliteral
    plain: Any = without_value(kind)
    if not isinstance(plain, types.Integer):
        return plain
    return types.int64 if vars(plain)["signed"] else types.uint64


def part_of(function: Any, args: tuple[Any, ...]) -> Any:
    """What was made of a function for such arguments, for whoever makes more of it than what Python calls."""
    with global_compiler_lock:
        return function._part(args)


def whole_of(part: Any) -> Any:
    """A part with what Python needs to call it, as machine code."""
    library, context = Whole(part.library.codegen, part.library.name), part.target_context
    library.enable_object_caching()
    library.add_linking_library(part.library)
    context.create_cpython_wrapper(library, part.fndesc, part.environment, part.call_helper, release_gil=True)
    entry = context.get_executable(library, part.fndesc, part.environment)
    return part._replace(library=library, entry_point=entry)
