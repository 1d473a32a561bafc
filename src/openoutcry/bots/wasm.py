"""The WebAssembly of games, with their bots: `python -m openoutcry.bots.wasm FOLDER [GAME…]`.

It writes GAME.wasm and GAME.json (the manifest) for each game.
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

from openoutcry.bots.ready import largest_first
from openoutcry.engine import kept
from openoutcry.engine.compiled import PACKAGE, digest_of_code, digest_of_sources
from openoutcry.engine.game import Game
from openoutcry.games import find, registered
from openoutcry.targets.wasm import PORTABLE, link, linker


def build(folder: Path, games: Iterable[Game] | None = None) -> None:
    """Write the .wasm and the manifest of every game, or of some, into a folder; what was compiled before is kept, and
    copied.
    """
    from openoutcry.bots.exports import bots_described
    from openoutcry.targets.manifest import manifest

    chosen = largest_first(registered().values() if games is None else games)
    folder.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for game, linked in zip(chosen, pool.map(_linked, chosen), strict=True):
            (folder / f"{game.name}.wasm").write_bytes(linked)
            described = json.dumps(manifest(game, bots_described(game)), ensure_ascii=False, separators=(",", ":"))
            (folder / f"{game.name}.json").write_text(described, encoding="utf-8")


def _linked(game: Game) -> bytes:
    """A game's .wasm as it was kept, or else compiled."""
    folder = kept.folder("wasm")
    path = folder / f"{game.name}-{_digest(game)}" if folder else None
    found = kept.read(path) if path else None
    if found is None:
        found = _linked_apart(game)
        if path:
            kept.write(path, found)
    return found


def _linked_apart(game: Game) -> bytes:
    """A game's .wasm, compiled in a process of its own."""
    print(f"compiling {game.name} to WebAssembly, once …", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as making:
        command = [sys.executable, "-m", "openoutcry.bots.wasm", making, game.name]
        environment = os.environ | PORTABLE | {kept.TOLD: "1"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"building the WebAssembly of {game.name} failed:\n{done.stderr}")
        return (Path(making) / f"{game.name}.wasm").read_bytes()


def _digest(game: Game) -> str:
    """What a game's .wasm depends on: its own sources, those of the layers that are compiled into it, and the tools."""
    parts = [digest_of_sources(PACKAGE / layer, "**/*.py") for layer in ("engine", "targets", "bots")]
    parts += [digest_of_code(game.folder), version("numba"), version("llvmlite"), linker(), sys.version]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:20]


def main() -> None:
    """Build the games that are named, or all, into the folder named first."""
    if len(sys.argv) < 2:
        raise SystemExit("write: python -m openoutcry.bots.wasm FOLDER [GAME…]")
    folder, names = Path(sys.argv[1]), sys.argv[2:]
    if os.environ.get("NUMBA_CPU_NAME") != "generic":
        build(folder, [find(name) for name in names] or None)
        names = names or list(registered())
    else:
        from openoutcry.bots.exports import exports_of

        for name in names:
            link(name, exports_of(find(name)), folder)
    for name in names:
        print(f"{folder / name}.wasm: {(folder / name).with_suffix('.wasm').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
