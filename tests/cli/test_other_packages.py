"""A game of another package: found through its entry point, and everything works with it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from openoutcry.cli.new import write_skeleton

GUIDE = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BOARD = GUIDE.partition("## A board in the terminal")[2].partition("```python\n")[2].partition("```")[0]


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody who has installed a package made by `outcry new`, with the board of the guide."""
    write_skeleton("fish_market", tmp_path)
    source = tmp_path / "fish_market" / "src"
    (source / "fish_market" / "terminal.py").write_text(BOARD, encoding="utf-8")
    described = source / "fish_market-0.1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: fish_market\nVersion: 0.1.0\n", encoding="utf-8")
    (described / "entry_points.txt").write_text(
        "[openoutcry.games]\nfish_market = fish_market:GAME\n", encoding="utf-8"
    )
    return os.environ | {"PYTHONPATH": str(source), "OUTCRY_CACHE": str(tmp_path / "cache"), "COLUMNS": "100"}


def outcry(environment: dict[str, str], *arguments: str, typed: str = "") -> str:
    command = [sys.executable, "-c", "from openoutcry.cli import main; main()", *arguments]
    done = subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_it_is_listed_played_simulated_and_its_rules_are_shown(installed: dict[str, str]) -> None:
    assert "fish_market" in {game["name"] for game in json.loads(outcry(installed, "games", "--json"))}
    assert "§2.2" in outcry(installed, "rules", "fish_market", "--clause", "§2.2")
    report = json.loads(outcry(installed, "simulate", "fish_market", "--seats", "3", "--games", "500", "--json"))
    assert report["length"]["mean"] == 9
    played = outcry(installed, "play", "fish_market", "--seats", "2", "--seed", "1", typed="1\n" * 10)
    assert "All cards are on the table." in played
    stands, rule, you, bot = played.partition("Stand")[2].splitlines()[:4]
    assert (stands.split(), rule.strip("─"), you.split(), bot.split()[-1]) == (["Worth"], "", ["▸", "You", "0"], "0")
    assert len(re.findall(r"Your hand: \d+ \d+ \d+\n", played)) == 1


def test_what_its_tests_need_is_an_extra_of_the_package(tmp_path: Path) -> None:
    write_skeleton("fish_market", tmp_path)
    project = tomllib.loads((tmp_path / "fish_market" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert any(needed.startswith("pytest") for needed in project["optional-dependencies"]["test"])
    assert "$ pip install -e '.[test]'\n$ pytest\n" in GUIDE
