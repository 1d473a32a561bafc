"""The disk cache: nothing stale is read, nothing is compiled twice."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from cli.command import PROGRAM
from openoutcry.cli import INTERRUPTED
from openoutcry.cli.new import write_skeleton
from openoutcry.engine import kept

PLAY = """
from tiny_game import GAME
from openoutcry.engine.compiled import DiskCache
from openoutcry.lab.simulate import Simulation
from openoutcry.bots.ready import prepare
saved = []
save = DiskCache.save_overload
DiskCache.save_overload = lambda self, *rest: (saved.append(self), save(self, *rest))
prepare([GAME])
simulation = Simulation(GAME, 2, 1000, seed=1)
simulation.run()
print(len(saved), simulation.report()["points"])
"""


class Trap:
    """What makes a folder when it is unpickled."""

    def __init__(self, sprung: Path) -> None:
        self.sprung = sprung

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.sprung),)


def played(folder: Path, cache: Path, told: str = "") -> tuple[int, str]:
    """How many functions were compiled, and the mean points, in a process of its own that tells one sentence or
    none.
    """
    places = {"OUTCRY_CACHE": str(cache), "TMPDIR": str(cache.parent), "PYTHONPATH": str(folder / "tiny_game" / "src")}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], env=os.environ | places, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = done.stderr.replace("compiling Tiny Game, once …\n", "")
    assert said.startswith(told)
    assert said.count("\n") == bool(told)
    count, points = done.stdout.split(" ", 1)
    return int(count), points


@dataclass(frozen=True)
class Tiny:
    """A small game that was compiled once: where it is, how many functions that were, and how it was played."""

    folder: Path
    functions: int
    points: str

    def again(self, cache: Path, told: str = "") -> tuple[int, str]:
        return played(self.folder, cache, told)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    folder = tmp_path_factory.mktemp("tiny")
    write_skeleton("tiny_game", folder)
    return Tiny(folder, *played(folder, folder / "cache"))


@pytest.fixture
def cache(tiny: Tiny, tmp_path: Path) -> Path:
    """The cache of the small game, for one test."""
    return shutil.copytree(tiny.folder / "cache", tmp_path / "cache")


@pytest.fixture
def spare(tiny: Tiny, tmp_path: Path) -> Path:
    """The same in the place for temporary files."""
    return shutil.copytree(tiny.folder / "cache", tmp_path / f"openoutcry-{os.getuid()}")


@pytest.mark.long
def test_nothing_is_compiled_twice(tiny: Tiny, cache: Path) -> None:
    assert tiny.functions > 10
    assert tiny.again(cache) == (0, tiny.points)


@pytest.mark.long
def test_an_edit_is_noticed_everywhere(tiny: Tiny, cache: Path) -> None:
    rules = tiny.folder / "tiny_game" / "src" / "tiny_game" / "rules.py"
    before = rules.read_text(encoding="utf-8")
    rules.write_text(before.replace("total += index(cards) + 1", "total += 2"), encoding="utf-8")
    again, changed = tiny.again(cache)
    rules.write_text(before, encoding="utf-8")
    assert again > 5
    assert changed == "[6.0, 6.0]\n"


@pytest.mark.parametrize("is_signed", [False, True])
@pytest.mark.long
def test_a_damaged_cache_is_compiled_again(tiny: Tiny, cache: Path, is_signed: bool) -> None:
    """Whether a file is not as we wrote it, or holds what Numba makes nothing of."""
    files = list(cache.glob("*/*play_games*"))
    assert files
    for file in files:
        kept.write(file, pickle.dumps(("nothing", "of", "Numba's"))) if is_signed else file.write_bytes(b"garbage")
    again, points = tiny.again(cache)
    assert 0 < again < tiny.functions
    assert points == tiny.points
    assert tiny.again(cache) == (0, tiny.points)


def test_whoever_interrupts_compiling_is_told_nothing(tmp_path: Path) -> None:
    """The processes that compile are interrupted together with the one that waits for them."""
    environment = os.environ | {"OUTCRY_CACHE": str(tmp_path / "cache")}
    command = [*PROGRAM, "bench", "bounce", "crypto_cards"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while not list(tmp_path.glob("cache/*/*")):
            assert process.poll() is None
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == INTERRUPTED


@pytest.mark.long
def test_nothing_is_unpickled_from_a_folder_that_others_can_write_in(
    tiny: Tiny, cache: Path, spare: Path, tmp_path: Path
) -> None:
    for file in cache.glob("*/*play_games*"):
        kept.write(file, pickle.dumps(Trap(tmp_path / "sprung")))
    cache.chmod(0o777)
    assert tiny.again(cache, f"outcry: the cache {cache} is not used, as others can write in it; {spare}") == (
        0,
        tiny.points,
    )
    assert not (tmp_path / "sprung").exists()
    cache.chmod(0o700)
    tiny.again(cache)
    assert (tmp_path / "sprung").exists(), "what was laid there would have been unpickled"


def test_where_no_cache_can_be_kept_a_temporary_one_is(tiny: Tiny, spare: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.write_text("a file where a folder should be", encoding="utf-8")
    assert tiny.again(cache, f"outcry: the cache {cache} cannot be used: File exists; {spare}") == (0, tiny.points)
