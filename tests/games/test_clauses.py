"""RULES.md, the rules, the words and the tests cite one another: no clause without its function and its test, no § that
is not there.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from openoutcry.engine.game import Game
from openoutcry.games import registered

HERE = Path(__file__).parent
CITED = re.compile(r"§\d+\.\d+")
CHAPTER = re.compile(r"§(\d+)(?![\d.]*\d)")
NOTE = re.compile(r"\*\((.*?)\)\*")
WHOSE = {"en": ["ruling", "ours"], "de": ["Festlegung", "von uns"]}
NAMED_BY_TEST = re.compile(r"^def test_(\d+)_(\d+)_", re.MULTILINE)

every_game = pytest.mark.parametrize("game", registered().values(), ids=registered())


def source(game: Game, name: str) -> str:
    return (game.folder / name).read_text(encoding="utf-8")


def code_of(game: Game) -> dict[str, str]:
    """All of the game's modules."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(game.folder.glob("*.py"))}


def files_of_tests(game: Game) -> list[Path]:
    """A folder with a file for each chapter of the game's rules."""
    return sorted((HERE / game.name).glob("test_*.py"))


def source_of_tests(game: Game) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in files_of_tests(game))


def clauses_with_a_test(game: Game) -> set[str]:
    return {f"§{chapter}.{number}" for chapter, number in NAMED_BY_TEST.findall(source_of_tests(game))}


def prose_of(code: str) -> Iterator[str]:
    """The docstrings and the comments of a module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""
    yield from (
        token.string for token in tokenize.generate_tokens(io.StringIO(code).readline) if token.type == tokenize.COMMENT
    )


def clauses_of_options(code: str) -> set[str]:
    """The clauses given as clause="§x.y" where an option is declared; a verb's clause is put into code elsewhere."""
    calls = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)]
    keywords = (
        keyword
        for node in calls
        if not (isinstance(node.func, ast.Name) and node.func.id == "Verb")
        for keyword in node.keywords
    )
    return {str(node.value.value) for node in keywords if node.arg == "clause" and isinstance(node.value, ast.Constant)}


def clauses_of_refusals(code: str) -> set[str]:
    """The clauses of the calls clause("§x.y")."""
    calls = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    named = (node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "clause")
    return {str(argument.value) for node in named for argument in node.args if isinstance(argument, ast.Constant)}


@every_game
def test_the_clauses_of_a_chapter_are_numbered_without_a_gap(game: Game) -> None:
    numbers: dict[int, list[int]] = {}
    for clause in game.clauses:
        chapter, number = map(int, clause.removeprefix("§").split("."))
        numbers.setdefault(chapter, []).append(number)
    assert list(numbers) == list(range(1, len(numbers) + 1))
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())


@every_game
def test_a_note_says_whose_a_clause_is_the_same_in_every_language(game: Game) -> None:
    """*(ruling)* is what was ruled for the game, *(ours)* is what the program adds; a note on parts of a clause names
    both.
    """
    for clause, text in game.clauses.items():
        whose = [whose_is(note, "en") for note in NOTE.findall(text)]
        assert len(whose) <= 1, clause
        assert all(whose), f"{clause} has a note that is neither a ruling nor ours"
        for language, book in game.rulebooks.items():
            assert [whose_is(note, language) for note in NOTE.findall(book.clauses[clause])] == whose, (
                language,
                clause,
            )


def whose_is(note: str, language: str) -> list[int]:
    """Which of the two words a note has, each at the beginning of a part."""
    parts = (re.split(r"[:,]", part)[0] for part in note.split("; "))
    return [WHOSE[language].index(part) for part in parts if part in WHOSE[language]]


@every_game
def test_every_clause_is_cited_where_it_is_put_into_code(game: Game) -> None:
    cited: set[str] = set()
    for code in code_of(game).values():
        cited |= clauses_of_options(code)
        for text in prose_of(code):
            cited.update(CITED.findall(text))
    assert set(game.clauses) - cited == set()


@every_game
def test_every_clause_has_a_test_and_every_such_test_a_clause(game: Game) -> None:
    assert clauses_with_a_test(game) == set(game.clauses)


@every_game
def test_a_file_of_a_folder_tests_one_chapter_and_a_chapter_is_tested_in_one_file(game: Game) -> None:
    chapters = [
        {chapter for chapter, _ in NAMED_BY_TEST.findall(path.read_text(encoding="utf-8"))}
        for path in files_of_tests(game)
    ]
    assert sorted(chapter for found in chapters for chapter in found) == sorted(
        {clause.removeprefix("§").split(".")[0] for clause in game.clauses}
    )
    assert all(len(found) == 1 for found in chapters)


@every_game
def test_every_clause_that_is_cited_exists(game: Game) -> None:
    texts = code_of(game) | {"words.toml": source(game, "words.toml"), "tests": source_of_tests(game)}
    texts |= {book.path.name: book.text for book in game.rulebooks.values()}
    chapters = {clause.removeprefix("§").split(".")[0] for clause in game.clauses}
    for name, text in texts.items():
        assert set(CITED.findall(text)) - set(game.clauses) == set(), name
        assert set(CHAPTER.findall(text)) - chapters == set(), name


@every_game
def test_every_refusal_names_a_clause_and_is_tested(game: Game) -> None:
    refusals = set().union(*map(clauses_of_refusals, code_of(game).values()))
    assert refusals
    assert refusals - set(game.clauses) == set()
    assert refusals - set(CITED.findall(source_of_tests(game))) == set()


@every_game
def test_every_option_has_a_clause_that_names_it(game: Game) -> None:
    for option in game.options:
        assert f"`{option.name}`" in game.clauses[option.clause]
    assert len({option.clause for option in game.options}) == len(game.options)


@every_game
def test_every_verb_names_the_clause_that_governs_it(game: Game) -> None:
    assert {verb.name: verb.clause for verb in game.actions.verbs if verb.clause not in game.clauses} == {}
