"""Where the terminal has no UTF-8: letters for suits, and for every other sign one that can be read."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from typing import Any, TextIO

SIGNS = {
    **dict(zip("♣♢♡♠♦♥♧♤", "CDHSDHCS", strict=True)),
    **dict(zip("▸◂→↑↓▲●○·×–—−⋮•│─┌┐└┘├┤┬┴┼━░", "><>^v^o..x---:*|-+++++++++-.", strict=True)),
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),
    **dict(zip("“”„‘’", '"""\'\'', strict=True)),
    **dict(zip("✓✗", "+x", strict=True)),
}
"""One sign for another, so that columns stay what they are."""
LONGER = {"…": "...", "§": "sec. ", "€": "EUR", "≥": ">=", "≤": "<=", "±": "+-", "ß": "ss"}
LONGER |= dict(zip("äöüÄÖÜ", ("ae", "oe", "ue", "Ae", "Oe", "Ue"), strict=True))
"""Signs that need more room."""


def plain(character: str) -> str:
    r"""A character in ASCII: its letter, itself without accents, or, as a last resort, its number.

    >>> "".join(map(plain, "7♢ §2 é ü 猫"))
    '7D sec. 2 e ue \\u732b'
    """
    if known := SIGNS.get(character) or LONGER.get(character):
        return known
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return bare or character.encode("ascii", "backslashreplace").decode()


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(plain, error.object[error.start : error.end])), error.end


codecs.register_error("outcry.plain", _replaced)


def write_plainly(stream: TextIO) -> None:
    """Let a stream write what its encoding lacks in ASCII; LC_ALL=C asks for ASCII, whatever Python makes of it."""
    if not hasattr(stream, "reconfigure"):
        return
    is_chosen = any(os.environ.get(name) for name in ("PYTHONIOENCODING", "PYTHONUTF8"))
    if os.environ.get("LC_ALL") in ("C", "POSIX") and not is_chosen:
        stream.reconfigure(encoding="ascii", errors="outcry.plain")
    else:
        stream.reconfigure(errors="outcry.plain")


def speaks_unicode() -> bool:
    """Whether what is printed may be any character."""
    return (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")


def spelled_out(words: Any) -> Any:
    """A table of words for this terminal: what needs more room in ASCII has it before anything is laid out."""
    if speaks_unicode():
        return words
    if isinstance(words, str):
        return words.translate({ord(sign): longer for sign, longer in LONGER.items()})
    return {name: spelled_out(value) for name, value in words.items()} if isinstance(words, dict) else words
