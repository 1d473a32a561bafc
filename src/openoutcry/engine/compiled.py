"""`@rule` compiles a function of the rules, and keeps the machine code on disk.

Numba's own disk cache notices neither an edit in an imported file nor two processes that save at once. This one names
its folder by a digest of the engine's sources and the Numba version, and each file by the digest of what was compiled,
of the game it was compiled for: nothing stale is ever read, and no two writers share a file. What `kept` does not give
is compiled.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core import caching, compiler, config, serialize

from openoutcry.engine import kept
from openoutcry.engine.wholes import RuleDispatcher

F = TypeVar("F", bound=Callable[..., Any])

IS_PLAIN = bool(vars(config)["DISABLE_JIT"])
"""Whether the rules run as plain Python (NUMBA_DISABLE_JIT=1), for debugging and coverage."""

PACKAGE = Path(__file__).parents[1]

OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": None,
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
"""Nothing is allocated, so that there are no references to count; what Python calls gets its wrapper in `wholes`."""


def rule(function: F) -> F:
    """Compile a function to code that makes no Python object, allocates nothing and raises nothing."""
    return _by_numba(function, forceinline=False)


def inlined(function: F) -> F:
    """Compile a small function that becomes part of whatever calls it: a call costs more than what it does."""
    return _by_numba(function, forceinline=True)


def _by_numba(function: F, *, forceinline: bool) -> F:
    if IS_PLAIN:
        return function
    dispatcher: Any = RuleDispatcher(function, OPTIONS | {"forceinline": forceinline})
    if Path(function.__code__.co_filename).exists():
        dispatcher._cache = DiskCache(function)
    return cast("F", dispatcher)


@cache
def digest_of_sources(folder: Path, pattern: str = "*.py", but: tuple[str, ...] = ()) -> str:
    """A digest of the Python files of a folder, names included, but for some."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.glob(pattern) if path.name not in but):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


NOT_COMPILED = ("__init__.py", "terminal.py")
"""Files of a game's folder that have nothing compiled in them: a change there compiles nothing anew."""


@cache
def digest_of_code(folder: Path) -> str:
    """A digest of what is compiled in a folder."""
    return digest_of_sources(folder, "*.py", NOT_COMPILED)


def type_of(record: np.dtype[Any]) -> Any:
    """The type of a record in compiled code."""
    return numba.from_dtype(record)


@cache
def fingerprint() -> str:
    """What all compiled code depends on: the engine's sources and the tools that compile them."""
    parts = [digest_of_sources(PACKAGE / "engine"), numba.__version__, np.__version__, sys.version, platform.machine()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def cache_folder() -> Path | None:
    """The folder of this fingerprint; nothing where no cache can be kept."""
    return kept.folder(fingerprint())


GAME_DIGESTS: dict[Any, str] = {}
"""Record type of a game -> the digest of its sources, so that generic code compiled for a game is as fresh as the
game.
"""


def _sources(path: Path, kinds: Iterable[Any]) -> list[str]:
    """Digests of what the code in a file depends on, when it is compiled for records of these types."""
    return [digest_of_code(path.parent), *(GAME_DIGESTS[kind] for kind in kinds if kind in GAME_DIGESTS)]


class DiskCache(caching._Cache):
    """One file for each function and signature, written whole or not at all."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """Where the files are."""
        return str(cache_folder() or "")

    def enable(self) -> None:
        """Use the disk."""
        self._enabled = True

    def disable(self) -> None:
        """Leave the disk alone."""
        self._enabled = False

    def flush(self) -> None:
        """Forget this function."""
        if folder := cache_folder():
            for path in folder.glob(f"{self._function.__module__}.{self._function.__qualname__}-*"):
                path.unlink(missing_ok=True)

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        """The file of a signature; nothing where the disk is not used."""
        folder = cache_folder() if self._enabled else None
        if folder is None:
            return None
        code = self._function.__code__
        kinds = [kind.dtype if isinstance(kind, types.Array) else kind for kind in signature]
        sources = _sources(Path(code.co_filename), kinds)
        key = "\n".join(
            map(
                str,
                [
                    code.co_filename,
                    code.co_firstlineno,
                    signature,
                    codegen.magic_tuple(),
                    str(vars(config)["OPT"]),
                    sources,
                ],
            )
        )
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        return folder / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:20]}"

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled function of a signature, or nothing."""
        target_context.refresh()
        path = self._path(signature, target_context.codegen())
        content = kept.read(path) if path else None
        if content is None:
            return None
        rebuild: Any = compiler.CompileResult._rebuild
        try:
            return rebuild(target_context, *pickle.loads(content))
        except Exception:  # whatever is wrong with it, it can be compiled again
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled function."""
        if path := self._path(signature, result.library.codegen):
            dump: Any = serialize.dumps
            kept.write(path, dump(result._reduce()))
