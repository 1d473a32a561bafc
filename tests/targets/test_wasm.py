"""The cache of WebAssembly: what was compiled is copied, and what is not as we wrote it is compiled again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from openoutcry.bots import wasm
from openoutcry.engine import kept
from openoutcry.games import find


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("OUTCRY_CACHE", str(tmp_path / "cache"))
    kept.folder.cache_clear()
    yield tmp_path / "cache"
    kept.folder.cache_clear()


@pytest.mark.long
def test_a_damaged_file_is_compiled_again(cache: Path, tmp_path: Path) -> None:
    game, folder = find("bounce"), kept.folder("wasm")
    assert folder == cache / "wasm"
    file, of_lab = (folder / f"{name}-{wasm._digest(game)}" for name in wasm.names_of(game))
    kept.write(file, b"what was compiled before")
    kept.write(of_lab, b"and for the lab")
    assert built(tmp_path) == b"what was compiled before"
    file.write_bytes(file.read_bytes()[:-1])
    compiled = built(tmp_path)
    assert compiled.startswith(b"\0asm")
    assert kept.read(file) == compiled


def built(folder: Path) -> bytes:
    wasm.build(folder, [find("bounce")])
    return (folder / "bounce.wasm").read_bytes()
