"""WebAssembly from the same functions: Numba's LLVM code, retargeted, with nothing of Python left in it.

An exported function takes and gives 32-bit numbers; a record is the address of its first byte, a row of
records the address of its first and their number. There are no imports; free memory begins at __heap_base.
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
from openoutcry.engine.wholes import modules_of, part_of
from openoutcry.targets.signatures import Signature

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+bulk-memory,+simd128,+sign-ext,+nontrapping-fptoint"
MEMORY = 256 * 1024
WAYS = ((True, 225), (False, 225), (False, 120), (False, 40))
"""Whether play-outs have code of their own, so that each function becomes part of their loop; and how large a function
LLVM may copy into its callers, in its own measure, from its default down: the first that leaves the file small.
"""
PLAYED = ("play_out", "play_game")
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


def link(name: str, exports: Sequence[Signature], folder: Path) -> None:
    """Write NAME.wasm with these functions into a folder: this process has to compile for no processor in particular
    (PORTABLE).
    """
    folder.mkdir(parents=True, exist_ok=True)
    code, names = _code_of(exports), [each for each, _, _ in exports]
    thing, linked = folder / f"{name}.o", folder / f"{name}.wasm"
    try:
        for is_apart, inlined in WAYS:
            groups = _groups(names) if is_apart else [names]
            thing.write_bytes(_object_code(code, groups, inlined))
            _link(thing, linked, names)
            if linked.stat().st_size < MOST_BYTES:
                break
    finally:
        thing.unlink()


def _code_of(exports: Sequence[Signature]) -> list[str]:
    """LLVM's code of some functions and all they call, after that of the wrappers with their plain names."""
    parts = [part_of(function, types) for _, function, types in exports]
    wrappers = [
        _wrapper(name, part.fndesc.mangled_name, types, part.signature.return_type)
        for (name, _, types), part in zip(exports, parts, strict=True)
    ]
    codes = [_retargeted(str(module)) for module in modules_of(part.library for part in parts)]
    return ["\n".join([f'target datalayout = "{LAYOUT}"', f'target triple = "{TRIPLE}"', *wrappers]), *codes]


def _groups(names: Iterable[str]) -> list[list[str]]:
    """Play-outs, and all else."""
    groups = ([name for name in names if (name in PLAYED) == is_played] for is_played in (False, True))
    return [group for group in groups if group]


def _object_code(codes: Sequence[str], groups: Iterable[Iterable[str]], inlined: int) -> bytes:
    """All of it as one module; each group of exports has its own copy of what it calls."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    first, *others = [_optimised(codes, names, inlined, machine) for names in groups]
    for other in others:
        first.link_in(other)
    code_of_object: bytes = machine.emit_object(first)
    return code_of_object


def _optimised(codes: Sequence[str], names: Iterable[str], inlined: int, machine: Any) -> Any:
    """A module in which nothing but these exports can be seen from outside, optimised."""
    import llvmlite.binding as llvm

    whole = llvm.parse_assembly(codes[0])
    for code in codes[1:]:
        whole.link_in(llvm.parse_assembly(code))
    whole.verify()
    seen = set(names)
    for function in whole.functions:
        if not function.is_declaration and function.name not in seen:
            function.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.inlining_threshold = inlined
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    return whole


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


def _handed(place: int, kind: Any) -> tuple[str, str, list[str]]:
    """How a parameter is taken, made ready and handed on: a record by its address, a row by address and length;
    where there is nothing, nothing is taken.
    """
    from numba.core import types as kinds

    if kind == kinds.none:
        return "", "", ["ptr null"]
    if isinstance(kind, kinds.Record):
        return f"ptr %a{place}", "", [f"ptr %a{place}"]
    widened = f"  %w{place} = sext i32 %{'n' if isinstance(kind, kinds.Array) else 'a'}{place} to i64\n"
    if not isinstance(kind, kinds.Array):
        return f"i32 %a{place}", widened, [f"i64 %w{place}"]
    each = kind.dtype.size if isinstance(kind.dtype, kinds.Record) else kind.dtype.bitwidth // 8
    owner, length, size = ["ptr null", "ptr null"], f"i64 %w{place}", f"i64 {each}"
    return f"ptr %a{place}, i32 %n{place}", widened, [*owner, length, size, f"ptr %a{place}", length, size]


def _wrapper(name: str, mangled: str, types: tuple[Any, ...], result: Any) -> str:
    """An exported function with a plain name: numbers are widened on the way in, the result comes back as a number."""
    from numba.core import types as kinds

    handed = [_handed(place, kind) for place, kind in enumerate(types)]
    takes, wide = ", ".join(each[0] for each in handed if each[0]), "".join(each[1] for each in handed)
    given = [part for each in handed for part in each[2]]
    returns = "void" if result == kinds.none else "i32"
    back = "  ret void\n" if returns == "void" else _given_back(result)
    declared = ", ".join(["ptr", "ptr", *(part.split()[0] for part in given)])
    return (
        f'declare i32 @"{mangled}"({declared})\n'
        f"define {returns} @{name}({takes}) {{\n  %result = alloca i64\n  %raised = alloca ptr\n{wide}"
        f'  %status = call i32 @"{mangled}"(ptr %result, ptr %raised, {", ".join(given)})\n{back}}}\n'
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
