"""What a game says: its rulebooks hold the same in every language, and every phrase of its words can be filled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from openoutcry.engine.events import Parameter, Things
from openoutcry.engine.game import LANGUAGE, Game
from openoutcry.engine.reasons import BLANK

OUTLINE = re.compile(r"^(?:#+ (?:\d+\.)?|- \*\*§\d+\.\d+\*\*)", re.MULTILINE)
CODE = re.compile(r"`[^`]+`")
FIXED = re.compile(r"`[^`]+`|§?\d+(?:\.\d+)*|\*\(")
"""What no language changes in a clause: code, the clauses it cites, numbers, and that it has a note *(…)* on where it
comes from.
"""

UNDO = "undo"
TOLD = ("told", "told_you")
EVENTS = ("events", "events_you")
FILLED = ("labels", "decided")
"""Phrases that a board or the result fills, with what the English one names."""


def check_verbs(game: Game) -> None:
    """A clause that a verb or an event names stands in RULES.md."""
    for told in (*game.actions.verbs, *game.events):
        assert not told.clause or told.clause in game.clauses, f"{told.name} names {told.clause}, which RULES.md lacks"


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
    besides, what is told of an event its parameters. Every event has a sentence.
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
        for event in game.events:
            assert event.name in table.get("events", {}), f"words.toml does not tell of {event.name!r} in {language!r}"
        for told in EVENTS:
            for name, phrase in table.get(told, {}).items():
                known = game.events.by_name.get(name)
                assert known, f"words.toml tells of {name!r} in {language!r}, and there is no such event"
                _check_filled(f"{language}.{told}.{name}", phrase, set(known.parameters))
        for kind in {kind for event in game.events for each in event.parameters.values() for kind in _kinds(each)}:
            assert kind in table.get("things", {}), f"words.toml has no word for {kind!r} in {language!r}"
        for name, phrase in _filled_by_boards(table):
            english = _names_in(dict(_filled_by_boards(game.words[LANGUAGE])).get(name, phrase))
            _check_filled(f"{language}.{name}", phrase, english | {"player"})


def _kinds(parameter: Parameter) -> list[str]:
    """The kinds of things in a list of several, and that there is nothing in it."""
    return [*parameter.kinds, "nothing"] if isinstance(parameter, Things) else []


def _filled_by_boards(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    return ((f"{kind}.{name}", phrase) for kind in FILLED for name, phrase in table.get(kind, {}).items())


def _check_filled(where: str, phrase: str, known: set[str]) -> None:
    unknown = _names_in(phrase) - known
    assert not unknown, f"words.toml: {where} names {', '.join(map(repr, sorted(unknown)))}, which nothing fills"


def _names_in(phrase: str) -> set[str]:
    assert not re.search(r"[{}]", BLANK.sub("", phrase)), f"words.toml: {phrase!r} cannot be filled: a brace is open"
    return {found[1] for found in BLANK.finditer(phrase)}
