"""Everything that needs a GPU, in one go: the same bytes as native, the speed by several ways, batches, tensors.

`PYTHONPATH=src:build/carried python3 bench/gpu.py --to FOLDER` on a machine with a GPU, in about eight minutes
(`--seconds` for another limit); what was found so far is in FOLDER/gpu.json whenever it stops. `--compile` needs no
GPU: it counts what the compiler makes, with `--ptxas PATH` registers and local memory too.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from openoutcry.bots import kernels, read
from openoutcry.bots.kernels import POLICIES, USUAL, Way
from openoutcry.bots.ready import prepare
from openoutcry.engine.chance import key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.games import registered
from openoutcry.lab.simulate import Series
from openoutcry.targets.cuda import check_gpu, ptx_of

SEED, SEATS = 11, 4
COMPARED = 1_000_000
CHUNK = 65_536
"""So many games are compared at a time: their final states have to fit into memory."""
WAYS = {
    "usual": USUAL,
    "one cipher": Way(has_one_cipher=True),
    "flat": Way(is_flat=True),
    "flat, one cipher": Way(is_flat=True, has_one_cipher=True),
    "one cipher, ahead 1": Way(has_one_cipher=True, ahead=1),
    "one cipher, ahead 8": Way(has_one_cipher=True, ahead=8),
    "flat, one cipher, ahead 8": Way(is_flat=True, has_one_cipher=True, ahead=8),
    "shared": Way(shared=128),
    "shared, one cipher, ahead 8": Way(shared=128, has_one_cipher=True, ahead=8),
}
MOST_SHARED = 48 * 1024
SHAPES = ((128, 64), (64, 64), (256, 64), (128, 40), (128, 96), (128, 128))
"""Threads per block, and registers per thread."""
MEASURED_STEPS = 4e8
"""So many steps a measurement should have, by the speed of a first try; at most MOST_GAMES games."""
MOST_GAMES = 1 << 22


class Run:
    """What is found, written after every step of the work, and the time that is left."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.begun, self.seconds = time.perf_counter(), seconds
        self.found: dict[str, Any] = {}
        self.path = folder / "gpu.json"
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def left(self) -> float:
        return self.seconds - (time.perf_counter() - self.begun)

    def note(self, part: str, name: str, value: Any) -> None:
        self.found.setdefault(part, {})[name] = value
        self.path.write_text(json.dumps(self.found, indent=1))
        print(f"{time.perf_counter() - self.begun:6.1f} s  {part}: {name}: {json.dumps(value)}", flush=True)

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


def ways_of(game: Game) -> Iterator[tuple[str, Way]]:
    for name, way in WAYS.items():
        if way.shared * (game.state_type.itemsize + 8) <= MOST_SHARED:
            yield name, way


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


def speed(game: Game, bot: str, way: Way, threads: int, registers: int) -> dict[str, Any]:
    """Steps per second of whole games, of the best of three launches; compiling is told apart."""
    from numba import cuda

    from openoutcry.envs.cuda import Playouts

    begun = time.perf_counter()
    on_gpu = Playouts(game, seats_of(game), bot=bot, seed=SEED, way=way, threads=threads, registers=registers)
    warm = on_gpu.play(0, 1 << 16)
    cuda.synchronize()
    compiling = time.perf_counter() - begun
    mean = float(warm.arrays[0].copy_to_host().mean())
    games = int(min(max(MEASURED_STEPS / mean, 1 << 17), MOST_GAMES))
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        outcomes = on_gpu.play(0, games)
        cuda.synchronize()
        best = min(best, time.perf_counter() - begun)
        if best > 3:
            break
    steps = int(outcomes.arrays[0].copy_to_host().sum(dtype=np.int64))
    found: dict[str, Any] = {"steps_per_second": steps / best, "games": games, "seconds": best, "compiling": compiling}
    (overload,) = on_gpu.kernel.overloads.values()
    return found | {"registers": overload.regs_per_thread, "local_bytes": overload.local_mem_per_thread}


