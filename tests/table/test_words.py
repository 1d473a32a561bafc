"""Every word a player can meet is there in every language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from openoutcry import Game
from openoutcry.engine.actions import HIDDEN
from openoutcry.engine.events import ListOf
from openoutcry.engine.game import LANGUAGE
from openoutcry.engine.mistakes import Mistake
from openoutcry.engine.names import Names
from openoutcry.engine.reasons import BLANK
from openoutcry.engine.record import INNER
from openoutcry.games import registered
from openoutcry.table.match import Match
from openoutcry.table.words import Words

GAMES = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
SPOKEN = pytest.mark.parametrize(
    ("game", "language"),
    [(game, language) for game in registered().values() for language in game.words],
    ids=lambda value: getattr(value, "name", value),
)
UNTRANSLATED = {"ranks"}
"""Tables in which a language may keep the notation."""


def phrases(table: Mapping[str, Any], *path: str) -> dict[tuple[str, ...], str]:
    """Every phrase of a language by the names of the tables it is in."""
    found: dict[tuple[str, ...], str] = {}
    for name, value in table.items():
        if name not in UNTRANSLATED:
            phrase = " ".join(value) if isinstance(value, list) else value
            found |= phrases(value, *path, name) if isinstance(value, dict) else {(*path, name): phrase}
    return found


def placeholders(phrase: str) -> set[str]:
    return {found[1] for found in BLANK.finditer(phrase)}


@GAMES
def test_every_language_has_the_same_keys_and_fills_in_the_same_parts(game: Game) -> None:
    english, *others = game.words
    assert english == "en"
    assert others, "a game speaks at least two languages"
    wanted = {path: placeholders(phrase) for path, phrase in phrases(game.words[english]).items()}
    for language in others:
        assert {path: placeholders(phrase) for path, phrase in phrases(game.words[language]).items()} == wanted


@SPOKEN
def test_verbs(game: Game, language: str) -> None:
    words = game.words[language]
    verbs = {verb.name: set(verb.parameters) for verb in game.actions.verbs}
    assert set(words["actions"]) == set(verbs)
    assert set(words["told"]) == set(words["told_you"]) == {*verbs, "undo"}
    for verb, parameters in verbs.items():
        assert placeholders(words["actions"][verb]) == parameters
        assert placeholders(words["told"][verb]) == {"player", *parameters}
        assert placeholders(words["told_you"][verb]) == parameters


@SPOKEN
def test_events(game: Game, language: str) -> None:
    """Each has a sentence; whoever is spoken to needs no name."""
    words = game.words[language]
    assert set(words["events"]) == {event.name for event in game.events}
    for event in game.events:
        assert placeholders(words["events"][event.name]) <= set(event.parameters)
    for name, phrase in words["events_you"].items():
        assert placeholders(phrase) == placeholders(words["events"][name]) - {game.events.by_name[name].about}
    spoken_to = {event.name for event in game.events if event.about in placeholders(words["events"][event.name])}
    assert set(words["events_you"]) == spoken_to


@SPOKEN
def test_refusals(game: Game, language: str) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in game.folder.glob("*.py"))
    refusing = set(re.findall(r'= clause\("(§[\d.]+)"\)', source))
    assert refusing
    assert set(game.words[language]["refusals"]) == refusing
    assert refusing <= set(game.clauses)
    for sentence in game.words[language]["refusals"].values():
        assert re.fullmatch(r"[^.]+\.", sentence), f"not one sentence: {sentence}"


@SPOKEN
def test_endings_options_and_fields(game: Game, language: str) -> None:
    words = game.words[language]
    assert set(words["endings"]) == set(list(game.rules.ENDINGS)[1:])
    assert set(words["options"]) == {option.name for option in game.options}
    assert {name: set(values) for name, values in words["values"].items()} == {
        option.name: set(option.choices) for option in game.options if option.choices
    }
    assert set(words["fields"]) == {
        field.name for field in game.fields if field.option is None and field.kind.meaning != INNER
    }


@SPOKEN
def test_names(game: Game, language: str) -> None:
    """What words.toml names does exist: no name of a card that no game has."""
    named = [field.kind.names for field in game.fields if field.kind.names]
    named += [domain for verb in game.actions.verbs for domain in verb.parameters.values() if isinstance(domain, Names)]
    told = [kind for event in game.events for kind in event.parameters.values()]
    named += [kind for kind in told if isinstance(kind, Names)]
    named += [
        Names(kind.called or kind.of.kind, kind.of)
        for kind in told
        if isinstance(kind, ListOf) and isinstance(kind.of, Names)
    ]
    known = {(names.kind, name) for names in named for name in names}
    for kind, names in game.words[language].get("names", {}).items():
        assert {(kind, name) for name in names} - {(kind, HIDDEN)} <= known


@SPOKEN
def test_what_is_hidden_has_a_name(game: Game, language: str) -> None:
    words = Words(game, language)
    for verb in game.actions.verbs:
        for parameter in verb.secret:
            assert HIDDEN not in words.part(parameter, verb.parameters[parameter], HIDDEN)


@SPOKEN
def test_every_action_has_a_phrase_of_its_own(game: Game, language: str) -> None:
    words = Words(game, language)
    offers = [words.action(action) for action in game.actions]
    assert len(set(offers)) == len(offers)
    for action in game.actions:
        told = words.told(action.text, "Ada")
        assert told.startswith("Ada ")
        assert told.endswith(".")
        assert not words.told(action.text, "Ada", you=True).startswith("Ada")


def test_phrases_read_well() -> None:
    match = Match("crypto_cards", seats=2, seed=7)
    english, german = Words(match.game), Words(match.game, "de")
    assert english.action(match.read("sell TD")) == "sell 10♢"
    assert german.action(match.read("endorse QS")) == "mit D♠ werben"
    assert english.told("buy D", "Ada") == "Ada buys back the top of LUX ♢."
    assert english.told("sell ?", "Ada") == "Ada sells ?."
    assert english.told("undo", "Ada") == "Ada takes the last move back."
    assert german.told("sell 7D", "Ada", you=True) == "Du verkaufst 7♢."
    assert english.value("scoring", "points") == "value of the cards"
    assert english.value("hand", 5) == "5"
    assert english.field("nothing_of_the_kind") == "nothing of the kind"


def test_sets_and_hidden_cards_read_well() -> None:
    match = Match("cash_or_crash", seats=2, seed=7)
    english, german = Words(match.game), Words(match.game, "de")
    assert english.action(match.read("bid 4 Gold+Oil")) == "bid 4 Gold+Oil"
    assert german.action(match.read("bid 4 Gold+Oil")) == "biete 4 Gold+Öl"
    assert english.told("stake ?", "Ada") == "Ada stakes a card."
    assert german.told("add ?", "Ada", you=True) == "Du legst eine Karte nach."
    assert german.told("bid 2 Oil+Wheat", "Ada") == "Ada bietet 2 Öl+Weizen."
    assert english.offer("bid", {"amount": "3–16", "commodities": "Gold"}) == "bid 3–16 Gold"
    assert english.label("by", bid="4 Gold", player="Ada") == "4 Gold by Ada"


@SPOKEN
def test_every_language_has_a_rulebook(game: Game, language: str) -> None:
    assert game.rulebook(language).language == language


@GAMES
def test_a_translated_rulebook_names_the_values_of_options_as_they_are_shown(game: Game) -> None:
    for language in set(game.rulebooks) - {LANGUAGE}:
        words, clauses = Words(game, language), game.rulebook(language).clauses
        for option in game.options:
            assert [
                value for value in option.choices or () if words.value(option.name, value) not in clauses[option.clause]
            ] == []


def test_a_clause_stands_in_for_a_refusal_that_has_no_sentence() -> None:
    assert Words(registered()["crypto_cards"]).refusal("§3.7").startswith("One sale a turn")
    assert Words(registered()["crypto_cards"], "de").refusal("§3.7").startswith("Ein Verkauf je Zug")


def test_a_language_that_a_game_does_not_speak() -> None:
    with pytest.raises(Mistake, match="does not speak 'xx'; it speaks en, de"):
        Words(registered()["bounce"], "xx")
