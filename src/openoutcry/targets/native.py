"""Native code: every game compiled once, with a progress bar, and kept on disk (`python -m openoutcry.targets.native`)."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from openoutcry.engine.game import Game
from openoutcry.games import find, registered

FORGET_AFTER_DAYS = 30


def prepare(games: Iterable[Game] | None = None) -> None:
    """Compile what has not been compiled yet, all games unless some are given; returns at once when there is nothing to do."""
    from openoutcry.engine.compiled import IS_PLAIN

    if IS_PLAIN:
        return
    cold = [game for game in (registered().values() if games is None else games) if not _mark(game).exists()]
    if cold:
        _forget_old_caches()
        _compile_with_progress(cold)


def _mark(game: Game) -> Path:
    """The file that says a game is compiled: its name has the digests of the game's sources and of the bots'."""
    from openoutcry.engine.compiled import PACKAGE, cache_folder, digest_of_compiled, digest_of_sources

    return cache_folder() / f"{game.name}-{digest_of_compiled(game.folder)[:20]}-{digest_of_sources(PACKAGE / 'bots')[:20]}.ready"


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
    from openoutcry.targets.signatures import native_of

    for name, function, types in native_of(game):
        function.compile(types)  # type: ignore[attr-defined]
        yield name
    _mark(game).touch()


def _compile_apart(game: Game, advance: Callable[[], None]) -> None:
    """Compile one game in a process of its own, so that several cores take part."""
    command = [sys.executable, "-m", "openoutcry.targets.native", game.name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in process.stdout:
            advance()
    if process.returncode:
        raise RuntimeError(f"compiling {game.name} failed; {' '.join(command)} shows why")


def _forget_old_caches() -> None:
    """Remove what other versions compiled and nobody has used for a month."""
    from openoutcry.engine.compiled import cache_folder, caches_folder

    if not caches_folder().is_dir():
        return
    for folder in caches_folder().iterdir():
        is_old = time.time() - folder.stat().st_mtime > FORGET_AFTER_DAYS * 86400
        if folder.is_dir() and folder != cache_folder() and is_old:
            shutil.rmtree(folder, ignore_errors=True)


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
