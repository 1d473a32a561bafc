"""Who plays the blocks of an experiment: threads of this machine here, the workers of a cluster in `cluster`.

A job is some keys in a row, several blocks where blocks are short. Whoever plays them, and in whatever order they are
answered, a block comes to the same sums.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from openoutcry.lab.measures import Values

Block = list[Values]
"""The sums of a block of keys, one array per table."""
Play = Callable[[int, int], list[Block]]
"""Plays so many keys from the first on, block by block."""


class Crew(ABC):
    """Some who play jobs at the same time."""

    blocks = 1
    """How many blocks the next job should have."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.waiting: dict[Any, int] = {}
        """The jobs that are not answered yet, each with its first key."""

    @abstractmethod
    def send(self, first: int, keys: int) -> None:
        """Have a job played."""

    @abstractmethod
    def answers(self, seconds: float) -> list[tuple[int, list[Block]]]:
        """What is answered within so many seconds: the first key of each job, and its blocks."""

    @abstractmethod
    def rest(self) -> None:
        """Drop the jobs that are not answered."""


class Threads(Crew):
    """Threads of this machine, one per core."""

    def __init__(self, play: Play, count: int | None = None) -> None:
        super().__init__(count or os.cpu_count() or 1)
        self._play, self._pool = play, ThreadPoolExecutor(self.count)

    def send(self, first: int, keys: int) -> None:
        """Have a thread play a job."""
        self.waiting[self._pool.submit(self._play, first, keys)] = first

    def answers(self, seconds: float) -> list[tuple[int, list[Block]]]:
        """What the threads have played."""
        done: set[Future[list[Block]]] = wait(self.waiting, seconds, FIRST_COMPLETED)[0]
        return [(self.waiting.pop(job), job.result()) for job in done]

    def rest(self) -> None:
        """End the threads, each after what it is at."""
        self._pool.shutdown(cancel_futures=True)
        self.waiting.clear()
