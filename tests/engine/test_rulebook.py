"""Rulebooks: RULES.md, and others beside it for other languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from openoutcry.engine.game import Game
from openoutcry.engine.rulebook import Rulebook

ENGLISH = """# Fish

## 1. The turn

- **§1.1** A turn is
  one fish. *(ruling)*
- **§1.2** Then the next.

  Not a clause.
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose folder has RULES.md and nothing else."""
    (tmp_path / "RULES.md").write_text(ENGLISH, encoding="utf-8")
    monkeypatch.setattr(Game, "folder", tmp_path)
    return Game("fish", range(2, 5), 10)


def test_a_clause_is_one_line(game: Game) -> None:
    assert game.clauses == {"§1.1": "A turn is one fish. *(ruling)*", "§1.2": "Then the next."}


def test_a_language_without_a_rulebook_has_the_english_one(game: Game) -> None:
    assert list(game.rulebooks) == ["en"]
    assert game.rulebook("de") is game.rulebook()
    assert game.rulebook("de").language == "en"


def test_a_rulebook_is_found_by_its_name(game: Game, tmp_path: Path) -> None:
    (tmp_path / "RULES.fr.md").write_text("- **§1.1** Un poisson.\n", encoding="utf-8")
    (tmp_path / "RULES.de.md").write_text("- **§1.1** Ein Fisch.\n", encoding="utf-8")
    assert list(game.rulebooks) == ["en", "de", "fr"]
    assert game.rulebook("fr").clauses == {"§1.1": "Un poisson."}
    assert game.rulebook("en").text == ENGLISH


def test_a_clause_stands_there_once(tmp_path: Path) -> None:
    (tmp_path / "RULES.md").write_text("- **§1.1** One.\n- **§1.1** Two.\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"RULES\.md has §1\.1 twice"):
        _ = Rulebook("en", tmp_path / "RULES.md").clauses
