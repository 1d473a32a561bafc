"""Ready at once: what a command needs of a game is compiled, once, with a progress bar, and kept on disk.

`python -m openoutcry.bots.ready [GAME…]` compiles all of it.
"""

from __future__ import annotations

import atexit
import gc
import hashlib
import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path

from openoutcry.engine import kept
from openoutcry.engine.game import Game
from openoutcry.engine.mistakes import Mistake
from openoutcry.games import find, registered

APART = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from openoutcry.bots.ready import main
main()
"""
"""Compiling in a process of its own, which Ctrl-C stops without a word: that is for whoever waits for it to say."""
ALL = ("table", "thumb", "search", "review", "games", "searched games", "watched games")


def prepare(games: Iterable[Game] | None = None, needs: Sequence[str] = ALL, bar: Bar | None = None) -> None:
    """Compile what some needs ask for and has not been compiled yet, all games unless some are given; at once when
    there is nothing to do.

    Where nothing can be kept, each function is compiled when it is first called. What is compiled in the background is
    waited for.
    """
    for process in _BACKGROUND:
        process.wait()
    if cold := _missing(registered().values() if games is None else games, needs):
        kept.forget_unused()
        _compile(cold, bar or no_bar)


def is_ready(game: Game, needs: Sequence[str]) -> bool:
    """Whether a game can be played without compiling anything first; where nothing can be kept, it never is said to be
    missing.
    """
    return not _missing([game], needs)


def prepare_in_background(games: Iterable[Game], needs: Sequence[str]) -> None:
    """Have compiled, while people play, what they may ask for, one game after another; it ends when the program
    does.
    """
    if missing := _missing(games, needs):
        wanted = [f"{game.name}={','.join(missing[game])}" for game in missing]
        command = [sys.executable, "-c", APART, *wanted]
        environment, null = os.environ | {kept.TOLD: "1", UNHURRIED: "1"}, subprocess.DEVNULL
        _BACKGROUND.append(subprocess.Popen(command, env=environment, stdin=null, stdout=null, stderr=null))
        atexit.register(_BACKGROUND[-1].terminate)


_BACKGROUND: list[subprocess.Popen[bytes]] = []
UNHURRIED = "OUTCRY_UNHURRIED"
"""Set for a process that is to leave the machine to others."""


def _missing(games: Iterable[Game], needs: Sequence[str]) -> dict[Game, list[str]]:
    """What has not been compiled yet; nothing where nothing can be kept."""
    from openoutcry.engine.compiled import IS_PLAIN, cache_folder

    if IS_PLAIN or (folder := cache_folder()) is None:
        return {}
    return {
        game: missing
        for game in games
        if (missing := [need for need in needs if not _mark(folder, game, need).exists()])
    }


def _mark(folder: Path, game: Game, need: str) -> Path:
    """The file that says so much of a game is compiled: its name has digests of the game's sources, the bots', and
    where they are.

    Machine code is kept by the path of its source: what another checkout has compiled is not compiled here.
    """
    from openoutcry.engine.compiled import PACKAGE, digest_of_code, digest_of_sources

    places = hashlib.sha256(f"{PACKAGE}\n{game.folder}".encode()).hexdigest()
    digests = digest_of_code(game.folder)[:20], digest_of_sources(PACKAGE / "bots")[:20], places[:8]
    return folder / f"{game.name}-{need.replace(' ', '-')}-{'-'.join(digests)}.ready"


Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows what is being done and how much of it there is, and is told how much is done."""


@contextmanager
def no_bar(_doing: str, _total: int) -> Iterator[Callable[[int], None]]:
    """For those who show nothing."""
    yield lambda _done: None


def _compile(cold: dict[Game, list[str]], bar: Bar) -> None:
    from openoutcry.bots.exports import signatures_for

    total = sum(len(list(signatures_for(game, need))) for game, needs in cold.items() for need in needs)
    names = ", ".join(game.title for game in cold) if len(cold) < 3 else "the games"
    if not sys.stderr.isatty():
        print(f"compiling {names}, once …", file=sys.stderr, flush=True)
    done = itertools.count(1)
    with bar(f"Compiling {names}, once", total) as move:
        if len(cold) == 1:
            for game, needs in cold.items():
                for _ in _compile_each(game, needs):
                    move(next(done))
        else:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                apart = partial(_compile_apart, advance=lambda: move(next(done)))
                list(pool.map(lambda game: apart(game, cold[game]), largest_first(cold)))


def largest_first(games: Iterable[Game]) -> list[Game]:
    """Games in an order in which several cores are done soonest: by how much there is to read."""
    return sorted(games, key=lambda game: -sum(path.stat().st_size for path in game.folder.glob("*.py")))


def _compile_each(game: Game, needs: Iterable[str]) -> Iterator[str]:
    """Compile so much of one game here, telling each function when it is done."""
    from openoutcry.bots.exports import signatures_for
    from openoutcry.engine.compiled import cache_folder

    for need in needs:
        for name, function, types in signatures_for(game, need):
            with _no_collection():
                function.compile(types)  # type: ignore[attr-defined]
            yield name
        if folder := cache_folder():
            with suppress(OSError):
                _mark(folder, game, need).touch()


@contextmanager
def _no_collection() -> Iterator[None]:
    """Leave the compiler's many objects alone: looking through them for rubbish takes a tenth of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _compile_apart(game: Game, needs: Sequence[str], advance: Callable[[], None]) -> None:
    """Compile one game in a process of its own, so that several cores take part."""
    command = [sys.executable, "-c", APART, f"{game.name}={','.join(needs)}"]
    with subprocess.Popen(command, env=os.environ | {kept.TOLD: "1"}, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in process.stdout:
            advance()
    if process.returncode:
        raise Mistake(
            f"{game.title} cannot be compiled; {sys.executable} -m openoutcry.bots.ready {game.name} shows why"
        )


def main() -> None:
    """Compile the games that are named, or all of them; a name may be followed by = and what is needed of it."""
    if UNHURRIED in os.environ and hasattr(os, "nice"):
        os.nice(10)
    if not sys.argv[1:]:
        prepare()
    for written in sys.argv[1:]:
        name, _, needs = written.partition("=")
        for function in _compile_each(find(name), needs.split(",") if needs else ALL):
            print(f"{name}.{function}", flush=True)


if __name__ == "__main__":
    main()
