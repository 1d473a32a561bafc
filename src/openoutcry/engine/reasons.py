"""The sentences of reasons: why something cannot be done, by code, in every language (reasons.toml)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Protocol

BLANK = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}")
"""A part to be filled in: `{tokens}`, or a word for one and a word for any other number: `{tokens:token|tokens}`."""
SPOKEN = "en"
"""The language of tracebacks, and of whoever speaks one that is not here."""


def filled(phrase: str, parts: Mapping[str, str]) -> str:
    """A phrase with its parts filled in.

    >>> filled("{count} {count:card|cards} for {player}", {"count": "1", "player": "Ada"})
    '1 card for Ada'
    >>> filled("{count} {count:card|cards}", {"count": "3"})
    '3 cards'
    """

    def part(found: re.Match[str]) -> str:
        name, one, many = found.groups()
        if name not in parts:
            return found[0]
        return parts[name] if one is None else one if parts[name] == "1" else many

    return BLANK.sub(part, phrase)


@cache
def phrases() -> dict[str, dict[str, str]]:
    """The phrase of every code, in one table per language."""
    text = resources.files(__package__).joinpath("reasons.toml").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = tomllib.loads(text)
    return found


class Worded(Protocol):
    """Whatever has a sentence in every language."""

    def said(self, language: str, /) -> str:
        """Its sentence in a language."""
        ...


def worded(code: str, parameters: Mapping[str, str | int | list[str] | Worded], language: str) -> str:
    """The sentence of a code with its parameters, of which a list are alternatives; in English where we do not speak
    the language.

    >>> worded("option_of_choices", {"option": "finish", "choices": ["first", "all"], "value": "'last'"}, "en")
    "option finish takes first or all, not 'last'"
    """
    spoken = phrases().get(language, phrases()[SPOKEN])
    return filled(spoken[code], {name: _part(part, spoken, language) for name, part in parameters.items()})


def _part(part: str | int | list[str] | Worded, spoken: Mapping[str, str], language: str) -> str:
    if isinstance(part, list):
        return spoken["alternatives"].join(part)
    return str(part) if isinstance(part, str | int) else part.said(language)