def batches(game: Game, size: int) -> dict[str, Any]:
    """Steps per second of a batch that plays at random: stepping alone, then with masks and observations."""
    from numba import cuda

    from openoutcry.envs.cuda import Batch

    batch, found = Batch(game, seats_of(game), size=size, seed=SEED), {}
    for name, more in (("step", ()), ("step, legal, observe", (batch.legal, batch.observe))):
        for rounds in (3, 50):
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


def compiled(game: Game, bot: str, way: Way, ptxas: str | None) -> dict[str, Any]:
    """What the compiler makes of a kernel: instructions of PTX, copies of the cipher; of machine code its bytes,
    registers and local memory.
    """
    begun = time.perf_counter()
    code = ptx_of(kernels.playouts(game, bot, way), kernels.playouts_signature(game))
    lines = code.splitlines()
    found: dict[str, Any] = {
        "instructions": sum(bool(re.match(r"\s+(@!?%p\d+ )?[a-z]", line)) for line in lines),
        "ciphers": sum("shf.l.wrap.b32" in line and line.endswith(", 7;") for line in lines) // 32,
        "seconds": round(time.perf_counter() - begun, 1),
    }
    return found | (machine_code(code, ptxas) if ptxas else {})


def machine_code(code: str, ptxas: str, registers: int = 64) -> dict[str, Any]:
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
            for name, way in ways_of(game):
                if bot == "random" or name in ("usual", "flat, one cipher, ahead 8"):
                    run.attempt("compiled", f"{game.name}, {bot}, {name}", lambda: compiled(game, bot, way, ptxas))  # noqa: B023


def on_gpu(run: Run, games: list[Game], size: int) -> None:
    """All that needs a GPU: first what has to be right, then how fast it is, the most important first."""
    from numba import cuda

    run.note("machine", "gpu", str(cuda.get_current_device().name))
    run.attempt("machine", "native code", lambda: prepare(games, ["games"]))
    for game in games:
        for bot in POLICIES:
            run.attempt("compared", f"{game.name}, {bot}", lambda: compare(game, bot, COMPARED, 40.0), 20)  # noqa: B023
    for library in ("torch", "cupy", "jax"):
        run.attempt("tensors", library, lambda: tensors(library, games[0]))  # noqa: B023
    for game in games:
        run.attempt("batches", f"{game.name}, same games", lambda: batch_plays_the_same(game))  # noqa: B023
        run.attempt("batches", f"{game.name}, {size} lanes", lambda: batches(game, size))  # noqa: B023
    threads, registers = SHAPES[0]
    for name in WAYS:
        for game in games:
            if way := dict(ways_of(game)).get(name):
                run.attempt("speed", f"{game.name}, random, {name}", lambda: speed(game, "random", way, *SHAPES[0]))  # noqa: B023
    for game in games:
        run.attempt("speed", f"{game.name}, greedy", lambda: speed(game, "greedy", USUAL, threads, registers))  # noqa: B023
        for shape in SHAPES[1:]:
            name = f"{game.name}, random, {shape[0]} threads, {shape[1]} registers"
            run.attempt("speed", name, lambda: speed(game, "random", USUAL, *shape))  # noqa: B023


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=Path("build/gpu"))
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--games", default="", help="some of them, by name; else all")
    parser.add_argument("--lanes", type=int, default=1 << 18)
    parser.add_argument("--compile", action="store_true", help="only count what is compiled; needs no GPU")
    parser.add_argument("--ptxas", help="where NVIDIA's assembler is, for --compile")
    given = parser.parse_args()
    chosen = given.games.split(",") if given.games else ["bounce", "crypto_cards", *registered()]
    games = [registered()[name] for name in dict.fromkeys(chosen)]
    run = Run(given.to, given.seconds)
    if given.compile:
        compile_all(run, games, given.ptxas)
    else:
        check_gpu()
        on_gpu(run, games, given.lanes)


if __name__ == "__main__":
    main()
