"""Games on a GPU, from Python: whole games in one go, and batches that are stepped; `docs/cuda.md`.

What comes of it stays on the GPU, as tensors that PyTorch, JAX and CuPy take without a copy (DLPack). Where there is no
GPU, importing this says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import cuda

from openoutcry.bots.kernels import POLICIES, VOTING_THREADS, WARP, playouts, votes_by_itself
from openoutcry.engine.chance import CHANCE, key_of_seed, new_chance
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake, quoted
from openoutcry.engine.observation import WORD, layout_of
from openoutcry.envs.stepping import Kernels, lane_type
from openoutcry.games import find
from openoutcry.targets.cuda import IS_SIMULATED, check_gpu
from openoutcry.targets.dlpack import CPU, GPU, Tensor

check_gpu()

THREADS, REGISTERS, MOST_THREADS = 128, 64, 1024
"""The usual shape of a launch: so many threads in a block, so many registers for each; and the most threads."""
ALL_REGISTERS = 65_536
"""So many registers a multiprocessor has: they say how many threads it holds at once."""

Options = Mapping[str, int | str | bool]


def started(kernel: Any, registers: int = REGISTERS) -> Any:
    """A kernel that can be launched."""
    return cuda.jit(kernel) if IS_SIMULATED else cuda.jit(kernel, max_registers=registers)


def multiprocessors() -> int:
    """How many the GPU has."""
    return 1 if IS_SIMULATED else int(cuda.get_current_device().MULTIPROCESSOR_COUNT)


def on_device(record: Any, kind: np.dtype[Any]) -> Any:
    """An array of one record on the GPU."""
    array = np.zeros(1, kind)
    array[0] = record
    return cuda.to_device(array)


def tensor(array: Any, shape: tuple[int, ...] | None = None, dtype: Any = None) -> Tensor:
    """Numbers of an array on the GPU, as others take them."""
    address = array.ctypes.data if IS_SIMULATED else int(array.__cuda_array_interface__["data"][0])
    return Tensor(array, address, shape or tuple(array.shape), dtype or array.dtype, CPU if IS_SIMULATED else GPU)


class Table:
    """What all games of a key have in common, on the GPU: who sits there, the options, the key."""

    def __init__(self, game: Game | str, seats: int | None, options: Options | None, seed: int) -> None:
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.seats[-1] if seats is None else seats
        self.template = on_device(self.game.template(self.seats, options), self.game.state_type)
        self.master = on_device(new_chance(key_of_seed(seed)), CHANCE)


class Outcomes:
    """What some games came to, on the GPU: how many actions each took, and everybody's points and places."""

    def __init__(self, game: Game, games: int, seats: int, kept: int) -> None:
        self.kept = kept
        self.arrays = (
            cuda.device_array(games, np.int32),
            cuda.device_array((games, seats), np.int32),
            cuda.device_array((games, seats), np.int8),
            cuda.device_array(max(kept, 1), game.state_type),
        )
        self.lengths, self.points, self.places = map(tensor, self.arrays[:3])

    @property
    def finals(self) -> Any:
        """The final states, as NumPy has them, of the games for which they were asked."""
        return self.arrays[3].copy_to_host()[: self.kept]


