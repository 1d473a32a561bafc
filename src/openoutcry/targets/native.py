"""Native code: every game compiled once, with a progress bar, and kept on disk (`python -m openoutcry.targets.native`)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from openoutcry.engine import kept
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find, registered

APART = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from openoutcry.targets.native import main
main()
"""
"""Compiling in a process of its own, which Ctrl-C stops without a word: that is for whoever waits for it to say."""


def prepare(games: Iterable[Game] | None = None) -> None:
    """Compile what has not been compiled yet, all games unless some are given; returns at once when there is nothing to do.

    Where nothing can be kept, each function is compiled when it is first called.
    """
    from openoutcry.engine.compiled import IS_PLAIN, cache_folder

    if IS_PLAIN or (folder := cache_folder()) is None:
        return
    cold = [game for game in (registered().values() if games is None else games) if not _mark(folder, game).exists()]
    if cold:
        kept.forget_unused()
        _compile_with_progress(cold)


def _mark(folder: Path, game: Game) -> Path:
    """The file that says a game is compiled: its name has the digests of the game's sources and of its bots'."""
    from openoutcry.engine.compiled import digest_of_bots, digest_of_sources

    return folder / f"{game.name}-{digest_of_sources(game.folder)[:20]}-{digest_of_bots(game.name)[:20]}.ready"


def _compile_with_progress(games: list[Game]) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from openoutcry.targets.signatures import native_of

    total = sum(len(list(native_of(game))) for game in games)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("Compiling the games, once", total=total)

        def advance() -> None:
            progress.advance(task)

        if len(games) == 1:
            for _ in _compiled(games[0]):
                advance()
        else:
            with ThreadPoolExecutor() as pool:
                list(pool.map(lambda game: _compile_apart(game, advance), games))


def _compiled(game: Game) -> Iterator[str]:
    """Compile one game here, telling each function when it is done."""
    from openoutcry.engine.compiled import cache_folder
    from openoutcry.targets.signatures import native_of

    for name, function, types in native_of(game):
        function.compile(types)  # type: ignore[attr-defined]
        yield name
    if folder := cache_folder():
        with suppress(OSError):
            _mark(folder, game).touch()


def _compile_apart(game: Game, advance: Callable[[], None]) -> None:
    """Compile one game in a process of its own, so that several cores take part."""
    command = [sys.executable, "-c", APART, game.name]
    with subprocess.Popen(command, env=os.environ | {kept.TOLD: "1"}, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in process.stdout:
            advance()
    if process.returncode:
        raise Mistake(f"{game.title} cannot be compiled; {sys.executable} -m openoutcry.targets.native {game.name} shows why")


def main() -> None:
    """Compile the games that are named, or all of them."""
    if names := sys.argv[1:]:
        for name in names:
            for function in _compiled(find(name)):
                print(f"{name}.{function}", flush=True)
    else:
        prepare()


if __name__ == "__main__":
    main()
