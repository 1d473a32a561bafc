"""The one progress bar of the commands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Move(Protocol):
    """What moves a bar."""

    def __call__(self, done: float, total: float | None = None, doing: str | None = None) -> None:
        """Say how much is done, of how much if that was not known before, and what is being done now."""


@contextmanager
def progress(doing: str, total: float | None = None, *, in_parts: bool = False) -> Iterator[Move]:
    """A bar on the terminal where somebody looks, gone when the work is done; it counts, or shows parts of a whole."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    figures = (TaskProgressColumn(), TimeElapsedColumn()) if in_parts else (MofNCompleteColumn(), TimeRemainingColumn())
    columns = TextColumn("{task.description}"), BarColumn(), *figures
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(doing, total=total)

        def move(done: float, total: float | None = None, doing: str | None = None) -> None:
            bar.update(task, completed=done, total=total, description=doing)

        yield move
