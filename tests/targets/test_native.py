"""The disk cache: nothing stale is read, nothing is compiled twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from openoutcry.cli.new import write_skeleton

PLAY = """
from tiny_game import GAME
from openoutcry.engine.compiled import DiskCache
from openoutcry.lab.simulate import Simulation
from openoutcry.targets.native import prepare
saved = []
save = DiskCache.save_overload
DiskCache.save_overload = lambda self, *rest: (saved.append(self), save(self, *rest))
prepare([GAME])
simulation = Simulation(GAME, 2, 1000, seed=1)
simulation.run()
print(len(saved), simulation.report()["points"])
"""


def played(folder: Path, cache: Path) -> tuple[int, str]:
    """How many functions were compiled, and the mean points, in a process of its own."""
    environment = os.environ | {"OUTCRY_CACHE": str(cache), "PYTHONPATH": str(folder / "tiny_game" / "src")}
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    count, points = done.stdout.split(" ", 1)
    return int(count), points


def test_nothing_is_compiled_twice_and_an_edit_is_noticed_everywhere(tmp_path: Path) -> None:
    write_skeleton("tiny_game", tmp_path)
    first, points = played(tmp_path, tmp_path / "cache")
    assert first > 10
    assert played(tmp_path, tmp_path / "cache") == (0, points)
    rules = tmp_path / "tiny_game" / "src" / "tiny_game" / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("total += index(cards) + 1", "total += 2"), encoding="utf-8")
    again, changed = played(tmp_path, tmp_path / "cache")
    assert again > 5
    assert changed == "[6.0, 6.0]\n"


def test_a_damaged_cache_is_compiled_again(tmp_path: Path) -> None:
    write_skeleton("tiny_game", tmp_path)
    _, points = played(tmp_path, tmp_path / "cache")
    for file in (tmp_path / "cache").rglob("*play_games*"):
        file.write_bytes(b"")
    again, same = played(tmp_path, tmp_path / "cache")
    assert again > 0
    assert same == points


def test_where_no_cache_can_be_kept_it_works_all_the_same(tmp_path: Path) -> None:
    write_skeleton("tiny_game", tmp_path)
    (tmp_path / "cache").write_text("a file where a folder should be", encoding="utf-8")
    assert played(tmp_path, tmp_path / "cache")[0] >= 0
