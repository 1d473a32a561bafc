"""Every registered game keeps the contract: by fixed seeds, and wherever Hypothesis looks."""

from __future__ import annotations

import copy
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openoutcry.engine.compiled import IS_PLAIN
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.testing.books import check_rulebooks, check_terms
from openoutcry.testing.conformance import CHECKS
from openoutcry.testing.random_play import Check, random_match

QUICK, GAMES = 1 if IS_PLAIN else 5, 15
MOST_SEATS = 2 if IS_PLAIN else 99
"""Long games at full tables take minutes in plain Python."""

every_game = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
every_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)


@every_game
def test_a_rulebook_says_the_same_in_every_language(game: Game) -> None:
    check_rulebooks(game)


@every_game
def test_terms_explain_themselves_in_every_language(game: Game) -> None:
    assert game.words["en"]["terms"], "a game has words that a newcomer does not know"
    assert game.words["en"]["help"] or not game.options
    check_terms(game)


@pytest.mark.parametrize(
    ("path", "value", "broken"),
    [
        (("de", "terms", "mine"), None, "words.toml: de.terms are not those of en"),
        (("de", "terms", "mine", "means"), "Mehr in §9.9.", "words.toml: de.terms.mine cites §9.9"),
        (("en", "terms", "mine", "said"), ["dig"], "words.toml: en.terms.mine explains what is never said"),
        (("en", "help", "hand"), None, "words.toml: not every option has en.help"),
        (("en", "help", "hand"), "See `hand`.", "words.toml: en.help.hand speaks of names in the code"),
        (("de", "help"), None, "words.toml: only some languages have help"),
    ],
)
def test_a_term_that_is_missing_or_wrong_is_found(path: tuple[str, ...], value: Any, broken: str) -> None:
    known = registered()["crypto_cards"]
    game = Game(known.package, known.seats, known.minutes)
    game.__dict__["words"] = words = copy.deepcopy(dict(known.words))
    *way, last = path
    table: Any = words
    for name in way:
        table = table[name]
    if value is None:
        del table[last]
    else:
        table[last] = value
    with pytest.raises(AssertionError, match=re.escape(broken)):
        check_terms(game)


@pytest.mark.parametrize(
    ("said", "instead", "broken"),
    [
        ("- **§3.7**", "- **§3.8**", "RULES.de.md has other headings or clauses than RULES.md"),
        ("## 6. ", "## 7. ", "RULES.de.md has other headings or clauses than RULES.md"),
        ("## Schreibweise", "Schreibweise:", "RULES.de.md has other headings or clauses than RULES.md"),
        ("`sell 7D`", "`verkaufe 7D`", "RULES.de.md has other words in backticks than RULES.md"),
        ("`buy_back`, `off`", "`buy_back`", "§6.5 is not the same in RULES.de.md: `off`"),
        ("3 bis 8 (5)", "3 bis 8 (6)", "§6.1 is not the same in RULES.de.md: 5, 6"),
        ("gilt §5.1", "gilt §5.2", "§2.4 is not the same in RULES.de.md: §5.1, §5.2"),
        (" *(Festlegung: geteilt)*", "", "§5.3 is not the same in RULES.de.md: *("),
    ],
)
def test_a_rulebook_that_says_something_else_is_found(
    said: str, instead: str, broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registered()["crypto_cards"]
    (tmp_path / "RULES.md").write_text(game.rulebook().text, encoding="utf-8")
    (tmp_path / "RULES.de.md").write_text(game.rulebook("de").text.replace(said, instead, 1), encoding="utf-8")
    monkeypatch.setattr(Game, "folder", tmp_path)
    with pytest.raises(AssertionError, match=re.escape(broken)):
        check_rulebooks(Game(game.package, game.seats, game.minutes))


def test_a_rulebook_in_a_language_without_words_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registered()["crypto_cards"]
    for name in ("RULES.md", "RULES.fr.md"):
        (tmp_path / name).write_text(game.rulebook().text, encoding="utf-8")
    monkeypatch.setattr(Game, "folder", tmp_path)
    with pytest.raises(AssertionError, match=re.escape("there is RULES.fr.md, and words.toml has no table 'fr'")):
        check_rulebooks(Game(game.package, game.seats, game.minutes))


@every_game
@every_check
def test_fixed_games_keep_the_contract(game: Game, check: Check) -> None:
    for number in range(QUICK):
        check(random_match(game, number, MOST_SEATS), random.Random(number))


@every_game
@every_check
@pytest.mark.long
@pytest.mark.skipif(IS_PLAIN, reason="the fixed games above run plain too; more of them would take minutes")
def test_more_fixed_games_keep_the_contract(game: Game, check: Check) -> None:
    for number in range(QUICK, GAMES):
        check(random_match(game, number, MOST_SEATS), random.Random(number))


@every_game
@pytest.mark.skipif(IS_PLAIN, reason="the fixed games above run plain too; more of them would take minutes")
@settings(max_examples=50)
@given(number=st.integers(0, 2**32), check=st.sampled_from(CHECKS))
@pytest.mark.long
def test_any_game_keeps_the_contract(game: Game, number: int, check: Check) -> None:
    check(random_match(game, number), random.Random(number))
