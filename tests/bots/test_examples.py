"""The bots of examples/, installed as a package would be: found by their entry points, and played."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bots"


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """An environment in which the example is installed: what an installer leaves of it, without the network."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (tmp_path / "my_bots.py").write_text((EXAMPLE / "my_bots.py").read_text(encoding="utf-8"), encoding="utf-8")
    about = tmp_path / f"my_bots-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    named = project["entry-points"]["openoutcry.bots"].items()
    (about / "entry_points.txt").write_text("\n".join(["[openoutcry.bots]", *(f"{name} = {where}" for name, where in named), ""]))
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]), "COLUMNS": "100"}


def outcry(installed: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from openoutcry.cli import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], env=installed, capture_output=True, text=True, check=False)


def test_they_play_on_the_ladder(installed: dict[str, str]) -> None:
    ladder = ("ladder", "crypto_cards", "--seats", "2", "--bots", "miser,first,random", "--most", "16", "--precision", "0.2")
    done = outcry(installed, *ladder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.index("miser") < done.stdout.index("random  ")


def test_one_that_is_not_compiled_says_where_it_can_play(installed: dict[str, str]) -> None:
    done = outcry(installed, "simulate", "crypto_cards", "--bots", "miser")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "outcry: miser cannot play many games at once, as it is not compiled; outcry ladder has it play one by one\n"


def test_it_plays_only_its_own_games(installed: dict[str, str]) -> None:
    done = outcry(installed, "play", "bounce", "--bots", "miser")
    assert done.returncode == 2
    assert done.stderr.startswith("outcry: there is no miser bot for Bounce yet; there are random, greedy, search")
