"""The WebAssembly of games, with their bots: `python -m openoutcry.bots.wasm FOLDER [GAME…]`.

It writes GAME.wasm and GAME.json (the manifest) for each game, and beside them GAME.lab.wasm and GAME.lab.json, which
the lab of the page loads when it is opened, and GAME.SEATS.block, a network, which is loaded when somebody wants to
play against it.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from openoutcry.bots.learned import block_name, networks_of, seats_of
from openoutcry.bots.ready import largest_first
from openoutcry.engine import kept
from openoutcry.engine.compiled import PACKAGE, digest_of_code, digest_of_sources
from openoutcry.engine.game import Game
from openoutcry.games import find, registered
from openoutcry.targets.wasm import PORTABLE, link, linker


def build(folder: Path, games: Iterable[Game] | None = None) -> None:
    """Write the files of every game, or of some, into a folder; what was compiled before is kept, and copied."""
    from openoutcry.bots.exports import bots_described, lab_described
    from openoutcry.targets.manifest import manifest

    chosen = largest_first(registered().values() if games is None else games)
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for game, linked in zip(chosen, pool.map(_linked, chosen), strict=True):
            for name, code in linked.items():
                (folder / f"{name}.wasm").write_bytes(code)
            descriptions = manifest(game, bots_described(game)), lab_described(game)
            for name, described in zip(linked, descriptions, strict=True):
                text = json.dumps(described, ensure_ascii=False, separators=(",", ":"))
                (folder / f"{name}.json").write_text(text, encoding="utf-8")
            for network in networks_of(game):
                (folder / block_name(game, network.seats)).write_bytes(network.block().tobytes())


def names_of(game: Game) -> tuple[str, str]:
    """What a game's files are called before their dots: those of a match, and those of the lab."""
    return game.name, f"{game.name}.lab"


def _linked(game: Game) -> dict[str, bytes]:
    """A game's .wasm of each name, as they were kept, or else compiled."""
    folder, names = kept.folder("wasm"), names_of(game)
    paths = {name: folder / f"{name}-{_digest(game)}" for name in names} if folder else {}
    found = {name: code for name, path in paths.items() if (code := kept.read(path)) is not None}
    if len(found) < len(names):
        found = _linked_apart(game)
        for name, path in paths.items():
            kept.write(path, found[name])
    return found


def _linked_apart(game: Game) -> dict[str, bytes]:
    """A game's .wasm of each name, compiled in a process of its own."""
    print(f"compiling {game.name} to WebAssembly, once …", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as making:
        command = [sys.executable, "-m", "openoutcry.bots.wasm", making, game.name]
        environment = os.environ | PORTABLE | {kept.TOLD: "1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"building the WebAssembly of {game.name} failed:\n{done.stderr}")
        return {name: (Path(making) / f"{name}.wasm").read_bytes() for name in names_of(game)}


def _digest(game: Game) -> str:
    """What a game's .wasm depends on: its own sources, those of the layers that are compiled into it, and the tools."""
    parts = [digest_of_sources(PACKAGE / layer, "**/*.py") for layer in ("engine", "targets", "bots")]
    parts += [
        digest_of_code(game.folder),
        str(bool(seats_of(game))),
        version("numba"),
        version("llvmlite"),
        linker(),
        sys.version,
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]


def main() -> None:
    """Build the games that are named, or all, into the folder named first."""
    if len(sys.argv) < 2:
        raise SystemExit("write: python -m openoutcry.bots.wasm FOLDER [GAME…]")
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    games = [find(name) for name in names] or list(registered().values())
    if os.environ.get("NUMBA_CPU_NAME") != "generic":
        build(folder, games)
    else:
        from openoutcry.bots.exports import exports_of, lab_exports_of

        for game in games:
            for name, exports in zip(names_of(game), (exports_of(game), lab_exports_of(game)), strict=True):
                link(name, exports, folder)
    for name in (name for game in games for name in names_of(game)):
        path = folder / f"{name}.wasm"
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
