"""The terminal's own words in one language, beside those of the games."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from openoutcry.cli.plain import spelled_out


@cache
def languages() -> dict[str, dict[str, str]]:
    """phrases.toml, a table per language."""
    text = resources.files(__package__).joinpath("phrases.toml").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = tomllib.loads(text)
    return found


class Phrases:
    """The phrases of a language; English where we do not speak it."""

    def __init__(self, language: str) -> None:
        self.phrases: dict[str, str] = spelled_out(languages().get(language, languages()["en"]))

    def __call__(self, name: str, **parts: Any) -> str:
        """A phrase by its name, its parts filled in."""
        return self.phrases[name].format(**parts)

    def order(self, seat: int) -> str:
        """When a seat plays: first to play, second, and so on."""
        name = f"order_{seat}"
        return self(name) if name in self.phrases else self("order_later", number=seat + 1)
