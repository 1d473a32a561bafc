"""Everything that needs a GPU, in one go: the same bytes as native, the speed of both ways, batches, tensors, and the
nearest games of pgx on the same GPU.

`PYTHONPATH=src:build/carried python3 bench/gpu.py --to FOLDER` on a machine with a GPU, in about five minutes
(`--seconds` for another limit). Each game has a process of its own, as compiling takes longer than measuring; only one
of them measures at a time. What was found so far is in FOLDER/GAME.json whenever it stops. `--compile` needs no GPU: it
counts what the compiler makes, with `--ptxas PATH` registers and local memory too.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from openoutcry.bots import kernels, read
from openoutcry.bots.kernels import POLICIES, votes_by_itself
from openoutcry.bots.ready import prepare
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.lab.simulate import Series
from openoutcry.targets.cuda import check_gpu, ptx_of

SEED, SEATS = 11, 4
PEERS = "peers"
PGX_LANES, PGX_STEPS = 1 << 18, 128
COMPARED = 1_000_000
CHUNK = 65_536
"""So many games are compared at a time: their final states have to fit into memory."""
WAYS = {"one by one": False, "by vote": True}
SHAPE = 64
"""Registers per thread."""
MEASURED_STEPS = 1e9
"""So many steps a measurement should have, by the speed of a first try; at most MOST_GAMES games."""
MOST_GAMES = 1 << 22


class Run:
    """What is found, written after every step of the work, and the time that is left."""

    def __init__(self, folder: Path, seconds: float, name: str) -> None:
        self.begun, self.seconds, self.name = time.perf_counter(), seconds, name
        self.found: dict[str, Any] = {}
        self.path = folder / f"{name}.json"
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = (folder / "lock").open("w")

    @property
    def left(self) -> float:
        return self.seconds - (time.perf_counter() - self.begun)

    def note(self, part: str, name: str, value: Any) -> None:
        self.found.setdefault(part, {})[name] = value
        self.path.write_text(json.dumps(self.found, indent=1))
        told = f"{time.perf_counter() - self.begun:5.0f} s  {self.name}: {part}: {name}: {json.dumps(value)}"
        print(told, flush=True)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """What is measured here is measured while no other process measures."""
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self.lock, fcntl.LOCK_UN)

    def attempt(self, part: str, name: str, work: Callable[[], Any], needed: float = 10.0) -> None:
        """Do something and note it; what goes wrong is noted too, and the rest goes on."""
        if self.left < needed:
            self.note(part, name, "left out: no time")
            return
        try:
            self.note(part, name, work())
        except Exception as failed:
            self.note(part, name, f"failed: {type(failed).__name__}: {str(failed)[-600:]}")
            traceback.print_exc()


def seats_of(game: Game) -> int:
    return min(SEATS, game.seats[-1])


def compare(game: Game, bot: str, games: int, limit: float) -> dict[str, Any]:
    """Final states, lengths, points and places of so many games, native and on the GPU, byte for byte."""
    from openoutcry.envs.cuda import Playouts

    seats, cores, begun = seats_of(game), os.cpu_count() or 1, time.perf_counter()
    on_gpu = Playouts(game, seats, bot=bot, seed=SEED)
    each = CHUNK // cores
    series = [Series(game, game.template(seats), [read(bot, game)] * seats, each) for _ in range(cores)]
    done, different = 0, 0
    with ThreadPoolExecutor(cores) as pool:
        while done < games and time.perf_counter() - begun < limit:
            found = on_gpu.play(done, each * cores, each * cores)
            firsts = [done + place * each for place in range(cores)]
            list(pool.map(lambda one, first: one.play(new_chance(key_of_seed(SEED)), first, each), series, firsts))
            for name in ("lengths", "points", "places"):
                array = found.arrays[("lengths", "points", "places").index(name)].copy_to_host()
                here = np.concatenate([getattr(one, name) for one in series])
                different += int((array != here).reshape(len(here), -1).any(axis=1).sum())
            here = np.concatenate([one.finals.view(np.uint8).reshape(each, -1) for one in series])
            finals = found.finals.view(np.uint8).reshape(each * cores, -1)
            different += int((finals != here).any(axis=1).sum())
            done += each * cores
    return {"games": done, "different": different, "seconds": round(time.perf_counter() - begun, 1)}


def speed(run: Run, game: Game, bot: str, votes: bool) -> dict[str, Any]:
    """Steps per second of whole games, of the best of three launches; compiling is told apart."""
    from numba import cuda

    from openoutcry.envs.cuda import Playouts

    begun = time.perf_counter()
    on_gpu = Playouts(game, seats_of(game), bot=bot, seed=SEED, votes=votes, registers=SHAPE)
    warm = on_gpu.play(0, 1 << 16)
    cuda.synchronize()
    compiling = time.perf_counter() - begun
    mean = float(warm.arrays[0].copy_to_host().mean())
    games = int(min(max(MEASURED_STEPS / mean, 1 << 19), MOST_GAMES))
    best = float("inf")
    with run.alone():
        for _ in range(3):
            begun = time.perf_counter()
            outcomes = on_gpu.play(0, games)
            cuda.synchronize()
            best = min(best, time.perf_counter() - begun)
            if best > 2:
                break
    steps = int(outcomes.arrays[0].copy_to_host().sum(dtype=np.int64))
    found: dict[str, Any] = {"steps_per_second": steps / best, "games": games, "seconds": best, "compiling": compiling}
    (overload,) = on_gpu.kernel.overloads.values()
    return found | {"registers": overload.regs_per_thread, "local_bytes": overload.local_mem_per_thread}


def batches(run: Run, game: Game, size: int) -> dict[str, Any]:
    """Steps per second of a batch that plays at random: stepping alone, then with masks and observations."""
    from numba import cuda

    from openoutcry.envs.cuda import Batch

    batch, found = Batch(game, seats_of(game), size=size, seed=SEED), {}
    for name, more in (("step", ()), ("step, legal, observe", (batch.legal, batch.observe))):
        for rounds in (3, 50):
            with run.alone():
                cuda.synchronize()
                begun = time.perf_counter()
                for _ in range(rounds):
                    for work in more:
                        work()
                    batch.step(batch.sample())
                cuda.synchronize()
                found[name] = size * rounds / (time.perf_counter() - begun)
    return found


def batch_plays_the_same(game: Game, size: int = 4096) -> dict[str, Any]:
    """The first matches of a batch that plays at random, compared with native games of the same numbers."""
    from openoutcry.envs.cuda import Batch
    from openoutcry.envs.stepping import ENDED

    seats = seats_of(game)
    batch, points, is_known = (
        Batch(game, seats, size=size, seed=SEED),
        np.zeros((size, seats), np.int32),
        np.zeros(size, bool),
    )
    for _ in range(20_000):
        batch.step(batch.sample())
        ended = (batch._results.copy_to_host() == ENDED) & ~is_known
        if ended.any():
            points[ended] = batch._points.copy_to_host()[ended]
            is_known |= ended
        if is_known.all():
            break
    series = Series(game, game.template(seats), [read("random", game)] * seats, size)
    series.play(new_chance(key_of_seed(SEED)), 0, size)
    is_known &= series.lengths > 0  # what is over as soon as it is dealt is passed over
    different = int((points[is_known] != series.points[is_known]).any(axis=1).sum())
    return {"games": int(is_known.sum()), "different": different}


def tensors(library: str, game: Game) -> dict[str, Any]:
    """Whether a library takes our memory without a copy, sees what is written later, and its actions can be played."""
    from numba import cuda

    from openoutcry.envs.cuda import Batch

    batch = Batch(game, seats_of(game), size=4096, seed=SEED)
    actions, taken = batch.sample(), {}
    if library == "torch":
        import torch

        for name, one in {"actions": actions, "points": batch.points, "legal": batch.legal()}.items():
            taken[name] = torch.from_dlpack(one)
        address = taken["actions"].data_ptr()
        batch.step(taken["actions"])
        torch.cuda.synchronize()
    elif library == "cupy":
        import cupy

        taken = {"actions": cupy.from_dlpack(actions), "points": cupy.from_dlpack(batch.points)}
        address = taken["actions"].data.ptr
        batch.step(taken["actions"])
    else:
        import jax

        taken = {"actions": jax.dlpack.from_dlpack(actions), "points": jax.dlpack.from_dlpack(batch.points)}
        address = taken["actions"].unsafe_buffer_pointer()
        batch.step(taken["actions"])
    cuda.synchronize()
    refused = int((batch._results.copy_to_host() == 2).sum())
    before = np.asarray(batch._actions.copy_to_host())
    return {
        "same_address": address == actions.address,
        "refused": refused,
        "same_numbers": bool((np.asarray(taken["actions"].tolist()) == before).all()),
        "shapes": {name: list(one.shape) for name, one in taken.items()},
    }


def compiled(game: Game, bot: str, votes: bool, ptxas: str | None) -> dict[str, Any]:
    """What the compiler makes of a kernel: instructions of PTX, copies of the cipher; of machine code its bytes,
    registers and local memory.
    """
    begun = time.perf_counter()
    code = ptx_of(kernels.playouts(game, bot, votes), kernels.playouts_signature(game))
    lines = code.splitlines()
    found: dict[str, Any] = {
        "instructions": sum(bool(re.match(r"\s+(@!?%p\d+ )?[a-z]", line)) for line in lines),
        "ciphers": sum("shf.l.wrap.b32" in line and line.endswith(", 7;") for line in lines) // 32,
        "seconds": round(time.perf_counter() - begun, 1),
    }
    return found | (machine_code(code, ptxas) if ptxas else {})


def machine_code(code: str, ptxas: str, registers: int = SHAPE) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        (source := Path(folder, "kernel.ptx")).write_text(code)
        made = Path(folder, "kernel.cubin")
        command = [ptxas, "-arch=sm_90", "-v", f"-maxrregcount={registers}", str(source), "-o", str(made)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        local = max(map(int, re.findall(r"(\d+) bytes cumulative stack size", said)), default=0)
        stores, loads = (sum(map(int, re.findall(rf"(\d+) bytes spill {kind}", said))) for kind in ("stores", "loads"))
        return {"machine_code": made.stat().st_size, "local": local, "spilled": [stores, loads]}


def compile_all(run: Run, games: list[Game], ptxas: str | None) -> None:
    for game in games:
        for bot in POLICIES:
            for name, votes in WAYS.items():
                run.attempt("compiled", f"{game.name}, {bot}, {name}", lambda: compiled(game, bot, votes, ptxas))  # noqa: B023


def on_gpu(run: Run, game: Game, size: int) -> None:
    """All that is to be found out of a game, the most important first."""
    from numba import cuda

    usual = votes_by_itself(game)
    run.note("machine", "gpu", str(cuda.get_current_device().name))
    run.attempt("speed", "random", lambda: speed(run, game, "random", usual))
    run.attempt("machine", "native code", lambda: prepare([game], ["games"]))
    run.attempt("compared", "random", lambda: compare(game, "random", COMPARED, 60.0), 20)
    run.attempt("batches", f"{size} lanes", lambda: batches(run, game, size))
    run.attempt("batches", "same games", lambda: batch_plays_the_same(game))
    run.attempt("speed", "greedy", lambda: speed(run, game, "greedy", usual))
    run.attempt("compared", "greedy", lambda: compare(game, "greedy", COMPARED, 60.0), 20)
    run.attempt("speed", "random, the other way", lambda: speed(run, game, "random", not usual))


def peers(run: Run) -> None:
    """What others make of our tensors, and the games of pgx."""
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # JAX would take most of the memory
    from pgx_games import GAMES, steps_per_second

    for library in ("torch", "cupy", "jax"):
        run.attempt("tensors", library, lambda: tensors(library, registered()["bounce"]))  # noqa: B023
    for name in GAMES:
        run.attempt("pgx", name, lambda: steps_per_second(name, PGX_LANES, PGX_STEPS, run.alone))  # noqa: B023


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=Path("build/gpu"))
    parser.add_argument("--seconds", type=float, default=420)
    parser.add_argument("--games", default=",".join([*registered(), PEERS]), help="some of them, by name, or peers")
    parser.add_argument("--lanes", type=int, default=1 << 18)
    parser.add_argument("--compile", action="store_true", help="only count what is compiled; needs no GPU")
    parser.add_argument("--ptxas", help="where NVIDIA's assembler is, for --compile")
    given = parser.parse_args()
    names = given.games.split(",")
    if given.compile:
        compile_all(
            Run(given.to, given.seconds, "compiled"),
            [registered()[name] for name in names if name != PEERS],
            given.ptxas,
        )
        return
    check_gpu()
    if len(names) > 1:
        own = [
            sys.executable,
            __file__,
            "--to",
            str(given.to),
            "--seconds",
            str(given.seconds),
            "--lanes",
            str(given.lanes),
        ]
        for process in [subprocess.Popen([*own, "--games", name]) for name in names]:
            process.wait()
        return
    run = Run(given.to, given.seconds, names[0])
    if names[0] == PEERS:
        peers(run)
    else:
        on_gpu(run, registered()[names[0]], given.lanes)


if __name__ == "__main__":
    main()
