"""A game of another package can have every part that ours have, found in the same way."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from openoutcry import Match
from openoutcry.bots import find, read
from openoutcry.bots.selfplay import GREEDY
from openoutcry.cli.new import write_skeleton
from openoutcry.engine import contract
from openoutcry.engine.by_game import MEMBERS, game_of
from openoutcry.engine.chance import new_chance
from openoutcry.engine.compiled import digest_of_code, digest_of_sources
from openoutcry.engine.game import Game
from openoutcry.games import registered

THUMB = '''
from typing import Any
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import nth_action

HORIZON = 7

@rule
def choose(view: Any, seat: int, mask: Any, thought: Any) -> int:
    """The first that is legal."""
    return nth_action(mask, 0)
'''


@pytest.fixture(scope="module")
def thoughtful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A game with rules of thumb."""
    folder = tmp_path_factory.mktemp("thoughtful")
    write_skeleton("thoughtful_game", folder)
    package = folder / "thoughtful_game" / "src"
    (package / "thoughtful_game" / "thumb.py").write_text(THUMB, encoding="utf-8")
    sys.path.insert(0, str(package))
    yield import_module("thoughtful_game").GAME
    sys.path.remove(str(package))


def test_its_rules_of_thumb_are_a_bot_and_tell_the_search_what_it_knows(thoughtful: Game) -> None:
    match = Match(thoughtful, 2, seed=1)
    assert game_of(match._state) is thoughtful
    assert (thoughtful.has("choose"), thoughtful.has("tidy"), thoughtful.has("HORIZON")) == (True, False, True)
    assert (contract.horizon(match._state), contract.patience(match._state), contract.step(match._state)) == (7, 16, 0)
    assert read("greedy", thoughtful).policy == GREEDY
    view = match.view(match.to_act[0])
    assert find("greedy", thoughtful).choose(view, new_chance(bytes(32))) == view.legal[0]


def test_its_board_in_the_terminal_compiles_nothing_anew(thoughtful: Game) -> None:
    def digest() -> str:
        digest_of_sources.cache_clear()
        digest_of_code.cache_clear()
        return digest_of_code(thoughtful.folder)

    before, thumb = digest(), thoughtful.folder / "thumb.py"
    (thoughtful.folder / "terminal.py").write_text("QUIET = ()\n", encoding="utf-8")
    assert digest() == before
    thumb.write_text(THUMB + "PATIENCE = 9\n", encoding="utf-8")
    assert digest() != before
    thumb.write_text(THUMB, encoding="utf-8")
    assert digest() == before
    (thoughtful.folder / "terminal.py").unlink()


def test_a_part_that_imports_what_is_not_there_is_no_missing_part(thoughtful: Game) -> None:
    (Path(thoughtful.folder) / "terminal.py").write_text("import no_such_module\n", encoding="utf-8")
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        thoughtful.part("terminal")
    assert thoughtful.part("lesson") is None


@pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
def test_every_verb_is_a_games_own_and_the_rest_has_a_default(game: Game) -> None:
    game.rules  # noqa: B018 (the game is known once its rules are)
    assert all(game.has(verb) for verb in contract.VERBS)
    assert all(game.member(name) is not None for name in MEMBERS)
