"""CUDA without a GPU: every kernel compiles to PTX with the compiler of the package registry, a few games in Numba's
simulator come to the bytes of native play, and whoever has no GPU is told so.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from openoutcry.bots import read
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.games import find, registered
from openoutcry.lab.simulate import Series

pytest.importorskip("numba_cuda", reason="the compiler for CUDA, the extra `cuda`, is for Linux")

from numba import cuda

from openoutcry.bots import kernels
from openoutcry.bots.kernels import POLICIES, votes_by_itself
from openoutcry.envs import stepping
from openoutcry.targets.cuda import compiler, ptx_of
from openoutcry.targets.dlpack import CPU, GPU, Tensor

every_game = pytest.mark.parametrize("game", registered().values(), ids=lambda game: game.name)
SMALL = [find("bounce"), find("crypto_cards")]
SEED, FIRST, GAMES = 11, 5, 3
WAYS = ("one by one", "by vote")
OVER_WHEN_DEALT = 457
"""The seed of a key by which game 2 of Crypto Cards with six players is over as soon as it is dealt."""
TOO_SLOW = "cash_or_crash", "greedy"
"""In plain Python one such game takes minutes: its rules of thumb go through all that others may keep."""
HERE = Path(__file__).parents[1]


def in_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Some code in a process of its own."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=os.environ | {"PYTHONPATH": str(HERE)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def compiled(game: Game, policy: str, votes: bool | None = None) -> str:
    return ptx_of(kernels.playouts(game, policy, votes), kernels.playouts_signature(game))


def check_ptx(code: str) -> None:
    assert ".target sm_90" in code
    assert code.count(".visible .entry") == 1


def ciphers_in(code: str) -> int:
    """How many copies of the cipher there are: eight rounds turn four words by seven places each."""
    return sum("shf.l.wrap.b32" in line and line.endswith(", 7;") for line in code.splitlines()) // 32


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_whole_games_compile_to_ptx(game: Game) -> None:
    check_ptx(compiled(game, "random"))


@every_game
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("votes", [False, True], ids=WAYS)
@pytest.mark.long
def test_whole_games_of_every_game_compile_to_ptx(game: Game, policy: str, votes: bool) -> None:
    check_ptx(compiled(game, policy, votes))


def test_large_games_vote() -> None:
    assert [name for name, game in registered().items() if votes_by_itself(game)] == [
        *("cash_a_catch", "cash_or_crash", "dead_cat_bounce")
    ]


@pytest.mark.parametrize("name", ["begin", "step", "sample", "unpack", "observe"])
def test_every_kernel_of_a_batch_compiles_to_ptx(name: str) -> None:
    check_batch(find("bounce"), name)


@every_game
@pytest.mark.parametrize("name", ["begin", "step", "sample", "unpack", "observe"])
@pytest.mark.long
def test_every_kernel_of_a_batch_of_every_game_compiles_to_ptx(game: Game, name: str) -> None:
    check_batch(game, name)


def check_batch(game: Game, name: str) -> None:
    check_ptx(ptx_of(getattr(stepping.Kernels(game), name), stepping.signatures(game)[name]))


def test_the_cipher_stands_once() -> None:
    assert ciphers_in(compiled(find("crypto_cards"), "random")) == 1


def test_the_compiler_is_that_of_the_package_registry() -> None:
    nowhere = "/nowhere/cuda"
    code = (
        "from openoutcry.targets.cuda import compiler; from targets.test_cuda import *; print(compiler());"
        "check_ptx(compiled(find('bounce'), 'random')); print(open('/proc/self/maps').read())"
    )
    done = in_python(code, CUDA_HOME=nowhere, CUDA_PATH=nowhere, LD_LIBRARY_PATH="")
    assert done.returncode == 0, done.stderr
    found, *mapped = done.stdout.splitlines()
    assert Path(found).is_relative_to(sys.prefix)
    libraries = {line.split()[-1] for line in mapped if "libnvvm" in line}
    assert libraries == {str(Path(found).resolve())}
    assert not any("/usr/local/cuda" in line for line in mapped)


def test_here_too_the_compiler_is_that_of_the_package_registry() -> None:
    assert compiler().is_relative_to(sys.prefix)


@pytest.mark.skipif(cuda.is_available(), reason="there is a GPU")
def test_where_there_is_no_gpu_the_import_says_so() -> None:
    done = in_python("import openoutcry.envs.cuda")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "openoutcry.targets.cuda.NoGpu: there is no GPU here that CUDA can use; `outcry simulate` plays natively on "
        "all cores, and NUMBA_ENABLE_CUDASIM=1 with NUMBA_DISABLE_JIT=1 runs a few games in Numba's simulator"
    )


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        (
            {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "0"},
            "in Numba's CUDA simulator rules are plain Python: set NUMBA_DISABLE_JIT=1 as well",
        ),
        (
            {"NUMBA_DISABLE_JIT": "1"},
            "NUMBA_DISABLE_JIT is set: without the compiler nothing runs on a GPU",
        ),
    ],
)
def test_half_a_simulator_is_refused(environment: dict[str, str], said: str) -> None:
    done = in_python("import openoutcry.envs.cuda", **environment)
    assert done.stderr.splitlines()[-1] == f"openoutcry.targets.cuda.NoGpu: {said}"


def native(game: Game, bot: str, first: int, games: int, seed: int = SEED) -> dict[str, Any]:
    """What the same games come to natively."""
    seats = game.seats[-1]
    series = Series(game, game.template(seats), [read(bot, game)] * seats, games)
    series.play(new_chance(key_of_seed(seed)), first, games)
    return {
        "lengths": series.lengths.tolist(),
        "points": series.points[:, :seats].tolist(),
        "places": series.places[:, :seats].tolist(),
        "finals": hashlib.sha256(series.finals.tobytes()).hexdigest(),
    }


@every_game
def test_the_simulator_comes_to_the_same_bytes_as_native(game: Game) -> None:
    assert simulated(game, "random", "one by one") == [native(game, "random", FIRST, GAMES)]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
@pytest.mark.parametrize("bot", POLICIES)
def test_every_way_comes_to_the_same_bytes(game: Game, bot: str) -> None:
    assert simulated(game, bot, *WAYS) == [native(game, bot, FIRST, GAMES)] * len(WAYS)


@pytest.mark.parametrize(
    ("name", "bot"), [(name, bot) for name in registered() for bot in POLICIES if (name, bot) != TOO_SLOW]
)
@pytest.mark.long
def test_every_way_comes_to_the_same_bytes_in_every_game(name: str, bot: str) -> None:
    game = find(name)
    assert simulated(game, bot, *WAYS) == [native(game, bot, FIRST, GAMES)] * len(WAYS)


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.name)
def test_a_batch_plays_the_same_games(game: Game) -> None:
    check_stepped(game)


def test_a_match_that_is_over_when_it_is_dealt_is_passed_over() -> None:
    game = find("crypto_cards")
    assert native(game, "random", 0, 4, OVER_WHEN_DEALT)["lengths"][2] == 0
    check_stepped(game, OVER_WHEN_DEALT)


@every_game
@pytest.mark.long
def test_a_batch_plays_the_same_games_in_every_game(game: Game) -> None:
    check_stepped(game)


def check_stepped(game: Game, seed: int = SEED) -> None:
    (found,) = simulated(game, "batch", str(seed))
    points = native(game, "random", 0, 2 * len(found), seed)["points"]
    assert len(found) >= 2
    assert found == {number: points[int(number)] for number in found}


def test_the_example_of_the_docs_runs() -> None:
    example = (HERE.parent / "docs" / "cuda.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    shortened = example.replace("1_000_000", "4").replace("65_536", "4")
    assert shortened != example
    done = in_python(shortened, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr


def simulated(game: Game, *asked: str) -> list[Any]:
    """What games come to in Numba's simulator, in a process of its own."""
    code = f"import sys; sys.argv = {['', game.name, *asked]!r}; from targets.cuda_simulated import main; main()"
    done = in_python(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_tensor_shares_memory_and_keeps_it() -> None:
    held = np.arange(6, dtype=np.int32)
    tensor = Tensor(held, held.ctypes.data, (2, 3), held.dtype, CPU)
    taken = np.from_dlpack(tensor)
    held[4] = 40
    del held, tensor
    assert taken.tolist() == [[0, 1, 2], [3, 40, 5]]


def test_a_tensor_on_a_gpu_says_where_it_is() -> None:
    tensor = Tensor(None, 4096, (8,), np.int64)
    assert tensor.__dlpack_device__() == (GPU, 0)
    assert tensor.__cuda_array_interface__["data"] == (4096, False)