class Playouts:
    """Whole games, one per thread, in one kernel: all seats at random, or all by the rules of thumb.

    Game n is game n of the seed's key: the very game that `outcry simulate` plays natively.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Options | None = None,
        bot: str = "random",
        seed: int = 0,
        votes: bool | None = None,
        threads: int | None = None,
        registers: int = REGISTERS,
    ) -> None:
        """Compile the kernel when the first games are played. `votes` says which way threads go about it
        (`bots/kernels.py`); it changes how fast it is, and never a byte.
        """
        if bot not in POLICIES:
            raise Mistake(f"on a GPU play {' and '.join(POLICIES)}, not {quoted(bot)}")
        self.table = Table(game, seats, options, seed)
        self.votes = votes_by_itself(self.table.game) if votes is None else votes
        self.threads = (VOTING_THREADS if self.votes else THREADS) if threads is None else threads
        if not 1 <= self.threads <= MOST_THREADS or (self.threads % WARP and not IS_SIMULATED):
            raise Mistake(f"a block has from {WARP} to {MOST_THREADS} threads, {WARP} at a time, not {quoted(threads)}")
        self.resident = max(1, ALL_REGISTERS // registers // self.threads)
        self.kernel = started(playouts(self.table.game, bot, self.votes), registers)

    def play(self, first: int, games: int, finals: int = 0) -> Outcomes:
        """Games first, first + 1, … of the key; of the first so many of them the final states as well."""
        if games < 1:
            raise Mistake(f"one game at least has to be played, not {quoted(games)}")
        table, outcomes = self.table, Outcomes(self.table.game, games, self.table.seats, finals)
        given = table.template, table.master, first, *outcomes.arrays, finals
        self.kernel[self._blocks(games), self.threads](*given)
        return outcomes

    def _blocks(self, games: int) -> int:
        """A thread per game, or, where they vote, as many as there is room for at once: each plays many."""
        needed = -(-games // self.threads)
        return min(needed, multiprocessors() * self.resident) if self.votes else needed


class Batch:
    """So many matches stepped at once; in each lane one seat is asked. What the tensors show is written over by the
    next call.

    `asked`: the seat that is asked; `packed`: what it may do, a bit per action; `results`: what came of the last action
    (`envs/stepping.py`); `lengths`, `points`, `places`: of the last match of each lane that ended.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Options | None = None,
        size: int = 1024,
        seed: int = 0,
        threads: int = THREADS,
        registers: int = REGISTERS,
    ) -> None:
        """Deal every lane its first game."""
        self.table = Table(game, seats, options, seed)
        game = self.table.game
        self.size, self.threads = size, threads
        self.layout = layout_of(game, self.table.seats)
        kernels = Kernels(game)
        self._begin, self._step, self._sample, self._unpack, self._observe = (
            started(kernel, registers)
            for kernel in (kernels.begin, kernels.step, kernels.sample, kernels.unpack, kernels.observe)
        )
        self._lanes = cuda.device_array(size, lane_type(game))
        self._masks = cuda.device_array(size, game.mask_type)
        self._asked = cuda.device_array(size, np.int8)
        self._actions = cuda.device_array(size, np.int32)
        self._results = cuda.to_device(np.zeros(size, np.int8))
        self._lengths = cuda.to_device(np.zeros(size, np.int32))
        self._points = cuda.to_device(np.zeros((size, self.table.seats), np.int32))
        self._places = cuda.to_device(np.zeros((size, self.table.seats), np.int8))
        self._legal = cuda.device_array((size, len(game.actions)), np.uint8)
        self._rows = cuda.device_array((size, len(self.layout) // WORD), np.uint64)
        self.asked, self.results = tensor(self._asked), tensor(self._results)
        self.lengths, self.points, self.places = map(tensor, (self._lengths, self._points, self._places))
        self.packed = tensor(self._masks, (size, game.actions.words), np.int64)
        self.begin()

    def begin(self) -> None:
        """Deal every lane its first game."""
        self._launch(self._begin, self.table.template, self.table.master, self._lanes, self._asked, self._masks)

    def _launch(self, kernel: Any, *given: Any, threads: int | None = None) -> None:
        """A thread per lane, or so many; in the simulator, where each is one of Python's, a few that take turns."""
        blocks = 1 if IS_SIMULATED else -(-(threads or self.size) // self.threads)
        kernel[blocks, self.threads](*given)

    def step(self, actions: Any) -> None:
        """Play an action in every lane, whole numbers of 32 bits on the GPU; what is not legal is not played."""
        table = self.table
        given = np.array(np.from_dlpack(actions)) if IS_SIMULATED else cuda.as_cuda_array(actions)
        came = self._results, self._lengths, self._points, self._places
        self._launch(self._step, table.template, table.master, self._lanes, self._asked, self._masks, given, *came)

    def sample(self) -> Tensor:
        """A legal action for every lane, at random: so a batch plays the very games of `Playouts`."""
        self._launch(self._sample, self._lanes, self._masks, self._actions)
        return tensor(self._actions)

    def legal(self) -> Tensor:
        """What whoever is asked may do: a row per lane, 0 or 1 per action."""
        self._launch(self._unpack, self._masks, self._legal, threads=self.size * len(self.table.game.actions))
        return tensor(self._legal)

    def observe(self) -> Tensor:
        """What whoever is asked may know: the row of numbers of the native batch (`engine/observation.py`) per lane."""
        self._launch(self._observe, self._lanes, self._asked, self._rows)
        return tensor(self._rows, (self.size, len(self.layout)), self.layout.dtype)
