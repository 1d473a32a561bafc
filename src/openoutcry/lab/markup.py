"""HTML and SVG, written as nested calls; what is not markup is escaped."""

from __future__ import annotations

from html import escape

VOID = frozenset({"meta"})
"""Elements that never have anything in them, nor an end."""


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *inside: str, **attributes: object) -> Markup:
    """An element; an attribute's underscores are hyphens, and one at its end is dropped.

    >>> tag("p", "1 < 2 ", tag("b", "yes"), class_="note")
    '<p class="note">1 &lt; 2 <b>yes</b></p>'
    """
    written = "".join(
        f' {key.removesuffix("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items()
    )
    return Markup(f"<{name}{written}>" if name in VOID else f"<{name}{written}>{joined(*inside)}</{name}>")


def joined(*parts: str) -> Markup:
    """Parts one after another."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part, quote=False) for part in parts))
