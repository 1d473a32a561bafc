"""What a game says: its rulebooks hold the same in every language, and every phrase of its words can be filled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from openoutcry.engine.game import LANGUAGE, Game

OUTLINE = re.compile(r"^(?:#+ (?:\d+\.)?|- \*\*§\d+\.\d+\*\*)", re.MULTILINE)
CODE = re.compile(r"`[^`]+`")
FIXED = re.compile(r"`[^`]+`|§?\d+(?:\.\d+)*|\*\(")
"""What no language changes in a clause: code, the clauses it cites, numbers, and that it has a note *(…)* on where it
comes from.
"""

UNDO = "undo"
TOLD = ("told", "told_you")
FILLED = ("notices", "notices_you", "labels")
"""Phrases that a board fills, with what the English one names."""


def check_verbs(game: Game) -> None:
    """A clause that a verb names stands in RULES.md."""
    for verb in game.actions.verbs:
        assert not verb.clause or verb.clause in game.clauses, f"{verb.name} names {verb.clause}, which RULES.md lacks"


def check_rulebooks(game: Game) -> None:
    """The rulebook in every language has the headings and clauses of RULES.md, and in each of them the same code, § and
    numbers.
    """
    english, *others = game.rulebooks.values()
    for book in others:
        name = book.path.name
        assert book.language in game.words, f"there is {name}, and words.toml has no table {book.language!r}"
        assert OUTLINE.findall(book.text) == OUTLINE.findall(english.text), (
            f"{name} has other headings or clauses than RULES.md"
        )
        for clause, text in english.clauses.items():
            missing_or_new = set(FIXED.findall(text)) ^ set(FIXED.findall(book.clauses[clause]))
            assert not missing_or_new, f"{clause} is not the same in {name}: {', '.join(sorted(missing_or_new))}"
        assert set(CODE.findall(book.text)) == set(CODE.findall(english.text)), (
            f"{name} has other words in backticks than RULES.md"
        )


def check_phrases(game: Game) -> None:
    """A phrase names nothing but what it is filled with: an offer the parameters of its verb, a sentence the player
    besides.
    """
    parameters = {verb.name: set(verb.parameters) for verb in game.actions.verbs}
    for language, table in game.words.items():
        for verb, phrase in table.get("actions", {}).items():
            assert verb in parameters, f"words.toml has an offer {verb!r} in {language!r}, and there is no such verb"
            _check_filled(f"{language}.actions.{verb}", phrase, parameters[verb])
        for told in TOLD:
            for verb, phrase in table.get(told, {}).items():
                assert verb in parameters or verb == UNDO, (
                    f"words.toml tells of {verb!r} in {language!r}, and there is no such verb"
                )
                _check_filled(f"{language}.{told}.{verb}", phrase, {"player"} | parameters.get(verb, set()))
        for name, phrase in _filled_by_boards(table):
            english = _names_in(dict(_filled_by_boards(game.words[LANGUAGE])).get(name, phrase))
            _check_filled(f"{language}.{name}", phrase, english | {"player"})


def _filled_by_boards(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    return ((f"{kind}.{name}", phrase) for kind in FILLED for name, phrase in table.get(kind, {}).items())


def _check_filled(where: str, phrase: str, known: set[str]) -> None:
    unknown = _names_in(phrase) - known
    assert not unknown, f"words.toml: {where} names {', '.join(map(repr, sorted(unknown)))}, which nothing fills"


def _names_in(phrase: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(phrase) if name is not None}
    except ValueError as error:
        raise AssertionError(f"words.toml: {phrase!r} cannot be filled: {error}") from None
