"""What is compiled is kept on disk, in folders that we made and marked, and that nobody else can write in.

Nothing here stops a program: what cannot be read is as if it were not there, and what cannot be written is not kept.
Either is told in one sentence, once.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

MARKER = "made-by-openoutcry.txt"
MARK = (
    "Open Outcry made this folder for what it compiles. It can be removed, and is when nobody has used it for a "
    "month.\n"
)
FORGET_AFTER_DAYS = 30
TOLD = "OUTCRY_CACHE_TOLD"
"""Set for programs that we start ourselves: what is wrong with the cache was told already, or will be."""
OTHERS = stat.S_IWGRP | stat.S_IWOTH
DIGEST_SIZE = 32


def _places() -> Iterator[Path]:
    """Where folders may be made: OUTCRY_CACHE or else the system's place for caches, and if that fails a
    temporary one.
    """
    if chosen := os.environ.get("OUTCRY_CACHE"):
        yield Path(chosen).absolute()
    else:
        with suppress(RuntimeError):  # there are users without a home
            yield user_cache_path("openoutcry", appauthor=False, opinion=False)
    with suppress(FileNotFoundError):  # and machines without a place for temporary files
        yield Path(tempfile.gettempdir()) / f"openoutcry-{os.getuid() if hasattr(os, 'getuid') else 0}"


@cache
def folder(name: str) -> Path | None:
    """Our folder of that name, made if need be; nothing where there is no place for it."""
    reason = ""
    for place in _places():
        trouble = _trouble(place, name)
        if not trouble:
            if reason:
                _tell(f"{reason}; {place} is used instead")
            return place / name
        reason = reason or trouble
    _tell(f"{reason or 'there is no place for compiled code'}; nothing that is compiled is kept")
    return None


def _trouble(place: Path, name: str) -> str:
    """Make our folder of that name in a place; what is wrong with it, or nothing."""
    folder = place / name
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _can_be_changed(place.stat(), is_shared=True):
            return f"the cache {place} is not used, as others can write in it"
        _make(folder)
        if _can_be_changed(folder.stat()):
            return f"the cache {folder} is not used, as others can write in it"
        with suppress(FileNotFoundError):
            os.utime(folder / MARKER)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return f"the cache {place} cannot be used: {error.strerror}"
    return ""


def _make(folder: Path) -> None:
    """Make a folder and mark it as ours; one that is there already is left as it is."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        return
    (folder / MARKER).write_text(MARK, encoding="utf-8")


def _can_be_changed(found: os.stat_result, *, is_shared: bool = False) -> bool:
    """Whether somebody else can change a file, or what lies in a folder; in a shared one, like /tmp, everybody has only
    what is theirs.
    """
    if not hasattr(os, "getuid"):
        return False
    if is_shared:
        return found.st_uid not in (os.getuid(), 0) or bool(found.st_mode & OTHERS and not found.st_mode & stat.S_ISVTX)
    return found.st_uid != os.getuid() or bool(found.st_mode & OTHERS)


def read(path: Path) -> bytes | None:
    """What was kept in a file; nothing if it is not there, is not as we wrote it, or others could have written it."""
    try:
        with path.open("rb") as file:
            if _can_be_changed(os.fstat(file.fileno())):
                return None
            digest, content = file.read(DIGEST_SIZE), file.read()
    except OSError:
        return None
    return content if hashlib.sha256(content).digest() == digest else None


def write(path: Path, content: bytes) -> None:
    """Keep something in a file: whole, or not at all."""
    making = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
            making = Path(file.name)
            file.write(hashlib.sha256(content).digest() + content)
        making.replace(path)
    except OSError as error:
        if making:
            making.unlink(missing_ok=True)
        _tell(f"the cache {path.parent.parent} cannot be written: {error.strerror}; nothing that is compiled is kept")


def forget_unused() -> None:
    """Remove the folders that we made and nobody has used for a month."""
    for place in _places():
        with suppress(OSError):
            for folder in place.iterdir():
                if _is_unused(folder):
                    shutil.rmtree(folder, ignore_errors=True)


def _is_unused(folder: Path) -> bool:
    marker = folder / MARKER
    try:
        is_ours = not folder.is_symlink() and marker.read_text(encoding="utf-8") == MARK
        return is_ours and time.time() - marker.stat().st_mtime > FORGET_AFTER_DAYS * 86400
    except (OSError, UnicodeDecodeError):
        return False


@cache
def _tell(sentence: str) -> None:
    """Say something once; programs that we started leave it to us."""
    if sys.stderr and TOLD not in os.environ:
        with suppress(OSError):
            print(f"outcry: {sentence}", file=sys.stderr)
