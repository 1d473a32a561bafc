"""What a game says: its rulebooks hold the same in every language, and every phrase of its words can be filled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from openoutcry.engine.events import Parameter, Things
from openoutcry.engine.game import LANGUAGE, Game
from openoutcry.engine.reasons import BLANK

OUTLINE = re.compile(r"^(?:#+ (?:\d+\.)?|- \*\*§\d+\.\d+\*\*)", re.MULTILINE)
SIGN = re.compile(r"§\d+\.\d+")
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


def check_habits(game: Game) -> None:
    """A habit has a plain name that no verb has, and a word in every language."""
    verbs = {verb.name for verb in game.actions.verbs}
    for name in game.habits:
        assert re.fullmatch(r"[a-z][a-z_]*", name), f"a habit is called in small letters, not {name!r}"
        assert name not in verbs, f"the habit {name!r} is called like a verb"
    for language, table in game.words.items():
        named = [*table.get("habits", {})]
        assert named == [*game.habits], f"words.toml: the habits in {language!r} are {named}, not {[*game.habits]}"


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


def check_terms(game: Game) -> None:
    """What explains itself explains the same in every language: each term has words that are said somewhere, and a
    meaning that cites clauses of RULES.md; where options have help, all have, and none of it names an option by what
    it is called in the code.
    """
    english = game.words[LANGUAGE]
    for language, table in game.words.items():
        terms, said = table.get("terms", {}), _everything_said(game, language)
        assert set(terms) == set(english.get("terms", {})), f"words.toml: {language}.terms are not those of {LANGUAGE}"
        for name, term in terms.items():
            where = f"words.toml: {language}.terms.{name}"
            assert set(term) == {"said", "means"}, f"{where} has `said` and `means`, and nothing else"
            assert any(word.lower() in said for word in term["said"]), f"{where} explains what is never said"
            for clause in SIGN.findall(term["means"]):
                assert clause in game.clauses, f"{where} cites {clause}, which RULES.md lacks"
        help = table.get("help", {})
        assert set(help) in (set(), {option.name for option in game.options}), (
            f"words.toml: not every option has {language}.help"
        )
        assert bool(help) == bool(english.get("help")), "words.toml: only some languages have help"
        for name, text in help.items():
            assert not re.search(r"[`_]", text), f"words.toml: {language}.help.{name} speaks of names in the code"


def _everything_said(game: Game, language: str) -> str:
    """All that a reader of a language may come to read, in small letters."""
    return f"{game.rulebook(language).text} {_texts_in(game.words[language], skip='terms')}".lower()


def _texts_in(table: Mapping[str, Any], skip: str = "") -> str:
    texts = (value if isinstance(value, str) else _texts_in(value) for name, value in table.items() if name != skip)
    return " ".join(texts)


def check_result(game: Game) -> None:
    """What the result shows of a seat besides its points is a fact of that seat, and has a word in every language."""
    english = game.words[LANGUAGE]
    for language, table in game.words.items():
        for name in table.get("sources", {}):
            fact = game.facts.get(name)
            assert fact, f"words.toml has a source {name!r} in {language!r}, and there is no such fact"
            asked = ", ".join(fact.parameters)
            assert asked == "seat", f"the source {name!r} is asked with {asked or 'nothing'}, not with a seat"
        for kind in ("sources", "units"):
            named, expected = [*table.get(kind, {})], [*english.get(kind, {})]
            assert named == expected, f"words.toml: {kind} in {language!r} are {named}, not {expected}"


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
