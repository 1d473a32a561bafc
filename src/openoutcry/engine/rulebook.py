"""A rulebook: a game's rules for people, in numbered clauses, in one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

CLAUSE = re.compile(r"^- \*\*(§\d+\.\d+)\*\* (.*)$")


class Rulebook:
    """RULES.md, or RULES.de.md and the like; it is read when it is first needed."""

    def __init__(self, language: str, path: Path) -> None:
        self.language = language
        self.path = path

    def __repr__(self) -> str:
        return f"<Rulebook {self.path}>"

    @cached_property
    def text(self) -> str:
        """The file as it stands."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def clauses(self) -> Mapping[str, str]:
        """Its clauses: § -> its text, on one line."""
        found: dict[str, str] = {}
        here = None
        for line in self.text.splitlines():
            if begins := CLAUSE.match(line):
                here = begins[1]
                if here in found:
                    raise ValueError(f"{self.path} has {here} twice")
                found[here] = begins[2]
            elif here and line.startswith("  "):
                found[here] += " " + line.strip()
            else:
                here = None
        return found
