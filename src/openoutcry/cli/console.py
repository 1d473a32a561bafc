"""What the commands share of the terminal: where they print, and what they ask."""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from openoutcry import Game, Mistake
from openoutcry.cli.plain import speaks_unicode
from openoutcry.cli.progress import progress

__all__ = [
    "agrees",
    "ask",
    "check_output",
    "is_interactive",
    "out",
    "prepare",
    "prepare_in_background",
    "print_json",
    "stopped_by_interrupt",
]

out = Console(markup=False, highlight=False)


def prepare(games: Iterable[Game] | None, needs: Sequence[str]) -> None:
    """Have compiled what a command needs of some games; the compiler is loaded here, and not by commands that need
    none.
    """
    from openoutcry.bots import ready

    ready.prepare(games, needs, progress)


def prepare_in_background(game: Game, needs: Sequence[str]) -> None:
    """Have compiled what a person may ask for later, while they play."""
    from openoutcry.bots import ready

    ready.prepare_in_background([game], needs)


def print_json(value: Any) -> None:
    """Print a value for programs."""
    print(json.dumps(value, ensure_ascii=not speaks_unicode(), indent=2))


def check_output(path: Path) -> None:
    """Refuse a file that could not be written in the end, before anything is done for it."""
    try:
        if path.is_dir():
            raise Mistake(f"{path} is a folder, not a file")
        if not path.parent.is_dir():
            raise Mistake(f"there is no folder {path.parent} to write in")
        is_new = not path.exists()
        if not is_new and not path.is_file():
            raise Mistake(f"{path} is not a file but a device or the like")
        path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise Mistake(f"{path} cannot be written: {error.strerror}") from None


def is_interactive() -> bool:
    """Whether a person sits at the keyboard."""
    return sys.stdin.isatty()


def ask(prompt: str) -> str:
    """A line from the keyboard, or from a file, which is then shown as if it had been typed; EOFError when there is
    none.
    """
    if is_interactive():
        with suppress(ImportError):
            import readline  # noqa: F401 (gives `input` editing and history, where there is one)
    line = input(prompt)
    if not is_interactive():
        print(line)
    return line.strip()


def agrees(question: str, *, by_default: bool = False) -> bool:
    """Whether the person says yes; an empty line is the default."""
    answer = ask(question).lower()
    return by_default if not answer else answer in ("y", "yes", "j", "ja")


@contextmanager
def stopped_by_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    """The first Ctrl-C stops what runs, at a moment of its own choosing; the next one is an interrupt like any
    other.
    """
    before = signal.getsignal(signal.SIGINT)

    def obey(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, obey)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
