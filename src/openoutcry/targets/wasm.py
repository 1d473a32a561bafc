"""WebAssembly from the same functions: Numba's LLVM code, retargeted, with nothing of Python left in it.

An exported function takes and gives 32-bit numbers; a record is the address of its first byte. There are no imports;
free memory begins at __heap_base.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from openoutcry.engine.mistakes import Mistake
from openoutcry.targets.signatures import Compiled

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+simd128,+sign-ext,+nontrapping-fptoint"
MEMORY = 256 * 1024
INLINED = (225, 120, 40)
"""How large a function LLVM may copy into its callers, in its own measure, from its default down: as much as leaves the
file small.
"""
MOST_BYTES = 110_000
PORTABLE = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0", "NUMBA_OPT": "0"}
"""Compiled for no processor in particular, the same sources give the same file everywhere, and vectors are no wider
than WebAssembly's. Nothing is optimised before it is linked: then it is, all at once.
"""


def linker() -> str:
    """Which release of the linker there is."""
    try:
        return version("ziglang")
    except PackageNotFoundError:
        return "none"


def link(name: str, exports: Sequence[Compiled], folder: Path) -> None:
    """Write NAME.wasm with these functions into a folder: this process has to compile for no processor in particular
    (PORTABLE).
    """
    folder.mkdir(parents=True, exist_ok=True)
    code, names = _code_of(exports), [each for each, _, _ in exports]
    thing, linked = folder / f"{name}.o", folder / f"{name}.wasm"
    try:
        for inlined in INLINED:
            thing.write_bytes(_object_code(code, names, inlined))
            _link(thing, linked, names)
            if linked.stat().st_size < MOST_BYTES:
                break
    finally:
        thing.unlink()


def _code_of(exports: Iterable[Compiled]) -> list[str]:
    """LLVM's code of some functions and all they call, after that of the wrappers with their plain names."""
    codes, wrappers = [], []
    for name, function, types in exports:
        mangled, code, result = _llvm_code(function, types)
        codes.append(_retargeted(code))
        wrappers.append(_wrapper(name, mangled, types, result))
    return ["\n".join([f'target datalayout = "{LAYOUT}"', f'target triple = "{TRIPLE}"', *wrappers]), *codes]


def _object_code(codes: Sequence[str], names: Iterable[str], inlined: int) -> bytes:
    """All of it as one module, in which nothing but the exports can be seen from outside, optimised."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    whole = llvm.parse_assembly(codes[0])
    for code in codes[1:]:
        whole.link_in(llvm.parse_assembly(code))
    whole.verify()
    seen = set(names)
    for function in whole.functions:
        if not function.is_declaration and function.name not in seen:
            function.linkage = "internal"
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.inlining_threshold = inlined
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    code_of_object: bytes = machine.emit_object(whole)
    return code_of_object


def _llvm_code(function: Any, types: tuple[Any, ...]) -> tuple[str, str, Any]:
    """A function's mangled name, its code with all it calls, and its result's type. Compiled afresh: Numba shows no
    code it has cached.
    """
    import numba

    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function.py_func)
    dispatcher.compile(types)
    overload = dispatcher.overloads[types]
    return overload.fndesc.mangled_name, dispatcher.inspect_llvm(types), overload.signature.return_type


def _retargeted(code: str) -> str:
    """Without the wrappers for Python, with reference counting that does nothing (rules allocate nothing), for
    WebAssembly.
    """
    for name in re.findall(r'^define[^@\n]*@"?([^("]+)"?\(', code, re.MULTILINE):
        if name.startswith(("cfunc.", "cpython.")) or name in ("NRT_incref", "NRT_decref"):
            code = re.sub(
                rf'^define[^\n]*@"?{re.escape(name)}"?\([^\n]*\{{\n.*?^\}}\n', "", code, flags=re.MULTILINE | re.DOTALL
            )
    code = re.sub(r"target datalayout = .*", f'target datalayout = "{LAYOUT}"', code)
    code = re.sub(r"target triple = .*", f'target triple = "{TRIPLE}"', code)
    code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
    code = re.sub(r"= common (local_unnamed_addr |unnamed_addr )?global", "= internal global", code)
    code = re.sub(r"^declare void @NRT_(inc|dec)ref.*\n", "", code, flags=re.MULTILINE)
    code = re.sub(r"^define (linkonce_odr )?", "define linkonce_odr ", code, flags=re.MULTILINE)
    return code + "".join(
        f"\ndefine linkonce_odr void @NRT_{kind}ref(ptr %p) {{ ret void }}\n" for kind in ("inc", "dec")
    )


def _wrapper(name: str, mangled: str, types: tuple[Any, ...], result: Any) -> str:
    """An exported function with a plain name: numbers are widened on the way in, the result comes back as a number."""
    from numba.core import types as kinds

    is_record = [isinstance(kind, kinds.Record) for kind in types]
    takes = ", ".join(f"{'ptr' if record else 'i32'} %a{place}" for place, record in enumerate(is_record))
    wide = "".join(f"  %w{place} = sext i32 %a{place} to i64\n" for place, record in enumerate(is_record) if not record)
    given = ", ".join(f"ptr %a{place}" if record else f"i64 %w{place}" for place, record in enumerate(is_record))
    returns = "void" if result == kinds.none else "i32"
    back = "  ret void\n" if returns == "void" else _given_back(result)
    declared = (
        f'declare i32 @"{mangled}"({", ".join(["ptr", "ptr", *("ptr" if record else "i64" for record in is_record)])})'
    )
    return (
        f"{declared}\ndefine {returns} @{name}({takes}) {{\n  %result = alloca i64\n  %raised = alloca ptr\n{wide}"
        f'  %status = call i32 @"{mangled}"(ptr %result, ptr %raised, {given})\n{back}}}\n'
    )


def _given_back(result: Any) -> str:
    """The result as a 32-bit number: it is as wide as Numba found that it has to be."""
    bits = getattr(result, "bitwidth", 8)
    how = "trunc" if bits > 32 else "sext" if getattr(result, "signed", False) else "zext"
    changed = f"  %low = {how} i{bits} %own to i32\n" if bits != 32 else "  %low = add i32 %own, 0\n"
    return f"  %own = load i{bits}, ptr %result\n{changed}  ret i32 %low\n"


def _link(thing: Path, linked: Path, exports: list[str]) -> None:
    command = [
        sys.executable,
        "-m",
        "ziglang",
        "wasm-ld",
        str(thing),
        "-o",
        str(linked),
        "--no-entry",
        "--strip-all",
        "--gc-sections",
    ]
    command += [
        "--export-memory",
        "--export=__heap_base",
        f"--initial-memory={MEMORY}",
        *(f"--export={name}" for name in exports),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        hint = " (pip install 'openoutcry[wasm]')" if "No module named ziglang" in done.stderr else ""
        raise Mistake(f"the WebAssembly linker failed{hint}: {done.stderr.strip()}")
